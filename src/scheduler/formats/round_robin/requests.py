"""What a stage's rules ask of who meets whom when, for the construction that can grant it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import numpy as np

from scheduler.arrange import Candidate
from scheduler.event import Schedule
from scheduler.facts import Frame
from scheduler.rules import Rulebook
from scheduler.solve.constructions import Wanted, canonical, oriented, requested

__all__ = ["requested_candidates", "sided"]

_NUMBERINGS = 4
_WISHED = 10_000
"""Weight of a side that is asked for, against 1 for one that a construction happens to have."""


def requested_candidates(book: Rulebook, frame: Frame, seed: int) -> Iterator[Candidate]:
    """Renumbered circles that grant the requests of a single leg, the most orderly first.

    Related entrants are asked to meet within the first rounds, as few as can be granted.
    """
    if (rested := _rested(book, frame)) is not None:
        yield Candidate("construction canonical, renumbered", lambda: rested)
    wanted = list(_wanted(book, frame))
    families = _families(book, frame)
    if frame.legs != 1 or not (wanted or families):
        return
    order, last = book.find("highest-meets-in-order"), book.find("neighbours-last")
    for in_order, neighbours in ((True, True), (True, False), (False, True), (False, False)):
        # A hard rule is not given up, and one that is not asked for need not be kept.
        if (not in_order and order is not None and order.hard) or (in_order and order is None):
            continue
        if (not neighbours and last is not None and last.hard) or (neighbours and last is None):
            continue
        name = f"construction requested{', in order' * in_order}{', neighbours last' * neighbours}"
        # Sides asked for may lie on one trail and pull it both ways: another numbering has other trails,
        # and a request that nobody made leads to another numbering.
        for again in range(_NUMBERINGS):
            more = list(_stray(frame, wanted, again, seed))
            make = partial(_make, book, frame, wanted + more, families, in_order, neighbours, seed)
            yield Candidate(name, make)


def _stray(frame: Frame, wanted: list[Wanted], count: int, seed: int) -> Iterator[Wanted]:
    """Requests of entrants who have made none, at random."""
    rng = np.random.default_rng([seed, count])
    busy = {e for w in wanted for e in (w.a, w.b)}
    free = [e for e in range(1, frame.entrants) if e not in busy]
    drawn = rng.permutation(free).tolist()
    for a, b in list(zip(drawn[::2], drawn[1::2], strict=False))[:count]:
        yield Wanted(int(a), int(b), (int(rng.integers(1, frame.rounds)),))


def _make(
    book: Rulebook, frame: Frame, wanted: list[Wanted], families: list[tuple[int, ...]],
    in_order: bool, neighbours: bool, seed: int,
) -> Schedule | None:
    pairs = [(a, b) for f in families for i, a in enumerate(f) for b in f[i + 1 :]]
    first = max((len(f) - 1 + len(f) % 2 for f in families), default=0)
    for rounds in range(first, frame.rounds + 1) if pairs else (0,):
        early = [Wanted(a, b, tuple(range(1, rounds + 1))) for a, b in pairs]
        work = 1_000_000 if pairs else 10_000_000
        made = requested(
            frame.entrants, [*wanted, *early], in_order=in_order, neighbours_last=neighbours,
            rng=np.random.default_rng(seed), work=work,
        )
        if made is not None:
            return sided(made, book, frame)
    return None


def _rested(book: Rulebook, frame: Frame) -> Schedule | None:
    """In odd fields, the table with fewest breaks renumbered so that each entrant is idle in the round
    in which it cannot play; None where nobody is absent, or one bye is not enough."""
    if not frame.odd or frame.legs != 1:
        return None
    idle: dict[int, int] = {}
    for use in book.uses:
        if use.id == "unavailable":
            params = use.resolved(frame)
            for e in params["entrants"]:
                for r in params["rounds"]:
                    if idle.setdefault(r, e) != e:
                        return None
    if not idle or len(set(idle.values())) < len(idle):
        return None
    table = canonical(frame.entrants)
    rest = iter(sorted(set(range(1, frame.entrants + 1)) - set(idle.values())))
    takes = {free[0]: idle.get(r) or next(rest) for r, free in enumerate(table.idle(), start=1)}
    return table.renumbered([takes[i] for i in range(1, frame.entrants + 1)])


def _wanted(book: Rulebook, frame: Frame) -> Iterator[Wanted]:
    """Locks, and for odd fields absences; those that are priced are asked for all the same."""
    for use in book.uses:
        if use.id not in ("lock", "unavailable"):
            continue
        params = use.resolved(frame)
        if use.id == "lock":
            yield Wanted(
                params["home"], params["away"], tuple(params["rounds"]), tuple(params["tables"])
            )
        elif frame.odd:
            for e in params["entrants"]:
                for r in params["rounds"]:
                    yield Wanted(e, frame.entrants + 1, (r,))


def _families(book: Rulebook, frame: Frame) -> list[tuple[int, ...]]:
    """The groups of related entrants that a rule wants to meet early."""
    found = []
    for use in book.uses:
        if use.id == "related-early":
            texts = frame.attributes.get(use.params["attribute"], ())
            for text in dict.fromkeys(t for t in texts if t):
                members = tuple(i for i, t in enumerate(texts, start=1) if t == text)
                found += [members] if len(members) > 1 else []
    return found


def sided(table: Schedule | None, book: Rulebook, frame: Frame) -> Schedule | None:
    """The table with its sides turned towards those asked for, as far as whole trails can be turned:
    balance and runs stay as they are. What is asked for in vain is left for the solver."""
    if table is None:
        return None
    wish = np.zeros(len(table), dtype=np.int64)
    for use in book.uses:
        if use.id == "lock" and use.params["sides"]:
            params = use.resolved(frame)
            now = (table.home == params["home"]) & (table.away == params["away"])
            turned = (table.home == params["away"]) & (table.away == params["home"])
            wish += now.astype(np.int64) - turned
        elif use.id == "side":
            params = use.resolved(frame)
            home, away = (np.isin(c, params["entrants"]) for c in (table.home, table.away))
            when = np.isin(table.round, params["rounds"]) if params["rounds"] else True
            better = home.astype(np.int64) - away
            wish += (better if params["side"] == "home" else -better) * when
    if not wish.any():
        return table
    swap = wish < 0
    home, away = np.where(swap, table.away, table.home), np.where(swap, table.home, table.away)
    wished = table.replace(home=home, away=away)
    # replace() sorts anew: find each match's weight by its round and lower number.
    weight = dict(zip(
        zip(table.round.tolist(), np.minimum(home, away).tolist(), strict=True),
        np.where(wish != 0, _WISHED, 1).tolist(), strict=True,
    ))
    return oriented(wished, [
        weight[r, min(h, a)] for r, h, a in zip(
            wished.round.tolist(), wished.home.tolist(), wished.away.tolist(), strict=True)
    ])
