"""Scores and standings: from contracts and margins to points, from points to places.

Pure functions over whole numbers of hundredths; no store, no command. Reading order: ``boards`` (a
board's score and IMPs), ``scales`` and ``vp`` (margins to points), ``awards`` (points without a match),
``carryover`` (points of an earlier stage), ``entry``, ``entry_many``, ``entry_checks`` (results as they
are typed), ``scoring`` (from there to the ledger), ``results`` (the ledger), ``tally`` and
``tiebreaks``, ``table`` (standings), ``notices`` and ``lineups``; ``rulings`` (the Laws).
"""

from scheduler.standings.awards import (
    ByeRule,
    block_of_three,
    bye_points,
    carried_over,
    unplayed_award,
    walkover,
)
from scheduler.standings.boards import (
    BoardResult,
    Contract,
    Ruling,
    board_imps,
    contract_score,
    imps,
    match_margin,
    parse_contract,
    point_a_board,
)
from scheduler.standings.carryover import (
    CarryOver,
    carried_points,
    carry_forward,
    carry_imps,
    carry_over_from,
    cross_imps,
)
from scheduler.standings.entry import parse_result
from scheduler.standings.entry_checks import (
    Agreement,
    Doubt,
    agree,
    board_differences,
    doubts,
    likely_swapped,
)
from scheduler.standings.entry_many import Line, LineFault, Many, parse_many
from scheduler.standings.lineups import LineUps, Stamp
from scheduler.standings.results import ByeScore, Ledger, MatchScore, Penalty
from scheduler.standings.scales import (
    ContinuousVP,
    DiscreteVP,
    OutcomePoints,
    Scale,
    TableVP,
    scale_from,
)
from scheduler.standings.scoring import (
    Entered,
    Scoring,
    SegmentTotal,
    add_segments,
    score_match,
    scoring_from,
)
from scheduler.standings.table import Row, Standings, Step, standings
from scheduler.standings.tally import tallies
from scheduler.standings.tiebreaks import TieBreak, tie_break_from

__all__ = [
    "Agreement", "BoardResult", "ByeRule", "ByeScore", "CarryOver", "ContinuousVP", "Contract",
    "DiscreteVP", "Doubt", "Entered", "Ledger", "Line", "LineFault", "LineUps", "Many", "MatchScore",
    "OutcomePoints", "Penalty", "Row", "Ruling", "Scale", "Scoring", "SegmentTotal", "Stamp",
    "Standings", "Step", "TableVP", "TieBreak", "add_segments", "agree", "block_of_three",
    "board_differences", "board_imps", "bye_points", "carried_over", "carried_points", "carry_forward",
    "carry_imps", "carry_over_from", "contract_score", "cross_imps", "doubts", "imps", "likely_swapped",
    "match_margin", "parse_contract", "parse_many", "parse_result", "point_a_board", "scale_from",
    "score_match", "scoring_from", "standings", "tallies", "tie_break_from", "unplayed_award",
    "walkover",
]
