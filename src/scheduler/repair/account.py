"""The account of a repair: which change became of each published match, found without the solver."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from scheduler.event import Match, Schedule
from scheduler.repair.published import KINDS, Pair, Published, pair_of

__all__ = ["Change", "account", "reseated"]


@dataclass(frozen=True, slots=True)
class Change:
    """One change. ``before`` is None for an added match, ``after`` for a removed one."""

    kind: str
    before: Match | None
    after: Match | None

    def as_json(self) -> dict[str, Any]:
        """The documented shape. An added match stands for itself; a removed one goes to None."""
        shown = self.before or self.after
        assert shown is not None
        return {
            "kind": self.kind, **_cell(shown),
            "to": None if self.after is None else _cell(self.after),
        }


def _cell(match: Match) -> dict[str, int]:
    return {"home": match.home, "away": match.away, "round": match.round, "table": match.table}


def account(given: Published, schedule: Schedule) -> tuple[Change, ...]:
    """The least costly changes that lead from the published table to ``schedule``, in the order of
    the published table, added matches last."""
    became = _became(given, schedule)
    out: list[Change] = []
    for m, new in zip(given.copies, became, strict=True):
        if new is None:
            out.append(Change("removed", m, None))
            continue
        out += [Change(kind, m, new) for kind in _differences(m, new)]
    kept: dict[Pair, list[Match]] = {}
    for new in became:
        if new is not None:
            kept.setdefault(pair_of(new), []).append(new)
    for m in schedule.matches:
        mine = kept.get(pair_of(m), [])
        if m in mine:
            mine.remove(m)
        else:
            out.append(Change("added", None, m))
    return tuple(out)


def reseated(given: Published, schedule: Schedule) -> Schedule:
    """``schedule``, whose tables are open, with every published match back at its own table."""
    table = {}
    for m, new in zip(given.copies, _became(given, schedule), strict=True):
        if new is not None:
            table[new] = m.table
    return Schedule.of(
        schedule.entrants, schedule.rounds,
        [replace(m, table=table.get(m, 0)) for m in schedule.matches], tables=schedule.tables,
    )


def _differences(before: Match, after: Match) -> list[str]:
    """The kinds of change between two matches of one pair; an unknown table is no difference."""
    apart = {
        "reversed": before.home != after.home,
        "moved": before.round != after.round,
        "table": before.table != after.table and min(before.table, after.table) > 0,
    }
    return [kind for kind, there in apart.items() if there]


def _became(given: Published, schedule: Schedule) -> list[Match | None]:
    """What became of each copy: for each pair the assignment that costs least."""
    new: dict[Pair, list[Match]] = {}
    for m in schedule.matches:
        new.setdefault(pair_of(m), []).append(m)
    out: list[Match | None] = [None] * len(given.copies)
    for pair, mine in given.of_pair.items():
        matched = _assigned(given, mine, new.get(pair, []))
        for i, match in zip(mine, matched, strict=True):
            out[i] = match
    return out


def _assigned(
    given: Published, mine: Sequence[int], after: Sequence[Match]
) -> list[Match | None]:
    """One of ``after``, or None, for each of the copies ``mine``; as many as possible are matched."""
    if len(mine) == len(after) == 1:
        return [after[0]]
    never = 10 * sum(given.price(kind) for kind in KINDS)

    def cost_of(i: int, match: Match) -> int:
        kinds = _differences(given.copies[i], match)
        barred = given.fixed[i] or not all(map(given.allows, kinds))
        return never if kinds and barred else sum(map(given.price, kinds))

    @lru_cache(None)
    def best(k: int, taken: int) -> tuple[int, tuple[int, ...]]:
        if k == len(mine):
            return 0, ()
        found = []
        for j, match in enumerate(after):
            if not taken >> j & 1:
                cost, rest = best(k + 1, taken | 1 << j)
                found.append((cost + cost_of(mine[k], match), (j, *rest)))
        cost, rest = best(k + 1, taken)
        dropped = never * (2 if given.fixed[mine[k]] else 1)
        found.append((cost + dropped, (len(after), *rest)))
        return min(found)

    return [after[j] if j < len(after) else None for j in best(0, 0)[1]]
