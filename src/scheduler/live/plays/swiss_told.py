"""What a Swiss stage says itself of its rulebook's parameters, and the ways on through an odd field."""

from __future__ import annotations

from random import Random
from typing import Any

from scheduler.formats.swiss.asked import asked_of
from scheduler.formats.swiss.odd import OddPlan, plans_for
from scheduler.formats.swiss.state import SwissState
from scheduler.live.state import LiveStage
from scheduler.rules import Rulebook, read_uses

__all__ = ["SETTINGS", "as_told", "ways_on"]

SETTINGS = {
    "odd": ("paired-once", "odd"),
    "home": ("home-side", "variant"),
    "ties": ("high-meets-high", "ties"),
    "first": ("high-meets-high", "first"),
    "within": ("high-meets-high", "within"),
    "last": ("high-meets-high", "last"),
    "delay": ("high-meets-high", "delay"),
    "open": ("high-meets-high", "open"),
}
"""Option of a Swiss stage -> the rule and parameter of its rulebook in whose place it stands."""

_MOST_SHOWN = 25
"""Above so many entrants the blocks of three are not looked at."""


def as_told(book: Rulebook, stage: LiveStage) -> Rulebook:
    """``book`` with the parameters that a Swiss stage's options exchange. RulebookError for values that
    there are not."""
    if stage.stage.format != "swiss":
        return book
    changes: dict[str, dict[str, Any]] = {}
    for key, (rule, parameter) in SETTINGS.items():
        if key in stage.stage.options:
            changes.setdefault(rule, {})[parameter] = stage.stage.options[key]
    for rule, params in changes.items():
        (checked,) = read_uses([{"id": rule, **params}], where=f"the settings of {stage.name}")
        have = book.find(rule)
        new = have.with_params(**{k: checked.params[k] for k in params}) if have else checked
        book = book.without(rule).adding([new])
    return book


def ways_on(state: SwissState, book: Rulebook, *, effort: float = 1.0) -> tuple[OddPlan, ...]:
    """The ways through the rounds left of an odd field: byes, blocks of three, each with what is known of
    it. () for even and for large fields, and while a block is on its way."""
    asked = asked_of(state, book, Random(0))
    if len(asked.order) % 2 == 0 or asked.busy or not 3 < len(asked.order) <= _MOST_SHOWN:
        return ()
    left = state.rounds - state.round + 1
    return plans_for(asked.order, asked.bans, asked.may_bye, left, effort=effort)
