"""Whole situations from result slips to places, each named by what it asks."""

from __future__ import annotations

from dataclasses import replace

from scheduler.standings import (
    ByeRule,
    ByeScore,
    CarryOver,
    ContinuousVP,
    Ledger,
    MatchScore,
    Penalty,
    Scoring,
    Standings,
    TieBreak,
    agree,
    bye_points,
    carried_points,
    doubts,
    parse_many,
    parse_result,
    score_match,
    standings,
    tie_break_from,
)

VP = Scoring(ContinuousVP(), 16)
ROUNDS = {1: ((1, 2), (3, 4)), 2: ((1, 3), (4, 2)), 3: ((4, 1), (2, 3))}


def scores(text: str) -> tuple[MatchScore, ...]:
    """``ROUND TABLE RESULT`` lines as scores of :data:`ROUNDS`, which must all be good."""
    made = parse_many(text, VP)
    assert made.faults == ()
    return tuple(
        score_match(line.entered, VP, round=line.round, home=ROUNDS[line.round][line.table - 1][0],
                    away=ROUNDS[line.round][line.table - 1][1])
        for line in made.lines)


ALL = "1 1 +20\n1 2 -20\n2 1 5\n2 2 0\n3 1 +7\n3 2 61-43\n"


def totals(made: Standings) -> dict[int, int]:
    return {row.entrant: row.total for row in made.rows}


def test_points_are_conserved_from_slips_to_standings() -> None:
    made = standings(Ledger(4, scores(ALL)))
    assert sum(totals(made).values()) == 6 * 2_000
    assert made.complete


def test_a_line_that_was_refused_and_entered_again_leaves_no_trace() -> None:
    first = parse_many(ALL.replace("2 1 5", "2 1 13.25-6.57"), VP)
    assert [fault.number for fault in first.faults] == [3]
    assert len(first.lines) == 5
    again = parse_many("2 1 5", VP)
    assert {(x.round, x.table, x.entered.home) for x in (*first.lines, *again.lines)} == {
        (x.round, x.table, x.entered.home) for x in parse_many(ALL, VP).lines}


def test_a_swapped_sign_found_later_changes_two_totals_and_no_earlier_standings() -> None:
    wrong, right = scores(ALL.replace("3 1 +7", "3 1 -7")), scores(ALL)
    changed = {e for e in range(1, 5)
               if totals(standings(Ledger(4, wrong)))[e] != totals(standings(Ledger(4, right)))[e]}
    assert changed == {1, 4}
    for after in (1, 2):
        before = standings(Ledger(4, wrong), as_of=after)
        assert before.rows == standings(Ledger(4, right), as_of=after).rows


def test_a_penalty_of_one_point_makes_twelve_to_eight_eleven_to_eight() -> None:
    """And waived it leaves both entries and the full score."""
    ledger = Ledger(2, (score_match(parse_result("12-8", VP), VP, round=1, home=1, away=2),),
                    penalties=(Penalty(1, 100, 1, "late"),))
    assert totals(standings(ledger)) == {1: 1_100, 2: 800}
    waived = replace(ledger, penalties=(replace(ledger.penalties[0], waived=True),))
    assert totals(standings(waived)) == {1: 1_200, 2: 800}
    assert len(waived.penalties) == 1


def test_a_bye_adds_twelve_points_to_what_a_team_had() -> None:
    """Youth championship 2018: 146.58 + 12.00 = 158.58."""
    ledger = Ledger(1, byes=(ByeScore(1, 9, bye_points(ByeRule(), VP.scale)),), carried={1: 14_658})
    assert totals(standings(ledger)) == {1: 15_858}


def test_a_match_with_teams_seated_the_wrong_way_is_void_with_eight_points_each() -> None:
    """Twelve each where it was the director's fault; either way they have not met at the table."""
    for text, points in (("void 8-8", 800), ("void 12-12", 1_200)):
        score = score_match(parse_result(text, VP), VP, round=1, home=1, away=2)
        made = standings(Ledger(2, (score,)), (TieBreak("points"), tie_break_from("buchholz")))
        assert totals(made) == {1: points, 2: points}
        assert not score.played
        assert set(made.splits[1].values.values()) == {0}
        assert made.rows[0].wins == made.rows[0].draws == made.rows[0].losses == 0


def test_both_sides_may_get_more_than_they_share_after_a_directors_error() -> None:
    """Law 82C: totals may exceed what there is, and nobody is asked whether it was meant."""
    entered = parse_result("13.25-9.75 adj", VP)
    assert doubts(entered, VP) == ()
    score = score_match(entered, VP, round=1, home=1, away=2)
    assert (score.home_points + score.away_points, score.outcome, score.played) == (2_300, 1, True)


def test_a_result_stands_once_both_sides_say_the_same_and_a_conflict_blocks_only_itself() -> None:
    first = {1: "+20", 2: "-20", 3: "5"}
    second = {1: "20", 2: "20", 3: "5/16"}
    found = {k: agree(parse_result(first[k], VP), parse_result(second[k], VP), VP) for k in first}
    assert {k: a.agreed for k, a in found.items()} == {1: True, 2: False, 3: True}
    assert found[2].mirrored


def test_a_side_that_does_not_compete_counts_for_its_opponents_only() -> None:
    made = standings(Ledger(4, scores(ALL), unranked=frozenset({1})))
    assert made.row_of(1).place == 0
    assert [row.place for row in made.rows] == [1, 2, 3, 0]
    assert totals(made) == totals(standings(Ledger(4, scores(ALL))))


def test_unplayed_matches_hold_placeholders_until_their_results_come() -> None:
    held = scores(ALL.replace("3 2 61-43", "3 2 unplayed"))
    made = standings(Ledger(4, held))
    assert not made.complete
    assert {row.entrant: row.provisional for row in made.rows} == {1: 0, 2: 1_000, 3: 1_000, 4: 0}
    assert sum(totals(made).values()) == 6 * 2_000


def test_ties_go_through_every_step_of_the_usual_order_down_to_the_lot() -> None:
    """Own match, opponents' points, net IMPs, boards won, lots: two level in all but the lot."""
    order = tuple(tie_break_from(x) for x in (
        "points", "head-to-head", "buchholz", "net", "boards", {"name": "lots", "seed": "2026-05-01"}))
    drawn = Ledger(2, (MatchScore(1, 1, 2, 1_000, 1_000, 30, 30, home_boards=8, away_boards=8),))
    steps = standings(drawn, order).why(1, 2)
    assert [(s.criterion, s.decided) for s in steps] == [
        ("points", False), ("head-to-head", False), ("opponents", False), ("net", False),
        ("boards", False), ("lots", True)]
    boards = replace(drawn.matches[0], home_boards=7, away_boards=9)
    assert standings(replace(drawn, matches=(boards,)), order).why(1, 2)[-1].criterion == "boards"


def test_the_next_stage_begins_with_the_points_against_those_who_qualified() -> None:
    made = scores(ALL)
    order = [row.entrant for row in standings(Ledger(4, made)).rows][:2]
    carried = carried_points(made, order, CarryOver("all"))
    between = next(m for m in made if {m.home, m.away} == set(order))
    assert carried == {between.home: between.home_points, between.away: between.away_points}
    assert totals(standings(Ledger(4, carried=carried)))[between.home] == between.home_points
