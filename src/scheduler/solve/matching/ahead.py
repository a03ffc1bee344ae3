"""The exact round that still lets the rounds after it be paired.

As in the plain round the highest takes the highest; but a pair is also passed over when no choice of the
rest leaves pairs enough for what is to come. Where the plain round does, it is the answer.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from random import Random

from scheduler.errors import NoAnswer
from scheduler.facts.pairing import BYE, Bans, Barrier, Pairing, Prefer
from scheduler.solve.matching.barrier import barrier_of
from scheduler.solve.matching.exact import pair, rows_of
from scheduler.solve.matching.lookahead import MOST_FOR_CUTS, Outlook, graph_of, outlook
from scheduler.solve.matching.odd_cut import odd_cuts
from scheduler.solve.matching.several import Ahead, Several, at_random, by_solver
from scheduler.solve.matching.tail import Search, greedy, perfect

__all__ = ["Passed", "Seen", "outlook_after", "pair_ahead"]

_MOST_ENTRANTS = 200


@dataclass(frozen=True)
class Passed:
    """``top`` could take ``other`` (BYE's other: who sits out) now, but not for all the rounds to come.

    ``proven``: every way was tried; else time ran out and the pair was passed over unproven.
    """

    top: int
    other: int
    proven: bool


@dataclass(frozen=True)
class Seen:
    """A round paired with look-ahead. ``outlook`` is that of the event after it; ``passed`` are pairs
    that only the rounds to come forbid; ``plain`` is the round without look-ahead. ``asked`` rounds
    were to be saved, ``outlook.rounds`` could be; ``proven`` that no more can be. ``kinds``, ``three`` and
    ``spared`` are what it was asked with."""

    pairing: Pairing
    outlook: Outlook
    passed: tuple[Passed, ...] = ()
    plain: Pairing | None = None
    asked: int = 0
    proven: bool = True
    kinds: tuple[str, ...] = ()
    three: tuple[int, ...] = ()
    spared: frozenset[int] = frozenset()


def pair_ahead(
    order: Sequence[int],
    bans: Bans,
    may_bye: Collection[int] = (),
    *,
    after: int,
    kinds: Sequence[str] = (),
    three: Sequence[int] = (),
    spared: Collection[int] = (),
    first_idle: Sequence[int] = (),
    prefer: Prefer | None = None,
    forced: Sequence[tuple[int, int]] = (),
    effort: float = 4.0,
) -> Seen:
    """The exact round of ``order`` that leaves ``after`` more rounds, as many as can be where not all can.

    ``forced`` pairs of it stand, whatever the bans say; (BYE, e) is the bye of e. ``three`` play among
    themselves in this round, beside ``order``, and are back afterwards; ``kinds`` is what this round and
    those after it are like in an odd field (default: a bye each). Errors as :func:`pair`. Fields above
    200 entrants are only looked at, not searched: there the plain round is the answer, and the outlook
    may be ``impossible`` or ``unknown``. ``effort`` bounds the first question to the solver; each one that
    it could not answer shortens those that follow.
    """
    plain = pair(order, bans, may_bye, forced=forced, first_idle=first_idle, prefer=prefer)
    if not three and not set(kinds) & {"short", "long"} and _plenty(order, bans, may_bye, after):
        return Seen(plain, Outlook("safe", "degree", after), plain=plain, asked=after)
    job = _Job(
        tuple(order), bans, frozenset(may_bye), tuple(three), frozenset(spared), tuple(kinds),
        tuple(first_idle), prefer, effort, tuple(forced))
    with_ = Seen(
        plain, job.after(plain, after), (), plain, after, True, tuple(kinds), tuple(three), frozenset(spared))
    if with_.outlook.verdict != "impossible" or len(order) + len(three) > _MOST_ENTRANTS:
        return with_
    for k in range(after, 0, -1):
        seen = job.search(k)
        if seen:
            return replace(
                with_, pairing=seen.pairing, outlook=seen.outlook, passed=seen.passed, proven=job.proven)
    return replace(with_, outlook=Outlook("safe", "degree", 0), proven=job.proven)


def _plenty(order: Sequence[int], bans: Bans, may_bye: Collection[int], after: int) -> bool:
    """The degree condition for the rounds after this one, from bounds alone: a match and a bye may come
    to everybody's bans."""
    m = len(order) + len(order) % 2
    lost = max(map(bans.degree, order), default=0) + 1
    if len(order) % 2:
        lost = max(lost + 1, len(order) - len(may_bye) + 1)
    return m > 2 and 2 * (m - 1 - lost - (after - 1)) >= m


@dataclass
class _Job:
    order: tuple[int, ...]
    bans: Bans
    may_bye: frozenset[int]
    three: tuple[int, ...]
    spared: frozenset[int]
    kinds: tuple[str, ...]
    first_idle: tuple[int, ...]
    prefer: Prefer | None
    effort: float
    forced: tuple[tuple[int, int], ...] = ()
    proven: bool = True
    unknown: int = 0
    passed: list[Passed] = field(default_factory=list)
    witnesses: list[Barrier] = field(default_factory=list)

    def _kinds(self, after: int) -> tuple[str, ...]:
        """The kinds of this round and ``after`` more; a long block that would be cut off is a bye."""
        field_ = len(self.order + self.three)
        kinds = (self.kinds or ("bye" if field_ % 2 else "plain",) * (after + 1))[: after + 1]
        tail = len(kinds) - len("".join(k[0] for k in kinds).rstrip("l"))
        return (*kinds[:-1], "bye") if tail % 2 and after else kinds

    def after(self, pairing: Pairing, rounds: int) -> Outlook:
        """The outlook once this round has been played."""
        kinds = self._kinds(rounds)
        if rounds and set(kinds) & {"short", "long"}:
            forced = [*pairing.matches, *([(BYE, pairing.bye)] if pairing.bye else [])]
            found = self._certificate(forced, rounds)
            if isinstance(found, tuple):
                return Outlook("safe", "rounds", rounds, found[1:])
            return Outlook(*(("impossible", "solver") if found is False else ("unknown", "limit")), rounds)
        bans = self.bans.copy()
        for a, b in pairing.matches:
            bans.add(a, b)
        return outlook(
            self.order + self.three, bans, rounds, self.may_bye - {pairing.bye}, effort=self.effort)

    def search(self, after: int) -> Seen | None:
        """The first round, top down, that leaves ``after`` more; None where there is none."""
        self.passed, self.witnesses = [], []
        certificate = self._certificate(self.forced, after)
        if not isinstance(certificate, tuple):
            self.proven &= certificate is False
            return None
        forced = list(self.forced)
        stand = {e for match in forced for e in match}
        left = [e for e in self.order if e not in stand]
        while left:
            top = BYE if len(left) % 2 else left[0]
            for other in self._feasible(top, left):
                now = (*forced, (top, other))
                whole = self._whole(now, after)
                if whole:
                    return whole
                found = certificate if self._in(certificate[0], top, other) else self._certificate(now, after)
                if isinstance(found, tuple):
                    certificate = found
                    break
                self.passed.append(Passed(top, other, found is False))
            else:  # only where time ran out on what the certificate itself shows, which it cannot
                raise AssertionError("a certificate does not contain any candidate")
            forced.append((top, other))
            left = [e for e in left if e not in (top, other)]
        return self._seen(pair(self.order, self.bans, self.may_bye, forced=forced, prefer=self.prefer), after)

    def _whole(self, forced: Sequence[tuple[int, int]], after: int) -> Seen | None:
        """The best completion of what is forced, if it leaves the rounds to come."""
        made = pair(self.order, self.bans, self.may_bye, forced=forced, prefer=self.prefer)
        view = self.after(made, after)
        if view.verdict != "safe":
            return None
        return Seen(replace(made, witnesses=(*self.witnesses, *made.witnesses)), view, tuple(self.passed))

    def _seen(self, made: Pairing, after: int) -> Seen:
        made = replace(made, witnesses=(*self.witnesses, *made.witnesses))
        return Seen(made, self.after(made, after), tuple(self.passed))

    def _in(self, first: Several, top: int, other: int) -> bool:
        if top == BYE:
            return first.bye == other
        return (top, other) in first.matches or (other, top) in first.matches

    def _certificate(
        self, forced: Sequence[tuple[int, int]], after: int
    ) -> tuple[Several, ...] | bool | None:
        """This round and ``after`` more with what is forced; False: proven none; None: not known."""
        ahead = Ahead(
            self.order + self.three, self.bans, self._kinds(after), self.may_bye, tuple(forced),
            self.three, self.spared)
        found = at_random(ahead, Random(after), 3)
        if found:
            return found
        if self._cut_off(forced, after):
            return False
        answer = by_solver(ahead, seconds=self.effort / (1 + self.unknown))
        self.unknown += answer is None
        return answer

    def _cut_off(self, forced: Sequence[tuple[int, int]], after: int) -> bool:
        """Whether an odd set shows that the rounds are not there.

        Every round takes a pair out of it. What is forced leaves it too, and takes its own out; where an
        odd number of the set is then left in this round, one more has to.
        """
        named = {e for pair_ in forced for e in pair_}
        field_ = self.order + self.three
        if self.three or set(self.kinds) & {"short", "long"} or len(field_) > MOST_FOR_CUTS:
            return False
        bans = self.bans.copy()
        bans.add_all(p for p in forced if BYE not in p)
        names, adj = graph_of(field_, bans, self.may_bye)
        place = {e: i for i, e in enumerate(names)}
        for a, b in forced:
            if BYE in (a, b) and BYE in place:
                adj[place[a]] &= ~(1 << place[b])
                adj[place[b]] &= ~(1 << place[a])
        free = sum(1 << i for i, e in enumerate(names) if e not in named)
        return any(
            leaving < after + (below & free).bit_count() % 2 for below, leaving in odd_cuts(adj))

    def _feasible(self, top: int, left: Sequence[int]) -> Iterator[int]:
        """The candidates of ``top`` that leave this round complete, best first; the others are denied by
        a barrier, which is kept."""
        names = [BYE, *left] if top == BYE else list(left)
        adj = rows_of(names, self.bans)
        if top == BYE:
            takers = self._takers(left)
            adj[0] = sum(1 << i for i, e in enumerate(names) if e in takers)
            for i in range(1, len(names)):
                adj[i] = adj[i] & ~1 | (adj[0] >> i & 1)
        mate = greedy(adj)
        if perfect(adj, mate):
            raise NoAnswer("no round is left")  # cannot be: the certificate shows one
        root, mate[0] = mate[0], -1
        mate[root] = -1
        search = Search(adj, mate, root, (1 << len(adj)) - 2)
        place = {e: i for i, e in enumerate(names)}
        likes = self._takers(left) if top == BYE else self.prefer(left) if self.prefer else left[1:]
        wanted = [e for e in likes if adj[0] >> place[e] & 1]
        last = max(i for i, e in enumerate(wanted) if search.even >> place[e] & 1)
        denied = [e for e in wanted[:last] if not search.even >> place[e] & 1]
        if denied:
            self.witnesses.append(barrier_of(search, names, top, denied))
        yield from (e for e in wanted if search.even >> place[e] & 1)

    def _takers(self, left: Sequence[int]) -> list[int]:
        chosen = [e for e in self.first_idle if e in self.may_bye and e in left]
        return chosen or [e for e in reversed(left) if e in self.may_bye]


def outlook_after(
    pairing: Pairing, bans: Bans, after: int, may_bye: Collection[int], *, kinds: Sequence[str] = (),
    three: Sequence[int] = (), spared: Collection[int] = (), effort: float = 4.0,
) -> Outlook:
    """What ``after`` more rounds look like once this round, asked for as in :func:`pair_ahead`, has been
    played."""
    return _Job(
        pairing.order, bans, frozenset(may_bye), tuple(three), frozenset(spared), tuple(kinds), (), None,
        effort,
    ).after(pairing, after)
