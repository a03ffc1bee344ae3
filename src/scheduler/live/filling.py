"""Winners and losers of a bracket in play go where it sends them, as far as results are known.

Pure and made anew each time from lines and results, so that a corrected result refills what hangs on it.
A match that was played stays as it was played: where its sides are no longer those that should have met,
that is a contradiction, told and never mended silently.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scheduler.event import BYE, OPEN, Draw
from scheduler.live.state import NOBODY, LiveEvent, LiveMatch, LiveStage, Tree
from scheduler.solve.draws.elimination_play import BracketState, MatchState, Outcome, follow

__all__ = ["Contradiction", "contradictions", "fill", "fill_all", "head_start", "resolve", "winner_of"]

_NO_MATCH = ("waiting", "bye", "empty", "not-needed")


@dataclass(frozen=True, slots=True)
class Contradiction:
    """A match whose result does not fit what was decided before it, or decides nothing.

    ``kind``: ``sides`` (``played`` met, but ``due`` should have), ``undue`` (there is no such match to be
    played now), ``drawn`` (nobody won, so nobody goes on). Sides are ids, ``due`` 0 where nobody is known.
    """

    match: int
    number: int
    round: int
    kind: str
    played: tuple[int, int]
    due: tuple[int, int] = (NOBODY, NOBODY)


def head_start(seeding: Mapping[str, Any], order: Mapping[int, int], home: int, away: int) -> int:
    """The hundredths of an IMP by which ``home`` begins ahead of ``away``; below 0 where it is behind.

    ``seeding`` of the stage: ``ahead`` maps pairs, as rows (id, id, hundredths for the first), ``edge`` is
    what the better placed has against everybody else; ``order`` gives places in the stage by id.
    """
    for a, b, hundredths in seeding.get("ahead", ()):
        if {a, b} == {home, away}:
            return int(hundredths) if a == home else -int(hundredths)
    edge = int(seeding.get("edge", 0))
    return edge if order.get(home, 0) < order.get(away, 0) else -edge


def winner_of(match: LiveMatch) -> int:
    """1 home, -1 away, 0 neither: by what was scored and the head start; by points where only they are
    known. 0 for a double walkover, a match that is open, or a drawn one."""
    score = match.result
    if score is None or score.kind in ("unplayed", "void", "double-walkover"):
        return 0
    if score.kind in ("home-walkover", "away-walkover"):
        return 1 if score.kind == "home-walkover" else -1
    level = score.home_for == score.away_for
    points = score.home_points - score.away_points
    margin = points if level and points else 100 * (score.home_for - score.away_for) + match.ahead
    return (margin > 0) - (margin < 0)


def resolve(tree: Tree, matches: Mapping[int, LiveMatch]) -> BracketState:
    """The bracket as it stands, in ids; ``matches`` by their number in it.

    A result counts only where the two who played are the two who are due.
    """
    def decide(made: MatchState) -> Outcome | None:
        match = matches.get(made.match.number)
        if match is None or match.open or {match.home, match.away} != {made.home, made.away}:
            return None
        assert match.result is not None
        won = winner_of(match)
        if not won:
            return Outcome("none", "walkover") if match.result.kind == "double-walkover" else None
        winner = match.home if won > 0 else match.away
        by = "play" if match.result.kind == "played" else "walkover"
        return Outcome("home" if winner == made.home else "away", by)

    return follow(tree.bracket, Draw(tree.lines, max(tree.lines)), decide)


def fill(stage: LiveStage) -> BracketState | None:
    """Fill the sides of all matches of a stage in which no result stands; gives the state, None without a
    bracket. What stands is not touched, so filling twice changes nothing."""
    if stage.tree is None:
        return None
    by_number = {m.number: m for m in stage.matches()}
    order = {id: i for i, id in enumerate(stage.playing)}
    if stage.seeding.get("edge") or stage.seeding.get("ahead"):
        for match in by_number.values():
            if _kept(match):
                match.ahead = head_start(stage.seeding, order, match.home, match.away)
    state = resolve(stage.tree, by_number)
    for made in state.matches:
        match = by_number[made.match.number]
        match.feeds = made.home_from, made.away_from
        match.way = made.status if made.status in _NO_MATCH else ""
        if _kept(match):
            continue
        nobody = made.status == "not-needed"
        match.home = NOBODY if nobody or made.home in (OPEN, BYE) else made.home
        match.away = NOBODY if nobody or made.away in (OPEN, BYE) else made.away
        match.ahead = head_start(stage.seeding, order, match.home, match.away) if match.known else 0
    return state


def _kept(match: LiveMatch) -> bool:
    """True where somebody has said how it ended: then its sides are a matter of record."""
    return bool(match.claims) or not match.open


def fill_all(event: LiveEvent) -> None:
    """:func:`fill` every stage that has a bracket."""
    for stage in event.stages:
        fill(stage)


def contradictions(stage: LiveStage) -> tuple[Contradiction, ...]:
    """Every result of a bracket that does not fit, in the order of its matches."""
    if stage.tree is None:
        return ()
    by_number = {m.number: m for m in stage.matches()}
    out = []
    for made in resolve(stage.tree, by_number).matches:
        match = by_number.get(made.match.number)
        if match is None or not _kept(match):
            continue
        sides = match.home, match.away
        due = tuple(NOBODY if x in (OPEN, BYE) else x for x in (made.home, made.away))
        kind = ""
        if made.status in _NO_MATCH:
            kind = "undue"
        elif set(due) != set(sides):
            kind = "sides"
        elif not match.open and not made.decided:
            kind = "drawn"
        if kind:
            out.append(Contradiction(match.id, match.number, match.round, kind, sides, (due[0], due[1])))
    return tuple(out)
