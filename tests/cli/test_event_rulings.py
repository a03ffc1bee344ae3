"""Rulings, appeals, corrections and policies at the desk; tests of complaints bear their number (P3 ...)."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cli.event_desk import Desk
from scheduler.app.directing import rulings, timing
from scheduler.app.directing.desk import look
from scheduler.live.rulings import unit_end
from scheduler.standings.rulings import correction_from

SWISS = 'format = "swiss"\nrounds = 5\nboards = 16\n'
TIMED = SWISS + 'correction = { minutes = 30, unit = "%s" }\n'


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Sets what the desk takes for the time; entries of the log keep their own."""
    def at(text: str) -> None:
        for module in (timing, rulings):
            monkeypatch.setattr(module, "now", lambda: text)
    return at


def totals(desk: Desk) -> dict[int, str]:
    """Number -> points, with all that is in."""
    return {r["entrant"]: r["total"] for r in desk.json("standings", "--live")["standings"]}


def key(desk: Desk) -> int:
    """The position of the last decision."""
    return int(desk.json("show")["position"])


def result_at(desk: Desk, table: int, round: int = 1) -> dict[str, Any]:
    """The result of a match."""
    matches = desk.json("show")["stages"][0]["rounds"][round - 1]["matches"]
    made: dict[str, Any] = next(m for m in matches if m["table"] == table)["result"]
    return made


# --- Rulings and appeals --------------------------------------------------------------------------


def test_an_open_appeal_keeps_the_result_provisional_and_the_committee_changes_it(tmp_path: Path) -> None:
    """CBA-6.9: 12-8 is provisional, the committee makes it 10-10, the standings follow."""
    desk = Desk(tmp_path, 8)
    desk.round("12-8 adj")
    desk("rule", "--table", "1", "--ground", "L84", "--text", "the claim stands")
    case = key(desk)
    assert "provisional" not in result_at(desk, 1)
    desk("appeal", case, "--of", "2", "--text", "we do not agree")
    assert result_at(desk, 1)["provisional"] is True
    desk("appeal", case, "committee")
    before = totals(desk)
    out = desk("decide", case, "varied", "--result", "10-10").out
    assert "12.00" in out
    assert "10.00" in out
    assert "provisional" not in result_at(desk, 1)
    after = totals(desk)
    assert sorted(e for e in after if after[e] != before[e]) == sorted(
        [desk.json("report")["rulings"][0]["about"][0], desk.json("report")["rulings"][0]["about"][1]])


def test_the_next_draw_follows_a_ruling_while_it_is_not_published(tmp_path: Path) -> None:
    desk = Desk(tmp_path, 8)
    desk.round()
    drafted = desk.json("pair")
    run = desk("rule", "--table", "1", "--result", "-60", "--ground", "assigned")
    assert "round 2 was drafted on the old scores" in run.err
    assert desk.json("pair")["matches"] != drafted["matches"]


def test_a_published_round_stands_whatever_is_ruled_of_the_one_before(tmp_path: Path) -> None:
    desk = Desk(tmp_path, 8)
    desk.round()
    desk("pair")
    desk("publish")
    listed = desk.json("show")["stages"][0]["rounds"][1]["matches"]
    desk("rule", "--table", "1", "--round", "1", "--result", "-60", "--ground", "assigned")
    assert desk.json("show")["stages"][0]["rounds"][1]["matches"] == listed


def test_what_if_shows_the_standings_and_decides_nothing(tmp_path: Path) -> None:
    desk = Desk(tmp_path, 8)
    desk.round()
    before = desk.path.read_bytes()
    run = desk("rule", "--table", "1", "--result", "void 8-8", "--ground", "CBA-17.2", "--dry-run", "--json")
    told = json.loads(run.out)
    assert told["before"] != told["after"]
    assert desk.path.read_bytes() == before


def test_a_ruling_and_what_follows_are_undone_as_one(tmp_path: Path) -> None:
    desk = Desk(tmp_path, 8)
    desk.round()
    before = totals(desk)
    desk("rule", "--of", "3", "--penalty", "1", "--ground", "L90", "--text", "late")
    assert totals(desk) != before
    desk("undo")
    assert totals(desk) == before
    assert desk.json("report")["rulings"] == []


def test_an_overturned_penalty_is_waived_and_stays_in_the_ledger(tmp_path: Path) -> None:
    """CBA-6.8: recorded, waived, nothing; both entries are kept."""
    desk = Desk(tmp_path, 8)
    desk.round()
    before = totals(desk)
    desk("rule", "--of", "3", "--penalty", "1", "--ground", "L90")
    case = key(desk)
    desk("appeal", case, "--of", "3")
    desk("appeal", case, "chief")
    desk("decide", case, "overturned")
    assert totals(desk) == before
    assert [p["waived"] for p in desk.json("report")["penalties"]] == [True]


def test_a_penalty_is_waived_for_the_other_side_and_never_for_the_offenders(tmp_path: Path) -> None:
    desk = Desk(tmp_path, 8)
    desk.round()
    desk("penalty", "3", "1", "--reason", "late")
    given = key(desk)
    assert "CBA-6.8" in desk.refused("waive", given, "--of", "3", "--reason", "please")
    desk("waive", given, "--of", "4", "--reason", "no harm done")
    assert desk.json("report")["penalties"][0]["waived"] is True


def test_unresolved_facts_are_ruled_provisionally_with_notice(tmp_path: Path) -> None:
    desk = Desk(tmp_path, 8)
    desk.round()
    assert "Law 83" in desk.refused("rule", "--table", "1", "--facts", "unresolved")
    desk("rule", "--table", "1", "--facts", "unresolved", "--notice")
    ruling = desk.json("report")["rulings"][0]
    assert (ruling["ground"], ruling["outcome"], ruling["provisional"]) == (
        "Law 85B (2017)", "provisional", True)
    assert result_at(desk, 1)["provisional"] is True


def test_grounds_follow_the_edition_that_the_stage_names(tmp_path: Path) -> None:
    desk = Desk(tmp_path, 8, SWISS + 'laws = "1997"\n')
    desk.round()
    desk("rule", "--table", "1", "--ground", "knockout-average")
    assert desk.json("report")["rulings"][0]["ground"] == "Law 86B (1997)"


def test_a_disqualification_waits_for_approval_and_then_needs_a_policy(tmp_path: Path) -> None:
    desk = Desk(tmp_path, 8)
    desk.round()
    desk("rule", "--of", "3", "--disqualify", "--ground", "L91B")
    case = key(desk)
    assert desk.json("report")["rulings"][0]["approval"] == "pending"
    assert desk.json("show")["entrants"][2]["status"] == "active"
    assert "must be chosen" in desk.refused("approve", case, "TC 7")
    desk("approve", case, "TC 7", "--policy", "void-all")
    assert desk.json("show")["entrants"][2]["status"] == "withdrawn"
    assert "waits for approval" in desk.refused("approve", case, "TC 8", "--policy", "void-all")


def test_a_breach_of_line_ups_cancels_all_results_once_it_is_approved(tmp_path: Path) -> None:
    """CBA-19.3: disqualification, all results cancelled."""
    desk = Desk(tmp_path, 8)
    desk.round()
    desk("rule", "--of", "3", "--disqualify", "--ground", "CBA-19.3", "--text", "P, Q and then P, R")
    desk("approve", key(desk), "TC 7")
    assert totals(desk)[3] == "0.00"


def test_a_number_that_moved_is_told_with_the_ruling(tmp_path: Path) -> None:
    desk = Desk(tmp_path, 8)
    desk.round()
    assert "Law 12C4 in the Laws of 2017" in desk("rule", "--table", "1", "--ground", "L86B").err


def test_an_override_lets_a_ruling_change_a_result_late(
    tmp_path: Path, clock: Callable[[str], None]
) -> None:
    desk = Desk(tmp_path, 8, TIMED % "match")
    desk.round()
    clock("2099-01-01T00:00:00.000Z")
    words = ("rule", "--table", "1", "--result", "10-10", "--ground", "directors-error")
    assert "period is over" in desk.refused(*words)
    desk(*words, "--override", "--reason", "the committee asked for it")
    assert result_at(desk, 1)["points"] == ["10.00", "10.00"]
    assert desk.json("report")["rulings"][0]["late"] is True
    assert "after the correction period, by an override" in desk("report").out


def test_a_no_show_loses_the_deposit_and_the_next_edition(tmp_path: Path) -> None:
    desk = Desk(tmp_path, 8)
    desk.round()
    desk("rule", "--of", "3", "--sanction", "no-show", "--ground", "CBA-11.3")
    text = desk("report").out
    assert "3 Team 3: deposit forfeited" in text
    assert "3 Team 3: banned from the next edition" in text
    kinds = [s["kind"] for s in desk.json("report")["rulings"][0]["sanctions"]]
    assert kinds == ["deposit-lost", "ban-next"]


@pytest.mark.parametrize(("words", "told"), [
    (("--result", "10-10"), "which match"), (("--table", "1", "--ground", "because"), "no ground"),
    (("--penalty", "1"), "one entrant"), (("--of", "1", "--of", "2", "--penalty", "1"), "one entrant"),
    (("--sanction", "jail", "--of", "1"), "no sanction"), (("--disqualify",), "one entrant"),
    (("--table", "1", "--outcome", "guilty"), "guilty"), (("--table", "9"), "no table 9"),
    (("--table", "1", "--board", "3", "--award", "A+/A+"), "was typed"), (("--of", "99"), "nobody"),
])
def test_a_ruling_that_makes_no_sense_is_refused(
    tmp_path: Path, words: tuple[str, ...], told: str
) -> None:
    desk = Desk(tmp_path, 8)
    desk.round()
    assert told in desk.refused("rule", *words)


def test_an_appeal_out_of_order_is_refused(tmp_path: Path) -> None:
    desk = Desk(tmp_path, 8)
    desk.round()
    assert "nothing was ruled" in desk.refused("appeal", 3)
    desk("rule", "--table", "1", "--result", "10-10")
    case = key(desk)
    assert "not lodged" in desk.refused("decide", case, "upheld")
    desk("appeal", case)
    assert "cannot be decided" in desk.refused("decide", case, "varied")
    desk("appeal", case, "chief")
    assert "say what it is now" in desk.refused("decide", case, "varied")
    assert "changes nothing" in desk.refused("decide", case, "upheld", "--result", "11-9")


# --- Boards ---------------------------------------------------------------------------------------


def boards_of(scores: list[int], room: str) -> str:
    """Lines of boards 1, 2 ... of a room."""
    return "\n".join(f"{i} {room} {s}" for i, s in enumerate(scores, start=1))


@pytest.mark.parametrize(("format", "award", "margin"), [
    ("knockout", "+3/+3", 0), ("knockout", "+6/-2", 4), ("swiss", "A+/A-", 3)])
def test_law_86_on_a_board_makes_the_match(tmp_path: Path, format: str, award: str, margin: int) -> None:
    """A knockout averages what does not balance (86B): 0 and +4; elsewhere +3 and -3 stand (86A)."""
    more = "rounds = 3\n" if format == "swiss" else ""
    desk = Desk(tmp_path, 4, f'format = "{format}"\nboards = 4\n{more}')
    desk("pair")
    desk("publish")
    text = boards_of([420, 100, 50, 110], "open") + "\n" + boards_of([400, 100, 50, 110], "closed")
    desk("boards", "1", "1", "--from", "-", stdin=text.replace("1 open 420", "1 open 430"))
    base = result_at(desk, 1)["scored"]
    assert base == [1, 0]
    desk("rule", "--table", "1", "--board", "2", "--award", award, "--ground", "L86B")
    scored = result_at(desk, 1)["scored"]
    assert scored[0] - scored[1] == 1 + margin


def test_a_weighted_score_is_compared_with_the_other_room(tmp_path: Path) -> None:
    """60 % of +620 and 40 % of -100 against +170: (60 x 10 - 40 x 7)/100 IMPs, rounded once."""
    desk = Desk(tmp_path, 4, 'format = "swiss"\nboards = 2\nrounds = 3\n')
    desk("pair")
    desk("publish")
    desk("boards", "1", "1", "--from", "-", stdin="1 open 170\n1 closed 170\n2 open 50\n2 closed 50")
    desk("rule", "--table", "1", "--board", "1", "--award", "open 620:60 -100:40", "--ground", "weighted")
    assert result_at(desk, 1)["scored"] == [3, 0]
    boards = desk.json("boards", "1", "1")["boards"]
    assert boards[0]["ruling"] == ["3.20", "-3.20"]


def test_directors_did_not_weight_scores_in_1997(tmp_path: Path) -> None:
    desk = Desk(tmp_path, 4, 'format = "swiss"\nboards = 2\nrounds = 3\nlaws = "1997"\n')
    desk("pair")
    desk("publish")
    desk("boards", "1", "1", "--from", "-", stdin="1 open 170\n1 closed 170")
    weighted = ("--board", "1", "--award", "open 620:60 -100:40")
    assert "committee" in desk.refused("rule", "--table", "1", *weighted)


def test_teams_that_sat_the_wrong_way_have_eight_each(tmp_path: Path) -> None:
    """P12: 24 boards the wrong way: no match, 8-8; 12-12 where the director seated them."""
    desk = Desk(tmp_path, 8, 'format = "swiss"\nrounds = 5\nboards = 24\n')
    desk.round()
    for text, points in (("void 8-8", "8.00"), ("void 12-12", "12.00")):
        desk("rule", "--table", "1", "--result", text, "--ground", "CBA-17.2")
        assert result_at(desk, 1)["points"] == [points, points]


# --- Correction period ----------------------------------------------------------------------------


def test_p3_a_late_edit_needs_an_override_that_the_log_keeps(
    tmp_path: Path, clock: Callable[[str], None]
) -> None:
    desk = Desk(tmp_path, 8, TIMED % "match")
    desk.round()
    desk("result", "1", "+20", "--correct", "--reason", "misread")
    clock("2099-01-01T00:00:00.000Z")
    refused = desk.refused("result", "1", "+30", "--correct", "--reason", "misread again")
    assert "correction period is over (30 minutes after each result)" in refused
    assert "needs a reason" in desk.refused("result", "1", "+30", "--correct", "--override")
    assert "period is over" in desk.refused("result", "1", "--back", "--reason", "misread")
    desk("result", "1", "+30", "--correct", "--override", "--reason", "both slips say so")
    assert result_at(desk, 1)["text"] == "+30"
    assert "both slips say so" in desk("report").out
    assert [r["kind"] for r in desk.json("report")["repairs"]] == ["corrected", "corrected-late"]
    told = desk("report").out
    assert (told.count("after the correction period"), told.count("corrected to")) == (1, 2)


def test_p11_a_fouled_board_found_after_the_prizes_changes_nothing_but_is_logged(
    tmp_path: Path, clock: Callable[[str], None]
) -> None:
    desk = Desk(tmp_path, 8, TIMED % "session")
    desk.round()
    before = totals(desk)
    clock("2099-01-01T00:00:00.000Z")
    assert "after the end of the session" in desk.refused(
        "rule", "--table", "1", "--result", "10-10", "--ground", "fouled-board")
    desk("rule", "--table", "1", "--ground", "fouled-board", "--text", "found after the prizes")
    assert totals(desk) == before
    ruling = desk.json("report")["rulings"][0]
    assert (ruling["ground"], ruling["outcome"]) == ("Law 87 (2017)", "no-change")


def test_by_event_the_period_is_open_while_the_event_goes_on(
    tmp_path: Path, clock: Callable[[str], None]
) -> None:
    desk = Desk(tmp_path, 4, 'format = "swiss"\nrounds = 2\nboards = 16\n'
                             'correction = { minutes = 1440, unit = "event" }\n')
    desk.round()
    clock("2099-01-01T00:00:00.000Z")
    desk("result", "1", "1", "+20", "--correct", "--reason", "misread")
    desk.round()
    assert "end of the event" in desk.refused("result", "1", "1", "+21", "--correct", "--reason", "again")


def test_sessions_end_with_the_rounds_that_the_period_names(tmp_path: Path) -> None:
    desk = Desk(tmp_path, 8, SWISS + 'correction = { unit = "session", sessions = [2, 5] }\n')
    desk.round()
    event = look(desk.path)
    stage = event.stages[0]
    period = correction_from(stage.stage.options["correction"])
    assert period is not None
    match = stage.rounds[1].matches[0]
    assert unit_end(event, stage, match, period) == ""
    desk.round()
    event = look(desk.path)
    stage = event.stages[0]
    ends = max(m.posted for m in stage.matches())
    assert unit_end(event, stage, stage.rounds[1].matches[0], period) == ends


def test_no_period_is_no_limit(tmp_path: Path, clock: Callable[[str], None]) -> None:
    desk = Desk(tmp_path, 8)
    desk.round()
    clock("2099-01-01T00:00:00.000Z")
    desk("result", "1", "+20", "--correct", "--reason", "misread")


def test_an_appeal_comes_within_the_period_or_is_admitted_for_a_reason(
    tmp_path: Path, clock: Callable[[str], None]
) -> None:
    desk = Desk(tmp_path, 8, TIMED % "match")
    desk.round()
    desk("rule", "--table", "1")
    case = key(desk)
    clock("2099-01-01T00:00:00.000Z")
    assert "Law 92B" in desk.refused("appeal", case)
    desk("appeal", case, "--override", "--reason", "the ruling was told late")
