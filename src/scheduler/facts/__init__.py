"""What can be true of a schedule: facts as integers in an id space."""

from scheduler.facts.bracket import DrawFrame, draw_facts, draw_space
from scheduler.facts.connectives import (
    Again,
    All,
    Any,
    Definition,
    Follow,
    Implies,
    Link,
    Nth,
    Peak,
    Repeat,
    Same,
    Sum,
    Trip,
    Turn,
)
from scheduler.facts.space import Family, Ids, Space
from scheduler.facts.timetable import Frame, primary_facts, timetable

__all__ = [
    "Again",
    "All",
    "Any",
    "Definition",
    "DrawFrame",
    "Family",
    "Follow",
    "Frame",
    "Ids",
    "Implies",
    "Link",
    "Nth",
    "Peak",
    "Repeat",
    "Same",
    "Space",
    "Sum",
    "Trip",
    "Turn",
    "draw_facts",
    "draw_space",
    "primary_facts",
    "timetable",
]
