"""The wishes of RobinX as counts: the list of constraint types, and what they are made from.

A constraint type is a *wish*: a function from a constraint to rows of facts with bounds. Wishes stand
in files by family (``robinx_capacity`` ...); :func:`wish` enters them in the list. Here their rows are
gathered into few counts, one for each type, hardness and penalty, so that reading them stays fast.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from scheduler.errors import UsageError
from scheduler.event.league import Constraint, LeagueInstance
from scheduler.facts import Ids, Space
from scheduler.facts.league import league_space
from scheduler.rules.count import Row, from_rows
from scheduler.rules.rulebook import RuleUse, Stated

__all__ = ["Asked", "View", "Wish", "all_wishes", "check_size", "gather", "wish"]

_MOST_FACTS = 30_000_000
"""Facts that the rows of an instance may list in all: a quarter of a gigabyte."""


@dataclass(frozen=True)
class View:
    """An instance with the space of its facts, in which teams and slots are places from 0."""

    instance: LeagueInstance
    space: Space
    _known: dict[tuple[tuple[int, ...], tuple[int, ...], str], Ids] = field(
        default_factory=dict, repr=False, compare=False
    )

    @classmethod
    def of(cls, instance: LeagueInstance) -> View:
        """The view of an instance."""
        return cls(instance, league_space(len(instance.teams), len(instance.slots)))

    @property
    def teams(self) -> int:
        """How many teams there are."""
        return len(self.instance.teams)

    @property
    def slots(self) -> int:
        """How many slots there are."""
        return len(self.instance.slots)

    def those(self, c: Constraint, which: str = "") -> list[int]:
        """The teams that ``teams<which>`` and its groups name."""
        return self.instance.teams_of(c, which)

    def when(self, c: Constraint, which: str = "") -> list[int]:
        """The slots that ``slots<which>`` and its groups name."""
        return self.instance.slots_of(c, which)

    @cached_property
    def games_each(self) -> NDArray[np.int64]:
        """How many games each team has in all."""
        index = self.instance.team_index
        places = [index[t] for m in self.instance.meetings for t in (m.home, m.away)]
        return np.bincount(np.array(places, dtype=np.int64), minlength=self.teams)

    @cached_property
    def most_meetings(self) -> int:
        """How often the pair that meets most often meets."""
        met: dict[frozenset[int], int] = {}
        for m in self.instance.meetings:
            pair = frozenset((m.home, m.away))
            met[pair] = met.get(pair, 0) + 1
        return max(met.values(), default=0)

    def matches(
        self, one: Sequence[int], other: Sequence[int], slots: Sequence[int], mode: str
    ) -> Ids:
        """Facts of the games of ``one`` against ``other`` in ``slots``: H at home, A away, HA both; a
        game between two of both counts once."""
        key = (tuple(one), tuple(other), mode)
        if key not in self._known:
            check_size(len(one) * len(other))
            self._known[key] = self._at_start(one, other, mode)
        start = self._known[key]
        check_size(len(start) * len(slots))
        facts: Ids = (start[:, None] + np.array(slots, dtype=np.int64)).ravel()
        return facts

    def _at_start(self, one: Sequence[int], other: Sequence[int], mode: str) -> Ids:
        """The facts of these games in slot 0; a slot later, each id is one more."""
        if len(one) == 1 and len(other) - (one[0] in other) == self.teams - 1:
            families = {"H": ["hosts"], "A": ["visits"], "HA": ["hosts", "visits"]}[mode]
            return np.concatenate([self.space[f].ids(one, 0) for f in families])
        first, second = (np.array(x, dtype=np.int64) for x in (one, other))
        sides = [(first, second)] * (mode != "A") + [(second, first)] * (mode != "H")
        found = []
        for home, away in sides:
            h, a = np.repeat(home, len(away)), np.tile(away, len(home))
            found.append(self.space["plays"].ids(h[h != a], a[h != a], 0))
        return found[0] if len(found) == 1 else np.unique(np.concatenate(found))


def check_size(facts: int) -> None:
    """UsageError for constraints that speak of more facts than the memory holds."""
    if facts > _MOST_FACTS:
        raise UsageError(
            f"the constraints speak of {facts} games in slots and more: at most {_MOST_FACTS}",
            maybe="split the instance, or drop constraints that are about everybody at all times.",
        )


Build = Callable[[View, Constraint], Iterable[Row]]


@dataclass(frozen=True, slots=True)
class Wish:
    """A constraint type: ``counts`` says in one sentence what is counted, ``example`` is worked."""

    tag: str
    family: str
    counts: str
    example: str
    build: Build


_WISHES: dict[str, Wish] = {}


def wish(tag: str, *, counts: str, example: str) -> Callable[[Build], Build]:
    """Declare the decorated builder as the meaning of a constraint type."""

    def register(build: Build) -> Build:
        family = build.__module__.rsplit("_", 1)[-1]
        _WISHES[tag] = Wish(tag, family, counts, example, build)
        return build

    return register


def all_wishes() -> tuple[Wish, ...]:
    """Every constraint type that is judged, by tag."""
    return tuple(_WISHES[tag] for tag in sorted(_WISHES))


@dataclass(frozen=True, eq=False)
class Asked:
    """A count and whose it is: ``owners`` gives for each row the constraint (its place in
    ``constraints``). ``base`` is added to the price: what the count cannot say of negative costs."""

    stated: Stated
    constraints: tuple[Constraint, ...]
    owners: NDArray[np.int64]
    base: int = 0


def gather(view: View, constraints: Sequence[Constraint]) -> list[Asked]:
    """The counts of these constraints, gathered by type, hardness and penalty, in order of the first.

    A type without a published meaning (BR4, FA4) has no counts. Raises UsageError where they speak of
    more than 30,000,000 facts in all.
    """
    alike: dict[tuple[str, bool, int], list[Constraint]] = {}
    for c in constraints:
        if c.tag in _WISHES:
            alike.setdefault((c.tag, c.hard, c.penalty), []).append(c)
    out, total = [], 0
    for (tag, hard, penalty), listed in alike.items():
        rows: list[Row] = []
        owners: list[int] = []
        for k, c in enumerate(listed):
            for row in _WISHES[tag].build(view, c):
                rows.append(row)
                owners.append(k)
                total += len(row.facts) + 10
                check_size(total)
        if rows:
            use = RuleUse(tag, level=0 if hard else 1, price=(penalty,), clause=f"RobinX {tag}")
            count = from_rows(view.space, rows, show_rounds=False)
            out.append(Asked(Stated(use, count), tuple(listed), np.array(owners, dtype=np.int64)))
    return out
