"""Opponents chosen by the highest ranked: a ranking read, choices from short texts, records replayed."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from scheduler.app.draws import DrawJob
from scheduler.errors import FileError, UsageError
from scheduler.event import Event, Stage
from scheduler.files.sheets import read_sheets
from scheduler.files.source import MEGABYTE, Source, read_bytes
from scheduler.files.text import clean
from scheduler.files.words import ENTRANT_WORDS, find_header, numeral
from scheduler.formats.knockout.choice import MOST_CHOOSING
from scheduler.formats.knockout.choosing import ChoiceRecord, ChoiceSession, replay_choice

__all__ = ["choose_all", "enter", "parse_choices", "ranked", "read_ranking", "remade_choice", "session_for"]

_LIMIT = 16 * MEGABYTE
_WORDS = {"number": ENTRANT_WORDS["number"], "name": ENTRANT_WORDS["name"]}
_SIGNS = "=+"


def read_ranking(source: Source, event: Event, *, name: str = "") -> tuple[int, ...]:
    """Numbers in final order, best first: ``{"ranking": [3, 1, ...]}`` (numbers or names), or a sheet with a
    column of numbers or names whose rows are in order of standing.

    Raises FileError for anybody twice or unknown, and for what is neither.
    """
    data, where = read_bytes(source, limit=_LIMIT, name=name)
    if data.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] == b"{":
        found = _from_json(data, where, event)
    else:
        found = _from_sheet(data, where, event)
    seen: set[int] = set()
    for number in found:
        if number in seen:
            raise FileError(f"{event.name_of(number)} is there twice", where=where)
        seen.add(number)
    if len(found) < 2:
        raise FileError("a ranking has two entrants at least", where=where)
    return found


def _from_json(data: bytes, where: str, event: Event) -> tuple[int, ...]:
    try:
        told: Any = json.loads(data)
    except (ValueError, RecursionError):
        raise FileError("not JSON", where=where) from None
    entries = told.get("ranking") if isinstance(told, dict) else None
    if not isinstance(entries, list) or len(entries) > event.size:
        raise FileError('"ranking" is a list of numbers or names of entrants', where=where)
    names = {clean(e.name): e.number for e in event.entrants}
    out = []
    for place, entry in enumerate(entries, start=1):
        number = names.get(clean(entry), 0) if isinstance(entry, str) else entry
        if type(number) is not int or not 1 <= number <= event.size:
            raise FileError(f"place {place} of the ranking is nobody of the entry list", where=where)
        out.append(number)
    return tuple(out)


def _from_sheet(data: bytes, where: str, event: Event) -> tuple[int, ...]:
    names = {clean(e.name): e.number for e in event.entrants}
    for sheet in read_sheets(data, name=where):
        header = next(
            (h for key in _WORDS for h in [find_header(sheet, _WORDS, [key])] if h is not None), None
        )
        if header is None:
            continue
        out = []
        for row in range(header.row + 1, len(sheet.rows)):
            texts = {k: sheet.cell(row, c) for k, c in header.columns.items()}
            told = numeral(texts.get("number", ""))
            number = told if told is not None else names.get(clean(texts.get("name", "")), 0)
            if not 1 <= number <= event.size:
                raise FileError("nobody of the entry list is named here", where=sheet.place(row))
            out.append(number)
        return tuple(out)
    raise FileError(
        "no ranking was found in it", where=where, maybe='put headings above it: "number, name".'
    )


def ranked(event: Event, ranking: Sequence[int], through: int = 0) -> Event:
    """The first ``through`` of a ranking (0: all of it) as an event with one knockout: number 1 is the first.

    Its stage is the first knockout of the event, else a plain one. Everybody has a seed; how many of them
    count as seeds where the draw is by lot is as the stage says, else a quarter of the lines. UsageError
    for more than the ranking has, fewer than 2, more than 256.
    """
    most = min(len(ranking), MOST_CHOOSING)
    if through and not 2 <= through <= most:
        raise UsageError(f"2 to {most} of the ranking can go through, not {through}")
    entrants = tuple(
        replace(event.entrants[number - 1], number=k, seed=k)
        for k, number in enumerate(ranking[: through or len(ranking)], start=1)
    )
    stage = next((s for s in event.stages if s.format == "knockout"), Stage("knockout"))
    lines = 1 << (len(entrants) - 1).bit_length()
    options = {"seeds": lines // 4, **stage.options}
    return replace(event, entrants=entrants, stages=(replace(stage, options=options),))


def session_for(job: DrawJob, rounds: int = 0) -> ChoiceSession:
    """A choice of opponents for a job. UsageError for groups, and as :class:`ChoiceSession`."""
    if job.groups:
        raise UsageError("opponents are chosen in a bracket; groups are drawn here")
    told = job.stage.options.get("chosen-rounds", 0)
    rounds = max(rounds, told) if rounds == 2 and type(told) is int else rounds
    return ChoiceSession(job.event, job.stage, job.rulebook, rounds=rounds)


def parse_choices(text: str, event: Event) -> tuple[tuple[int, int, int], ...]:
    """(who, whom, round 1 or 2 for any later) of ``1=7,2=5,1+3``: 1 takes 7, 2 takes 5, and the match of 1
    meets that of 3 next. Numbers or names. UsageError for what is neither."""
    out = []
    for part in (p.strip() for p in text.split(",") if p.strip()):
        sign = next((s for s in _SIGNS if s in part), "")
        who, _, whom = part.partition(sign) if sign else (part, "", "")
        if not who.strip() or not whom.strip():
            raise UsageError(
                f'"{part[:40]}" is no choice', maybe="write 1=7 for a match, 1+3 for the next round."
            )
        out.append((_number(who, event), _number(whom, event), 1 + (sign == "+")))
    if len(out) > 4 * MOST_CHOOSING:
        raise UsageError(f"{len(out)} choices, more than any draw has")
    return tuple(out)


def _number(text: str, event: Event) -> int:
    from scheduler.repair.draws_facts import number_of

    told = text.strip()
    return number_of(int(told) if told.isascii() and told.isdecimal() and len(told) < 7 else told, event)


def choose_all(
    session: ChoiceSession, choices: Sequence[tuple[int, int, int]], author: str
) -> ChoiceRecord:
    """Enter choices in their order, and give the record.

    A choice that nobody could make otherwise (the last has who is left) may be listed or left out. Who
    is chosen for a later round is any entrant of the match. UsageError for a choice out of turn.
    """
    forced: list[tuple[int, int, int]] = []
    for who, whom, round_ in choices:
        turn = session.turn
        if turn is None or (turn.chooser, min(turn.round, 2)) != (who, round_):
            forced.append((who, whom, round_))
            continue
        enter(session, whom, author)
    if session.turn is not None:
        raise _unchosen(session, forced)
    record = session.record()
    for who, whom, round_ in forced:
        if not _so(record, who, whom, round_):
            name = session.event.name_of(who)
            raise UsageError(f"{who}{_SIGNS[round_ - 1]}{whom} was not open: {name} had no such choice")
    return record


def _unchosen(session: ChoiceSession, forced: Sequence[tuple[int, int, int]]) -> UsageError:
    turn = session.turn
    assert turn is not None
    told = f"{session.event.name_of(turn.chooser)} has yet to choose among {', '.join(map(str, turn.among))}"
    if forced:
        who, whom, round_ = forced[0]
        told += f"; {who}{_SIGNS[round_ - 1]}{whom} is out of turn"
    sign = _SIGNS[min(turn.round, 2) - 1]
    return UsageError(told, maybe=f"add {turn.chooser}{sign}{turn.among[0]}, or another of them.")


def enter(session: ChoiceSession, whom: int, author: str, time: str = "") -> None:
    """The next choice; in a later round any entrant of a match stands for it. UsageError where not open."""
    turn = session.turn
    pairs = zip(turn.among, turn.sections, strict=True) if turn is not None and turn.sections else ()
    session.choose(next((best for best, inside in pairs if whom in inside), whom), author, time)


def _so(record: ChoiceRecord, who: int, whom: int, round_: int) -> bool:
    """True where the two meet in that round of the draw that was made (later: in round 2 or beyond)."""
    draw = record.draw
    a, b = draw.line_of(who), draw.line_of(whom)
    if not a or not b:
        return False
    met = draw.meeting_round(a, b)
    return met == 1 if round_ == 1 else 2 <= met <= record.field.rounds


def remade_choice(source: Source, job: DrawJob, *, name: str = "") -> ChoiceRecord:
    """A record of choices made again, step by step. FileError where anything differs."""
    data, where = read_bytes(source, limit=_LIMIT, name=name)
    return replay_choice(data, job.event, job.stage, job.rulebook, where=where)
