"""Repairs of draws in play: results stay with those who made them, what stands does not move."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations
from random import Random
from typing import Any

import pytest

from live.lives import Life, score
from scheduler.event import BYE, Stage
from scheduler.live.filling import contradictions
from scheduler.live.plays import play_of
from scheduler.live.state import LiveEvent, LiveMatch
from scheduler.repair.live import Proposal
from scheduler.repair.live.consequences import ground_of

from .live_repairs import accepted, after, finish, told


def running(n: int, rounds: int = 0, kind: str = "knockout", **options: Any) -> Life:
    """A draw of n teams, 4 of them seeded, with so many rounds played and the next one published."""
    life = Life(n, Stage(kind, "plain-draw", options={"seeds": min(4, n // 2), **options}))
    life.open()
    for _ in range(rounds):
        life.round()
    life.publish()
    return life


def here(life: Life) -> list[LiveMatch]:
    """The matches of the current round that can be played."""
    return [m for m in life.at().rounds[life.at().current].matches if m.known and not m.way]


def results(event: LiveEvent) -> set[tuple[frozenset[int], str]]:
    """Who has a result against whom."""
    return {
        (frozenset((m.home, m.away)), str(m.result.as_json())) for m in event.stages[0].matches()
        if m.result is not None}


def sound(life: Life, proposal: Proposal) -> LiveEvent:
    """The state after a proposal: everybody is on one line, nothing contradicts itself, the report is what
    the verifier says, and who has begun to play still does."""
    event = after(life, proposal)
    stage = event.stages[0]
    assert stage.tree is not None
    lines = [id for id in stage.tree.lines if id != BYE]
    assert len(set(lines)) == len(lines)
    assert not contradictions(stage)
    assert proposal.report == play_of(stage).check(event, stage, 0)
    begun = {(m.id, frozenset((m.home, m.away))) for m in life.at().matches() if m.started and m.open}
    if proposal.kind not in ("played-again", "as-would-have-been"):
        assert begun <= {(m.id, frozenset((m.home, m.away))) for m in stage.matches()}
    return event


# --- Who leaves and who comes ---------------------------------------------------------------------


def test_the_opponent_of_whoever_leaves_goes_on_and_nobody_moves() -> None:
    """Before round 2 somebody leaves: his match is a walkover, all lines stay, and play goes on."""
    life = running(8, 1)
    match = here(life)[0]
    case = told(life, {"fact": "withdrawal", "id": match.home, "when": "before"})
    best = case.proposals[0]
    event = sound(life, best)
    assert best.kind == "walkover"
    assert best.minimal
    now = event.stages[0].match(match.id).result
    assert now is not None
    assert now.kind == "away-walkover"
    assert event.stages[0].tree == life.at().tree
    accepted(life, best)
    finish(life)
    life.play()
    assert life.over()


def test_who_waits_takes_the_line_of_who_leaves_before_he_has_played() -> None:
    """Directly, on the same line: nobody else moves (ITF 2015)."""
    life = running(8)
    life.do("entered", {"entrants": [{"number": 9, "name": "Waiting"}], "status": "waiting"})
    match = here(life)[1]
    life.result(here(life)[0], score(9))
    case = told(life, {"fact": "withdrawal", "id": match.away, "when": "before"})
    one = next(p for p in case.proposals if p.kind == "substitute")
    event = sound(life, one)
    now = event.stages[0].match(match.id)
    assert (now.home, now.away) == (match.home, 9)
    assert event.contestants[9].status == "active"
    assert results(event) == results(life.event)
    assert one.minimal
    accepted(life, one)
    finish(life)
    life.play()


def test_a_seed_who_leaves_before_anybody_played_is_followed_by_the_next_highest_ranked() -> None:
    """The line of the second seed goes to number 5, whose own line is filled by who waits (ITF 2015)."""
    life = running(8)
    life.do("entered", {"entrants": [{"number": 9, "name": "Waiting"}], "status": "waiting"})
    tree = life.at().tree
    assert tree is not None
    line = tree.lines.index(2)
    case = told(life, {"fact": "withdrawal", "id": 2, "when": "before"})
    one = next(p for p in case.proposals if p.kind == "promotion")
    now = sound(life, one).stages[0].tree
    assert now is not None
    assert now.lines[line] == 5
    assert 9 in now.lines
    assert now.record["seeds"][1] == 5


def test_a_late_entry_takes_a_bye_of_somebody_who_has_not_played_on() -> None:
    """7 on 8 lines: the newcomer meets the seed who had the bye, and nobody moves."""
    life = running(7)
    case = told(life, {"fact": "late", "name": "New"})
    best = case.proposals[0]
    event = sound(life, best)
    tree = event.stages[0].tree
    assert tree is not None
    assert BYE not in tree.lines
    assert sum(m.has(8) for m in event.stages[0].rounds[1].matches) == 1
    assert {t.id for t in best.tells} >= {8}
    accepted(life, best)
    finish(life)
    life.play()
    assert life.over()


def test_who_comes_when_no_line_is_free_cannot_come_in() -> None:
    """8 on 8 lines: the draw stays, and it is said who is left out; whoever leaves makes room for him."""
    life = running(8)
    case = told(life, {"fact": "late", "name": "New"})
    assert [p.kind for p in case.proposals] == ["keep"]
    assert "9 New cannot come in: no line is free" in {case.proposals[0].proof, *case.proposals[0].reasons}
    case = told(life, {"fact": "withdrawal", "id": here(life)[0].home, "when": "before"})
    trees = [sound(life, p).stages[0].tree for p in case.proposals]
    assert any(tree is not None and 9 in tree.lines for tree in trees)


def test_the_fewest_who_move_are_those_of_brute_force() -> None:
    """6 on 8 lines, one leaves before anybody played: of all draws of the others that keep the rules, none
    has fewer movers than the first one that is proposed with other lines."""
    life = running(6)
    tree = life.at().tree
    assert tree is not None
    case = told(life, {"fact": "withdrawal", "id": here(life)[0].home, "when": "before"})
    rest = [id for id in tree.lines if id not in (BYE, here(life)[0].home)]
    compared = 0
    for proposal in case.proposals:
        now = sound(life, proposal).stages[0].tree
        assert now is not None
        if not proposal.holds or proposal.kind not in ("obedient", "lines"):
            continue
        compared += 1
        moved = sum(id != BYE and tree.lines[i] != id for i, id in enumerate(now.lines))
        assert moved == fewest(life, proposal, tree.lines, rest)
    assert compared


def fewest(life: Life, proposal: Proposal, lines: tuple[int, ...], rest: list[int]) -> int:
    """The fewest movers of all draws that break no hard rule, tried one by one."""
    best = 99
    event = after(life, proposal)
    stage = event.stages[0]
    assert stage.tree is not None
    for places in permutations(range(8), len(rest)):
        moved = sum(lines[i] != id for i, id in zip(places, rest, strict=True))
        if moved >= best:
            continue
        made = [BYE] * 8
        for i, id in zip(places, rest, strict=True):
            made[i] = id
        tree = stage.tree
        stage.tree = replace(tree, lines=tuple(made))
        if play_of(stage).check(event, stage, 0).holds:
            best = moved
        stage.tree = tree
    return best


# --- Wrong opponents and corrected scores ---------------------------------------------------------


@pytest.mark.parametrize("rounds", [0, 1])
def test_sections_change_places_when_the_wrong_two_have_met(rounds: int) -> None:
    """What was played is the draw then; all results before it stay; or those who are due play."""
    life = running(16, rounds)
    a, b = here(life)[:2]
    pairs = [[a.home, b.home], [a.away, b.away]]
    case = told(life, {"fact": "opponents", "round": rounds + 1, "pairs": pairs})
    kinds = {p.kind: p for p in case.proposals}
    event = sound(life, kinds["lines"])
    now = {frozenset((m.home, m.away)): m for m in event.stages[0].rounds[rounds + 1].matches}
    assert {frozenset(p) for p in pairs} <= set(now)
    assert all(now[frozenset(p)].started for p in pairs)
    assert results(event) == results(life.event)
    due = sound(life, kinds["played-again"])
    assert due.stages[0].tree == life.at().tree
    accepted(life, kinds["lines"])
    finish(life)
    life.play()
    assert life.over()


def test_a_corrected_score_sends_on_who_should_have_gone_on_or_comes_too_late() -> None:
    """The next match has not begun: its side changes; or the old result stands, and nobody is told."""
    life = running(8, 1)
    first = life.at().rounds[1].matches[0]
    assert first.result is not None
    lost = first.away if first.result.winner > 0 else first.home
    text = "-w" if first.result.winner > 0 else "w-"
    case = told(life, {"fact": "score", "match": first.id, "text": text})
    kinds = {p.kind: p for p in case.proposals}
    event = sound(life, kinds["as-would-have-been"])
    assert event.stages[0].rounds[2].matches[0].has(lost)
    assert {t.id for t in kinds["as-would-have-been"].tells} >= {lost}
    keep = sound(life, kinds["keep"])
    assert not keep.stages[0].rounds[2].matches[0].has(lost)
    assert not kinds["keep"].tells
    accepted(life, kinds["as-would-have-been"])
    finish(life)
    life.play()


def test_a_match_that_the_wrong_one_played_is_played_again() -> None:
    """The score of round 1 is corrected after the match of round 2: its result is taken back."""
    life = running(8, 1)
    first = life.at().rounds[1].matches[0]
    assert first.result is not None
    life.result(here(life)[0], score(6))
    text = "-w" if first.result.winner > 0 else "w-"
    case = told(life, {"fact": "score", "match": first.id, "text": text})
    kinds = {p.kind: p for p in case.proposals}
    event = sound(life, kinds["played-again"])
    assert event.stages[0].rounds[2].matches[0].result is None
    assert sound(life, kinds["keep"]).stages[0].rounds[2].matches[0].result is not None
    accepted(life, kinds["played-again"])
    finish(life)
    life.play()


def test_matches_at_a_lost_table_go_to_a_free_one() -> None:
    """Later rounds too, as long as their matches have not begun."""
    life = running(8, 0)
    case = told(life, {"fact": "lost-table", "tables": [1]})
    event = sound(life, case.proposals[0])
    assert all(m.table != 1 for m in event.stages[0].matches())
    for round in event.stages[0].rounds.values():
        assert len({m.table for m in round.matches}) == len(round.matches)


# --- Stages, choices, two lives -------------------------------------------------------------------


def test_the_next_in_rank_comes_into_the_draw_of_the_qualifiers() -> None:
    """The 5th of the round robin takes the line of one who leaves before his match; the IMPs with which
    matches begin are computed anew."""
    final = Stage("knockout", "plain-draw", options={
        "take": 4, "carry": {"kind": "imps", "share": "1/2", "cap": 16, "edge": 0.1}})
    life = Life(6, Stage("round-robin", "plain-round-robin"), final)
    life.open()
    life.play(say=lambda m: score(10 if m.home < m.away else -10))
    life.next()
    life.publish(2)
    life.result(life.at(2).rounds[1].matches[0], score(40), 2)
    leaver = life.at(2).rounds[1].matches[1].away
    case = told(life, {"fact": "withdrawal", "id": leaver, "when": "before"}, stage=2)
    one = next(p for p in case.proposals if p.kind == "substitute")
    event = after(life, one)
    match = event.stages[1].rounds[1].matches[1]
    assert match.away == 5
    ahead = {frozenset(row[:2]) for row in event.stages[1].seeding["ahead"]}
    assert frozenset((match.home, 5)) in ahead
    assert match.ahead != 0
    accepted(life, one)
    finish(life, 2)
    life.play(2)


def test_a_chosen_draw_is_repaired_as_it_was_chosen() -> None:
    """Somebody leaves after all have chosen: no placement that was chosen is a broken rule."""
    life = Life(8, Stage("knockout", "plain-draw", options={"placing": "chosen", "seeds": 4}))
    life.open()
    from scheduler.live.plays.knockout import choose, turn_of

    while (turn := turn_of(life.event, life.at())) is not None:
        life.do("chosen", choose(life.event, life.at(), turn.among[-1]))
    life.publish()
    case = told(life, {"fact": "withdrawal", "id": here(life)[0].away, "when": "before"})
    best = case.proposals[0]
    assert best.holds
    sound(life, best)
    accepted(life, best)
    finish(life)
    life.play()


def test_four_facts_in_a_draw_of_32_are_answered_together() -> None:
    """Somebody leaves, somebody after winning, one comes late, and two matches were played crosswise."""
    life = running(30)
    some = here(life)
    life.result(some[5], score(4))
    case = told(
        life, {"fact": "late", "name": "New"}, {"fact": "withdrawal", "id": some[0].home, "when": "before"},
        {"fact": "withdrawal", "id": some[5].home, "when": "after"},
        {"fact": "opponents", "round": 1,
         "pairs": [[some[2].home, some[3].home], [some[2].away, some[3].away]]})
    assert len(case.proposals) >= 2
    for proposal in case.proposals:
        event = sound(life, proposal)
        assert results(life.event) <= results(event)
    accepted(life, case.proposals[0])
    finish(life)
    life.play()
    assert life.over()


@pytest.mark.parametrize("seed", range(16))
def test_whatever_is_told_the_draw_stays_a_draw(seed: int) -> None:
    """Random facts in draws with one life and two, twice in a row; every proposal is sound and can be undone,
    and the event can be played to its end."""
    rng = Random(seed)
    kind = rng.choice(("knockout", "double-elimination"))
    life = running(rng.randint(5, 17), rng.randint(0, 1), kind)
    for _ in range(2):
        open_ = here(life)
        if rng.random() < 0.5 and open_:
            life.result(rng.choice(open_), score(rng.choice((-7, 7))))
        case = told(life, *facts_for(rng, life))
        for proposal in case.proposals:
            sound(life, proposal)
        accepted(life, rng.choice(case.proposals))
    finish(life)
    life.play()
    assert life.over()


def facts_for(rng: Random, life: Life) -> list[dict[str, Any]]:
    """One to three facts that can be true together."""
    open_ = [m for m in here(life) if m.open and not m.started]
    out: list[dict[str, Any]] = []
    if len(open_) > 2 and rng.random() < 0.4:
        a, b = open_[0], open_[1]
        out.append({
            "fact": "opponents", "round": a.round, "pairs": [[a.home, b.away], [b.home, a.away]]})
        open_ = open_[2:]
    if open_ and rng.random() < 0.6:
        out.append({"fact": "withdrawal", "id": open_[-1].home, "when": "before"})
    tree = life.at().tree
    assert tree is not None
    if not out or rng.random() < 0.3:
        out.append({"fact": "lost-table", "tables": [rng.randint(1, 4)]})
    ground_of(life.event, 1, dict(enumerate({"stage": 1, **f} for f in out)))
    return out
