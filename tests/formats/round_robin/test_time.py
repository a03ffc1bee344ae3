"""The time limit holds for what is made and compiled as well as for what is searched."""

from __future__ import annotations

from functools import partial

from scheduler.arrange import Candidate, arrange
from scheduler.event import Schedule
from scheduler.facts import Frame, timetable
from scheduler.rules import Rulebook, read_uses
from scheduler.solve.constructions import cba, rotation
from scheduler.solve.problem import Limits, Problem


def test_once_a_schedule_obeys_no_more_are_made_after_the_time_is_up() -> None:
    frame = Frame(6, 5, 3)
    space = timetable(frame)
    uses = read_uses([{"id": "meet-each"}, {"id": "breaks-total", "price": 1, "level": 1}])
    problem = Problem(space, frame, Rulebook("r", uses=uses).stated(space, frame), {})
    made: list[str] = []

    def make(name: str) -> Schedule:
        made.append(name)
        return rotation(6) if name == "a" else cba(6)

    def candidate(name: str) -> Candidate:
        return Candidate(name, partial(make, name))

    result = arrange(problem, [candidate("a"), candidate("b")], Limits(1e-9), everything=None)
    assert (made, result.engine, result.status) == (["a"], "a", "feasible")
    made.clear()
    result = arrange(problem, [candidate("a"), candidate("b")], Limits(20), everything=None)
    assert made == ["a", "b"]
