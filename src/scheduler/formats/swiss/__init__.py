"""Swiss events: the next round, exact and with look-ahead; home sides; odd fields; explanations."""

from scheduler.formats.swiss.order import draw_order
from scheduler.formats.swiss.round import SwissRound, before_the_event, next_round
from scheduler.formats.swiss.state import Settings, SwissState, Three, recommended_rounds

__all__ = [
    "Settings",
    "SwissRound",
    "SwissState",
    "Three",
    "before_the_event",
    "draw_order",
    "next_round",
    "recommended_rounds",
]
