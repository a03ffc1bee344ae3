"""Seating rights, line-ups, who sat down, cards and rosters in an event in play (CBA-11, 18, 19, 21)."""

from __future__ import annotations

import json
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from scheduler.app.directing import entering
from scheduler.app.directing.desk import Who
from scheduler.app.directing.entering import Entry
from scheduler.app.directing.lineups import (
    check_entries,
    file_card,
    hand_in,
    notices,
    seat,
    set_rights,
    set_times,
)
from scheduler.errors import RulebookError, UsageError
from scheduler.live.dump import dump
from scheduler.live.fold import fold
from scheduler.live.lineups import limits_of, rights_of
from scheduler.live.words import told
from scheduler.standings.notices import picking_order
from scheduler.views import Translator
from scheduler.views.lineups import fault_lines, notice_text
from scheduler.views.seats import entries_text, rights_text

from .desk_fixture import Desk

START = datetime(2026, 5, 1, 14, 0)
HOME, AWAY = ("N1", "S1", "E1", "W1"), ("N2", "S2", "E2", "W2")


def before(minutes: int) -> datetime:
    """So many minutes before the first segment."""
    return START - timedelta(minutes=minutes)


@pytest.fixture
def desk(monkeypatch: pytest.MonkeyPatch) -> Desk:
    """Two segments of 16 boards from 14:00 and 16:30; the home side picked the first."""
    made = Desk(monkeypatch, boards=32, segments=2)
    set_times("", ["14:00", "16:30"])
    set_rights("", 1, "home", [1, 2])
    return made


def seen(table: int = 1, segment: int = 1, at: datetime = START) -> dict[str, Any]:
    """The line-ups of a segment as the notice gives them."""
    found: dict[str, Any] = notices("", 1, table, now=at).as_json()["matches"][0]["segments"][segment - 1]
    return found


# --- Seating rights -------------------------------------------------------------------------------


@pytest.mark.parametrize("segments", range(1, 7))
def test_the_sides_pick_in_turn_and_an_odd_last_segment_is_blind(
    monkeypatch: pytest.MonkeyPatch, shared: Path, segments: int
) -> None:
    source = shared / "domain" / "data" / "bridge" / "directing_golden.json"
    golden = json.loads(source.read_text(encoding="utf-8"))["seating_rights"][str(segments)]
    desk = Desk(monkeypatch, boards=60, segments=segments)
    picks = list(range(1, len(golden["free_picks"]) + 1))
    set_rights("", 1, "away", picks)
    rights = rights_of(desk.event, desk.event.stage, desk.match())
    sides = {"X": "away", "Y": "home"}
    assert [rights[k] for k in picks] == [sides[who] for who in golden["free_picks"]]
    assert [k for k, side in rights.items() if not side] == golden["blind_segments"]
    assert picking_order(segments, "X", "Y")[1] == tuple(golden["blind_segments"])


def test_a_segment_that_is_taken_or_blind_cannot_be_picked(monkeypatch: pytest.MonkeyPatch) -> None:
    Desk(monkeypatch, boards=60, segments=3)
    for picks in ([3], [1, 1], [4], [1, 2, 3]):
        with pytest.raises(UsageError):
            set_rights("", 1, "home", picks)
    with pytest.raises(UsageError, match="lot"):
        set_rights("", 1, "", [1])


def test_it_is_told_who_picks_next(monkeypatch: pytest.MonkeyPatch) -> None:
    desk = Desk(monkeypatch, boards=60, segments=4)
    set_rights("", 1, "away", [3])
    rights = rights_of(desk.event, desk.event.stage, desk.match())
    for language, part in (("en", "next pick is of 1 T1"), ("zh", "下一个由1 T1选择"), ("vi", "của 1 T1")):
        assert part in rights_text(desk.event, desk.event.stage, desk.match(), rights, Translator(language))


def test_against_a_highly_unusual_system_the_others_have_the_right_throughout(desk: Desk) -> None:
    file_card("", 1, ["N1", "S1"], unusual=True)
    assert set(rights_of(desk.event, desk.event.stage, desk.match()).values()) == {"away"}
    file_card("", 2, unusual=True)
    assert rights_of(desk.event, desk.event.stage, desk.match()) == {1: "home", 2: "away"}


def test_rights_change_only_with_a_reason_once_a_line_up_is_in(desk: Desk) -> None:
    hand_in("", 1, 1, "away", AWAY, now=before(30))
    with pytest.raises(UsageError, match="reason"):
        set_rights("", 1, "away", [1, 2])
    set_rights("", 1, "away", [1, 2], who=Who(reason="the lot was read wrongly"))
    assert rights_of(desk.event, desk.event.stage, desk.match())[1] == "away"


# --- Line-ups -------------------------------------------------------------------------------------


def test_a_line_up_is_hidden_until_it_is_due_and_shown_from_then_on(desk: Desk) -> None:
    hand_in("", 1, 1, "away", AWAY, now=before(40))
    hand_in("", 1, 1, "home", HOME, now=before(10))
    assert seen(at=before(15) - timedelta(seconds=1))["line_ups"] == {"home": None, "away": None}
    assert seen(at=before(15))["line_ups"] == {"home": None, "away": list(AWAY)}
    assert seen(at=before(5))["line_ups"] == {"home": list(HOME), "away": list(AWAY)}


def test_the_side_without_the_right_is_due_15_minutes_before_and_the_other_5(desk: Desk) -> None:
    assert seen()["due"] == {"home": "2026-05-01T13:55", "away": "2026-05-01T13:45"}
    assert seen(segment=2)["due"] == {"home": "2026-05-01T16:15", "away": "2026-05-01T16:25"}


@pytest.mark.parametrize(("boards", "form", "due"), [(10, False, "13:55"), (11, True, "13:45")])
def test_ten_boards_need_no_form_and_eleven_do(
    monkeypatch: pytest.MonkeyPatch, boards: int, form: bool, due: str
) -> None:
    Desk(monkeypatch, boards=2 * boards, segments=2)
    set_times("", ["14:00", "16:30"])
    set_rights("", 1, "home", [1, 2])
    assert seen()["form"] is form
    assert seen()["due"]["away"].endswith(due)
    faults = notices("", 1, 1, now=START).matches[0].faults
    assert [f.clause for k, f in faults if k == 1] == (["CBA-18.7"] * 2 if form else [])


def test_blind_line_ups_are_shown_together_and_never_one_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    Desk(monkeypatch, boards=16)
    set_times("", ["14:00"], blind=["13:40"])
    hand_in("", 1, 1, "home", HOME, now=before(30))
    assert seen(at=before(1))["line_ups"] == {"home": None, "away": None}
    hand_in("", 1, 1, "away", AWAY, now=before(25))
    assert seen(at=before(21))["line_ups"] == {"home": None, "away": None}
    assert seen(at=before(20))["line_ups"] == {"home": list(HOME), "away": list(AWAY)}


def test_a_published_line_up_that_changes_reopens_the_other_side_until_the_start(desk: Desk) -> None:
    """X changes at 13:57, so Y may line up anew until 14:00 (CBA-18.6)."""
    hand_in("", 1, 1, "away", AWAY, now=before(20))
    hand_in("", 1, 1, "home", HOME, now=before(10))
    assert hand_in("", 1, 1, "home", ("N1", "X1", "E1", "W1"), now=before(3)).kind == "change"
    assert hand_in("", 1, 1, "away", ("N2", "X2", "E2", "W2"), now=before(1)).kind == "answer"
    with pytest.raises(UsageError, match="after the start"):
        hand_in("", 1, 1, "away", AWAY, now=before(-1))
    assert hand_in("", 1, 1, "away", AWAY, now=before(-1), leave=True).kind == "leave"


def test_a_missing_form_is_a_procedural_penalty_and_a_late_one_is_told(desk: Desk) -> None:
    hand_in("", 1, 1, "away", AWAY, now=before(12))
    made = notices("", 1, 1, now=START).matches[0]
    lines = fault_lines([f for k, f in made.faults if k == 1], Translator("en"))
    assert lines == ("1 T1 plays without a line-up form: procedural penalty (CBA-18.7)",
                     "the line-up of 2 T2 came 3 min late (CBA-18.5)")
    for language in ("zh", "vi"):
        assert "1 T1" in notice_text(made.segments, Translator(language), START)


def test_players_are_named_by_their_place_on_the_roster_or_in_any_case(desk: Desk) -> None:
    assert hand_in("", 1, 1, "away", ("1", "s2", "3", "W2"), now=before(30)).players == AWAY


def test_who_is_not_on_the_roster_or_lined_up_twice_cannot_be_handed_in(desk: Desk) -> None:
    for wrong in (("N2", "S2", "E2", "N1"), ("N2", "N2", "E2", "W2"), ("N2", "S2", "E2"),
                  ("7", "1", "2", "3")):
        with pytest.raises(UsageError):
            hand_in("", 1, 1, "away", wrong, now=before(30))
    with pytest.raises(UsageError, match="home"):
        hand_in("", 1, 1, "south", AWAY, now=before(30))


def test_a_line_up_needs_to_know_when_its_segment_starts(monkeypatch: pytest.MonkeyPatch) -> None:
    Desk(monkeypatch, boards=16)
    with pytest.raises(UsageError, match="when it starts"):
        hand_in("", 1, 1, "home", HOME)


def test_times_that_are_none_or_out_of_order_are_refused(desk: Desk) -> None:
    for starts, blind in ((["25:00"], []), (["16:30", "14:00"], []), ([], []), (["14:00"], ["14:01"]),
                          (["14:00"], ["13:00", "13:00"])):
        with pytest.raises(UsageError):
            set_times("", starts, blind=blind)


def test_the_history_names_no_player_of_a_line_up(desk: Desk) -> None:
    hand_in("", 1, 1, "away", AWAY, now=before(40))
    entry = desk.entries[-1]
    words = told(desk.event, entry.kind, entry.payload)
    assert words == "table 1 of round 1: line-up of the away side for segment 1"


def test_a_pair_without_a_card_is_told_when_it_lines_up(desk: Desk) -> None:
    file_card("", 2, ["S2", "N2"])
    faults = hand_in("", 1, 1, "away", AWAY, now=before(30)).faults
    assert [(f.clause, str(f.text)) for f in faults] == [("CBA-21.1", "E2 and W2 filed no convention card")]
    file_card("", 2)
    assert not hand_in("", 1, 1, "away", AWAY, now=before(29)).faults
    for players in (["N2"], ["N2", "N1"]):
        with pytest.raises(UsageError):
            file_card("", 2, players)


# --- Who sat down ---------------------------------------------------------------------------------


def test_a_change_within_a_segment_is_a_breach_with_its_consequence_and_leave_clears_it(desk: Desk) -> None:
    hand_in("", 1, 1, "away", AWAY, now=before(30))
    assert not seat("", 1, 1, "away", AWAY, now=START).faults
    broken = seat("", 1, 1, "away", ("N2", "S2", "E2", "X2"), now=before(-20)).faults
    assert [f.clause for f in broken] == ["CBA-19.1", "CBA-19.3"]
    assert "disqualification" in broken[1].text
    assert not seat("", 1, 1, "away", ("N2", "S2", "E2", "X2"), now=before(-21), leave=True).faults
    desk.undo()
    assert [f.clause for _, f in notices("", 1, 1, now=before(-22)).matches[0].faults
            if f.clause == "CBA-19.3"] == ["CBA-19.3"]


def test_somebody_who_is_not_registered_is_a_breach_whatever_leave_says(desk: Desk) -> None:
    broken = seat("", 1, 2, "home", ("N1", "S1", "E1", "Zed"), now=START, leave=True).faults
    assert broken[0].text == "Zed is not on the roster"
    assert broken[-1].clause == "CBA-19.3"


@pytest.mark.parametrize("leave", [False, True])
def test_three_persons_who_form_one_pair_are_a_breach_without_leave(
    monkeypatch: pytest.MonkeyPatch, leave: bool
) -> None:
    Desk(monkeypatch, players=2, roster=2)
    assert not seat("", 1, 1, "home", ("N1", "S1"), now=START).faults
    broken = seat("", 1, 1, "home", ("N1", "Zed"), now=START, leave=leave).faults
    assert [f.clause for f in broken] == ([] if leave else ["CBA-19.2", "CBA-19.3"])


def test_line_ups_and_seats_fold_to_the_same_state(desk: Desk) -> None:
    file_card("", 2, ["S2", "N2"], unusual=True)
    hand_in("", 1, 1, "away", AWAY, now=before(30))
    seat("", 1, 1, "away", AWAY, now=START)
    again = json.loads(json.dumps([e.payload for e in desk.entries]))
    kept = [type(e)(e.position, e.kind, p) for e, p in zip(desk.entries, again, strict=True)]
    assert dump(fold(kept)) == dump(desk.event)


def test_of_others_who_meet_later_at_the_table_nothing_is_kept(desk: Desk) -> None:
    """In a bracket a corrected result sends somebody else to a match."""
    hand_in("", 1, 1, "away", AWAY, now=before(30))
    desk.match().home = 3
    assert seen(at=START)["right"] == "not picked"
    set_rights("", 1, "home", [1, 2])
    assert seen(at=START)["line_ups"]["away"] is None


# --- Rosters --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "refused", "warned"), [
    (3, False, True), (4, False, False), (6, False, False), (7, True, False), (0, False, False),
])
def test_a_roster_has_four_to_six_players(
    monkeypatch: pytest.MonkeyPatch, players: int, refused: bool, warned: bool
) -> None:
    desk = Desk(monkeypatch)
    roster = [f"P{k}" for k in range(players)]
    if refused:
        with pytest.raises(UsageError, match=r"limit 6 \(CBA-11.2\)"):
            entering.enter("", [Entry("New", roster=roster)], who=Who(reason="late"))
        with pytest.raises(UsageError, match="limit 6"):
            entering.edit("", 1, {}, roster=roster, who=Who(reason="late"))
        return
    done = entering.enter("", [Entry("New", roster=roster)], who=Who(reason="late"))
    assert bool(done.notes) is warned
    assert (5 in check_entries("").faults) == (not 4 <= players <= 6 or not desk.event.contestants[5].cards)


def test_what_is_wrong_with_entries_is_listed_with_its_article(monkeypatch: pytest.MonkeyPatch) -> None:
    desk = Desk(monkeypatch, players=4)
    for number in (1, 2, 3):
        file_card("", number)
    assert list(check_entries("").faults) == [4]
    desk.event.contestants[2].roster = ("N2", "S2", "N3")
    made = check_entries("").faults
    assert [str(f.text) for f in made[2]] == [
        "3 players are entered, at least 4", "N3 is in more than one entry: 2 T2, 3 T3"]
    assert [f.clause for f in made[4]] == ["CBA-21.1"]
    for language, part in (("en", "3 entries are not in order"), ("zh", "3个报名"), ("vi", "3 đơn vị")):
        assert part in entries_text(desk.event, made, Translator(language))
    assert entries_text(desk.event, {}, Translator("en")) == "All entries are in order\n"


@pytest.mark.parametrize(("options", "limits"), [
    ({"roster": [4, 8]}, (4, 8)), ({"roster": 2}, (2, 2)), ({}, (4, 6)),
    ({"boards": 0, "scoring": "football"}, None),
])
def test_limits_are_the_event_s_or_those_of_bridge(
    monkeypatch: pytest.MonkeyPatch, options: dict[str, Any], limits: tuple[int, int] | None
) -> None:
    assert limits_of(Desk(monkeypatch, **options).event.stage) == limits


@pytest.mark.parametrize("roster", [0, [6, 4], [4], "six", [4, 1_000], [4.0, 6]])
def test_limits_that_make_no_sense_are_refused(monkeypatch: pytest.MonkeyPatch, roster: Any) -> None:
    desk = Desk(monkeypatch, roster=roster)
    with pytest.raises(RulebookError):
        limits_of(desk.event.stage)
