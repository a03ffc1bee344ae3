"""Fields as real events have them, made up from a seed; and their draws, counted in the plainest way.

Sizes of countries are Zipf-like: the k-th country sends 1 / (k + 2) of what it would take to make all
equal in number. With 40 of them the first three send 12, 9 and 7 of a hundred entrants and a third
sends two at most, as in the main draws of tennis's majors, where the first three send 13, 10 and 7.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from random import Random

__all__ = ["Field", "broken_draw", "meetings", "of_size", "write_field"]

_SHIFT = 2


@dataclass(frozen=True)
class Field:
    """``regions`` and ``clubs`` of entrants 1, 2 ...; the first ``seeds`` of them are seeded in order.

    ``clubs`` is empty where nobody has one.
    """

    seeds: int
    regions: tuple[str, ...]
    clubs: tuple[str, ...] = ()

    @property
    def entrants(self) -> int:
        """How many there are."""
        return len(self.regions)

    @property
    def size(self) -> int:
        """The least power of two with a line for everybody."""
        return 1 << max(1, (self.entrants - 1).bit_length())


def of_size(n: int, seeds: int, regions: int, seed: int, clubs: int = 0) -> Field:
    """A field of ``n`` from at most so many regions, and clubs that cross them.

    Strength has nothing to do with where somebody comes from: every entrant is drawn alike.
    """
    rng = Random(f"field {n} {seeds} {regions} {clubs} {seed}")

    def drawn(letter: str, many: int) -> tuple[str, ...]:
        weights = [1 / (k + _SHIFT) for k in range(1, many + 1)]
        return tuple(f"{letter}{k + 1}" for k in rng.choices(range(many), weights, k=n))

    return Field(seeds, drawn("R", regions), drawn("C", clubs) if clubs else ())


def write_field(field: Field, path: Path) -> None:
    """The entry list as CSV."""
    clubs = field.clubs or ("",) * field.entrants
    rows = [
        f"{i},Entrant {i},{i if i <= field.seeds else ''},{region},{club}\n"
        for i, (region, club) in enumerate(zip(field.regions, clubs, strict=True), start=1)
    ]
    path.write_text("number,name,seed,region,club\n" + "".join(rows), encoding="utf-8")


def meetings(lines: Sequence[int], values: Sequence[str]) -> list[int]:
    """Pairs of one value that can meet first in round 1, 2 ..., counted pair by pair.

    ``lines`` hold entrants from 1, 0 for a bye.
    """
    places: dict[str, list[int]] = {}
    for line, who in enumerate(lines):
        if who:
            places.setdefault(values[who - 1], []).append(line)
    # Two lines meet in the round in which what is before their last different bit has been played.
    rounds = Counter(
        (a ^ b).bit_length() for held in places.values() for a, b in combinations(held, 2)
    )
    return [rounds[r] for r in range(1, (len(lines) - 1).bit_length() + 1)]


def broken_draw(lines: Sequence[int], field: Field) -> tuple[str, ...]:
    """What is false of a draw: everybody on one line, so many lines, no bye against a bye, seeds apart."""
    where = {who: line for line, who in enumerate(lines) if who}
    claims = {
        "a line for everybody": sorted(filter(None, lines)) == list(range(1, field.entrants + 1)),
        "as many lines as there should be": len(lines) == field.size,
        "no bye meets a bye": not any(a == b == 0 for a, b in zip(lines[::2], lines[1::2], strict=True)),
    }
    if field.seeds > 1 and claims["a line for everybody"]:
        half = len(lines) // 2
        claims["seeds 1 and 2 in different halves"] = where[1] // half != where[2] // half
    return tuple(claim for claim, holds in claims.items() if not holds)
