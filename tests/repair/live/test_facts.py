"""Each fact that a director can tell, alone and with others, and the repair that answers it."""

from __future__ import annotations

import pytest

from scheduler.errors import UsageError
from scheduler.live.plays import play_of
from scheduler.live.scoring import ledger_of

from .desk import Desk, idle, kinds, listed

EIGHT = [(1, 5), (2, 6), (3, 7), (4, 8)]
SEVEN = [(1, 4), (2, 5), (3, 6), (0, 7)]


def test_an_opponent_left_alone_has_the_bye_and_nothing_else_changes() -> None:
    desk = Desk(8)
    desk.publish(EIGHT)
    case = desk.tell({"fact": "withdrawal", "number": 8})
    best = case.proposals[0]
    assert (case.active, best.kind, best.changed, best.minimal, best.least) == (7, "least", 1, True, 1)
    here = desk.accept(best)
    assert listed(here) == {1: {1, 5}, 2: {2, 6}, 3: {3, 7}}
    assert idle(here) == {4}
    assert here.version == 2


def test_the_opponent_of_one_who_leaves_plays_who_had_the_bye() -> None:
    desk = Desk(7)
    desk.publish(SEVEN)
    here = desk.accept(desk.tell({"fact": "withdrawal", "number": 1}).proposals[0])
    assert listed(here)[1] == {4, 7}
    assert idle(here) == set()


def test_a_bye_holder_who_leaves_changes_no_table_and_is_on_no_list() -> None:
    desk = Desk(7)
    desk.publish(SEVEN)
    best = desk.tell({"fact": "withdrawal", "number": 7}).proposals[0]
    here = desk.accept(best)
    assert (best.changed, idle(here), len(here.matches)) == (0, set(), 3)
    assert [(t.id, t.now) for t in best.tells] == [(7, None)]


def test_one_who_leaves_during_the_round_loses_by_a_walkover_and_no_table_changes() -> None:
    desk = Desk(7)
    desk.publish(SEVEN)
    desk.begin()
    case = desk.tell({"fact": "withdrawal", "number": 5, "when": "during"})
    assert kinds(case) == ["keep"]
    here = desk.accept(case.proposals[0])
    match = next(m for m in here.matches if m.has(5))
    assert match.result is not None
    assert match.result.kind == "home-walkover"
    assert not desk.event.contestants[5].plays(2)


def test_one_who_leaves_before_a_round_that_has_started_at_its_table_is_a_contradiction() -> None:
    desk = Desk(8)
    desk.publish(EIGHT)
    desk.begin(2)
    with pytest.raises(UsageError, match="its match has started"):
        desk.tell({"fact": "withdrawal", "number": 2})


def test_one_who_leaves_after_the_round_plays_it_to_its_end() -> None:
    desk = Desk(8)
    desk.publish(EIGHT)
    case = desk.tell({"fact": "withdrawal", "number": 2, "when": "after"})
    assert kinds(case) == ["keep"]
    desk.accept(case.proposals[0])
    assert desk.event.contestants[2].plays(1)
    assert not desk.event.contestants[2].plays(2)


def test_a_late_team_plays_who_had_the_bye() -> None:
    desk = Desk(7)
    desk.publish(SEVEN)
    best = desk.tell({"fact": "late", "name": "Late"}).proposals[0]
    here = desk.accept(best)
    assert listed(here)[4] == {7, 8}
    assert (best.changed, idle(here)) == (0, set())


def test_a_late_team_in_an_even_field_has_the_bye_itself() -> None:
    desk = Desk(8)
    desk.publish(EIGHT)
    here = desk.accept(desk.tell({"fact": "late", "name": "Late"}).proposals[0])
    assert idle(here) == {9}


def test_a_late_team_comes_into_the_next_round_where_every_table_has_started() -> None:
    desk = Desk(7)
    desk.publish(SEVEN)
    desk.begin()
    case = desk.tell({"fact": "late", "name": "Late"})
    assert kinds(case) == ["keep"]
    assert "no table of this round is left to join" in case.told[0]
    desk.accept(case.proposals[0])
    assert not desk.event.contestants[8].plays(1)
    assert desk.event.contestants[8].plays(2)


def test_wrong_opponents_at_two_tables_stand_and_the_two_left_over_meet() -> None:
    desk = Desk(8)
    desk.publish(EIGHT)
    here = desk.accept(desk.tell({"fact": "opponents", "pairs": [[1, 6]]}).proposals[0])
    assert listed(here) == {1: {1, 6}, 2: {2, 5}, 3: {3, 7}, 4: {4, 8}}
    assert [m.started for m in here.matches] == [True, False, False, False]


def test_wrong_opponents_at_three_tables_in_a_ring_leave_everybody_else_alone() -> None:
    desk = Desk(8)
    desk.publish(EIGHT)
    best = desk.tell({"fact": "opponents", "pairs": [[1, 6], [2, 7]]}).proposals[0]
    here = desk.accept(best)
    assert listed(here) == {1: {1, 6}, 2: {2, 7}, 3: {3, 5}, 4: {4, 8}}
    assert best.least == 3


def test_a_second_meeting_that_was_played_by_mistake_is_recorded_and_needs_no_force() -> None:
    desk = Desk(8)
    desk.play(EIGHT, ["+10"] * 4)
    desk.publish([(6, 1), (5, 2), (8, 3), (7, 4)])
    case = desk.tell({"fact": "opponents", "pairs": [[1, 5]]})
    best = case.proposals[0]
    assert not best.holds
    assert not case.needs_force(best)
    assert ("no-rematch", 1) in [(d.rule, d.now) for d in best.differences]
    assert {1, 5} in listed(desk.accept(best)).values()


def test_matches_told_to_be_at_each_others_tables_are_there_and_nobody_moves() -> None:
    desk = Desk(8)
    desk.publish(EIGHT)
    case = desk.tell({"fact": "tables", "moves": [[1, 3], [3, 1]]})
    assert kinds(case) == ["keep"]
    assert listed(desk.accept(case.proposals[0]))[1] == {3, 7}


@pytest.mark.parametrize(("text", "turned"), [
    ("+18", "-18"), ("-7/12", "+7/12"), ("61-43 imp", "43-61 imp"), ("13.25-6.75", "6.75-13.25 adj"),
    ("w-", "-w"), ("h", "a"), ("void", "void"), ("void 8-12", "void 12-8")])
def test_sides_the_wrong_way_round_leave_each_team_what_it_made(text: str, turned: str) -> None:
    """Whatever form the result was typed in."""
    desk = Desk(4, scoring="football" if text == "h" else "vp")
    desk.publish([(1, 3), (2, 4)])
    desk.result(1, text)
    before = {m.home: m.home_points for m in ledger_of(desk.event, desk.stage).matches if m.home == 1}
    desk.accept(desk.tell({"fact": "seats", "table": 1}).proposals[0])
    match = next(m for m in desk.here.matches if m.table == 1)
    assert (match.home, match.away) == (3, 1)
    assert match.result is not None
    assert match.result.text.replace(".00", "") == turned.replace(".00", "")
    assert match.result.away_points == before[1]


def test_a_lost_table_moves_its_match_and_no_other() -> None:
    desk = Desk(8, tables=5)
    desk.publish(EIGHT)
    desk.begin(2)
    best = desk.tell({"fact": "lost-table", "tables": [2]}).proposals[0]
    assert listed(desk.accept(best)) == {1: {1, 5}, 5: {2, 6}, 3: {3, 7}, 4: {4, 8}}


def test_a_table_that_is_lost_after_its_match_breaks_no_rule_of_that_round() -> None:
    desk = Desk(8)
    desk.play(EIGHT, ["+1", "+2", "+3", "+4"])
    desk.publish([(6, 1), (5, 2), (8, 3), (7, 4)])
    desk.result(1, "+5")
    case = desk.tell({"fact": "lost-table", "tables": [1]})
    desk.accept(case.proposals[0])
    assert case.proposals[0].kind == "keep"
    assert all(play_of(desk.stage).check(desk.event, desk.stage, r).holds for r in (1, 2))
    for table in (2, 3, 4):
        desk.result(table, "+1")
    desk.draw()
    assert 1 not in listed(desk.here)


def test_fewer_tables_than_matches_are_played_in_two_sittings_and_that_is_said() -> None:
    desk = Desk(8, tables=4)
    desk.publish(EIGHT)
    best = desk.tell({"fact": "lost-table", "tables": [3, 4]}).proposals[0]
    here = desk.accept(best)
    assert here.proof["sittings"] == [[5, 1], [6, 2]]
    assert sorted(listed(here)) == [1, 2, 5, 6]
    assert sum("later sitting" in reason for reason in best.reasons) == 2


def test_two_who_cannot_meet_are_drawn_apart_by_giving_up_one_match() -> None:
    desk = Desk(8)
    desk.publish(EIGHT)
    best = desk.tell({"fact": "apart", "pair": [4, 8]}).proposals[0]
    assert (best.changed, best.least, best.minimal) == (2, 2, True)
    assert "giving up none is impossible, proven" in best.proof
    assert best.holds
    assert {4, 8} not in listed(desk.accept(best)).values()


def test_two_who_cannot_meet_but_play_already_finish_their_match() -> None:
    desk = Desk(8)
    desk.publish(EIGHT)
    desk.begin(4)
    case = desk.tell({"fact": "apart", "pair": [4, 8]})
    assert kinds(case) == ["keep"]
    assert "which stands" in case.told[0]
    desk.accept(case.proposals[0])
    assert play_of(desk.stage).check(desk.event, desk.stage, 1).holds


def test_started_tables_stand_and_the_others_are_drawn_around_them() -> None:
    desk = Desk(8)
    desk.publish(EIGHT)
    case = desk.tell({"fact": "started", "tables": [1, 2]}, {"fact": "withdrawal", "number": 7})
    for proposal in case.proposals:
        rows = next(p["matches"] for kind, p in proposal.decisions if kind == "repaired")
        assert [1, 5, 1] in [r[1:4] for r in rows]
        assert [2, 6, 2] in [r[1:4] for r in rows]


def test_rounds_cut_or_added_say_what_is_left_to_be_drawn() -> None:
    desk = Desk(8)
    desk.publish(EIGHT)
    added = desk.tell({"fact": "rounds", "rounds": 4}).proposals[0]
    assert "3 more rounds can be paired" in added.outlook
    desk.append("fact-dropped", {"fact": max(desk.event.facts)})
    assert desk.tell({"fact": "rounds", "rounds": 1}).proposals[0].outlook == "this is the last round"
    with pytest.raises(UsageError):
        desk.tell({"fact": "rounds", "rounds": 0})


def test_rounds_that_cannot_all_be_paired_are_told_before_anybody_decides() -> None:
    desk = Desk(4)
    desk.play([(1, 3), (2, 4)], ["+3", "+4"])
    desk.publish([(4, 1), (3, 2)])
    case = desk.tell({"fact": "rounds", "rounds": 6})
    assert "1" in case.proposals[0].outlook
    assert "4 more rounds" not in case.proposals[0].outlook


@pytest.mark.parametrize("facts", [
    [{"fact": "withdrawal", "number": 3}, {"fact": "withdrawal", "number": 3, "when": "after"}],
    [{"fact": "rounds", "rounds": 4}, {"fact": "rounds", "rounds": 5}],
    [{"fact": "seats", "table": 2}, {"fact": "seats", "table": 2}],
    [{"fact": "opponents", "pairs": [[1, 6], [6, 2]]}],
    [{"fact": "opponents", "pairs": [[1, 6]]}, {"fact": "withdrawal", "number": 6}],
    [{"fact": "started", "tables": [3]}, {"fact": "withdrawal", "number": 7}],
])
def test_facts_that_contradict_each_other_are_refused_in_words(facts: list[dict[str, object]]) -> None:
    desk = Desk(8)
    desk.publish(EIGHT)
    with pytest.raises(UsageError):
        desk.tell(*facts)


def test_where_a_second_meeting_is_unavoidable_the_fewest_are_proposed_with_proof() -> None:
    """Four teams that have all met but two pairs, of which one pair may not meet."""
    desk = Desk(4)
    desk.play([(1, 2), (3, 4)], ["+3", "+4"])
    desk.play([(1, 3), (4, 2)], ["+3", "+4"])
    desk.publish([(1, 4), (2, 3)])
    case = desk.tell({"fact": "opponents", "pairs": [[1, 2]]})
    assert {(d.rule, d.now) for d in case.proposals[0].differences} >= {("no-rematch", 2)}
    assert "fewer is impossible, proven" in case.proposals[0].proof
    assert case.proposals[0].kind == "rematch"


def test_an_outcome_as_directors_want_to_read_it_counts_what_changes_and_what_is_impossible() -> None:
    """One has left, two met by mistake, a score was wrong: one joint repair, told in one line."""
    from scheduler.views import Translator
    from scheduler.views.repairs import case_text

    desk = Desk(40)
    desk.play([(a, a + 20) for a in range(1, 21)], [f"{a:+d}" for a in range(1, 21)])
    desk.publish([(a + 1, a) for a in range(1, 40, 2)])
    case = desk.tell(
        {"fact": "withdrawal", "number": 40}, {"fact": "opponents", "pairs": [[1, 3]]},
        {"fact": "score", "round": 1, "table": 2, "text": "+30"})
    text = case_text(case, Translator("en"))
    assert "39 active, round 2, facts that differ: 3" in text
    assert "3 tables not yet started change; 2 is impossible, proven" in text
