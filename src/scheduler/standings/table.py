"""Standings: who is where, and by which step each is above the next."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import groupby
from math import lcm
from typing import Any

from scheduler.errors import UsageError
from scheduler.standings.results import Ledger
from scheduler.standings.tally import Tally, tallies
from scheduler.standings.tiebreaks import CRITERIA, TieBreak, Value, is_of_group, values_of

__all__ = ["Row", "Split", "Standings", "Step", "as_text", "standings", "step_of"]


@dataclass(frozen=True, slots=True)
class Row:
    """A place. ``place`` 0 is no place (unranked); ``shared`` where no criterion told two apart.

    Points are hundredths; ``total`` = ``carried`` + ``score`` - ``penalties``, ``provisional`` the
    part of the score from placeholders. Matches are counted in halves where half matches were
    played.
    """

    place: int
    entrant: int
    shared: bool
    total: int
    score: int
    carried: int
    penalties: int
    provisional: int
    wins: Fraction
    draws: Fraction
    losses: Fraction
    byes: int
    unplayed: int

    def as_json(self) -> dict[str, Any]:
        """The documented JSON shape; points as decimal text, so that nobody adds up floats."""
        points = {k: as_text(Fraction(getattr(self, k)), "points")
                  for k in ("total", "score", "carried", "penalties", "provisional")}
        matches = {k: as_text(getattr(self, k), "count") for k in ("wins", "draws", "losses")}
        return {
            "place": self.place or None, "entrant": self.entrant, "shared": self.shared,
            **points, **matches, "byes": self.byes, "unplayed": self.unplayed,
        }


@dataclass(frozen=True, slots=True)
class Split:
    """One criterion put to one group of level entrants. ``values`` is empty where it did not
    apply."""

    criterion: TieBreak
    group: tuple[int, ...]
    values: Mapping[int, Value]


@dataclass(frozen=True, slots=True)
class Step:
    """One criterion between two entrants: their values, and whether it decided.

    ``among`` is how many were level when it was asked. ``applied`` is False where head to head does
    not apply, as they have not all met equally often; the values then are "".
    """

    criterion: str
    title: str
    above: str
    below: str
    among: int
    applied: bool
    decided: bool

    def as_json(self) -> dict[str, Any]:
        """The documented JSON shape."""
        return {"criterion": self.criterion, "title": self.title, "above": self.above,
                "below": self.below, "among": self.among, "applied": self.applied,
                "decided": self.decided}


@dataclass(frozen=True)
class Standings:
    """Rows in order of place, unranked last; ``as_of`` is the round after which they stand.

    Entrants that share a place are in order of number. ``splits`` is every decision that was made.
    """

    rows: tuple[Row, ...]
    as_of: int
    order: tuple[TieBreak, ...]
    splits: tuple[Split, ...] = field(repr=False, default=())

    @property
    def complete(self) -> bool:
        """True where no match up to ``as_of`` waits for its result."""
        return not any(row.unplayed for row in self.rows)

    def row_of(self, entrant: int) -> Row:
        """An entrant's row; UsageError where there is none."""
        for row in self.rows:
            if row.entrant == entrant:
                return row
        raise UsageError(f"there is no entrant {entrant} in these standings")

    def why(self, a: int, b: int) -> tuple[Step, ...]:
        """Every step by which one of two entrants is above the other, in order; the last decides.

        In each step ``above`` is the value of the one placed above (of ``a`` where they share a
        place, and then no step decides). UsageError for one entrant twice or without a place.
        """
        places = self.row_of(a).place, self.row_of(b).place
        if a == b or 0 in places:
            raise UsageError(f"entrants {a} and {b} cannot be compared: "
                             + ("they are one" if a == b else "one of them has no place"))
        first, second = (a, b) if places[0] <= places[1] else (b, a)
        return tuple(step_of(split, first, second) for split in self.splits
                     if first in split.group and second in split.group)

    def as_json(self) -> dict[str, Any]:
        """The documented JSON shape: ``as_of``, ``complete``, ``tie_breaks``, ``standings``."""
        return {
            "as_of": self.as_of, "complete": self.complete,
            "tie_breaks": [how.name for how in self.order],
            "standings": [row.as_json() for row in self.rows],
        }


_MOST_BITS = 1_000
"""Quotients of many entrants have no small common denominator."""


def standings(
    ledger: Ledger,
    order: Sequence[TieBreak] = (TieBreak("points"),),
    *,
    as_of: int | None = None,
    rounding: str = "half-up",
    average: int = 1_000,
) -> Standings:
    """The standings of a ledger after round ``as_of`` (None: after all that is in it).

    ``order`` is the list of criteria, the first deciding first; points need not be it (Swiss events
    that the unbeaten entrant wins begin with ``wins``). ``rounding`` and ``average`` are about the
    mean of half matches; ``average`` also is what a draw is worth to virtual opponents. What is
    embargoed is a matter of ``as_of``: later rounds then do not count for anything. UsageError for an
    unknown criterion, rounding or an empty order.
    """
    if not order:
        raise UsageError("standings need at least one criterion", maybe='begin with "points".')
    seen = ledger.as_of(as_of)
    sums = tallies(seen, rounding, average)
    ranked = tuple(e for e in sums if e not in seen.unranked)
    asked = tuple(replace(how, draw=how.draw or average) for how in order)
    classes, splits = _resolve(ranked, asked, sums)
    rows: list[Row] = []
    for level in classes:
        place = len(rows) + 1
        rows += [_row(place, sums[e], len(level) > 1) for e in sorted(level)]
    rows += [_row(0, sums[e], False) for e in sorted(seen.unranked)]
    round = seen.last_round if as_of is None else as_of
    return Standings(tuple(rows), round, tuple(order), tuple(splits))


def _resolve(
    everybody: tuple[int, ...], order: tuple[TieBreak, ...], sums: Mapping[int, Tally]
) -> tuple[list[tuple[int, ...]], list[Split]]:
    """Classes of entrants that no criterion tells apart, the best first, and the splits made."""
    classes: list[tuple[int, ...]] = []
    splits: list[Split] = []
    known: dict[int, dict[int, Value] | None] = {}
    waiting = [(everybody, 0)] if everybody else []
    while waiting:
        group, asked = waiting.pop()
        if len(group) == 1 or asked == len(order):
            classes.append(group)
            continue
        how = order[asked]
        if is_of_group(how):
            values = values_of(how, sums, group)
        else:
            # Counted once for everybody: opponents' scores of a large field are asked for often.
            if asked not in known:
                known[asked] = values_of(how, sums, everybody)
            values = known[asked]
        here = {e: values[e] for e in group} if values is not None else {}
        splits.append(Split(how, group, here))
        parts = _parts(group, here) if here else [group]
        again = how.again and is_of_group(how) and len(parts) > 1
        waiting += [(part, asked if again else asked + 1) for part in reversed(parts)]
    return classes, splits


def _parts(group: tuple[int, ...], values: Mapping[int, Value]) -> list[tuple[int, ...]]:
    keys = _compared(group, values)
    best_first = sorted(group, key=keys.__getitem__, reverse=True)
    return [tuple(part) for _, part in groupby(best_first, key=keys.__getitem__)]


def _compared(group: tuple[int, ...], values: Mapping[int, Value]) -> Mapping[int, Any]:
    """Values that are in the same order, whole numbers where that can be: fractions compare slowly."""
    fractions = {e: v for e in group if not isinstance(v := values[e], tuple)}
    if len(fractions) < len(group):
        return values
    scale = lcm(*{v.denominator for v in fractions.values()})
    if scale.bit_length() > _MOST_BITS:
        return values
    return {e: v.numerator * (scale // v.denominator) for e, v in fractions.items()}


def _row(place: int, tally: Tally, shared: bool) -> Row:
    return Row(
        place, tally.entrant, shared, tally.total, tally.score, tally.carried, tally.penalties,
        tally.provisional, *tally.record(), tally.byes, tally.unplayed)


def step_of(split: Split, first: int, second: int) -> Step:
    """What a split did between two of its group, ``first`` being the one placed above."""
    name = split.criterion.name
    title, unit, _ = CRITERIA[name]
    if not split.values:
        return Step(name, title, "", "", len(split.group), False, False)
    above, below = split.values[first], split.values[second]
    return Step(name, title, as_text(above, unit), as_text(below, unit), len(split.group), True,
                above != below)


def as_text(value: Value, unit: str = "points") -> str:
    """A value in words, exactly: hundredths of ``points`` as a decimal with at least two places,
    ``count`` and ``ratio`` as a decimal or a fraction, ``lot`` as its first twelve hexadecimal
    digits."""
    if isinstance(value, tuple):
        return "all" if value[0] else as_text(value[1], unit)
    if unit == "lot":
        return f"{int(value):064x}"[:12]
    if unit == "points":
        value = value / 100
    for places in range(2 if unit == "points" else 0, 6):
        scaled = value * 10**places
        if scaled.denominator == 1:
            digits = f"{abs(int(scaled)):0{places + 1}d}"
            text = f"{digits[:-places]}.{digits[-places:]}" if places else digits
            return f"-{text}" if scaled < 0 else text
    return f"{value.numerator}/{value.denominator}"
