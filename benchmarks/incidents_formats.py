"""Composite incidents in leagues and draws: how many are answered with proof within two seconds.

``said`` counts apart how often the fewest changes of all are proven (the first or another proposal), and how
often those of the first one are, which keeps the rules as well; and how many of each were had in two seconds.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from random import Random
from time import perf_counter

from benchmarks.incidents import SHARE, WITHIN, Running, note, told
from benchmarks.measure import Case, Setting, Timing

from scheduler.errors import SchedulerError
from scheduler.event import Stage
from scheduler.live.plays import Asked, play_of
from scheduler.repair.live import propose

__all__ = ["draws", "tables"]


class _Planned(Running):
    """An event whose rounds are made once and shown one after the other."""

    def draw(self, effort: float = 0.3) -> None:
        """Publish the next round, made at the first time."""
        stage = self.stage
        if stage.status != "open":
            playing = play_of(stage).playing(self.event, stage)
            self.append("opened", {"stage": stage.index, "playing": list(playing)})
        draft = play_of(self.stage).draft(self.event, self.stage, Asked(effort=effort))
        if draft.kind:
            self.append(draft.kind, draft.payload)
        self.append("published", {"stage": stage.index, "round": draft.round})


def tables(setting: Setting) -> Iterator[Case]:
    """1 to 4 facts at once in leagues of 8 to 64 entrants."""
    for n in setting.pick((8, 12, 16, 23, 40, 64), (8, 12, 16, 23, 40), (8,)):
        stage = Stage("round-robin", "cba-round-robin", 1, {"boards": 16})
        yield _measured(setting, n, stage, n - 3, "league")


def draws(setting: Setting) -> Iterator[Case]:
    """1 to 4 facts at once in draws of 12 to 128 entrants, with one life and two."""
    for n in setting.pick((12, 32, 64, 128), (12, 32, 64), (12,)):
        for kind in ("knockout", "double-elimination"):
            stage = Stage(kind, "plain-draw", 1, {"boards": 16, "seeds": 4})
            yield _measured(setting, n, stage, 2, kind)


def _measured(setting: Setting, n: int, stage: Stage, most_played: int, what: str) -> Case:
    rng, times, least, first, quick, best, unanswered = Random(n), list[float](), 0, 0, 0, 0, 0
    wanted, events = setting.pick((60, 6), (24, 4), (6, 2))
    for _ in range(events):
        running = _Planned(n - rng.randrange(2), stage, str(rng.random()))
        for _ in range(rng.randint(0, most_played)):
            running.draw()
            running.score(0, rng)
        running.draw()
        for _ in range(wanted // events):
            event = deepcopy(running.event)
            note(event, told(rng, running, rng.randint(1, 4)))
            start = perf_counter()
            try:
                case = propose(event, 1, seconds=WITHIN)
            except SchedulerError:
                unanswered += 1
                times.append(perf_counter() - start)
                continue
            times.append(perf_counter() - start)
            fewest = min(case.proposals, key=lambda p: p.changed)
            least += fewest.minimal
            first += case.proposals[0].minimal
            quick += fewest.minimal and times[-1] <= WITHIN
            best += case.proposals[0].minimal and times[-1] <= WITHIN
    return Case(
        f"{what} of {n} entrants, 1 to 4 facts", Timing(tuple(times)), reach={"seconds": WITHIN},
        said={"incidents": len(times), "fewest changes proven": least, "first proposal proven": first,
              "proven in 2 s": quick, "first proven in 2 s": best, "without an answer": unanswered},
        broken=() if quick >= SHARE * len(times) else (
            f"{quick} of {len(times)} answered with proof in {WITHIN:g} s, fewer than {SHARE:.0%}",))
