"""What a league may minimise besides its soft constraints: BM, TR, CO, CR."""

from __future__ import annotations

import numpy as np

from scheduler.event.league import OBJECTIVES, Constraint
from scheduler.rules.count import Count, Term
from scheduler.rules.robinx import Asked, View
from scheduler.rules.rulebook import RuleUse, Stated

__all__ = ["objective"]


def objective(view: View) -> list[Asked]:
    """The counts whose price is the objective's own part: none for SC and NONE."""
    build = {"BM": _breaks, "TR": _travel, "CO": _carry_over, "CR": _cost}
    kind = view.instance.objective
    return build[kind](view) if kind in build else []


def _asked(view: View, count: Count, price: tuple[int, ...] = (1,), base: int = 0) -> Asked:
    kind = view.instance.objective
    use = RuleUse(kind, level=1, price=price, clause=f"RobinX {kind}", reason=OBJECTIVES[kind])
    owner = Constraint(0, kind, False, 1)
    return Asked(Stated(use, count), (owner,), np.broadcast_to(np.int64(0), (count.rows,)), base)


def _breaks(view: View) -> list[Asked]:
    term = Term("repeat", lambda e, side, r: (e,))
    return [_asked(view, Count(("entrant",), (view.teams,), (term,), None, 0, show_rounds=False))]


def _travel(view: View) -> list[Asked]:
    """Distance from home to the first venue, from venue to venue, and home from the last."""
    miles = np.zeros((view.teams, view.teams), dtype=np.int64)
    index = view.instance.team_index
    for (i, j), distance in view.instance.distances.items():
        miles[index[i], index[j]] = distance
    term = Term("journey", lambda e, u, v, r: (e,), lambda e, u, v, r: miles[u, v])
    return [_asked(view, Count(("entrant",), (view.teams,), (term,), None, 0, show_rounds=False))]


def _carry_over(view: View) -> list[Asked]:
    """Over ordered pairs: how often a team meets the second right after the first, squared, weighted."""
    n, index = view.teams, view.instance.team_index
    weights = np.ones((n, n), dtype=np.int64)
    for (i, j), weight in view.instance.weights.items():
        weights[index[i], index[j]] = weight
    # A pair meets so often at most, so no entry of the matrix is larger than this.
    most = n * view.most_meetings
    term = Term("carry-on", lambda e, i, j, r: (i, j))
    return [
        _asked(
            view,
            Count(("entrant", "entrant"), (n, n), (term,), None, 0, weights == w, show_rounds=False),
            tuple(w * k * k for k in range(1, most + 1)),
        )
        for w in np.unique(weights).tolist() if w
    ]


def _cost(view: View) -> list[Asked]:
    """Cost of every game where it is played. Negative costs are counted from the least that can be."""
    teams, when = view.instance.team_index, view.instance.slot_index
    table = np.zeros((view.teams, view.teams, view.slots), dtype=np.int64)
    for (h, a, s), cost in view.instance.costs.items():
        table[teams[h], teams[a], when[s]] = cost
    low = int(np.minimum(table.min(axis=2), 0).sum() * max(1, int(view.games_each.max())))
    term = Term("plays", lambda h, a, r: (np.zeros_like(h),), lambda h, a, r: table[h, a, r])
    return [_asked(view, Count(("all",), (1,), (term,), None, low, show_rounds=False), base=low)]
