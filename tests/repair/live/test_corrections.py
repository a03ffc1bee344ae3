"""A score corrected after the next round was published: keep, draw as it would have been, or compensate."""

from __future__ import annotations

from itertools import permutations

import pytest

from scheduler.errors import UsageError
from scheduler.live.scoring import ledger_of, standings_of
from scheduler.repair.live import Case
from scheduler.repair.live.mismatch import gaps, mismatched
from scheduler.views import Translator
from scheduler.views.repairs import proposal_text

from .desk import Desk, kinds, listed, of_kind

FIRST = [(1, 5), (2, 6), (3, 7), (4, 8)]


def drawn_by_a_wrong_score() -> Desk:
    """Team 1 was said to have won by far, and lost by far: round 2 has it at the top."""
    desk = Desk(8)
    desk.play(FIRST, ["+60", "+20", "+10", "+5"])
    desk.draw()
    return desk


def corrected(desk: Desk, **more: object) -> Case:
    return desk.tell({"fact": "score", "round": 1, "table": 1, "text": "-60", **more})


def test_the_draw_as_it_would_have_been_is_replayed_and_says_what_is_new() -> None:
    desk = drawn_by_a_wrong_score()
    case = corrected(desk)
    assert kinds(case)[0] == "keep"
    right = of_kind(case, "as-would-have-been")
    twin = Desk(8)
    twin.play(FIRST, ["-60", "+20", "+10", "+5"])
    twin.draw()
    old = listed(desk.here)
    assert set(map(frozenset, listed(desk.accept(right)).values())) == set(
        map(frozenset, listed(twin.here).values()))
    assert right.changed == sum(pair != listed(twin.here)[t] for t, pair in old.items())


def test_a_correction_that_draws_the_same_matches_says_so_and_proposes_nothing_else() -> None:
    desk = drawn_by_a_wrong_score()
    case = desk.tell({"fact": "score", "round": 1, "table": 1, "text": "+61"})
    assert kinds(case) == ["keep"]


def test_once_a_table_has_started_only_keeping_compensating_or_the_rest_anew_are_proposed() -> None:
    desk = drawn_by_a_wrong_score()
    desk.begin(1)
    case = corrected(desk)
    assert "as-would-have-been" not in kinds(case)
    assert kinds(case)[0] == "keep"
    assert set(kinds(case)) <= {"keep", "redraw", "compensate"}


@pytest.mark.parametrize(("said", "right", "made", "adjusted", "fault"), [
    ("+60", "-60", 12, 14, False), ("-60", "+60", 13, 11, True)])
def test_five_vp_off_the_side_alone_is_adjusted_as_the_notes_have_it(
    said: str, right: str, made: int, adjusted: int, fault: bool
) -> None:
    """Too strong an opponent and not its fault: 12 is 14. Too weak and its fault: 13 is 11."""
    desk = Desk(8)
    desk.play(FIRST, [said, "+20", "+10", "+5"])
    desk.draw()
    blame = {"fault": [1]} if fault else {}
    case = desk.tell({"fact": "score", "round": 1, "table": 1, "text": right, **blame})
    chosen = of_kind(case, "compensate")
    sides = {id: strong for kind, p in chosen.decisions if kind == "mismatch" for id, strong in p["sides"]}
    side = next(id for id, strong in sides.items() if strong != fault)
    assert side == 1 or not fault
    desk.accept(chosen)
    match = next(m for m in desk.here.matches if m.has(side))
    desk.result(match.table, f"{made}-{20 - made} vp" if match.home == side else f"{20 - made}-{made} vp")
    scored = next(m for m in ledger_of(desk.event, desk.stage).matches
                  if m.round == 2 and side in (m.home, m.away))
    assert scored.points_of(side) == adjusted * 100
    other = scored.away if scored.home == side else scored.home
    if other not in sides:
        assert scored.points_of(other) == (20 - made) * 100


def test_too_weak_an_opponent_without_fault_and_too_strong_a_one_by_own_fault_stand() -> None:
    points = {1: 2_000, 2: 1_900, 3: 1_000, 4: 900}
    met, right = [(1, 3)], {1: 2, 2: 1, 3: 4, 4: 3}
    assert mismatched(met, right, points, 2_000) == {3: True}
    assert mismatched(met, right, points, 2_000, {1, 3}) == {1: False}
    assert mismatched(met, right, points, 2_000, {3}) == {}


def test_exactly_five_vp_off_is_not_more_than_five() -> None:
    points = {1: 2_000, 2: 1_500, 3: 1_000, 4: 500}
    right = {1: 4, 2: 3, 3: 2, 4: 1}
    assert mismatched([(2, 4)], right, points, 2_000, {2, 4}) == {}
    assert mismatched([(2, 4)], right, {**points, 4: 499}, 2_000, {2, 4}) == {2: False}


def test_a_compensation_goes_with_the_repair_of_what_else_was_told() -> None:
    """The one who left is out of the round too."""
    desk = drawn_by_a_wrong_score()
    case = desk.tell(
        {"fact": "score", "round": 1, "table": 1, "text": "-60"}, {"fact": "withdrawal", "number": 4})
    for proposal in case.proposals:
        assert any(kind == "repaired" for kind, _ in proposal.decisions)
    assert "compensate" in kinds(case)


def test_fault_is_of_a_side_of_the_match() -> None:
    desk = drawn_by_a_wrong_score()
    with pytest.raises(UsageError, match="no side of table 1"):
        corrected(desk, fault=[2])


def test_who_keeps_the_round_is_told_who_meets_too_strong_or_too_weak_an_opponent_and_by_how_much() -> None:
    """Both directions, whoever is at fault; the differences are those of the right totals."""
    desk = drawn_by_a_wrong_score()
    case = corrected(desk)
    reasons = of_kind(case, "keep").reasons
    strong = next(r for r in reasons if r.startswith("too strong an opponent: "))
    weak = next(r for r in reasons if r.startswith("too weak an opponent: "))
    twin = Desk(8)
    twin.play(FIRST, ["-60", "+20", "+10", "+5"])
    twin.draw()
    right = {a: b for pair in listed(twin.here).values() for a, b in permutations(pair)}
    points = {r.entrant: r.total for r in standings_of(twin.event, twin.stage, as_of=1).rows}
    for pair in listed(desk.here).values():
        for side, other in permutations(pair):
            gap = points[other] - points[right[side]]
            told = f"{desk.event.number(side)} {desk.event.name_of(side)} ("
            assert (told in strong) == (gap > 500)
            assert (told in weak) == (gap < -500)
            if abs(gap) > 500:
                assert f", by {abs(gap) / 100:.2f} VP)" in strong + weak


def test_a_small_correction_that_draws_other_matches_says_that_nobody_is_far_off() -> None:
    met, right = [(1, 3), (2, 4)], {1: 2, 2: 1, 3: 4, 4: 3}
    assert gaps(met, right, {1: 1_000, 2: 900, 3: 800, 4: 700}, 2_000) == {}
    assert gaps(met, right, {1: 2_000, 2: 1_900, 3: 1_000, 4: 900}, 2_000) == {
        1: -900, 3: 1_100, 2: -1_100, 4: 900}


def test_more_byes_than_usual_are_said_and_counted_where_nobody_is_moved() -> None:
    """8 teams, two leave from two tables: their opponents sit out, where an even field has no bye."""
    desk = Desk(8)
    desk.publish(FIRST)
    case = desk.tell({"fact": "withdrawal", "number": 1}, {"fact": "withdrawal", "number": 2})
    idle = of_kind(case, "idle")
    assert (idle.byes, idle.spare_byes) == ((2, 0, 0), 2)
    said = proposal_text(case.state, idle, Translator())
    assert "2 byes where none is usual" in said
    assert "no hard rule is broken" not in said
    assert "byes: 2 instead of 0" in said
    best = proposal_text(case.state, case.proposals[0], Translator())
    assert case.proposals[0].kind == "least"
    assert "usual" not in best


def test_the_one_bye_of_an_odd_field_is_nothing_to_speak_of() -> None:
    desk = Desk(8)
    desk.publish(FIRST)
    case = desk.tell({"fact": "withdrawal", "number": 8})
    assert all(p.spare_byes == 0 for p in case.proposals)
