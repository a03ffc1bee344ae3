"""A problem cut down to a few rounds: nothing is asked of them that the whole does not ask."""

from __future__ import annotations

import numpy as np

from scheduler.facts import Frame, timetable
from scheduler.rules import read_rulebook
from scheduler.solve.cpsat import solve
from scheduler.solve.problem import Limits, Problem
from scheduler.solve.window import window


def problem(rules: str) -> Problem:
    """Four entrants twice over, every match open in every round, everybody promised to play."""
    frame = Frame(4, 6, 2, legs=2)
    space = timetable(frame)
    h, a, r = np.indices((4, 4, 6)).reshape(3, -1)
    return Problem(
        space, frame, read_rulebook(rules).stated(space, frame),
        {"plays": np.sort(space["plays"].ids(h, a, r)[h != a])}, plays=np.ones((4, 6), dtype=bool),
    )


def test_what_a_match_follows_is_left_out() -> None:
    """In rounds 1 and 4 a pair may well meet twice: within the whole, two rounds lie between."""
    asked = problem(
        '[[rule]]\nid = "once-a-round"\n[[rule]]\nid = "travel"\n'
        '[[rule]]\nid = "carry-over"\n[[rule]]\nid = "meetings-apart"\nleast = 4\n'
    )
    cut = window(asked, [1, 4])
    assert [s.use.id for s in cut.stated] == ["once-a-round"]


def test_turns_are_rounds_where_everybody_plays() -> None:
    """A run of three home matches asked for in the window is a clash there already."""
    rules = '[[rule]]\nid = "once-a-round"\n[[rule]]\nid = "run-limit"\n' + "".join(
        f'[[rule]]\nid = "side"\nentrants = [1]\nrounds = [{r}]\nside = "home"\n' for r in (2, 3, 4)
    )
    cut = window(problem(rules), [2, 3, 4])
    assert {s.use.id for s in cut.stated} == {"once-a-round", "run-limit", "side"}
    assert solve(cut, Limits(seconds=20, explain=False)).status == "infeasible"
