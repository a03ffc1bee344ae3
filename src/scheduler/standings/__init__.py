"""Scores and standings: from contracts and margins to points, from points to places.

Pure functions over whole numbers of hundredths; no store, no command. Reading order: ``boards`` (a
board's score and IMPs), ``scales`` and ``vp`` (margins to points), ``awards`` (points without a
match), ``results`` (the ledger), ``tally`` and ``tiebreaks``, ``table`` (standings), ``notices``.
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
)
from scheduler.standings.results import ByeScore, Ledger, MatchScore, Penalty
from scheduler.standings.scales import (
    ContinuousVP,
    DiscreteVP,
    OutcomePoints,
    Scale,
    TableVP,
    scale_from,
)
from scheduler.standings.table import Row, Standings, Step, standings
from scheduler.standings.tally import tallies
from scheduler.standings.tiebreaks import TieBreak, tie_break_from

__all__ = [
    "BoardResult", "ByeRule", "ByeScore", "ContinuousVP", "Contract", "DiscreteVP", "Ledger",
    "MatchScore", "OutcomePoints", "Penalty", "Row", "Ruling", "Scale", "Standings", "Step",
    "TableVP", "TieBreak", "block_of_three", "board_imps", "bye_points", "carried_over",
    "contract_score", "imps", "match_margin", "parse_contract", "scale_from", "standings",
    "tallies", "tie_break_from", "unplayed_award", "walkover",
]
