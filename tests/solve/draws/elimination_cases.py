"""Brackets played to their end with chance for results, and rematches counted the slow way."""

from __future__ import annotations

import random
from fractions import Fraction

from scheduler.event import BYE, Bracket, Draw, Feed
from scheduler.rules.placement import snake
from scheduler.solve.draws.elimination_play import BracketState, Outcome, play


def draw_of(entrants: int, size: int = 0) -> Draw:
    """Everybody on the line of his number in the alternating order; byes beside the strongest."""
    size = size or max(2, 1 << (entrants - 1).bit_length())
    return Draw(tuple(i if i <= entrants else BYE for i in snake(size)), entrants)


def draw_with(entrants: int, byes: tuple[int, ...]) -> Draw:
    """A draw with byes on these lines."""
    names = iter(range(1, entrants + 1))
    size = entrants + len(byes)
    return Draw(tuple(BYE if i in byes else next(names) for i in range(1, size + 1)), entrants)


def played_out(
    bracket: Bracket, draw: Draw, seed: int, *, walkovers: float = 0.0
) -> tuple[BracketState, dict[int, Outcome]]:
    """The state when nothing can be played any more, by chance; some matches are not played out."""
    rng = random.Random(seed)
    results: dict[int, Outcome] = {}
    while True:
        state = play(bracket, draw, results)
        if not state.ready:
            return state, results
        for number in state.ready:
            if rng.random() < walkovers:
                results[number] = Outcome(
                    rng.choice(["home", "away", "none"]), rng.choice(["walkover", "disqualified"])
                )
            else:
                results[number] = Outcome(rng.choice(["home", "away"]))


def met(state: BracketState) -> dict[int, list[int]]:
    """Entrant -> the numbers of the matches that he has been in, in order."""
    found: dict[int, list[int]] = {}
    for m in state.matches:
        if m.outcome is not None:
            for who in (m.home, m.away):
                found.setdefault(who, []).append(m.match.number)
    return found


def naive_rematches(bracket: Bracket) -> tuple[Fraction, Fraction]:
    """Expected rematches before the losers' final and before the final, by going through all courses."""
    order = [m for m in bracket.matches if m.side in ("W", "L")]
    last = max(m.number for m in order if m.side == "L")
    sums = [0, 0]
    winners: dict[int, int] = {}
    losers: dict[int, int] = {}

    def who(feed: Feed) -> int:
        return {"line": feed.of, "winner": winners.get(feed.of, 0), "loser": losers.get(feed.of, 0)}[
            feed.kind
        ]

    def go(k: int, seen: frozenset[tuple[int, int]], early: int, all_: int) -> None:
        if k == len(order):
            sums[0] += early
            sums[1] += all_
            return
        match = order[k]
        a, b = sorted((who(match.home), who(match.away)))
        again = (a, b) in seen
        for w, ls in ((a, b), (b, a)):
            winners[match.number], losers[match.number] = w, ls
            go(k + 1, seen | {(a, b)}, early + (again and match.number != last), all_ + again)

    go(0, frozenset(), 0, 0)
    courses = 1 << len(order)
    return Fraction(sums[0], courses), Fraction(sums[1], courses)
