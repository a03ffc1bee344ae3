"""The draw to be repaired, read: who takes part now, where everybody stood, what may not change."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from scheduler.errors import UsageError
from scheduler.event import BYE, OPEN, Draw, Event, Said, Stage, said
from scheduler.formats.knockout import frame_of_draw
from scheduler.repair.draws_facts import (
    ALTERNATES,
    WHEN,
    Alternate,
    Exchange,
    Fact,
    LateEntry,
    Played,
    Withdrawal,
    number_of,
)

__all__ = ["Case", "read_case"]

_MOST_FACTS = 1_000
_PLAY_INS = (
    "no line is free, so {missing} play-in match is drawn as round 1 of {lines} lines",
    "no line is free, so {missing} play-in matches are drawn as round 1 of {lines} lines",
)


@dataclass(frozen=True)
class Case:
    """A draw with what happened to it, in the published numbers; who is new has a number after them.

    ``before`` are the published lines, in a draw of twice the lines where a play-in is needed
    (``play_in``): line i became the outer line of match i. ``present`` are the numbers that take
    part, ``homes`` their lines (from 1) so far, none for who is new; to be on any of them is to stay.
    ``frozen`` are lines that may not change (a match was played there, or is given away), ``pins``
    the lines that somebody must go to. ``out`` stay on their lines, but play no more. ``away`` are
    (number, line, when) of those who left a line vacant, line 0 where they had none. ``entered`` says
    how each of the new ones came in; ``places`` are the places of seeding before anybody left.
    """

    event: Event
    stage: Stage | None
    seeds: tuple[int, ...]
    before: tuple[int, ...]
    present: tuple[int, ...]
    homes: Mapping[int, tuple[int, ...]]
    frozen: frozenset[int]
    pins: Mapping[int, int]
    out: Mapping[int, str]
    away: tuple[tuple[int, int, str], ...]
    entered: Mapping[int, str]
    play_in: bool
    notes: tuple[str, ...]
    places: Mapping[int, int]

    @property
    def size(self) -> int:
        """The number of lines."""
        return len(self.before)

    @property
    def empty(self) -> tuple[int, ...]:
        """Lines on which nobody was to stand, and which may change; with a play-in only those that
        the play-in adds, since byes come before play-ins."""
        return tuple(
            i for i, who in enumerate(self.before, 1)
            if who == BYE and i not in self.frozen
            and not (self.play_in and i == _outer((i + 1) // 2))
        )

    def pinned(self, pins: Mapping[int, int], seeds: Sequence[int]) -> Case:
        """The same case with further pins, and with the seeds that they make."""
        return replace(self, pins={**self.pins, **pins}, seeds=tuple(seeds))


def read_case(
    draw: Draw, facts: Sequence[Fact], event: Event, stage: Stage | None, played: Sequence[Played]
) -> Case:
    """The case. UsageError for facts that fit neither draw nor each other, and unfinished draws."""
    if len(facts) > _MOST_FACTS:
        raise UsageError(f"{len(facts)} facts, the limit is {_MOST_FACTS}", maybe="draw again.")
    seeds = frame_of_draw(draw, event, stage).seeds  # refuses sizes and entry lists that do not fit
    if OPEN in draw.lines:
        raise UsageError(
            f"line {draw.lines.index(OPEN) + 1} is not drawn yet: only a finished draw is repaired",
            maybe="finish the draw first.",
        )
    frozen = _frozen(draw, event, played)
    out, away = _leaving(draw, facts, event, frozen)
    frozen |= {x for i, e in enumerate(draw.lines) if e in out for x in (i + 1, (i ^ 1) + 1)}
    wider, entered, forgotten = _entering(draw, facts, event, out, away)
    gone = {e for e, _, _ in away}
    present = tuple(
        e.number for e in wider.entrants
        if e.number not in gone and (e.number in draw.lines or e.number in entered or e.number in forgotten)
    )
    if len(present) < 2:
        raise UsageError(f"{len(present)} of {event.size} entrants are left, too few for a draw")
    homes = {e: _homes(draw, e, frozen) for e in present}
    notes = [said("{name} was forgotten in the draw", name=wider.name_of(e)) for e in forgotten]
    notes += [
        said("{name} stands on lines {lines}", name=wider.name_of(e), lines=_listed(draw, e))
        for e in present if draw.lines.count(e) > 1
    ]
    notes += _ties(facts, sum(how in ALTERNATES for how in entered.values()))
    case = Case(
        wider, stage, tuple(0 if s in gone else s for s in seeds), draw.lines, present, homes, frozen,
        _exchanged(draw, facts, event, frozen, gone), out, away,
        {**entered, **dict.fromkeys(forgotten, "forgotten")}, False, tuple(notes),
        {s: k for k, s in enumerate(seeds, 1) if s},
    )
    new = sum(not lines for lines in homes.values())
    vacant = draw.size - len(frozen) - sum(bool(lines) and lines[0] not in frozen for lines in homes.values())
    return case if new <= vacant else _widened(case, new - vacant)


def _listed(draw: Draw, entrant: int) -> tuple[str, ...]:
    return tuple(str(i) for i, who in enumerate(draw.lines, 1) if who == entrant)


def _homes(draw: Draw, entrant: int, frozen: frozenset[int]) -> tuple[int, ...]:
    """The lines of an entrant; where he has played on one of them, that one alone."""
    lines = tuple(i for i, who in enumerate(draw.lines, 1) if who == entrant)
    kept = tuple(i for i in lines if i in frozen)
    if len(kept) > 1:
        raise UsageError(
            f"number {entrant} stands on lines {kept[0]} and {kept[1]}, and matches were played there",
            maybe="take the result back that was not played by him.",
        )
    return kept or lines


def _frozen(draw: Draw, event: Event, played: Sequence[Played]) -> frozenset[int]:
    """The lines of every section in which a match was played."""
    if len(played) > draw.size:
        raise UsageError(f"{len(played)} results for a draw of {draw.size - 1} matches")
    lines: set[int] = set()
    seen: set[tuple[int, int]] = set()
    lost: dict[int, int] = {}
    for match in sorted(played, key=lambda m: m.round):
        here = [
            (a - 1) >> match.round
            for a, x in enumerate(draw.lines, 1) if x == match.first > 0
            for b, y in enumerate(draw.lines, 1) if y == match.second > 0
            if draw.meeting_round(a, b) == match.round
        ]
        pair = f"{event.name_of(match.first)} and {event.name_of(match.second)}"
        if not here:
            raise UsageError(f"{pair} cannot have met in round {match.round} of this draw")
        if match.winner not in (0, match.first, match.second):
            raise UsageError(f"the match of {pair} was not won by number {match.winner}")
        if (match.round, here[0]) in seen:
            raise UsageError(f"round {match.round}, match {here[0] + 1} has two results")
        for e in (match.first, match.second):
            if e in lost:
                raise UsageError(f"{event.name_of(e)} lost in round {lost[e]}, so not round {match.round}")
            if e != match.winner:
                lost[e] = match.round
        seen.add((match.round, here[0]))
        first = here[0] << match.round
        lines.update(range(first + 1, first + (1 << match.round) + 1))
    return frozenset(lines)


def _leaving(
    draw: Draw, facts: Sequence[Fact], event: Event, frozen: frozenset[int]
) -> tuple[dict[int, str], tuple[tuple[int, int, str], ...]]:
    """({who stays on his line without playing on: why}, who leaves his line vacant)."""
    out: dict[int, str] = {}
    away: list[tuple[int, int, str]] = []
    for fact in facts:
        if not isinstance(fact, Withdrawal):
            continue
        if fact.when not in WHEN:
            raise UsageError(f'"{fact.when}" is not one of {", ".join(WHEN)}')
        who = number_of(fact.entrant, event)
        if who in out or who in [e for e, _, _ in away]:
            raise UsageError(f"{event.name_of(who)} withdraws twice")
        lines = [i for i, e in enumerate(draw.lines, 1) if e == who]
        if (lines and fact.when in WHEN[2:]) or any(i in frozen for i in lines):
            out[who] = fact.when if fact.when in WHEN[2:] else "withdrawn"
        else:
            away += [(who, i, fact.when) for i in lines] or [(who, 0, fact.when)]
    return out, tuple(away)


def _entering(
    draw: Draw, facts: Sequence[Fact], event: Event, out: Mapping[int, str],
    away: Sequence[tuple[int, int, str]],
) -> tuple[Event, dict[int, str], tuple[int, ...]]:
    """(the event with who comes in, how each of them does, who was forgotten)."""
    gone = {e for e, _, _ in away} | set(out)
    standing = set(draw.lines)
    forgotten = tuple(
        e.number for e in event.entrants if e.number not in standing and e.number not in gone
    )
    late = [(f.entrant, "late entry") for f in facts if isinstance(f, LateEntry)]
    waiting = _in_order([f for f in facts if isinstance(f, Alternate)])
    vacant = sum(line > 0 for _, line, _ in away) - len(late) - len(forgotten)
    coming = [*late, *((a.entrant, a.kind) for a in waiting[: max(0, vacant)])]
    names = {e.name for e in event.entrants}
    for entrant, _ in [*late, *((a.entrant, a.kind) for a in waiting)]:
        if entrant.name in names:
            raise UsageError(
                f'"{entrant.name[:40]}" is in the entry list already',
                maybe="he is forgotten in the draw: repair it without naming him." if not late else "",
            )
        names.add(entrant.name)
    new = [replace(e, number=event.size + k, seed=0) for k, (e, _) in enumerate(coming, 1)]
    wider = replace(event, entrants=(*event.entrants, *new))
    return wider, {e.number: how for e, (_, how) in zip(new, coming, strict=True)}, forgotten


def _in_order(waiting: Sequence[Alternate]) -> list[Alternate]:
    for a in waiting:
        if a.kind not in ALTERNATES:
            raise UsageError(f'an alternate is one of {", ".join(ALTERNATES)}, not "{a.kind}"')

    def place(k: int) -> tuple[int, int, int]:
        best = waiting[k].kind == "non-qualifier"
        return ALTERNATES.index(waiting[k].kind), -waiting[k].entrant.rating if best else 0, k

    return [waiting[k] for k in sorted(range(len(waiting)), key=place)]


def _ties(facts: Sequence[Fact], taken: int) -> list[Said]:
    """Where the ratings do not say who of two non-qualifiers comes in."""
    waiting = _in_order([f for f in facts if isinstance(f, Alternate)])
    if not 0 < taken < len(waiting):
        return []
    last, first = waiting[taken - 1], waiting[taken]
    if last.kind != "non-qualifier" or first.kind != last.kind:
        return []
    tied = last.entrant.rating == first.entrant.rating
    return [said(
        "{first} and {second} have the same rating: lots decide, the first named is shown",
        first=last.entrant.name, second=first.entrant.name,
    )] if tied else []


def _exchanged(
    draw: Draw, facts: Sequence[Fact], event: Event, frozen: frozenset[int], gone: set[int]
) -> dict[int, int]:
    pins: dict[int, int] = {}
    for fact in facts:
        if not isinstance(fact, Exchange):
            continue
        pair = number_of(fact.first, event), number_of(fact.second, event)
        for e in pair:
            name = event.name_of(e)
            if draw.lines.count(e) != 1 or e in gone:
                raise UsageError(f"{name} has no line of his own to exchange")
            if draw.line_of(e) in frozen:
                raise UsageError(
                    f"{name} cannot change lines: a match was played or given away in his section",
                    maybe="let the result stand; matches played are not taken back.",
                )
            if e in pins or pair[0] == pair[1]:
                raise UsageError(f"{name} cannot change lines with two entrants, or with himself")
        pins |= {pair[0]: draw.line_of(pair[1]), pair[1]: draw.line_of(pair[0])}
    return pins


def _outer(line: int) -> int:
    """Where line i of a draw goes when every line becomes a match of two."""
    return 2 * line - (line % 2)


def _widened(case: Case, missing: int) -> Case:
    """The case in a draw of twice the lines, whose round 1 holds the play-in matches."""
    if case.frozen:
        raise UsageError(
            f"{missing} more than there are lines, and play has begun",
            maybe="admit them to a consolation; a play-in comes before all other matches.",
        )
    if missing > case.size or case.size >= 4_096:
        raise UsageError(
            f"{missing} more than {case.size} lines and their play-ins hold", maybe="draw again."
        )
    before = [BYE] * (2 * case.size)
    for line, who in enumerate(case.before, 1):
        before[_outer(line) - 1] = who
    return replace(
        case, before=tuple(before), play_in=True,
        homes={e: tuple(x for i in lines for x in (_outer(i), ((_outer(i) - 1) ^ 1) + 1))
               for e, lines in case.homes.items()},
        pins={e: _outer(i) for e, i in case.pins.items()},
        away=tuple((e, _outer(i) if i else 0, when) for e, i, when in case.away),
        notes=(*case.notes, said(_PLAY_INS[missing > 1], missing=missing, lines=2 * case.size)),
    )


