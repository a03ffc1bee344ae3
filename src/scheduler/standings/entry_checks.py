"""What is asked back before a result stands: signs that may be swapped, entries that differ.

Nothing here refuses anything: a doubt is a question, and the director answers it. The two sides' own
records must agree before a result is agreed (CBA-21.10 to 21.12).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from scheduler.standings.boards import BoardResult, Contract, north_south
from scheduler.standings.scales import ContinuousVP, DiscreteVP, OutcomePoints
from scheduler.standings.scoring import Entered, Scoring, pool
from scheduler.standings.vp import blitz

__all__ = [
    "Agreement", "Doubt", "agree", "board_differences", "could_upset", "doubts", "likely_swapped",
]


@dataclass(frozen=True, slots=True)
class Doubt:
    """A question to whoever typed. ``kind``: ``swapped`` (a sign), ``size`` (too large a margin),
    ``scale`` (points that the scale does not give)."""

    kind: str
    question: str


@dataclass(frozen=True, slots=True)
class Agreement:
    """Whether two independent entries say the same. ``result`` is the fuller of the two where they do.

    ``differs`` are the differences in words; ``mirrored`` where each is the other with the sides
    exchanged, so that one sign is wrong.
    """

    agreed: bool
    result: Entered | None
    differs: tuple[str, ...] = ()
    mirrored: bool = False


def agree(first: Entered, second: Entered, scoring: Scoring) -> Agreement:
    """Compare the entries of the two sides, both written home first.

    IMPs and points agree where the scale makes the points of the IMPs; a length that only one side says
    is no difference.
    """
    differs: list[str] = []
    if first.kind != second.kind:
        differs.append(f"one says {_kind(first)}, the other {_kind(second)}")
    if first.boards and second.boards and first.boards != second.boards:
        differs.append(f"{first.boards} boards against {second.boards}")
    if first.kind == second.kind in ("played", "void") and not _same(first, second, scoring):
        differs.append(f'"{first.text or _told(first)}" against "{second.text or _told(second)}"')
    if differs:
        exchanged = _same(first, second.mirrored(), scoring) and first.kind == second.mirrored().kind
        return Agreement(False, None, tuple(differs), exchanged)
    fuller = ("scores", "margin", "points", "outcome", "none")
    best = min((first, second), key=lambda e: (fuller.index(e.form), not e.boards))
    return Agreement(True, best)


def _same(first: Entered, second: Entered, scoring: Scoring) -> bool:
    if first.form == second.form or first.kind == "void":
        return (first.home, first.away) == (second.home, second.away)
    if first.margin is not None and second.margin is not None:
        return first.margin == second.margin
    points, other = (_points(e, scoring, first.boards or second.boards) for e in (first, second))
    if points is None or other is None:
        return first.outcome == second.outcome
    return points == other


def _points(entered: Entered, scoring: Scoring, boards: int) -> tuple[int, int] | None:
    if entered.form == "points":
        return entered.home, entered.away
    return None if entered.margin is None else scoring.points(entered.margin, boards)


def _kind(entered: Entered) -> str:
    return "it was played" if entered.kind == "played" else f'"{entered.kind.replace("-", " ")}"'


def _told(entered: Entered) -> str:
    if entered.form == "points":
        return f"{_decimal(entered.home)}-{_decimal(entered.away)}"
    if entered.form == "margin":
        return f"{entered.home:+d}"
    return f"{entered.home}-{entered.away}"


def _decimal(points: int) -> str:
    return f"{points // 100}.{points % 100:02d}"


def doubts(
    entered: Entered,
    scoring: Scoring,
    *,
    other: Entered | None = None,
    points: tuple[int, int] | None = None,
    places: tuple[int, int, int] | None = None,
) -> tuple[Doubt, ...]:
    """Questions about a result, the gravest first; none where it looks as it should.

    ``other`` is what the other side (or an earlier entry) says, ``points`` (home's, away's hundredths)
    what was entered beside the IMPs, ``places`` (home's place, away's, number of entrants) where the two
    stood before the match.
    """
    if entered.kind != "played":
        return ()
    asked = (_mirrors(entered, scoring, other), _unlike(entered, scoring, points),
             _off_scale(entered, scoring), _too_large(entered, scoring),
             _upset(entered, scoring, places))
    return tuple(doubt for doubt in asked if doubt is not None)


def likely_swapped(
    entered: Entered,
    scoring: Scoring,
    *,
    other: Entered | None = None,
    points: tuple[int, int] | None = None,
    places: tuple[int, int, int] | None = None,
) -> str:
    """The question whether the sides are exchanged, "" where nothing speaks for it; see :func:`doubts`."""
    found = doubts(entered, scoring, other=other, points=points, places=places)
    return next((doubt.question for doubt in found if doubt.kind == "swapped"), "")


def _mirrors(entered: Entered, scoring: Scoring, other: Entered | None) -> Doubt | None:
    if other is None or not entered.outcome or other.kind != "played":
        return None
    compared = agree(entered, other, scoring)
    if compared.agreed or not compared.mirrored:
        return None
    return Doubt("swapped", f'The other entry says "{other.text or _told(other)}", the same with the sides '
                 f'exchanged: is "{entered.text or _told(entered)}" seen from home?')


def _unlike(entered: Entered, scoring: Scoring, points: tuple[int, int] | None) -> Doubt | None:
    margin = entered.margin
    if points is None or margin is None:
        return None
    due = scoring.points(margin, entered.boards)
    if due == points:
        return None
    told = (f"{margin:+d} IMPs make {_decimal(due[0])}-{_decimal(due[1])}, but "
            f"{_decimal(points[0])}-{_decimal(points[1])} is entered")
    if due == points[::-1]:
        return Doubt("swapped", f"{told}: should it be {-margin:+d}?")
    return Doubt("scale", f"{told}: which of them is right?")


def _off_scale(entered: Entered, scoring: Scoring) -> Doubt | None:
    """Points that no margin gives; the nearest are named."""
    scale = scoring.scale_for(entered.boards)
    shared = entered.home + entered.away == pool(scale)
    if entered.form != "points" or isinstance(scale, OutcomePoints) or not shared:
        return None  # what the sides do not share was said to be adjusted
    boards = entered.boards or scoring.boards
    if not boards and not getattr(scale, "boards", 0):
        return None
    high = max(entered.home, entered.away)
    given = _by_margin(lambda m: scoring.points(m, entered.boards)[0], high)
    if high in given:
        return None
    near = " or ".join(_decimal(value) for value in given)
    return Doubt("scale", f"No margin gives {_decimal(high)} on this scale; the nearest are {near}: "
                 "is it an adjusted score?")


def _by_margin(points: Callable[[int], int], wanted: int) -> tuple[int, ...]:
    """The values next to ``wanted`` from below and above that some margin gives."""
    low, high = 0, 1
    while points(high) < wanted and high < 1_000:
        high *= 2
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if points(middle) < wanted else (low, middle)
    return tuple(dict.fromkeys((points(low), points(high))))


def _too_large(entered: Entered, scoring: Scoring) -> Doubt | None:
    """More than twice what wins by the most: seldom played, often a digit typed twice."""
    boards = entered.boards or scoring.boards
    margin = entered.margin
    if margin is None or not boards or isinstance(scoring.scale, OutcomePoints):
        return None
    if abs(margin) <= 2 * blitz(boards):
        return None
    return Doubt("size", f"{abs(margin)} IMPs over {boards} boards is more than twice a greatest win "
                 f"({blitz(boards)}): is it right?")


def could_upset(entered: Entered, scoring: Scoring) -> bool:
    """True where :func:`doubts` would ask about some places: three quarters of all points, or more."""
    if entered.kind != "played" or not entered.outcome:
        return False
    if not isinstance(scoring.scale, ContinuousVP | DiscreteVP):
        return False
    points = _points(entered, scoring, entered.boards)
    return points is not None and 4 * max(points) >= 3 * scoring.scale_for(entered.boards).top


def _upset(
    entered: Entered, scoring: Scoring, places: tuple[int, int, int] | None
) -> Doubt | None:
    """Somebody of the lowest third beat somebody of the first by three quarters of all points."""
    if places is None or not entered.outcome or not could_upset(entered, scoring):
        return None
    home, away, field = places
    if field < 6:
        return None
    won, lost = (home, away) if entered.outcome > 0 else (away, home)
    points = _points(entered, scoring, entered.boards)
    if points is None or 3 * won <= 2 * field or 3 * lost > field:
        return None
    return Doubt("swapped", f"Place {won} of {field} beats place {lost} by {_decimal(max(points))} to "
                 f"{_decimal(min(points))}: are the sides the right way round?")


def board_differences(
    first: Sequence[BoardResult], second: Sequence[BoardResult]
) -> tuple[str, ...]:
    """What two records of the same boards do not have alike, in order of the boards (CBA-21.10-12).

    Scores are compared, seen from N-S; a board that only one side has is a difference. UsageError for a
    score that no contract has.
    """
    return tuple(_differences({b.board: b for b in first}, {b.board: b for b in second}))


def _differences(
    first: dict[int, BoardResult], second: dict[int, BoardResult]
) -> Iterator[str]:
    for number in sorted({*first, *second}):
        one, two = first.get(number), second.get(number)
        if one is None or two is None:
            yield f"board {number}: only one record has it"
            continue
        for room in ("open", "closed"):
            ours, theirs = getattr(one, room), getattr(two, room)
            if _score(number, ours) != _score(number, theirs):
                yield f"board {number}, {room} room: {_room(number, ours)} against {_room(number, theirs)}"
        if one.ruling != two.ruling:
            yield f"board {number}: a ruling that only one record has, or another one"


def _score(number: int, room: Contract | int | None) -> int | None:
    return None if room is None else north_south(number, room)


def _room(number: int, room: Contract | int | None) -> str:
    score = _score(number, room)
    return "no score" if score is None else f"{score:+d}" if score else "0"
