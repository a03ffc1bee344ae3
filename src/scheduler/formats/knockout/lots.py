"""Public randomness: whole numbers from a seed that anybody can compute again.

The ``k``-th number below ``n`` that is asked of a seed is drawn as lots are (``round_robin.lots_record``):
for attempt ``t = 0, 1, 2 ...`` take the SHA-256 of the UTF-8 text ``seed LF k LF t LF b`` for the blocks
``b = 0 .. B - 1``, ``B`` the least number with ``n <= 2^(256 B)``; read the digests, first block first,
as one big-endian integer ``x``; if ``x < 2^(256 B) - (2^(256 B) mod n)``, the number is ``x mod n``.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256

from scheduler.event import Entrant

__all__ = ["PublicSeed", "commitment"]


class PublicSeed:
    """A source of numbers: ``source(n)`` is the next one from 0 to n - 1, each equally likely."""

    def __init__(self, seed: str) -> None:
        self.seed = seed
        self.asked = 0

    def __call__(self, below: int) -> int:
        """The next number below ``below`` >= 1."""
        self.asked += 1
        blocks = max(1, -(-(below - 1).bit_length() // 256))
        space = 1 << 256 * blocks
        attempt = 0
        while True:
            texts = (f"{self.seed}\n{self.asked}\n{attempt}\n{b}" for b in range(blocks))
            value = int.from_bytes(b"".join(sha256(t.encode()).digest() for t in texts), "big")
            if value < space - space % below:
                return value % below
            attempt += 1


def commitment(entrants: Sequence[Entrant], seed: str) -> str:
    """The SHA-256 to publish before the draw, which binds the organiser to the seed (commit and reveal).

    It is taken over UTF-8 lines, each ending with a line feed: ``number TAB name TAB seed`` for each
    entrant in order of number, then the seed. The seed must be hard to guess, or it can be found by trial.
    """
    lines = [f"{e.number}\t{e.name}\t{e.seed}\n" for e in entrants] + [f"{seed}\n"]
    return sha256("".join(lines).encode("utf-8", "surrogatepass")).hexdigest()
