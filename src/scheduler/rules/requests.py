"""Rules that single out entrants, rounds or matches: locks, absences, wishes."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from scheduler.errors import UsageError
from scheduler.facts import Frame, Space
from scheduler.rules.count import Count, Row, from_rows
from scheduler.rules.registry import Param, rule

__all__: list[str] = []


def _rounds(frame: Frame, rounds: Sequence[int]) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    return np.array(sorted(rounds) or range(1, frame.rounds + 1), dtype=np.int64) - 1


@rule(
    "lock",
    counts="meetings of the two entrants in the rounds, sides and tables asked for",
    clause="",
    example='home = "Hanoi", away = "Hue", rounds = [3]: that match, with these sides, in round 3.',
    params=(
        Param("home", "entrant", None, "the first entrant"),
        Param("away", "entrant", None, "the second entrant"),
        Param("sides", "bool", True, "the first must be home"),
        Param("rounds", "rounds", (), "the rounds allowed; none: any"),
        Param("tables", "tables", (), "the tables allowed; none: any"),
    ),
)
def lock(
    space: Space, frame: Frame, home: int, away: int, sides: bool,
    rounds: Sequence[int], tables: Sequence[int],
) -> Sequence[Count]:
    """The two meet in one of the rounds, at one of the tables, with the first at home."""
    if home == away:
        raise UsageError(f'rule "lock": number {home} cannot meet itself')
    when = _rounds(frame, rounds)
    h, a = home - 1, away - 1
    facts = [space["plays"].ids(h, a, when)]
    if not sides:
        facts.append(space["plays"].ids(a, h, when))
    named = tuple((when + 1).tolist()) if rounds else ()
    rows = [Row((home, away), named, np.concatenate(facts), 1)]
    if tables:
        at = space["at"].ids(
            min(h, a), max(h, a), np.array(tables, dtype=np.int64)[:, None] - 1, when[None, :]
        )
        rows.append(Row((home, away), named, at.ravel(), 1))
    return [from_rows(space, rows)]


@rule(
    "unavailable",
    counts="matches of the entrants in the rounds in which they cannot play",
    clause="",
    example='entrants = ["Hanoi"], rounds = [1]: Hanoi arrives late; only an odd field can do that.',
    params=(
        Param("entrants", "entrants", None, "who"),
        Param("rounds", "rounds", None, "when"),
    ),
)
def unavailable(
    space: Space, frame: Frame, entrants: Sequence[int], rounds: Sequence[int]
) -> Sequence[Count]:
    """These entrants have no match in these rounds."""
    others = np.arange(frame.entrants)
    plays = space["plays"]
    return [from_rows(space, (
        Row((e,), (r,), np.concatenate([
            plays.ids(e - 1, others, r - 1), plays.ids(others, e - 1, r - 1)]), None, 0)
        for e in entrants for r in rounds
    ))]


@rule(
    "side",
    counts="matches of the entrants on the other side than asked, in these rounds",
    clause="",
    example='entrants = ["Hue"], side = "away", rounds = [4, 5]: the hall of Hue is taken.',
    params=(
        Param("entrants", "entrants", None, "who"),
        Param("side", ("home", "away"), None, "the side they must be on if they play"),
        Param("rounds", "rounds", (), "when; none: always"),
    ),
)
def side(
    space: Space, frame: Frame, entrants: Sequence[int], side: str, rounds: Sequence[int]
) -> Sequence[Count]:
    """These entrants are home (or away) in these rounds, if they play."""
    others = np.arange(frame.entrants)
    plays = space["plays"]

    def wrong(e: int, r: int) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
        return plays.ids(e, others, r) if side == "away" else plays.ids(others, e, r)

    return [from_rows(space, (
        Row((e,), (r + 1,), wrong(e - 1, r), None, 0)
        for e in entrants for r in _rounds(frame, rounds).tolist()
    ))]


@rule(
    "not-both-home",
    counts="home matches of the entrants together in each round",
    clause="",
    example="Two clubs share a hall: at most one of them is home in any round.",
    params=(
        Param("entrants", "entrants", None, "who share the venue"),
        Param("most", "int", 1, "how many of them may be home at once"),
    ),
)
def not_both_home(
    space: Space, frame: Frame, entrants: Sequence[int], most: int
) -> Sequence[Count]:
    """Entrants that share a venue are not home at the same time."""
    others = np.arange(frame.entrants)
    who = np.array(entrants, dtype=np.int64)[:, None] - 1
    return [from_rows(space, (
        Row(tuple(entrants), (r + 1,), space["plays"].ids(who, others, r).ravel(), None, most)
        for r in range(frame.rounds)
    ))]
