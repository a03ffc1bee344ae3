"""Grounds, editions, facts, appeals, correction periods and penalties."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler.errors import RulebookError, SchedulerError, UsageError
from scheduler.standings import Ledger, MatchScore, Penalty, standings
from scheduler.standings.rulings import (
    EDITIONS,
    Correction,
    Ground,
    appealed,
    approve,
    correction_from,
    decided,
    disqualify,
    edition_of,
    fact_law,
    ground_of,
    law_of,
    lineup_breach,
    may_correct,
    moved,
    no_show,
    penalise,
    ruled,
    suspend,
    targets,
    waived,
    weighs,
)
from scheduler.standings.rulings.ground import NUMBERS
from scheduler.standings.rulings.process import APPEALS, FACTS, outcomes_of


def test_numbers_that_moved_are_told_by_edition() -> None:
    assert [law_of("knockout-average", e) for e in EDITIONS] == ["86B", "86B", "12C4"]
    assert [law_of("rectify", e) for e in EDITIONS] == ["81C6", "81C3", "81C3"]
    assert [law_of("artificial", e) for e in EDITIONS] == ["12C1", "12C2", "12C2"]


def test_every_law_of_the_table_is_a_ground() -> None:
    for about, numbers in NUMBERS.items():
        for edition in EDITIONS:
            assert ground_of(about, edition) == ground_of(f"L{numbers[edition]}", edition)


def test_a_number_of_another_edition_is_told_where_it_stands_now() -> None:
    assert moved(ground_of("L86B", "2017")) == ("12C4",)
    assert moved(ground_of("L86B", "2007")) == ()
    assert moved(ground_of("L81C6", "2007")) == ("81C3",)
    assert moved(ground_of("CBA-11.3")) == moved(ground_of("L74")) == ()


def test_only_committees_weighted_scores_in_1997() -> None:
    assert [weighs(e, committee=False) for e in EDITIONS] == [False, True, True]
    assert weighs("1997", committee=True)


@pytest.mark.parametrize(("text", "ground"), [
    ("L86B", Ground("law", "86B", "2017")), ("Law 12 C 1 (c)", Ground("law", "12C1c", "2017")),
    ("l90", Ground("law", "90", "2017")), ("CBA-11.3", Ground("article", "CBA-11.3")),
    ("WBF CoC 24.1", Ground("article", "WBF CoC-24.1")), ("discretion", Ground("discretion")),
])
def test_grounds_are_read_as_they_are_typed(text: str, ground: Ground) -> None:
    assert ground_of(text) == ground
    assert Ground.of(ground.as_json()) == ground


@pytest.mark.parametrize("text", ["", "L94", "law 0", "because", "86B" * 30, "X" * 500])
def test_what_is_no_ground_is_refused(text: str) -> None:
    with pytest.raises(UsageError, match="no ground"):
        ground_of(text)


def test_an_edition_that_was_not_is_an_error() -> None:
    assert edition_of(None) == "2017"
    with pytest.raises(RulebookError, match="1997, 2007, 2017"):
        edition_of("2012")


def test_facts_lead_to_laws_84_and_85() -> None:
    assert {f: fact_law(f) for f in FACTS} == {"agreed": "84", "found": "85A", "unresolved": "85B"}


def test_unresolved_facts_give_a_provisional_ruling_with_notice_of_appeal() -> None:
    assert outcomes_of("unresolved") == ("provisional",)
    made = ruled("unresolved", "provisional", notice=True)
    assert made.provisional
    with pytest.raises(UsageError, match="Law 83"):
        ruled("unresolved", "provisional")
    with pytest.raises(UsageError, match="Law 83"):
        ruled("found", "adjusted")
    with pytest.raises(UsageError, match="provisional"):
        ruled("unresolved", "adjusted", notice=True)


def test_an_appeal_is_lodged_then_heard_then_decided() -> None:
    made = ruled("agreed", "adjusted")
    assert not made.provisional
    lodged = appealed(made, "lodged")
    assert lodged.provisional
    with pytest.raises(UsageError, match="cannot be decided"):
        decided(lodged, "upheld")
    heard = appealed(appealed(lodged, "chief"), "committee")
    over = decided(heard, "varied")
    assert (over.appeal, over.verdict, over.provisional) == ("decided", "varied", False)
    with pytest.raises(UsageError):
        appealed(over, "lodged")


def test_every_state_of_an_appeal_is_reached_and_ends() -> None:
    reached, waiting = {""}, [""]
    while waiting:
        for nxt in APPEALS[waiting.pop()]:
            if nxt not in reached:
                reached.add(nxt)
                waiting.append(nxt)
    assert reached == set(APPEALS)
    assert [s for s in APPEALS if not APPEALS[s]] == ["decided", "withdrawn"]


def test_a_withdrawn_appeal_leaves_the_ruling_as_it_was() -> None:
    made = appealed(appealed(ruled("agreed", "adjusted"), "lodged"), "withdrawn")
    assert (made.provisional, made.verdict) == (False, "withdrawn")


def test_nobody_waives_a_penalty_at_the_offenders_request() -> None:
    waived(asked_by_offenders=False)
    with pytest.raises(UsageError, match=r"CBA-6\.8"):
        waived(asked_by_offenders=True)


# --- Correction period ----------------------------------------------------------------------------

HALF_HOUR = Correction(30, "match")


def test_a_score_found_wrong_too_late_needs_an_override() -> None:
    """P3: posted 17:00, 30 minutes: 17:20 is accepted, 17:40 is not; the last minute counts."""
    posted = "2026-05-30T17:00:00Z"
    answers = [may_correct(posted, f"2026-05-30T17:{m}:00Z", HALF_HOUR) for m in (20, 30, 31, 40)]
    assert answers == ["yes", "yes", "override", "override"]


def test_the_period_is_evaluated_by_its_unit() -> None:
    """P11: a board of round 4 is found fouled after the prizes: over by match and session, not by event."""
    posted, day, prizes = "2026-05-30T11:00", "2026-05-30T18:00", "2026-05-30T19:30"
    found = "2026-05-30T20:00"
    assert may_correct(posted, found, HALF_HOUR) == "override"
    assert may_correct(posted, found, Correction(30, "session"), day) == "override"
    assert may_correct(posted, found, Correction(30, "event"), prizes) == "yes"
    assert may_correct(posted, found, Correction(24 * 60, "event"), prizes) == "yes"
    assert may_correct(posted, "2026-05-31T19:31", Correction(24 * 60, "event"), prizes) == "override"


def test_what_has_not_ended_or_has_no_period_may_be_corrected() -> None:
    assert may_correct("", "2026-05-30T20:00", HALF_HOUR) == "yes"
    assert may_correct("2026-05-30T11:00", "2026-05-30T20:00", Correction(30, "event"), "") == "yes"
    assert may_correct("2026-05-30T11:00", "2026-05-30T20:00", None) == "yes"


@pytest.mark.parametrize("data", [
    30, {"minutes": -1}, {"minutes": True}, {"unit": "day"}, {"hours": 1}, {"minutes": 10**9},
    {"sessions": [3, 2]}, {"sessions": [0]}, {"sessions": "3"}])
def test_a_period_that_makes_no_sense_is_refused(data: Any) -> None:
    with pytest.raises(RulebookError):
        correction_from(data)


def test_a_period_is_read_from_a_table() -> None:
    assert correction_from({"minutes": 45, "unit": "session"}) == Correction(45, "session")
    assert correction_from({"unit": "session", "sessions": [3, 6]}) == Correction(30, "session", (3, 6))
    assert correction_from(None) is None
    with pytest.raises(UsageError, match="no time"):
        may_correct("noon", "2026-05-30T20:00", HALF_HOUR)
    with pytest.raises(UsageError, match="zone"):
        may_correct("2026-05-30T20:00", "2026-05-30T20:00Z", HALF_HOUR)


# --- Penalties ------------------------------------------------------------------------------------


def test_a_penalty_stands_beside_the_match() -> None:
    """12-8, and a VP off the winner: 11 and 8, the match unchanged."""
    ledger = Ledger(2, (MatchScore(1, 1, 2, 1_200, 800),), (), (Penalty(1, penalise("slow").points, 1),))
    rows = {r.entrant: r for r in standings(ledger).rows}
    assert (rows[1].total, rows[2].total, rows[1].score) == (1_100, 800, 1_200)
    assert ledger.matches[0].home_points == 1_200


def test_amounts_are_the_regulations_and_nothing_is_a_warning() -> None:
    assert penalise("loud").kind == "warning"
    assert penalise("late", {"late": 300}).points == 300
    assert penalise("phone", {"phone": 200}).points == 200
    with pytest.raises(UsageError, match="no amount"):
        penalise("phone")


def test_discipline_is_final_and_may_suspend() -> None:
    assert (suspend().kind, suspend().final, suspend(200).points) == ("suspension", True, 200)


def test_a_disqualification_is_pending_until_it_is_approved() -> None:
    case = disqualify()
    assert (case.state, case.law, case.entails) == ("pending", "91B", ())
    with pytest.raises(UsageError, match="approval"):
        approve(case, " ")
    assert approve(case, "TC 7").entails == ("withdrawn", "policy")


def test_a_third_player_in_a_pair_without_leave_disqualifies_and_cancels() -> None:
    case = lineup_breach("19.2")
    assert case is not None
    made = approve(case, "TC 8")  # type: ignore[arg-type]
    assert "results-cancelled" in made.entails
    assert lineup_breach("19.2", leave=True) is None


def test_a_missing_form_costs_from_eleven_boards_on() -> None:
    assert lineup_breach("18.7", boards=10) is None
    assert lineup_breach("18.7", boards=11) == penalise("no-form")
    with pytest.raises(UsageError):
        lineup_breach("20.1")


def test_who_stays_away_loses_the_deposit_and_the_next_edition() -> None:
    assert [s.kind for s in no_show(justified=False)] == ["deposit-lost", "ban-next"]
    assert no_show(justified=True) == ()
    assert [s.kind for s in no_show(justified=False, deposit=False)] == ["ban-next"]


def test_an_individual_penalty_spares_the_blameless_partner() -> None:
    partners = {"Ann": "Bo", "Bo": "Ann"}
    assert targets({"Ann"}, partners, individual=True) == ("Ann",)
    assert targets({"Ann"}, partners, individual=False) == ("Ann", "Bo")


def test_every_error_of_rulings_is_one_that_a_user_can_read() -> None:
    for call in (lambda: law_of("nothing"), lambda: penalise("late", {"late": -1}), lambda: suspend(10**9)):
        with pytest.raises(SchedulerError) as caught:
            call()
        assert caught.value.message
