"""From the margin of a match to the points of both sides: win/draw/loss points and VP scales.

All points are whole numbers of hundredths, all margins whole and seen from the home side. A scale
is data, so that a rulebook can name it: :func:`scale_from`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Protocol

from scheduler.errors import RulebookError, UsageError, did_you_mean
from scheduler.standings.rounding import rounded
from scheduler.standings.vp import MOST_BOARDS, continuous_scale, discrete_limits

__all__ = [
    "KINDS", "ContinuousVP", "DiscreteVP", "OutcomePoints", "Scale", "TableVP", "scale_from",
]

_MOST_MARGIN = 1_000_000
_MOST_ROWS = 2_000
_MOST_POINTS = 1_000_000_00


class Scale(Protocol):
    """What turns a margin into points."""

    @property
    def draw(self) -> int:
        """The points, in hundredths, of each side of a drawn match."""

    @property
    def top(self) -> int:
        """The most that one side can get, in hundredths."""

    def points(self, margin: int, boards: int = 0) -> tuple[int, int]:
        """(home's, away's) points in hundredths for ``margin``, home's score less away's.

        ``boards`` is the length of the match where the scale depends on it. UsageError.
        """


@dataclass(frozen=True, slots=True)
class OutcomePoints:
    """So many hundredths for a win, a draw, a loss: 3-1-0, 2-1-0, 1-1/2-0."""

    win: int = 200
    draw: int = 100
    loss: int = 0

    @property
    def top(self) -> int:
        """The points of a win."""
        return self.win

    def points(self, margin: int, boards: int = 0) -> tuple[int, int]:
        """Points of both sides; the length does not matter."""
        _bounded(margin)
        if margin == 0:
            return self.draw, self.draw
        return (self.win, self.loss) if margin > 0 else (self.loss, self.win)


@dataclass(frozen=True, slots=True)
class ContinuousVP:
    """The WBF continuous scale, 20-0, for any number of boards from 1 to 1,000.

    ``boards`` not 0 fixes the length for which the scale is made, whatever a match has; 0 puts
    short matches on their own scale. ``half`` is the scale 10-0: the winner's VP are halved, a half
    hundredth in his favour, and both sides still share 10.00.
    """

    boards: int = 0
    half: bool = False

    @property
    def draw(self) -> int:
        """10.00, or 5.00 on the half scale."""
        return 500 if self.half else 1_000

    @property
    def top(self) -> int:
        """20.00, or 10.00 on the half scale."""
        return 2 * self.draw

    def points(self, margin: int, boards: int = 0) -> tuple[int, int]:
        """VP of both sides for a margin in IMPs."""
        _bounded(margin)
        scale = continuous_scale(self.boards or boards)
        return _shared(margin, scale[min(abs(margin), len(scale) - 1)], self.half)


@dataclass(frozen=True, slots=True)
class DiscreteVP:
    """The WBF/EBU discrete scale of whole VP, 20-0; the settings are those of
    :class:`ContinuousVP`."""

    boards: int = 0
    half: bool = False

    @property
    def draw(self) -> int:
        """10.00, or 5.00 on the half scale."""
        return 500 if self.half else 1_000

    @property
    def top(self) -> int:
        """20.00, or 10.00 on the half scale."""
        return 2 * self.draw

    def points(self, margin: int, boards: int = 0) -> tuple[int, int]:
        """VP of both sides for a margin in IMPs."""
        _bounded(margin)
        passed = sum(abs(margin) > limit for limit in discrete_limits(self.boards or boards))
        return _shared(margin, 1_000 + 100 * passed, self.half)


@dataclass(frozen=True, slots=True)
class TableVP:
    """A scale that a regulation prints: ``rows`` of (greatest margin, winner's, loser's
    hundredths).

    Rows are in order of margin; the last one holds for all greater margins too. The two sides need
    not share a constant (25-5 scales do not). ``per_board`` reads margins per ``per_board`` boards:
    a margin m of a match of N boards is looked up as m * per_board / N, a fraction that no row's
    limit may be below. 0 takes margins as they are.
    """

    rows: tuple[tuple[int, int, int], ...]
    per_board: int = 0

    def __post_init__(self) -> None:
        if not 0 < len(self.rows) <= _MOST_ROWS:
            raise UsageError(f"a scale has 1 to {_MOST_ROWS:,} rows, not {len(self.rows)}")
        for above, row in zip(self.rows, self.rows[1:], strict=False):
            if row[0] <= above[0] or row[1] < above[1] or row[2] > above[2]:
                raise UsageError(
                    f"row {row} of the scale follows {above}: margins must grow, and with them the "
                    "winner's points may not fall nor the loser's rise",
                    maybe="sort the rows by margin.")
        first = self.rows[0]
        if first[0] < 0 or (first[0] == 0 and first[1] != first[2]):
            raise UsageError(f"the scale begins with {first}, which is no score of a draw",
                             maybe="begin with margin 0 and equal points.")

    @property
    def draw(self) -> int:
        """Half of what both sides get for margin 0, rounded up to a hundredth."""
        return -(-(self.rows[0][1] + self.rows[0][2]) // 2)

    @property
    def top(self) -> int:
        """The winner's points in the last row."""
        return self.rows[-1][1]

    def points(self, margin: int, boards: int = 0) -> tuple[int, int]:
        """Points of both sides; UsageError where the length is needed and not known."""
        _bounded(margin)
        if self.per_board and not 1 <= boards <= MOST_BOARDS:
            raise UsageError(f"this scale needs the number of boards, 1 to {MOST_BOARDS:,}, "
                             f"not {boards}")
        if margin == 0:
            return self.draw, self.draw
        up, down = (self.per_board, boards) if self.per_board else (1, 1)
        size = abs(margin) * up
        won, lost = next((r[1:] for r in self.rows if size <= r[0] * down), self.rows[-1][1:])
        return (won, lost) if margin > 0 else (lost, won)


def _shared(margin: int, winner: int, half: bool) -> tuple[int, int]:
    total = 2_000
    if half:
        winner, total = rounded(Fraction(winner, 2)), 1_000
    return (winner, total - winner) if margin >= 0 else (total - winner, winner)


def _bounded(margin: int) -> None:
    if abs(margin) > _MOST_MARGIN:
        raise UsageError(f"a margin of {margin:,} is beyond every match (at most {_MOST_MARGIN:,})",
                         maybe="check the score that was entered.")


KINDS = ("points", "vp-continuous", "vp-discrete", "vp-table")
"""What a rulebook may call a scale."""

_KEYS = {
    "points": ("win", "draw", "loss"),
    "vp-continuous": ("boards", "half"),
    "vp-discrete": ("boards", "half"),
    "vp-table": ("rows", "per_board"),
}


def scale_from(data: Mapping[str, Any], where: str = "") -> Scale:
    """The scale of a rulebook's table: ``kind`` (:data:`KINDS`) and the settings of its class.

    ``points``: ``win``, ``draw``, ``loss`` in hundredths. ``vp-table``: ``rows``, each a list of
    margin, winner's and loser's hundredths. ``where`` names the place in messages. RulebookError
    where a key, kind or value is none of these.
    """
    kind = data.get("kind")
    if not isinstance(kind, str) or kind not in KINDS:
        raise RulebookError(f'no scale is of kind "{kind}"', where=where,
                            maybe=did_you_mean(str(kind), KINDS))
    settings = {k: v for k, v in data.items() if k != "kind"}
    for key, value in settings.items():
        if key not in _KEYS[kind]:
            raise RulebookError(f'a scale of kind "{kind}" has no setting "{key}"', where=where,
                                maybe=did_you_mean(key, _KEYS[kind]))
        if key != "rows":
            _setting(key, value, where)
    if kind == "vp-table":
        return _table(settings, where)
    if kind == "points":
        made = OutcomePoints(**settings)
        if not made.loss <= made.draw <= made.win:
            raise RulebookError("a win must be worth at least a draw, and a draw a loss",
                                where=where)
        return made
    return replace(ContinuousVP() if kind == "vp-continuous" else DiscreteVP(), **settings)


def _setting(key: str, value: Any, where: str) -> None:
    most = MOST_BOARDS if key in ("boards", "per_board") else _MOST_POINTS
    fits = isinstance(value, bool) if key == "half" else type(value) is int and 0 <= value <= most
    if not fits:
        wanted = "true or false" if key == "half" else f"a whole number from 0 to {most:,}"
        raise RulebookError(f'"{key}" of a scale must be {wanted}, not {value!r:.40}', where=where)


def _table(settings: Mapping[str, Any], where: str) -> TableVP:
    rows = settings.get("rows")
    if not isinstance(rows, list) or len(rows) > _MOST_ROWS:
        raise RulebookError(f'"rows" of a scale must be a list of at most {_MOST_ROWS:,} rows',
                            where=where)
    for row in rows:
        if not (isinstance(row, list) and len(row) == 3
                and all(type(x) is int and abs(x) <= _MOST_POINTS for x in row)):
            raise RulebookError(
                f"a row of a scale must be three whole numbers, not {row!r:.60}", where=where,
                maybe="write [margin, winner's hundredths, loser's hundredths].")
    try:
        return TableVP(tuple((a, b, c) for a, b, c in rows), settings.get("per_board", 0))
    except UsageError as error:
        raise RulebookError(error.message, where=where, maybe=error.maybe) from None
