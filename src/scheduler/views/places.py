"""The final places of an event as text, as a page and as rows."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from scheduler.live.state import LiveEvent
from scheduler.views.columns import clean
from scheduler.views.leaves import Leaf, leaves_page, leaves_text
from scheduler.views.messages import Translator

__all__ = ["place_text", "places_page", "places_rows", "places_text"]

Row = tuple[int, int, int]
"""(best place, last place, id), as of :func:`scheduler.live.placing.final_places`."""


def place_text(low: int, high: int, t: Translator) -> str:
    """A place, or the first and last of those that are shared."""
    if not low:
        return t("standing.unranked")
    return str(low) if low == high else f"{low}-{high}"


def _leaf(event: LiveEvent, rows: Sequence[Row], t: Translator) -> Leaf:
    head = (t("standing.place"), t("head.number"), t("head.name"))
    body = tuple(
        (place_text(low, high, t), str(event.number(id)), clean(event.name_of(id))) for low, high, id in rows)
    legend = "" if _over(event) else t("hall.as-things-stand")
    return Leaf(t("hall.places"), head, body, ("", "", "word"), legend)


def _over(event: LiveEvent) -> bool:
    """True where nothing that is drawn waits for a result."""
    return not any(round.open for stage in event.stages for round in stage.rounds.values())


def places_text(event: LiveEvent, rows: Sequence[Row], translator: Translator) -> str:
    """The places for a terminal."""
    return leaves_text([_leaf(event, rows, translator)])


def places_page(event: LiveEvent, rows: Sequence[Row], translator: Translator) -> str:
    """The places as a whole HTML page that prints on A4; write it as UTF-8."""
    return leaves_page(event.name, [_leaf(event, rows, translator)], translator, date=event.date)


def places_rows(
    event: LiveEvent, rows: Sequence[Row], translator: Translator
) -> list[list[str | int | Decimal]]:
    """A line of headings and one row an entrant: best and last place, number, name."""
    t = translator
    made: list[list[str | int | Decimal]] = [
        [t("standing.place"), t("hall.last-place"), t("head.number"), t("head.name")]]
    for low, high, id in rows:
        made.append([low or "", high or "", event.number(id), clean(event.name_of(id))])
    return made
