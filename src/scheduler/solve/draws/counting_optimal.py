"""From the certificate of an optimal separation to the intervals that hold just the optimal draws.

The certificate has potentials for the sections of the draw, and for some regions in some sections
potentials of their own (``flow``). A draw is optimal if and only if it is tight with them: where
one more of a region in a half of a section would be dearer than elsewhere there is none more, where
one less would be dearer there is none less, and nobody goes where the potentials do not lead. Each
of these is a bound on one region in one section: complementary slackness, as in any textbook of
network flows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scheduler.event.draw import BYE
from scheduler.solve.draws.counting_shapes import Intervals

__all__ = ["optimal_intervals"]

_Vector = tuple[int, ...]
_Bounds = dict[tuple[int, int, int], tuple[int, int]]


@dataclass(frozen=True, slots=True)
class _Proof:
    """A certificate's part: ``place[level]`` is the digit of a round that counts."""

    size: int
    place: Mapping[int, int]
    shared: Mapping[int, _Vector]
    own: Mapping[tuple[int, int], _Vector]
    held: Mapping[tuple[int, int], int]

    def level(self, section: int) -> int:
        """Sections of level l have 2^l lines; section 1 is the draw."""
        return self.size.bit_length() - section.bit_length()

    def key(self, value: int, section: int) -> tuple[int, int, int]:
        """How intervals name a section: value, level, number from 0."""
        level = self.level(section)
        return value, level, section - (self.size >> level)


def optimal_intervals(
    size: int, fixed: Mapping[int, int], codes: Sequence[int], part: Mapping[str, Any]
) -> Intervals:
    """The intervals within which lie exactly the draws that ``part`` proves optimal.

    ``part`` is one attribute's part of a separation's certificate, by potentials; ``size``,
    ``fixed`` and ``codes`` (of that attribute) are those of the separation. If the part proves
    the most important rounds only, the draws are those optimal in these rounds.
    """
    vectors = [tuple(vector) for vector in part["vectors"]]
    held = Counter(
        (codes[e - 1], size + line - 1 >> up)
        for line, e in fixed.items() if e != BYE
        for up in range(size.bit_length())
    )
    proof = _Proof(
        size, {level: at for at, level in enumerate(part["rounds"])},
        {s: vectors[at] for s, at in enumerate(part["sections"], start=1)},
        {(c, s): vectors[at] for c, s, at in part["expanded"]}, held,
    )
    bounds: _Bounds = {}
    for value, section in proof.own:
        for half in (2 * section, 2 * section + 1):
            _followed(proof, bounds, value, half)
    for section in range(2, size):
        if proof.shared[section] < proof.shared[section // 2]:
            # The shared tree does not lead here, so whoever is not followed does not come here.
            for value in {-1, *codes}:
                if (value, section // 2) not in proof.own:
                    _meet(bounds, proof.key(value, section), (0, held[value, section]))
    return bounds


def _followed(proof: _Proof, bounds: _Bounds, value: int, half: int) -> None:
    """The bounds on a region in half a section in which it is followed."""
    tail = proof.own[value, half // 2]
    head = proof.own.get((value, half), proof.shared[half])
    held = proof.held.get((value, half), 0)
    level = proof.level(half)
    digit = proof.place.get(level)
    least = most = 0
    for there in range(held, held + (1 << level)):
        cost = [a - b for a, b in zip(tail, head, strict=True)]
        if digit is not None:
            cost[digit] += there
        sign = next((c for c in cost if c), 0)
        least += sign < 0
        most += sign <= 0
    _meet(bounds, proof.key(value, half), (least + held, most + held))
    if (value, half) not in proof.own:
        _alone(proof, bounds, value, half)


def _alone(proof: _Proof, bounds: _Bounds, value: int, section: int) -> None:
    """Below where a region is followed no meeting is counted: an optimal draw has none."""
    todo = [2 * section, 2 * section + 1]
    while todo:
        half = todo.pop()
        if half < proof.size:
            if proof.level(half) in proof.place:
                held = proof.held.get((value, half), 0)
                _meet(bounds, proof.key(value, half), (0, max(1, held)))
            todo += [2 * half, 2 * half + 1]


def _meet(bounds: _Bounds, key: tuple[int, int, int], bound: tuple[int, int]) -> None:
    least, most = bounds.get(key, bound)
    bounds[key] = max(least, bound[0]), min(most, bound[1])
