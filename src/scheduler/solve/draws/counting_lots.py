"""Choosing with exact chances from a source of integers, so that a public seed can drive a draw."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

__all__ = ["Below", "chosen", "shuffled"]

Below = Callable[[int], int]
"""A source of randomness: ``below(n)`` is an integer from 0 to n - 1, each equally likely."""

_T = TypeVar("_T")


def chosen(options: Iterable[tuple[_T, int]], below: Below) -> _T:
    """One of ``options``, each with the chance that its weight (an integer >= 0) has of their sum.

    The sum must be positive. ``below`` is asked once.
    """
    listed = list(options)
    at = below(sum(weight for _, weight in listed))
    for option, weight in listed:
        at -= weight
        if at < 0:
            return option
    raise AssertionError("unreachable: the position lies below the sum of the weights")


def shuffled(items: Sequence[_T], below: Below, many: int | None = None) -> list[_T]:
    """``many`` of ``items`` (default: all) in random order, every such list equally likely."""
    out = list(items)
    size = len(out) if many is None else many
    for at in range(size):
        other = at + below(len(out) - at)
        out[at], out[other] = out[other], out[at]
    return out[:size]
