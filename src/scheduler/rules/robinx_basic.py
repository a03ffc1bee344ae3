"""What every league asks for: all games played, one a slot, legs in their game mode (BA1, BA2)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from scheduler.event.league import GAME_MODES, Constraint, League
from scheduler.facts import Ids
from scheduler.rules.count import Count, Term
from scheduler.rules.meetings import partner
from scheduler.rules.robinx import Asked, View
from scheduler.rules.rulebook import RuleUse, Stated

__all__ = ["basic", "meetings_due", "structure"]


def meetings_due(view: View) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """(games laid down for each ordered pair, games of each pair with free sides at ``[low, high]``)."""
    fixed = np.zeros((view.teams, view.teams), dtype=np.int64)
    free = np.zeros_like(fixed)
    index = view.instance.team_index
    for m in view.instance.meetings:
        h, a = index[m.home], index[m.away]
        if m.free:
            free[min(h, a), max(h, a)] += 1
        else:
            fixed[h, a] += 1
    return fixed, free


def basic(view: View) -> list[Asked]:
    """BA1, BA2 and the game modes of the leagues. BA1 is hard unless the instance says otherwise."""
    fixed, free = meetings_due(view)
    due = np.triu(fixed + fixed.T) + free
    n = view.teams
    declared = [c for c in view.instance.constraints if c.tag in ("BA1", "BA2")]
    out = []
    for c in [c for c in declared if c.tag == "BA1"] or [Constraint(0, "BA1", True, 1)]:
        count = Count(("entrant", "entrant"), (n, n), (Term("plays", _pair),), due, None)
        out.append(_asked(c, count))
    out.append(_asked(Constraint(0, "BA2", True, 2), _once_a_slot(view)))
    out += [_asked(c, _once_a_slot(view)) for c in declared if c.tag == "BA2"]
    for league in view.instance.leagues:
        if league.mode and league.rounds > 1:
            members = [view.instance.team_index[t] for t in view.instance.members(league.id)]
            count = _mode(view, league, members)
            # However often a pair meets in a leg that should see it once, that is one mistake.
            price = (1, 1) if league.mode == "P" else (1,)
            use = RuleUse(
                league.mode, price=price, clause="RobinX gameMode",
                reason=f"the legs of league {league.id} are {GAME_MODES[league.mode]}",
            )
            out.append(_owned(use, Constraint(0, league.mode, True, 1), count))
    return out


def structure(view: View, plays: NDArray[np.bool_] | None, *, needed: bool) -> list[Asked]:
    """What judging takes for granted and planning must be told: no game beyond those asked for, and
    a game of the team in the slot where ``plays[team, slot]`` says so. Where all games are ``needed``,
    each side of a pair gets its own, which follows but is not seen easily."""
    fixed, free = meetings_due(view)
    n = view.teams
    due, either = np.triu(fixed + fixed.T) + free, free + free.T
    sides = Count(
        ("entrant", "entrant"), (n, n), (Term("plays", lambda h, a, r: (h, a)),),
        fixed if needed else None, fixed + either, ~np.eye(n, dtype=bool),
    )
    pairs = Count(("entrant", "entrant"), (n, n), (Term("plays", _pair),), None, due)
    out = [_asked(Constraint(0, "BA1", True, 1), c) for c in (sides, pairs)]
    if plays is not None:
        terms = (Term("plays", lambda h, a, r: [(h, r), (a, r)]),)
        every = Count(("entrant", "round"), (n, view.slots), terms, 1, 1, plays)
        out.append(_asked(Constraint(0, "BA2", True, 1), every))
    return out


def _once_a_slot(view: View) -> Count:
    term = Term("plays", lambda h, a, r: [(h, r), (a, r)])
    return Count(("entrant", "round"), (view.teams, view.slots), (term,), None, 1)


def _mode(view: View, league: League, members: Sequence[int]) -> Count:
    n, length = view.teams, len(members) - 1 + len(members) % 2
    inside = np.zeros((n, n), dtype=bool)
    inside[np.ix_(members, members)] = True
    inside &= ~np.eye(n, dtype=bool)
    legs = league.rounds - 1
    if league.mode == "P":
        both = Term("plays", lambda h, a, r: [(h, a, r // length), (a, h, r // length)])
        where = np.repeat(inside[:, :, None], legs, axis=2)
        return Count(("entrant", "entrant", "leg"), (n, n, legs), (both,), 1, 1, where)
    back = np.argsort(partner(GAME_MODES[league.mode], np.arange(length), length))

    def due(h: Ids, a: Ids, r: Ids) -> tuple[Ids, ...]:
        return (a, h, (r // length - 1) * length + back[r % length])

    terms = (Term("plays", lambda h, a, r: (h, a, r)), Term("plays", due, -1))
    where = np.repeat(inside[:, :, None], legs * length, axis=2)
    return Count(("entrant", "entrant", "round"), (n, n, legs * length), terms, 0, 0, where)


def _pair(h: Ids, a: Ids, r: Ids) -> tuple[Ids, Ids]:
    return np.minimum(h, a), np.maximum(h, a)


def _asked(c: Constraint, count: Count) -> Asked:
    use = RuleUse(
        c.tag, level=0 if c.hard else 1, price=(c.penalty,), clause=f"RobinX {c.tag}",
        reason={"BA1": "every game is played", "BA2": "no team plays twice in a slot"}[c.tag],
    )
    return _owned(use, c, count)


def _owned(use: RuleUse, c: Constraint, count: Count) -> Asked:
    # One owner of all rows, however many: no memory.
    return Asked(Stated(use, count), (c,), np.broadcast_to(np.int64(0), (count.rows,)))
