"""The record of a drawing of lots, and the public randomness behind it.

A record can be checked by anyone, with nothing but the published table and this page:

**Fingerprint of the table.** SHA-256, in hexadecimal, of the UTF-8 text with one line
``entrants rounds`` and one line ``round table home away`` a match, in ascending order of these four
integers; fields are separated by one space and every line ends with a line feed.

**Drawing from the seed.** In step ``s`` (from 1) let the admissible numbers be ``a1 < a2 < ...``
with weights ``w1, w2, ...`` (all 1 unless the record lists them) and sum ``W``. For attempt
``t = 0, 1, 2 ...`` take the SHA-256 of the UTF-8 text ``seed LF s LF t LF b`` (LF a line feed, the
integers in decimal) for the blocks ``b = 0 .. B - 1``, ``B`` the least number with
``W <= 2^(256 B)``, nearly always 1; write the digests one after the other, first block first, and
read them as one big-endian integer ``x``. If ``x >= 2^(256 B) - (2^(256 B) mod W)``, go to the next
attempt. Else ``r = x mod W``, and the number drawn is the first whose weight, added to those before
it, exceeds ``r``. Every weight has exactly its share, and no language's random generator is needed.

**Seal.** ``sha256`` is the SHA-256 of the record without that key, as JSON with sorted keys, no
white space, characters beyond ASCII as they are, in UTF-8.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

import numpy as np

from scheduler.event import Schedule

__all__ = ["FORMAT", "LotsRecord", "LotsStep", "draw_weighted", "fingerprint", "seal"]

FORMAT = "scheduler-lots-1"


@dataclass(frozen=True, slots=True)
class LotsStep:
    """One number given. ``part`` is ``fixed`` (a seed keeps its number), ``related`` or ``rest``.

    ``entrant`` is the entry number before the draw. ``author`` is ``fixed``, ``seed`` (drawn from
    the public seed) or the person whose hand drew. ``weights`` are parallel to ``admissible``, empty
    where every number has the same chance. ``time`` is an ISO time or "".
    """

    step: int
    part: str
    entrant: int
    admissible: tuple[int, ...]
    weights: tuple[int, ...]
    number: int
    author: str
    time: str = ""

    def as_json(self) -> dict[str, Any]:
        """The documented JSON shape; ``weights`` only where they are not all alike."""
        out: dict[str, Any] = {
            "step": self.step,
            "part": self.part,
            "entrant": self.entrant,
            "admissible": list(self.admissible),
            "number": self.number,
            "author": self.author,
            "time": self.time,
        }
        if self.weights:
            out["weights"] = list(self.weights)
        return out


@dataclass(frozen=True)
class LotsRecord:
    """A finished drawing: who got which number, in which order, and from what.

    ``entrants`` are names in order of entry; ``table`` is the fingerprint of the published table,
    ``published`` its ISO time or "". ``groups`` are the related entrants, ``fixed`` maps an entrant
    to the number it kept. ``last_round``, ``total``, ``proven`` are the value of the drawing for
    related entrants (0, 0, True without any). ``sets`` are the controlled sets, one a group, when
    the best assignments were too many to count; empty otherwise.
    """

    entrants: tuple[str, ...]
    table: str
    published: str
    seed: str
    groups: Mapping[str, tuple[int, ...]]
    fixed: Mapping[int, int]
    sets: tuple[tuple[int, ...], ...]
    last_round: int
    total: int
    proven: bool
    steps: tuple[LotsStep, ...]

    @property
    def numbers(self) -> dict[int, int]:
        """Entrant (entry number) to drawn number, in order of entry."""
        given = {step.entrant: step.number for step in self.steps}
        return {entrant: given[entrant] for entrant in sorted(given)}

    def as_json(self) -> dict[str, Any]:
        """The documented JSON shape, sealed."""
        out: dict[str, Any] = {
            "format": FORMAT,
            "entrants": list(self.entrants),
            "table": self.table,
            "published": self.published,
            "seed": self.seed,
            "groups": {name: list(members) for name, members in self.groups.items()},
            "fixed": {str(entrant): number for entrant, number in sorted(self.fixed.items())},
            "sets": [list(numbers) for numbers in self.sets],
            "last_round": self.last_round,
            "total": self.total,
            "proven": self.proven,
            "steps": [step.as_json() for step in self.steps],
        }
        out["sha256"] = seal(out)
        return out

    def text(self) -> str:
        """The record as the bytes to publish: JSON, one space of indentation, ends with a line feed."""
        return json.dumps(self.as_json(), ensure_ascii=False, indent=1) + "\n"


def seal(record: Mapping[str, Any]) -> str:
    """The SHA-256 over a record's canonical JSON, ``sha256`` itself left out."""
    body = {key: value for key, value in record.items() if key != "sha256"}
    text = json.dumps(body, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def fingerprint(table: Schedule) -> str:
    """The SHA-256 of a table of matches, as the head of this module defines it."""
    order = np.lexsort((table.away, table.home, table.table, table.round))
    rows = np.stack([table.round, table.table, table.home, table.away], axis=1)[order].tolist()
    lines = [f"{table.entrants} {table.rounds}", *(" ".join(map(str, row)) for row in rows)]
    return sha256("".join(line + "\n" for line in lines).encode()).hexdigest()


def draw_weighted(seed: str, step: int, admissible: Sequence[int], weights: Sequence[int] = ()) -> int:
    """The number that ``seed`` draws in ``step``, as the head of this module defines it.

    ``admissible`` ascends; ``weights`` are positive integers parallel to it, empty for all alike.
    """
    share = list(weights) or [1] * len(admissible)
    at = _below(seed, step, sum(share))
    for number, weight in zip(admissible, share, strict=True):
        at -= weight
        if at < 0:
            return number
    raise AssertionError("unreachable: the position lies below the sum of the weights")


def _below(seed: str, step: int, bound: int) -> int:
    blocks = max(1, -(-(bound - 1).bit_length() // 256))
    space = 1 << 256 * blocks
    attempt = 0
    while True:
        texts = (f"{seed}\n{step}\n{attempt}\n{block}" for block in range(blocks))
        value = int.from_bytes(b"".join(sha256(text.encode()).digest() for text in texts), "big")
        if value < space - space % bound:
            return value % bound
        attempt += 1
