"""Swiss rounds: how fast the exact one is, and how often simpler rules let two meet again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from random import Random
from typing import Any

from benchmarks.measure import Case, Setting, Timing, timed
from benchmarks.simple_swiss import exchanged, untangled

from scheduler.event import Match, Round
from scheduler.facts.pairing import Bans
from scheduler.formats.swiss import FastSwiss, SwissState, next_round
from scheduler.formats.swiss.order import draw_order
from scheduler.resources import find_model
from scheduler.rules import Rulebook, read_rulebook
from scheduler.solve.matching import pair
from scheduler.verify.pairing import check_pairing

__all__ = ["beside", "events", "rounds"]

REACH = {200: 0.001, 1_000: 0.003, 5_000: 0.02}
HALF = 3.4
"""Seconds for a club of half of 5,000: what a prototype took."""
EVENTS = 2_000
"""Events of 64 entrants and 7 rounds a second on one core."""


def rulebook() -> Rulebook:
    """The association's Swiss by points."""
    path = find_model("cba-swiss")
    return read_rulebook(path.read_text(encoding="utf-8"), path.name)


class Results:
    """Results of matches: strengths 10 IMP apart, noise of 22, in hundredths of 20 VP."""

    def __init__(self, entrants: int, seed: int) -> None:
        self.rng = Random(seed)
        self.strength = [self.rng.gauss(0, 10) for _ in range(entrants + 1)]
        self.points = dict.fromkeys(range(1, entrants + 1), 0)

    def play(self, sides: Any) -> None:
        """A result for each match (home, away)."""
        points, strength, gauss = self.points, self.strength, self.rng.gauss
        for a, b in sides:
            won = 1000 + int(25 * gauss(strength[a] - strength[b], 22))
            won = 0 if won < 0 else 2000 if won > 2000 else won
            points[a] += won
            points[b] += 2000 - won


def rounds(setting: Setting) -> Iterator[Case]:
    """Round 5 of 9 with its witnesses; the same checked; and with bans of half the field."""
    for n in setting.pick(tuple(REACH), tuple(REACH), (60,)):
        state, order, bans = _after_four(n)
        made, timing = timed(partial(pair, order, bans), setting.pick(25, 7, 1))
        faults, checking = timed(partial(check_pairing, made, bans), 3)
        yield Case(
            f"round 5 of 9, {n:,} entrants", timing, reach={"seconds": REACH.get(n, 1.0)},
            said={"barriers": len(made.witnesses), "checked in ms": round(1000 * min(checking.wall), 2)},
            broken=faults)
        # A state keeps what it has worked out: each run has one of its own.
        whole, timing = timed(lambda state=state: next_round(replace(state), rulebook()), 3)
        yield Case(
            f"the same from the event's state to the report, {n:,} entrants", timing,
            broken=() if whole.proven and whole.seen.pairing == made else ("it is another round",))
    n = setting.pick(5_000, 1_000, 60)
    order, bans = _half(n)
    made, timing = timed(partial(pair, order, bans), setting.pick(5, 3, 1))
    faults, checking = timed(partial(check_pairing, made, bans), 1)
    yield Case(
        f"one club of half of {n:,} entrants", timing, reach={"seconds": HALF} if n == 5_000 else {},
        said={"denied": sum(len(w.denied) for w in made.witnesses),
              "checked in ms": round(1000 * min(checking.wall), 1)}, broken=faults)


def _after_four(n: int) -> tuple[SwissState, tuple[int, ...], Bans]:
    """(the event, the order, the bans) before round 5."""
    event, results, met, played = FastSwiss(rulebook(), n, 9), Results(n, n), [], []
    for r in range(1, 5):
        sides, _ = event.pair(results.points)
        met += sides
        played.append(Round(r, tuple(Match(a, b, r) for a, b in sides)))
        results.play(sides)
    state = SwissState(n, 5, 9, tuple(played), results.points)
    return state, draw_order(range(1, n + 1), results.points, 5), Bans(met)


def _half(n: int) -> tuple[list[int], Bans]:
    """An order in which nobody meets anybody of a club of half the field, after four rounds."""
    rng = Random(3)
    club, order = rng.sample(range(1, n + 1), n // 2), rng.sample(range(1, n + 1), n)
    others = sorted(set(order) - set(club))
    bans = Bans((), [club])
    for _ in range(4):
        bans.add_all(zip(rng.sample(club, n // 2), rng.sample(others, n // 2), strict=True))
    return order, bans


def events(setting: Setting) -> Iterator[Case]:
    """Whole events with their results, on one core; some rounds of them held against ``next_round``."""
    many, n, last = setting.pick(4_000, 1_000, 5), 64, 7
    event = FastSwiss(rulebook(), n, last)

    def play() -> None:
        for seed in range(many):
            results = Results(n, seed)
            event.restart()
            for _ in range(last):
                results.play(event.pair(results.points)[0])

    _, timing = timed(play, setting.pick(5, 3, 1))
    yield Case(
        f"{many:,} events of {n} entrants and {last} rounds, results included", timing,
        reach={"seconds": many / EVENTS},
        said={"events a second a core": round(many / min(timing.cpu or timing.wall))},
        broken=() if _is_next_round(n, last) else ("the rounds are not those of next_round",))


def _is_next_round(n: int, last: int) -> bool:
    book = rulebook()
    event, results = FastSwiss(book, n, last), Results(n, 99)
    played: list[Round] = []
    for r in range(1, last + 1):
        sides, _ = event.pair(results.points)
        made = next_round(SwissState(n, r, last, tuple(played), results.points), book)
        if sides != tuple((m.home, m.away) for m in made.matches):
            return False
        played.append(Round(r, tuple(Match(a, b, r) for a, b in sides)))
        results.play(sides)
    return True


def beside(setting: Setting) -> Iterator[Case]:
    """The same random events by the exact rule and by two simple ones: who met again, and need not have."""
    many = setting.pick(1_000, 150, 6)
    sizes = [_size(seed) for seed in range(many)]
    ways: tuple[tuple[str, Callable[[Any, Any], Any] | None], ...] = (
        ("exact with look-ahead", None), ("top down, untangled from below", untangled),
        ("the article's exchange", exchanged))
    for name, way in ways:
        told: Counter[str] = Counter()

        def play(way: Any = way, told: Counter[str] = told) -> None:
            told.clear()
            for seed, (n, last) in enumerate(sizes):
                told.update(_rematches(way, n, last, seed))

        _, timing = timed(play, 1)
        broken = (f"{told['rematches']} rematches",) if way is None and told["rematches"] else ()
        yield Case(f"{many:,} random events: {name}", Timing(timing.wall, timing.cpu), said={
            "rounds": sum(last for _, last in sizes), "rematches": told["rematches"],
            "avoidable in their round": told["avoidable"],
            "where earlier rounds had left no other": told["rematches"] - told["avoidable"],
            "events with one": told["events"]}, broken=broken)


def _size(seed: int) -> tuple[int, int]:
    """An even field of 8 to 40, and from 5 rounds to as many as it has opponents, at most 12."""
    rng = Random(f"size {seed}")
    n = 2 * rng.randint(4, 20)
    return n, rng.randint(5, min(n - 1, 12))


def _rematches(way: Any, n: int, last: int, seed: int) -> dict[str, int]:
    """What one event played by ``way`` (None: the exact rule) comes to."""
    results = Results(n, seed)
    event = FastSwiss(rulebook(), n, last) if way is None else None
    bans, again, avoidable = Bans(), 0, 0
    for r in range(1, last + 1):
        if event:
            sides = event.pair(results.points)[0]
        elif r == 1:
            sides = tuple((e, n + 1 - e) for e in range(1, n // 2 + 1))
        else:
            order = draw_order(range(1, n + 1), results.points, r)
            sides = way(order, bans)
        now = sum(not bans.allowed(a, b) for a, b in sides)
        again += now
        if now and _there_is_a_round(n, bans):
            avoidable += now
        bans.add_all(sides)
        results.play(sides)
    return {"rematches": again, "avoidable": avoidable, "events": int(again > 0)}


def _there_is_a_round(n: int, bans: Bans) -> bool:
    from scheduler.errors import NoAnswer

    try:
        pair(range(1, n + 1), bans)
    except NoAnswer:
        return False
    return True
