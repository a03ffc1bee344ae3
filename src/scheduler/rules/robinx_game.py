"""Games: fixed, forbidden, and tied to each other (GA1, GA2)."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from scheduler.event.league import Constraint
from scheduler.facts import All, Ids, Implies, Link
from scheduler.rules.count import Row
from scheduler.rules.robinx import View, wish
from scheduler.rules.robinx_capacity import bounds

__all__: list[str] = []


@wish(
    "GA1",
    counts="listed games, sides included, in the slots",
    example="3-5 and 4-2 at most once in slots 0 and 1: both there are one too many.",
)
def ga1(view: View, c: Constraint) -> Iterable[Row]:
    """The slots hold so many of the listed games."""
    index = view.instance.team_index
    h, a = (np.array([index[p[k]] for p in c.pairs], dtype=np.int64)[:, None] for k in (0, 1))
    facts = view.space["plays"].ids(h, a, np.array(view.when(c), dtype=np.int64)).ravel()
    named = {t + 1: None for t in (*h.ravel().tolist(), *a.ravel().tolist())}
    yield Row(tuple(named), (), facts, *bounds(c))


@wish(
    "GA2",
    counts="whether, given a game of the first with the second teams in the first slots, one of the "
    "third with the fourth in the second slots is there (EQ) or not (NEQ)",
    example="EQ, 1-2 in slot 0 but no 3-4 in slot 1: 1 short.",
)
def ga2(view: View, c: Constraint) -> Iterable[Row]:
    """A game here asks for, or rules out, a game there."""
    given = _some(view, c, "1", "2", "1", c.words["mode1"])
    then = _some(view, c, "3", "4", "2", c.words["mode3"])
    wanted = c.words["mode2"] == "EQ"
    define = Implies((given, then)) if wanted else All((given, then))
    family = view.space.add(f"tied-{c.id}", "one", (1,), define)
    named = tuple(t + 1 for t in sorted({*view.those(c, "1"), *view.those(c, "3")}))
    yield Row(named, (), family.all_ids(), 1 if wanted else None, None if wanted else 0)


def _some(view: View, c: Constraint, one: str, other: str, slots: str, mode: str) -> Link:
    """The games of one group with another, all bearing on the same fact."""
    first, second = np.zeros(view.teams, dtype=bool), np.zeros(view.teams, dtype=bool)
    first[view.those(c, one)] = True
    second[view.those(c, other)] = True
    when = np.zeros(view.slots, dtype=bool)
    when[view.when(c, slots)] = True

    def bears(h: Ids, a: Ids, r: Ids) -> tuple[Ids, ...]:
        at_home = first[h] & second[a] & (mode != "A")
        away = first[a] & second[h] & (mode != "H")
        return (np.where((at_home | away) & when[r], 0, -1),)

    return Link("plays", bears)
