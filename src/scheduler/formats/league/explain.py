"""Why a league has no schedule: the hard constraints that clash, by their place in the file."""

from __future__ import annotations

from collections.abc import Sequence

from scheduler.errors import NoAnswer
from scheduler.event.league import GAME_MODES, Constraint
from scheduler.formats.league.wishes import Wishes
from scheduler.formats.league.words import name_of, wish_in_words
from scheduler.rules.robinx import Asked
from scheduler.solve.explain import explain
from scheduler.solve.problem import Limits, Problem

__all__ = ["clash_of"]


def clash_of(
    wishes: Wishes, problem: Problem, asked: Sequence[Asked], limits: Limits
) -> NoAnswer:
    """The error that names the clash: constraints of the instance and what every league asks for.

    A constraint is kept or dropped as a whole. ``minimal`` is claimed only where leaving out any one
    member was shown to leave a schedule.
    """
    keys = _keys(asked)
    try:
        clash = explain(problem, limits, lambda index, row: keys[index][row])
    except TimeoutError:
        clash = None
    if clash is None:
        return NoAnswer(
            "the hard constraints cannot hold together; which of them was not found in time",
            maybe="allow more time (--time-limit).",
        )
    members = [asked[m.index].constraints[int(asked[m.index].owners[m.row])] for m in clash.members]
    how = "none of them can be left out" if clash.minimal else "reduced, not proven minimal"
    stated = [c for c in members if c.id]
    return NoAnswer(
        "one demand cannot be met by itself" if len(members) == 1 else
        f"these {len(members)} demands cannot hold together ({how})",
        clash=[_line(wishes, c) for c in members], minimal=clash.minimal,
        maybe=f"make {name_of(stated[0])} soft, or drop it." if stated else "",
    )


def _keys(asked: Sequence[Asked]) -> list[list[tuple[int, int]]]:
    """For each count and row the (count, row) that stands for its constraint: the first of that one."""
    first: dict[tuple[str, int], tuple[int, int]] = {}
    out = []
    for index, one in enumerate(asked):
        keys = []
        for row, owner in enumerate(one.owners.tolist()):
            c = one.constraints[owner]
            keys.append(first.setdefault((c.tag, c.id), (index, row)))
        out.append(keys)
    return out


def _line(wishes: Wishes, c: Constraint) -> str:
    if c.tag in GAME_MODES:
        return f"{c.tag}: the legs are {GAME_MODES[c.tag]}"
    return f"{name_of(c)}: {wish_in_words(wishes.view.instance, c)}"
