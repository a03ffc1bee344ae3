"""A session of pairs: the boards scored one way, and a ranking of each field, exact throughout."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from scheduler.errors import UsageError, did_you_mean
from scheduler.standings.rulings import Tabled, butler, cross_imps_of, matchpoints, session

__all__ = ["METHODS", "BoardScore", "Pair", "PairRow", "PairScores", "pair_scores"]

METHODS = ("matchpoints", "butler", "cross-imps")
_MOST_TIMES = 1_000
_SHORT = {"average-plus": "A+", "average": "A", "average-minus": "A-"}


@dataclass(frozen=True, slots=True)
class Pair:
    """Somebody who plays: what it is called, and the ``field`` in which it is ranked ("" where there is
    one, else N-S or E-W). A ``guest`` plays and is not ranked."""

    name: str
    field: str = ""
    guest: bool = False


@dataclass(frozen=True, slots=True)
class PairRow:
    """A pair's session. ``average`` decides: per cent in matchpoints, IMPs a board else; ``total`` are
    matchpoints of ``top``, or IMPs (``top`` 0). ``place`` 0: a guest. ``boards``: played, ``awards``: not."""

    place: int
    shared: bool
    pair: Pair
    average: Fraction
    total: Fraction
    top: Fraction
    boards: int
    awards: int


@dataclass(frozen=True, slots=True)
class BoardScore:
    """What both pairs of a table have of a board: matchpoints or IMPs. ``text`` is the score of N-S."""

    board: int
    section: str
    deal: str
    ns: str
    ew: str
    text: str
    ns_points: Fraction
    ew_points: Fraction


@dataclass(frozen=True, slots=True)
class PairScores:
    """A session: its fields one after the other, best first; then board by board. ``played`` is how often
    a board counts as played in each section."""

    method: str
    rows: tuple[PairRow, ...]
    boards: tuple[BoardScore, ...]
    played: Mapping[str, int]

    @property
    def fields(self) -> tuple[str, ...]:
        """The fields, in the order of the rows."""
        return tuple(dict.fromkeys(r.pair.field for r in self.rows))


def pair_scores(
    boards: Mapping[int, Sequence[Tabled]], pairs: Mapping[int, Pair], method: str = "matchpoints", *,
    expected: int = 0, drop: int = 0,
) -> PairScores:
    """Score the results of ``boards`` (number -> tables), whose numbers of pairs ``pairs`` names in order.

    ``expected``: how often each board should have been played (0: as often as the one played most in its
    section); boards played less are brought to that top by Neuberg's formula. ``drop``: scores left out at
    either end of a Butler datum. Equal averages share a place. UsageError for a method that is none, numbers
    out of bounds, and results that cannot be.
    """
    if method not in METHODS:
        raise UsageError(f'no scoring of pairs is called "{method[:40]}"',
                         maybe=did_you_mean(method[:40], METHODS))
    if not (0 <= expected <= _MOST_TIMES and 0 <= drop <= _MOST_TIMES):
        raise UsageError(f"a board is played at most {_MOST_TIMES:,} times")
    measured = {} if method == "matchpoints" else {
        board: butler(results, drop) if method == "butler" else cross_imps_of(results)
        for board, results in boards.items()}
    made = _Made(measured, _played(boards, expected), pairs)
    rows = made.rows(boards)
    ranked = [row for field in dict.fromkeys(p.field for p in pairs.values())
              for row in _ranked([r for r in rows if r.pair.field == field])]
    return PairScores(method, tuple(ranked), tuple(made.tables(boards)), made.played)


def _played(boards: Mapping[int, Sequence[Tabled]], expected: int) -> dict[str, int]:
    most: dict[str, int] = {}
    for results in boards.values():
        for section, times in Counter(r.group for r in results).items():
            most[section] = max(most.get(section, 0), times)
    if expected and most and expected < max(most.values()):
        raise UsageError(f"a board was played {max(most.values())} times, more often than {expected}")
    return {section: expected or times for section, times in sorted(most.items())}


@dataclass(frozen=True, slots=True)
class _Made:
    """One way to score, over all boards; ``imps`` has each board's, none where it is matchpoints."""

    imps: Mapping[int, Mapping[int, Fraction]]
    played: Mapping[str, int]
    pairs: Mapping[int, Pair]

    def rows(self, boards: Mapping[int, Sequence[Tabled]]) -> list[PairRow]:
        """Every pair, not yet placed."""
        many = Counter(n for results in boards.values() for r in results for n in (r.ns, r.ew))
        played = Counter(
            n for results in boards.values() for r in results if r.scored for n in (r.ns, r.ew))
        made: list[tuple[int, Fraction, Fraction, Fraction]] = []
        if not self.imps:
            made = [(n, s.percent, s.points, s.top) for n, s in session(boards, self.played).items()]
        else:
            total: dict[int, Fraction] = {}
            for worth in self.imps.values():
                for number, imps in worth.items():
                    total[number] = total.get(number, Fraction(0)) + imps
            made = [(n, own / many[n], own, Fraction(0)) for n, own in sorted(total.items())]
        return [PairRow(0, False, self.pairs[n], average, own, top, played[n], many[n] - played[n])
                for n, average, own, top in made]

    def tables(self, boards: Mapping[int, Sequence[Tabled]]) -> list[BoardScore]:
        """Every table of every board, by section, deal and score."""
        own = {} if self.imps else {n: s.own for n, s in session(boards, self.played).items()}
        out: list[BoardScore] = []
        for board, results in sorted(boards.items()):
            worth: Mapping[int, Fraction] = self.imps[board] if self.imps else {
                n: p.worth(own[n]) for n, p in matchpoints(results, self.played).items()}
            out += [
                BoardScore(board, r.group, r.form, self.pairs[r.ns].name, self.pairs[r.ew].name, _text(r),
                           worth[r.ns], worth[r.ew])
                for r in sorted(results, key=lambda r: (r.group, r.form, -r.mean, r.ns))]
        return out


def _text(row: Tabled) -> str:
    if row.parts:
        return " ".join(f"{p.score:+d}:{float(p.weight):g}" for p in row.parts)
    if row.score is None:
        return f"{_SHORT[row.ns_award or 'average']}/{_SHORT[row.ew_award or 'average']}"
    return f"{row.score:+d}" if row.score else "0"


def _ranked(rows: Sequence[PairRow]) -> list[PairRow]:
    """The rows of one field by their averages, guests last."""
    best = sorted((r for r in rows if not r.pair.guest), key=lambda r: -r.average)
    many = Counter(r.average for r in best)
    first: dict[Fraction, int] = {}
    for place, row in enumerate(best, start=1):
        first.setdefault(row.average, place)
    placed = [replace(r, place=first[r.average], shared=many[r.average] > 1) for r in best]
    return [*placed, *(r for r in rows if r.pair.guest)]
