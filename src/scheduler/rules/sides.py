"""Rules about being at home and away."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from scheduler.facts import Frame, Ids, Space
from scheduler.facts.timetable import again_family
from scheduler.rules.count import Count, Row, Term, from_rows
from scheduler.rules.meetings import upper
from scheduler.rules.registry import Param, rule

__all__: list[str] = []


@rule(
    "home-away-balance",
    counts="home less away matches of each entrant",
    clause="CBA-14",
    example="8 teams play 7 matches each: 4 home and 3 away, or 3 and 4. 7 teams play 6: exactly 3 and 3.",
    params=(Param("slack", "int", 0, "how much more than the unavoidable difference is allowed"),),
)
def home_away_balance(space: Space, frame: Frame, slack: int) -> Sequence[Count]:
    """Home and away are as equal as the number of matches allows."""
    most = frame.matches_each % 2 + slack
    terms = (
        Term("plays", lambda h, a, r: (h,)),
        Term("plays", lambda h, a, r: (a,), -1),
    )
    return [
        Count(("entrant",), (frame.entrants,), terms, -most, most, show_rounds=False)
    ]


@rule(
    "run-limit",
    counts="home (and away) matches of each entrant in any most + 1 matches running",
    clause="CBA-14",
    example="Number 9 of the printed 12-team table is home in rounds 9, 10 and 11: one too many.",
    params=(
        Param("most", "int", 2, "the longest run allowed"),
        Param("bye-breaks-run", "bool", False, "count over rounds, so that a bye ends a run"),
    ),
)
def run_limit(space: Space, frame: Frame, most: int, bye_breaks_run: bool) -> Sequence[Count]:
    """Never more than ``most`` home, or away, matches in a row."""
    suffix, length = ("", frame.rounds) if bye_breaks_run else ("-turn", 2 * frame.rounds)

    def windows(e: Ids, i: Ids) -> list[tuple[Ids, ...]]:
        return [(e, i - k) for k in range(min(most + 1, length))]

    shape = (frame.entrants, max(1, length - most))
    return [
        Count(("entrant", "turn"), shape, (Term(f"{side}{suffix}", windows),), None, most)
        for side in ("home", "away")
    ]


@rule(
    "breaks-each",
    counts="breaks of each entrant: two home or two away matches running",
    clause="de Werra 1981",
    example="HAAH has one break, HHH has two.",
    params=(Param("most", "int", 1, "breaks allowed"),),
)
def breaks_each(space: Space, frame: Frame, most: int) -> Sequence[Count]:
    """No entrant has more than ``most`` breaks."""
    return [Count(("entrant",), (frame.entrants,), _breaks(lambda e, i: (e,)), None, most)]


@rule(
    "breaks-total",
    counts="breaks of all entrants together",
    clause="de Werra 1981",
    example="6 teams: at least 4 breaks; 5 teams: none are needed.",
    params=(
        Param("most", "int", 0, "breaks free of charge"),
        Param("least-free", "bool", False, "n - 2 more a leg are free in even fields: nobody needs fewer"),
    ),
)
def breaks_total(space: Space, frame: Frame, most: int, least_free: bool) -> Sequence[Count]:
    """The sum of all breaks; in even fields every leg that is a round robin has at least n - 2."""
    terms = _breaks(lambda e, i: (np.zeros_like(e),))
    free = most + (0 if frame.odd or not least_free else frame.legs * (frame.entrants - 2))
    return [Count(("all",), (1,), terms, None, free, show_rounds=False)]


def _breaks(to: object) -> tuple[Term, ...]:
    return tuple(Term(f"{side}-break", to) for side in ("home", "away"))  # type: ignore[arg-type]


@rule(
    "reverse-sides",
    counts="matches whose home side was already home in the earlier schedule",
    clause="CBA-18.1",
    example="2-5 in the first cycle asks for 5-2 in the second.",
)
def reverse_sides(space: Space, frame: Frame) -> Sequence[Count]:
    """Whoever was away in the earlier cycle is home now."""
    if frame.earlier is None:
        return []
    rounds = np.arange(frame.rounds)
    pairs = sorted({(m.home, m.away) for m in frame.earlier.matches})
    return [from_rows(space, (
        Row((h, a), (), space["plays"].ids(h - 1, a - 1, rounds), None, 0) for h, a in pairs
    ))]


@rule(
    "lead-limit",
    counts="largest difference of home matches so far between two entrants, over all rounds",
    clause="RobinX FA2",
    example="After round 4 one has 4 home matches and another 1: a lead of 3.",
    params=(Param("most", "int", 2, "the largest difference allowed"),),
)
def lead_limit(space: Space, frame: Frame, most: int) -> Sequence[Count]:
    """At no time has one entrant had many more home matches than another."""
    n = frame.entrants
    return [Count(
        ("entrant", "entrant"), (n, n), (Term("lead", lambda i, j: (i, j)),), None, most, upper(n)
    )]


@rule(
    "meetings-apart",
    counts="rounds by which consecutive meetings of two entrants are too close",
    clause="RobinX SE1",
    example="Meetings in rounds 3 and 9 are 6 apart; 10 asked for: 4 too close.",
    params=(Param("least", "int", 1, "rounds from one meeting to the next, at least"),),
)
def meetings_apart(space: Space, frame: Frame, least: int) -> Sequence[Count]:
    """Meetings of a pair lie well apart. Speaks of round robins of two legs and more."""
    n, apart = frame.entrants, min(least, frame.rounds)
    if frame.legs < 2 or least < 1:
        return []
    close = again_family(space, apart - 1)
    term = Term(
        close.name, lambda pair, r, d: (pair // n, pair % n), lambda pair, r, d: least - d
    )
    return [Count(("entrant", "entrant"), (n, n), (term,), None, 0, upper(n), show_rounds=False)]


@rule(
    "travel",
    counts="distance that each entrant travels between the venues of consecutive matches",
    clause="RobinX TR",
    example="Venues 3 and 2 apart by 40: playing at 3, then at 2, costs 40.",
    params=(Param("most", "int", 0, "distance free of charge"),),
)
def travel(space: Space, frame: Frame, most: int) -> Sequence[Count]:
    """Distance travelled from match to match, without the way out and home."""
    miles = np.array(frame.distances or [[0] * frame.entrants] * frame.entrants, dtype=np.int64)
    term = Term("trip", lambda e, u, v, r: (e,), lambda e, u, v, r: miles[u, v])
    return [Count(("entrant",), (frame.entrants,), (term,), None, most, show_rounds=False)]
