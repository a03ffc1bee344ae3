"""What every reader of schedules shares: limits, and the collection of matches as they are read."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from dataclasses import dataclass, field

from scheduler.errors import FileError, did_you_mean
from scheduler.event import Event, Schedule
from scheduler.files.text import clean
from scheduler.files.words import numeral

__all__ = ["MOST_MATCHES", "MOST_NUMBER", "MOST_ROUNDS", "MatchRows"]

MOST_NUMBER = 2_000
MOST_ROUNDS = 5_000
MOST_MATCHES = 1_000_000


@dataclass
class MatchRows:
    """Matches, byes and start times on the way from a file into a :class:`Schedule`.

    Whatever a verifier can judge is kept: a pair twice, an entrant twice in a round or not at all.
    What is no match is a :class:`FileError` at ``where``, the place that the caller passes.
    """

    where: str
    event: Event | None = None
    round: list[int] = field(default_factory=list)
    home: list[int] = field(default_factory=list)
    away: list[int] = field(default_factory=list)
    table: list[int] = field(default_factory=list)
    starts: dict[int, str] = field(default_factory=dict)
    byes: dict[tuple[int, int], str] = field(default_factory=dict)
    rounds: int = 0

    def __post_init__(self) -> None:
        names = self.event.entrants if self.event else ()
        self._numbers: Mapping[str, int] = {clean(e.name).casefold(): e.number for e in names}

    def add(self, number: int, home: int, away: int, table: int, where: str) -> None:
        """One match of round ``number`` at ``table`` (0: not known)."""
        self.open_round(number, where)
        for entrant in (home, away):
            self.check_entrant(entrant, where)
        if home == away:
            raise FileError(f"number {home} plays against itself", where=where)
        if not 0 <= table <= MOST_NUMBER:
            raise FileError(f"table {table} is not 0 to {MOST_NUMBER}", where=where)
        if len(self.round) >= MOST_MATCHES:
            raise FileError(f"more than {MOST_MATCHES} matches", where=where)
        self.round.append(number)
        self.home.append(home)
        self.away.append(away)
        self.table.append(table)

    def add_bye(self, number: int, entrant: int, where: str) -> None:
        """``entrant`` has no match in round ``number``."""
        self.open_round(number, where)
        self.check_entrant(entrant, where)
        self.byes[number, entrant] = where

    def add_start(self, number: int, text: str, where: str) -> None:
        """The start of round ``number`` as ISO date or date-time; empty text is no start."""
        if not text:
            return
        try:
            moment = datetime.datetime.fromisoformat(text)
        except ValueError:
            raise FileError(
                f'"{text[:40]}" is not a date and time', where=where,
                maybe="write 2026-05-30T09:30.",
            ) from None
        start = text if len(text) <= 10 else moment.isoformat()
        if self.starts.setdefault(number, start) != start:
            raise FileError(
                f"round {number} starts at {start} here and at {self.starts[number]} before",
                where=where,
            )

    def open_round(self, number: int, where: str) -> None:
        """Round ``number`` is part of the schedule, even if nobody plays in it."""
        if not 1 <= number <= MOST_ROUNDS:
            raise FileError(f"round {number} is not 1 to {MOST_ROUNDS}", where=where)
        self.rounds = max(self.rounds, number)

    def check_entrant(self, number: int, where: str) -> None:
        """Refuse a number that nobody can have."""
        most = self.event.size if self.event else MOST_NUMBER
        if not 1 <= number <= most:
            raise FileError(
                f"nobody has number {number}: numbers are 1 to {most}", where=where,
                maybe="this schedule belongs to another event." if self.event else "",
            )

    def entrant(self, text: str, where: str) -> int:
        """The number that ``text`` is, or whose name it is."""
        number = numeral(text)
        if number is None:
            number = self._numbers.get(clean(text).casefold())
        if number is None:
            known = [e.name for e in self.event.entrants] if self.event else []
            raise FileError(
                f'"{text[:60]}" is ' + ("no number and no entrant" if known else "not a number"),
                where=where,
                maybe=did_you_mean(text, known) if known
                else "these are names; give the event, which knows their numbers.",
            )
        return number

    def knows(self, text: str) -> bool:
        """True when ``text`` is a number or an entrant's name."""
        return numeral(text) is not None or clean(text).casefold() in self._numbers

    def schedule(self) -> Schedule:
        """The schedule of all that was read.

        Without an event there are as many entrants as the highest number says.
        """
        if not self.round:
            raise FileError("there is no match in it", where=self.where)
        busy = set(zip(self.round, self.home, strict=True))
        busy.update(zip(self.round, self.away, strict=True))
        for (number, entrant), where in self.byes.items():
            if (number, entrant) in busy:
                raise FileError(
                    f"number {entrant} has a bye in round {number} and plays in it", where=where
                )
        idle = max((entrant for _, entrant in self.byes), default=0)
        size = self.event.size if self.event else max(idle, *self.home, *self.away)
        return Schedule.from_columns(
            size, self.rounds, self.round, self.home, self.away, self.table,
            starts=dict(sorted(self.starts.items())),
        )
