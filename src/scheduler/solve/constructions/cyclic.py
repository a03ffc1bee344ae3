"""Sets of residues modulo an odd number, as the bits of one integer: moved, turned, halved."""

from __future__ import annotations

from collections.abc import Iterable

__all__ = ["Cycle", "bits", "mask"]


def mask(values: Iterable[int]) -> int:
    """The set of these values: bit v is set for each v."""
    out = 0
    for value in values:
        out |= 1 << value
    return out


def bits(chosen: int) -> list[int]:
    """The values of a set, ascending."""
    text = bin(chosen)[:1:-1]
    out, at = [], text.find("1")
    while at >= 0:
        out.append(at)
        at = text.find("1", at + 1)
    return out


class Cycle:
    """The residues 0..m-1, ``m`` odd; every set is an int whose bit v says that v is in it.

    Reversals go through the binary text, whose slices are what no arithmetic on integers offers.
    """

    def __init__(self, m: int) -> None:
        self.m = m
        self.half = (m + 1) // 2
        self.full = (1 << m) - 1
        self.lower = ((1 << (m + 1) // 2) - 1) & ~1
        """1..(m-1)/2: of each difference and its opposite, the lesser."""

    def _text(self, chosen: int) -> str:
        """One character a residue, that of 0 first."""
        return format(chosen, f"0{self.m}b")[::-1]

    def shifted(self, chosen: int, by: int) -> int:
        """{v + by}."""
        by %= self.m
        return (chosen << by | chosen >> (self.m - by)) & self.full

    def opposite(self, chosen: int) -> int:
        """{-v}."""
        text = self._text(chosen)
        return int(text[1:] + text[0], 2)

    def doubled(self, chosen: int) -> int:
        """{2v}."""
        text = self._text(chosen)
        out = [""] * self.m
        out[0::2], out[1::2] = text[: self.half], text[self.half :]
        return int("".join(out)[::-1], 2)

    def halved(self, chosen: int) -> int:
        """{v / 2}: those v for which 2v is in the set."""
        text = self._text(chosen)
        return int((text[0::2] + text[1::2])[::-1], 2)

    def spread(self, differences: int) -> int:
        """The set with the opposites of its values."""
        return differences | self.opposite(differences)

    def folded(self, chosen: int) -> int:
        """Each value and its opposite written as the lesser of the two; 0 is left out."""
        return self.spread(chosen) & self.lower

    def apart(self, one: int, other: int) -> int:
        """How far apart two residues are, the shorter way round."""
        gap = (one - other) % self.m
        return min(gap, self.m - gap)

    def midway(self, one: int, other: int) -> int:
        """The residue in the middle of two: half their sum."""
        return (one + other) * self.half % self.m
