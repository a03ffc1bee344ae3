"""Standings: places, every step between two entrants, and what counts when not all was played."""

from __future__ import annotations

import itertools
import json
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scheduler.errors import UsageError
from scheduler.standings import (
    ByeScore,
    ContinuousVP,
    Ledger,
    MatchScore,
    Penalty,
    TieBreak,
    standings,
    tie_break_from,
)
from scheduler.standings.table import as_text

POINTS = TieBreak("points")


def _order(*names: str) -> tuple[TieBreak, ...]:
    return (POINTS, *(tie_break_from(n) for n in names))


def _match(round: int, home: int, away: int, margin: int, boards: int = 16) -> MatchScore:
    vp = ContinuousVP().points(margin, boards)
    return MatchScore(round, home, away, *vp, home_for=max(margin, 0), away_for=max(-margin, 0))


def _places(ledger: Ledger, *names: str, **more: int) -> list[int]:
    return [row.entrant for row in standings(ledger, _order(*names), **more).rows]


def test_a_penalty_leaves_the_score_and_counts_in_the_place() -> None:
    """12-8 with a penalty of 1 VP to the winner: 11 and 8; waived, 12, and both entries stay."""
    match = MatchScore(1, 1, 2, 1_200, 800)
    fined = Penalty(1, 100, 1, "late")
    row = standings(Ledger(2, (match,), penalties=(fined,))).row_of(1)
    assert (row.score, row.penalties, row.total) == (1_200, 100, 1_100)
    ledger = Ledger(2, (match,), penalties=(Penalty(1, 100, 1, "late", waived=True),))
    assert standings(ledger).row_of(1).total == 1_200
    assert len(ledger.penalties) == 1


def test_a_bye_adds_twelve_as_in_the_published_event() -> None:
    ledger = Ledger(3, byes=(ByeScore(1, 9, 1_200),), carried={1: 14_658})
    row = standings(ledger).row_of(1)
    assert row.as_json()["total"] == "158.58"
    assert (row.byes, row.wins, row.losses) == (1, 0, 0)


def test_two_half_matches_are_one_rounds_score_and_half_a_win_each() -> None:
    ledger = Ledger(3, (
        MatchScore(1, 1, 2, 1_378, 622, 10, 0, share=2),
        MatchScore(1, 3, 1, 1_205, 795, 5, 0, share=2),
        MatchScore(1, 2, 3, 1_000, 1_000, share=2)))
    row = standings(ledger).row_of(1)
    assert (row.total, row.wins, row.losses) == (1_087, Fraction(1, 2), Fraction(1, 2))
    assert standings(ledger, rounding="half-down").row_of(1).total == 1_086


def test_head_to_head_decides_between_two_and_says_so() -> None:
    ledger = Ledger(4, (
        _match(1, 1, 2, -5), _match(1, 3, 4, -5), _match(2, 1, 3, 5), _match(2, 2, 4, -5)))
    made = standings(ledger, _order("head-to-head"))
    assert [(r.place, r.entrant) for r in made.rows] == [(1, 4), (2, 2), (3, 1), (4, 3)]
    steps = made.why(1, 2)
    assert [(s.criterion, s.above, s.below, s.decided) for s in steps] == [
        ("points", "20.00", "20.00", False), ("head-to-head", "11.48", "8.52", True)]
    assert steps[1].among == 2


def test_a_circle_of_three_stays_level_and_shares_a_place() -> None:
    ledger = Ledger(4, (_match(1, 1, 2, 5), _match(2, 2, 3, 5), _match(3, 3, 1, 5)))
    made = standings(ledger, _order("head-to-head"))
    assert [(r.place, r.entrant, r.shared) for r in made.rows] == [
        (1, 1, True), (1, 2, True), (1, 3, True), (4, 4, False)]
    assert not any(step.decided for step in made.why(3, 1))


def test_head_to_head_does_not_apply_where_not_all_have_met() -> None:
    three = Ledger(5, (_match(1, 1, 2, 0), ), byes=(ByeScore(3, 1, 1_000),))
    made = standings(three, _order("head-to-head"))
    assert made.why(1, 3)[1].applied is False
    partial = standings(three, (POINTS, TieBreak("head-to-head", partial=True)))
    assert [r.entrant for r in partial.rows][:3] == [1, 2, 3]
    assert partial.why(1, 3)[1].decided


def test_head_to_head_does_not_apply_where_some_met_more_often_than_others() -> None:
    pairs = ((1, 2, 3, 1), (2, 1, 2, 2), (1, 3, 1, 3), (2, 3, 3, 1))
    ledger = Ledger(3, tuple(MatchScore(r, *p) for r, p in enumerate(pairs, 1)), carried={3: 2})
    made = standings(ledger, _order("head-to-head"))
    assert {r.total for r in made.rows} == {6}
    assert not made.why(1, 2)[1].applied


def test_head_to_head_again_among_those_it_leaves_level() -> None:
    """1 beats 2, 2 beats 3 by more, 3 beats 1: counted again between two, their own match
    decides."""
    points = {(1, 2): (2, 0), (1, 3): (2, 2), (1, 4): (1, 3),
              (2, 3): (4, 0), (2, 4): (1, 3), (3, 4): (3, 1)}
    ledger = Ledger(4, tuple(
        MatchScore(k, h, a, *both) for k, ((h, a), both) in enumerate(points.items(), 1)))
    once, again = (
        standings(ledger, (POINTS, TieBreak("head-to-head", again=a), TieBreak("number")))
        for a in (False, True))
    assert [r.total for r in once.rows] == [7, 5, 5, 5]
    # Among 1, 2 and 3: 4, 4 and 2; between 1 and 2, then, 1 won.
    assert [r.entrant for r in again.rows] == [4, 1, 2, 3]
    assert [s.criterion for s in again.why(1, 2)] == ["points", "head-to-head", "head-to-head"]
    assert [s.criterion for s in once.why(1, 2)] == ["points", "head-to-head", "number"]


def test_buchholz_median_and_cuts_leave_out_what_they_say() -> None:
    """Entrant 1 met opponents with 3, 2, 1 and 0 wins' worth of points."""
    ledger = Ledger(5, tuple(MatchScore(r, 1, r + 1, 100, 100) for r in range(1, 5)),
                    carried={2: 300, 3: 200, 4: 100})
    found = {}
    for name in ("buchholz", "buchholz-cut-1", "buchholz-cut-2", "median", "median-2"):
        made = standings(ledger, (tie_break_from(name),))
        found[name] = as_text(made.splits[0].values[1], "points")
    assert found == {"buchholz": "10.00", "buchholz-cut-1": "9.00", "buchholz-cut-2": "7.00",
                     "median": "5.00", "median-2": "0.00"}


def test_sonneborn_berger_counts_the_beaten_in_full_and_the_drawn_in_half() -> None:
    ledger = Ledger(4, (MatchScore(1, 1, 2, 200, 0), MatchScore(2, 3, 1, 100, 100),
                        MatchScore(3, 1, 4, 0, 200)),
                    carried={2: 500, 3: 300})
    made = standings(ledger, (tie_break_from("sonneborn-berger"),))
    assert made.splits[0].values[1] == 500 + Fraction(400, 2)
    weighted = standings(ledger, (tie_break_from("sonneborn-berger-points"),))
    assert weighted.splits[0].values[1] == 2 * 500 + 1 * 400


def test_a_walkover_is_no_opponent_for_buchholz_unless_the_rule_puts_oneself_there() -> None:
    ledger = Ledger(3, (MatchScore(1, 1, 2, 1_200, 0, kind="home-walkover"),
                        MatchScore(2, 1, 3, 900, 1_100)))
    skip = standings(ledger, (TieBreak("opponents"),)).splits[0].values
    own = standings(ledger, (TieBreak("opponents", unplayed="own"),)).splits[0].values
    assert (skip[1], own[1]) == (1_100, 1_100 + 2_100)
    row = standings(ledger).row_of(1)
    assert (row.wins, row.losses) == (1, 1)
    won = standings(ledger, (TieBreak("wins-played"),)).splits[0].values
    assert won[1] == 0


def test_both_sides_lose_a_double_walkover() -> None:
    made = standings(Ledger(2, (MatchScore(1, 1, 2, kind="double-walkover"),)))
    assert [(r.total, r.wins, r.draws, r.losses) for r in made.rows] == [(0, 0, 0, 1)] * 2


def test_unplayed_matches_are_no_draws_and_their_placeholders_are_told() -> None:
    ledger = Ledger(2, (MatchScore(1, 1, 2, 1_000, 1_000, kind="unplayed"),))
    made = standings(ledger)
    assert not made.complete
    found = [(r.total, r.provisional, r.draws, r.unplayed) for r in made.rows]
    assert found == [(1_000, 1_000, 0, 1)] * 2


def test_a_published_round_robin_without_results_has_everybody_level(shared: Path) -> None:
    path = shared / "domain" / "data" / "bridge" / "opatija2014_open.json"
    told = json.loads(path.read_text(encoding="utf-8"))["rounds"]
    rounds = [r for r in told if len(r["matches"]) == 9]
    names = sorted({n for r in rounds for m in r["matches"] for n in m[1:]})
    number = {name: k for k, name in enumerate(names, start=1)}
    matches = tuple(MatchScore(r["round"], number[h], number[a], kind="unplayed")
                    for r in rounds for _, h, a in r["matches"])
    made = standings(Ledger(len(names), matches), _order("head-to-head", "buchholz", "quotient"))
    assert len(made.rows) == len(names) == 36
    assert {(r.place, r.shared) for r in made.rows} == {(1, True)}


def test_an_embargo_shows_the_standings_of_the_round_that_is_out() -> None:
    ledger = Ledger(2, (_match(1, 1, 2, 10), _match(2, 1, 2, -30)), penalties=(Penalty(1, 100, 2),))
    first = standings(ledger, as_of=1)
    assert ([r.entrant for r in first.rows], first.as_of) == ([1, 2], 1)
    assert first.row_of(1).penalties == 0
    assert standings(ledger).rows[0].entrant == 2
    assert standings(ledger, as_of=0).row_of(1).total == 0


def test_guests_count_for_their_opponents_and_have_no_place() -> None:
    ledger = Ledger(3, (_match(1, 3, 1, 20), _match(2, 2, 3, 20)), unranked=frozenset({3}))
    made = standings(ledger, _order("buchholz"))
    assert [(r.place, r.entrant) for r in made.rows] == [(1, 2), (2, 1), (0, 3)]
    with pytest.raises(UsageError, match="no place"):
        made.why(1, 3)


def test_quotients_are_exact_and_nothing_conceded_is_above_all() -> None:
    ledger = Ledger(6, (
        MatchScore(1, 1, 2, 100, 100, 100_001, 100_000),
        MatchScore(1, 3, 4, 100, 100, 100_000, 99_999),
        MatchScore(1, 5, 6, 100, 100, 1, 0)))
    assert _places(ledger, "quotient") == [5, 3, 1, 2, 4, 6]


def test_lots_come_from_the_seed_alone_and_need_one() -> None:
    order = (POINTS, tie_break_from({"name": "lots", "seed": "2026-05-01"}))
    small, large = (standings(Ledger(n), order) for n in (5, 9))
    assert [r.entrant for r in small.rows] == [r.entrant for r in large.rows if r.entrant <= 5]
    assert not any(r.shared for r in large.rows)
    other = standings(Ledger(9), (POINTS, TieBreak("lots", seed="2026-05-02")))
    assert [r.entrant for r in other.rows] != [r.entrant for r in large.rows]
    with pytest.raises(UsageError, match="seed"):
        standings(Ledger(2), _order("lots"))


def test_the_unbeaten_entrant_wins_where_wins_come_first() -> None:
    ledger = Ledger(4, (
        _match(1, 1, 2, 1), _match(1, 3, 4, 60), _match(2, 1, 3, 1), _match(2, 2, 4, 60)))
    assert standings(ledger).rows[0].entrant == 2
    assert standings(ledger, (TieBreak("wins"), POINTS)).rows[0].entrant == 1


@pytest.mark.parametrize(("ledger", "told"), [
    ({"entrants": 2, "matches": (MatchScore(1, 1, 3),)}, "entrant 3"),
    ({"entrants": 2, "matches": (MatchScore(1, 1, 1),)}, "plays itself"),
    ({"entrants": 2, "matches": (MatchScore(0, 1, 2),)}, "round 0"),
    ({"entrants": 3, "matches": (MatchScore(1, 1, 2), MatchScore(1, 3, 1))}, "more than one match"),
    ({"entrants": 3, "matches": (MatchScore(1, 1, 2), MatchScore(1, 3, 1, share=2))}, "more than"),
    ({"entrants": 2, "matches": (MatchScore(1, 1, 2),), "byes": (ByeScore(2, 1, 0),)},
     "more than one"),
    ({"entrants": 2, "matches": (MatchScore(1, 1, 2, kind="walkover"),)}, "kind"),
    ({"entrants": 2, "penalties": (Penalty(1, -100),)}, "hundredths"),
    ({"entrants": 2, "matches": (MatchScore(1, 1, 2, 10**12),)}, "hundredths"),
    ({"entrants": 2, "carried": {7: 1}}, "entrant 7"),
    ({"entrants": 0}, "1 to"),
    ({"entrants": 10**7}, "1 to"),
])
def test_a_ledger_that_contradicts_itself_is_refused(ledger: dict[str, object], told: str) -> None:
    with pytest.raises(UsageError, match=told):
        Ledger(**ledger)  # type: ignore[arg-type]


def test_an_order_that_is_none_is_refused() -> None:
    with pytest.raises(UsageError, match="criterion"):
        standings(Ledger(2), ())
    with pytest.raises(UsageError, match='mean "quotient"'):
        standings(Ledger(2), (TieBreak("quotent"),))
    with pytest.raises(UsageError, match="rounding"):
        standings(Ledger(2, byes=(ByeScore(1, 1, 1),)), rounding="nearest")


NAMES = ("head-to-head", "buchholz", "median", "sonneborn-berger", "quotient", "wins", "net")


@st.composite
def _played(draw: st.DrawFn) -> Ledger:
    n = draw(st.integers(2, 7))
    matches, byes = [], []
    for round in range(1, draw(st.integers(1, 4)) + 1):
        order = draw(st.permutations(range(1, n + 1)))
        for h, a in zip(order[::2], order[1::2], strict=False):
            kind = draw(st.sampled_from(
                ("played",) * 4 + ("home-walkover", "double-walkover", "unplayed")))
            margin = draw(st.integers(-2, 2)) if kind == "played" else 0
            known = {"played": (10 + margin, 10 - margin), "home-walkover": (12, 0)}
            points = known.get(kind, (0, 0))
            matches.append(MatchScore(round, h, a, *points, max(margin, 0), max(-margin, 0), kind))
        if n % 2:
            byes.append(ByeScore(order[-1], round, 12))
    return Ledger(n, tuple(matches), tuple(byes))


@settings(max_examples=60)
@given(_played(), st.permutations(NAMES))
def test_steps_agree_with_places_and_the_last_one_decides(
    ledger: Ledger, names: tuple[str, ...]
) -> None:
    made = standings(ledger, _order(*names))
    rows = made.rows
    assert sorted(r.entrant for r in rows) == list(range(1, ledger.entrants + 1))
    given = [m.home_points + m.away_points for m in ledger.matches] + [
        b.points for b in ledger.byes]
    assert sum(r.total for r in rows) == sum(given)
    for a, b in itertools.pairwise(rows):
        steps = made.why(b.entrant, a.entrant)
        assert [s.decided for s in steps[:-1]] == [False] * (len(steps) - 1)
        assert steps[-1].decided == (a.place != b.place)
        assert a.total >= b.total


@settings(max_examples=60)
@given(_played())
def test_a_naive_count_of_points_opponents_and_wins_gives_the_same_order(ledger: Ledger) -> None:
    total = dict.fromkeys(range(1, ledger.entrants + 1), 0)
    wins = dict(total)
    for m in ledger.matches:
        total[m.home] += m.home_points
        total[m.away] += m.away_points
        wins[m.home] += m.kind == "home-walkover" or (m.kind == "played" and m.home_points > 10)
        wins[m.away] += m.kind == "played" and m.away_points > 10
    for b in ledger.byes:
        total[b.entrant] += b.points
    met = {e: sum(total[m.home + m.away - e] for m in ledger.matches
                  if m.kind == "played" and e in (m.home, m.away)) for e in total}
    naive = sorted(total, key=lambda e: (-total[e], -met[e], -wins[e], e))
    assert _places(ledger, "buchholz", "wins") == naive
