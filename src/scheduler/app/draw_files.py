"""Draws as pictures and files: which formats there are, and what each of them holds."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

from scheduler.app.draw_day import Day, day_json, played_on
from scheduler.app.draw_fixtures import GroupRounds, fixtures_json, fixtures_of
from scheduler.app.draw_played import bracket_with
from scheduler.app.exporting import may_write, targets, write_all
from scheduler.errors import UsageError
from scheduler.event import Draw, Event, Stage
from scheduler.files.draw_results import PlayedRow
from scheduler.files.draws import draw_csv, draw_json, draw_xlsx
from scheduler.files.groups import groups_csv, groups_xlsx
from scheduler.formats.knockout.brackets import bracket_of, drops_of, rematches_of, sent_of
from scheduler.solve.draws.elimination import Drop
from scheduler.solve.draws.elimination_play import BracketState
from scheduler.solve.draws.order_of_play import OrderOfPlay
from scheduler.solve.draws.rematches import Rematches
from scheduler.views import Translator

__all__ = [
    "FORMATS", "DrawContent", "draw_targets", "export_draw", "render_draw",
]

_USUAL = ("csv", "json", "xlsx", "html")


@dataclass(frozen=True)
class DrawContent:
    """What files of a draw are made of: a bracket (``draw``) or ``groups`` by number.

    ``stage`` says what is played on the bracket, ``day`` with how many tables and when; ``played`` are
    results, shown in the bracket; ``data`` is what JSON holds, by default the draw alone.
    """

    draw: Draw | None
    event: Event | None
    stage: Stage
    groups: tuple[tuple[int, ...], ...] = ()
    data: Mapping[str, Any] | None = None
    language: str = "en"
    day: Day | None = None
    played: tuple[PlayedRow, ...] = ()

    @property
    def state(self) -> BracketState:
        """The bracket after the matches played. UsageError where none can be made, FileError for results that
        do not fit it."""
        if self.draw is None:
            raise UsageError("groups have no bracket, and no order of play", maybe="leave it out.")
        return bracket_with(bracket_of(self.draw, self.stage), self.draw, self.played)

    @property
    def drops(self) -> tuple[tuple[Drop, ...], Rematches | None]:
        """Where losers drop, and how often two are expected to meet again; nothing without a losers' side."""
        if self.draw is None:
            return (), None
        return drops_of(self.draw, self.stage), rematches_of(self.state.bracket)

    @property
    def sent(self) -> tuple[tuple[int, int], ...]:
        """The matches whose losers the stage sends elsewhere, each with where to."""
        return sent_of(self.draw, self.stage) if self.draw is not None else ()

    @property
    def fixtures(self) -> tuple[GroupRounds, ...]:
        """The matches of every group, nothing for brackets and where the stage names no table."""
        return fixtures_of(self.groups, self.stage) if self.draw is None else ()

    @property
    def order(self) -> OrderOfPlay | None:
        """Every match with its time and table, None where no day is given. NoAnswer where it is too short."""
        return None if self.day is None else played_on(self.state.bracket, self.day)


def _text(content: DrawContent) -> bytes:
    from scheduler.views.draw_text import day_text, fixtures_text, groups_text

    t, order = Translator(content.language), content.order
    if content.draw is None:
        told = groups_text(content.groups, t, content.event)
        return (told + fixtures_text(content.fixtures, t)).encode()
    from scheduler.views.bracket_text import bracket_text
    from scheduler.views.drops_text import drops_text

    told = bracket_text(content.state, t, event=content.event) + drops_text(
        *content.drops, t, content.sent)
    return (told if order is None else f"{told}\n{day_text(order, t)}").encode()


def _csv(content: DrawContent) -> bytes:
    from scheduler.files.csv_out import csv_bytes

    if content.draw is None:
        return csv_bytes(groups_csv(
            content.groups, content.event, language=content.language, fixtures=content.fixtures))
    return csv_bytes(draw_csv(content.draw, content.event, language=content.language))


def _json(content: DrawContent) -> bytes:
    alone = {"groups": [list(g) for g in content.groups]} if content.draw is None else draw_json(content.draw)
    order = content.order
    more: dict[str, Any] = {} if order is None else {"order_of_play": day_json(order)}
    if content.fixtures:
        more["schedule"] = fixtures_json(content.fixtures)
    return (json.dumps({**(content.data or alone), **more}, ensure_ascii=False, indent=1) + "\n").encode()


def _xlsx(content: DrawContent) -> bytes:
    if content.draw is None:
        return groups_xlsx(
            content.groups, content.event, language=content.language, fixtures=content.fixtures)
    return draw_xlsx(content.draw, content.event, language=content.language)


def _html(content: DrawContent) -> bytes:
    t, draw = Translator(content.language), content.draw
    if draw is None:
        from scheduler.views.groups_page import groups_page

        return groups_page(
            content.groups, t, event=content.event, fixtures=content.fixtures).encode()
    from scheduler.views.bracket_page import bracket_page

    drops, rematches = content.drops
    return bracket_page(
        content.state, t, event=content.event, drops=drops, rematches=rematches, order=content.order,
        sent=content.sent,
    ).encode()


def _svgs(content: DrawContent) -> list[bytes]:
    t = Translator(content.language)
    if content.draw is None:
        from scheduler.views.groups_page import groups_svgs

        pictures = groups_svgs(content.groups, t, event=content.event, fixtures=content.fixtures)
        return [picture.encode() for picture in pictures]
    from scheduler.views.bracket_page import bracket_svgs

    return [picture.encode() for picture in bracket_svgs(content.state, t, event=content.event)]


def _svg(content: DrawContent) -> bytes:
    pictures = _svgs(content)
    if len(pictures) > 1:
        raise UsageError(
            f"this draw is {len(pictures)} pictures",
            maybe="name a file or folder with --out: each becomes one.",
        )
    return pictures[0]


FORMATS: Mapping[str, Callable[[DrawContent], bytes]] = MappingProxyType(
    {"text": _text, "csv": _csv, "json": _json, "xlsx": _xlsx, "svg": _svg, "html": _html}
)


def render_draw(content: DrawContent, format: str) -> bytes:
    """``content`` in one format: the bytes of the file. UsageError where it cannot hold it."""
    return FORMATS[format](content)


def draw_targets(
    target: str, *, names: Sequence[str] = (), stem: str = "", force: bool = False
) -> dict[Path, str]:
    """The files that an export to ``target`` writes, each with its format; as ``exporting.targets``."""
    return targets(target, names=names, stem=stem or "draw", force=force, known=FORMATS, usual=_USUAL)


def export_draw(
    content: DrawContent, target: str, *, names: Sequence[str] = (), stem: str = "", force: bool = False
) -> tuple[Path, ...]:
    """Write ``content`` to the files of :func:`draw_targets`, with its errors; gives their paths.

    A draw of several pictures becomes several SVG files, numbered from 1.
    """
    found = draw_targets(target, names=names, stem=stem, force=force)
    made: dict[Path, bytes] = {}
    for path, name in found.items():
        if name != "svg":
            made[path] = render_draw(content, name)
            continue
        pictures = _svgs(content)
        for k, picture in enumerate(pictures, start=1):
            many = len(pictures) > 1
            made[path.with_name(f"{path.stem}-{k}{path.suffix}") if many else path] = picture
    for path in made:
        may_write(path, force)
    folder = None if Path(target) in found else Path(target)
    return write_all(made, folder)
