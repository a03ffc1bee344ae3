"""The constructions to try for a round robin, in order, and the bounds that theorems give."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

import numpy as np

from scheduler.arrange import Candidate
from scheduler.errors import UsageError, did_you_mean
from scheduler.event import Schedule
from scheduler.facts import Frame
from scheduler.formats.round_robin.requests import requested_candidates, sided
from scheduler.rules import Rulebook, Stated
from scheduler.solve.constructions import (
    berger,
    canonical,
    carry_over_balanced,
    cba,
    double,
    english,
    french,
    inverted,
    mirrored,
    phased,
    rotation,
)

__all__ = ["METHODS", "candidates", "theorems"]

METHODS: dict[str, Callable[[int], Schedule]] = {
    "cba": cba,
    "canonical": canonical,
    "rotation": rotation,
    "berger": berger,
    "carry-over": carry_over_balanced,
}
_LEGS: dict[str, Callable[[Schedule, int], Schedule]] = {
    "mirrored": mirrored,
    "inverted": inverted,
    "english": english,
    "french": french,
    "phased": phased,
}


def candidates(book: Rulebook, frame: Frame, method: str, mode: str, seed: int) -> list[Candidate]:
    """What to try, the most promising first; a named method alone where one is named."""
    if method not in ("auto", *METHODS):
        raise UsageError(
            f'there is no method "{method}"', maybe=did_you_mean(method, ["auto", *METHODS, "joined"])
        )
    n, legs = frame.entrants, frame.legs
    if method != "auto":
        if not _fits(method, n):
            raise UsageError(f"carry-over balance is known for 4, 8, 16 ... entrants, not for {n}")
        return [Candidate(f"construction {method}", partial(_legs, METHODS[method], n, mode, legs))]
    made = list(_by_legs(frame, mode)) if legs > 1 else []
    made += [
        Candidate(f"construction {name}", partial(_legs, METHODS[name], n, mode, legs))
        for name in _in_order(book) if _fits(name, n)
    ]
    return [*made, *_turned(made, book, frame), *requested_candidates(book, frame, seed)]


def _in_order(book: Rulebook) -> list[str]:
    """The methods, those first that are made for what the rulebook prices."""
    first = {"breaks-total": "canonical", "breaks-each": "canonical", "carry-over": "carry-over"}
    wished = [first[u.id] for u in book.uses if u.id in first]
    return list(dict.fromkeys([*wished, *METHODS]))


def _fits(method: str, n: int) -> bool:
    return method != "carry-over" or (n >= 4 and n & (n - 1) == 0)


def _by_legs(frame: Frame, mode: str) -> Iterator[Candidate]:
    """Doubles with sides made for their mode. Legs of the other modes are round robins of their own
    too, and have fewer breaks or the order of the first leg: all of them are phased."""
    modes = ("english", "inverted", "mirrored", mode) if mode == "phased" else (mode,)
    for m in modes:
        yield Candidate(f"construction {m}", partial(double, frame.entrants, m, frame.legs))
    if mode == "phased":
        yield Candidate(
            "construction cba, mirrored", partial(_legs, cba, frame.entrants, "mirrored", frame.legs)
        )


def _legs(make: Callable[[int], Schedule], n: int, mode: str, legs: int) -> Schedule:
    first = make(n)
    return first if legs == 1 else _LEGS[mode](first, legs)


def _turned(made: Sequence[Candidate], book: Rulebook, frame: Frame) -> Iterator[Candidate]:
    """The single-leg constructions with their sides turned towards those asked for."""
    if frame.legs > 1 or not any(u.id in ("lock", "side") for u in book.uses):
        return
    for c in made:
        yield Candidate(f"{c.name}, sides turned", partial(_turn, c, book, frame))


def _turn(made: Candidate, book: Rulebook, frame: Frame) -> Schedule | None:
    return sided(made.make(), book, frame)


def theorems(frame: Frame, mode: str, stated: Sequence[Stated]) -> dict[int, int]:
    """Lower bounds of a level that need no search: breaks over two legs, where they alone are priced."""
    breaks = [s for s in stated if s.use.id == "breaks-total" and not s.use.hard]
    if frame.legs != 2 or len(breaks) != 1 or frame.entrants < 3:
        return {}
    use, count = breaks[0].use, breaks[0].count
    if use.price != (1,) or any(s.use.level == use.level and s.use is not use for s in stated):
        return {}
    free = int(count.bounds(np.array([0]))[1][0])
    return {use.level: max(0, _least_breaks(frame.entrants, mode) - free)}


def _least_breaks(n: int, mode: str) -> int:
    """The least number of breaks over two legs that is proven for a mode.

    Mirrored (de Werra 1981): in even fields all but two entrants have a break in the first leg, hence
    three in all; in odd ones everybody has one where the legs meet. French, even: an entrant's matches
    begin on one side and end on the other, so its breaks are even in number, and without any both legs
    would alternate and meet in a break: two each. French and English, odd: whoever is idle at the far
    end plays p and then p reversed, an even number of matches each, which meet in a break.
    """
    if mode == "mirrored":
        return n if n % 2 else 3 * (n - 2)
    if mode == "french":
        return 1 if n % 2 else 2 * n
    return 1 if mode == "english" and n % 2 else 0
