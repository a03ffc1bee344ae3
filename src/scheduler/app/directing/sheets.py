"""The sheet of a live event: its timetable, tables and rooms, board sets, venue and equipment."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

from scheduler.app.directing.desk import look
from scheduler.app.directing.rounds import stage_of
from scheduler.errors import RulebookError, UsageError
from scheduler.event import Event
from scheduler.formats.sheet import EventSheet, make_sheet, settings_from
from scheduler.live.plays import play_of
from scheduler.live.scoring import scoring_of
from scheduler.live.state import LiveEvent, LiveMatch, LiveRound, LiveStage

__all__ = ["sheet", "sheet_of"]


def sheet(
    path: str | os.PathLike[str], *, stage: int = 0, settings: Mapping[str, Any] | None = None
) -> tuple[LiveEvent, Event, EventSheet]:
    """The state, its entrants by number (for names), and the sheet of a stage: what its ``sheet`` says,
    with ``settings`` in its place, see :func:`scheduler.formats.sheet.settings_from`.

    RulebookError for settings of the stage that make no sense, UsageError for those that are given.
    """
    live = look(path)
    where = stage_of(live, stage)
    made = sheet_of(live, where, settings or {})
    entrants = sorted((c.entrant for c in live.contestants.values()), key=lambda e: e.number)
    return live, Event(live.name, tuple(entrants), date=live.date), made


def sheet_of(event: LiveEvent, stage: LiveStage, more: Mapping[str, Any]) -> EventSheet:
    """The sheet of a stage. RulebookError for its own settings, UsageError for ``more``."""
    told = stage.stage.options.get("sheet", {})
    where = f'"sheet" of {stage.name}'
    if not isinstance(told, Mapping):
        raise RulebookError(f"{where} is a table of settings")
    boards = scoring_of(stage).match.boards
    usual: dict[str, Any] = {"two_rooms": bool(boards), **({"segments": [boards]} if boards else {})}
    settings_from(told, where)
    try:
        settings = settings_from({**usual, **told, **more})
    except RulebookError as error:
        raise UsageError(error.message, maybe=error.maybe) from None
    known = {n: _known(stage.rounds[n]) for n in sorted(stage.rounds)}
    played = {n: matches for n, matches in known.items() if matches}
    play = play_of(stage)
    return make_sheet(
        settings,
        {n: [(event.number(m.home), event.number(m.away)) for m in ms] for n, ms in played.items()},
        tables={n: [m.table for m in ms] for n, ms in played.items()},
        rounds=play.rounds(event, stage) or len(stage.rounds),
        simultaneous=len(stage.playing or play.playing(event, stage)) // 2)


def _known(round: LiveRound) -> list[LiveMatch]:
    """The matches of a round whose sides are known, in order of their tables."""
    return sorted((m for m in round.matches if m.known), key=lambda m: (m.table, m.id))
