"""The record of a drawing of numbers for a published table.

It can be checked by anyone with the published table and :mod:`scheduler.formats.public`, which defines lots
and seal.

**Fingerprint of the table.** SHA-256, in hexadecimal, of the UTF-8 text with one line
``entrants rounds`` and one line ``round table home away`` a match, in ascending order of these four
integers; fields are separated by one space and every line ends with a line feed.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

import numpy as np

from scheduler.event import Schedule
from scheduler.formats.public import LotsStep, seal

__all__ = ["FORMAT", "LotsRecord", "fingerprint"]

FORMAT = "scheduler-lots-1"


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


def fingerprint(table: Schedule) -> str:
    """The SHA-256 of a table of matches, as the head of this module defines it."""
    order = np.lexsort((table.away, table.home, table.table, table.round))
    rows = np.stack([table.round, table.table, table.home, table.away], axis=1)[order].tolist()
    lines = [f"{table.entrants} {table.rounds}", *(" ".join(map(str, row)) for row in rows)]
    return sha256("".join(line + "\n" for line in lines).encode()).hexdigest()
