"""A new event file: from an event file in TOML, an entry list, or nothing but a format."""

from __future__ import annotations

import os
import secrets
from collections.abc import Mapping, Sequence
from datetime import date, datetime, time
from pathlib import Path
from typing import Any

from scheduler.app.directing.desk import Decided, Who
from scheduler.app.inputs import EventLike, open_event
from scheduler.errors import UsageError
from scheduler.event import Event, Stage
from scheduler.files.source import MEGABYTE, read_bytes
from scheduler.files.text import decode
from scheduler.live.carrying import check_carry
from scheduler.live.decisions import entrant_payload, stage_payload
from scheduler.live.fold import Fold
from scheduler.live.lineups import check_options
from scheduler.live.plays import FORMATS, play_of, rulebook_of
from scheduler.live.plays.swiss_told import as_told
from scheduler.live.scoring import scoring_of
from scheduler.resources import find_model
from scheduler.store import Draft, EventFile

__all__ = ["DEFAULT_MODELS", "book_of", "new", "plain"]

DEFAULT_MODELS = {
    "swiss": "cba-swiss",
    "round-robin": "cba-round-robin",
    "knockout": "cba-knockout",
    "double-elimination": "cba-knockout",
    "groups": "cba-groups",
}
"""The rulebook of a format where the stage names none."""

_LIMIT = 4 * MEGABYTE
_MOST_SEED = 200


def new(
    path: str | os.PathLike[str],
    source: EventLike | None = None,
    *,
    name: str = "",
    format: str = "",
    model: str = "",
    options: Mapping[str, Any] | None = None,
    seed: str = "",
    who: Who | None = None,
) -> Decided:
    """Make an event file at ``path`` from ``source``, see :func:`scheduler.load` (None: nobody yet).

    ``format``, ``model`` and ``options`` are those of the first stage, in place of what the source says.
    ``seed`` decides every lot of the event; it is made up, and kept, where none is given. Raises
    FileError for files (one of that name that exists is never replaced), RulebookError and UsageError
    for settings that make no sense.
    """
    by = who or Who()
    event = open_event(source) if source is not None else Event(name or Path(path).stem, (), (Stage(""),))
    stages = _stages(event, format, model, options or {})
    base = Path(event.source).parent if Path(event.source).suffix.lower() == ".toml" else None
    if not isinstance(seed, str):
        raise UsageError(f"the seed of an event is a text, not {type(seed).__name__}", maybe='say "7".')
    if len(seed) > _MOST_SEED:
        raise UsageError(f"the seed has {len(seed)} characters; at most {_MOST_SEED} are kept")
    payload = {
        "name": name or event.name, "date": event.date, "seed": seed or secrets.token_hex(8),
        "stages": [
            stage_payload(s, book_of(s.model, base=base, where=event.source)) for s in stages],
        "entrants": [entrant_payload(e) for e in event.entrants],
    }
    fold = Fold()
    draft = Draft("created", payload, by.name)
    fold.extend([_First(draft)])
    notes = _tried(fold)
    if by.dry_run:
        return Decided(fold.event, (), True, notes)
    with EventFile.create(path, [draft]) as file:
        return Decided(fold.event, tuple(file.entries()), False, notes)


class _First:
    """The first entry, for the fold."""

    position = 1

    def __init__(self, draft: Draft) -> None:
        self.kind, self.payload = draft.kind, draft.payload


def _tried(fold: Fold) -> tuple[str, ...]:
    """Every stage's settings read once, so that a mistake is told now and not in a full hall."""
    notes: list[str] = []
    for stage in fold.event.stages:
        play, _, _ = play_of(stage), as_told(rulebook_of(stage), stage), scoring_of(stage)
        check_options(stage)
        check_carry(stage)
        if stage.index == 1 and len(fold.event.contestants) > 1:
            notes += play.before(fold.event, stage)
    return tuple(notes)


def _stages(
    event: Event, format: str, model: str, options: Mapping[str, Any]
) -> Sequence[Stage]:
    first, *later = event.stages
    wanted = format or first.format or ("swiss" if "rounds" in {**first.options, **options} else "")
    if not wanted:
        raise UsageError(
            "the event has no format", maybe=f"say --format: {', '.join(sorted(FORMATS))}.")
    begun = Stage(
        wanted, model or (first.model if wanted == first.format else ""), first.legs,
        {**first.options, **options}, first.rules)
    stages = [begun, *later]
    return [
        Stage(s.format, s.model or DEFAULT_MODELS.get(s.format, ""), s.legs, plain(s.options),
              tuple(plain(r) for r in s.rules)) for s in stages]


def book_of(model: str, *, base: Path | None = None, where: str = "") -> str:
    """The text of a rulebook by name or path, "" for no name. FileError, RulebookError."""
    if not model:
        return ""
    data, told = read_bytes(find_model(model, base=base, where=where), limit=_LIMIT)
    return decode(data, told)


def plain(value: Any) -> Any:
    """A value of TOML as JSON can keep it: dates and times become ISO texts."""
    if isinstance(value, Mapping):
        return {str(k): plain(v) for k, v in value.items()}
    if isinstance(value, list | tuple):
        return [plain(v) for v in value]
    if isinstance(value, datetime | date | time):
        return value.isoformat()
    if isinstance(value, str | int | float | bool) or value is None:
        return value
    raise UsageError(f"{value!r:.60} cannot be kept in an event file")
