"""The bracket of an event in progress: who has gone on, with scores as far as results are in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from scheduler.errors import UsageError
from scheduler.event import Draw, Entrant, Event
from scheduler.live.filling import resolve
from scheduler.live.state import LiveEvent, LiveMatch, LiveStage
from scheduler.solve.draws.elimination_play import BracketState, MatchState
from scheduler.views.bracket_page import bracket_page
from scheduler.views.bracket_text import bracket_text
from scheduler.views.columns import clean
from scheduler.views.messages import Translator
from scheduler.views.rounds import points_text

__all__ = ["live_bracket", "live_bracket_page", "live_bracket_text"]


def live_bracket(event: LiveEvent, stage: LiveStage, translator: Translator) -> BracketState:
    """The bracket of ``stage`` as it stands, in the numbers that people know. A match is scored by its IMPs
    or goals, by points where only they are known. UsageError where the stage has no bracket (yet)."""
    if stage.tree is None:
        raise UsageError(f"{stage.name} has no bracket", maybe="draw it: event pair.")
    matches = {m.number: m for m in stage.matches()}
    made = resolve(stage.tree, matches)
    number = {id: event.number(id) for id in stage.tree.lines if id > 0}
    seeds = tuple(number.get(int(id), 0) for id in stage.tree.record.get("seeds", ()))
    lines = tuple(number.get(id, id) for id in stage.tree.lines)
    return replace(
        made, draw=Draw(lines, max(lines), seeds),
        matches=tuple(_numbered(m, number, matches[m.match.number], translator) for m in made.matches),
        places={number.get(id, id): place for id, place in made.places.items()},
        losses={number.get(id, id): lost for id, lost in made.losses.items()})


def _numbered(made: MatchState, number: Mapping[int, int], match: LiveMatch, t: Translator) -> MatchState:
    outcome = made.outcome
    if outcome is not None and outcome.by == "play":
        outcome = replace(outcome, score=_score(match, match.home == made.home, t))
    home, away, winner, loser = (number.get(x, x) for x in (made.home, made.away, made.winner, made.loser))
    return replace(made, home=home, away=away, winner=winner, loser=loser, outcome=outcome)


def _score(match: LiveMatch, straight: bool, t: Translator) -> str:
    score = match.result
    if score is None:
        return ""
    sides = (
        (str(score.home_for), str(score.away_for)) if score.margin_known
        else (points_text(score.home_points, t), points_text(score.away_points, t)))
    told = "-".join(sides if straight else reversed(sides))
    return t("rounds.provisional", result=told) if score.provisional else told


def _field(event: LiveEvent, stage: LiveStage, t: Translator) -> Event:
    """Names, regions and clubs by number; the title says which stage it is, and that a draft is one."""
    known = {c.number: c.entrant for c in event.contestants.values()}
    entrants = tuple(known.get(n, Entrant(n, "")) for n in range(1, event.most_number + 1))
    title = clean(event.name)
    if len(event.stages) > 1:
        title += f" - {clean(stage.name)}"
    if not stage.current:
        title += f" - {t('rounds.drafted')}"
    return Event(title, entrants, date=event.date)


def live_bracket_text(event: LiveEvent, stage: LiveStage, translator: Translator) -> str:
    """The bracket for the terminal, with a final line feed; UsageError as :func:`live_bracket`."""
    state = live_bracket(event, stage, translator)
    return bracket_text(state, translator, event=_field(event, stage, translator))


def live_bracket_page(event: LiveEvent, stage: LiveStage, translator: Translator) -> str:
    """The bracket as a whole HTML page to hang up; write it as UTF-8. UsageError as :func:`live_bracket`."""
    state = live_bracket(event, stage, translator)
    return bracket_page(state, translator, event=_field(event, stage, translator))
