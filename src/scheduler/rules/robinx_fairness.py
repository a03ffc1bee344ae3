"""Fairness: balance of sides, of games so far, of venues, of distance and of cost (FA1 to FA6)."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from scheduler.event.league import Constraint
from scheduler.facts.league import peak_family
from scheduler.rules.count import Row
from scheduler.rules.robinx import View, check_size, wish

__all__: list[str] = []


@wish(
    "FA1",
    counts="largest difference of a team's home and away games so far, at the end of a listed slot",
    example="intp 1; HHA: 2, 1 too much.",
)
def fa1(view: View, c: Constraint) -> Iterable[Row]:
    """Each team's home and away games stay balanced."""
    peak = peak_family(view.space, "balance", view.when(c))
    for t in view.those(c):
        yield Row((t + 1,), (), peak.ids([t]), None, c.numbers["intp"])


@wish(
    "FA2",
    counts="largest difference of two teams' games of a mode so far, at the end of a listed slot",
    example="intp 2; after slot 3 one has had 4 home games and another 1: 1 too much.",
)
def fa2(view: View, c: Constraint) -> Iterable[Row]:
    """No team is ever far ahead of another in home games, away games, or games."""
    check_size(view.teams**2 * view.slots)
    peak = peak_family(view.space, c.words["mode"], view.when(c))
    teams = view.those(c)
    for k, i in enumerate(teams):
        for j in teams[k + 1 :]:
            yield Row((i + 1, j + 1), (), peak.ids([i], [j]), None, c.numbers["intp"])


@wish(
    "FA3",
    counts="consecutive mutual games of each two teams at the same venue",
    example="3-5 in slot 0 and again in slot 9: 1.",
)
def fa3(view: View, c: Constraint) -> Iterable[Row]:
    """Two teams are home to each other in turn."""
    teams, repeat = view.those(c), view.space["pair-repeat"]
    slots = np.arange(view.slots)
    for k, i in enumerate(teams):
        for j in teams[k + 1 :]:
            facts = repeat.ids(i * view.teams + j, np.array([[0], [1]]), slots).ravel()
            yield Row((i + 1, j + 1), (), facts, None, 0)


@wish(
    "FA5",
    counts="distance travelled by the teams to the games in the slots, and home after a last game there",
    example="From home to a venue 40 away and back, both in the slots: 80.",
)
def fa5(view: View, c: Constraint) -> Iterable[Row]:
    """The teams together travel no further than this."""
    index, journey = view.instance.team_index, view.space["journey"]
    slots = np.array(view.when(c), dtype=np.int64)
    teams = np.array(view.those(c), dtype=np.int64)
    ways = [(index[i], index[j], d) for (i, j), d in view.instance.distances.items() if i != j and d]
    check_size((len(teams) + 1) * len(ways) * len(slots))
    u, v, d = (np.array([w[k] for w in ways], dtype=np.int64) for k in range(3))
    out = journey.ids(teams[:, None, None], u[:, None], v[:, None], slots)
    back = journey.ids(v[:, None], u[:, None], v[:, None], slots + view.slots)[np.isin(v, teams)]
    weights = np.concatenate((
        np.broadcast_to(d[:, None], out.shape).ravel(),
        np.broadcast_to(d[np.isin(v, teams), None], back.shape).ravel(),
    )) if len(ways) else np.empty(0, dtype=np.int64)
    facts = np.concatenate((out.ravel(), back.ravel()))
    yield Row(tuple((teams + 1).tolist()), (), facts, None, c.numbers["intp"], weights)


@wish(
    "FA6",
    counts="cost of the games in the slots",
    example="intp 10; games of cost 7 and 5: 2 too much.",
)
def fa6(view: View, c: Constraint) -> Iterable[Row]:
    """The games in the slots cost no more than this."""
    slots = set(view.when(c))
    teams, when = view.instance.team_index, view.instance.slot_index
    priced = [
        (teams[h], teams[a], when[s], cost)
        for (h, a, s), cost in view.instance.costs.items()
        if when[s] in slots and cost and h != a
    ]
    h, a, s, cost = (np.array([p[k] for p in priced], dtype=np.int64) for k in range(4))
    yield Row((), (), view.space["plays"].ids(h, a, s), None, c.numbers["intp"], cost)
