"""Who is at home: the three variants of CBA-16.6, sides evened out, and reversal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from scheduler.rules.pairings import host_by_number

__all__ = ["Ledger", "home_away", "ledgers", "reversed_sides"]


@dataclass(frozen=True, slots=True)
class Ledger:
    """How often an entrant was home and away, and for how many matches running it has been the one that
    it was last (``run`` > 0: home, < 0: away)."""

    home: int = 0
    away: int = 0
    run: int = 0

    @property
    def lead(self) -> int:
        """Home matches more than away ones."""
        return self.home - self.away

    def after(self, home: bool) -> Ledger:
        """The ledger with one match more."""
        if home:
            return Ledger(self.home + 1, self.away, max(0, self.run) + 1)
        return Ledger(self.home, self.away + 1, min(0, self.run) - 1)


def ledgers(met: Iterable[tuple[int, int, int]]) -> dict[int, Ledger]:
    """Each entrant's ledger after these matches (home, away, round)."""
    out: dict[int, Ledger] = {}
    for home, away, _ in sorted(met, key=lambda m: m[2]):
        out[home] = out.get(home, Ledger()).after(True)
        out[away] = out.get(away, Ledger()).after(False)
    return out


def home_away(
    matches: Sequence[tuple[int, int]],
    round_number: int,
    variant: str,
    past: Mapping[int, Ledger] | None = None,
) -> tuple[tuple[int, int], ...]:
    """The matches (higher ranked, lower) as (home, away).

    ``v1``: the smaller number is home in odd rounds, the larger in even ones; ``v2``: the higher ranked;
    ``v3``: the smaller number (CBA-16.6). ``balance``: who was home less often; then who has been away
    longer; then as ``v1``. ``past`` is only asked for by ``balance``.
    """
    if variant == "v2":
        return tuple(matches)
    by_number = host_by_number("v1" if variant == "balance" else variant, round_number)
    known = past or {}

    def first_home(a: int, b: int) -> bool:
        if variant == "balance":
            x, y = known.get(a, Ledger()), known.get(b, Ledger())
            if (x.lead, x.run) != (y.lead, y.run):
                return (x.lead, x.run) < (y.lead, y.run)
        return bool(by_number(a, b))

    return tuple((a, b) if first_home(a, b) else (b, a) for a, b in matches)


def reversed_sides(
    sides: Sequence[tuple[int, int]], earlier: Iterable[tuple[int, int, int]]
) -> tuple[tuple[int, int], ...]:
    """The same matches; where two meet again, whoever was away the last time is home (CBA-18.1)."""
    last: dict[frozenset[int], int] = {}
    for home, away, _ in sorted(earlier, key=lambda m: m[2]):
        last[frozenset((home, away))] = home
    return tuple((b, a) if last.get(frozenset((a, b))) == a else (a, b) for a, b in sides)
