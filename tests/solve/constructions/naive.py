"""Plain readings of a schedule, one match at a time, for the tests of the constructions."""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import combinations, pairwise

from scheduler.event import Schedule


def sides(schedule: Schedule) -> dict[int, str]:
    """Each entrant's matches in the order played, as letters H and A."""
    out = dict.fromkeys(range(1, schedule.entrants + 1), "")
    for match in sorted(schedule.matches, key=lambda m: (m.round, m.table)):
        out[match.home] += "H"
        out[match.away] += "A"
    return out


def three_running(schedule: Schedule) -> int:
    """How often three matches running of one entrant are all home or all away."""
    return sum(
        word[i : i + 3] in ("HHH", "AAA")
        for word in sides(schedule).values()
        for i in range(len(word))
    )


def breaks(schedule: Schedule) -> int:
    """How often a match of an entrant has the side of the match before."""
    return sum(a == b for word in sides(schedule).values() for a, b in pairwise(word))


def imbalance(schedule: Schedule) -> int:
    """The greatest difference between home and away matches, beyond 1 over an odd number."""
    return max(
        abs(word.count("H") - word.count("A")) - len(word) % 2
        for word in sides(schedule).values()
    )


def is_round_robin(schedule: Schedule, legs: int = 1) -> bool:
    """Every pair meets ``legs`` times, and nobody plays twice or at a taken table in a round."""
    meetings: Counter[tuple[int, int]] = Counter()
    busy: set[tuple[int, str, int]] = set()
    for m in schedule.matches:
        meetings[min(m.home, m.away), max(m.home, m.away)] += 1
        now = {(m.round, "entrant", m.home), (m.round, "entrant", m.away), (m.round, "at", m.table)}
        if len(now) < 3 or now & busy or not 1 <= m.table <= schedule.entrants // 2:
            return False
        busy |= now
    pairs = combinations(range(1, schedule.entrants + 1), 2)
    return meetings == dict.fromkeys(pairs, legs)


def visits(schedule: Schedule) -> dict[int, Counter[int]]:
    """How often each entrant is at each table."""
    out: dict[int, Counter[int]] = defaultdict(Counter)
    for m in schedule.matches:
        out[m.home][m.table] += 1
        out[m.away][m.table] += 1
    return out


def meets_in_order(schedule: Schedule) -> bool:
    """Number k meets the highest number in round k at the last table; odd field: k is idle."""
    n = schedule.entrants
    if n % 2:
        return schedule.idle()[:n] == [[k] for k in range(1, n + 1)]
    found = {
        m.round: (min(m.home, m.away), m.table) for m in schedule.matches if n in (m.home, m.away)
    }
    return all(found[k] == (k, n // 2) for k in range(1, n))


def everywhere_twice(schedule: Schedule) -> bool:
    """Every number but the phantom or the highest is at every other table exactly twice."""
    n = schedule.entrants
    tables = range(1, (n + 1) // 2)
    seen = visits(schedule)
    return all(seen[k][t] == 2 for k in range(1, n + n % 2) for t in tables)


def rows(schedule: Schedule) -> list[str]:
    """The rounds as printed: "1-6 2-5 3-4", tables in order."""
    return [" ".join(f"{m.home}-{m.away}" for m in r.matches) for r in schedule.by_round()]
