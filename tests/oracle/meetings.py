"""Rules about who meets whom, and when, read once more."""

from __future__ import annotations

from oracle.counted import Counted, between, days, in_order, reads
from oracle.table import Table


@reads("meet-each")
def meet_each(table: Table, times: int = 0) -> list[Counted]:
    k = times if times > 0 else table.legs
    out = []
    for i, j in table.pairs():
        met = between(table, i, j)
        out.append(Counted((i, j), days(met), len(met), k, k))
    return out


@reads("once-a-round")
def once_a_round(table: Table) -> list[Counted]:
    out = []
    for e in table.numbers():
        for r in range(1, table.rounds + 1):
            found = 0
            for when, h, a, _ in table.matches:
                if when == r and e in (h, a):
                    found += 1
            out.append(Counted((e,), (r,), found, 0 if table.n % 2 else 1, 1))
    return out


@reads("each-way")
def each_way(table: Table) -> list[Counted]:
    out = []
    for i, j in table.ordered():
        home = [m for m in table.matches if m[1] == i and m[2] == j]
        fewest, most = table.legs // 2, table.legs - table.legs // 2
        out.append(Counted((i, j), days(home), len(home), fewest, most))
    return out


@reads("each-leg")
def each_leg(table: Table) -> list[Counted]:
    out = []
    for i, j in table.pairs():
        for leg in range(table.legs):
            first = leg * table.leg_rounds + 1
            last = first + table.leg_rounds - 1
            met = [m for m in between(table, i, j) if first <= m[0] <= last]
            out.append(Counted((i, j), days(met), len(met), 1, 1))
    return out


@reads("leg-order")
def leg_order(table: Table, mode: str) -> list[Counted]:
    """Mirrored: 1..L again. Inverted: L..1. English: L, 1, 2 .. L-1. French: 2, 3 .. L, 1."""
    length = table.leg_rounds
    one = list(range(1, length + 1))
    second = {
        "mirrored": one, "inverted": one[::-1],
        "english": [length, *one[:-1]], "french": [*one[1:], 1],
    }[mode]
    out = []
    for leg in range(table.legs - 1):
        for place, repeated in enumerate(second, start=1):
            now, then = leg * length + repeated, (leg + 1) * length + place
            for i, j in table.ordered():
                here = [m for m in table.matches if m[:3] == (now, i, j)]
                back = [m for m in table.matches if m[:3] == (then, j, i)]
                out.append(Counted(
                    (i, j), days(here + back, now), len(here) - len(back), 0, 0))
    return out


@reads("highest-meets-in-order")
def highest_meets_in_order(table: Table) -> list[Counted]:
    out = []
    due = 0
    for r in range(1, table.rounds + 1):
        due = 1 if due == table.leg_rounds else due + 1
        if table.n % 2:
            found = [m for m in table.matches if m[0] == r and due in m[1:3]]
            out.append(Counted((), (r,), len(found), None, 0))
        else:
            found = [m for m in between(table, due, table.n) if m[0] == r]
            out.append(Counted((), (r,), len(found), 1, 1))
    return out


@reads("neighbours-last")
def neighbours_last(table: Table) -> list[Counted]:
    out = []
    for i in range(1, table.n, 2):
        met = [m for m in between(table, i, i + 1) if m[0] == table.rounds]
        out.append(Counted((i, i + 1), (table.rounds,), len(met), 1, None))
    return out


@reads("carry-over")
def carry_over(table: Table, most: int = 0) -> list[Counted]:
    count = {(i, j): 0 for i in table.numbers() for j in table.numbers()}
    for x in table.numbers():
        opponents = [h + a - x for _, h, a, _ in in_order(table, x)]
        for k in range(len(opponents)):
            count[opponents[k - 1], opponents[k]] += 1  # the last comes before the first
    return [Counted(pair, (), found, None, most) for pair, found in count.items()]


@reads("related-early")
def related_early(table: Table, attribute: str = "region", by: int = 1) -> list[Counted]:
    out = []
    for i, j in table.pairs():
        if attribute != "region" or not table.regions[i - 1]:
            continue
        if table.regions[i - 1] != table.regions[j - 1]:
            continue
        late, when = 0, []
        for m in between(table, i, j):
            in_leg = m[0]
            while in_leg > table.leg_rounds:
                in_leg -= table.leg_rounds
            if in_leg > by:
                late += in_leg - by
                when.append(m)
        out.append(Counted((i, j), days(when), late, None, 0))
    return out


@reads("strong-late")
def strong_late(table: Table, first: int = 4, last: int = 3) -> list[Counted]:
    out = []
    for i, j in table.pairs():
        if j <= first:
            late = [m for m in between(table, i, j) if m[0] > table.rounds - last]
            out.append(Counted((i, j), days(late), len(late), 1, None))
    return out
