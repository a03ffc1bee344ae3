"""Swiss events: the next round, exact and with look-ahead; home sides; odd fields; explanations."""

from scheduler.formats.swiss.counted import assumed_points, counted_rounds
from scheduler.formats.swiss.explain import Answer, explain_match
from scheduler.formats.swiss.fast import FastSwiss
from scheduler.formats.swiss.odd import OddPlan, plans_for
from scheduler.formats.swiss.order import draw_order
from scheduler.formats.swiss.proof import check_proof, proof_of
from scheduler.formats.swiss.round import SwissRound, before_the_event, next_round
from scheduler.formats.swiss.state import Settings, SwissState, Three, recommended_rounds
from scheduler.formats.swiss.why_not import why_not

__all__ = [
    "Answer",
    "FastSwiss",
    "OddPlan",
    "Settings",
    "SwissRound",
    "SwissState",
    "Three",
    "assumed_points",
    "before_the_event",
    "check_proof",
    "counted_rounds",
    "draw_order",
    "explain_match",
    "next_round",
    "plans_for",
    "proof_of",
    "recommended_rounds",
    "why_not",
]
