"""Repairs of tables in play: what stands stays, what is claimed survives brute force, undo restores."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, product
from random import Random
from typing import Any

import numpy as np
import pytest

from live.lives import Life, score
from scheduler.event import Match, Stage
from scheduler.live.plays import play_of
from scheduler.live.state import LiveEvent
from scheduler.repair.live import Proposal
from scheduler.repair.live.consequences import ground_of
from scheduler.repair.live.table_least import Left, least_left, opponents_left
from scheduler.repair.live.table_parts import left_of, parts_of
from scheduler.solve.moving import fewest_moves
from scheduler.solve.problem import Limits
from scheduler.verify import verify

from .live_repairs import accepted, after, finish, standing, told

CBA = Stage("round-robin", "cba-round-robin")
PLAIN = Stage("round-robin", "plain-round-robin")
Pair = tuple[int, int]


def running(n: int, rounds: int, stage: Stage = CBA) -> Life:
    """A table of n teams with so many rounds played and the next one published."""
    life = Life(n, stage)
    life.open()
    for _ in range(rounds):
        life.round()
    life.publish()
    return life


def crossed(life: Life) -> dict[str, Any]:
    """At two tables of the current round the wrong teams meet, who have not met before."""
    here = life.at().rounds[life.at().current]
    met = {frozenset((m.home, m.away)) for m in life.at().matches() if m.round < here.number}
    found = [
        [[a.home, x], [a.away, y]] for a, b in combinations(here.matches, 2)
        for x, y in ((b.home, b.away), (b.away, b.home))
        if not {frozenset((a.home, x)), frozenset((a.away, y))} & met]
    return {"fact": "opponents", "round": here.number, "pairs": found[0]}


def meetings(event: LiveEvent) -> Counter[Pair]:
    """How often each pair of ids meets."""
    return Counter((min(m.home, m.away), max(m.home, m.away)) for m in event.stages[0].matches())


def sound(life: Life, proposal: Proposal) -> LiveEvent:
    """The state after a proposal, in which nothing that stood has moved and nobody plays twice in a round."""
    event = after(life, proposal)
    stage = event.stages[0]
    there = {(m.round, m.home, m.away, m.table) for m in stage.matches()}
    assert standing(ground_of(life.event, 1, life.event.facts).stage) <= there
    for round in stage.rounds.values():
        busy = [id for m in round.matches for id in (m.home, m.away)] + [b.id for b in round.byes]
        assert len(set(busy)) == len(busy)
        tables = [m.table for m in round.matches]
        assert len(set(tables)) == len(tables)
        assert 0 not in tables
    assert proposal.report == play_of(stage).check(event, stage, stage.current)
    return event


# --- The fewest moves -----------------------------------------------------------------------------


def ways(
    due: Mapping[Pair, int], may: Mapping[Pair, Sequence[int]], room: Mapping[int, int] | None, short: bool
) -> Iterator[dict[Pair, tuple[int, ...]]]:
    """Every way to give all matches rounds, one after the other."""
    pairs = list(due)

    def go(k: int, busy: set[tuple[int, int]], held: Counter[int]) -> Iterator[dict[Pair, tuple[int, ...]]]:
        if k == len(pairs):
            yield {}
            return
        pair = pairs[k]
        for many in range(0 if short else due[pair], due[pair] + 1):
            for rounds in combinations(may[pair], many):
                new = {(e, r) for e in pair for r in rounds}
                if new & busy or any(held[r] + 1 > (room or {}).get(r, 99) for r in rounds):
                    continue
                for rest in go(k + 1, busy | new, held + Counter(rounds)):
                    yield {pair: rounds, **rest}

    yield from go(0, set(), Counter())


@pytest.mark.parametrize("seed", range(40))
def test_the_fewest_moves_are_those_of_brute_force(seed: int) -> None:
    """Unplayed matches and moves are as few as in a list of all ways; where that is empty, none is found."""
    rng = Random(seed)
    n, rounds = rng.choice((4, 5)), rng.randint(2, 4)
    pairs = list(combinations(range(1, n + 1), 2))
    due = {p: rng.choice((1, 1, 2)) for p in rng.sample(pairs, rng.randint(2, min(6, len(pairs))))}
    may = {p: [r for r in range(1, rounds + 1) if rng.random() < 0.9] for p in due}
    published = {p: rng.sample(range(1, rounds + 1), min(k, rounds)) for p, k in due.items()}
    room = {r: rng.randint(1, 2) for r in range(1, rounds + 1)} if rng.random() < 0.4 else None
    short = rng.random() < 0.5

    def cost(way: Mapping[Pair, tuple[int, ...]]) -> tuple[int, int]:
        unplayed = sum(due.values()) - sum(map(len, way.values()))
        return unplayed, sum(r not in way[p] for p, mine in published.items() for r in mine)

    least = min(map(cost, ways(due, may, room, short)), default=None)
    made = fewest_moves(due, may, published, Limits(20.0), room=room, short=short)
    if least is None:
        assert made is None
        return
    assert made is not None
    assert (made.unplayed, made.moves) == (made.fewest, made.bound) == least
    assert cost(made.rounds) == least


# --- Wrong opponents ------------------------------------------------------------------------------


@pytest.mark.parametrize(("n", "rounds"), [(5, 1), (7, 3), (8, 3), (9, 4)])
def test_after_wrong_opponents_everybody_still_meets_everybody_once(n: int, rounds: int) -> None:
    """The two who met do not meet again, and those who were to meet do so later."""
    life = running(n, rounds)
    fact = crossed(life)
    case = told(life, fact)
    for proposal in case.proposals:
        event = sound(life, proposal)
        assert set(meetings(event).values()) == {1}
        assert len(meetings(event)) == n * (n - 1) // 2
        now = {frozenset((m.home, m.away)) for m in event.stages[0].rounds[rounds + 1].matches}
        assert {frozenset(pair) for pair in fact["pairs"]} <= now
        assert proposal.minimal
    accepted(life, case.proposals[0])
    finish(life)
    life.play()
    assert life.over()


@pytest.mark.parametrize(("n", "rounds"), [(5, 1), (6, 2)])
def test_the_fewest_changes_that_keep_the_rules_are_those_of_brute_force(n: int, rounds: int) -> None:
    """Of all tables with what was played, none has fewer changes than is claimed, none keeps the rules with
    fewer, and where there is said to be none, there is none."""
    life = running(n, rounds)
    case = told(life, crossed(life))
    ground = ground_of(life.event, 1, life.event.facts)
    part = parts_of(life.event, ground)[0]
    whole = dict.fromkeys(combinations(range(1, n + 1), 2), 1)
    left = left_of(ground, part, max(life.at().rounds), part.changed(whole, frozenset()))
    best: dict[bool, int] = {}
    for rows in tables_of(ways(left.due, {p: left.rounds_of(p) for p in left.due}, None, False)):
        changes = sum(m not in rows for m in left.loose)
        for kind in {False, keeps(left, rows)}:
            best[kind] = min(best.get(kind, 99), changes)
    moved = opponents_left(left, seconds=20)
    if moved is None:
        assert not best
        assert {p.kind for p in case.proposals} <= {"unplayed", "further-rounds"}
        return
    least = least_left(left, moved, hard=False, seconds=20)
    assert least is not None
    assert (least.changes, least.bound) == (best[False], best[False])
    ruled = least_left(left, hard=True, seconds=20)
    assert (ruled.changes if ruled is not None else None) == best.get(True)
    assert {p.changed for p in case.proposals if p.minimal} <= {*best.values()}


def tables_of(some: Iterator[dict[Pair, tuple[int, ...]]]) -> Iterator[set[Match]]:
    """Every way with all sides."""
    for way in some:
        rows = [(a, b, r) for (a, b), rounds in way.items() for r in rounds]
        for turned in product((False, True), repeat=len(rows)):
            yield {Match(b, a, r) if turn else Match(a, b, r)
                   for (a, b, r), turn in zip(rows, turned, strict=True)}


def keeps(left: Left, rows: set[Match]) -> bool:
    """True where the verifier finds no hard rule broken, rules of tables apart."""
    asked = [s for s in left.stated if s.use.hard and "table" not in s.use.id]
    plays = left.space["plays"]
    ids = [int(plays.ids(m.home - 1, m.away - 1, m.round - 1)) for m in (*left.known, *rows)]
    return verify(left.space, asked, {"plays": np.unique(np.array(ids, dtype=np.int64))}).hard == 0


# --- Who leaves, who comes, fewer rounds ----------------------------------------------------------


@pytest.mark.parametrize("n", [7, 8])
def test_whoever_leaves_has_no_match_any_more_and_the_others_have_byes(n: int) -> None:
    """Played matches stay in the table, the rest of it holds by the verifier, and it can be played out."""
    life = running(n, 2)
    case = told(life, {"fact": "withdrawal", "id": 2, "when": "before"})
    assert case.proposals[0].holds
    for proposal in case.proposals:
        stage = sound(life, proposal).stages[0]
        assert all(m.round < 3 for m in stage.matches() if m.has(2))
        others = list(combinations([i for i in range(1, n + 1) if i != 2], 2))
        assert all(meetings(after(life, proposal))[p] == 1 for p in others)
    assert min(p.changed for p in case.proposals) == 0
    accepted(life, case.proposals[0])
    finish(life)
    life.play()


def test_a_late_team_takes_the_place_of_the_bye_and_plays_what_it_missed_in_further_rounds() -> None:
    """7 teams, round 3: the newcomer meets four where they would be idle; the two it missed are unplayed, or
    two rounds are added, which is proven to be needed: it has two matches more than rounds."""
    life = running(7, 2)
    case = told(life, {"fact": "late", "name": "New"})
    kinds = {p.kind: p for p in case.proposals}
    less, more = sound(life, kinds["unplayed"]), sound(life, kinds["further-rounds"])
    assert sum(m.has(8) for m in less.stages[0].matches()) == 5
    assert sum(m.has(8) for m in more.stages[0].matches()) == 7
    assert max(less.stages[0].rounds) == 7
    assert max(more.stages[0].rounds) == 9
    assert all("2 matches more than there are rounds" in p.reasons[0] for p in case.proposals)
    accepted(life, kinds["further-rounds"])
    finish(life)
    life.play()
    assert life.over()
    assert life.event.by_number(8).name == "New"


def test_a_round_that_falls_out_costs_the_fewest_matches() -> None:
    """8 teams in 6 rounds of 7: four matches cannot be played; where somebody has left, fewer."""
    life = running(8, 3)
    case = told(life, {"fact": "rounds", "rounds": 6})
    assert {p.kind for p in case.proposals} == {"unplayed"}
    event = sound(life, case.proposals[0])
    assert (max(event.stages[0].rounds), meetings(event).total()) == (6, 24)
    assert "4 have no round, the fewest (proven)" in case.proposals[0].proof
    accepted(life, case.proposals[0])


def test_a_table_that_is_lost_takes_one_more_or_other_rounds() -> None:
    """Either the match of that table goes to a further table in each round, or no further one is used and
    matches go to further rounds."""
    life = running(6, 2)
    case = told(life, {"fact": "lost-table", "tables": [1]})
    kinds = {p.kind: p for p in case.proposals}
    more = sound(life, kinds["least"]).stages[0]
    assert {m.table for m in more.matches() if m.round > 2} == {2, 3, 4}
    if "other-rounds" in kinds:
        same = sound(life, kinds["other-rounds"]).stages[0]
        assert {m.table for m in same.matches() if m.round > 2} == {2, 3}
        assert max(same.rounds) > 5


def test_sides_the_wrong_way_round_are_balanced_later() -> None:
    """Nothing need change; but where later matches with their sides reversed keep home and away in balance,
    that is proposed first, and everybody who changes sides is told."""
    reversed_later = 0
    for table in range(4):
        life = running(9, 2)
        case = told(life, {"fact": "seats", "match": life.at().rounds[3].matches[table].id})
        assert {p.kind for p in case.proposals} <= {"least", "obedient"}
        assert case.proposals[0].holds
        for proposal in case.proposals:
            sound(life, proposal)
            assert len(proposal.tells) == 2 * proposal.changed
            assert all(t.now and t.before and t.now[2] != t.before[2] for t in proposal.tells)
        reversed_later += case.proposals[0].changed > 0
    assert reversed_later


def test_two_who_cannot_meet_are_left_out_of_the_table() -> None:
    """Their match is gone; both have a bye, and the verifier does not miss it."""
    life = running(6, 2)
    match = life.at().rounds[4].matches[0]
    pair = (min(match.home, match.away), max(match.home, match.away))
    case = told(life, {"fact": "apart", "ids": [*pair]})
    assert case.proposals[0].holds
    assert meetings(sound(life, case.proposals[0]))[pair] == 0


def test_what_changes_nothing_is_said_to_change_nothing() -> None:
    """A corrected score moves nobody in a table."""
    life = running(6, 2)
    case = told(life, {"fact": "score", "match": life.at().rounds[1].matches[0].id, "text": "w-"})
    assert [(p.kind, p.minimal) for p in case.proposals] == [("keep", True)]


# --- Groups and stages ----------------------------------------------------------------------------


def test_only_the_group_that_is_concerned_changes() -> None:
    """Somebody of group A leaves: no match of another group is in the decision otherwise than it was."""
    life = running(12, 1, Stage("groups", "groups-from-pots", options={"groups": 3}))
    stage = life.at()
    gone = next(id for id, name in stage.groups.items() if name == "A")
    case = told(life, {"fact": "withdrawal", "id": gone, "when": "before"})
    others = {(m.round, m.home, m.away, m.table) for m in stage.matches() if m.group != "A"}
    for proposal in case.proposals:
        now = sound(life, proposal).stages[0]
        assert others == {(m.round, m.home, m.away, m.table) for m in now.matches() if m.group != "A"}
    assert case.proposals[0].holds
    accepted(life, case.proposals[0])
    finish(life)
    life.play()


def test_the_next_in_rank_takes_the_place_of_a_qualifier_who_leaves() -> None:
    """The 7th of the first stage plays for the 2nd, who leaves before his first match; what everybody carries
    is computed anew."""
    final = Stage("round-robin", "plain-round-robin", options={"take": 6, "carry": "qualified"})
    life = Life(8, PLAIN, final)
    life.open()
    life.play(say=lambda m: score(10 if m.home < m.away else -10))
    life.next()
    life.publish(2)
    assert set(life.at(2).playing) == {1, 2, 3, 4, 5, 6}
    old = dict(life.at(2).carried)
    case = told(life, {"fact": "withdrawal", "id": 2, "when": "before"}, stage=2)
    best = next(p for p in case.proposals if p.kind == "substitute")
    event = after(life, best)
    stage = event.stages[1]
    assert set(stage.playing) == {1, 3, 4, 5, 6, 7}
    assert sum(m.has(7) for m in stage.matches()) == 5
    assert not any(m.has(2) for m in stage.matches())
    assert stage.carried != old
    assert set(stage.carried) == set(stage.playing)
    accepted(life, best)
    finish(life, 2)
    life.play(2)


# --- Composites -----------------------------------------------------------------------------------


def test_three_facts_in_a_league_of_23_are_answered_together() -> None:
    """Round 10: one team has left, two matches were played crosswise, and sides were the wrong way round."""
    life = running(23, 9)
    case = told(
        life, crossed(life), {"fact": "withdrawal", "id": 4, "when": "before"},
        {"fact": "seats", "match": life.at().rounds[10].matches[5].id}, seconds=20.0)
    assert case.proposals[0].holds
    least = min(case.proposals, key=lambda p: p.changed)
    assert least.minimal
    assert least.changed <= 8
    for proposal in case.proposals:
        event = sound(life, proposal)
        rest = [i for i in range(1, 24) if i != 4]
        assert all(meetings(event)[p] == 1 for p in combinations(rest, 2))
    accepted(life, case.proposals[0])


@pytest.mark.parametrize("seed", range(12))
def test_whatever_is_told_nothing_that_stands_moves(seed: int) -> None:
    """Random facts, twice in a row: every proposal keeps what stands, is read the same by the verifier when
    it is accepted, and can be undone."""
    rng = Random(seed)
    n = rng.randint(4, 9)
    life = running(n, rng.randint(0, n - 3), rng.choice((CBA, PLAIN)))
    for _ in range(2):
        here = life.at().rounds[life.at().current]
        if rng.random() < 0.5 and here.matches:
            life.do("started", {"stage": 1, "round": here.number, "matches": [rng.choice(here.matches).id]})
        case = told(life, *facts_for(rng, life))
        for proposal in case.proposals:
            sound(life, proposal)
        accepted(life, rng.choice(case.proposals))


def facts_for(rng: Random, life: Life) -> list[dict[str, Any]]:
    """One to three facts that can be true together."""
    stage = life.at()
    here = stage.rounds[stage.current]
    loose = [m for m in here.matches if not m.started and m.open]
    active = [c.id for c in life.event.contestants.values() if c.status == "active"]
    out: list[dict[str, Any]] = []
    kinds = rng.sample(("opponents", "withdrawal", "late", "seats", "lost-table", "apart"), rng.randint(1, 3))
    busy: set[int] = set()
    for kind in sorted(kinds):  # who plays whom comes before who leaves
        if kind == "opponents" and len(loose) > 1:
            a, b = rng.sample(loose, 2)
            busy |= {a.home, a.away, b.home, b.away}
            out.append({"fact": kind, "round": here.number, "pairs": [[a.home, b.away], [b.home, a.away]]})
        elif kind == "withdrawal":
            begun = {id for m in here.matches if m.started or not m.open for id in (m.home, m.away)}
            free = [i for i in active if i not in busy | begun]
            if len(active) > 4 and free:
                out.append({"fact": kind, "id": rng.choice(free), "when": "before"})
        elif kind == "late":
            out.append({"fact": kind, "name": f"New {len(life.log)}"})
        elif kind == "seats" and here.matches:
            out.append({"fact": kind, "match": rng.choice(here.matches).id})
        elif kind == "lost-table":
            out.append({"fact": kind, "tables": [rng.randint(1, 3)]})
    if not out:
        a, b = rng.sample(active, 2)
        out.append({"fact": "apart", "ids": [a, b]})
    return out
