"""Which results a round is drawn by: up to which round, and what of matches that are still played."""

from __future__ import annotations

from collections.abc import Sequence

from scheduler.errors import UsageError
from scheduler.event import Match
from scheduler.formats.swiss.state import Settings
from scheduler.rules import Rulebook

__all__ = ["assumed_points", "counted_rounds"]


def counted_rounds(rulebook: Rulebook, round_number: int, rounds: int) -> int:
    """The results of rounds 1 to this one count when ``round_number`` of ``rounds`` is drawn.

    Usually that is the round before. Delayed standings are ``delay`` rounds older, except, where the
    rulebook says so, for the last round. 0: nothing counts yet, and the seeding is the order.
    """
    settings = Settings.of(rulebook)
    delay = 0 if round_number == rounds and settings.last_undelayed else settings.delay
    return max(0, round_number - 1 - delay)


def assumed_points(rulebook: Rulebook, open_matches: Sequence[Match], whole: int) -> dict[int, int]:
    """The points that a round is drawn by for entrants whose match of a counted round is still played.

    ``whole`` is what the two sides of a match share (2000 for 20 VP in hundredths). ``refuse``: UsageError
    names the tables that are waited for; ``draw``: half each, the odd unit to nobody; ``nothing``: 0.
    """
    how = Settings.of(rulebook).open
    if how == "refuse" and open_matches:
        shown = ", ".join(f"{m.home}-{m.away} (table {m.table})" for m in open_matches[:12])
        raise UsageError(
            f"{len(open_matches)} results are missing: {shown}{' ...' if len(open_matches) > 12 else ''}",
            maybe="enter them, delay the standings by a round, or have open matches count as drawn.")
    share = whole // 2 if how == "draw" else 0
    return {e: share for m in open_matches for e in (m.home, m.away)}
