"""Ball by ball with several attributes: which lines leave a draw that costs no more than the best one.

Entrants of the same codes are of one *kind*; what is settled is known by its kind too. Lines that an
exchange of halves carries into each other, with all that is settled, are alike and asked about once.
A draw at hand answers at once, then swaps from it, then up to 32 lines the solver, which may also show
that there is none.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace

import numpy as np

from scheduler.event import OPEN
from scheduler.solve.draws.separation_field import Field, Ids
from scheduler.solve.draws.several_search import Search, components

__all__ = ["Leads", "Lots", "alike", "kinds_of"]

_STEPS = 200
_MOST_SOLVED = 32
_MOST_KNOWN = 16


@dataclass(frozen=True, eq=False)
class Leads:
    """What an entrant may draw: ``draws`` maps an admissible line, from 1, to a best draw that has him
    there. ``exact``: of every other line it is shown that it leaves none."""

    draws: dict[int, Ids]
    exact: bool


class Lots:
    """A drawing in progress. ``field``: lines settled so far; ``target``: what the draw costs by each goal.

    ``best`` has to be a draw that has the settled lines and is as good as can be.
    """

    def __init__(self, field: Field, best: Ids) -> None:
        self.field, self.target = field, components(field, best)
        self._known = [best]

    def leads(self, entrant: int, seed: list[int], among: Collection[int]) -> Leads:
        """The lines that ``entrant`` may draw now; the same ``seed`` of integers gives the same answer.

        Lines that are not ``among`` these are known to leave no best draw.
        """
        kinds = kinds_of(self.field)
        rng = np.random.default_rng(seed)
        draws: dict[int, Ids] = {}
        known, exact = list(self._known), True
        for lines in alike(self.field, kinds):
            if not any(line in among for line in lines):
                continue
            found, sure = self._with(entrant, lines, kinds, known, rng)
            exact = exact and sure
            if found is not None:
                known.append(found)
                at = int(np.flatnonzero(found == entrant)[0])
                draws |= {line: _carried(found, at, line - 1, self.field, kinds) for line in lines}
        return Leads(dict(sorted(draws.items())), exact)

    def settle(self, line: int, entrant: int, leads: Leads) -> None:
        """Put an entrant on a line, from 1, for good; ``leads`` is what :meth:`leads` said of him."""
        kinds, i = kinds_of(self.field), line - 1
        if components(self.field, leads.draws[line]) != self.target:
            raise AssertionError("this draw is not as good as the best")
        others = [draw for k, draw in leads.draws.items() if k != line][:_MOST_KNOWN]
        fit = [_exchanged(d, i, entrant) for d in others if kinds[d[i]] == kinds[entrant]]
        lines = self.field.lines.copy()
        lines[i] = entrant
        self.field = replace(self.field, lines=lines)
        self._known = [leads.draws[line], *fit]

    def _with(
        self, entrant: int, lines: list[int], kinds: Ids, known: list[Ids], rng: np.random.Generator
    ) -> tuple[Ids | None, bool]:
        """A best draw with the entrant on one of these lines, which are alike; whether the answer is sure."""
        for draw in reversed(known):
            for line in lines:
                if kinds[draw[line - 1]] == kinds[entrant]:
                    return _exchanged(draw, line - 1, entrant), True
        start = _exchanged(known[-1], lines[0] - 1, entrant)
        settled = self.field.lines.copy()
        settled[lines[0] - 1] = entrant
        field = replace(self.field, lines=settled)
        search = Search(field, start, rng)
        if len(field.free):
            search.run(self.target, _STEPS, None)
        if search.value <= self.target:
            return search.lines, True
        if not len(field.free) or field.size > _MOST_SOLVED:
            return None, not len(field.free)
        # Imported here because it brings the solver, which most lots do without.
        from scheduler.solve.draws.several_window import within

        return within(field, search.lines, self.target, int(rng.integers(2**31)))


def kinds_of(field: Field) -> Ids:
    """The kind of each entrant by number, from 0: alike in all codes that two entrants have."""
    codes = field.codes[:, 1:].copy()
    for row in codes:
        many = np.bincount(row + 1)
        row[:] = np.where(many[row + 1] > 1, row, -1)
    kinds: Ids = np.unique(codes, axis=1, return_inverse=True)[1].reshape(-1)
    return np.concatenate(([-1], kinds))


def alike(field: Field, kinds: Ids) -> list[list[int]]:
    """The free lines, from 1, in classes that exchanges of halves carry into each other."""
    names: dict[tuple[int, int], int] = {}
    lowest = int(kinds.min()) - 2
    level = [lowest if who == OPEN else int(kinds[who]) for who in field.lines.tolist()]
    besides: list[list[int]] = [[] for _ in level]
    while len(level) > 1:
        width = field.size // len(level)
        for i, beside in enumerate(besides):
            beside.append(level[(i // width) ^ 1])
        level = [
            names.setdefault((min(a, b), max(a, b)), len(kinds) + len(names))
            for a, b in zip(level[::2], level[1::2], strict=True)
        ]
    classes: dict[tuple[int, ...], list[int]] = {}
    for i in field.free.tolist():
        classes.setdefault(tuple(besides[i]), []).append(i + 1)
    return list(classes.values())


def _exchanged(lines: Ids, at: int, entrant: int) -> Ids:
    """The draw with the entrant at an index, and who was there in his place."""
    out = lines.copy()
    out[np.flatnonzero(lines == entrant)[0]] = lines[at]
    out[at] = entrant
    return out


def _carried(lines: Ids, at: int, goal: int, field: Field, kinds: Ids) -> Ids:
    """The draw with halves exchanged so that what stands at an index comes to another one alike.

    Settled entrants whom that moves change back with those of their kind who have come to their lines.
    """
    out = lines.copy()
    while at != goal:
        # Halves of the smallest section that holds both change places, each in an order that fits.
        up = (at ^ goal).bit_length() - 1
        low, high = (at >> up) << up, (goal >> up) << up
        order = _fitting(field, kinds, low, high, up)
        one, other = out[low : low + (1 << up)].copy(), out[high : high + (1 << up)].copy()
        out[high + order] = one
        out[low : low + (1 << up)] = other[order]
        at = high + int(order[at - low])
    return _put_back(out, field)


def _fitting(field: Field, kinds: Ids, low: int, high: int, up: int) -> Ids:
    """For each place in the section at ``low`` one in that at ``high`` with the same settled kind."""
    if up == 0:
        return np.zeros(1, dtype=np.int64)
    half = 1 << (up - 1)
    straight = _name(field, kinds, low, up - 1) == _name(field, kinds, high, up - 1)
    first, second = (high, high + half) if straight else (high + half, high)
    return np.concatenate((
        _fitting(field, kinds, low, first, up - 1) + (first - high),
        _fitting(field, kinds, low + half, second, up - 1) + (second - high),
    ))


def _name(field: Field, kinds: Ids, low: int, up: int) -> object:
    """What is settled in a section, the same for sections that exchanges of halves make equal."""
    if up == 0:
        who = int(field.lines[low])
        return str(OPEN if who == OPEN else f"kind {kinds[who]}")
    halves = (_name(field, kinds, low, up - 1), _name(field, kinds, low + (1 << (up - 1)), up - 1))
    return tuple(sorted(halves, key=repr))


def _put_back(lines: Ids, field: Field) -> Ids:
    out = lines.copy()
    for i in np.flatnonzero(field.lines > 0).tolist():
        who = field.lines[i]
        if out[i] != who:
            out[np.flatnonzero(out == who)[0]] = out[i]
            out[i] = who
    return out
