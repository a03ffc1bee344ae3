"""Who leaves: policies applied to ledgers, by the examples of the notes."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import pytest

from scheduler.errors import RulebookError, UsageError
from scheduler.standings import Ledger, MatchScore, standings
from scheduler.standings.rulings import POLICIES, Policy, apply_policy, policy_from


def robin(n: int, rounds: int, seed: int = 1) -> tuple[Ledger, list[MatchScore]]:
    """An all-play-all of which ``rounds`` are played, and its matches still to come."""
    rng = random.Random(seed)
    ring = list(range(1, n + 1))
    made: list[MatchScore] = []
    for r in range(1, n):
        for i in range(n // 2):
            points = rng.randint(0, 2_000) if r <= rounds else 0
            made.append(MatchScore(r, ring[i], ring[-1 - i], points, 2_000 - points if r <= rounds else 0,
                                   kind="played" if r <= rounds else "unplayed"))
        ring = [ring[0], ring[-1], *ring[1:-1]]
    return Ledger(n, tuple(m for m in made if m.round <= rounds)), [m for m in made if m.round > rounds]


def of(planned: list[MatchScore], leaver: int) -> list[MatchScore]:
    return [m for m in planned if leaver in (m.home, m.away)]


def test_before_half_scores_against_the_leaver_are_cancelled() -> None:
    ledger, planned = robin(8, 3)
    made = apply_policy(ledger, 8, POLICIES["all-play-all"], planned=of(planned, 8))
    assert made.early
    assert (made.played, made.total) == (3, 7)
    theirs = [m for m in made.ledger.matches if 8 in (m.home, m.away)]
    assert all((m.kind, m.home_points, m.away_points) == ("void", 0, 0) for m in theirs)
    assert {c.why for c in made.changes} == {"cancelled"}


def test_after_half_they_stand_and_the_others_have_the_best_of_three() -> None:
    """Own average 11.2, the leaver's 7.5 (converse 12.5): 12.5."""
    ledger = Ledger(5, (
        MatchScore(1, 1, 2, 1_120, 880), MatchScore(1, 5, 3, 750, 1_250), MatchScore(2, 5, 4, 750, 1_250),
        MatchScore(3, 2, 5, 1_250, 750)))
    made = apply_policy(ledger, 5, POLICIES["all-play-all"], planned=[MatchScore(4, 1, 5, kind="unplayed")])
    assert not made.early
    assert [(c.entrant, c.before, c.after, c.why) for c in made.changes] == [(1, 0, 1_250, "best")]
    assert made.ledger.matches[:4] == ledger.matches


def test_sixty_per_cent_is_the_least_that_an_unplayed_match_gives() -> None:
    ledger = Ledger(3, (MatchScore(1, 1, 3, 500, 1_500), MatchScore(2, 1, 2, 400, 1_600)))
    made = apply_policy(ledger, 3, POLICIES["all-play-all"], planned=[MatchScore(3, 2, 3, kind="unplayed")])
    assert [c.after for c in made.changes] == [1_600], "his own average is higher"
    best, waits = Policy("x", unplayed="best"), [MatchScore(3, 1, 3, kind="unplayed")]
    made = apply_policy(ledger, 3, best, planned=waits)
    assert [c.after for c in made.changes] == [1_200]
    made = apply_policy(ledger, 3, best, planned=waits, least=1_430)
    assert [c.after for c in made.changes] == [1_430], "three boards of average plus"


def test_exactly_half_is_not_before_half() -> None:
    ledger, planned = robin(9 + 1, 5)
    assert not apply_policy(ledger, 1, POLICIES["session"], planned=of(planned, 1)).early
    ledger, planned = robin(10, 4)
    assert apply_policy(ledger, 1, POLICIES["session"], planned=of(planned, 1)).early


def test_in_swiss_played_matches_stand_and_a_drawn_one_is_average_plus() -> None:
    ledger, _ = robin(8, 1)
    made = apply_policy(ledger, 2, POLICIES["swiss"], planned=[MatchScore(2, 2, 5, kind="unplayed")], total=7)
    assert made.ledger.matches[:4] == ledger.matches
    assert [(c.entrant, c.after) for c in made.changes] == [(5, 1_200)]


def test_forfeits_are_walkovers_and_void_all_leaves_nothing() -> None:
    ledger, planned = robin(6, 3)
    forfeits = apply_policy(ledger, 1, POLICIES["forfeits"], planned=of(planned, 1), win=1_200)
    kinds = [m.kind for m in forfeits.ledger.matches if 1 in (m.home, m.away)]
    assert kinds.count("played") == 3
    assert all("walkover" in k for k in kinds[3:])
    assert {c.after for c in forfeits.changes} == {1_200}
    void = apply_policy(ledger, 1, POLICIES["void-all"], planned=of(planned, 1))
    assert {m.kind for m in void.ledger.matches if 1 in (m.home, m.away)} == {"void"}
    lost = apply_policy(ledger, 1, POLICIES["forfeit-all"], planned=of(planned, 1))
    his = [m for m in lost.ledger.matches if 1 in (m.home, m.away)]
    assert {m.outcome * (1 if m.away == 1 else -1) for m in his} == {1}


@pytest.mark.parametrize("name", POLICIES)
def test_a_policy_touches_the_leavers_matches_alone_and_takes_his_place(name: str) -> None:
    for seed in range(10):
        ledger, planned = robin(8, seed % 8, seed)
        made = apply_policy(ledger, 3, POLICIES[name], planned=of(planned, 3))
        kept = [m for m in made.ledger.matches if 3 not in (m.home, m.away)]
        assert kept == [m for m in ledger.matches if 3 not in (m.home, m.away)]
        rows = {r.entrant: r.place for r in standings(made.ledger).rows}
        assert rows[3] == 0
        assert all(place for e, place in rows.items() if e != 3)


def test_an_award_that_was_ruled_is_no_unplayed_match() -> None:
    ledger = Ledger(2, (MatchScore(1, 1, 2, 1_200, 1_200, kind="void"),))
    assert apply_policy(ledger, 2, POLICIES["forfeits"]).ledger.matches == ledger.matches


def test_a_policy_must_be_chosen() -> None:
    for nothing in ("", None):
        with pytest.raises(RulebookError, match="must be chosen"):
            policy_from(nothing)


def test_a_policy_of_ones_own_begins_with_another() -> None:
    own = policy_from({"from": "all-play-all", "half": "2/3", "percent": 55})
    assert (own.before, own.half, own.percent) == ("void", Fraction(2, 3), 55)


@pytest.mark.parametrize("data", [
    "gone", {"before": "burn"}, {"percent": 400}, {"half": "3/2"}, {"half": "x"}, {"colour": 1}, 7,
    {"from": {"from": "no"}}])
def test_a_policy_that_makes_no_sense_is_refused(data: Any) -> None:
    with pytest.raises(RulebookError):
        policy_from(data)


def test_nobody_leaves_who_is_not_there() -> None:
    with pytest.raises(UsageError):
        apply_policy(Ledger(2), 3, POLICIES["swiss"])
