"""Repairs of round robins, leagues and groups: what has been played stands, of the rest as little as can be
changes; where rounds are too few, fewer matches or further rounds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from copy import copy
from dataclasses import dataclass, replace
from time import monotonic
from typing import TYPE_CHECKING

from scheduler.errors import TimeUp
from scheduler.event import Report
from scheduler.event.plural import many
from scheduler.live.decisions import KINDS
from scheduler.live.plays import play_of
from scheduler.live.state import LiveEvent, LiveStage
from scheduler.repair.live.consequences import Decision, Ground
from scheduler.repair.live.proposal import Proposal
from scheduler.repair.live.table_instead import instead
from scheduler.repair.live.table_least import (
    Answer,
    Left,
    freed,
    least_left,
    lost_rules,
    opponents_left,
    placed_only,
)
from scheduler.repair.live.table_outside import across, outside, played_again, recorded
from scheduler.repair.live.table_parts import Part, left_of, parts_of
from scheduler.repair.live.table_rows import rounds_of
from scheduler.repair.live.table_said import DEALT, Found, proof_of, reasons_of, short_of, unplayed_of

if TYPE_CHECKING:
    from scheduler.solve.moving import Moved

__all__ = ["proposals"]

_MORE_ROUNDS = 4
_SHARE = 0.85
"""Of the time that is given; the rest is for writing down what was found."""
_MOST_OPEN = 1_600
"""Open facts beyond which opponents and sides are not asked for together: it takes seconds to write down."""
_STRUCTURE = ("meet-each", "once-a-round", "one-table-a-match", "one-match-a-table")


@dataclass
class _Work:
    """The question with the clock that it is answered by; ``why`` is what was found impossible."""

    before: LiveEvent
    ground: Ground
    parts: list[Part]
    rounds: int
    end: float
    was: Report
    why: list[str]

    def seconds(self, share: float = 1.0) -> float:
        """A share of the time that is left."""
        return max(0.15, share * (self.end - monotonic()))


def proposals(before: LiveEvent, ground: Ground, *, seconds: float = 2.0) -> tuple[Proposal, ...]:
    """The least change first, then the one that keeps the rules; where there are too few rounds, the table
    with the fewest matches unplayed, and the one with further rounds. Past rounds and matches that have begun
    stand. TimeUp where nothing was found in the time."""
    stage = ground.stage
    if ground.here is None:
        return (Proposal("", "keep", 0, True, "nothing is published: draw the table again", ()),)
    index = stage.index - 1
    old = max(before.stages[index].rounds)
    told = stage.stage.options.get("rounds")
    cut = told if told != before.stages[index].stage.options.get("rounds") and type(told) is int else 0
    work = _Work(
        before, ground, parts_of(before, ground), cut or old, monotonic() + _SHARE * seconds,
        play_of(stage).check(before, before.stages[index], ground.round), [])
    found = [*instead(before, ground, work.parts, work.was), *_answers(work, old, cut)]
    crossed = across(ground, work.parts)
    return _ranked(_crossed(work, crossed, found, old, cut) if crossed else found)


def _crossed(
    work: _Work, pairs: Sequence[tuple[int, int]], found: Sequence[Proposal], old: int, cut: int
) -> list[Proposal]:
    """Where two of different groups have played each other: what they played is void, or it stands outside
    the tables and the matches that they were drawn for are placed anew."""
    ground = work.ground
    out = [played_again(ground, pairs, p) for p in found]
    away = replace(work, parts=[outside(p, pairs, ground.round) for p in work.parts], why=[])
    with suppress(TimeUp):
        out += [recorded(ground, pairs, p) for p in _answers(away, old, cut)]
    return out


def _answers(work: _Work, old: int, cut: int) -> Sequence[Proposal]:
    """What can be done where nobody takes anybody's place."""
    asked = [p for p in work.parts if p.touched or (cut and cut < old)]
    if not asked:
        return (_kept(work),)
    try:
        found = _found(work, asked, work.rounds, share=0.5)
    except TimeUp:
        found = None
        room = many(work.rounds, "round")
        work.why.append(f"whether what is left has a place in {room} was not found out in time")
    fewer = 0 < cut < old
    if found is not None:
        return [*_ruled(work, found, work.rounds), *_roomy(work, asked),
                *(_dropped(work, asked) if fewer else ())]
    out: list[Proposal] = []
    for staying, less in _short(work, asked, fewer):
        out += _ruled(work, less, work.rounds, "dropped" if staying and fewer else "unplayed")
    if not cut and (monotonic() < work.end or not any(p.holds for p in out)):
        out += _further(work, asked)
    if not out:
        raise TimeUp("no repair of the table was found in time", maybe="allow more time.")
    return out


def _dropped(work: _Work, asked: Sequence[Part]) -> list[Proposal]:
    """Where all could be played in fewer rounds, but others must move for that: that nobody else does."""
    with suppress(TimeUp):
        found = _found(work, asked, work.rounds, short=True, keeping=True, share=0.4)
        if found is not None:
            return _ruled(work, found, work.rounds, "dropped")
    return []


def _short(work: _Work, asked: Sequence[Part], both: bool) -> list[tuple[bool, Found]]:
    """(whether that everybody else stays in his round is all that speaks for it, the table) with matches that
    are not played. What leaves everybody in his round is had at once; fewer unplayed, for which others leave
    theirs, are searched for where counting does not show that there are none. Both where the search was not
    finished, and where a round is cut (``both``): not to play what was in it is what changes least."""
    kept = _found(work, asked, work.rounds, short=True, keeping=True, share=0.4)
    if kept is not None and all(a.least_unplayed and not a.kept for _, _, a in kept.values()):
        return [(False, kept)]
    fewer: Found | None = None
    with suppress(TimeUp):
        fewer = _found(work, asked, work.rounds, short=True, share=0.3)
    if fewer is None or kept is None:
        return [(stay, one) for stay, one in ((True, kept), (False, fewer)) if one is not None]
    if not both and all(a.least_unplayed and a.moves == m.bound for _, m, a in fewer.values()):
        return [(False, fewer)]
    less = sum(a.unplayed for _, _, a in fewer.values()) < sum(a.unplayed for _, _, a in kept.values())
    return [(True, kept), (False, fewer)] if less else [(True, kept)]


def _kept(work: _Work) -> Proposal:
    why = "no match has to change its round, its sides or its table"
    return Proposal("", "keep", 0, True, why, (), (), work.was, work.was)


def _ranked(found: Sequence[Proposal]) -> tuple[Proposal, ...]:
    """Those that break nothing first, then by changes; of two that do the same the first. Nothing is dropped
    before what plays everything."""
    seen: list[object] = []
    out = []
    whole = any(p.kind in ("least", "obedient", "substitute") for p in found)
    for one in sorted(found, key=lambda p: (not p.holds, whole and p.kind == "dropped", p.changed)):
        if one.decisions not in seen:
            seen.append(one.decisions)
            out.append(one)
    return tuple(out)


def _found(
    work: _Work, asked: Sequence[Part], rounds: int, *, share: float, short: bool = False,
    keeping: bool = False, room: Mapping[int, int] | None = None,
) -> Found | None:
    """The fewest changes of every part that is asked; None where one of them has no table in these rounds."""
    out: Found = {}
    for part in asked:
        planned = part.changed(_meetings(part, work.ground), frozenset())
        left = left_of(work.ground, part, rounds, planned, room)
        if left.shortage[0] and not short:
            work.why.append(short_of(work.ground, part, left, rounds))
            return None
        moved = opponents_left(
            left, short=short, keeping=keeping, seconds=work.seconds(share / len(asked)))
        if moved is None:
            if not keeping:
                work.why.append(f"what is left has no place in {many(rounds, 'round')} (proven)")
            return None
        if moved.unplayed:  # home and away are as equal as the matches that are played allow
            played = part.changed(_meetings(part, work.ground, moved), frozenset())
            left = replace(left, stated=left_of(work.ground, part, rounds, played, room).stated)
        answer = least_left(left, moved, hard=False, seconds=work.seconds(0.5))
        if answer is None:
            return None
        out[part.group] = (left, moved, answer)
    return out


def _meetings(
    part: Part, ground: Ground, placed: Answer | Moved | None = None
) -> dict[tuple[int, int], int]:
    """How often each pair of places meets in all: as planned, or as it was placed."""
    met = Counter((min(m.home, m.away), max(m.home, m.away)) for m in part.known(ground.round))
    if placed is None:
        met.update(part.due(ground.round))
    elif isinstance(placed, Answer):
        met.update((min(m.home, m.away), max(m.home, m.away)) for m in placed.matches)
    else:
        met.update({pair: len(mine) for pair, mine in placed.rounds.items()})
    return dict(met)


def _ruled(work: _Work, found: Found, rounds: int, kind: str = "least") -> list[Proposal]:
    """The fewest changes; where that breaks rules, the fewest that keep them too, or keep them as well as can
    be where it is proven that no table does."""
    first = _proposal(work, kind, found, rounds, frozenset())
    broken = _broken(first)
    if not broken or monotonic() > work.end:
        return [first]
    better: Found = {}
    eased: frozenset[str] = frozenset()
    for group, (left, moved, answer) in found.items():
        try:
            made, lost = _chosen(work, left, moved) or _obedient(
                work, placed_only(left, moved), moved, broken, answer.only)
        except TimeUp:
            made, lost = None, lost_rules(left)
        better[group] = (left, moved, made or answer)
        eased |= lost
    last = _proposal(work, "obedient" if kind == "least" else kind, better, rounds, eased)
    eased |= _broken(last) & DEALT
    if eased:
        first, last = (_proposal(work, p.kind, f, rounds, eased) for p, f in ((first, found), (last, better)))
    if first.holds and last.holds and _price(first) <= _price(last):
        return [first]
    return [last if last.holds else first] if kind == "other-rounds" else [first, last]


def _broken(proposal: Proposal) -> frozenset[str]:
    """The hard rules that a proposal breaks, but for those without which a table is none."""
    report = proposal.report
    assert report is not None
    return frozenset({v.rule for v in report.violations if not v.level} - {*_STRUCTURE})


def _price(proposal: Proposal) -> tuple[int, ...]:
    return proposal.report.price if proposal.report is not None else ()


def _chosen(work: _Work, left: Left, moved: Moved) -> tuple[Answer, frozenset[str]] | None:
    """Where those without a round have a choice: the table that keeps the hard rules with the fewest changes
    of all in which everybody else stays in his round, with the rules that none can keep. None where there is
    no choice, no such table, or no time."""
    free = freed(left, moved)
    if free is None:
        return None
    lost = lost_rules(free)
    with suppress(TimeUp):
        made = least_left(free, moved, hard=True, eased=lost, seconds=work.seconds(0.9))
        if made is not None and made.minimal:
            return made, lost
    return None


def _obedient(
    work: _Work, left: Left, moved: Moved, broken: frozenset[str], only: bool
) -> tuple[Answer | None, frozenset[str]]:
    """(the table that keeps the hard rules with the fewest changes, the rules that none can keep); ``only``:
    no other table has as few matches out of their rounds."""
    lost, made = lost_rules(left), None
    try:
        made = least_left(left, moved, hard=True, eased=lost, seconds=work.seconds(0.5))
    except TimeUp:
        if work.seconds() < 0.5:
            raise
    if made is not None and moved.moves == 0 and sum(left.due.values()) == len(left.loose):
        made = replace(made, bound=max(1, made.bound))  # the only table without a change breaks a rule
    if made is not None:
        made = replace(made, only=made.only or only)
        if made.minimal or lost:
            return made, lost
    other: Answer | None = None
    if left.size <= _MOST_OPEN:
        with suppress(TimeUp):
            other = least_left(left, hard=True, eased=lost, seconds=work.seconds(0.6))
            if made is None and other is None:
                work.why.append("the rules cannot all hold, whoever meets when (proven)")
    if made is not None and (other is None or made.changes <= other.changes):
        return replace(made, bound=max(made.bound, other.bound) if other is not None else made.bound), lost
    if other is not None:
        return other, lost
    eased = lost | broken
    return least_left(left, moved, hard=True, eased=eased, seconds=work.seconds(0.5)), eased


def _roomy(work: _Work, asked: Sequence[Part]) -> list[Proposal]:
    """Where tables are lost: with no further table, if the rounds have room for that."""
    ground = work.ground
    lost = set(ground.stage.lost) - set(work.before.stages[ground.stage.index - 1].lost)
    tables = {m.table for m in ground.stage.matches()}
    if not lost & tables or len(asked) != 1:
        return []
    standing = Counter(m.round for p in work.parts for m in p.standing)
    first = ground.round
    for further in range(_MORE_ROUNDS):
        rounds = work.rounds + further
        room = {r: max(0, len(tables - lost) - standing[r]) for r in range(first, rounds + 1)}
        if sum(room.values()) < sum(asked[0].due(first).values()):
            continue
        try:
            found = _found(work, asked, rounds, share=0.5, room=room)
        except TimeUp:
            return []
        if found is not None:
            return _ruled(work, found, rounds, "other-rounds")
    return []


def _further(work: _Work, asked: Sequence[Part]) -> list[Proposal]:
    """With as few further rounds as hold everything."""
    least = 1
    for part in asked:
        left = left_of(work.ground, part, work.rounds, part.changed({}, frozenset()))
        least = max(least, left.shortage[0])
    for further in range(least, least + _MORE_ROUNDS):
        try:
            found = _found(work, asked, work.rounds + further, share=0.5)
        except TimeUp:
            return []
        if found is not None:
            return _ruled(work, found, work.rounds + further, "further-rounds")
    return []


def _proposal(work: _Work, kind: str, found: Found, rounds: int, eased: frozenset[str]) -> Proposal:
    ground = work.ground
    before = work.before.stages[ground.stage.index - 1]
    made = rounds_of(ground, work.parts, {g: answer.matches for g, (_, _, answer) in found.items()}, rounds)
    decision = _decision(work, found, made.payload(ground.stage), made.last, eased)
    tells = made.tells(ground, before, rounds)
    told = {t.id for t in tells if t.id in ground.event.contestants}
    changed = sum(answer.changes for _, _, answer in found.values()) + made.seats
    minimal = all(answer.minimal for _, _, answer in found.values()) and kind != "other-rounds"
    why = (*dict.fromkeys(work.why), *unplayed_of(ground, work.parts, found), *reasons_of(found, eased))
    return Proposal(
        "", kind, changed, minimal, proof_of(kind, found, rounds, work.rounds), (decision,), tells,
        _checked(ground, decision), work.was, made.ledger(ground, told), "", why,
        changed if minimal else None)


def _decision(
    work: _Work, found: Found, rounds: list[dict[str, object]], last: int, eased: frozenset[str]
) -> Decision:
    ground, changed = work.ground, {}
    for part in work.parts:
        if part.group in found:
            of = part.changed(_meetings(part, ground, found[part.group][2]), eased)
            changed[part.group] = {
                "due": [[part.ids[a - 1], part.ids[b - 1], k] for (a, b), k in sorted(of.due.items())],
                "gone": sorted(part.gone), "eased": sorted(eased | part.eased)}
    new = [id for part in work.parts for id in part.new]
    groups = [[id, part.group] for part in work.parts for id in part.new if part.group]
    return "rescheduled", {
        "stage": ground.stage.index, "rounds": rounds, "last": last, "changed": changed,
        **({"playing": new} if new else {}), **({"groups": groups} if groups else {})}


def _checked(ground: Ground, decision: Decision) -> Report:
    """The verifier's reading of the whole stage after a decision."""
    event, index = copy(ground.event), ground.stage.index - 1
    event.stages = [*event.stages]
    stage = event.stages[index] = _copied(event.stages[index])
    KINDS[decision[0]](event, decision[1])
    return play_of(stage).check(event, stage, ground.round)


def _copied(stage: LiveStage) -> LiveStage:
    """A stage whose rounds may change; results and papers of matches are shared, for those do not."""
    out = copy(stage)
    out.groups = dict(stage.groups)
    out.rounds = {
        number: replace(round, matches=[copy(m) for m in round.matches])
        for number, round in stage.rounds.items()}
    return out
