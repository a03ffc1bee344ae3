"""What anybody can compute again: numbers from a public seed, and records under a seal.

A record can be checked with nothing but this page and what was published:

**Numbers from the seed.** The number below ``n`` that seed ``S`` gives at position ``k`` (from 1): for
attempt ``t = 0, 1, 2 ...`` take the SHA-256 of the UTF-8 text ``S LF k LF t LF b`` (LF a line feed, the
integers in decimal) for the blocks ``b = 0 .. B - 1``, ``B`` the least number with ``n <= 2^(256 B)``, nearly
always 1; write the digests one after the other, first block first, and read them as one big-endian integer
``x``. If ``x < 2^(256 B) - (2^(256 B) mod n)``, the number is ``x mod n``; else go to the next attempt. Every
number has exactly its share, and no language's random generator is needed.

**Lots.** In step ``k`` let the admissible numbers be ``a1 < a2 < ...`` with weights ``w1, w2, ...`` (all 1
unless the record lists them) and sum ``n``. With ``r`` the number below ``n`` at position ``k``, the lot is
the first whose weight, added to those before it, exceeds ``r``.

Weights beyond 2^53 - 1 are written as texts of digits, so that no reader rounds them.

**Seal.** ``sha256`` is the SHA-256 of the record without that key, as JSON with sorted keys, no white space,
characters beyond ASCII as they are, in UTF-8.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Protocol, TypeVar

from scheduler.errors import FileError, UsageError
from scheduler.event import Entrant, exact

__all__ = [
    "Drawing", "LotsStep", "PublicSeed", "all_from_seed", "commitment", "draw_weighted", "must_agree",
    "plain", "replayed", "seal", "sealed",
]

R = TypeVar("R", covariant=True)
"""The record that a finished drawing gives."""

_MOST_TEXT = 200
_MOST_RECORD = 16_000_000


class PublicSeed:
    """A source of numbers: ``source(n)`` is the next one from 0 to n - 1, each equally likely."""

    def __init__(self, seed: str) -> None:
        """The numbers of ``seed`` from position 1 on."""
        self.seed = seed
        self.asked = 0

    def __call__(self, below: int) -> int:
        """The next number below ``below`` >= 1."""
        self.asked += 1
        return _number(self.seed, self.asked, below)


def _number(seed: str, position: int, below: int) -> int:
    """The number below ``below`` at a position, as the head of this module defines it."""
    blocks = max(1, -(-(below - 1).bit_length() // 256))
    space = 1 << 256 * blocks
    attempt = 0
    while True:
        texts = (f"{seed}\n{position}\n{attempt}\n{block}" for block in range(blocks))
        value = int.from_bytes(b"".join(sha256(text.encode()).digest() for text in texts), "big")
        if value < space - space % below:
            return value % below
        attempt += 1


def draw_weighted(seed: str, step: int, admissible: Sequence[int], weights: Sequence[int] = ()) -> int:
    """The lot that ``seed`` draws in ``step``, as the head of this module defines it.

    ``admissible`` ascends; ``weights`` are positive integers parallel to it, empty for all alike.
    """
    share = list(weights) or [1] * len(admissible)
    at = _number(seed, step, sum(share))
    for number, weight in zip(admissible, share, strict=True):
        at -= weight
        if at < 0:
            return number
    raise AssertionError("unreachable: the position lies below the sum of the weights")


def commitment(entrants: Sequence[Entrant], seed: str) -> str:
    """The SHA-256 to publish before the draw, which binds the organiser to the seed (commit and reveal).

    It is taken over UTF-8 lines, each ending with a line feed: ``number TAB name TAB seed`` for each
    entrant in order of number, then the seed. The seed must be hard to guess, or it can be found by trial.
    """
    lines = [f"{e.number}\t{e.name}\t{e.seed}\n" for e in entrants] + [f"{seed}\n"]
    return sha256("".join(lines).encode("utf-8", "surrogatepass")).hexdigest()


@dataclass(frozen=True, slots=True)
class LotsStep:
    """One lot. ``part`` is ``fixed`` (a seed keeps its number), ``related`` or ``rest``.

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
            out["weights"] = list(map(exact, self.weights))
        return out


def seal(record: Mapping[str, Any]) -> str:
    """The SHA-256 over a record's canonical JSON, ``sha256`` itself left out."""
    body = {key: value for key, value in record.items() if key != "sha256"}
    text = json.dumps(body, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def sealed(source: str | bytes, format: str, where: str) -> dict[str, Any]:
    """A record read: JSON of the ``format`` asked for, under its own seal. FileError naming ``where``."""
    if len(source) > _MOST_RECORD:
        raise FileError(f"larger than {_MOST_RECORD} bytes, which no record is", where=where)
    try:
        data = json.loads(source)
    except (ValueError, RecursionError) as error:
        raise FileError(f"not JSON ({error})", where=where) from error
    if not isinstance(data, dict):
        raise FileError("a record is a JSON object", where=where)
    if data.get("format") != format:
        raise FileError(f'"format" is not {format}', where=where)
    if data.get("sha256") != seal(data):
        raise FileError("the seal does not fit: the record was changed after it was made", where=where)
    return data


def must_agree(data: Mapping[str, Any], made: Mapping[str, Any], where: str) -> None:
    """A record and the same drawing made anew: FileError naming the first step, or key, that differs.

    Large weights may be numbers, as older records have them: their own seal has been checked.
    """
    told = [_in_texts(step) for step in data["steps"]]
    if told != data["steps"]:
        data, made = {**data, "steps": told}, {**made, "sha256": data["sha256"]}
    for step, (was, now) in enumerate(zip(data["steps"], made["steps"], strict=False), start=1):
        if was != now:
            raise FileError(f"step {step} is not what the drawing gives: {was} should be {now}", where=where)
    wrong = [key for key in sorted({*made, *data}) if made.get(key) != data.get(key)]
    if wrong:
        raise FileError(f'"{wrong[0]}" is not what the drawing gives', where=where)


def _in_texts(step: Any) -> Any:
    weights = step.get("weights") if isinstance(step, dict) else None
    if not isinstance(weights, list):
        return step
    return {**step, "weights": [exact(w) if type(w) is int else w for w in weights]}


def plain(what: str, text: str) -> str:
    """``text`` where it is printable, on one line and not too long; UsageError else."""
    if len(text) > _MOST_TEXT or not text.isprintable():
        raise UsageError(f"{what} must be printable text of at most {_MOST_TEXT} characters on one line")
    return text


class Drawing(Protocol[R]):
    """A drawing in progress, ball by ball, whatever the balls stand for."""

    @property
    def waiting(self) -> tuple[int, ...]:
        """Who may draw now."""

    def draw(self, entrant: int, number: int, author: str, time: str = "") -> LotsStep:
        """Enter a ball that was drawn by hand."""

    def draw_from_seed(self, entrant: int = 0, time: str = "") -> LotsStep:
        """Draw from the public seed."""

    def record(self) -> R:
        """The finished drawing."""


def all_from_seed(begin: Callable[[str], Drawing[R]], seed: str, time: str = "") -> R:
    """The record of a drawing whose every ball comes from a public seed. UsageError without one."""
    if not seed:
        raise UsageError("a draw from lots needs a public seed", maybe="say --seed.")
    drawing = begin(seed)
    while drawing.waiting:
        drawing.draw_from_seed(time=time)
    return drawing.record()


def replayed(begin: Callable[[str], Drawing[R]], data: Mapping[str, Any], where: str) -> R:
    """Every step of a record made anew. FileError naming ``where`` for steps that are not possible."""
    try:
        drawing = begin(str(data["seed"]))
        for step in data["steps"]:
            entrant, author, time = int(step["entrant"]), str(step["author"]), str(step["time"])
            if author == "seed":
                drawing.draw_from_seed(entrant, time)
            else:
                drawing.draw(entrant, int(step["number"]), author, time)
        return drawing.record()
    except UsageError as error:
        raise FileError(f"this drawing is not possible: {error.message}", where=where) from error
    except (KeyError, TypeError, ValueError, OverflowError, AttributeError) as error:
        raise FileError(f"a field is missing or of the wrong kind ({error})", where=where) from error
