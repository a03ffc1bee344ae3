"""What can be true of a schedule: facts as integers in an id space."""

from scheduler.facts.bracket import DrawFrame, draw_facts, draw_space
from scheduler.facts.connectives import (
    All,
    Any,
    Definition,
    Implies,
    Lead,
    Link,
    Same,
    Spread,
    Turn,
)
from scheduler.facts.space import Family, Ids, Space
from scheduler.facts.timetable import Frame, primary_facts, timetable

__all__ = [
    "All",
    "Any",
    "Definition",
    "DrawFrame",
    "Family",
    "Frame",
    "Ids",
    "Implies",
    "Lead",
    "Link",
    "Same",
    "Space",
    "Spread",
    "Turn",
    "draw_facts",
    "draw_space",
    "primary_facts",
    "timetable",
]
