"""Is this the exact round? Decided from the round and its witnesses, without any matching.

The walk goes down the ranking. Each entrant's opponent must be allowed, and every allowed opponent that
stood higher must be denied by a barrier whose every claim is looked up in the bans.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from scheduler.facts.pairing import BYE, Bans, Barrier, Pairing, Prefer

__all__ = ["check_pairing"]


def check_pairing(
    pairing: Pairing,
    bans: Bans,
    may_bye: Collection[int] = (),
    *,
    first_idle: Sequence[int] = (),
    passed: Collection[tuple[int, int]] = (),
    prefer: Prefer | None = None,
    fixed: Collection[tuple[int, int]] = (),
) -> tuple[str, ...]:
    """What is wrong with a round, one sentence each; () proves that it is the exact round of its order.

    ``may_bye`` and ``first_idle`` are what the round was asked for with; ``passed`` (higher first, BYE for
    the bye) were denied for the sake of later rounds, which no barrier of this round can show.
    ``prefer`` is in which order an entrant wants its opponents, where that is not the ranking.
    ``fixed`` pairs (BYE, e: the bye of e) had to stand: they are only looked up in the round, and the
    rest is exact among themselves.
    Takes time in proportion to the field and to the witnesses. No errors are raised: a forged round
    only has more to be said of it.
    """
    faults = [*_complete(pairing)]
    if faults:
        return tuple(faults)
    walk = _Walk(pairing, bans, frozenset(passed))
    walk.take_out(fixed)
    if pairing.bye in walk.left:
        allowed = set(may_bye) & walk.left.keys()
        wanted = [e for e in first_idle if e in allowed]
        walk.bye(wanted or [e for e in reversed(pairing.order) if e in allowed])
    walk.down(prefer)
    return tuple(walk.faults)


def _complete(pairing: Pairing) -> Iterable[str]:
    """Everybody is in the round once, nobody else is, and only an odd field has a bye."""
    seen = [e for match in pairing.matches for e in match]
    if pairing.bye != BYE:
        seen.append(pairing.bye)
    if len(set(seen)) != len(seen):
        yield "somebody is in the round twice"
    if set(seen) != set(pairing.order) or len(set(pairing.order)) != len(pairing.order):
        yield "the round and its order do not have the same entrants"
    if (pairing.bye != BYE) != (len(pairing.order) % 2 == 1):
        yield "a bye in an even field, or none in an odd one"


class _Body:
    """A barrier's groups and what is around them, as far as they are left.

    Several witnesses may have the same body: whoever is settled leaves it, and what was closed stays so.
    """

    def __init__(self, barrier: Barrier, left: Collection[int]) -> None:
        self.around = {e for e in barrier.around if e in left}
        self.group_of: dict[int, int] = {}
        self.sizes = [0] * len(barrier.groups)
        self.once = True
        for k, group in enumerate(barrier.groups):
            for e in group:
                if e in left:
                    self.once &= e not in self.group_of
                    self.group_of[e] = k
                    self.sizes[k] += 1
        self.once &= not self.around & self.group_of.keys()
        self.odd = sum(size % 2 for size in self.sizes)
        self.seen = 0
        self.closed: bool | None = None

    def settle(self, settled: Sequence[int]) -> None:
        """Take out who was settled since the last time; ``settled`` only grows."""
        for e in settled[self.seen :]:
            self.around.discard(e)
            k = self.group_of.pop(e, -1)
            if k >= 0:
                self.odd += 1 - 2 * (self.sizes[k] % 2)
                self.sizes[k] -= 1
        self.seen = len(settled)

    def one_too_many(self, top: int, j: int) -> bool:
        """Without the pair more odd groups are left than entrants around them."""
        around = len(self.around) - (top in self.around) - (j in self.around)
        k = self.group_of.get(j, -1)
        return self.odd + (0 if k < 0 else 1 - 2 * (self.sizes[k] % 2)) > around


class _Walk:
    """The entrants still unpaired, from the top: a list in which those taken are passed over."""

    def __init__(self, pairing: Pairing, bans: Bans, passed: frozenset[tuple[int, int]]) -> None:
        self.pairing, self.bans, self.passed = pairing, bans, passed
        self.faults: list[str] = []
        self.left = dict.fromkeys(pairing.order)
        self.opponent: dict[int, int] = {}
        for a, b in pairing.matches:
            self.opponent[a], self.opponent[b] = b, a
        self.settled: list[int] = []
        self.bodies: dict[tuple[int, int], _Body] = {}
        self.barriers: dict[int, list[Barrier]] = {}
        for barrier in pairing.witnesses:
            self.barriers.setdefault(barrier.top, []).append(barrier)

    def take_out(self, fixed: Iterable[tuple[int, int]]) -> None:
        """Those whose match, or bye, had to stand are in it, and nobody's candidates."""
        opponent = {**self.opponent, self.pairing.bye: BYE}
        for a, b in fixed:
            if opponent.get(a or b) != (b if a else a):
                self.faults.append(f"{a or b} does not have what had to stand")
            self._settle(*({a, b} & self.left.keys()))

    def _settle(self, *entrants: int) -> None:
        for e in entrants:
            del self.left[e]
            self.settled.append(e)

    def bye(self, wanted: Sequence[int]) -> None:
        """The bye went to the first of ``wanted`` who could have it."""
        taker = self.pairing.bye
        if taker not in wanted:
            self.faults.append(f"{taker} may not have the bye")
        elif higher := wanted[: wanted.index(taker)]:
            self._denied(BYE, higher)
        self._settle(taker)

    def down(self, prefer: Prefer | None) -> None:
        """Every entrant, from the top, took the opponent it likes best of those that it could take."""
        order, left, bans = self.pairing.order, self.left, self.bans
        for at, top in enumerate(order):
            if top not in left:
                continue
            partner = self.opponent[top]
            if not bans.allowed(top, partner):
                self.faults.append(f"{top}-{partner} is not allowed")
            higher = []
            for other in prefer(list(left)) if prefer else map(order.__getitem__, range(at + 1, len(order))):
                if other == partner:
                    break
                if other in left and bans.allowed(top, other):
                    higher.append(other)
            if higher:
                self._denied(top, higher)
            self._settle(top, partner)

    def _denied(self, top: int, higher: Sequence[int]) -> None:
        without = {j for j in higher if (top, j) not in self.passed}
        for barrier in self.barriers.get(top, ()):
            claimed = without & set(barrier.denied)
            body = self._body(barrier) if claimed else None
            if body and body.closed is None:
                body.closed = self._closed(body, top)
            if body and body.closed and top not in body.group_of:
                without -= {j for j in claimed if body.one_too_many(top, j)}
        self.faults += [
            f"{j} could have the bye, it is not shown why not" if top == BYE
            else f"{top}-{j} stands higher, it is not shown why it was denied"
            for j in higher if j in without
        ]

    def _body(self, barrier: Barrier) -> _Body:
        """The body of a barrier, up to date."""
        key = id(barrier.around), id(barrier.groups)  # the pairing holds both
        body = self.bodies.get(key)
        if body is None:
            body = self.bodies[key] = _Body(barrier, self.left)
            body.seen = len(self.settled)
        body.settle(self.settled)
        return body

    def _closed(self, body: _Body, top: int) -> bool:
        """Groups are disjoint, and of those left nobody in one may meet anybody outside it but around.

        The pair taken out is left out of account: ``top`` may meet whom it likes. It is settled next, so
        what is closed now is closed from now on.
        """
        if not body.once or top in body.group_of:
            return False
        # Whom a member may not meet among those outside is counted: then nobody has to be looked at twice.
        outside = self.left.keys() - body.around - {top}
        sizes = [len(block & outside) for block in self.bans.blocks]
        groups: dict[int, set[int]] = {}
        for e, k in body.group_of.items():
            groups.setdefault(k, set()).add(e)
        for members in groups.values():
            own = [len(block & members) for block in self.bans.blocks]
            for e in members:
                banned = self._banned(e, outside, sizes) - self._banned(e, members, own)
                if banned != len(outside) - len(members):
                    return False
        return True

    def _banned(self, e: int, inside: Collection[int], sizes: Sequence[int]) -> int:
        """How many of ``inside``, ``e`` itself one of them, ``e`` may not meet; ``sizes`` are how many of
        each block are inside."""
        bans, blocks = self.bans, self.bans.blocks_of(e)
        if len(blocks) > 1:
            return sum(1 for x in inside if x != e and not bans.allowed(e, x))
        if not blocks:
            return sum(1 for x in bans.singles(e) if x in inside)
        block = bans.blocks[blocks[0]]
        return sizes[blocks[0]] - 1 + sum(1 for x in bans.singles(e) if x in inside and x not in block)
