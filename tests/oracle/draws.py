"""Every rule of draws read once more, in loops over lines that anybody can follow."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

from oracle.counted import Counted


@dataclass
class Lines:
    """``lines[i]``: who stands on line i + 1; 0 a bye, -1 not known. A broken draw may name anybody twice."""

    n: int
    lines: list[int]
    seeds: list[int] = field(default_factory=list)
    regions: list[str] = field(default_factory=list)
    earlier: list[tuple[int, int]] = field(default_factory=list)
    ranking: list[int] = field(default_factory=list)

    @property
    def rounds(self) -> int:
        return len(self.lines).bit_length() - 1

    def section(self, r: int, s: int) -> list[int]:
        """What stands in the s-th section (from 0) of 2^r lines."""
        return self.lines[s * 2**r : (s + 1) * 2**r]

    def sections(self, r: int) -> list[list[int]]:
        return [self.section(r, s) for s in range(len(self.lines) // 2**r)]

    def distinct(self, r: int, who: list[int]) -> list[int]:
        """For each section of 2^r lines how many of these are in it, each counted once."""
        return [len({e for e in section if e in who}) for section in self.sections(r)]

    def alike(self) -> list[list[int]]:
        """Entrants of one region, two at least."""
        names = sorted({t for t in self.regions if t})
        groups = [[e for e in range(1, self.n + 1) if self.regions[e - 1] == t] for t in names]
        return [g for g in groups if len(g) > 1]


Reading = Callable[..., list[Counted]]
DRAW_ORACLE: dict[str, Reading] = {}


def reads(id: str) -> Callable[[Reading], Reading]:
    def keep(reading: Reading) -> Reading:
        DRAW_ORACLE[id] = reading
        return reading

    return keep


def broken_draw(id: str, draw: Lines, **params: Any) -> list[tuple[int, Counted]]:
    """(steps below the level of the rule, what breaks it), in no particular order."""
    found = DRAW_ORACLE[id](draw, **params)
    return [
        x if isinstance(x, tuple) and not isinstance(x, Counted) else (0, x)  # type: ignore[misc]
        for x in found
        if (x if isinstance(x, Counted) else x[1]).deviation
    ]


@reads("one-line-each")
def one_line_each(draw: Lines) -> list[Counted]:
    return [Counted((e,), (), draw.lines.count(e), 1, 1) for e in range(1, draw.n + 1)]


@reads("one-a-line")
def one_a_line(draw: Lines) -> list[Counted]:
    return [Counted((), (), 0 if e == -1 else 1, 1, 1) for e in draw.lines]


PLACES = {
    # The lines of the seeds on 4, 8 and 16 lines, from the regulations; one list a block.
    "alternating": {4: [[1], [4], [3, 2]], 8: [[1], [8], [5, 4], [3, 6, 7, 2]],
                    16: [[1], [16], [9, 8], [5, 12, 13, 4], [3, 14, 11, 6, 7, 10, 15, 2]]},
    "fold": {4: [[1], [3], [4, 2]], 8: [[1], [5], [7, 3], [4, 8, 6, 2]],
             16: [[1], [9], [13, 5], [7, 15, 11, 3], [4, 12, 16, 8, 6, 14, 10, 2]]},
    "cluster": {4: [[1], [4]], 8: [[1], [8], [3, 6]],
                16: [[1], [16], [5, 12], [4, 8, 9, 13]]},
    "separate": {4: [[1], [4]], 8: [[1], [8], [3, 6]],
                 16: [[1], [16], [5, 12], [3, 7, 10, 14]]},
}


@reads("seeds-placed")
def seeds_placed(
    draw: Lines, scheme: str = "alternating", exactly: bool = True, match: bool = False
) -> list[Counted]:
    out = []
    k = 0
    for block in PLACES[scheme][len(draw.lines)]:
        for position in range(len(block)):
            if k < len(draw.seeds) and draw.seeds[k]:
                allowed = {block[position]} if exactly else set(block)
                if match:
                    allowed |= {line + 1 if line % 2 else line - 1 for line in allowed}
                there = [i for i in allowed if draw.lines[i - 1] == draw.seeds[k]]
                out.append(Counted((draw.seeds[k],), (), len(there), 1, None))
            k += 1
    return out


@reads("seeds-apart")
def seeds_apart(draw: Lines) -> list[Counted]:
    out = []
    parts = 2
    while parts < len(draw.lines):
        first = [s for s in draw.seeds[:parts] if s]
        if len(draw.seeds) > parts // 2:
            r = draw.rounds - parts.bit_length() + 1
            out += [Counted(tuple(first), (r,), k, None, 1) for k in draw.distinct(r, first)]
        parts *= 2
    return out


@reads("seed-number")
def seed_number(draw: Lines, share: int = 4) -> list[Counted]:
    seeds = [s for s in draw.seeds if s]
    cap = min(len(seeds), len(draw.lines) // max(1, share))
    power = max([0, *(p for p in (1, 2, 4, 8, 16) if p <= cap)])
    return [Counted((), (), sum(e in seeds for e in draw.lines), None, power)]


@reads("byes-placed")
def byes_placed(draw: Lines, scheme: str = "alternating") -> list[Counted]:
    places = [line for block in PLACES["fold" if scheme == "fold" else "alternating"][len(draw.lines)]
              for line in block]
    out = []
    for line in places[: len(draw.lines) - draw.n]:
        beside = line + 1 if line % 2 else line - 1
        out.append(Counted((), (), int(draw.lines[beside - 1] == 0), 1, None))
    return out


@reads("byes-to-seeds")
def byes_to_seeds(draw: Lines) -> list[Counted]:
    out = []
    for s in [s for s in draw.seeds if s][: len(draw.lines) - draw.n]:
        for pair in draw.sections(1):
            out.append(Counted((s,), (1,), (s in pair) - pair.count(0), None, 0))
    return out


@reads("byes-apart")
def byes_apart(draw: Lines) -> list[Counted]:
    return [Counted((), (), pair.count(0), None, 1) for pair in draw.sections(1)]


@reads("byes-even")
def byes_even(draw: Lines) -> list[Counted]:
    out = []
    byes = len(draw.lines) - draw.n
    for r in range(1, draw.rounds):
        few, rest = divmod(byes, len(draw.sections(r)))
        out += [Counted((), (), s.count(0), few, few + (rest > 0)) for s in draw.sections(r)]
    return out


@reads("apart")
def apart(
    draw: Lines, attribute: str = "region", from_round: int = 1, to_round: int = 0,
    order: str = "earliest-first",
) -> list[Any]:
    out = []
    first, last = max(1, from_round), min(to_round or draw.rounds - 1, draw.rounds)
    for r in range(first, last + 1):
        step = r - first if order == "earliest-first" else last - r
        for group in draw.alike():
            out += [(step, Counted((), (r,), k, None, 1)) for k in draw.distinct(r, group)]
    return out


@reads("ranked-apart")
def ranked_apart(draw: Lines, attribute: str = "region", parts: int = 4) -> list[Counted]:
    seeds = [s for s in draw.seeds if s]
    order = draw.ranking or seeds + [e for e in range(1, draw.n + 1) if e not in seeds]
    out = []
    for group in draw.alike():
        for j in range(1, draw.rounds):
            if 2**j <= parts:
                top = sorted(group, key=order.index)[: 2**j]
                r = draw.rounds - j
                out += [Counted(tuple(top), (r,), k, None, 1) for k in draw.distinct(r, top)]
    return out


@reads("not-before")
def not_before(draw: Lines, entrants: tuple[int, ...] = (), from_round: int = 2) -> list[Counted]:
    who = list(dict.fromkeys(entrants))
    pairs = [(a, b) for a in who for b in who if who.index(a) < who.index(b)] or draw.earlier
    r = min(from_round - 1, draw.rounds)
    if r < 1:
        return []
    return [Counted(p, (), k, None, 1) for p in pairs for k in draw.distinct(r, list(p))]


@reads("on-lines")
def on_lines(draw: Lines, entrant: int, lines: tuple[int, ...]) -> list[Counted]:
    return [Counted((entrant,), (), sum(draw.lines[i - 1] == entrant for i in set(lines)), 1, None)]


def random_lines(rng: Random) -> Lines:
    """A draw of 4, 8 or 16 lines that is sound, a little broken, or badly broken."""
    size = rng.choice([4, 8, 16])
    n = rng.randint(size // 2 + 1, size)
    lines = list(range(1, n + 1)) + [0] * (size - n)
    rng.shuffle(lines)
    for _ in range(rng.choice([0, 0, 1, 2, 6])):
        lines[rng.randrange(size)] = rng.randint(-1, n)
    seeds = rng.sample(range(1, n + 1), rng.randint(0, size // 2))
    for _ in range(rng.choice([0, 0, 1])):
        if seeds:
            seeds[rng.randrange(len(seeds))] = 0
    met = [tuple(sorted(rng.sample(range(1, n + 1), 2))) for _ in range(rng.randint(0, 4))]
    return Lines(
        n, lines, seeds, [rng.choice(["", "north", "south", "east"]) for _ in range(n)],
        [(p[0], p[1]) for p in met],
        rng.choice([[], rng.sample(range(1, n + 1), n)]),
    )


def random_draw_params(rng: Random, id: str, draw: Lines) -> dict[str, Any]:
    """Parameters of the rule, spelt as rulebooks spell them."""
    rounds = draw.rounds
    choices: dict[str, dict[str, Any]] = {
        "seeds-placed": {"scheme": rng.choice(list(PLACES)), "exactly": rng.random() < 0.5,
                         "match": rng.random() < 0.5},
        "seed-number": {"share": rng.randint(1, 5)},
        "byes-placed": {"scheme": rng.choice(list(PLACES))},
        "apart": {"from-round": rng.randint(0, rounds), "to-round": rng.randint(0, rounds + 1),
                  "order": rng.choice(["earliest-first", "halves-first"])},
        "ranked-apart": {"parts": rng.randint(0, 9)},
        "not-before": {
            "entrants": tuple(rng.sample(range(1, draw.n + 1), rng.choice([0, 0, 2, 3]))),
            "from-round": rng.randint(0, rounds + 1),
        },
        "on-lines": {"entrant": rng.randint(1, draw.n),
                     "lines": tuple(rng.sample(range(1, len(draw.lines) + 1), rng.randint(1, 4)))},
    }
    return choices.get(id, {})
