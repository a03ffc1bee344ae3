"""The exact round: the highest unpaired entrant takes the highest opponent that leaves a completion.

That is the lexicographically first perfect matching of the pairs that may meet. In an odd field the
bye is given first, to the lowest who may have it.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from scheduler.errors import NoAnswer, UsageError
from scheduler.facts.pairing import BYE, Bans, Barrier, Pairing, Prefer
from scheduler.solve.matching.barrier import barrier_of
from scheduler.solve.matching.head import free_bye, head_of, take_all, take_head, take_head_as_wanted
from scheduler.solve.matching.kept import Kept, keep
from scheduler.solve.matching.tail import bits, greedy, perfect, settle

__all__ = ["MOST_ENTRANTS", "from_the_top", "pair", "rows_of"]

MOST_ENTRANTS = 20_000


def pair(
    order: Sequence[int],
    bans: Bans,
    may_bye: Collection[int] = (),
    *,
    forced: Sequence[tuple[int, int]] = (),
    first_idle: Sequence[int] = (),
    prefer: Prefer | None = None,
) -> Pairing:
    """The exact round of ``order`` (entrant numbers from 1, the best first), with its witnesses.

    In an odd field one of ``may_bye`` sits out: the lowest, or the first of ``first_idle`` (a lot)
    with whom the others can all be paired. ``prefer`` is in which order the highest unpaired wants its
    opponents, where that is not the ranking (the halves of a score group against each other).
    ``forced`` pairs (BYE for an opponent: the bye) stand whatever the bans say.

    NoAnswer where no round exists, with the barrier in words; UsageError for numbers that make no
    sense. A round of 5,000 takes some milliseconds; blocks of half the field make every entrant's
    choice a search: some seconds at 5,000.
    """
    kept, bye = _forced(order, forced)
    gone = {e for match in kept for e in match} | {bye}
    rest = [e for e in order if e not in gone] if forced else list(order)
    witnesses: list[Barrier] = []
    if len(rest) % 2:
        takers = set(may_bye).intersection(rest)
        wanted = [e for e in first_idle if e in takers] or [e for e in reversed(rest) if e in takers]
        bye = _bye(rest, bans, wanted, witnesses)
        rest.remove(bye)
    if prefer:
        matches, tail = take_head_as_wanted(rest, bans, prefer)
        head = len(matches)
        matches += _tail(tail, bans, witnesses, prefer)
    else:
        most = max(map(bans.degree, rest), default=0)
        matches, head = from_the_top(rest, bans, most, witnesses)
    return Pairing(tuple(order), (*kept, *matches), bye, tuple(witnesses), head)


def from_the_top(
    rest: Sequence[int], bans: Bans, most: int, witnesses: list[Barrier]
) -> tuple[list[tuple[int, int]], int]:
    """(the exact round, its head) of an even field of which nobody is banned from more than ``most``;
    ``witnesses`` are added. NoAnswer where there is none."""
    matches, whole = take_all(rest, bans)
    if whole:
        return matches, head_of(len(rest), most)
    matches, tail = take_head(rest, bans)
    head = len(matches)
    return matches + _tail(tail, bans, witnesses, None), head


def _forced(
    order: Sequence[int], forced: Sequence[tuple[int, int]]
) -> tuple[tuple[tuple[int, int], ...], int]:
    """(matches, higher first; the bye) among the forced pairs."""
    place = {e: i for i, e in enumerate(order)}
    if len(place) != len(order) or BYE in place:
        raise UsageError("an entrant stands twice in the order, or has the number 0")
    if len(order) > MOST_ENTRANTS:
        raise UsageError(f"a round has at most {MOST_ENTRANTS} entrants, not {len(order)}")
    named = [e for pair in forced for e in pair if e != BYE]
    unknown = [e for e in named if e not in place]
    if unknown or len(set(named)) != len(named) or len(named) < 2 * len(forced) - 1:
        raise UsageError(
            f"{unknown[0]} is not among those to be paired" if unknown
            else "the pairs that must stand name somebody twice"
        )
    matches = [(a, b) if place[a] < place[b] else (b, a) for a, b in forced if BYE not in (a, b)]
    byes = [a or b for a, b in forced if BYE in (a, b)]
    if byes and len(order) % 2 == 0:
        raise UsageError(f"nobody has a bye in an even field, so {byes[0]} cannot either")
    return tuple(matches), byes[0] if byes else BYE


def _bye(rest: Sequence[int], bans: Bans, wanted: Sequence[int], witnesses: list[Barrier]) -> int:
    """Who sits out: the first of ``wanted`` that leaves a round of the others."""
    if not wanted:
        raise NoAnswer(
            f"the field is odd ({len(rest)}), and everybody has had the bye", about="round",
            maybe="let somebody have a second bye, or let three teams play each other.",
        )
    if free_bye(rest, bans):
        return wanted[0]
    # Nobody is an entrant like any other here; it comes first, and meets those wanted in their order.
    rank = {e: i for i, e in enumerate(rest)}
    order = [*wanted, *sorted(set(rest) - set(wanted), key=rank.__getitem__)]
    adj = [0, *(row << 1 for row in rows_of(order, bans))]
    for i in range(1, len(wanted) + 1):
        adj[0] |= 1 << i
        adj[i] |= 1
    names = [BYE, *order]
    mate = greedy(adj)
    stuck = perfect(adj, mate)
    if stuck:
        raise _no_round(barrier_of(stuck, names, -1, ()), odd=True)
    choice = settle(adj, mate, 0, (1 << len(adj)) - 1)
    if choice.search:
        witnesses.append(barrier_of(choice.search, names, BYE, [names[j] for j in choice.denied]))
    return names[choice.partner]


def _tail(
    rest: Sequence[int], bans: Bans, witnesses: list[Barrier], prefer: Prefer | None
) -> list[tuple[int, int]]:
    if not rest:
        return []
    adj = rows_of(rest, bans)
    mate = greedy(adj)
    stuck = perfect(adj, mate)
    if stuck:
        raise _no_round(barrier_of(stuck, rest, -1, ()))
    left = (1 << len(rest)) - 1
    place = {e: v for v, e in enumerate(rest)}
    kept: list[Kept] = []
    out = []
    for top in range(len(rest)):
        if left >> top & 1:
            wanted = []
            if prefer:
                open_ = [rest[v] for v in bits(left)]
                wanted = [place[e] for e in prefer(open_) if adj[top] >> place[e] & 1]
            refusing = [(k, k.refused(top)) for k in kept]
            refused = 0
            for _, mask in refusing:
                refused |= mask
            choice = settle(adj, mate, top, left, wanted, refused)
            fresh = Kept(choice.search, rest) if choice.search else None
            denied = choice.denied
            for one, mask in [(fresh, -1)] if fresh else refusing:
                mine = [rest[j] for j in denied if mask >> j & 1]
                denied = tuple(j for j in denied if not mask >> j & 1)
                if one and mine:
                    witnesses.append(one.barrier(rest[top], mine))
            keep(kept, fresh, (top, choice.partner))
            left &= ~(1 << top | 1 << choice.partner)
            out.append((rest[top], rest[choice.partner]))
    return out


def rows_of(order: Sequence[int], bans: Bans) -> list[int]:
    """For each position of ``order`` the positions that it may meet, as bits."""
    place = {e: i for i, e in enumerate(order)}
    everyone = (1 << len(order)) - 1
    blocks = []
    for block in bans.blocks:
        mask = 0
        for e in block:
            if e in place:
                mask |= 1 << place[e]
        blocks.append(mask)
    rows = []
    for i, e in enumerate(order):
        banned = 1 << i
        for x in bans.singles(e):
            if x in place:
                banned |= 1 << place[x]
        for k in bans.blocks_of(e):
            banned |= blocks[k]
        rows.append(everyone & ~banned)
    return rows


def _no_round(barrier: Barrier, *, odd: bool = False) -> NoAnswer:
    def named(e: int) -> str:
        return "the bye" if e == BYE else str(e)

    groups = [" and ".join(map(named, g)) for g in barrier.groups]
    whom = f"only {', '.join(map(named, barrier.around))}" if barrier.around else "nobody"
    many = f"{len(groups)} odd groups may meet {whom}" if len(groups) != 1 else (
        f"an odd group may meet {whom}")
    return NoAnswer(
        f"no round without a forbidden pair exists: {many}",
        clash=[f"{g} may meet {whom} outside this group" for g in groups[:50]],
        about="round",
        maybe="allow one rematch, "
        + ("let somebody have a second bye, or let three teams play each other." if odd
           else "or lift a ban between entrants of different groups."),
    )
