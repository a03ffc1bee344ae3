"""Facts about sequences of games, a team's or a pair's, and facts made of counters, where games move."""

from __future__ import annotations

from scheduler.solve.search.kernels import compiled
from scheduler.solve.search.kernels.delta import touch
from scheduler.solve.search.kernels.layout import (
    AGAIN,
    ALL,
    ANY,
    COPIES,
    COUNTER,
    FOLLOW,
    IMPLIES,
    NTH,
    P_FIRST,
    P_KIND,
    P_SIZE,
    PAIRED,
    REPEAT,
    S_FIRST,
    S_KIND,
    S_LEAST,
    S_MARKS,
    S_MOST,
    S_MOVES,
    S_OWN,
    S_PLACES,
    S_WHENS,
    SAME_TRUTH,
    SEQUENCES,
    SLOTS,
    STAMP,
    TEAMS,
    TRIP,
    VENUE_AGAIN,
)

__all__ = ["pairs", "ties", "walks"]


@compiled(inline=True)
def sorted_games(low, high, dims, slot, when, what, teams):
    """The games of a pair in order of slot, into ``when`` (slots) and ``what`` (1: the higher hosts)."""
    count = 0
    one, other = low * teams + high, high * teams + low
    for game in range(0, dims[COPIES] * teams * teams, teams * teams):
        for turned in range(2):
            s = slot[game + (other if turned else one)]
            if s < 0:
                continue
            k = count
            while k > 0 and when[k - 1] > s:
                when[k], what[k] = when[k - 1], what[k - 1]
                k -= 1
            when[k], what[k] = s, turned
            count += 1
    return count


@compiled(inline=True)
def pairs(
    games, size, dims, host, guest, slot, new_slot, asked, pair_mark, paired, venue, when, what,
    change, touched, count, first, entries, values, bits,
):
    """Facts about the games of each pair that has games among those that move; the rows listed."""
    teams, width = dims[TEAMS], dims[SLOTS]
    for k in range(size):
        low, high = host[games[k]], guest[games[k]]
        if low > high:
            low, high = high, low
        pair = low * teams + high
        if not asked[pair] or pair_mark[pair] == dims[STAMP]:
            continue
        pair_mark[pair] = dims[STAMP]
        for amount in (-1, 1):
            table = slot if amount < 0 else new_slot
            found = sorted_games(low, high, dims, table, when, what, teams)
            for q in range(dims[PAIRED]):
                kind, base, many = paired[q, P_KIND], paired[q, P_FIRST], paired[q, P_SIZE]
                for g in range(1, found):
                    if kind == AGAIN:
                        apart = when[g] - when[g - 1]
                        if apart < many:
                            fact = base + (pair * width + when[g - 1]) * many + apart
                            count = touch(change, touched, count, first, entries, values, bits, fact, amount)
                    elif kind == VENUE_AGAIN:
                        one, other = venue[q, what[g - 1], pair], venue[q, what[g], pair]
                        if one == other and one >= 0:
                            fact = base + (pair * many + other) * width + when[g]
                            count = touch(change, touched, count, first, entries, values, bits, fact, amount)
    return count


@compiled
def walk_facts(
    team, amount, q, dims, opp, sequences, marks, inside, change, touched, count, first, entries, values, bits
):
    """Facts of one team's sequence of games, each added ``amount`` times; the rows listed."""
    kind, many = sequences[q, S_KIND], sequences[q, S_MARKS]
    base, places = sequences[q, S_FIRST], sequences[q, S_PLACES]
    index, before, start, length, special, last, opening = 0, -1, -1, 0, 0, -1, -1
    least, most = sequences[q, S_LEAST], sequences[q, S_MOST]
    teams, slots = dims[TEAMS], dims[SLOTS]
    for s in range(slots + 1):
        mark = 0
        if s < slots:
            other = opp[team * slots + s]
            if other == 0 or not inside[q, s]:
                continue
            mark = marks[q, team, other - 1 if other > 0 else teams - other - 1]
        if kind == TRIP:
            if mark > 0 and s < slots:
                if length == 0:
                    start = s
                length += 1
                special += mark == 2
                continue
            off = max(0, special - most, least - special)
            if length > 1 and off > 0:
                fact = base + team * places + start
                count = touch(change, touched, count, first, entries, values, bits, fact, amount * off)
            length, special = 0, 0
            continue
        if s == slots:
            break
        if kind == NTH:
            if mark >= 0 and index < places:
                fact = base + (team * many + mark) * places + index
                count = touch(change, touched, count, first, entries, values, bits, fact, amount)
        elif kind == REPEAT:
            if index > 0 and before == mark and mark >= 0:
                fact = base + (team * many + mark) * places + s
                count = touch(change, touched, count, first, entries, values, bits, fact, amount)
        elif index > 0:
            count = step(
                team, before, mark, s, amount, q, sequences,
                change, touched, count, first, entries, values, bits,
            )
        if index == 0:
            opening, start = mark, s
        before, last = mark, s
        index += 1
    if kind == FOLLOW and index > 0:
        own = sequences[q, S_OWN] > 0
        since = team if own else before
        count = step(
            team, since, opening, start, amount, q, sequences,
            change, touched, count, first, entries, values, bits,
        )
        if own:
            at = places // 2 + last
            count = step(
                team, before, team, at, amount, q, sequences,
                change, touched, count, first, entries, values, bits,
            )
    return count


@compiled(inline=True)
def step(
    team, before, after, when, amount, q, sequences,
    change, touched, count, first, entries, values, bits,
):
    """A step from one mark to another; the rows listed."""
    if sequences[q, S_MOVES] > 0 and before == after:
        return count
    many, whens = sequences[q, S_MARKS], sequences[q, S_WHENS]
    fact = sequences[q, S_FIRST] + ((team * many + before) * many + after) * whens
    return touch(
        change, touched, count, first, entries, values, bits, fact + when if whens > 1 else fact, amount,
    )


@compiled
def walks(
    cells, size, dims, owner, opp, new_opp, walked, sequences, marks, inside,
    change, touched, count, first, entries, values, bits,
):
    """Facts of sequences of games, for each team that has another game somewhere; the rows listed."""
    for k in range(size):
        team = owner[cells[k]]
        if walked[team] == dims[STAMP]:
            continue
        walked[team] = dims[STAMP]
        for q in range(dims[SEQUENCES]):
            count = walk_facts(
                team, -1, q, dims, opp, sequences, marks, inside,
                change, touched, count, first, entries, values, bits,
            )
            count = walk_facts(
                team, 1, q, dims, new_opp, sequences, marks, inside,
                change, touched, count, first, entries, values, bits,
            )
    return count


@compiled(inline=True)
def truth(kind, start, stop, counters, stands, change, pending):
    """Whether a fact made of counters holds, now or with the ``pending`` change."""
    holds = kind == ALL
    for k in range(start, stop):
        row = counters[k]
        now = stands[row]
        if pending and change[row] != 0:
            now += (change[row] - 1) >> 1
        some = now > 0
        if kind == ANY:
            holds = holds or some
        elif kind == ALL:
            holds = holds and some
        elif k == start:
            holds = some
        elif kind == IMPLIES:
            holds = some or not holds
        elif kind == SAME_TRUTH:
            holds = some == holds
    return holds


@compiled
def ties(
    dims, tied, counters, by_counter, tied_of, tied_mark, stands, levels,
    change, touched, count, first, entries, values, bits,
):
    """Facts made of counters, where a counter moves; the rows listed."""
    listed = count
    for k in range(listed):
        row = touched[k]
        if levels[row] != COUNTER:
            continue
        for j in range(by_counter[row], by_counter[row + 1]):
            t = tied_of[j]
            if tied_mark[t] == dims[STAMP]:
                continue
            tied_mark[t] = dims[STAMP]
            old = truth(tied[t, 0], tied[t, 1], tied[t, 2], counters, stands, change, False)
            new = truth(tied[t, 0], tied[t, 1], tied[t, 2], counters, stands, change, True)
            if old != new:
                amount = 1 if new else -1
                count = touch(change, touched, count, first, entries, values, bits, tied[t, 3], amount)
    return count
