"""Seating rights of a match, and what is wrong with the entries of an event."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from scheduler.live.boards import papers_of, segments_of
from scheduler.live.lineups import label, side_of
from scheduler.live.papers import SIDES
from scheduler.live.state import LiveEvent, LiveMatch, LiveStage
from scheduler.standings.notices import BLIND, Fault, picking_order
from scheduler.views.columns import clean
from scheduler.views.lineups import fault_lines
from scheduler.views.messages import Translator

__all__ = ["entries_text", "rights_text"]


def rights_text(
    event: LiveEvent, stage: LiveStage, match: LiveMatch, rights: Mapping[int, str], translator: Translator
) -> str:
    """Who has the seating right in each segment, and whose turn it is to pick; ``rights`` by segment, sides
    as ``home`` and ``away``."""
    t = translator
    sides = {side: clean(label(side_of(event, match, side))) for side in SIDES}
    lines = [t("seats.head", table=match.table, home=sides["home"], away=sides["away"])]
    count = len(segments_of(stage, match))
    for k in range(1, count + 1):
        if k not in rights:
            lines.append(t("seats.to-pick", number=k))
        elif rights[k] == BLIND:
            lines.append(t("seats.blind", number=k))
        else:
            lines.append(t("seats.right", number=k, side=sides[rights[k]]))
    papers = papers_of(match)
    if papers.lot and len(rights) < count:
        order, _ = picking_order(count, papers.lot, "away" if papers.lot == "home" else "home")
        lines.append(t("seats.next", side=sides[order[len(papers.picks)]]))
    return "\n".join(lines) + "\n"


def entries_text(event: LiveEvent, faults: Mapping[int, Sequence[Fault]], translator: Translator) -> str:
    """The entries that are not in order, by number, with what is wrong and the article."""
    t = translator
    if not faults:
        return t("seats.in-order") + "\n"
    lines = [t("seats.wrong", n=len(faults))]
    for number, found in faults.items():
        lines.append(t("seats.entry", number=number, name=clean(event.by_number(number).name)))
        lines += [f"    {line}" for line in fault_lines(found, t)]
    return "\n".join(lines) + "\n"
