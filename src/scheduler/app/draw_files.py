"""Draws as pictures and files: which formats there are, and what each of them holds."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

from scheduler.app.draw_day import Day, day_json, day_words, played_on
from scheduler.app.exporting import may_write, targets, write_all
from scheduler.errors import UsageError
from scheduler.event import BYE, Bracket, Draw, Event, Stage
from scheduler.files.draws import draw_csv, draw_json, draw_xlsx
from scheduler.solve.draws.elimination import double_elimination
from scheduler.solve.draws.elimination_play import BracketState, play
from scheduler.solve.draws.order_of_play import OrderOfPlay
from scheduler.solve.draws.placement_matches import consolation, single_elimination
from scheduler.views import Translator, clean

__all__ = [
    "FORMATS", "DrawContent", "bracket_of", "draw_targets", "export_draw", "groups_csv", "groups_text",
    "render_draw",
]

_METHODS = {"double": "standard", "compact": "compact"}
_USUAL = ("csv", "json", "xlsx", "html")


@dataclass(frozen=True)
class DrawContent:
    """What files of a draw are made of: a bracket (``draw``) or ``groups`` by number.

    ``stage`` says what is played on the bracket, ``day`` with how many tables and when; ``data`` is what
    JSON holds, by default the draw alone.
    """

    draw: Draw | None
    event: Event | None
    stage: Stage
    groups: tuple[tuple[int, ...], ...] = ()
    data: Mapping[str, Any] | None = None
    language: str = "en"
    day: Day | None = None

    @property
    def state(self) -> BracketState:
        """The bracket as it stands before the first match. UsageError where none can be made."""
        if self.draw is None:
            raise UsageError("groups have no bracket", maybe="write text, csv or json.")
        return play(bracket_of(self.draw, self.stage), self.draw, {})


    @property
    def order(self) -> OrderOfPlay | None:
        """Every match with its time and table, None where no day is given. NoAnswer where it is too short."""
        return None if self.day is None else played_on(self.state.bracket, self.day)


def bracket_of(draw: Draw, stage: Stage) -> Bracket:
    """The matches of a draw as its stage has them: ``kind``, ``places``, ``third-place``.

    UsageError for places that are no list of numbers, and where a bye would meet a bye.
    """
    byes = [line for line, who in enumerate(draw.lines, start=1) if who == BYE]
    entrants = draw.size - len(byes)
    kind = stage.options.get("kind", "single")
    places = _places(stage)
    if kind in _METHODS:
        if places:
            raise UsageError("a double elimination decides the places itself", maybe="leave the places out.")
        return double_elimination(entrants, method=_METHODS[kind], byes=byes)
    if kind == "consolation":
        return consolation(entrants, places=places, byes=byes)
    return single_elimination(entrants, places=places, byes=byes)


def _places(stage: Stage) -> tuple[int, ...]:
    places = stage.options.get("places", [])
    if not isinstance(places, list | tuple) or not all(
        isinstance(p, int) and not isinstance(p, bool) for p in places
    ):
        raise UsageError(f'"places" is a list of numbers such as [3, 5], not {str(places)[:40]}')
    third = stage.options.get("third-place", False)
    if not isinstance(third, bool):
        raise UsageError(f'"third-place" is true or false, not {str(third)[:40]}')
    return (*places, 3) if third and 3 not in places else tuple(places)


def groups_text(groups: Sequence[Sequence[int]], event: Event | None) -> str:
    """Groups one below the other, numbers with names."""
    width = len(str(max((e for g in groups for e in g), default=0)))
    lines: list[str] = []
    for k, members in enumerate(groups, start=1):
        lines += [f"Group {k}"]
        lines += [f"  {e:>{width}}{'' if event is None else '  ' + clean(event.name_of(e))}" for e in members]
    return "\n".join(lines) + "\n"


def groups_csv(groups: Sequence[Sequence[int]], event: Event | None) -> str:
    """One row an entrant: group, number, name."""
    from scheduler.files.csv_out import csv_text

    rows: list[list[str | int]] = [["group", "number", "name"]]
    for k, members in enumerate(groups, start=1):
        rows += [[k, e, event.name_of(e) if event is not None else ""] for e in members]
    return csv_text(rows)


def _text(content: DrawContent) -> bytes:
    if content.draw is None:
        return groups_text(content.groups, content.event).encode()
    from scheduler.views.bracket_text import bracket_text

    told = bracket_text(content.state, Translator(content.language), event=content.event)
    order = content.order
    return (told if order is None else f"{told}\n{day_words(order)}").encode()


def _csv(content: DrawContent) -> bytes:
    from scheduler.files.csv_out import csv_bytes

    if content.draw is None:
        return csv_bytes(groups_csv(content.groups, content.event))
    return csv_bytes(draw_csv(content.draw, content.event, language=content.language))


def _json(content: DrawContent) -> bytes:
    alone = {"groups": [list(g) for g in content.groups]} if content.draw is None else draw_json(content.draw)
    order = content.order
    more = {} if order is None else {"order_of_play": day_json(order)}
    return (json.dumps({**(content.data or alone), **more}, ensure_ascii=False, indent=1) + "\n").encode()


def _xlsx(content: DrawContent) -> bytes:
    return draw_xlsx(_bracket(content, "xlsx"), content.event, language=content.language)


def _html(content: DrawContent) -> bytes:
    from scheduler.solve.draws.elimination import drop_table
    from scheduler.views.bracket_page import bracket_page

    draw = _bracket(content, "html")
    kind = content.stage.options.get("kind", "single")
    byes = [line for line, who in enumerate(draw.lines, start=1) if who == BYE]
    method = _METHODS.get(str(kind), "")
    drops = drop_table(draw.size - len(byes), method=method, byes=byes) if method else ()
    return bracket_page(
        content.state, Translator(content.language), event=content.event, drops=drops,
        order=content.order,
    ).encode()


def _bracket(content: DrawContent, format: str) -> Draw:
    if content.draw is None:
        raise UsageError(f"groups are not written as {format}", maybe="write text, csv or json.")
    return content.draw


def _svgs(content: DrawContent) -> list[bytes]:
    from scheduler.views.bracket_page import bracket_svgs

    _bracket(content, "svg")
    made = bracket_svgs(content.state, Translator(content.language), event=content.event)
    return [picture.encode() for picture in made]


def _svg(content: DrawContent) -> bytes:
    pictures = _svgs(content)
    if len(pictures) > 1:
        raise UsageError(
            f"this bracket is {len(pictures)} pictures",
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
    target: str, *, names: Sequence[str] = (), stem: str = "", force: bool = False, groups: bool = False
) -> dict[Path, str]:
    """The files that an export to ``target`` writes, each with its format; as ``exporting.targets``."""
    usual = ("csv", "json") if groups else _USUAL
    return targets(target, names=names, stem=stem or "draw", force=force, known=FORMATS, usual=usual)


def export_draw(
    content: DrawContent, target: str, *, names: Sequence[str] = (), stem: str = "", force: bool = False
) -> tuple[Path, ...]:
    """Write ``content`` to the files of :func:`draw_targets`, with its errors; gives their paths.

    A bracket of several pictures becomes several SVG files, numbered from 1.
    """
    found = draw_targets(target, names=names, stem=stem, force=force, groups=content.draw is None)
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
