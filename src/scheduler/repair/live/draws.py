"""Repairs of knockouts: lines of who has not played may change, results stay with those who made them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from time import monotonic
from typing import Any

from scheduler.errors import UsageError
from scheduler.event import BYE, Draw, Entrant
from scheduler.formats.knockout.brackets import bracket_of
from scheduler.live.filling import contradictions
from scheduler.live.plays import play_of
from scheduler.live.plays.knockout import drawn_of
from scheduler.live.state import LiveEvent, LiveMatch, LiveRound
from scheduler.repair.draws import Alternate, Fact, LateEntry, Withdrawal, repair_draw
from scheduler.repair.draws import Proposal as Mended
from scheduler.repair.live.consequences import Ground
from scheduler.repair.live.draw_trial import Trial, bye_of, known_round, main_rounds, played_in
from scheduler.repair.live.moving_up import next_in_rank, seeding_with, waiting
from scheduler.repair.live.proposal import Proposal, Tell
from scheduler.repair.live.table_parts import arrived
from scheduler.repair.live.tells import tells_of
from scheduler.solve.problem import Limits

__all__ = ["proposals"]

_KINDS = {"promotion": "promotion", "in-place": "lines", "obedient": "obedient"}
_MOST_ALTERNATES = 64


def proposals(before: LiveEvent, ground: Ground, *, seconds: float = 2.0) -> tuple[Proposal, ...]:
    """Who left is replaced where nobody has played in his section yet, or his opponents go on; who comes late
    takes a bye; two who met though others were due change sections, or play again those who are due; after
    a corrected score those who are due play, or the draw stays as it was. UsageError before the draw."""
    trial = Trial.of(ground.event, ground.stage.index)
    if not trial.tree or ground.here is None:
        return (Proposal("", "keep", 0, True, "nothing is published: draw again", ()),)
    end = monotonic() + seconds
    found: list[Proposal] = []
    for kind, one in _met(ground, trial):
        for again, made, mended in _entries(before, ground, one, kind, max(0.3, 0.8 * (end - monotonic()))):
            made.walkovers()
            if made.taken_back():
                again = "played-again"
            elif again == "keep" and _moved(before, made):
                again = "as-would-have-been"
                made.reasons.append("those play who are due by the right score")
            _seated(made, ground.round)
            found.append(_proposal(before, ground, made, again, mended))
    if ground.late_scores:
        found += _kept(before, ground)
    return _ranked(found)


def _ranked(found: Sequence[Proposal]) -> tuple[Proposal, ...]:
    """Those that break nothing first, then by changes; of two that decide the same the first."""
    seen: list[object] = []
    out = []
    for one in sorted(found, key=lambda p: (not p.holds, p.kind == "keep" and bool(p.decisions), p.changed)):
        if one.decisions not in seen:
            seen.append(one.decisions)
            out.append(one)
    return tuple(out)


# --- Wrong opponents ------------------------------------------------------------------------------


def _met(ground: Ground, trial: Trial) -> list[tuple[str, Trial]]:
    """The draw in which those who met were due, and the one in which they were not."""
    here = trial.stage.rounds.get(ground.round)
    drawn = {frozenset((m.home, m.away)) for m in here.matches} if here else set()
    wrong = [(a, b) for a, b in ground.played if frozenset((a, b)) not in drawn]
    if not wrong:
        return [("", trial)]
    other = trial.copy()
    told = ", ".join(f"{trial.who(a)} and {trial.who(b)}" for a, b in wrong)
    other.reasons.append(f"what {told} played counts for nothing: those who are due play")
    named = {id for pair in wrong for id in pair}
    for m in here.matches if here else ():
        if {m.home, m.away} & named and m.result is not None:
            other.decide("result", {
                "stage": trial.index, "match": m.id, "by": "desk", "score": None,
                "sides": [m.home, m.away], "reason": "it was not played by these two"})
    lines = trial.tree.lines
    for a, b in wrong:
        swapped = _exchanged(trial, ground.round, lines, a, b)
        if swapped is None:
            return [("played-again", other)]
        lines = swapped
    trial.decide("redrawn-lines", {
        "stage": trial.index, "lines": list(lines), "seeds": list(trial.tree.record.get("seeds", ()))})
    begun = [m.id for m in trial.stage.rounds[ground.round].matches
             if any({m.home, m.away} == {a, b} for a, b in wrong)]
    trial.decide("started", {"stage": trial.index, "round": ground.round, "matches": begun})
    trial.reasons.append(f"the draw follows what was played: {told}; whole sections change places")
    return [("lines", trial), ("played-again", other)]


def _exchanged(
    trial: Trial, round: int, lines: tuple[int, ...], a: int, b: int
) -> tuple[int, ...] | None:
    """The lines in which a and b meet in this round: b's section and that of a's opponent change places.
    None where one of them has lost before: no line brings them there."""
    main = main_rounds(trial.tree)
    depth = {main[m.number][0] for m in trial.stage.matches()
             if m.round == round and m.number in main and (m.has(a) or m.has(b))}
    if len(depth) != 1:
        return None
    size = 1 << (depth.pop() - 1)
    mine, theirs = lines.index(a) // size, lines.index(b) // size
    opposite = mine ^ 1
    if opposite == theirs:
        return lines
    out = list(lines)
    first, second = slice(opposite * size, (opposite + 1) * size), slice(theirs * size, (theirs + 1) * size)
    out[first], out[second] = lines[second], lines[first]
    return tuple(out)


# --- Who leaves and who comes ---------------------------------------------------------------------


def _entries(
    before: LiveEvent, ground: Ground, trial: Trial, kind: str, seconds: float
) -> list[tuple[str, Trial, Mended | None]]:
    """(what is done, the draw then, the engine's own words) for withdrawals and late entries together."""
    stage = trial.stage
    gone = [
        id for id in trial.tree.lines if id != BYE and trial.event.contestants[id].status == "withdrawn"
        and before.contestants[id].status != "withdrawn"]
    late = [id for id in arrived(before, ground) if id not in trial.tree.lines]
    if not gone and not late:
        return [(kind or "keep", trial, None)]
    started = any(m.started or not m.open for m in stage.matches())
    fresh = [] if not gone else [*waiting(trial.event), *next_in_rank(trial.event, stage, late)]
    when = "after-order-of-play" if started else "before-order-of-play"
    ways = [("no-show", fresh[:0])] if gone else []
    if not gone or fresh or not started:
        ways.append((when, fresh[:_MOST_ALTERNATES]))
    out: list[tuple[str, Trial, Mended | None]] = []
    said = list(trial.reasons)
    for many in range(len(late), -1, -1):
        for at, ready in ways if gone or many else ():
            out += _mended(trial, gone, late[:many], ready, at, kind, seconds / len(ways))
        if out:
            break
        left = late[many - 1:] if many else late
        trial.reasons = [*said, *(f"{trial.who(id)} cannot come in: no line is free" for id in left)]
    return out or [(kind or ("walkover" if gone else "keep"), trial, None)]


def _mended(
    trial: Trial, gone: Sequence[int], late: Sequence[int], ready: Sequence[int], when: str, kind: str,
    seconds: float,
) -> list[tuple[str, Trial, Mended | None]]:
    ids, drawn, field, engine, book = drawn_of(trial.event, trial.stage)
    place = {id: k for k, id in enumerate(ids, start=1)}
    people = {trial.event.name_of(id): id for id in (*late, *ready)}
    facts: list[Fact] = [
        *(Withdrawal(place[id], when) for id in gone), *(LateEntry(_entrant(trial, id)) for id in late),
        *(Alternate(_entrant(trial, id), "lucky-loser") for id in ready)]
    try:
        made = repair_draw(drawn, facts, book, field, engine, played=played_in(trial.stage, place),
                           limits=Limits(seconds, 1, 0, None, False))
    except UsageError:  # more are to come in than there are lines
        return []
    out: list[tuple[str, Trial, Mended | None]] = []
    for one in made:
        if one.play_in:
            continue
        by_number = {e.number: people[e.name] for e in one.event.entrants[len(ids):]}
        by_number |= dict(enumerate(ids, start=1))
        lines = [by_number[e] if e > 0 else BYE for e in one.draw.lines]
        other = trial.copy()
        new = [id for id in lines if id != BYE and id not in ids]
        if tuple(lines) != trial.tree.lines:
            try:
                _redrawn(other, lines, [by_number.get(s, 0) for s in one.draw.seeds], new)
            except UsageError:  # so few are left that the bracket would be another one
                continue
            if _results(trial) <= _results(other):
                out.append((kind or _kind(one, new, late), other, one))
        else:
            out.append((kind or ("walkover" if gone else "keep"), other, one))
    return out


def _kind(one: Mended, new: Sequence[int], late: Sequence[int]) -> str:
    if one.kind == "in-place" and set(new) - {*late}:
        return "substitute"
    return _KINDS[one.kind]


def _entrant(trial: Trial, id: int) -> Entrant:
    return replace(trial.event.contestants[id].entrant, seed=0)


def _redrawn(trial: Trial, lines: Sequence[int], seeds: Sequence[int], new: Sequence[int]) -> None:
    """The new lines, whoever waited admitted, and what everybody begins with computed anew."""
    for id in new:
        if trial.event.contestants[id].status == "waiting":
            trial.decide("admitted", {"id": id, "first": 0})
    stage = trial.stage
    seeding = seeding_with(trial.event, stage, [*stage.playing, *new], new)
    other_byes = [id == BYE for id in lines] != [id == BYE for id in trial.tree.lines]
    trial.decide("redrawn-lines", {
        "stage": stage.index, "lines": list(lines), "seeds": list(seeds),
        **({"bracket": _bracket(trial, lines)} if other_byes else {}),
        **({"playing": list(new)} if new else {}), **({"seeding": seeding} if seeding is not None else {})})


def _bracket(trial: Trial, lines: Sequence[int]) -> dict[str, Any]:
    """The bracket of lines with other byes."""
    _, _, _, engine, _ = drawn_of(trial.event, trial.stage)
    who = {id: k for k, id in enumerate((id for id in lines if id != BYE), start=1)}
    return bracket_of(Draw(tuple(who.get(id, BYE) for id in lines), len(who)), engine).as_json()


def _results(trial: Trial) -> set[tuple[int, frozenset[int]]]:
    """Who has a result, or is playing, against whom in which round."""
    return {
        (m.round, frozenset((m.home, m.away))) for m in trial.stage.matches()
        if m.known and (m.started or not m.open)}


# --- Corrected scores, lost tables ----------------------------------------------------------------


def _kept(before: LiveEvent, ground: Ground) -> list[Proposal]:
    """The draw as it was: the correction comes too late to change who goes on."""
    trial = Trial.of(ground.event, ground.stage.index)
    old = before.stages[ground.stage.index - 1]
    if not contradictions(trial.stage) and not _moved(before, trial):
        return []
    for id in ground.late_scores:
        was = old.match(id)
        trial.decide("result", {
            "stage": trial.index, "match": id, "by": "desk", "sides": [was.home, was.away],
            "score": was.result.as_json() if was.result else None,
            "reason": "the correction comes too late to change who goes on"})
    trial.reasons.append("the correction comes too late: the old result stands, and so does the draw")
    trial.walkovers()
    return [_proposal(before, ground, trial, "keep", None)]


def _moved(before: LiveEvent, trial: Trial) -> bool:
    """True where a match has other sides than before."""
    return _sides(trial.stage.rounds) != _sides(before.stages[trial.index - 1].rounds)


def _sides(rounds: dict[int, LiveRound]) -> dict[int, frozenset[int]]:
    return {m.id: frozenset((m.home, m.away)) for r in rounds.values() for m in r.matches}


def _seated(trial: Trial, first: int) -> None:
    """Matches at tables that are lost go to free ones."""
    lost = trial.stage.lost
    moves = []
    for number, round in trial.stage.rounds.items():
        used = {m.table for m in round.matches} | {t for t, since in lost.items() if since <= number}
        for m in round.matches:
            if number >= first and lost.get(m.table, number + 1) <= number and not m.started and m.open:
                free = next(t for t in range(1, len(used) + 2) if t not in used)
                used.add(free)
                moves.append([m.id, free])
    if moves:
        trial.decide("placed", {"stage": trial.index, "tables": moves})


# --- What is proposed -----------------------------------------------------------------------------


def _proposal(
    before: LiveEvent, ground: Ground, trial: Trial, kind: str, mended: Mended | None
) -> Proposal:
    stage, old = trial.stage, before.stages[trial.index - 1]
    play = play_of(stage)
    tells: list[Tell] = []
    changed = 0
    for number in sorted(n for n, r in stage.rounds.items() if r.status != "drafted" and n >= ground.round):
        was, now = known_round(old.rounds[number]), known_round(stage.rounds[number])
        rows = [(m.home, m.away, m.table) for m in now.matches]
        tells += tells_of(trial.event, was, rows, bye_of(stage.rounds[number].matches), ground.gone)
        changed += _changes(was.matches, now.matches)
    reasons = [*trial.reasons, *(mended.reasons if mended is not None else ())]
    counted = [r for r in mended.reasons if "minimal" in r or "shown impossible" in r] if mended else []
    proof = counted[0] if counted else reasons[-1] if reasons else "no line has to change"
    reasons = [r for r in reasons if r != proof]
    # Where nobody moves, the matches that change are those that the facts change, whatever is done.
    proven = mended is None or (mended.minimal and not mended.moved)
    return Proposal(
        "", kind, changed, proven, str(proof), tuple(trial.decisions), tuple(tells),
        play.check(trial.event, stage, 0), play.check(before, old, 0), {}, "", tuple(map(str, reasons)))


def _changes(was: Sequence[LiveMatch], now: Sequence[LiveMatch]) -> int:
    """How many matches that had not begun are not there any more as they were."""
    there = {(frozenset((m.home, m.away)), m.table) for m in now}
    return sum(
        (frozenset((m.home, m.away)), m.table) not in there for m in was if not m.started and m.open)

