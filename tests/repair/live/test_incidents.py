"""Random incidents in random Swiss events: whatever is told, what is proposed keeps its word."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from copy import deepcopy
from itertools import combinations
from random import Random
from typing import Any

import pytest
from benchmarks.incidents import Running, told, under_way

from scheduler.app.directing.past import _scores
from scheduler.errors import NoAnswer
from scheduler.live.decisions import KINDS
from scheduler.live.dump import dump
from scheduler.live.facts import facts_of
from scheduler.live.fold import fold, undoable
from scheduler.live.plays import play_of
from scheduler.live.state import LiveEvent, LiveMatch, LiveRound
from scheduler.repair.live import Case, Proposal, propose

SEQUENCES = int(os.environ.get("SCHEDULER_INCIDENTS", "500"))
"""10,000 in the benchmarks."""
BATCHES = 20
Pair = frozenset[int]


@pytest.mark.parametrize("batch", range(BATCHES))
def test_every_proposal_keeps_its_word_and_can_be_undone(batch: int) -> None:
    for seed in range(batch, SEQUENCES, BATCHES):
        try:
            sequence(Random(f"incident {seed}"))
        except AssertionError as error:
            raise AssertionError(f"sequence {seed}: {error}") from error


def sequence(rng: Random) -> None:
    """An event in progress, one or two incidents with 1 to 4 facts, each repaired; then it goes on."""
    running = event_of(rng)
    if running is None:
        return
    for _ in range(rng.choice((1, 1, 2))):
        note_all(running, told(rng, running, rng.randint(1, 4)))
        if not facts_of(running.event, 1):
            return
        before = deepcopy(running.event)
        case = propose(running.event, 1, seconds=20)
        assert dump(running.event, history=True) == dump(before, history=True), "proposing changed the event"
        assert case.proposals, "nothing is proposed"
        if rng.random() < 0.2:
            again = propose(running.event, 1, seconds=20)
            assert [p.key for p in again.proposals] == [p.key for p in case.proposals], "two answers"
        for proposal in case.proposals:
            judged(before, case, proposal)
        accepted(running, before, rng.choice(case.proposals))
    goes_on(running, rng)


def event_of(rng: Random) -> Running | None:
    """An event of 4 to 12 teams with a round that is published and partly played."""
    n = rng.randint(4, 12)
    rounds = rng.randint(2, min(6, n - 1))
    options = {"tables": n // 2 + rng.randint(0, 1)} if rng.random() < 0.3 else {}
    try:
        return under_way(
            rng, n, rounds=rounds, played=rng.randint(0, rounds - 1), begun=rng.choice((0.0, 0.0, 0.4, 1.0)),
            options=options, odd=rng.choice(("bye", "bye", "bye", "short", "long")))
    except NoAnswer:
        return None


def note_all(running: Running, facts: Sequence[dict[str, Any]]) -> None:
    """The facts as decisions of the log."""
    from scheduler.app.directing.repairing import read_facts

    for fact in read_facts(running.event, facts, stage=1):
        running.append("fact", fact)


def after(event: LiveEvent, decisions: Sequence[tuple[str, Any]]) -> LiveEvent:
    """The state with these decisions."""
    trial = deepcopy(event)
    for kind, payload in decisions:
        trial.position += 1
        KINDS[kind](trial, payload)
    return trial


def judged(before: LiveEvent, case: Case, proposal: Proposal) -> None:
    """What a proposal says of itself, held against the state that it leads to."""
    now, stage = after(before, proposal.decisions), before.stages[0]
    number = stage.current
    for r in range(1, number):
        assert same_matches(stage.rounds[r], now.stages[0].rounds[r]), f"round {r} is past, and changed"
    assert not facts_of(now, 1), "a fact is left"
    here, new = stage.rounds[number], now.stages[0].rounds[number]
    untouched(before, here, new)
    everybody_once(now, new)
    report = play_of(now.stages[0]).check(now, now.stages[0], number)
    if proposal.report is not None:
        assert proposal.holds == report.holds
        assert proposal.report.hard == report.hard
    repaired = [p for kind, p in proposal.decisions if kind == "repaired"]
    if repaired:
        told_are_those_whose_place_changed(here, new, proposal)
        if proposal.kind == "least" and proposal.minimal:
            as_few_as_brute_force(before, now, here, new)
        if proposal.kind == "rematch":
            no_round_without(before, now, here, new)


def same_matches(old: LiveRound, new: LiveRound) -> bool:
    """The same who, where, and when; sides may have been told the wrong way round."""
    def who(r: LiveRound) -> list[Any]:
        return [(m.id, m.table, {m.home, m.away}, m.started) for m in r.matches]
    return [(i, t, frozenset(s)) for i, t, s, _ in who(old)] == [
        (i, t, frozenset(s)) for i, t, s, _ in who(new)] and old.byes == new.byes


def told_of(event: LiveEvent, kind: str) -> list[dict[str, Any]]:
    return [f for f in facts_of(event, 1).values() if f["fact"] == kind]


def begun(event: LiveEvent, here: LiveRound) -> list[LiveMatch]:
    """The matches that have started, as the facts have it, and that were not said to be other matches."""
    ids = {int(i) for f in told_of(event, "started") for i in f["matches"]}
    really = {frozenset(map(int, p)) for f in told_of(event, "opponents") for p in f["pairs"]}
    named = {id for pair in really for id in pair}
    gone = {int(f["id"]) for f in told_of(event, "withdrawal") if f["when"] == "during"}
    absent = {int(f["id"]) for f in told_of(event, "withdrawal") if f["when"] == "before"}
    return [
        m for m in here.matches
        if (m.started or not m.open or m.id in ids
            or ({m.home, m.away} & gone and not {m.home, m.away} & absent))
        and (frozenset((m.home, m.away)) in really or not {m.home, m.away} & named)]


def untouched(before: LiveEvent, here: LiveRound, new: LiveRound) -> None:
    """Nothing that has started moves, but from a table that is lost or that was told to be another."""
    moved = {int(i): int(t) for f in told_of(before, "tables") for i, t in f["moves"]}
    lost = {int(t) for f in told_of(before, "lost-table") for t in f["tables"]}
    now = {m.id: m for m in new.matches}
    for match in begun(before, here):
        assert match.id in now, f"table {match.table} had started, and is gone"
        there = now[match.id]
        assert {there.home, there.away} == {match.home, match.away}
        table = moved.get(match.id, match.table)
        assert there.table == table or table in lost, f"table {table} had started, and moved"
    for f in told_of(before, "opponents"):
        for a, b in f["pairs"]:
            pair = {int(a), int(b)}
            assert any({m.home, m.away} == pair for m in new.matches), f"{pair} played, and are not there"


def half_way(event: LiveEvent, number: int) -> set[int]:
    """Who is in the second round of a block of three."""
    last = event.stages[0].rounds.get(number - 1)
    return {int(id) for id in last.three["ids"]} if last and last.three.get("long") else set()


def everybody_once(now: LiveEvent, new: LiveRound) -> None:
    """Everybody active plays once, in a block of three, or sits out; nobody else does; tables are apart."""
    block = {int(id) for id in new.three.get("ids", ())}
    count = Counter(id for m in new.matches if m.share == 1 for id in (m.home, m.away))
    count.update(b.id for b in new.byes)
    count.update(block)
    here = {c.id for c in now.contestants.values() if c.plays(new.number) and c.id in now.stages[0].playing}
    here -= half_way(now, new.number)
    if not new.finished:
        assert set(count) == here, f"{set(count) ^ here} are not in the round once"
    assert set(count.values()) <= {1}
    tables = [m.table for m in new.matches]
    assert all(tables)
    assert len(tables) == len(set(tables)), f"two at a table: {tables}"


def places(round: LiveRound) -> dict[int, set[tuple[int, int, bool]]]:
    """By id: opponents, tables, sides."""
    out: dict[int, set[tuple[int, int, bool]]] = {}
    for m in round.matches:
        out.setdefault(m.home, set()).add((m.away, m.table, True))
        out.setdefault(m.away, set()).add((m.home, m.table, False))
    for b in round.byes:
        out.setdefault(b.id, set()).add((0, 0, False))
    return out


def told_are_those_whose_place_changed(here: LiveRound, new: LiveRound, proposal: Proposal) -> None:
    """Everybody whose place is new is told so, and nobody else; facts told are known already."""
    old, now = places(here), places(new)
    ids = {int(id) for kind, p in proposal.decisions if kind == "placed" for id, _ in p["tables"]}
    ids |= {int(p["match"]) for kind, p in proposal.decisions if kind == "reversed"}
    known = {id for m in (*here.matches, *new.matches) if m.id in ids for id in (m.home, m.away)}
    changed = {id for id in {*old, *now} if old.get(id) != now.get(id)}
    named = {t.id for t in proposal.tells}
    assert named - known == changed - known, f"told {named}, changed {changed}, known {known}"


def allowed_in(now: LiveEvent, number: int) -> Callable[[int, int], bool]:
    """By the history alone: nobody meets twice, nor whom he cannot meet; who had a bye has no other."""
    stage = now.stages[0]
    met = {frozenset((m.home, m.away)) for m in stage.matches()
           if m.round < number and (m.result is None or m.result.kind != "void")}
    met |= {frozenset(pair) for pair, first in stage.barred.items() if first <= number}
    idle = Counter(b.id for r in stage.rounds.values() if r.number < number
                   for b in r.byes if b.kind == "idle")

    def allowed(a: int, b: int) -> bool:
        return not idle[a or b] if 0 in (a, b) else frozenset((a, b)) not in met
    return allowed


def as_few_as_brute_force(before: LiveEvent, now: LiveEvent, here: LiveRound, new: LiveRound) -> None:
    """Of the matches that could have stood as few are given up as in the best of all rounds."""
    if here.three:
        return
    frozen = begun(before, here)
    really = {frozenset(map(int, p)) for f in told_of(before, "opponents") for p in f["pairs"]}
    busy = {id for m in frozen for id in (m.home, m.away)} | {id for pair in really for id in pair}
    there = {c.id for c in now.contestants.values() if c.plays(new.number)} - busy - half_way(now, new.number)
    allowed = allowed_in(now, new.number)
    stood = [(m.home, m.away) for m in here.matches
             if {m.home, m.away} <= there and m not in frozen and allowed(m.home, m.away)]
    free = there - {id for pair in stood for id in pair}
    if len(there) % 2:
        bye = [b.id for b in here.byes if b.id in free and allowed(0, b.id)]
        if bye:
            stood.append((0, bye[0]))
            free -= {bye[0]}
        else:
            free |= {0}
    rows = {frozenset((m.home, m.away)) for m in new.matches} | {frozenset((0, b.id)) for b in new.byes}
    given_up = sum(frozenset(pair) not in rows for pair in stood)
    assert given_up == fewest(sorted(free), stood, allowed), "fewer would do"


def no_round_without(before: LiveEvent, now: LiveEvent, here: LiveRound, new: LiveRound) -> None:
    """Of all ways to pair who has not begun none has fewer pairs that are not allowed."""
    if here.three:
        return
    allowed = allowed_in(now, new.number)
    busy = {id for m in begun(before, here) for id in (m.home, m.away)}
    busy |= {int(id) for f in told_of(before, "opponents") for p in f["pairs"] for id in p}
    there = {c.id for c in now.contestants.values() if c.plays(new.number)} - busy - half_way(now, new.number)
    players = sorted(there | ({0} if len(there) % 2 else set()))
    barred = {frozenset(pair) for pair, first in now.stages[0].barred.items() if first <= new.number}
    rows = [(m.home, m.away) for m in new.matches if not {m.home, m.away} & busy]
    rows += [(0, b.id) for b in new.byes]
    wrong = sum(not allowed(a, b) for a, b in rows)
    least = min(sum(not allowed(a, b) for a, b in way)
                for way in pairings(players, lambda a, b: frozenset((a, b)) not in barred))
    assert wrong == least > 0


def fewest(free: Sequence[int], stood: Sequence[tuple[int, int]], allowed: Callable[[int, int], bool]) -> int:
    """By trying all sets of matches, the smallest first."""
    for size in range(len(stood) + 1):
        for broken in combinations(stood, size):
            if any(True for _ in pairings([*free, *(e for p in broken for e in p)], allowed)):
                return size
    raise AssertionError("no round at all, though one is proposed")


def pairings(players: Collection[int], allowed: Callable[[int, int], bool]) -> Iterator[tuple[Any, ...]]:
    """Everybody paired, in every way that is allowed."""
    if not players:
        yield ()
        return
    first, *rest = players
    for other in rest:
        if allowed(first, other):
            for more in pairings([e for e in rest if e != other], allowed):
                yield ((first, other), *more)


def accepted(running: Running, before: LiveEvent, proposal: Proposal) -> None:
    """Accepting and undoing it restores the state; redone, it verifies."""
    for kind, payload in proposal.decisions:
        running.append(kind, payload)
    now = dump(running.event)
    assert dump(fold(running.log)) == now, "folding the log anew gives another state"
    for of in undoable(running.event):
        running.append("undo", {"of": of})
    assert dump(running.event) == dump(before), "undone, the state is another"
    for of in list(reversed(running.event.undone)):
        running.append("redo", {"of": of})
    assert dump(running.event) == now
    verified(running.event, proposal)


def verified(event: LiveEvent, proposal: Proposal) -> None:
    """Past rounds obey as they did, and every score is what its text says."""
    stage = event.stages[0]
    for number, round in sorted(stage.rounds.items()):
        report = play_of(stage).check(event, stage, number)
        insisted = bool(round.proof.get("given"))
        assert report.holds or insisted or not proposal.holds, f"round {number}: {report.violations}"
    assert not _scores(event, 1)[1]


def goes_on(running: Running, rng: Random) -> None:
    """The round is played to its end, and the next one can be drawn unless there is proven to be none."""
    running.score(0, rng)
    stage = running.stage
    there = sum(c.plays(stage.current + 1) for c in running.event.contestants.values())
    if stage.current >= play_of(stage).rounds(running.event, stage) or there < 2:
        return
    try:
        running.draw()
    except NoAnswer:
        return
    new = running.here
    assert play_of(running.stage).check(running.event, running.stage, new.number).holds
