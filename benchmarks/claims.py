"""What is claimed of an answer, counted anew from its JSON alone, in the plainest way.

The figures would be worthless if the fast answers were wrong, so nothing of the program is used.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import groupby
from typing import Any

__all__ = ["association_claims", "round_robin_claims"]

Line = tuple[int, int, int, int]


def _lines(schedule: Mapping[str, Any]) -> list[Line]:
    """(round, home, away, table) of every match, in order of round."""
    return sorted(
        (r["number"], m["home"], m["away"], m["table"]) for r in schedule["rounds"] for m in r["matches"]
    )


def _longest_run(sides: str) -> int:
    return max((len(list(run)) for _, run in groupby(sides)), default=0)


def round_robin_claims(schedule: Mapping[str, Any], n: int) -> list[str]:
    """What is false of: every pair once, once a round, balanced sides, never three running."""
    lines = _lines(schedule)
    pairs = Counter(frozenset((h, a)) for _, h, a, _ in lines)
    plays = Counter((r, e) for r, h, a, _ in lines for e in (h, a))
    sides = dict.fromkeys(range(1, n + 1), "")
    for _, h, a, _ in lines:
        sides[h] += "H"
        sides[a] += "A"
    spread = max(abs(s.count("H") - s.count("A")) for s in sides.values())
    claims = {
        "every pair meets once": len(pairs) == len(lines) == n * (n - 1) // 2,
        "one match a round": max(plays.values()) == 1,
        "as few rounds as can be": lines[-1][0] == n - 1 + n % 2,
        "home and away balanced": spread <= (n - 1) % 2,
        "never three running": all(_longest_run(s) <= 2 for s in sides.values()),
    }
    return [claim for claim, holds in claims.items() if not holds]


def association_claims(schedule: Mapping[str, Any], n: int) -> list[str]:
    """What is false of all that CBA-14 asks of a table: hard rules, table variety, last round."""
    lines = _lines(schedule)
    even, last = n % 2 == 0, n - 1 + n % 2
    top = [(r, min(h, a), t) for r, h, a, t in lines if n in (h, a)]
    idle = [(r, e) for r in range(1, n + 1) for e in range(1, n + 1)
            if not any(x[0] == r and e in x[1:3] for x in lines)] if not even else []
    others = [x for x in lines if not (even and n in x[1:3])]
    visits = Counter((e, t) for _, h, a, t in others for e in (h, a))
    seats = (n - even) * (n // 2 - even)
    ends = {(min(h, a), max(h, a)) for r, h, a, _ in lines if r == last}
    claims = {
        "no table has two matches at once": len({(r, t) for r, _, _, t in lines}) == len(lines),
        "the highest number at the last table": not even or all(t == n // 2 for _, _, t in top),
        "the highest number meets 1, 2, 3 ... in order":
            all(r == low for r, low, _ in top) if even else idle == [(k, k) for k in range(1, n + 1)],
        "everybody at every table exactly twice":
            len(visits) == seats and set(visits.values()) == {2},
        "the last round is 1-2, 3-4 ...": ends == {(k, k + 1) for k in range(1, n, 2)},
    }
    return round_robin_claims(schedule, n) + [claim for claim, holds in claims.items() if not holds]
