"""What the oracle looks at: a plain list of matches, and how to make sound and broken ones."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

Played = tuple[int, int, int, int]
"""(round, home, away, table), all from 1; table 0 where none is known."""


@dataclass
class Table:
    """Matches together with what the rules may ask about them."""

    n: int
    rounds: int
    tables: int
    legs: int
    matches: list[Played]
    regions: list[str] = field(default_factory=list)
    earlier: list[Played] = field(default_factory=list)
    miles: list[list[int]] = field(default_factory=list)

    @property
    def leg_rounds(self) -> int:
        """A single round robin of an even field takes n - 1 rounds, of an odd field n."""
        return self.n if self.n % 2 else self.n - 1

    def numbers(self) -> range:
        return range(1, self.n + 1)

    def pairs(self) -> list[tuple[int, int]]:
        return [(i, j) for i in self.numbers() for j in self.numbers() if i < j]

    def ordered(self) -> list[tuple[int, int]]:
        return [(i, j) for i in self.numbers() for j in self.numbers() if i != j]


def circle(n: int) -> list[list[tuple[int, int]]]:
    """A single round robin by rotation; in an odd field whoever meets the phantom is idle."""
    ring = list(range(1, n + 1 + n % 2))
    out = []
    for _ in range(len(ring) - 1):
        half = len(ring) // 2
        pairs = [(ring[i], ring[-1 - i]) for i in range(half)]
        out.append([p for p in pairs if max(p) <= n])
        ring = [ring[0], ring[-1], *ring[1:-1]]
    return out


def sound(rng: Random, n: int, legs: int) -> list[Played]:
    """``legs`` round robins with sides, rounds, tables and numbers in random order."""
    label = rng.sample(range(1, n + 1), n)
    out: list[Played] = []
    for leg in range(legs):
        rounds = circle(n)
        rng.shuffle(rounds)
        for k, pairs in enumerate(rounds, start=1):
            rng.shuffle(pairs)
            for table, pair in enumerate(pairs, start=1):
                home, away = rng.sample([label[pair[0] - 1], label[pair[1] - 1]], 2)
                out.append((leg * len(rounds) + k, home, away, table))
    return out


def damage(rng: Random, table: Table, times: int, *, copies: bool = True) -> None:
    """Break the list of matches in ``times`` places: in any way a careless hand could.

    Without ``copies`` no round gets the same two numbers twice.
    """
    for _ in range(times):
        before = list(table.matches)
        _damage_once(rng, table)
        seen = [(r, min(h, a), max(h, a)) for r, h, a, _ in table.matches]
        if not copies and len(seen) != len(set(seen)):
            table.matches = before


def _damage_once(rng: Random, table: Table) -> None:
    matches = table.matches
    if not matches:
        matches.append((1, 1, 2, 0))
    k = rng.randrange(len(matches))
    r, h, a, t = matches[k]
    other = rng.choice([e for e in table.numbers() if e != a])
    kind = rng.randrange(7)
    if kind == 0:
        del matches[k]
    elif kind == 1:
        matches[k] = (r, a, h, t)
    elif kind == 2:
        matches[k] = (rng.randint(1, table.rounds), h, a, t)
    elif kind == 3:
        matches[k] = (r, h, a, rng.randint(0, table.tables))
    elif kind == 4:
        matches[k] = (r, other, a, t)
    elif kind == 5:
        matches.append((rng.randint(1, table.rounds), h, a, rng.randint(0, table.tables)))
    else:
        matches.append((r, other, a, rng.randint(0, table.tables)))


def random_table(
    rng: Random, *, most: int = 9, max_legs: int = 3, copies: bool = True
) -> Table:
    """A table of 2 to ``most`` entrants that is sound, a little broken, or badly broken."""
    n, legs = rng.randint(2, most), rng.randint(1, max_legs)
    leg = n if n % 2 else n - 1
    table = Table(
        n, max(1, legs * leg + rng.choice([0, 0, 0, 1, 2])), max(1, n // 2 + rng.choice([0, 0, 1])),
        legs, sound(rng, n, legs),
        [rng.choice(["", "north", "south", "east"]) for _ in range(n)],
        sound(rng, n, 1),
        [[0 if i == j else rng.randint(1, 60) for j in range(n)] for i in range(n)],
    )
    damage(rng, table, rng.choice([0, 1, 2, 3, 8, 25]), copies=copies)
    rng.shuffle(table.matches)
    return table
