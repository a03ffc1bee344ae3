"""Small leagues with constraints of every type, and schedules to judge; built in code, not read."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

from scheduler.event.league import (
    Constraint,
    Game,
    Group,
    League,
    LeagueInstance,
    Slot,
    Team,
)

__all__ = ["EVERY_TYPE", "constraint", "double", "every_type", "odd_games", "relaxed", "round_robin"]


def constraint(tag: str, *, id: int = 1, hard: bool = False, penalty: int = 1, **given: object) -> Constraint:
    """A constraint from keywords: lists are sets of ids, numbers numbers, texts words."""
    pairs = given.pop("pairs", ())
    return Constraint(
        id, tag, hard, penalty,
        {k: tuple(v) for k, v in given.items() if isinstance(v, list | tuple | range)},
        {k: v for k, v in given.items() if isinstance(v, int)},
        {k: v for k, v in given.items() if isinstance(v, str)},
        tuple(pairs),  # type: ignore[arg-type]
    )


def double(n: int = 6, *, slots: int = 0, mode: str = "", objective: str = "SC", rounds: int = 2,
           constraints: tuple[Constraint, ...] = ()) -> LeagueInstance:
    """A league of n teams over ``slots`` slots, by default as few as can be."""
    count = slots or rounds * (n - 1 + n % 2)
    dist = {(i, j): abs(i - j) * 3 + (i < j) for i in range(n) for j in range(n) if i != j}
    return LeagueInstance(
        "small", (League(0, "A", rounds, "R" if slots else "C", mode),),
        tuple(Team(i, f"T{i}", 0, (i % 2,)) for i in range(n)),
        tuple(Slot(s, f"S{s}", (s % 3,)) for s in range(count)), objective, constraints,
        team_groups=(Group(0, "even"), Group(1, "odd")),
        slot_groups=(Group(0, "a"), Group(1, "b"), Group(2, "c")),
        distances=dist, weights={(0, 1): 3, (2, 3): 0},
        costs={(i, j, s): (i * 7 + j * 3 + s * 5) % 11 - 2
               for i in range(n) for j in range(n) for s in range(count) if i != j},
    )


def relaxed(n: int = 4, slots: int = 9, **more: object) -> LeagueInstance:
    """A league with more slots than games, so that teams are idle now and then."""
    return double(n, slots=slots, **more)  # type: ignore[arg-type]


EVERY_TYPE: tuple[Constraint, ...] = tuple(
    replace(c, id=k)
    for k, c in enumerate((
        constraint("CA1", teams=[0, 1], slotGroups=[0], min=1, max=1, mode="H"),
        constraint("CA1", teamGroups=[1], slots=[0, 1, 2], min=0, max=1, mode="A", hard=True, penalty=3),
        constraint("CA1", teams=[2], slots=[1, 4, 5], max=1, mode="HA"),
        constraint("CA2", teams1=[0, 1], teams2=[2, 3], slots=range(6), min=1, max=2, mode1="HA",
                   mode2="GLOBAL", penalty=5),
        constraint("CA2", teams1=[0], teamGroups2=[0, 1], slots=range(8), max=1, mode1="H", mode2="EVERY"),
        constraint("CA2", teams1=[3], teams2=[0, 1], slots=range(8), max=0, mode1="A", mode2="GLOBAL",
                   penalty=-2),
        constraint("CA3", teamGroups1=[0, 1], teamGroups2=[0, 1], max=2, intp=3, mode1="H", mode2="SLOTS"),
        constraint("CA3", teams1=[1], teams2=[0, 2, 3], min=1, max=2, intp=3, mode1="A", mode2="SLOTS"),
        constraint("CA3", teamGroups1=[0, 1], teamGroups2=[0, 1], max=1, intp=2, mode1="A", mode2="GAMES"),
        constraint("CA3", teams1=[0, 2], teams2=[1, 3], min=1, max=1, intp=2, mode1="HA", mode2="GAMES"),
        constraint("CA4", teams1=[0, 1], teamGroups2=[0, 1], slots=range(8), max=1, mode1="H",
                   mode2="EVERY"),
        constraint("CA4", teams1=[0, 1, 2], teams2=[1, 2, 3], slots=[0, 1, 2, 3], min=3, max=3,
                   mode1="HA", mode2="GLOBAL", penalty=4),
        constraint("CA4", teams1=[0], teams2=[1, 2], slots=[2, 3], max=0, mode1="A", mode2="GLOBAL"),
        constraint("CA5", teamGroups1=[0, 1], teams2=[0, 1], slots=range(9), min=1, max=1),
        constraint("CA5", teams1=[2], teams2=[1], slots=[1, 2, 3, 4, 6], min=0, max=0, penalty=2),
        constraint("GA1", pairs=[(0, 1), (2, 3)], slots=[0, 1, 2], min=1, max=1, penalty=7),
        constraint("GA2", teams1=[0], teams2=[1, 2], teams3=[3], teams4=[0, 1], slots1=[0, 1, 2],
                   slots2=[3, 4, 5], mode1="HA", mode2="EQ", mode3="H"),
        constraint("GA2", teams1=[1], teams2=[0, 2], teams3=[2], teams4=[3], slotGroups1=[1],
                   slotGroups2=[2], mode1="A", mode2="NEQ", mode3="HA", penalty=2),
        constraint("BR1", teams=[0, 1], slots=range(1, 6), intp=0, mode1="LEQ", mode2="HA"),
        constraint("BR1", teams=[2], slots=range(9), intp=1, mode1="EQ", mode2="A", penalty=2),
        constraint("BR1", teamGroups=[0], slots=range(9), max=1, min=0, breakMode="REGULAR", homeMode="H"),
        constraint("BR2", teamGroups=[0, 1], slots=range(9), intp=3, mode2="LEQ", homeMode="HA", penalty=10),
        constraint("BR2", teams=[0, 3], slots=range(9), intp=2, mode2="EQ", homeMode="H"),
        constraint("BR3", teamGroups=[0, 1], intp=0, mode1="REGULAR", mode2="HA"),
        constraint("FA1", teamGroups=[0, 1], slots=range(1, 9), intp=1),
        constraint("FA1", teams=[1], slots=[3, 5], intp=0, hard=True, penalty=2),
        constraint("FA2", teamGroups=[0, 1], slots=range(9), intp=1, mode="H", penalty=10),
        constraint("FA2", teams=[0, 2, 3], slots=[2, 5], intp=0, mode="HA"),
        constraint("FA2", teams=[1, 2], slots=[1, 4, 7], intp=0, mode="A"),
        constraint("FA3", teamGroups=[0, 1]),
        constraint("FA5", teams=[0, 3], slots=range(2, 7), intp=20),
        constraint("FA6", slots=[0, 2, 4, 6], intp=5),
        constraint("SE1", teamGroups=[0, 1], min=3, penalty=10),
        constraint("SE1", teams=[0, 1, 2], min=0, max=2),
        constraint("SE2", teamGroups=[0, 1], pairs=[(0, 4), (1, 6)]),
    ), start=1)
)
"""Constraints of every type that is judged; they fit any league of four teams and nine slots or more."""


def every_type(instance: LeagueInstance) -> LeagueInstance:
    """The instance with constraints of every type."""
    return replace(instance, constraints=EVERY_TYPE)


def round_robin(instance: LeagueInstance, seed: int) -> list[Game]:
    """All games, one a slot and team, spread at random over the slots as the circle has them."""
    dice = random.Random(seed)
    n = len(instance.teams)
    circle = n + n % 2
    order = dice.sample(range(circle), circle)
    rounds: list[list[tuple[int, int]]] = []
    for leg in range(instance.leagues[0].rounds):
        for r in range(circle - 1):
            seats = [order[-1], *(order[(r + k) % (circle - 1)] for k in range(circle - 1))]
            pairs = [(seats[k], seats[-1 - k]) for k in range(circle // 2)]
            rounds.append([p if leg % 2 == 0 else p[::-1] for p in pairs if max(p) < n])
    dice.shuffle(rounds)
    slots = sorted(dice.sample(range(len(instance.slots)), len(rounds))) if (
        len(rounds) <= len(instance.slots)) else []
    return [Game(h, a, s) for s, games in zip(slots, rounds, strict=True) for h, a in games]


def odd_games(instance: LeagueInstance, seed: int) -> Iterator[Game]:
    """Games in any slots at all: missing, twice, against oneself, two of a team in one slot."""
    dice = random.Random(seed)
    n = len(instance.teams)
    for _ in range(n * n):
        yield Game(dice.randrange(n), dice.randrange(n), dice.randrange(len(instance.slots)))
