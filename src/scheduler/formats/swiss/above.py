"""Wishes that a rulebook ranks before high meets high: kept by everybody where that can be."""

from __future__ import annotations

from dataclasses import replace

from scheduler.errors import NoAnswer
from scheduler.formats.swiss.asked import Asked
from scheduler.formats.swiss.state import SwissState
from scheduler.rules import Rulebook
from scheduler.rules.pairings import bans_of, wish_levels
from scheduler.solve.matching import pair
from scheduler.solve.matching.ahead import Seen, outlook_after

__all__ = ["pair_above"]


def pair_above(
    state: SwissState, rulebook: Rulebook, asked: Asked, after: int
) -> tuple[Asked, Seen | None, tuple[str, ...]]:
    """(what is asked with those wishes, the round under them, notes); None where no wish is ranked so.

    Level by level a wish is taken for a ban of this round if the round then exists and leaves the
    ``after`` rounds to come, which it does not bind. Else it decides among equals only, and a note says
    so: how few could go against it is not looked for.
    """
    score = rulebook.find("high-meets-high")
    seen, notes, frame = None, list[str](), state.frame(asked.order)
    for level, uses in wish_levels(rulebook).items():
        if not score or score.hard or level >= score.level:
            break
        names = " and ".join(f'"{u.id}"' for u in uses)
        kept = (*(u for u in rulebook.uses if u.hard), *asked.above, *uses)
        bans = bans_of(rulebook, frame, kept)
        try:
            made = pair(
                asked.order, bans, asked.may_bye, forced=asked.fixed.pairs, first_idle=asked.idle,
                prefer=asked.prefer)
        except NoAnswer:
            notes.append(f"{names} cannot be kept by everybody in this round: it decides among equals only")
            continue
        view = outlook_after(made, bans_of(rulebook, frame), after, asked.may_bye)
        if view.verdict == "impossible":
            notes.append(f"{names} would spoil the rounds to come: it decides among equals only")
            continue
        asked = replace(asked, bans=bans, above=(*asked.above, *uses))
        seen = Seen(made, view, plain=made, asked=after)
    return asked, seen, tuple(notes)
