"""``repair_draw``: a published draw and what happened to it in, proposals with their differences out.

Sources: ITF rulebook 2015 (a withdrawn seed's line, lucky losers), WCA 9p3 (the best non-qualifier).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from time import monotonic
from typing import Any

from scheduler.event import BYE, Draw, Event, Report, Stage, said
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
from scheduler.repair.draws_wide import wide
from scheduler.rules import Rulebook
from scheduler.solve.problem import Limits

__all__ = [
    "ALTERNATES", "KINDS", "WHEN", "Alternate", "Exchange", "Fact", "LateEntry", "LineChange", "Played",
    "Proposal", "Walkover", "Withdrawal", "repair_draw",
]

KINDS = ("promotion", "in-place", "obedient")

_HOW = {
    "late entry": said("late entry"), "forgotten": said("forgotten"), "withdrawn": said("withdrawn"),
    "acceptance-list": said("acceptance-list"), "non-qualifier": said("non-qualifier"),
    "lucky-loser": said("lucky-loser"), "no-show": said("no-show"), "disqualified": said("disqualified"),
}
_CAME = {
    "direct": "{name} ({how}) takes line {line}, which {before} left after the order of play: directly,"
              " nobody else moves (ITF 2015)",
    "left": "{name} ({how}) takes line {line}, which {before} left",
    "play-in": "{name} ({how}) takes line {line}, a play-in",
    "bye": "{name} ({how}) takes line {line}, a bye",
    "moved": "{name} ({how}) takes line {line}, from which {before} went elsewhere",
}
_MOVERS = ("nobody moves", "{names} moves", "{many} move: {names}")
_MORE = (
    "nobody moves; at least {bound} must, fewer than {many} are not shown impossible",
    "{names} moves; at least {bound} must, fewer than {many} are not shown impossible",
    "{many} move: {names}; at least {bound} must, fewer than {many} are not shown impossible",
)
_MINIMAL = {
    ("promotion", False): "{who}: minimal, with the line of the seed filled so",
    ("promotion", True): "{who}: minimal, with the line of the seed filled so, played matches kept",
    ("in-place", False): "{who}: minimal, of all draws with these entrants",
    ("in-place", True): "{who}: minimal, of all draws with these entrants, played matches kept",
    ("obedient", False): "{who}: minimal, of all draws that obey the hard rules",
    ("obedient", True): "{who}: minimal, of all draws that obey the hard rules, played matches kept",
}


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
        def named(who: int) -> str:
            return said("bye") if who == BYE else self.event.name_of(who)

        return tuple(
            said("line {line}: {old} -> {new}", line=c.line, old=named(c.before), new=named(c.after))
            for c in self.changes
        )

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
    played; an obedient draw where the one in place breaks a hard rule and the question is not too large
    (``draws_wide``). Vacant lines are filled by late entries and those forgotten, then by alternates; then
    byes are filled, the fewest; a play-in is added when no line is left. ``limits.seconds`` is for all
    proposals together.

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
    least = wide(ground, limits) if ground.case.size > MOST_LINES else obedient(ground, limits)
    if least is None:
        why = said("a draw that obeys was not looked for: {lines} lines are too many for these rules",
                   lines=ground.case.size)
        return [replace(found, reasons=(*found.reasons, why))]
    if least.lines in others:
        return [found]
    if least.lines:
        begun = played or any(when != WHEN[0] for _, _, when in ground.case.away)
        told = (said("the order of play is out, and whoever moves changes it"),) if begun else ()
        return [found, _proposal("obedient", ground, least, played, told)]
    why = (
        said("no draw obeys all hard rules with these lines kept (proven)") if least.clash
        else said("no draw that obeys all hard rules was found in the time, and none was shown impossible")
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
        why.append(said(
            "{name}, the highest ranked who is not seeded, takes line {line} of {before}, seed {seed}, who"
            " withdrew before the order of play (ITF 2015)",
            name=case.event.name_of(next_best), line=line, before=case.event.name_of(who), seed=place,
        ))
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
    out: list[str] = []
    for e, how in case.entered.items():
        line = lines.index(e) + 1
        was = case.before[line - 1]
        values = {"name": case.event.name_of(e), "how": _HOW.get(how, how), "line": line,
                  "before": case.event.name_of(left.get(line, max(was, 1)))}
        direct = line in left and when[line] == "after-order-of-play" and was == left[line]
        if line in left:
            key = "direct" if direct else "left"
        elif was == BYE:
            key = "play-in" if case.play_in else "bye"
        else:
            key = "moved"
        out.append(said(_CAME[key], **values))
    out += [
        said("line {line} is left empty: nobody is there to take it", line=i)
        for i, (a, b) in enumerate(zip(case.before, lines, strict=True), 1) if a != BYE == b
    ]
    return out


def _stays(case: Case) -> list[str]:
    return [
        said("{name} ({how}) keeps his line: opponents go on by walkover",
             name=case.event.name_of(e), how=_HOW.get(how, how))
        for e, how in case.out.items()
    ]


def _count(kind: str, case: Case, least: Least) -> list[str]:
    """What is proven of the number of those who move."""
    many = len(least.moved)
    values = {"many": many, "names": tuple(map(case.event.name_of, least.moved)), "bound": least.bound}
    number = min(many, 2)
    if many > least.bound:
        return [said(_MORE[number], **values)]
    return [said(_MINIMAL[kind, bool(case.frozen)], who=said(_MOVERS[number], **values))]


def _broken(report: Report) -> list[str]:
    rules: dict[tuple[str, str], int] = {}
    for v in report.violations:
        if v.level == 0:
            rules[v.rule, v.clause] = rules.get((v.rule, v.clause), 0) + v.cost
    return [
        said("breaks {rule} ({clause}) by {off}", rule=rule, clause=clause, off=off) if clause
        else said("breaks {rule} by {off}", rule=rule, off=off)
        for (rule, clause), off in rules.items()
    ]
