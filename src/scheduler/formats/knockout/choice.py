"""Opponents chosen by the highest ranked: whose turn it is, among whom, and the draw that comes of it.

As in the World Bridge Federation's Transnational Teams of 2017: the first of the ranking takes a
quarter-final opponent from the lower half, then the second, then the third; the fourth has who is left.
With ``rounds`` = 2 the first also fixes beforehand which match meets its own in the semi-final, which
binds even if it loses. All of it are pure functions of a ranking and the choices made so far.
"""

from __future__ import annotations

from collections.abc import Collection, Generator, Sequence
from dataclasses import dataclass

from scheduler.errors import UsageError
from scheduler.event import BYE, Draw
from scheduler.rules.placement import snake

__all__ = ["MOST_CHOOSING", "Choosing", "Turn", "draw_by_choice", "next_choice", "paired_by_choice"]

MOST_CHOOSING = 256

Section = tuple["Section", "Section"] | int
"""An entrant (or BYE), or two sections that meet, that of the highest ranked first."""


@dataclass(frozen=True, slots=True)
class Choosing:
    """What is chosen: ``ranking`` are all entrants, best first; ``rounds`` how many rounds are paired so.

    A field that is no power of two leaves the highest ranked without an opponent in round 1: they have
    the byes. A pair of ``barred`` may not meet in round 1. UsageError for fewer than 2 or more than
    256 entrants, one twice, more rounds than there are, pairs of others.
    """

    ranking: tuple[int, ...]
    rounds: int = 1
    barred: tuple[tuple[int, int], ...] = ()

    def __post_init__(self) -> None:
        many = len(self.ranking)
        if not 2 <= many <= MOST_CHOOSING:
            raise UsageError(f"opponents are chosen among 2 to {MOST_CHOOSING} entrants, not {many}")
        if len(set(self.ranking)) < many or min(self.ranking) < 1:
            raise UsageError("the ranking names an entrant twice, or somebody who has no number")
        if not 1 <= self.rounds <= (many - 1).bit_length():
            raise UsageError(
                f"{many} entrants play {(many - 1).bit_length()} rounds; {self.rounds} cannot be chosen"
            )
        strange = [e for pair in self.barred for e in pair if e not in self.ranking]
        if strange:
            raise UsageError(f"number {strange[0]} is barred from an opponent, and is not in the ranking")

    @property
    def size(self) -> int:
        """The number of lines."""
        return 1 << (len(self.ranking) - 1).bit_length()


@dataclass(frozen=True, slots=True)
class Turn:
    """The choice that is due: ``chooser`` takes one of ``among``, best first, for round ``round``.

    In round 1 these are opponents; later each stands for the match, or the section, in which it is the
    highest ranked, and the section of the chooser meets the one chosen.
    """

    step: int
    round: int
    chooser: int
    among: tuple[int, ...]
    sections: tuple[tuple[int, ...], ...] = ()
    """In later rounds who is in the section of each of ``among``, in the same order."""


_Turns = Generator[Turn, int, list[Section]]


def next_choice(field: Choosing, chosen: Sequence[int]) -> Turn | None:
    """Whose turn it is after the choices in ``chosen``; None when nothing is left to choose.

    Where one alone is open there is no turn: the last has no choice. A choice after which others could
    not be given opponents is not open. UsageError for a choice that was not open, one too many, and
    where the barred pairs leave no opponents at all.
    """
    turn, _ = _played(field, chosen)
    return turn


def draw_by_choice(field: Choosing, chosen: Sequence[int]) -> Draw:
    """The draw after all choices. What was not chosen is placed by the snake, the highest ranked apart.

    UsageError as :func:`next_choice`, and while somebody has yet to choose.
    """
    sections = _finished(field, chosen)
    order = snake(len(sections)) if len(sections) > 1 else [1]
    lines = [e for at, k in enumerate(order) for e in _laid(sections[k - 1], at)]
    return Draw(tuple(lines), max(field.ranking), field.ranking[: field.size // 2])


def paired_by_choice(field: Choosing, chosen: Sequence[int]) -> tuple[tuple[int, int], ...]:
    """The first-round pairs after all choices, choosers first, in order of the ranking; BYE for nobody."""
    draw = draw_by_choice(field, chosen)
    beside = {e: draw.lines[i ^ 1] for i, e in enumerate(draw.lines)}
    return tuple((e, beside[e]) for e in field.ranking[: field.size // 2])


def _finished(field: Choosing, chosen: Sequence[int]) -> list[Section]:
    turn, sections = _played(field, chosen)
    if turn is not None:
        raise UsageError(
            f"entrant {turn.chooser} has yet to choose among {', '.join(map(str, turn.among))}"
        )
    return sections


def _played(field: Choosing, chosen: Sequence[int]) -> tuple[Turn | None, list[Section]]:
    """(the next turn, or None; all sections once there is none)."""
    turns = _turns(field)
    left = list(chosen)
    try:
        turn = next(turns)
        for pick in chosen:
            if pick not in turn.among:
                raise UsageError(
                    f"entrant {turn.chooser} cannot choose {pick}: not open at choice {turn.step}",
                    maybe=f"choose one of {', '.join(map(str, turn.among))}.",
                )
            left = left[1:]
            turn = turns.send(pick)
    except StopIteration as end:
        if left:
            raise UsageError(f"{len(left)} choices more than there were to make") from None
        sections: list[Section] = end.value
        return None, sections
    return turn, []


def _turns(field: Choosing) -> _Turns:
    """Every turn in order, sent the choice; returns the sections, that of the best first."""
    half = field.size // 2
    idle = field.size - len(field.ranking)
    sections: list[Section] = [(e, BYE) for e in field.ranking[:idle]]
    upper, left = field.ranking[idle:half], list(field.ranking[half:])
    never = {pair for a, b in field.barred for pair in ((a, b), (b, a))}
    step = 1
    for k, who in enumerate(upper):
        among = _open(upper[k:], left, never)
        if not among:
            raise UsageError(f"the barred pairs leave nobody for entrant {who} to meet")
        pick = among[0]
        if len(among) > 1:
            pick = yield Turn(step, 1, who, among)
            step += 1
        left.remove(pick)
        sections.append((who, pick))
    for round_ in range(2, field.rounds + 1):
        waiting, sections = sections, []
        while waiting:
            mine, *others = waiting
            best = {_best(s): s for s in others}
            pick = next(iter(best))
            if len(best) > 1:
                inside = tuple(tuple(e for e in _laid(s, 0) if e != BYE) for s in best.values())
                pick = yield Turn(step, round_, _best(mine), tuple(best), inside)
                step += 1
            sections.append((mine, best[pick]))
            waiting = [s for s in others if s is not best[pick]]
    return sections


def _best(section: Section) -> int:
    return section if isinstance(section, int) else _best(section[0])


def _laid(section: Section, at: int) -> list[int]:
    """The lines of a section at place ``at`` of its size: the better half is outside, as in the snake."""
    if isinstance(section, int):
        return [section]
    first, second = section if at % 2 == 0 else (section[1], section[0])
    return _laid(first, 2 * at) + _laid(second, 2 * at + 1)


def _open(
    waiting: Sequence[int], left: Sequence[int], never: Collection[tuple[int, int]]
) -> tuple[int, ...]:
    """Whom the first of ``waiting`` may take so that the others can still be given somebody."""
    mine = [e for e in left if (waiting[0], e) not in never]
    if not never:
        return tuple(mine)
    return tuple(e for e in mine if _matched(waiting[1:], [x for x in left if x != e], never))


def _matched(
    waiting: Sequence[int], left: Sequence[int], never: Collection[tuple[int, int]]
) -> bool:
    """True when everybody waiting can be given somebody (augmenting paths)."""
    of: dict[int, int] = {}

    def give(who: int, seen: set[int]) -> bool:
        for e in left:
            if (who, e) not in never and e not in seen:
                seen.add(e)
                if e not in of or give(of[e], seen):
                    of[e] = who
                    return True
        return False

    return all(give(who, set()) for who in waiting)
