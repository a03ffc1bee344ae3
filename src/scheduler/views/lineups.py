"""Notices to the sides of a match: seating rights and deadlines by segment, line-ups once they are due."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime

from scheduler.standings.lineups import LineUps
from scheduler.standings.notices import BLIND, Fault
from scheduler.views.columns import clean
from scheduler.views.leaves import Leaf, leaves_page, leaves_text
from scheduler.views.messages import Translator

__all__ = ["Segments", "fault_lines", "notice_page", "notice_text"]

Segments = Sequence[LineUps] | Mapping[int, LineUps]
"""The segments of a match in order, or by their number where not all are known."""


def notice_text(
    segments: Segments, translator: Translator, now: datetime, *,
    names: Mapping[str, str] | None = None,
) -> str:
    """The notice of one match for a terminal: its segments in order, and what may be seen at ``now``.

    ``names`` gives what is printed for a side; the side itself where it is not there. Line-ups that are not
    yet due to the other side are told as hidden.
    """
    return leaves_text(list(_leaves(segments, translator, now, names or {})))


def notice_page(
    segments: Segments, translator: Translator, now: datetime, *, title: str = "",
    names: Mapping[str, str] | None = None,
) -> str:
    """The same as a page that prints on A4; write it as UTF-8."""
    leaves = list(_leaves(segments, translator, now, names or {}))
    return leaves_page(title or translator("lineup.title"), leaves, translator)


def fault_lines(faults: Sequence[Fault], translator: Translator) -> tuple[str, ...]:
    """What the regulations do not allow, a line each with its article."""
    t = translator
    return tuple(t("lineup.fault", clause=f.clause, text=clean(t.said(f.text))) for f in faults)


def _leaves(
    segments: Segments, t: Translator, now: datetime, names: Mapping[str, str]
) -> Iterator[Leaf]:
    if not segments:
        return

    def name(side: str) -> str:
        return clean(names.get(side, side))

    made = sorted(segments.items()) if isinstance(segments, Mapping) else list(enumerate(segments, start=1))
    home, away = name(made[0][1].home), name(made[0][1].away)
    head = (*(t(f"lineup.{key}") for key in ("segment", "boards", "start", "right")),
            t("lineup.due", side=home), t("lineup.due", side=away))
    rows = tuple(_row(k, segment, t, name) for k, segment in made)
    yield Leaf(t("lineup.match", home=home, away=away), head, rows, ("", "", "", "word", "", ""),
               t("lineup.legend"))
    for k, segment in made:
        told = []
        for side in (segment.home, segment.away):
            shown = segment.seen_by(segment.other(side), side, now)
            players = t.join([clean(player) for player in shown or ()])
            told.append(t("lineup.players", side=name(side), players=players) if shown
                        else t("lineup.hidden", side=name(side)))
        yield Leaf(t("lineup.segment-title", number=k),
                   remarks=(*told, *fault_lines(segment.faults(now), t)))


def _row(number: int, segment: LineUps, t: Translator, name: Callable[[str], str]) -> tuple[str, ...]:
    right = t("lineup.blind") if segment.right == BLIND else name(segment.right)
    seated = "" if segment.deadlines.form else t("lineup.seated")
    due = [f"{segment.due(side):%H:%M}{seated}" for side in (segment.home, segment.away)]
    start = t.moment(segment.start.isoformat(timespec="minutes"))
    return (str(number), str(segment.boards), start, right, *due)
