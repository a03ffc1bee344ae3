"""What has happened to a draw: withdrawals, entries, errors, matches played. Values only."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scheduler.errors import UsageError, did_you_mean
from scheduler.event import Entrant, Event

__all__ = [
    "ALTERNATES", "WHEN", "Alternate", "Exchange", "Fact", "LateEntry", "Played", "Withdrawal",
    "number_of",
]

WHEN = ("before-order-of-play", "after-order-of-play", "no-show", "disqualified")
"""When an entrant leaves. The last two are not replaced: their matches are walkovers."""

ALTERNATES = ("acceptance-list", "lucky-loser", "non-qualifier")
"""Where a replacement comes from. Non-qualifiers come in order of rating (WCA 9p3), others as listed."""


@dataclass(frozen=True, slots=True)
class Withdrawal:
    """``entrant`` (number or name) takes no part, or no further part; ``when`` is one of :data:`WHEN`."""

    entrant: int | str
    when: str = WHEN[0]


@dataclass(frozen=True, slots=True)
class LateEntry:
    """Somebody who is to be admitted: to a line left by another, to a bye, or to a play-in match.

    The number of ``entrant`` is not looked at: the next free one is given.
    """

    entrant: Entrant


@dataclass(frozen=True, slots=True)
class Alternate:
    """Somebody who is ready to take the line of one who withdrew; ``kind`` is one of :data:`ALTERNATES`.

    The number of ``entrant`` is not looked at: the next free one is given if he comes in.
    """

    entrant: Entrant
    kind: str = ALTERNATES[0]


@dataclass(frozen=True, slots=True)
class Exchange:
    """Two entrants (numbers or names) are to change lines: an error of the record, or a wish."""

    first: int | str
    second: int | str


Fact = Withdrawal | LateEntry | Alternate | Exchange


@dataclass(frozen=True, slots=True)
class Played:
    """A match that is over: who met in which round, and who goes on; 0 for nobody, if both lost."""

    round: int
    first: int
    second: int
    winner: int


def number_of(who: int | str, event: Event) -> int:
    """The number of an entrant given by number or by name. UsageError where the event has none such,
    or more than one."""
    if isinstance(who, int) and not isinstance(who, bool):
        if 1 <= who <= event.size:
            return who
        raise UsageError(f"there is no number {who} in {event.name}: it has {event.size} entrants")
    names = [e.name for e in event.entrants]
    found: Sequence[int] = [e.number for e in event.entrants if e.name == who]
    if not found:
        raise UsageError(
            f'{event.name} has no entrant "{str(who)[:40]}"', maybe=did_you_mean(str(who)[:40], names)
        )
    if len(found) > 1:
        raise UsageError(
            f'{len(found)} entrants are called "{str(who)[:40]}"', maybe=f"say which: number {found[0]}?"
        )
    return found[0]
