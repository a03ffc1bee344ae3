"""Tables that need no search: named constructions, home sides by trails, legs, joined blocks."""

from scheduler.solve.constructions.carry_over import carry_over_balanced
from scheduler.solve.constructions.cba import cba
from scheduler.solve.constructions.circle import MOST_ENTRANTS, berger, canonical, rotation
from scheduler.solve.constructions.joined import joined
from scheduler.solve.constructions.legs import (
    MODES,
    MOST_MATCHES,
    double,
    english,
    french,
    inverted,
    mirrored,
    phased,
)
from scheduler.solve.constructions.requested import Wanted, requested
from scheduler.solve.constructions.sides import oriented

__all__ = [
    "MODES",
    "MOST_ENTRANTS",
    "MOST_MATCHES",
    "Wanted",
    "berger",
    "canonical",
    "carry_over_balanced",
    "cba",
    "double",
    "english",
    "french",
    "inverted",
    "joined",
    "mirrored",
    "oriented",
    "phased",
    "requested",
    "rotation",
]
