"""The wishes of RobinX by hand: small schedules, each deviation counted on paper."""

from __future__ import annotations

from dataclasses import replace

import pytest

from formats.league.leagues import constraint, double
from scheduler.errors import UsageError
from scheduler.event.league import CONSTRAINTS, Constraint, Game
from scheduler.formats.league import judge, wishes_of
from scheduler.rules.robinx import all_wishes

FOUR = range(4)
SLOTS = range(6)
GAMES = [
    Game(0, 1, 0), Game(2, 3, 0), Game(2, 0, 1), Game(3, 1, 1), Game(3, 0, 2), Game(1, 2, 2),
    Game(1, 0, 3), Game(3, 2, 3), Game(0, 2, 4), Game(1, 3, 4), Game(0, 3, 5), Game(2, 1, 5),
]
"""Sides by slot: 0 HAAAHH, 1 AAHHHA, 2 HHAAAH, 3 AHHHAA. Two legs, mirrored."""


def deviation(given: Constraint) -> int:
    """The sum of the deviations of one constraint on the games above."""
    instance = replace(double(4), constraints=(given,))
    return sum(u.deviation for u in judge(instance, GAMES).by_constraint)


@pytest.mark.parametrize(("given", "off"), [
    (constraint("CA2", teams1=[0], teams2=[1, 2], slots=[0, 1, 2], max=1, mode1="HA", mode2="GLOBAL"), 1),
    (constraint("CA2", teams1=[0, 1], teams2=[2, 3], slots=[0, 1, 2], min=1, mode1="A", mode2="EVERY"), 1),
    # home games of 0 and 1 together: 1 0 1 1 2 1
    (constraint("CA4", teams1=[0, 1], teams2=FOUR, slots=SLOTS, max=0, mode1="H", mode2="EVERY"), 6),
    (constraint("CA4", teams1=[0, 1], teams2=[0, 1], slots=SLOTS, max=0, mode1="HA", mode2="GLOBAL"), 2),
    # trips: 0 at 2, 3, 1; 1 at 0, 3; 2 at 1, 3, 0; 3 at 1, 0
    (constraint("CA5", teams1=FOUR, teams2=[3], slots=SLOTS, min=1, max=1), 1),
    (constraint("CA5", teams1=[0], teams2=[1, 2], slots=[1, 2], min=2, max=2), 1),
    (constraint("GA2", teams1=[0], teams2=[1], slots1=[0], teams3=[2], teams4=[1], slots2=[1, 2],
                mode1="H", mode2="EQ", mode3="H"), 1),
    (constraint("GA2", teams1=[0], teams2=[1], slots1=[0], teams3=[2], teams4=[1], slots2=[1, 2],
                mode1="H", mode2="NEQ", mode3="HA"), 1),
    (constraint("GA2", teams1=[0], teams2=[1], slots1=[1], teams3=[2], teams4=[1], slots2=[1, 2],
                mode1="HA", mode2="EQ", mode3="H"), 0),
    # breaks: 0 AA AA HH = 3; 1 AA HH HH = 3; 2 HH AA AA = 3; 3 HH HH AA = 3
    (constraint("BR2", teams=FOUR, slots=SLOTS, intp=0, mode2="LEQ"), 12),
    (constraint("BR1", teams=[0], slots=[2, 3], intp=0, mode1="EQ", mode2="HA"), 2),
    (constraint("BR3", teams=FOUR, intp=0, mode2="HA"), 0),
    # home breaks: 0 1, 1 2, 2 1, 3 2: four pairs differ by one
    (constraint("BR3", teams=FOUR, intp=0, mode2="H"), 4),
    # home less away so far, 0: 1 0 -1 -2 -1 0
    (constraint("FA1", teams=[0], slots=SLOTS, intp=1), 1),
    (constraint("FA1", teams=[0], slots=[0, 1], intp=1), 0),
    # home games so far, 0: 111123, 1: 001233
    (constraint("FA2", teams=[0, 1], slots=SLOTS, intp=0, mode="H"), 1),
    (constraint("FA3", teams=FOUR), 0),
    # mirrored: mutual games are 3 slots apart, two slots between them
    (constraint("SE1", teams=FOUR, min=3), 6),
    (constraint("SE1", teams=FOUR, min=0, max=1), 6),
    (constraint("SE2", teams=FOUR, pairs=[(0, 3), (1, 4)]), 0),
    (constraint("SE2", teams=FOUR, pairs=[(0, 4)]), 4),
])
def test_deviations_counted_by_hand(given: Constraint, off: int) -> None:
    """Each constraint type on a mirrored double round robin of four."""
    assert deviation(given) == off


def test_the_same_venue_twice_running_is_one() -> None:
    """0 is home to 1 in slots 0 and 3: FA3 counts it once, whatever lies between."""
    instance = replace(double(2, slots=6, rounds=4), constraints=(constraint("FA3", teams=[0, 1]),))
    games = [Game(0, 1, 0), Game(0, 1, 3), Game(1, 0, 4), Game(1, 0, 5)]
    assert judge(instance, games).objective == 2


def test_distance_is_charged_to_the_slot_it_leads_to() -> None:
    """Home to a venue 4 away and back: out in slot 1, home after the last game, in slot 1 too."""
    for slots, cost in (([0], 0), ([1], 4 + 3), ([0, 1], 7)):
        fa5 = constraint("FA5", teams=[1], slots=slots, intp=0)
        instance = replace(double(2, slots=2), constraints=(fa5,),
                           distances={(1, 0): 4, (0, 1): 3})
        assert judge(instance, [Game(1, 0, 0), Game(0, 1, 1)]).objective == cost


def test_costs_count_in_the_listed_slots() -> None:
    """Games of cost 7 and 5 against a limit of 10: 2 too much."""
    instance = replace(double(2, slots=3), constraints=(constraint("FA6", slots=[0, 2], intp=10),),
                       costs={(0, 1, 0): 7, (1, 0, 2): 5, (1, 0, 1): 100})
    assert judge(instance, [Game(0, 1, 0), Game(1, 0, 2)]).objective == 2


def test_every_type_of_the_format_is_a_wish_or_says_why_not() -> None:
    """Of 21 types, BA1 and BA2 hold everywhere, and BR4 and FA4 have no published meaning."""
    assert {w.tag for w in all_wishes()} == set(CONSTRAINTS) - {"BA1", "BA2", "BR4", "FA4"}
    for wish in all_wishes():
        assert wish.counts
        assert wish.example
        assert wish.family in ("capacity", "game", "break", "fairness", "separation")


def test_constraints_about_everything_are_refused_before_they_fill_the_memory() -> None:
    """200 teams against 200 in 2,000 slots: 80 million games, told and not listed."""
    everyone = constraint("CA4", teams1=range(200), teams2=range(200), slots=range(2000), max=1,
                          mode1="HA", mode2="GLOBAL")
    instance = replace(double(4), constraints=())
    large = replace(
        double(2, slots=2000),
        teams=tuple(replace(instance.teams[0], id=k) for k in range(200)), constraints=(everyone,),
    )
    with pytest.raises(UsageError, match="at most 30000000"):
        wishes_of(large)
