"""A walk at random over schedules, each move priced: what tests compare and benchmarks time."""

from __future__ import annotations

from scheduler.solve.search.kernels import compiled
from scheduler.solve.search.kernels.change import commit, evaluate, reject
from scheduler.solve.search.kernels.layout import LEVELS
from scheduler.solve.search.kernels.neighbours import below, neighbour, pick

__all__ = ["walk"]


@compiled
def walk(
    proposals, mix, weigh, most, every, random, at_move, counts, kind, place_of, chain, cost,
    games, slots, gained, pending,
    dims, host, guest, spot, slot, new_slot, owner, when_of, opp, new_opp, cells, mark, teams,
    stands, levels, bounds, change, touched, moved, first, entries, values, bits, prices,
    at, kind_home, kind_away, series, new_series, by_team, peak_of, peak, peak_value, seen, new_peak,
    asked, pair_mark, paired, venue, when, what,
    walked, sequences, marks, inside,
    tied, counters, by_counter, tied_of, tied_mark,
):
    """Price so many moves. One is taken where it costs at most ``most``, its levels weighed by ``weigh``,
    or, where ``every`` is not 0, with a chance of one in ``every`` whatever it costs.

    ``mix`` sums up the chances of the six neighbourhoods in 1000ths. A place without a move is no
    proposal: ``counts`` takes for each neighbourhood the places tried, the moves priced, those taken.
    """
    done = 0
    tries = 0
    while done < proposals and tries < 100 * proposals + 1000:
        tries += 1
        chance, which = below(random, 1000), 0
        while mix[which] <= chance:
            which += 1
        pick(which, dims, random, at_move)
        counts[which, 0] += 1
        size = neighbour(
            which, at_move[0], at_move[1], at_move[2], dims, kind, host, guest, opp, slot,
            games, slots, place_of, chain,
        )
        if size == 0:
            continue
        done += 1
        counts[which, 1] += 1
        evaluate(
            games, slots, size, gained, pending,
            dims, host, guest, spot, slot, new_slot, owner, when_of, opp, new_opp, cells, mark, teams,
            stands, levels, bounds, change, touched, moved, first, entries, values, bits, prices,
            at, kind_home, kind_away, series, new_series,
            by_team, peak_of, peak, peak_value, seen, new_peak,
            asked, pair_mark, paired, venue, when, what,
            walked, sequences, marks, inside,
            tied, counters, by_counter, tied_of, tied_mark,
        )
        weighed = 0
        for level in range(dims[LEVELS]):
            weighed += weigh[level] * gained[level]
        if weighed <= most or (every > 0 and below(random, every) == 0):
            counts[which, 2] += 1
            commit(
                games, slots, size, gained, pending, cost, dims, slot, opp, new_opp, cells, teams,
                stands, moved, series, new_series, peak_value, seen, new_peak,
            )
        else:
            reject(
                games, size, pending, slot, new_slot, opp, new_opp, cells, teams, series, new_series
            )
    return done
