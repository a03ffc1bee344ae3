"""What people complained about in other programs, as far as it is about repairs: each a scenario."""

from __future__ import annotations

from random import Random

import pytest
from benchmarks.incidents import Running, note, under_way

from scheduler.app.directing import queueing, repairing
from scheduler.app.directing.desk import Who, look
from scheduler.app.directing.making import new
from scheduler.errors import NoAnswer, UsageError
from scheduler.event import Entrant, Event, Stage
from scheduler.live.dump import dump
from scheduler.live.plays import Asked, play_of
from scheduler.live.scoring import ledger_of, standings_of
from scheduler.repair.live import Case, Proposal, propose


def told(running: Running, *facts: dict[str, object]) -> Case:
    """What is proposed for these facts."""
    note_in(running, *facts)
    return propose(running.event, 1, seconds=20)


def note_in(running: Running, *facts: dict[str, object]) -> None:
    for fact in repairing.read_facts(running.event, facts, stage=1):
        running.append("fact", fact)


def accept(running: Running, proposal: Proposal) -> None:
    for kind, payload in proposal.decisions:
        running.append(kind, payload)


def met(running: Running) -> list[frozenset[int]]:
    return [frozenset((m.home, m.away)) for m in running.stage.matches()]


@pytest.mark.parametrize("seed", range(8))
def test_p1_a_three_way_is_chosen_so_that_everybody_has_an_opponent_in_the_last_round(seed: int) -> None:
    """Ten teams, one leaves after round 4 of 6: nobody meets again in a block of three over 5 and 6."""
    rng = Random(seed)
    running = under_way(rng, 10, rounds=6, played=3, odd="long")
    running.score(0, rng)
    case = told(running, {"fact": "withdrawal", "number": rng.randint(1, 10), "when": "after"})
    accept(running, case.proposals[0])
    try:
        running.draw(2.0)
        running.score(0, rng)
        running.draw(2.0)
    except NoAnswer as none:
        pytest.fail(f"a round is missing: {none.message}")
    assert len(met(running)) == len(set(met(running)))
    assert running.here.number == 6
    assert all(m.span == 1 for m in running.here.matches)


def test_p6_a_pair_that_comes_as_the_start_is_confirmed_is_added_without_moving_anybody() -> None:
    running = under_way(Random(6), 49, rounds=7, played=0)
    best = told(running, {"fact": "late", "name": "Pair 50"}).proposals[0]
    assert (best.changed, len(best.tells)) == (0, 2)
    accept(running, best)
    assert len(running.here.matches) == 25
    assert not running.here.byes


def test_p15_who_plays_only_from_the_second_day_begins_with_45_per_cent_of_what_was_missed() -> None:
    rng = Random(15)
    running = under_way(rng, 12, rounds=6, played=2)
    running.score(0, rng)
    case = told(running, {"fact": "late", "name": "Day 2", "credit": 45})
    accept(running, case.proposals[0])
    row = next(r for r in standings_of(running.event, running.stage).rows if r.entrant == 13)
    assert row.total == 3 * 900
    assert running.event.contestants[13].plays(4)
    assert not running.event.contestants[13].plays(3)


def test_p15_who_came_late_is_drawn_by_10_of_20_for_each_round_missed_for_three_rounds() -> None:
    from scheduler.live.plays.swiss import state_of

    rng = Random(15)
    running = under_way(rng, 12, rounds=8, played=2)
    running.score(0, rng)
    accept(running, told(
        running, {"fact": "late", "name": "Day 2", "credit": 45, "drawn": 50}).proposals[0])
    event, stage = running.event, running.stage
    assert next(r for r in standings_of(event, stage).rows if r.entrant == 13).total == 2_700
    assert [state_of(event, stage, r, 8, early=True).points[13] for r in (4, 6, 7)] == [3_000, 3_000, 2_700]


def test_p16_the_count_is_live_and_who_stands_by_is_named_until_the_first_round_is_over() -> None:
    rng = Random(16)
    running = under_way(rng, 12, rounds=5, played=0)
    running.append("entered", {
        "entrants": [{"number": 13, "name": "Stand-by"}], "status": "waiting", "stage": 1})
    case = told(running, {"fact": "withdrawal", "number": 3})
    assert case.active == 11
    assert any("13 Stand-by stands by" in line for line in case.told)
    accept(running, case.proposals[0])
    case = told(running, {"fact": "late", "number": 13})
    assert case.active == 12
    accept(running, case.proposals[0])
    assert not running.here.byes


def test_p17_many_corrections_and_entries_after_the_start_each_change_as_little_as_can_be() -> None:
    """Whatever comes, tables that have started keep their match, and nothing is drawn anew."""
    rng = Random(17)
    running = under_way(rng, 40, rounds=7, played=1, begun=0.5)
    stand = {m.id: (m.home, m.away, m.table) for m in running.here.matches if m.started}
    gone: list[int] = []
    for k in range(12):
        open_ = [m for m in running.here.matches if not m.started and m.result is None]
        fact: dict[str, object] = {"fact": "late", "name": f"Late {k}"}
        if k % 2 and open_:
            gone.append(running.event.number(rng.choice(open_).home))
            fact = {"fact": "withdrawal", "number": gone[-1]}
        best = told(running, fact).proposals[0]
        assert best.minimal
        assert best.changed <= 2
        accept(running, best)
    now = {m.id: (m.home, m.away, m.table) for m in running.here.matches}
    assert all(now[id] == was for id, was in stand.items())


def test_p18_a_three_way_that_one_leaves_becomes_a_head_to_head_and_the_others_play_on() -> None:
    running = under_way(Random(18), 11, rounds=6, played=1, odd="short")
    block = [int(id) for id in running.here.three["ids"]]
    others = {m.id: (m.home, m.away, m.table) for m in running.here.matches if m.share == 1}
    assert len(block) == 3
    best = told(running, {"fact": "withdrawal", "number": running.event.number(block[0])}).proposals[0]
    accept(running, best)
    now = {m.id: (m.home, m.away, m.table) for m in running.here.matches}
    assert {id: place for id, place in now.items() if id in others} == others
    assert [{m.home, m.away} for m in running.here.matches if m.id not in others] == [set(block[1:])]
    assert all(m.share == 1 for m in running.here.matches)
    assert not running.here.three
    assert {t.id for t in best.tells} == set(block)
    assert play_of(running.stage).check(running.event, running.stage, running.here.number).holds


def test_p22_one_late_table_delays_nobody_and_its_result_is_a_fact_for_the_next_round() -> None:
    rng = Random(22)
    running = under_way(rng, 12, rounds=5, played=1)
    for table in range(1, 6):
        running.score(table, rng)
    draft = play_of(running.stage).draft(running.event, running.stage, Asked(early=True, effort=0.3))
    running.append(draft.kind, draft.payload)
    running.append("published", {"stage": 1, "round": draft.round})
    case = told(running, {"fact": "score", "round": 2, "table": 6, "text": "+40"})
    assert "was drawn by the old score" in case.told[0]
    assert case.proposals[0].kind == "keep"
    accept(running, case.proposals[0])
    assert not running.stage.rounds[2].open


def test_p25_nobody_is_ever_deleted_and_what_was_played_against_who_left_stands() -> None:
    rng = Random(25)
    running = under_way(rng, 10, rounds=5, played=2)
    before = [m for m in ledger_of(running.event, running.stage).matches if m.round < 3]
    accept(running, told(running, {"fact": "withdrawal", "number": 4}).proposals[0])
    assert len(running.event.contestants) == 10
    assert [m for m in ledger_of(running.event, running.stage).matches if m.round < 3] == before
    known = set(running.event.contestants)
    assert all({m.home, m.away} <= known for m in running.stage.matches())


# --- What is decided now for later, and what is printed -------------------------------------------


@pytest.fixture
def cup(tmp_path: object) -> str:
    """An event file with a published round of eight teams."""
    from scheduler.app.directing import rounds

    path = f"{tmp_path}/cup.event"
    teams = tuple(Entrant(i, f"Team {i}") for i in range(1, 9))
    new(path, Event("Cup", teams, (Stage("swiss", "cba-swiss", 1, {"rounds": 4}),)), seed="1")
    rounds.pair(path)
    rounds.publish(path)
    return path


def test_a_repair_that_is_queued_waits_for_its_time_and_is_taken_then(cup: str) -> None:
    repairing.note(cup, [{"fact": "withdrawal", "number": 3}])
    queueing.queue(cup, "A", "2026-05-30T14:00")
    assert not look(cup).facts
    assert queueing.due(cup, now="2026-05-30T13:59").done == ()
    before = look(cup)
    assert before.contestants[3].status == "active"
    with pytest.raises(UsageError, match="is a round"):
        queueing.due(cup, now="round 1")
    made = queueing.due(cup, now="2026-05-30T14:00")
    assert [proposal is not None for _, proposal, _ in made.done] == [True]
    after = look(cup)
    assert after.contestants[3].status == "withdrawn"
    assert (after.stage.rounds[1].version, len(after.queued)) == (2, 0)
    from scheduler.app.directing import past

    past.undo(cup, who=Who())
    assert dump(look(cup)) == dump(before)


def test_a_queued_repair_that_does_not_fit_any_more_gives_its_facts_back(cup: str) -> None:
    from scheduler.app.directing import rounds

    repairing.note(cup, [{"fact": "withdrawal", "number": 3}])
    queueing.queue(cup, "A", "round 2")
    rounds.start(cup)
    assert queueing.due_now(look(cup)) == tuple(look(cup).queued)
    made = queueing.due(cup)
    assert [proposal for _, proposal, _ in made.done] == [None]
    assert "started" in made.done[0][2]
    assert len(look(cup).facts) == 1


def test_a_letter_with_its_key_accepts_what_was_shown_and_nothing_else(cup: str) -> None:
    repairing.note(cup, [{"fact": "withdrawal", "number": 3}])
    _, case = repairing.proposals(cup)
    shown = f"A-{case.proposals[0].key}"
    repairing.note(cup, [{"fact": "late", "name": "Nine"}])
    with pytest.raises(UsageError, match="not what was shown"):
        repairing.accept(cup, shown)
    _, again = repairing.proposals(cup)
    repairing.accept(cup, f"A-{again.proposals[0].key}")


@pytest.mark.parametrize("language", ["en", "zh", "vi"])
def test_only_slips_that_changed_are_printed_and_the_void_list_says_so(
    cup: str, tmp_path: object, language: str
) -> None:
    from pathlib import Path

    from scheduler.app.directing import printing
    from scheduler.views import Translator
    from scheduler.views.repairs import changes_text

    repairing.note(cup, [{"fact": "apart", "pair": _drawn(cup)}])
    repairing.accept(cup, "A")
    found = queueing.changes(cup)
    assert (found.void, found.round.version, len(found.matches)) == (1, 2, 2)
    slips = printing.write_slips(
        found.event, found.round, f"{tmp_path}/slips.html", language=language, only=found.matches)
    page = printing.write_changes(found, f"{tmp_path}/void.html", language=language)
    text = changes_text(found.event, found.round, found.tells, found.void, Translator(language))
    assert slips.read_text(encoding="utf-8").count('class="card slip"') == 2
    assert text.splitlines()[0] in Path(page).read_text(encoding="utf-8")
    assert len(text.splitlines()) == 5


def _drawn(path: str) -> list[int]:
    event = look(path)
    match = event.stage.rounds[1].matches[0]
    return [event.number(match.home), event.number(match.away)]


def test_facts_are_noted_for_a_repair_and_change_nothing_by_themselves() -> None:
    running = under_way(Random(1), 8, rounds=4, played=1)
    event = running.event
    before = {k: v for k, v in dump(event).items() if k != "facts"}
    note(event, [{"fact": "withdrawal", "number": 1}])
    assert {k: v for k, v in dump(event).items() if k != "facts"} == before
