"""Facts about tables as a whole: a round that is cut, and a match of two who are in different groups."""

from __future__ import annotations

import pytest

from live.lives import Life, score
from scheduler.event import Stage
from scheduler.live.scoring import standings_of

from .live_repairs import accepted, after, finish, told
from .test_tables import PLAIN, meetings, running, sound


def test_where_a_round_is_cut_its_matches_may_be_dropped_with_the_fewest_changes_and_are_named() -> None:
    """14 of 15 are left and the last round is cut: 4 of its matches are not played, or others must move."""
    life = running(15, 5)
    stage = life.at()
    match = next(m for m in stage.rounds[6].matches if not m.has(5))
    case = told(life, {"fact": "withdrawal", "id": 5, "when": "before"}, {"fact": "rounds", "rounds": 14},
                {"fact": "seats", "match": match.id}, seconds=6)
    best = case.proposals[0]
    assert best.kind == "dropped"
    assert all(p.changed > best.changed for p in case.proposals[1:])
    named = next(r for r in best.reasons if r.startswith("not played: "))
    missing = set(named.removeprefix("not played: ").split(", "))
    there = meetings(sound(life, best))
    left = {pair for pair in meetings(life.event) if 5 not in pair}
    assert missing == {f"{a}-{b}" for a, b in left - set(there)}
    assert missing <= {f"{min(m.home, m.away)}-{max(m.home, m.away)}" for m in stage.rounds[15].matches}
    assert best.changed == sum(not m.has(5) for m in stage.rounds[15].matches)
    accepted(life, best)


def test_where_what_is_left_fits_into_fewer_rounds_dropping_the_cut_round_is_proposed_after_it() -> None:
    """6 of 7 are left, and a round less holds everything if 3 matches change; if 2 do, 5-6 is dropped."""
    life = running(7, 1, PLAIN)
    case = told(life, {"fact": "withdrawal", "id": 1, "when": "before"}, {"fact": "rounds", "rounds": 6})
    assert [(p.kind, p.changed) for p in case.proposals] == [("least", 3), ("dropped", 2)]
    least, dropped = case.proposals
    left = {pair: k for pair, k in meetings(life.event).items() if 1 not in pair}
    assert left.items() <= meetings(sound(life, least)).items()
    assert set(left) - set(meetings(sound(life, dropped))) == {(5, 6)}
    assert "not played: 5-6" in dropped.reasons
    assert not any("not played" in r or "more than there are rounds" in r for r in least.reasons)


def test_the_reason_that_rounds_are_too_few_counts_matches_and_rounds_that_are_left() -> None:
    """8 teams, 2 rounds played, the 3rd published: of 7 rounds 6 are left; four of the 5 matches have one."""
    life = running(8, 2)
    case = told(life, {"fact": "rounds", "rounds": 6})
    for proposal in case.proposals:
        assert "1 Team 1 has 1 match more than there are rounds left: 5 matches, 4 rounds up to round 6" in (
            proposal.reasons)


def crossed_groups(started: bool = False) -> tuple[Life, int, int]:
    """Two groups of 4; one of A and one of B have played each other in round 1."""
    life = Life(8, Stage("groups", "groups-from-pots", options={"groups": 2}))
    life.open()
    life.publish()
    here = life.at().rounds[1].matches
    a, b = (next(m for m in here if m.group == name) for name in "AB")
    if started:
        life.do("started", {"stage": 1, "round": 1})
    return life, a.home, b.away


@pytest.mark.parametrize("started", [False, True])
def test_two_of_different_groups_who_played_each_other_are_answered_by_void_or_by_a_match_outside(
    started: bool
) -> None:
    """Those who were due play after all; or the match stands, counts nothing, and theirs are placed anew."""
    life, a, b = crossed_groups(started)
    before = meetings(life.event)
    case = told(life, {"fact": "opponents", "round": 1, "pairs": [[a, b]]})
    void, stands = case.proposals[0], next(p for p in case.proposals if p.kind == "further-rounds")
    assert (void.kind, void.changed) == ("played-again", 0)
    assert meetings(sound(life, void)) == before
    assert {a, b} < {t.id for t in void.tells}
    settled = [p for kind, p in void.decisions if kind == "settled"]
    assert settled[0]["void"] == [], "the published list stands"
    assert after(life, void).stages[0].rounds[1].version == 1
    event = after(life, stands)
    outside = [m for m in event.stages[0].matches() if {m.home, m.away} == {a, b}]
    assert [(m.round, m.group, m.result and m.result.kind) for m in outside] == [(1, "", "void")]
    again = meetings(event)
    assert again.pop((min(a, b), max(a, b))) == 1
    assert again == before, "everybody in a group still meets"
    accepted(life, stands)
    finish(life)
    life.play()
    totals = {r.entrant: r.wins + r.draws + r.losses for r in standings_of(life.event, life.at()).rows}
    assert set(totals.values()) == {3}, "the match outside counts in no table"


def test_a_result_that_was_entered_for_a_match_across_groups_is_taken_back() -> None:
    life, a, b = crossed_groups()
    drawn = next(m for m in life.at().rounds[1].matches if m.has(a))
    life.result(drawn, score(7))
    case = told(life, {"fact": "opponents", "round": 1, "pairs": [[a, b]]})
    event = after(life, case.proposals[0])
    match = event.stages[0].match(drawn.id)
    assert match.result is None
    accepted(life, case.proposals[0])
