"""Rounds that were played elsewhere, as one plain value, and what is contradictory in them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from scheduler.errors import FileError
from scheduler.event import Entrant

__all__ = [
    "MOST_FINDINGS", "AdoptedBye", "AdoptedMatch", "AdoptedPenalty", "AdoptedRounds", "Finding", "Findings",
]

MOST_FINDINGS = 1_000
"""Findings that are kept; what comes after is only counted."""
_SHOWN = 20


@dataclass(frozen=True, slots=True)
class AdoptedMatch:
    """A match as the file has it. ``round`` and ``table`` are 0 where it does not say.

    All results are texts as written, "" where there is none: ``result`` (home first), ``imps`` and
    ``vp`` of (home, away). IMPs with nothing for away are home's margin. ``where`` is the row or cell.
    """

    round: int
    home: int
    away: int
    table: int = 0
    result: str = ""
    imps: tuple[str, str] = ("", "")
    vp: tuple[str, str] = ("", "")
    where: str = field(default="", compare=False)

    @property
    def text(self) -> str:
        """The result to be parsed, home first: the result column, else the IMPs, else the points."""
        if self.result or not any((*self.imps, *self.vp)):
            return self.result
        if any(self.imps):
            home, away = self.imps
            return f"{home}-{away} imp" if home and away else home or f"-{away}"
        return self.points

    @property
    def points(self) -> str:
        """The VP of both sides as one text, "" where there are none."""
        return f"{self.vp[0] or 0}-{self.vp[1] or 0} vp" if any(self.vp) else ""


@dataclass(frozen=True, slots=True)
class AdoptedBye:
    """``entrant`` has no match in ``round``. ``kind``: ``given``, ``absent``, ``withdrawn``.

    ``result`` is what it got for it, as written.
    """

    round: int
    entrant: int
    kind: str = "given"
    result: str = ""
    where: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class AdoptedPenalty:
    """``points`` hundredths, positive, taken from ``entrant`` in ``round``."""

    round: int
    entrant: int
    points: int
    where: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class Finding:
    """What is wrong, and where. ``grave`` contradictions cannot both be true; others are to be asked.

    ``kind`` is one of: date, unreadable, unread, round, unknown, self, twice, bye, table, sides, differ,
    mirror, result, pool, imps-vp, penalty, name; and, not grave: missing (of a round: grave), silent,
    rematch, waiting.
    """

    kind: str
    text: str
    where: str = ""
    grave: bool = True

    def __str__(self) -> str:
        return f"{self.where}: {self.text}" if self.where else self.text


class Findings:
    """Findings on their way: the first thousand are kept, all are counted."""

    def __init__(self) -> None:
        """Nothing found yet."""
        self.kept: list[Finding] = []
        self.count = self.grave = 0

    def add(self, kind: str, text: str, where: str = "", *, grave: bool = True) -> None:
        """One more."""
        self.count += 1
        self.grave += grave
        if len(self.kept) < MOST_FINDINGS:
            self.kept.append(Finding(kind, text, where, grave))


@dataclass(frozen=True, slots=True)
class AdoptedRounds:
    """An event that was run elsewhere, up to now.

    ``entrants`` are numbered 1..n; ``rounds`` is the highest round that is named, 0 for a crosstable of
    results, which names none. Matches are by round, table and home; byes and penalties by round and entrant.
    ``findings`` (at most 1,000, of ``found``, of which ``grave`` contradict each other) say what does not
    fit together.
    """

    entrants: tuple[Entrant, ...]
    rounds: int
    matches: tuple[AdoptedMatch, ...] = ()
    byes: tuple[AdoptedBye, ...] = ()
    penalties: tuple[AdoptedPenalty, ...] = ()
    findings: tuple[Finding, ...] = field(default=(), compare=False)
    found: int = field(default=0, compare=False)
    grave: int = field(default=0, compare=False)
    source: str = field(default="", compare=False)

    @classmethod
    def of(
        cls, entrants: Iterable[Entrant], matches: Iterable[AdoptedMatch],
        byes: Iterable[AdoptedBye] = (), penalties: Iterable[AdoptedPenalty] = (),
        findings: Findings | None = None, source: str = "",
    ) -> AdoptedRounds:
        """The value with everything in its order."""
        played = tuple(sorted(matches, key=lambda m: (m.round, m.table or 1 << 30, m.home, m.away)))
        idle = tuple(sorted(byes, key=lambda b: (b.round, b.entrant, b.kind)))
        fines = tuple(sorted(penalties, key=lambda p: (p.round, p.entrant, p.points)))
        told = findings or Findings()
        last = max([0, *(m.round for m in played), *(b.round for b in idle)])
        kept = sorted(told.kept, key=lambda f: not f.grave)
        return cls(
            tuple(entrants), last, played, idle, fines, tuple(kept), told.count, told.grave, source
        )

    def check(self) -> None:
        """Raise :class:`FileError` where anything is contradictory: all at once, the first 20 in full."""
        if not self.grave:
            return
        told = [f for f in self.findings if f.grave]
        lines = [f"  {finding}" for finding in told[:_SHOWN]]
        if self.grave > len(lines):
            lines.append(f"  and {self.grave - len(lines)} more")
        count = "one contradiction" if self.grave == 1 else f"{self.grave} contradictions"
        raise FileError(
            f"{count}; nothing was adopted\n" + "\n".join(lines), where=self.source,
            maybe="correct them in the file and adopt it again.",
        )
