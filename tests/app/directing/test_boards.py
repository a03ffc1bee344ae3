"""Boards and segments of a match in play become its result, and a correction changes it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from scheduler.app.directing import scores, timing
from scheduler.app.directing.board_lines import parse_boards
from scheduler.app.directing.boards import boards_json, enter_boards, enter_segment
from scheduler.app.directing.desk import Who
from scheduler.app.directing.scores import Typed
from scheduler.errors import RulebookError, UsageError
from scheduler.live.boards import segments_of
from scheduler.live.dump import dump
from scheduler.live.fold import fold
from scheduler.live.papers import contract_text
from scheduler.live.scoring import ledger_of, scoring_of
from scheduler.live.state import LiveMatch
from scheduler.standings.boards import parse_contract
from scheduler.standings.scales import ContinuousVP
from scheduler.views import Translator
from scheduler.views.boards import boards_page, boards_text
from scheduler.views.rounds import round_text

from .desk_fixture import Desk

FOUR = """
1 open 4S N =
1 closed 4S N -1
2 4H S = | 2H S +2
3 3NT W = | 3NT E =
4 open 4SX E =
4 closed -100
"""
"""470: 10; 450: 10; level; -790 + 100: -12. Together 20-12."""


@pytest.fixture
def desk(monkeypatch: pytest.MonkeyPatch) -> Desk:
    return Desk(monkeypatch)


def test_all_boards_of_both_rooms_make_the_result_on_the_scale_of_the_stage(desk: Desk) -> None:
    done = enter_boards("", 1, FOUR)
    assert not done.faults
    result = desk.match().result
    assert result is not None
    assert (result.home_for, result.away_for) == (20, 12)
    assert (result.home_points, result.away_points) == ContinuousVP().points(8, 4) == (1_418, 582)
    assert desk.match().started
    assert desk.event.stage.rounds[1].status == "started"
    assert done.running.complete
    assert desk.match(2).result is None


def test_a_match_without_all_its_boards_shows_its_score_and_has_no_result(desk: Desk) -> None:
    enter_boards("", 1, "1 4S N = | 4S N -1\n2 open 4H S =")
    assert desk.match().result is None
    shown = round_text(desk.event, desk.event.stage.rounds[1], Translator("en"))
    assert "10 : 0 after 1 board\n" in shown
    assert "1副后10 : 0" in round_text(desk.event, desk.event.stage.rounds[1], Translator("zh"))
    assert "10 : 0 sau 1 ván" in round_text(desk.event, desk.event.stage.rounds[1], Translator("vi"))


def test_a_corrected_board_adds_the_match_up_anew(desk: Desk) -> None:
    enter_boards("", 1, FOUR)
    with pytest.raises(UsageError, match="in already"):
        enter_boards("", 1, "4 closed -790")
    enter_boards("", 1, "4 closed -790", correct=True, who=Who(reason="slip read again"))
    result = desk.match().result
    assert result is not None
    assert (result.home_for, result.away_for) == (20, 0)
    desk.undo()
    result = desk.match().result
    assert result is not None
    assert (result.home_for, result.away_for) == (20, 12)
    desk.undo()
    assert desk.match().result is None
    assert desk.match().papers is None


def test_a_board_taken_out_takes_the_result_back(desk: Desk) -> None:
    enter_boards("", 1, FOUR)
    enter_boards("", 1, "2 both none", correct=True, who=Who(reason="wrong table"))
    assert desk.match().result is None
    enter_boards("", 1, "2 4H S = | 2H S +2")
    assert desk.match().result is not None


def test_what_is_kept_already_and_the_same_decides_nothing(desk: Desk) -> None:
    enter_boards("", 1, FOUR)
    before = len(desk.entries)
    enter_boards("", 1, FOUR)
    assert len(desk.entries) == before


def test_folding_the_log_anew_gives_the_same_boards(desk: Desk) -> None:
    enter_boards("", 1, FOUR)
    enter_segment("", 2, 1, "+7")
    again = json.loads(json.dumps([e.payload for e in desk.entries]))
    kept = [type(e)(e.position, e.kind, p) for e, p in zip(desk.entries, again, strict=True)]
    assert dump(fold(kept)) == dump(desk.event)


@pytest.mark.parametrize(("ruled", "margins", "points"), [
    ("4 both +3/-3", (23, -23), None), ("4 both 0/0", (20, -20), None),
    ("4 both ave+/ave+", (23, -17), None), ("4 both -3/+3", (17, -17), None), ("4 both +3", (23, -23), None),
])
def test_a_ruling_counts_for_each_side_as_it_says(
    desk: Desk, ruled: str, margins: tuple[int, int], points: None
) -> None:
    enter_boards("", 1, "1 4S N = | 4S N -1\n2 4H S = | 2H S +2\n3 pass | pass")
    enter_boards("", 1, ruled)
    result, scale = desk.match().result, ContinuousVP()
    assert result is not None
    assert result.home_points == scale.points(margins[0], 4)[0]
    assert result.away_points == scale.points(margins[1], 4)[0]


def test_in_a_knockout_both_sides_get_the_mean_of_a_ruling() -> None:
    """Law 86B: +6 and -2 make +4."""
    rows, _ = parse_boards("1 both +6/-2", (4,), knocked=True)
    assert rows[0].value == {"home": 600, "away": -200, "average": True}


def test_a_board_that_is_not_to_be_played_shortens_the_match(desk: Desk) -> None:
    enter_boards("", 1, "1 4S N = | 4S N -1\n2 4H S = | 2H S +2\n3 pass | pass\n4 both void")
    result = desk.match().result
    assert result is not None
    assert result.boards == 3
    assert result.home_points == ContinuousVP().points(20, 3)[0]


def test_lines_that_say_nothing_are_told_and_the_others_taken(desk: Desk) -> None:
    done = enter_boards(
        "", 1, "Board,Room,Result\n1,open,4S N =\n1,cellar,4S N =\n2 open 9S N =\n7 open pass\n"
               "2 closed 425\n3 open void\n4 open\n2\tclosed\t♠")
    assert [f.number for f in done.faults] == [3, 4, 5, 6, 7, 8, 9]
    assert [b["board"] for b in boards_json(desk.event, done.stage, done.match)["boards"]] == [1]


def test_boards_come_as_json_too(desk: Desk) -> None:
    rows = [{"board": 1, "room": "open", "result": "4S N ="}, {"board": 1, "room": "closed", "result": 420}]
    done = enter_boards("", 1, json.dumps({"boards": rows}))
    made = boards_json(desk.event, done.stage, done.match)
    assert made["boards"] == [{
        "segment": 1, "board": 1, "open": {"score": 420, "contract": "4S N ="}, "closed": {"score": 420},
        "imps": ["0.00", "0.00"]}]
    assert made["margins"] == ["0.00", "0.00"]
    assert not made["complete"]
    assert made["points"] is None
    for wrong in ("[1]", "{", '{"boards": 3}', "[" * 100_000):
        with pytest.raises(UsageError):
            enter_boards("", 1, wrong)


def test_too_many_boards_and_too_long_a_text_are_refused(desk: Desk) -> None:
    enter_boards("", 1, "\n".join(f"{b} pass | pass" for b in (21, 22, 23, 24)), segment=1)
    assert desk.match().result is not None
    with pytest.raises(UsageError, match="4 boards"):
        enter_boards("", 1, "25 pass | pass", segment=1)
    with pytest.raises(UsageError, match="limit"):
        enter_boards("", 1, "1 pass | pass\n" * 50_000)
    with pytest.raises(UsageError, match="no segment 2"):
        enter_boards("", 1, "1 open pass", segment=2)


def test_boards_of_a_stage_that_counts_none_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    Desk(monkeypatch, boards=0, scoring="football")
    with pytest.raises(UsageError, match="how many boards"):
        enter_boards("", 1, "1 open pass")


def test_a_result_entered_by_hand_is_not_replaced_without_saying_so(desk: Desk) -> None:
    scores.enter("", [Typed(1, "+5")])
    with pytest.raises(UsageError, match="another result"):
        enter_boards("", 1, FOUR)
    enter_boards("", 1, FOUR, correct=True)
    result = desk.match().result
    assert result is not None
    assert result.home_for - result.away_for == 8


def test_a_match_is_shown_with_both_rooms_in_three_languages(desk: Desk) -> None:
    enter_boards("", 1, FOUR)
    event, stage, match = desk.event, desk.event.stage, desk.match()
    for language, told, points in (("en", "Closed room", "14.18"), ("zh", "闭室", "14.18"),
                                   ("vi", "Phòng kín", "14,18")):
        text = boards_text(event, stage, match, Translator(language))
        assert told in text
        assert "4S N =" in text
        assert "-790" in text
        assert "4SX E =" in text
        assert points in text.splitlines()[-1]
    page = boards_page(event, stage, match, Translator("zh"))
    assert "<h1>Cup: 第1轮，第1桌</h1>" in page


@pytest.mark.parametrize("text", ["4S N =", "3NTX W -2", "5CXX E +1", "1D S =", "pass"])
def test_a_contract_is_written_as_it_is_read(text: str) -> None:
    assert contract_text(parse_contract(text)) == text


# --- Segments -------------------------------------------------------------------------------------


def test_a_match_is_complete_when_all_its_segments_are_in(monkeypatch: pytest.MonkeyPatch) -> None:
    desk = Desk(monkeypatch, boards=32, segments=2)
    enter_segment("", 1, 2, "43-31")
    assert desk.match().result is None
    shown = round_text(desk.event, desk.event.stage.rounds[1], Translator("en"))
    assert "43 : 31 after 1 segment" in shown
    enter_segment("", 1, 1, "-20")
    result = desk.match().result
    assert result is not None
    assert (result.home_for, result.away_for) == (43, 51)
    assert result.home_points == ContinuousVP().points(-8, 32)[0]


def test_a_corrected_segment_needs_to_be_called_one(monkeypatch: pytest.MonkeyPatch) -> None:
    desk = Desk(monkeypatch, boards=32, segments=2)
    enter_segment("", 1, 1, "+12")
    before = len(desk.entries)
    enter_segment("", 1, 1, "12")
    assert len(desk.entries) == before
    with pytest.raises(UsageError, match="already"):
        enter_segment("", 1, 1, "-12")
    enter_segment("", 1, 1, "-12", correct=True)
    enter_segment("", 1, 1, "")
    assert desk.match().papers is not None
    assert not desk.match().papers.segments
    for wrong in ("h", "w-", "void", "13.25-6.75", "much"):
        with pytest.raises(UsageError):
            enter_segment("", 1, 1, wrong)
    with pytest.raises(UsageError, match="no segment 3"):
        enter_segment("", 1, 3, "+1")


def test_one_segment_by_its_boards_and_one_by_its_total_make_one_match(
    monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = Desk(monkeypatch, boards=4, segments=2)
    enter_segment("", 1, 2, "+5")
    enter_boards("", 1, "1 4S N = | 4S N -1\n2 4H S = | 2H S +2")
    result = desk.match().result
    assert result is not None
    assert (result.home_for, result.away_for) == (25, 0)
    with pytest.raises(UsageError, match="has its IMPs already"):
        enter_boards("", 1, "3 pass | pass")
    with pytest.raises(UsageError, match="kept by boards"):
        enter_segment("", 1, 1, "+5", correct=True)


def test_a_head_start_is_shown_and_is_no_part_of_the_result(monkeypatch: pytest.MonkeyPatch) -> None:
    desk = Desk(monkeypatch, boards=32, segments=2)
    desk.match().ahead = -10
    enter_segment("", 1, 1, "+12")
    assert "12 : 0.1 after 1 segment" in round_text(
        desk.event, desk.event.stage.rounds[1], Translator("en"))
    assert "12 : 0,1 sau 1 hiệp" in round_text(
        desk.event, desk.event.stage.rounds[1], Translator("vi"))
    enter_segment("", 1, 2, "-12")
    result = desk.match().result
    assert result is not None
    assert (result.home_for, result.away_for) == (12, 12)


@pytest.mark.parametrize(("options", "share", "lengths"), [
    ({"boards": 32, "segments": 2}, 1, (16, 16)), ({"boards": 50, "segments": 3}, 1, (17, 17, 16)),
    ({"boards": 44, "segments": [16, 16, 12]}, 1, (16, 16, 12)), ({"boards": 16}, 1, (16,)),
    ({"boards": 32, "segments": 2}, 2, (16,)), ({"boards": 32, "segments": 4}, 2, (8, 8)),
])
def test_boards_are_shared_out_over_the_segments(
    monkeypatch: pytest.MonkeyPatch, options: dict[str, Any], share: int, lengths: tuple[int, ...]
) -> None:
    desk = Desk(monkeypatch, **options)
    assert scoring_of(desk.event.stage).match.boards == options["boards"]
    assert segments_of(desk.event.stage, LiveMatch(0, 1, 1, 1, 2, share=share)) == lengths


@pytest.mark.parametrize("options", [
    {"segments": 0}, {"segments": 5}, {"segments": "two"}, {"segments": [1, 1]}, {"segments": []},
    {"segments": True},
])
def test_segments_that_make_no_sense_are_refused(
    monkeypatch: pytest.MonkeyPatch, options: dict[str, Any]
) -> None:
    desk = Desk(monkeypatch, **options)
    with pytest.raises(RulebookError):
        segments_of(desk.event.stage, desk.match())


def test_after_the_correction_period_a_board_is_changed_by_an_override_with_its_reason(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    enter_boards("", 1, FOUR)
    monkeypatch.setattr(timing, "correctable", lambda *_: "override")
    with pytest.raises(UsageError, match="correction period is over"):
        enter_boards("", 1, "4 closed -790", correct=True)
    with pytest.raises(UsageError, match="reason"):
        enter_boards("", 1, "4 closed -790", correct=True, override=True)
    enter_boards("", 1, "4 closed -790", correct=True, override=True, who=Who(reason="a slip was found"))
    result = desk.match().result
    assert result is not None
    assert result.away_for == 0
    assert desk.entries[-1].payload["override"] is True


def test_boards_beyond_the_last_are_extra_boards_of_a_knockout_and_nothing_elsewhere() -> None:
    rows, faults = parse_boards("5 open pass", (2, 2), knocked=True)
    assert (rows[0].segment, faults) == (2, ())
    rows, faults = parse_boards("5 open pass", (2, 2))
    assert (rows, len(faults)) == ((), 1)


def test_boards_won_are_counted_for_the_standings(desk: Desk) -> None:
    enter_boards("", 1, FOUR)
    match = ledger_of(desk.event, desk.event.stage).matches[0]
    assert (match.home_boards, match.away_boards) == (5, 3)
