"""The verdict on leagues: hand cases, and agreement with a naive reading that shares no code."""

from __future__ import annotations

from dataclasses import replace

import pytest

from formats.league.leagues import (
    EVERY_TYPE,
    constraint,
    double,
    every_type,
    odd_games,
    relaxed,
    round_robin,
)
from oracle.robinx_reading import Naive, read_games
from scheduler.errors import FileError
from scheduler.event import Match, Schedule
from scheduler.event.league import Game, LeagueInstance, LeagueSolution, Meeting
from scheduler.files.robinx_out import robinx_instance, robinx_solution
from scheduler.formats.league import difference, explain_words, judge, wish_in_words, wishes_of
from scheduler.verify import verify

OBJECTIVES = ("SC", "BM", "TR", "CO", "CR", "NONE")


def agree(instance: LeagueInstance, games: list[Game]) -> None:
    """Both readings of the written files give the same numbers, constraint by constraint."""
    naive = Naive(robinx_instance(instance)).judge(
        read_games(robinx_solution(LeagueSolution("", "", tuple(games))))
    )
    verdict = judge(instance, games)
    ours: dict[int, int] = {}
    for unmet in verdict.by_constraint:
        if unmet.id:
            ours[unmet.id] = ours.get(unmet.id, 0) + unmet.cost
    place: dict[str, int] = {}
    for c in instance.constraints:
        family = c.tag[0]
        k = place.get(family, 0)
        place[family] = k + 1
        assert ours.get(c.id, 0) == naive.costs[c.tag, k], (c, verdict.by_constraint)
    assert (verdict.infeasibility, verdict.objective) == (naive.infeasibility, naive.objective)


@pytest.mark.parametrize("objective", OBJECTIVES)
@pytest.mark.parametrize("seed", range(3))
def test_compact_leagues_agree_with_the_naive_reading(objective: str, seed: int) -> None:
    """Every constraint type and objective on full schedules of a double round robin of 6."""
    instance = every_type(double(6, objective=objective))
    agree(instance, round_robin(instance, seed))


@pytest.mark.parametrize("objective", OBJECTIVES)
@pytest.mark.parametrize("seed", range(3))
def test_relaxed_leagues_agree_with_the_naive_reading(objective: str, seed: int) -> None:
    """The same with idle slots, where the game before may be long ago, and in odd fields."""
    for n, slots in ((4, 11), (5, 14)):
        instance = every_type(relaxed(n, slots, objective=objective))
        agree(instance, round_robin(instance, seed))


@pytest.mark.parametrize("seed", range(12))
def test_broken_schedules_agree_with_the_naive_reading(seed: int) -> None:
    """Games missing, twice, against oneself, two of a team in one slot: judged all the same."""
    instance = every_type(relaxed(4, 9, objective=OBJECTIVES[seed % 6]))
    agree(instance, list(odd_games(instance, seed)))


@pytest.mark.parametrize("mode", "PMIEF")
@pytest.mark.parametrize("rounds", [2, 3])
def test_game_modes_agree_with_the_naive_reading(mode: str, rounds: int) -> None:
    """Phased, mirrored, inverted, English and French legs, of two and three round robins."""
    instance = double(4, mode=mode, rounds=rounds)
    for seed in range(4):
        agree(instance, round_robin(instance, seed))


def test_a_mirrored_schedule_is_mirrored_and_no_other_mode() -> None:
    """Legs 0-1 2-3, 0-2 3-1, 0-3 1-2 and back in the same order: M holds, E and F and I do not."""
    first = [(0, 1), (2, 3), (0, 2), (3, 1), (0, 3), (1, 2)]
    games = [Game(h, a, k // 2) for k, (h, a) in enumerate(first)]
    games += [Game(a, h, 3 + k // 2) for k, (h, a) in enumerate(first)]
    found = {m: judge(double(4, mode=m), games).infeasibility for m in "PMIEF"}
    assert found["P"] == found["M"] == 0
    # 4 teams, 3 slots: inverted keeps the middle slot, so that 2 games in 2 slots, both ways, are off.
    assert (found["I"], found["E"], found["F"]) == (8, 12, 12)


def test_a_pair_twice_in_a_leg_costs_two() -> None:
    """Phased: one unordered pair with both games in the first leg is two ordered pairs."""
    instance = double(2, slots=2, mode="P")
    assert judge(instance, [Game(0, 1, 0), Game(1, 0, 1)]).infeasibility == 0
    assert judge(instance, [Game(0, 1, 0), Game(1, 0, 0)]).infeasibility == 2 + 2 * 2


def test_missing_games_and_double_bookings_cost_as_published() -> None:
    """BA1 1 for each missing game, BA2 2 for each game above one of a team in a slot."""
    instance = double(4)
    missing = judge(instance, [Game(0, 1, 0), Game(0, 2, 0)])
    assert missing.infeasibility == 10 + 2
    assert {u.type for u in missing.by_constraint} == {"BA1", "BA2"}


@pytest.mark.parametrize(("given", "cost"), [
    # home in two of the listed slots, none allowed
    (constraint("CA1", teams=[0], slots=[0, 1], max=0, mode="H"), 2),
    # HHHH: two windows of three with three home games
    (constraint("CA3", teams1=[0], teams2=[0, 1, 2, 3, 4], max=2, intp=3, mode1="H", mode2="SLOTS"), 2),
    (constraint("CA3", teams1=[0], teams2=[0, 1, 2, 3, 4], max=2, intp=3, mode1="H", mode2="GAMES"), 2),
    # 0 has three breaks, the others have one game each
    (constraint("BR1", teams=[0], slots=[1, 2, 3], intp=1, mode1="LEQ", mode2="HA"), 2),
    (constraint("BR2", teams=range(5), slots=range(4), intp=1, mode2="LEQ", penalty=10), 20),
    # the break in slot 1 counts although slot 0 is not listed
    (constraint("BR1", teams=[0], slots=[1], intp=0, mode1="LEQ", mode2="H"), 1),
    (constraint("FA1", teams=[0], slots=[3], intp=1), 3),
    (constraint("FA2", teams=range(5), slots=range(4), intp=2, mode="H", penalty=10), 4 * 2 * 10),
    (constraint("GA1", pairs=[(0, 1), (0, 2), (1, 0)], slots=[0, 1], max=1), 1),
    (constraint("BA1", penalty=0), 0),
])
def test_hand_cases(given: object, cost: int) -> None:
    """Number 0 is home to 1, 2, 3, 4 in slots 0 to 3 and nothing else is played."""
    instance = replace(double(5, slots=12), constraints=(given,))  # type: ignore[arg-type]
    verdict = judge(instance, [Game(0, k, k - 1) for k in range(1, 5)])
    assert verdict.objective == cost


def test_separation_counts_the_slots_between() -> None:
    """min 10, games in slots 3 and 9: 5 between them, 5 too few, 50 at a price of 10."""
    se1 = constraint("SE1", teams=[0, 1], min=10, penalty=10)
    instance = replace(double(2, slots=12), constraints=(se1,))
    verdict = judge(instance, [Game(0, 1, 3), Game(1, 0, 9)])
    assert verdict.objective == 50
    assert [(u.deviation, u.cost, u.subject) for u in verdict.by_constraint] == [(5, 50, (0, 1))]


def test_free_meetings_take_either_side_once() -> None:
    """An odd meeting may be at either's; a third game of the pair is not asked for and is noted."""
    instance = double(2, slots=6, rounds=3)
    games = [Game(0, 1, 0), Game(0, 1, 1), Game(1, 0, 2), Game(1, 0, 3, line=9)]
    verdict = judge(instance, games)
    assert verdict.infeasibility == 0
    assert "1-0 in slot 3 (line 9)" in verdict.notes[0]


def test_additional_games_are_asked_for() -> None:
    """Two more meetings of 0 and 1, one at 0's and one at either's."""
    instance = replace(double(2, slots=6), additional=(Meeting(0, 1), Meeting(1, 0, True)))
    games = [Game(0, 1, 0), Game(0, 1, 1), Game(1, 0, 2), Game(0, 1, 3)]
    assert judge(instance, games).infeasibility == 0
    assert judge(instance, games[:3]).infeasibility == 1


def test_a_schedule_is_judged_like_its_games() -> None:
    """Number k is the k-th team and round r the r-th slot, whatever their ids."""
    instance = every_type(double(6, objective="BM"))
    games = round_robin(instance, 1)
    schedule = Schedule.of(6, 10, [Match(g.home + 1, g.away + 1, g.slot + 1) for g in games])
    assert judge(instance, schedule).as_json() == judge(instance, games).as_json()


def test_an_unknown_team_is_refused_with_its_line() -> None:
    """Ids of another instance are no games of this one."""
    solution = LeagueSolution("s", "i", (Game(0, 9, 0, line=7),), source="s.xml")
    with pytest.raises(FileError, match=r"s\.xml:7: there is no team 9"):
        judge(double(4), solution)


def test_costs_by_constraint_add_up() -> None:
    """Infeasibility and objective are the sums of the hard and the other costs, and so in the report."""
    instance = every_type(double(6, objective="TR"))
    verdict = judge(instance, round_robin(instance, 5))
    assert verdict.infeasibility == sum(u.cost for u in verdict.by_constraint if u.hard)
    assert verdict.objective == sum(u.cost for u in verdict.by_constraint if not u.hard)
    assert (verdict.report.hard, verdict.report.price) == (verdict.infeasibility, (verdict.objective,))


def test_the_shared_verifier_comes_to_the_same_sums() -> None:
    """Hard rules with a weight, prices and rewards: the verifier of all formats adds up the same."""
    instance = every_type(relaxed(4, 9, objective="BM"))
    games = [g for g in odd_games(instance, 3) if g.home != g.away]
    wishes = wishes_of(instance)
    accepted, _ = instance.accepted(games)
    plays = wishes.view.space["plays"].ids(*([getattr(g, k) for g in accepted]
                                             for k in ("home", "away", "slot")))
    report = verify(wishes.view.space, [x.stated for x in wishes.asked], {"plays": plays})
    verdict = judge(instance, games)
    assert (report.hard, report.price) == (verdict.infeasibility, (verdict.objective,))


def test_the_words_name_wish_amount_and_cost() -> None:
    """One line for each unmet wish, hard ones first, with the constraint's place in the file."""
    instance = every_type(double(6))
    verdict = judge(instance, round_robin(instance, 2))
    lines = explain_words(verdict)
    assert len(lines) == len(verdict.by_constraint)
    first = next(u for u in verdict.by_constraint if u.hard)
    assert any(f"#{first.id}" in line and "infeasibility" in line for line in lines)
    assert "infeasibility" in lines[0]
    assert "objective" in lines[-1]


def test_every_wish_can_be_said() -> None:
    """No constraint type is without words, and no two of these wishes read the same."""
    instance = every_type(double(6))
    said = [wish_in_words(instance, c) for c in EVERY_TYPE]
    assert all(said)
    assert len({(c.tag, words) for c, words in zip(EVERY_TYPE, said, strict=True)}) == len(said)


def test_the_difference_explains_the_change_of_both_numbers() -> None:
    """Wish by wish, what one solution costs more than another adds up to the two verdicts."""
    instance = every_type(double(6, objective="BM"))
    one, other = (round_robin(instance, seed) for seed in (3, 4))
    changes = difference(one, other, instance)
    before, after = judge(instance, one), judge(instance, other)
    assert sum(c.after - c.before for c in changes if c.hard) == after.infeasibility - before.infeasibility
    assert sum(c.after - c.before for c in changes if not c.hard) == after.objective - before.objective
    assert difference(one, one, instance) == ()


def test_what_cannot_be_judged_is_noted() -> None:
    """BR4 and FA4 have no published meaning: no cost, but a note each."""
    instance = replace(double(4), constraints=(
        constraint("FA4", teams=[0, 1], intp=1), constraint("BR4", id=2, teams=[0], mode="LEQ", min=1),
    ))
    notes = judge(instance, []).notes
    assert any("FA4" in n for n in notes)
    assert any("BR4" in n for n in notes)


def test_counts_are_made_once_while_they_are_held() -> None:
    """Many solutions of one instance share its counts."""
    instance = double(4)
    held = wishes_of(instance)
    assert wishes_of(instance) is held
