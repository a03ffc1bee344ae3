"""Why a Swiss round is as it is: the match of an entrant, or a match that was not made."""

from __future__ import annotations

import os
from dataclasses import dataclass

from scheduler.app.directing.desk import look
from scheduler.app.directing.rounds import round_of, stage_of
from scheduler.errors import UsageError
from scheduler.formats.swiss import Answer, SwissRound, explain_match, next_round, why_not
from scheduler.live.plays import play_of
from scheduler.live.plays.swiss import book_in, state_of
from scheduler.live.state import LiveEvent, LiveRound

__all__ = ["Explained", "explain"]


@dataclass(frozen=True)
class Explained:
    """An answer about a round; ``as_made`` is False where the round in the log is not the one that the
    rules make of what is known now (it was brought, or a result was corrected since)."""

    event: LiveEvent
    round: int
    answer: Answer
    as_made: bool


def explain(
    path: str | os.PathLike[str], a: int, b: int | None = None, *, why_not_met: bool = False, round: int = 0,
    stage: int = 0,
) -> Explained:
    """Why ``a`` meets whom it does, or, with ``why_not_met``, why it does not meet ``b`` (0: has no bye).

    The round is made again from what was known before it, and the pair forced into it, so that the answer
    is seen and not guessed. UsageError for stages that are not Swiss, rounds there are not, and entrants
    that are not in it.
    """
    event = look(path)
    where = stage_of(event, stage)
    if where.stage.format != "swiss":
        raise UsageError(
            f"{where.name} is of the format {where.stage.format}: its rounds are not paired one by one",
            maybe="check the whole table: event verify.")
    here = round_of(where, round or where.drafted or where.current)
    total = max(here.number, play_of(where).rounds(event, where))
    state = state_of(event, where, here.number, total, early=True, late=True)
    book = book_in(event, where)
    fixed = [(int(a), int(b), 0) for a, b in here.proof.get("fixed", ())]
    made = next_round(
        state, book, seed=str(here.proof.get("seed", event.seed)), fixed=fixed, force=bool(fixed))
    answer = why_not(made, state, book, a, b or 0) if why_not_met else explain_match(made, state, book, a)
    if b is not None and not why_not_met and not _meet(made, a, b):
        answer = why_not(made, state, book, a, b)
    return Explained(event, here.number, answer, _same(event, here, made))


def _meet(made: SwissRound, a: int, b: int) -> bool:
    pairs = [{m.home, m.away} for m in made.matches] + [{0, y.entrant} for y in made.byes]
    return {a, b} in pairs


def _same(event: LiveEvent, here: LiveRound, made: SwissRound) -> bool:
    have = {frozenset((event.number(m.home), event.number(m.away))) for m in here.matches if m.share == 1}
    return have == {frozenset((m.home, m.away)) for m in made.matches}
