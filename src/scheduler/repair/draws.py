"""``repair_draw``: a published draw and what happened to it in, proposals with their differences out.

Sources: ITF rulebook 2015 (a withdrawn seed's line, lucky losers), WCA 9p3 (the best non-qualifier).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from time import monotonic
from typing import Any

from scheduler.event import BYE, Draw, Event, Report, Stage
from scheduler.repair.draws_case import Case, read_case
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
from scheduler.repair.draws_least import MOST_LINES, Ground, Least, in_place, obedient
from scheduler.repair.draws_walkovers import Walkover, walkovers
from scheduler.rules import Rulebook
from scheduler.solve.problem import Limits

__all__ = [
    "ALTERNATES", "KINDS", "WHEN", "Alternate", "Exchange", "Fact", "LateEntry", "LineChange", "Played",
    "Proposal", "Walkover", "Withdrawal", "repair_draw",
]

KINDS = ("promotion", "in-place", "obedient")


@dataclass(frozen=True, slots=True)
class LineChange:
    """One line before and after: the number of an entrant, or BYE."""

    line: int
    before: int
    after: int


@dataclass(frozen=True)
class Proposal:
    """A draw repaired in one way.

    ``kind``: ``promotion`` (a withdrawn seed's line goes to the next highest ranked), ``in-place`` (the
    fewest move, whatever rules that breaks), ``obedient`` (the fewest move of all draws that obey the
    hard rules). ``draw`` and ``report`` speak of the published numbers, and of the numbers that
    ``event`` gives to who is new; who left has a number but no line, which the report allows.
    ``changes`` are against the published lines, or against the same in twice the lines where
    ``play_in``. ``moved`` are those who stand on another line than before, ``bound`` the fewest that
    can be under the same demands; ``optimal``: nor does any draw with as few movers, taking as few
    lines meant to stay empty, break less and cost less (proven).
    """

    kind: str
    draw: Draw
    event: Event
    report: Report
    changes: tuple[LineChange, ...]
    moved: tuple[int, ...]
    bound: int
    optimal: bool
    reasons: tuple[str, ...]
    walkovers: tuple[Walkover, ...] = ()
    play_in: bool = False

    @property
    def minimal(self) -> bool:
        """True when it is proven that fewer entrants cannot move."""
        return len(self.moved) == self.bound

    def difference(self) -> tuple[str, ...]:
        """The changes in words, a line each."""
        def said(who: int) -> str:
            return "bye" if who == BYE else self.event.name_of(who)

        return tuple(f"line {c.line}: {said(c.before)} -> {said(c.after)}" for c in self.changes)

    def renumbered(self) -> tuple[Draw, Event]:
        """The draw and entry list of those who take part, numbered 1, 2 ... in the old order."""
        here = sorted(e for e in self.draw.lines if e > 0)
        number = {e: k for k, e in enumerate(here, 1)}
        place = {s: k for k, s in enumerate(self.draw.seeds, 1) if s}
        entrants = tuple(
            replace(self.event.entrants[e - 1], number=k, seed=place.get(e, 0))
            for e, k in number.items()
        )
        lines = tuple(number.get(e, BYE) for e in self.draw.lines)
        seeds = tuple(number.get(s, 0) for s in self.draw.seeds)
        return Draw(lines, len(here), seeds), replace(self.event, entrants=entrants)

    def as_json(self) -> dict[str, Any]:
        """The documented JSON shape."""
        return {
            "kind": self.kind, "draw": self.draw.as_json(), "seeds": list(self.draw.seeds),
            "report": self.report.as_json(),
            "changes": [{"line": c.line, "before": c.before, "after": c.after} for c in self.changes],
            "difference": list(self.difference()), "moved": list(self.moved), "bound": self.bound,
            "minimal": self.minimal, "optimal": self.optimal, "reasons": list(self.reasons),
            "walkovers": [w.as_json() for w in self.walkovers], "play_in": self.play_in,
        }


def repair_draw(
    draw: Draw,
    facts: Sequence[Fact],
    rulebook: Rulebook,
    event: Event,
    stage: Stage | None = None,
    *,
    played: Sequence[Played] = (),
    limits: Limits | None = None,
) -> tuple[Proposal, ...]:
    """Ways to mend a draw, before or after it was published: promotion, in place, obedient.

    ``facts`` are withdrawals, late entries, alternates in their order, exchanges. Somebody on two lines
    and somebody of ``event`` on none are found without being told. Sections with a match in ``played``
    are frozen. A promotion is proposed where a seed withdraws before the order of play is out and has not
    played; an obedient draw where the one in place breaks a hard rule, up to 128 lines. Vacant lines are
    filled by late entries and those forgotten, then by alternates; then byes are filled, the fewest; a
    play-in is added when no line is left. ``limits.seconds`` is for all proposals together.

    Raises UsageError for facts, results and draws that do not fit together.
    """
    limits = limits or Limits()
    end = None if limits.seconds is None else monotonic() + limits.seconds
    case = read_case(draw, facts, event, stage, played)
    out: list[Proposal] = []
    promoted = _promoted(case)
    for kind, mine, why in (("promotion", *promoted), ("in-place", case, ())):
        if mine is not None:
            ground = Ground.of(mine, rulebook)
            least = in_place(ground, _left(limits, end))
            out.append(_proposal(kind, ground, least, played, why))
    if not out[-1].report.holds:
        seen = [p.draw.lines for p in out]
        ground = Ground.of(case, rulebook)
        out[-1:] = _with_obedient(out[-1], ground, played, _left(limits, end), seen)
    return tuple(out)


def _left(limits: Limits, end: float | None) -> Limits:
    return limits if end is None else replace(limits, seconds=max(0.5, end - monotonic()))


def _with_obedient(
    found: Proposal, ground: Ground, played: Sequence[Played], limits: Limits,
    others: Sequence[tuple[int, ...]],
) -> list[Proposal]:
    """The proposal in place, and the obedient one, or why there is none."""
    if ground.case.size > MOST_LINES:
        why = f"a draw that obeys was not looked for: {ground.case.size} lines, the limit is {MOST_LINES}"
        return [replace(found, reasons=(*found.reasons, why))]
    least = obedient(ground, limits)
    if least.lines in others:
        return [found]
    if least.lines:
        begun = played or any(when != WHEN[0] for _, _, when in ground.case.away)
        told = ("the order of play is out, and whoever moves changes it",) if begun else ()
        return [found, _proposal("obedient", ground, least, played, told)]
    why = (
        "no draw obeys all hard rules with these lines kept (proven)" if least.clash
        else "no draw that obeys all hard rules was found in the time, and none was shown impossible"
    )
    return [replace(found, reasons=(*found.reasons, why))]


def _promoted(case: Case) -> tuple[Case | None, tuple[str, ...]]:
    """The case in which the next highest ranked have the lines of withdrawn seeds; None without such."""
    from scheduler.formats.knockout import frame_of_draw

    seats = sorted(
        (place, who, line) for who, line, when in case.away
        for place in [case.places.get(who, 0)] if place and line and when == "before-order-of-play"
    )
    if not seats:
        return None, ()
    seeds, pins, why = list(case.seeds), {}, []
    ranked = frame_of_draw(Draw(case.before, case.event.size, tuple(s for s in case.seeds if s)),
                           case.event, None).strongest
    for place, who, line in seats:
        eligible = [
            e for e in ranked
            if e not in seeds and e not in case.pins and case.homes.get(e) and e not in case.out
            and not set(case.homes[e]) & case.frozen and len(case.homes[e]) == 1 + case.play_in
        ]
        if not eligible or line in case.pins.values():
            continue
        next_best = eligible[0]
        seeds[place - 1], pins[next_best] = next_best, line
        why.append(
            f"{case.event.name_of(next_best)}, the highest ranked who is not seeded, takes line {line} "
            f"of {case.event.name_of(who)}, seed {place}, who withdrew before the order of play (ITF 2015)"
        )
    return (case.pinned(pins, seeds), tuple(why)) if pins else (None, ())


def _proposal(
    kind: str, ground: Ground, least: Least, played: Sequence[Played], why: Sequence[str]
) -> Proposal:
    case, lines = ground.case, least.lines
    made = Draw(lines, case.event.size, case.seeds)
    report = ground.report(lines)
    changes = tuple(
        LineChange(i, a, b) for i, (a, b) in enumerate(zip(case.before, lines, strict=True), 1) if a != b
    )
    reasons = (*case.notes, *why, *_came(case, lines), *_stays(case),
               *_count(kind, case, least), *_broken(report))
    return Proposal(
        kind, made, case.event, report, changes, least.moved, least.bound, least.optimal, reasons,
        walkovers(made, case.out, played), case.play_in,
    )


def _came(case: Case, lines: Sequence[int]) -> list[str]:
    """How each of the new ones got his line."""
    left = {line: who for who, line, _ in case.away}
    when = {line: at for _, line, at in case.away}
    out = []
    for e, how in case.entered.items():
        line = lines.index(e) + 1
        name, was = case.event.name_of(e), case.before[line - 1]
        if line in left:
            place = f"line {line}, which {case.event.name_of(left[line])} left"
            if when[line] == "after-order-of-play" and was == left[line]:
                place += " after the order of play: directly, nobody else moves (ITF 2015)"
        elif was == BYE:
            place = f"line {line}, a play-in" if case.play_in else f"line {line}, a bye"
        else:
            place = f"line {line}, from which {case.event.name_of(was)} went elsewhere"
        out.append(f"{name} ({how}) takes {place}")
    out += [
        f"line {i} is left empty: nobody is there to take it"
        for i, (a, b) in enumerate(zip(case.before, lines, strict=True), 1) if a != BYE == b
    ]
    return out


def _stays(case: Case) -> list[str]:
    return [
        f"{case.event.name_of(e)} ({how}) keeps his line: opponents go on by walkover"
        for e, how in case.out.items()
    ]


def _count(kind: str, case: Case, least: Least) -> list[str]:
    """What is proven of the number of those who move."""
    many = len(least.moved)
    names = ", ".join(map(case.event.name_of, least.moved))
    who = f"{names} moves" if many == 1 else f"{many} move: {names}" if many else "nobody moves"
    if many > least.bound:
        return [f"{who}; at least {least.bound} must, fewer than {many} are not shown impossible"]
    demands = {
        "promotion": "with the line of the seed filled so",
        "in-place": "of all draws with these entrants",
        "obedient": "of all draws that obey the hard rules",
    }[kind]
    kept = ", played matches kept" if case.frozen else ""
    return [f"{who}: minimal, {demands}{kept}"]


def _broken(report: Report) -> list[str]:
    rules: dict[tuple[str, str], int] = {}
    for v in report.violations:
        if v.level == 0:
            rules[v.rule, v.clause] = rules.get((v.rule, v.clause), 0) + v.cost
    return [
        f"breaks {rule}{f' ({clause})' if clause else ''} by {off}" for (rule, clause), off in rules.items()
    ]
