"""Pairs: matchpoints and Butler of results entered per board, with comparison groups and fouled boards.

Matchpoints are 2 for each result beaten and 1 for each equalled. A group with fewer scores than there
should be is brought to the common top by Neuberg's formula, kept to a ten-thousandth (Laws 78A, 87, 88).
Who sat in which direction is kept board by board, so that an arrow switch is nothing special.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from scheduler.errors import UsageError
from scheduler.standings.boards import imps
from scheduler.standings.rounding import rounded
from scheduler.standings.rulings.artificial import Part, imps_award, percent_award, weighted

__all__ = [
    "BoardPoints", "SessionScore", "Tabled", "butler", "butler_datum", "check_board", "cross_imps_of",
    "matchpoints", "neuberg", "session",
]

_Number = int | Fraction
_Outcomes = Sequence[tuple[int, _Number]]
_Measure = Callable[["Tabled"], Fraction]

_TENTHS = 10_000
_MOST_RESULTS = 1_000
_MOST_SCORE = 20_000
_TINY = {
    1: (Fraction(60),), 2: (Fraction(65), Fraction(55)), 3: (Fraction(70), Fraction(60), Fraction(50))}
_SMALL = 3
"""A tiny group has its own percentages where it is at most one part in so many of the field."""


@dataclass(frozen=True, slots=True)
class Tabled:
    """A board at one table. ``score`` as N-S sees it, None where there is none: then the two awards say
    what each pair has ("" counts as a board not played). ``parts`` are a weighted score in its place (Law
    12C1c), scores of N-S with their weights. ``group`` compares with itself alone (a section), ``form`` tells
    apart deals of a fouled board (Law 87)."""

    ns: int
    ew: int
    score: int | None = None
    ns_award: str = ""
    ew_award: str = ""
    group: str = ""
    form: str = ""
    parts: tuple[Part, ...] = ()

    @property
    def scored(self) -> bool:
        """Whether there is a score to compare."""
        return self.score is not None or bool(self.parts)

    @property
    def outcomes(self) -> _Outcomes:
        """The scores that N-S have, each with its weight; the weights add up to 1."""
        return [(p.score, p.weight / 100) for p in self.parts] or [(self.score or 0, 1)]

    @property
    def mean(self) -> _Number:
        """What N-S score, weighted where it is."""
        return sum((score * weight for score, weight in self.outcomes), 0)


@dataclass(frozen=True, slots=True)
class BoardPoints:
    """What a pair has of a board: ``points`` of ``top``; or an ``award``, whose points depend on the other
    boards of the session; ``fixed`` are points in per cent that do not (tiny groups)."""

    points: Fraction = Fraction(0)
    top: Fraction = Fraction(0)
    award: str = ""
    fixed: Fraction | None = None

    def worth(self, own: Fraction | None) -> Fraction:
        """The points, of an award by the ``own`` average on the other boards in per cent (Law 88)."""
        return self.top * percent_award(self.award, own) / 100 if self.award else self.points


def neuberg(points: Fraction | int, actual: int, expected: int) -> Fraction:
    """Matchpoints of a group of ``actual`` scores on the top of ``expected``: (M + 1) x E / A - 1, to a
    ten-thousandth. M = 10, A = 6, E = 7 is 11.8333. UsageError where there are more than expected."""
    if not 1 <= actual <= expected <= _MOST_RESULTS:
        raise UsageError(f"{actual} scores cannot stand for {expected}")
    exact = (Fraction(points) + 1) * expected / actual - 1
    return Fraction(rounded(exact * _TENTHS, "half-away"), _TENTHS)


def matchpoints(
    results: Sequence[Tabled], expected: int | Mapping[str, int] = 0
) -> Mapping[int, BoardPoints]:
    """Pair -> what it has of a board.

    ``expected`` are the scores that each group should have, one number or one a group (0: as many as it has
    entries). Results of one ``group`` are compared; where they are of several ``form``\\ s, only those of the
    same (Law 87), a tiny group by its own percentages: one 60, two 65/55, three 70/60/50, where that is no
    more than a third of the field. Of a weighted score each part is compared, then weighted. UsageError where
    a pair comes twice, or a score is none.
    """
    check_board(results)
    out: dict[int, BoardPoints] = {}
    for group in sorted({r.group for r in results}):
        rows = [r for r in results if r.group == group and (r.scored or r.ns_award or r.ew_award)]
        due = expected if isinstance(expected, int) else expected.get(group, 0)
        many = max(due, len(rows))
        top = Fraction(2 * (many - 1))
        forms = sorted({r.form for r in rows})
        for form in forms:
            here = [r for r in rows if r.form == form and r.scored]
            tiny = len(forms) > 1 and (len(here) == 1 or (
                len(here) in _TINY and _SMALL * len(here) <= len(rows)))
            out |= _tiny(here, top) if tiny else _compared(here, many, top)
        for row in rows:
            if not row.scored:
                out[row.ns] = BoardPoints(top=top, award=row.ns_award or "average")
                out[row.ew] = BoardPoints(top=top, award=row.ew_award or "average")
    return out


def check_board(results: Sequence[Tabled]) -> None:
    """Refuse, by UsageError, what cannot be the results of one board: somebody twice (Law 15B), a score that
    no contract has, weights that are none, more than 1,000 results."""
    if len(results) > _MOST_RESULTS:
        raise UsageError(f"a board has at most {_MOST_RESULTS:,} results, not {len(results):,}")
    seen: set[int] = set()
    for row in results:
        for pair in (row.ns, row.ew):
            if pair in seen:
                raise UsageError(f"pair {pair} has two results on one board",
                                 maybe="the second one is cancelled for both sides (Law 15B).")
            seen.add(pair)
        if row.parts:
            weighted(row.parts, int)
        for score, _ in row.outcomes:
            if abs(score) > _MOST_SCORE or score % 10:
                raise UsageError(f"no contract scores {score}", maybe="check it; it is seen from N-S.")


def _weights(here: Sequence[Tabled]) -> Mapping[int, _Number]:
    """How often each score was made, in parts where scores are weighted."""
    out: dict[int, _Number] = {}
    for row in here:
        for score, weight in row.outcomes:
            out[score] = out.get(score, 0) + weight
    return out


def _raw(here: Sequence[Tabled]) -> list[Fraction]:
    """Matchpoints of N-S: what each is expected to beat, less the one point it would have of itself."""
    weights = _weights(here)
    beaten: dict[int, _Number] = {}
    below: _Number = 0
    for score in sorted(weights):
        beaten[score] = 2 * below + weights[score]
        below += weights[score]
    return [sum((w * Fraction(beaten[s]) for s, w in row.outcomes), Fraction(-1)) for row in here]


def _compared(here: Sequence[Tabled], many: int, top: Fraction) -> dict[int, BoardPoints]:
    out: dict[int, BoardPoints] = {}
    if len(here) == 1 and many > 1:
        row = here[0]  # nobody to compare with
        return {pair: BoardPoints(top=top, award="average-plus") for pair in (row.ns, row.ew)}
    for row, raw in zip(here, _raw(here), strict=True):
        points = neuberg(raw, len(here), many)
        out[row.ns] = BoardPoints(points, top)
        out[row.ew] = BoardPoints(top - points, top)
    return out


def _tiny(here: Sequence[Tabled], top: Fraction) -> dict[int, BoardPoints]:
    """Both directions by the printed percentages, best first; equal scores share them."""
    table = _TINY[len(here)]
    out: dict[int, BoardPoints] = {}
    for row in here:
        for pair, sign in ((row.ns, 1), (row.ew, -1)):
            own = sign * row.mean
            better = sum(sign * r.mean > own for r in here)
            level = sum(r.mean == row.mean for r in here)
            mean = sum(table[better:better + level], Fraction(0)) / level
            out[pair] = BoardPoints(top * mean / 100, top, fixed=mean)
    return out


@dataclass(frozen=True, slots=True)
class SessionScore:
    """A pair's session: ``percent`` exact, ``points`` of ``top``, how many boards it played, and its
    average on these (None: none), by which its artificial scores were measured."""

    pair: int
    percent: Fraction
    points: Fraction
    top: Fraction
    played: int
    own: Fraction | None


def session(
    boards: Mapping[int, Sequence[Tabled]], expected: int | Mapping[str, int] = 0
) -> Mapping[int, SessionScore]:
    """Pair -> its score over the boards of a session, artificial scores by its own average (Law 88)."""
    made: dict[int, list[BoardPoints]] = {}
    for _, results in sorted(boards.items()):
        for pair, points in matchpoints(results, expected).items():
            made.setdefault(pair, []).append(points)
    return {pair: _session(pair, rows) for pair, rows in sorted(made.items())}


def _session(pair: int, rows: Sequence[BoardPoints]) -> SessionScore:
    played = [r for r in rows if not r.award]
    top = sum((r.top for r in played), Fraction(0))
    own = 100 * sum((r.points for r in played), Fraction(0)) / top if top else None
    points = sum((r.worth(own) for r in rows), Fraction(0))
    total = sum((r.top for r in rows), Fraction(0))
    percent = 100 * points / total if total else Fraction(50)
    return SessionScore(pair, percent, points, total, len(played), own)


# --- IMPs -----------------------------------------------------------------------------------------


def butler_datum(scores: Sequence[_Number], drop: int = 0, rounding: str = "half-away") -> int:
    """The score to compare with: the mean without the ``drop`` highest and lowest, to the nearest 10.

    UsageError where nothing is left.
    """
    left = sorted(scores)[drop:len(scores) - drop] if drop >= 0 else []
    if not left:
        raise UsageError(f"{drop} highest and lowest of {len(scores)} scores leave none")
    return 10 * rounded(Fraction(sum(left)) / (10 * len(left)), rounding)


def butler(
    results: Sequence[Tabled], drop: int = 0, rounding: str = "half-away"
) -> Mapping[int, Fraction]:
    """Pair -> IMPs against the datum of its group and form; artificial scores are +3, 0 and -3 IMPs.

    A weighted score is in the datum with its mean; each of its parts is turned into IMPs, then weighted.
    """
    def against(here: Sequence[Tabled]) -> _Measure:
        datum = butler_datum([r.mean for r in here], drop if len(here) > 2 * drop else 0, rounding)
        return lambda row: sum((w * Fraction(imps(s - datum)) for s, w in row.outcomes), Fraction(0))

    return _imps(results, against)


def cross_imps_of(results: Sequence[Tabled]) -> Mapping[int, Fraction]:
    """Pair -> the mean of its IMPs against each other table of its group and form."""
    def against(here: Sequence[Tabled]) -> _Measure:
        # With oneself a table compares too, and has nothing of it. Most scores come more than once.
        weights = _weights(here)
        worth = {own: sum((v * imps(own - other) for other, v in weights.items()), 0) for own in weights}
        return lambda row: Fraction(sum((w * worth[own] for own, w in row.outcomes), 0)) / (len(here) - 1)

    return _imps(results, against)


def _imps(
    results: Sequence[Tabled], against: Callable[[Sequence[Tabled]], _Measure]
) -> dict[int, Fraction]:
    check_board(results)
    compared: dict[tuple[str, str], list[Tabled]] = {}
    for row in results:
        if row.scored:
            compared.setdefault((row.group, row.form), []).append(row)
    measures = {key: against(here) for key, here in compared.items() if len(here) > 1}
    out: dict[int, Fraction] = {}
    for row in results:
        if not row.scored:
            for pair, award in ((row.ns, row.ns_award), (row.ew, row.ew_award)):
                out[pair] = Fraction(imps_award(award or "average"), 100)
            continue
        measure = measures.get((row.group, row.form))
        if measure is None:  # nobody to compare with
            out[row.ns] = out[row.ew] = Fraction(imps_award("average-plus"), 100)
            continue
        out[row.ns] = measure(row)
        out[row.ew] = -out[row.ns]
    return out
