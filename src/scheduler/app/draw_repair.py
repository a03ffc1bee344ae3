"""Mend a published draw: who withdrew, who came late, which lines were exchanged; told in short texts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from scheduler.app.draws_judged import JudgedDraw
from scheduler.errors import UsageError, did_you_mean
from scheduler.event import Entrant
from scheduler.files.draw_results import PlayedRow, read_played
from scheduler.files.source import Source
from scheduler.repair.draws import Proposal, repair_draw
from scheduler.repair.draws_facts import (
    ALTERNATES,
    WHEN,
    Alternate,
    Exchange,
    Fact,
    LateEntry,
    Played,
    Withdrawal,
)
from scheduler.solve.problem import Limits

__all__ = ["FACTS", "facts_of", "mend", "played_in", "proposals_json", "rows_in"]

FACTS = ("withdraw", "late", "alternate", "exchange", "played")


def facts_of(texts: Sequence[str]) -> tuple[tuple[Fact, ...], tuple[Played, ...]]:
    """(what happened, the matches played) as texts say it.

    ``withdraw=WHO`` or ``withdraw=WHO:no-show``; ``late=NAME``; ``alternate=NAME:lucky-loser``;
    ``exchange=A:B``; ``played=ROUND:A:B:WINNER``. Entrants are numbers or names. UsageError otherwise.
    """
    facts: list[Fact] = []
    played: list[Played] = []
    for text in texts:
        kind, equals, value = text.partition("=")
        value = value.strip()
        if kind not in FACTS or not equals or not value:
            raise UsageError(
                f'"{text[:60]}" is nothing that can happen to a draw',
                maybe=did_you_mean(kind, FACTS) if kind not in FACTS else f"write {kind}=7.",
            )
        if kind == "played":
            played.append(_played(text, value))
        else:
            facts.append(_fact(kind, text, value))
    return tuple(facts), tuple(played)


def _fact(kind: str, text: str, value: str) -> Fact:
    if kind == "withdraw":
        who, when = _split(value, WHEN)
        return Withdrawal(_who(who), when or WHEN[0])
    if kind == "late":
        return LateEntry(Entrant(0, value))
    if kind == "alternate":
        name, how = _split(value, ALTERNATES)
        return Alternate(Entrant(0, name), how or ALTERNATES[0])
    parts = [p.strip() for p in value.split(":")]
    if len(parts) != 2 or not all(parts):
        raise UsageError(f'"{text[:60]}" does not name two entrants', maybe="write exchange=3:7.")
    return Exchange(_who(parts[0]), _who(parts[1]))


def _split(value: str, known: Sequence[str]) -> tuple[str, str]:
    """(name, what is said after the last colon); a colon within a name is part of it."""
    name, colon, said = value.rpartition(":")
    if not colon:
        return value, ""
    if said.strip() in known:
        return name.strip(), said.strip()
    if did_you_mean(said.strip(), known).startswith("you mean"):
        raise UsageError(f'"{said.strip()[:40]}" is not known', maybe=did_you_mean(said.strip(), known))
    return value, ""


def _who(text: str) -> int | str:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 7 else text


def _played(text: str, value: str) -> Played:
    parts = value.split(":")
    if len(parts) != 4 or not all(p.isascii() and p.isdecimal() and len(p) < 7 for p in parts):
        raise UsageError(
            f'"{text[:60]}" is no match that was played', maybe="write played=ROUND:A:B:WINNER in numbers."
        )
    round_, first, second, winner = map(int, parts)
    return Played(round_, first, second, winner)


def played_in(judged: JudgedDraw, source: Source, *, name: str = "") -> tuple[Played, ...]:
    """The matches played as a file has them (``files.draw_results``). FileError; UsageError for groups."""
    rows = rows_in(judged, source, name=name)
    return tuple(Played(r.round, r.first, r.second, r.winner) for r in rows)


def rows_in(
    judged: JudgedDraw, source: Source, *, name: str = "", rematches: bool = False
) -> tuple[PlayedRow, ...]:
    """The same as rows with scores and places in the file; with ``rematches`` two may meet more than once."""
    if judged.draw is None:
        raise UsageError("groups have no results here, brackets have")
    return read_played(source, judged.draw, judged.event, name=name, rematches=rematches)


def mend(
    judged: JudgedDraw, facts: Sequence[Fact], played: Sequence[Played] = (), limits: Limits | None = None
) -> tuple[Proposal, ...]:
    """Ways to mend a draw, each with its reasons; see ``repair_draw``. UsageError for groups, without an
    entry list, and for what does not fit together."""
    if judged.draw is None or judged.event is None:
        raise UsageError("a bracket is mended, by its entry list", maybe="add --event EVENT.")
    return repair_draw(
        judged.draw, facts, judged.rulebook, judged.event, judged.stage, played=played, limits=limits
    )


def proposals_json(judged: JudgedDraw, found: Sequence[Proposal]) -> dict[str, Any]:
    """The documented JSON shape: every proposal, with the names of those it speaks of."""
    return {
        "table": judged.name, "model": judged.rulebook.name,
        "proposals": [{**p.as_json(), "names": [e.name for e in p.event.entrants]} for p in found],
    }

