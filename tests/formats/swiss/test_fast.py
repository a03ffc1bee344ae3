"""Whole events without reports: the very rounds of the others."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from formats.swiss.books import adding, book
from scheduler.errors import UsageError
from scheduler.event import Bye, Match, Round
from scheduler.facts.pairing import Bans
from scheduler.formats.swiss import SwissState, next_round
from scheduler.formats.swiss.fast import FastSwiss
from scheduler.rules import Rulebook
from scheduler.solve.matching.exact import pair


def beside(rulebook: Rulebook, n: int, rounds: int, seed: int, event: FastSwiss | None = None) -> int:
    """Play one event; every round is held against ``next_round``. How many rounds were compared."""
    rng = Random(seed)
    event = event or FastSwiss(rulebook, n, rounds, seed=str(seed))
    points, wins = dict.fromkeys(range(1, n + 1), 0), dict.fromkeys(range(1, n + 1), 0)
    played: list[Round] = []
    for r in range(1, rounds + 1):
        sides, bye = event.pair(points, wins)
        made = next_round(
            SwissState(n, r, rounds, tuple(played), points, wins=wins), rulebook, seed=str(seed))
        assert sides == tuple((m.home, m.away) for m in made.matches)
        assert bye == (made.byes[0].entrant if made.byes else 0)
        played.append(Round(r, tuple(Match(a, b, r) for a, b in sides), (Bye(bye, r),) if bye else ()))
        for a, b in sides:
            won = rng.choice([0, 500, 900, 1100, 1500, 2000])
            points[a] += won
            points[b] += 2000 - won
            wins[a if won > 1000 else b] += 1
        points.update({bye: points[bye] + 1200} if bye else {})
    return len(played)


@pytest.mark.parametrize(("name", "n", "rounds"), [
    ("cba-swiss", 64, 7), ("cba-swiss", 21, 7), ("cba-swiss", 8, 7), ("cba-swiss", 9, 8), ("monrad", 24, 7),
    ("monrad", 15, 6), ("danish", 16, 6), ("danish", 11, 5), ("swiss-danish-finish", 14, 6),
    ("cba-all-win", 16, 4), ("cba-swiss", 2, 1), ("cba-swiss", 1, 1), ("cba-swiss", 0, 1),
])
def test_the_rounds_are_those_of_next_round(name: str, n: int, rounds: int) -> None:
    """Random events of every rulebook that comes along, even and odd fields, long and short ones."""
    for seed in range(3):
        assert beside(book(name), n, rounds, seed) == rounds


@pytest.mark.parametrize("changes", [
    {"home_side": {"variant": "v2"}}, {"home_side": {"variant": "balance"}}, {"no_rematch": {"window": 2}},
    {"high_meets_high": {"first": "lot", "within": "slide"}}, {"high_meets_high": {"ties": "number"}},
    {"high_meets_high": {"delay": 1}},
])
def test_with_other_parameters_too(changes: dict[str, Any]) -> None:
    """Home sides, windows, lots, delayed standings: the same rounds."""
    for n in (12, 13):
        assert beside(book(**changes), n, 5, 7) == 5
    assert beside(adding(book(), "never-meet", entrants=[1, 2, 3]), 12, 5, 1) == 5


def test_an_event_can_be_played_again() -> None:
    """Restarted with another seed: other lots, nothing left of the first event."""
    event = FastSwiss(book(), 11, 5, seed="0")
    firsts = set()
    for seed in range(6):
        event.restart(str(seed))
        firsts.add(event.pair({})[1])
        event.restart(str(seed))
        assert beside(book(), 11, 5, seed, event) == 5
    assert len(firsts) > 2


def test_after_the_last_round_and_with_blocks_of_three_it_refuses() -> None:
    """One round of one, then none; blocks of three are for the other way."""
    event = FastSwiss(book(), 4, 1)
    event.pair({})
    with pytest.raises(UsageError, match="all are paired"):
        event.pair({})
    with pytest.raises(UsageError, match="blocks of three"):
        FastSwiss(book(paired_once={"odd": "short"}), 9, 3)


def test_bans_added_at_once_are_bans() -> None:
    """Both ways, new and known entrants alike, nobody against itself."""
    bans = Bans([(1, 2)])
    bans.add_all([(2, 3), (1, 2), (4, 5)])
    assert [bans.allowed(*p) for p in ((3, 2), (2, 1), (5, 4), (1, 3))] == [False, False, False, True]
    assert pair([1, 2, 3, 4], bans).matches == ((1, 3), (2, 4))
    with pytest.raises(UsageError):
        bans.add_all([(3, 3)])
