"""Composite incidents: events in progress in which several things go wrong at once, and their repairs.

Everything comes from a seed. ``Running`` is an event without a file, ``told`` makes up facts that a director
may tell of it, and ``composite`` measures how many are answered with proof within two seconds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from random import Random
from time import perf_counter
from typing import Any

from benchmarks.measure import Case, Setting, Timing

from scheduler.app.directing.making import book_of
from scheduler.app.directing.repairing import read_facts
from scheduler.errors import NoAnswer, UsageError
from scheduler.event import Entrant, Stage
from scheduler.live.decisions import KINDS, entrant_payload, stage_payload
from scheduler.live.fold import Fold
from scheduler.live.plays import Asked, play_of
from scheduler.live.scoring import scored, scoring_of
from scheduler.live.state import LiveEvent, LiveRound, LiveStage
from scheduler.repair.live import Case as Repaired
from scheduler.repair.live import propose
from scheduler.standings.entry import parse_result

__all__ = ["Running", "answered", "composite", "note", "told", "under_way"]

WITHIN, SHARE = 2.0, 0.95
"""Seconds for an answer with proof, and how many incidents must have one."""

Told = dict[str, Any]


@dataclass(frozen=True)
class Entry:
    """An entry of a log."""

    position: int
    kind: str
    payload: Mapping[str, Any]


class Running:
    """An event in progress whose log is a list."""

    def __init__(self, entrants: int, stage: Stage, seed: str, book: str = "") -> None:
        self.fold, self.log = Fold(), list[Entry]()
        self.append("created", {
            "name": "Incidents", "seed": seed,
            "stages": [
                stage_payload(stage, book or book_of(stage.model))],
            "entrants": [entrant_payload(Entrant(i, f"Team {i}", i)) for i in range(1, entrants + 1)]})

    @property
    def event(self) -> LiveEvent:
        """The state."""
        return self.fold.event

    @property
    def stage(self) -> LiveStage:
        """The stage that runs."""
        return self.event.stage

    @property
    def here(self) -> LiveRound:
        """The round that is published."""
        return self.stage.rounds[self.stage.current]

    def append(self, kind: str, payload: Mapping[str, Any]) -> Entry:
        """One more decision."""
        entry = Entry(len(self.log) + 1, kind, payload)
        self.fold.extend([entry])
        self.log.append(entry)
        return entry

    def draw(self, effort: float = 0.3) -> None:
        """Draw and publish the next round. NoAnswer where there is none."""
        stage = self.stage
        if stage.status != "open":
            playing = play_of(stage).playing(self.event, stage)
            self.append("opened", {"stage": stage.index, "playing": list(playing)})
        draft = play_of(self.stage).draft(self.event, self.stage, Asked(effort=effort))
        if draft.kind:
            self.append(draft.kind, draft.payload)
        self.append("published", {"stage": stage.index, "round": draft.round})

    def score(self, table_or_all: int, rng: Random) -> None:
        """A result for the match at a table that has none, or for all (0)."""
        for match in [m for m in self.here.matches if m.open and table_or_all in (0, m.table)]:
            text = f"{round(rng.gauss(0, 25)):+d}"
            score = scored(self.event, self.stage, match, parse_result(text, scoring_of(self.stage).match))
            self.append("result", {"stage": self.stage.index, "match": match.id, "score": score.as_json()})


def under_way(
    rng: Random, entrants: int, *, rounds: int, played: int, begun: float = 0.0,
    options: Mapping[str, Any] | None = None, model: str = "cba-swiss", odd: str = "bye",
) -> Running:
    """A Swiss event of ``rounds``, so many of them ``played`` and the next one published, of which a share
    has ``begun`` and half of that is over. In an odd field there is a bye, or three play each other:
    ``odd``."""
    stage = Stage("swiss", model, 1, {"rounds": rounds, "boards": 16, **(options or {})})
    book = book_of(model).replace('odd = "bye"', f'odd = "{odd}"')
    running = Running(entrants, stage, str(rng.random()), book)
    for _ in range(played):
        running.draw()
        running.score(0, rng)
    running.draw()
    tables = [m.table for m in running.here.matches]
    started = rng.sample(tables, int(len(tables) * begun))
    ids = [m.id for m in running.here.matches if m.table in started]
    if ids:
        running.append("started", {"stage": 1, "round": running.here.number, "matches": ids})
    for table in started[: len(started) // 2]:
        running.score(table, rng)
    return running


def told(rng: Random, running: Running, count: int) -> list[Told]:
    """``count`` facts, as a director tells them, that do not contradict each other; fewer where no more
    could be found."""
    facts: list[Told] = []
    for _ in range(20 * count):
        if len(facts) >= count:
            break
        made = rng.choice(_MAKERS)(rng, running)
        if made is None or not _news(made, facts):
            continue
        trial = deepcopy(running.event)
        try:
            note(trial, [*facts, made])
            propose_ground(trial)
        except UsageError:
            continue
        facts.append(made)
    return facts


def propose_ground(event: LiveEvent) -> None:
    """UsageError where the facts of the first stage contradict each other."""
    from scheduler.live.facts import facts_of
    from scheduler.repair.live.consequences import ground_of

    ground_of(event, 1, facts_of(event, 1))


def note(event: LiveEvent, facts: Sequence[Told]) -> None:
    """The facts, waiting for a repair."""
    for fact in read_facts(event, facts, stage=1):
        event.position += 1
        KINDS["fact"](event, fact)


def _news(made: Told, facts: Sequence[Told]) -> bool:
    """False for a second fact of a kind that is told at once."""
    once = ("opponents", "rounds", "tables")
    return not (made["fact"] in once and any(f["fact"] == made["fact"] for f in facts))


def _active(running: Running) -> list[int]:
    return [c.number for c in running.event.contestants.values() if c.status == "active"]


def _leaves(rng: Random, running: Running) -> Told | None:
    if not _active(running):
        return None
    return {"fact": "withdrawal", "number": rng.choice(_active(running)),
            "when": rng.choice(("before", "before", "during", "after"))}


def _comes(rng: Random, running: Running) -> Told:
    return {"fact": "late", "name": f"Late {rng.randrange(10**6)}"}


def _meets(rng: Random, running: Running) -> Told | None:
    """Two of two tables, or three in a ring, play each other by mistake."""
    matches = [m for m in running.here.matches if m.result is None]
    many = rng.choice((2, 2, 3))
    if len(matches) < many:
        return None
    chosen, number = rng.sample(matches, many), running.event.number
    pairs = [[number(a.home), number(b.away)] for a, b in zip(chosen, [*chosen[1:], chosen[0]], strict=True)]
    return {"fact": "opponents", "pairs": pairs[: rng.choice((1, many))]}


def _swaps(rng: Random, running: Running) -> Told | None:
    tables = [m.table for m in running.here.matches]
    if len(tables) < 2:
        return None
    a, b = rng.sample(tables, 2)
    return {"fact": "tables", "moves": [[a, b], [b, a]]}


def _sits(rng: Random, running: Running) -> Told | None:
    tables = [m.table for m in running.here.matches]
    return {"fact": "seats", "table": rng.choice(tables)} if tables else None


def _corrects(rng: Random, running: Running) -> Told | None:
    if running.here.number == 1:
        return None
    number = rng.randrange(max(1, running.here.number - 2), running.here.number)
    if not running.stage.rounds[number].matches:
        return None
    match = rng.choice(running.stage.rounds[number].matches)
    return {"fact": "score", "round": number, "table": match.table, "text": f"{rng.randint(-60, 60):+d}"}


def _loses(rng: Random, running: Running) -> Told | None:
    tables = [m.table for m in running.here.matches]
    if not tables:
        return None
    return {"fact": "lost-table", "tables": rng.sample(tables, rng.randint(1, min(3, len(tables))))}


def _apart(rng: Random, running: Running) -> Told | None:
    matches = running.here.matches
    if len(_active(running)) < 2:
        return None
    if matches and rng.random() < 0.7:
        match = rng.choice(matches)
        return {"fact": "apart", "pair": [running.event.number(match.home), running.event.number(match.away)]}
    return {"fact": "apart", "pair": rng.sample(_active(running), 2)}


def _begins(rng: Random, running: Running) -> Told | None:
    tables = [m.table for m in running.here.matches]
    if not tables:
        return None
    return {"fact": "started", "tables": rng.sample(tables, rng.randint(1, len(tables)))}


def _counts(rng: Random, running: Running) -> Told:
    return {"fact": "rounds", "rounds": running.here.number + rng.randint(0, 3)}


_MAKERS: tuple[Callable[[Random, Running], Told | None], ...] = (
    _leaves, _leaves, _leaves, _comes, _comes, _meets, _meets, _swaps, _sits, _corrects, _corrects, _loses,
    _apart, _apart, _begins, _counts)


def answered(case: Repaired) -> bool:
    """True where the first proposal breaks no more than must be, and none that gives up less is possible."""
    first = case.proposals[0]
    return first.minimal and not case.needs_force(first)


def composite(setting: Setting) -> Iterator[Case]:
    """1 to 4 facts at once, answered together: Swiss events of 12 to 200 entrants, a round robin, a draw."""
    swiss = [("swiss", n) for n in setting.pick((12, 40, 100, 200), (12, 40, 200), (12,))]
    others = setting.pick([("round-robin", 12), ("knockout", 32)], [("knockout", 32)], [])
    for format, n in [*swiss, *others]:
        yield _measured(format, n, *setting.pick((100, 10), (24, 4), (6, 2)))


def _measured(format: str, n: int, wanted: int, events: int) -> Case:
    rng, times, proven, quick, most = Random(f"{format} {n}"), list[float](), 0, 0, 0
    for _ in range(events):
        running = _some_event(rng, format, n)
        for _ in range(wanted // events):
            event = deepcopy(running.event)
            facts = told(rng, running, rng.randint(1, 4))
            note(event, facts)
            start = perf_counter()
            case = propose(event, 1, seconds=WITHIN)
            times.append(perf_counter() - start)
            proven += answered(case)
            quick += answered(case) and times[-1] <= WITHIN
            most = max(most, len(facts))
    return Case(
        f"{format}, {n} entrants, 1 to 4 facts", Timing(tuple(times)), reach={"seconds": WITHIN},
        said={"incidents": len(times), "with proof": proven, "with proof in 2 s": quick,
              "facts at most": most},
        broken=() if quick >= SHARE * len(times) else (
            f"{quick} of {len(times)} answered with proof in {WITHIN:g} s, fewer than {SHARE:.0%}",))


_OTHERS = {
    "round-robin": Stage("round-robin", "cba-round-robin", 1, {"boards": 16}),
    "knockout": Stage("knockout", "plain-draw", 1, {"seeds": 8}),
}


def _some_event(rng: Random, format: str, n: int) -> Running:
    if format in _OTHERS:
        running = Running(n, _OTHERS[format], str(rng.random()))
        for _ in range(rng.randint(1, 3)):
            running.draw()
            running.score(0, rng)
        running.draw()
        return running
    rounds = min(9, n - 2)
    while True:
        try:
            return under_way(
                rng, n - rng.randrange(2), rounds=rounds, played=rng.randint(1, rounds - 2),
                begun=rng.choice((0.0, 0.3, 0.6)))
        except NoAnswer:
            continue
