"""From what was entered to what the ledger keeps: scales, short matches, walkovers, segments."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from scheduler.errors import RulebookError, UsageError
from scheduler.standings.awards import ByeRule, knockout_carry_over
from scheduler.standings.entry import parse_result
from scheduler.standings.results import Ledger, MatchScore
from scheduler.standings.scales import ContinuousVP, DiscreteVP, OutcomePoints, TableVP
from scheduler.standings.scoring import Scoring, add_segments, pool, score_match, scoring_from
from scheduler.standings.table import standings

VP = Scoring(ContinuousVP(), 16)


def score(text: str, scoring: Scoring = VP, share: int = 1) -> MatchScore:
    entered = parse_result(text, scoring)
    return score_match(entered, scoring, round=3, home=5, away=9, share=share)


@pytest.mark.parametrize(("text", "made"), [
    ("+20", MatchScore(3, 5, 9, 1_500, 500, 20, 0)),
    ("-20", MatchScore(3, 5, 9, 500, 1_500, 0, 20)),
    ("63-43", MatchScore(3, 5, 9, 1_500, 500, 63, 43)),
    ("15-5", MatchScore(3, 5, 9, 1_500, 500)),
    ("=", MatchScore(3, 5, 9, 1_000, 1_000)),
    ("w-", MatchScore(3, 5, 9, 1_200, 0, kind="home-walkover")),
    ("-w", MatchScore(3, 5, 9, 0, 1_200, kind="away-walkover")),
    ("--", MatchScore(3, 5, 9, 0, 0, kind="double-walkover")),
    ("void", MatchScore(3, 5, 9, 0, 0, kind="void")),
    ("unplayed", MatchScore(3, 5, 9, 1_000, 1_000, kind="unplayed")),
])
def test_an_entry_becomes_the_ledgers_score(text: str, made: MatchScore) -> None:
    assert score(text) == made


def test_who_won_is_enough_for_a_league_but_not_for_victory_points() -> None:
    league = Scoring(OutcomePoints(300, 100, 0))
    assert [score(t, league).home_points for t in ("h", "d", "a", "2-1", "w-")] == [300, 100, 0, 300, 300]
    with pytest.raises(UsageError, match="not by how much"):
        score("h")


def test_a_short_match_is_on_its_own_scale_the_half_scale_or_the_full_one() -> None:
    """+10 IMPs over 8 boards are 13.78, half of that 6.89, and over 16 boards 12.80."""
    texts = {short: score("+10/8", Scoring(ContinuousVP(), 16, short)) for short in ("own", "half", "full")}
    assert {s: m.home_points for s, m in texts.items()} == {"own": 1_378, "half": 689, "full": 1_280}
    fixed = Scoring(ContinuousVP(boards=16), 16)
    assert score("+10/8", fixed).home_points == 1_378
    assert score("+10/8", Scoring(DiscreteVP(), 16, "half")).home_points + score(
        "-10/8", Scoring(DiscreteVP(), 16, "half")).home_points == 1_000


def test_two_half_matches_make_a_round_by_mean_or_on_the_half_scale_by_sum() -> None:
    """+10 and -5 over 8 boards: 13.78 and 7.95, mean 10.865; on the half scale 6.89 + 3.97 = 10.86."""
    totals = {}
    for short in ("own", "half"):
        scoring = Scoring(ContinuousVP(), 16, short)
        matches = [score_match(parse_result(text, scoring), scoring, round=1, home=1, away=other, share=2)
                   for text, other in (("+10/8", 2), ("-5/8", 3))]
        totals[short] = standings(Ledger(3, tuple(matches))).row_of(1).total
    assert totals == {"own": 1_087, "half": 689 + 397}


def test_a_printed_scale_has_no_half() -> None:
    printed = Scoring(TableVP(((1, 100, 100), (9, 200, 0))), 16, "half")
    with pytest.raises(UsageError, match="no half scale"):
        score("+3/8", printed)


def test_what_walkovers_and_placeholders_are_worth_is_the_rulebooks() -> None:
    scoring = Scoring(ContinuousVP(), 16, walkover=ByeRule("fixed", value=1_800), absent=100, placeholder=0)
    assert (score("w-", scoring).home_points, score("w-", scoring).away_points) == (1_800, 100)
    assert (score("--", scoring).home_points, score("--", scoring).away_points) == (100, 100)
    assert score("unplayed", scoring).home_points == 0


def test_segments_add_their_imps_to_the_carry_over_so_that_nobody_is_level() -> None:
    """Level after two segments: the tenth of an IMP of the better placed decides."""
    segments = [parse_result(t, VP) for t in ("30-10", "-15/16", "5", "unplayed")]
    total = add_segments(segments, knockout_carry_over(5, 2))
    assert (total.home, total.away, total.played, total.outcome) == (3_500, 2_510, 3, 1)
    level = add_segments([parse_result(t, VP) for t in ("+7", "-7")], knockout_carry_over(5, 2))
    assert (level.outcome, level.entered().home) == (-1, 0)
    assert total.entered().margin == 10


def test_a_segment_without_imps_cannot_be_added() -> None:
    with pytest.raises(UsageError, match="segment 2"):
        add_segments([parse_result("+7", VP), parse_result("12-8", VP)])


def test_the_pool_is_what_two_sides_share_where_they_share_something() -> None:
    assert pool(ContinuousVP(half=True)) == 1_000
    assert pool(OutcomePoints(300, 100, 0)) is None
    assert pool(OutcomePoints(100, 50, 0)) == 100
    assert pool(TableVP(((1, 1_500, 1_500), (9, 2_500, 500)))) == 3_000
    assert pool(TableVP(((1, 1_500, 1_500), (9, 2_500, 400)))) is None


def test_the_settings_are_read_from_an_event_file() -> None:
    made = scoring_from({
        "scale": {"kind": "vp-continuous"}, "boards": 16, "short": "half", "pair": "points",
        "walkover": {"kind": "draw-times", "factor": "3/2"}, "absent": 100, "placeholder": 900})
    assert made == Scoring(ContinuousVP(), 16, "half", "points",
                           ByeRule("draw-times", Fraction(3, 2)), 100, 900)
    assert scoring_from({}) == Scoring(OutcomePoints())


@pytest.mark.parametrize(("data", "told"), [
    ({"board": 16}, '"board"(.|\n)*mean "boards"'),
    ({"boards": True}, "whole number"),
    ({"boards": 1_001}, "1,000"),
    ({"short": "quarter"}, "own, half, full"),
    ({"pair": 3}, "auto, points, scores"),
    ({"scale": "vp"}, "a table"),
    ({"scale": {"kind": "vp"}}, "kind"),
    ({"walkover": {"kind": "wins"}}, 'mean "win"'),
    ({"walkover": {"factor": "1/0"}}, "6/5"),
    ({"walkover": {"kind": "fixed", "value": -1}}, "hundredths"),
])
def test_a_wrong_setting_is_told_with_its_place(data: dict[str, Any], told: str) -> None:
    with pytest.raises(RulebookError, match=told) as caught:
        scoring_from(data, "event.toml:9")
    assert "event.toml:9" in str(caught.value)
