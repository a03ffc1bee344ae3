"""The matches that a draw into groups leads to: the same printed table in every group, by position."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from scheduler.app.rulebooks import open_rulebook
from scheduler.errors import UsageError
from scheduler.event import Entrant, Event, Stage
from scheduler.solve.problem import Limits

__all__ = ["GroupRounds", "fixtures_json", "fixtures_of"]

GroupRounds = tuple[tuple[tuple[int, int], ...], ...]
"""Of one group: by round, the (home, away) of each match, as numbers of the event."""

_SECONDS = 20.0
_MOST = 64


def fixtures_of(groups: Sequence[Sequence[int]], stage: Stage) -> tuple[GroupRounds, ...]:
    """The matches of every group, where the stage's option ``table`` names a rulebook for them; else nothing.

    Position k of a group has number k in the table, ``legs`` times everybody meets everybody.

    Raises UsageError for groups of fewer than 2 or more than 64, RulebookError, NoAnswer, TimeUp.
    """
    name = stage.options.get("table", "")
    if not name:
        return ()
    if not isinstance(name, str):
        raise UsageError(f'"table" names a rulebook, not {str(name)[:40]}', maybe='write "cba-round-robin".')
    book = open_rulebook(name, where="table")
    if book.format not in ("", "round-robin"):
        raise UsageError(
            f"{book.name} is no rulebook for the tables of groups", maybe='write "cba-round-robin".')

    # Imported here because most draws have no tables, and all of them would wait for it.
    from scheduler.formats import round_robin

    @cache
    def rounds(size: int) -> GroupRounds:
        if not 2 <= size <= _MOST:
            raise UsageError(f"a group of {size} has no table: it takes 2 to {_MOST}",
                             maybe="let there be other groups.")
        field = Event("group", tuple(Entrant(k, f"{k}") for k in range(1, size + 1)))
        engine = replace(stage, format="round-robin", model="", options={}, rules=())
        made = round_robin.plan(field, engine, book, Limits(_SECONDS))
        return tuple(
            tuple((m.home, m.away) for m in played.matches) for played in made.schedule.by_round())

    return tuple(
        tuple(tuple((group[h - 1], group[a - 1]) for h, a in matches) for matches in rounds(len(group)))
        for group in groups
    )


def fixtures_json(fixtures: Sequence[GroupRounds]) -> list[dict[str, Any]]:
    """``[{"group": 1, "round": 1, "home": 3, "away": 40}, ...]``."""
    return [
        {"group": k, "round": r, "home": home, "away": away}
        for k, rounds in enumerate(fixtures, start=1)
        for r, matches in enumerate(rounds, start=1) for home, away in matches
    ]
