"""The sheet of an event as text and as one page for A4: timetable, tables and rooms, boards, venue.

Both are told from the same leaves, tables of texts, so that what hangs on the wall is what the terminal
says. Nothing is loaded by the page, nothing runs, and every text from outside is escaped.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from importlib.resources import files

from scheduler.event import Event
from scheduler.formats.sheet import BoardPlan, Check, EventSheet, Seating, Timetable, Venue, numbering_faults
from scheduler.formats.sheet.venue import (
    AISLE,
    SCREEN_HEIGHTS,
    SIDES,
    TABLE_HEIGHTS,
    WINDOW_HEIGHT,
    WINDOW_WIDTHS,
)
from scheduler.views.columns import clean, grid
from scheduler.views.messages import Translator

__all__ = ["sheet_page", "sheet_text"]

_CLASHES = ("clash-session-end", "clash-next-session", "clash-no-session", "clash-split")
_FAULTS = ("fault-no-place", "fault-no-such-place", "fault-taken", "fault-two-homes", "fault-one-room")
_ITEMS = (
    "tables", "chairs", "side-tables", "screens", "trays", "boxes", "sets", "duplicate-boards", "decks",
    "table-signs", "room-names",
)
_CHECKS = (
    "check-room", "check-playing", "check-tables", "check-outer", "check-aisle", "check-offices",
)
_SEATS = {"N": "north", "E": "east", "S": "south", "W": "west"}


@dataclass(frozen=True, slots=True)
class Leaf:
    """One table of texts with what is said above and below it. ``kinds``: ``word`` or "" a column."""

    title: str
    head: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    kinds: tuple[str, ...] = ()
    legend: str = ""
    remarks: tuple[str, ...] = ()


def sheet_text(sheet: EventSheet, translator: Translator, *, event: Event | None = None) -> str:
    """The sheet for a terminal, ending with a line feed; ``event`` knows the names of entrants."""
    blocks = []
    for leaf in _leaves(sheet, translator, event):
        lines = [leaf.title, *([leaf.legend] if leaf.legend else [])]
        sides = "".join(" " if kind else "r" for kind in leaf.kinds)
        lines += grid(leaf.head, leaf.rows, sides=sides) if leaf.rows else []
        lines += leaf.remarks
        blocks.append("\n".join(lines) + "\n")
    return "\n".join(blocks) or "\n"


def sheet_page(sheet: EventSheet, translator: Translator, *, event: Event | None = None) -> str:
    """The sheet as a whole HTML page that prints on A4; write it as UTF-8."""
    t = translator
    title = escape(clean(event.name) if event and event.name else t("sheet.title"))
    date = f'<p class="date">{escape(t.date(clean(event.date)))}</p>\n' if event and event.date else ""
    style = files("scheduler.views").joinpath("page.css").read_text(encoding="utf-8")
    sections = "".join(_section(leaf) for leaf in _leaves(sheet, t, event))
    return (
        f'<!DOCTYPE html>\n<html lang="{escape(t.tag)}">\n<head>\n<meta charset="utf-8">\n'
        '<meta http-equiv="Content-Security-Policy"'
        " content=\"default-src 'none'; style-src 'unsafe-inline'\">\n"
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{title}</title>\n<style>\n{style}</style>\n</head>\n<body>\n"
        f"<header>\n<h1>{title}</h1>\n{date}</header>\n<main>\n{sections}</main>\n</body>\n</html>\n"
    )


def _section(leaf: Leaf) -> str:
    legend = f'<p class="legend">{escape(leaf.legend)}</p>\n' if leaf.legend else ""
    remarks = "".join(f"<li>{escape(text)}</li>\n" for text in leaf.remarks)
    said = f"<ul>\n{remarks}</ul>\n" if remarks else ""
    keep = ' class="keep"' if len(leaf.rows) <= 30 else ""
    return f"<section{keep}>\n<h2>{escape(leaf.title)}</h2>\n{legend}{_table(leaf)}{said}</section>\n"


def _table(leaf: Leaf) -> str:
    if not leaf.rows:
        return ""
    marks = [f' class="{kind}"' if kind else "" for kind in leaf.kinds]
    head = "".join(
        f'<th scope="col"{mark}>{escape(text)}</th>' for mark, text in zip(marks, leaf.head, strict=True)
    )
    body = "".join(
        "<tr>" + "".join(
            f"<td{mark}><bdi>{escape(text)}</bdi></td>" for mark, text in zip(marks, row, strict=True)
        ) + "</tr>\n"
        for row in leaf.rows
    )
    return (
        f'<div class="scroll"><table>\n<thead><tr>{head}</tr></thead>\n<tbody>\n{body}</tbody>\n'
        "</table></div>\n"
    )


# --- What the leaves say --------------------------------------------------------------------------


def _leaves(sheet: EventSheet, t: Translator, event: Event | None) -> Iterator[Leaf]:
    if sheet.timetable is not None:
        yield _timetable(sheet.timetable, t)
    for number, seating in sorted(sheet.seatings.items()):
        yield _seating(number, seating, t, event)
    for number, plan in sorted(sheet.boards.items()):
        yield _boards(number, plan, t)
    if sheet.venue is not None:
        yield _venue(sheet.venue, t)
        yield _equipment(sheet.venue, t)
        yield _lists(t)
    if sheet.checks:
        yield _verdict(sheet.checks, t)
    if sheet.sections:
        found = numbering_faults(sheet.sections)
        told = [t("sheet.numbering-fault", section=clean(s), table=n) for s, _, n in found]
        yield Leaf(t("sheet.numbering"), remarks=tuple(told) or (t("sheet.numbering-right"),))


def _heads(t: Translator, *keys: str) -> tuple[str, ...]:
    return tuple(t(f"sheet.{key}") if key != "round" else t("head.round") for key in keys)


def _timetable(timetable: Timetable, t: Translator) -> Leaf:
    rows = []
    for s in timetable.segments:
        session = timetable.sessions[s.session]
        rows.append((
            clean(session.name) or str(s.session + 1), t.date(s.start.date().isoformat()),
            f"{s.start:%H:%M}", str(s.round), str(s.segment), str(s.boards), f"{s.last_start:%H:%M}",
            f"{s.end:%H:%M}", t.amount(-(-s.seconds // 60)),
        ))
    clashes = []
    for c in timetable.clashes:
        key = next(k for k in _CLASHES if k == f"clash-{c.kind}")
        minutes = t.amount(-(-c.seconds // 60))
        clashes.append(t(f"sheet.{key}", round=c.round, segment=c.segment, minutes=minutes))
    head = _heads(
        t, "session", "date", "start", "round", "segment", "boards", "last-start", "end", "minutes"
    )
    kinds = ("word", "word", "", "", "", "", "", "", "")
    return Leaf(t("sheet.timetable"), head, tuple(rows), kinds, t("sheet.timetable-legend"), tuple(clashes))


def _named(who: int, event: Event | None) -> str:
    name = clean(event.name_of(who)) if event else ""
    return f"{who} {name}" if name and name != str(who) else str(who)


def _seating(number: int, seating: Seating, t: Translator, event: Event | None) -> Leaf:
    two = any(s.place.closed is not None for s in seating.seats)
    rows = []
    for s in sorted(seating.seats, key=lambda seat: seat.place.number):
        rooms = [seating.rooms[r].name for r in (s.place.open, s.place.closed) if r is not None]
        mark = "*" if s.fixed else ""
        rows.append((
            f"{s.place.number}{mark}", *map(clean, rooms), _named(s.home, event), _named(s.away, event)
        ))
    told = []
    known = {s.match: s for s in seating.seats}
    for f in seating.faults:
        key = next(k for k in _FAULTS if k == f"fault-{f.kind}")
        seated = known.get(f.match)
        match = str(f.match + 1) if seated is None else t(
            "sheet.pair", home=_named(seated.home, event), away=_named(seated.away, event)
        )
        told.append(t(f"sheet.{key}", match=match, table=f.place, name=_named(f.entrant, event)))
    rooms_head = ("open", "closed") if two else ("room",)
    head = (*_heads(t, "table", *rooms_head), t("head.home"), t("head.away"))
    kinds = ("", *("word" for _ in head[1:]))
    legend = t("sheet.seating-legend" if two else "sheet.seating-one")
    return Leaf(t("sheet.seating", round=number), head, tuple(rows), kinds, legend, tuple(told))


def _boards(number: int, plan: BoardPlan, t: Translator) -> Leaf:
    rooms = {"open": t("sheet.open"), "closed": t("sheet.closed"), "both": t("sheet.both")}
    rows = tuple(
        (
            str(a.segment), str(a.place), rooms[a.room], f"{a.set.first}-{a.set.last}",
            f"{a.set.block}/{a.set.copy}", t("sheet.yes" if a.set.prepared else "sheet.no"),
        )
        for a in plan.at
    )
    head = _heads(t, "segment", "table", "room", "numbers", "set", "prepared")
    play = t("sheet.same-boards" if plan.same_at_once else "sheet.other-boards")
    legend = t("sheet.sets-legend", sets=t.amount(len(plan.sets)), boards=t.amount(plan.boards), play=play)
    short = (t("sheet.short", n=plan.short),) if plan.short else ()
    return Leaf(
        t("sheet.board-sets", round=number), head, rows, ("", "", "word", "", "", "word"), legend, short
    )


def _decimal(value: int, scale: int, t: Translator) -> str:
    """``value`` / ``scale`` (a power of ten) to its last digit that is not zero."""
    whole, rest = divmod(value, scale)
    digits = str(scale + rest)[1:].rstrip("0")
    return t.amount(whole) + (t.decimal(f".{digits}") if digits else "")


def _area(value: int, t: Translator) -> str:
    return t("sheet.square-metres", value=_decimal(value, 100, t))


def _length(t: Translator, low: int, high: int = 0) -> str:
    value = _decimal(low, 10, t)
    if high:
        value = t("sheet.from-to", low=value, high=_decimal(high, 10, t))
    return t("sheet.centimetres", value=value)


def _venue(venue: Venue, t: Translator) -> Leaf:
    said = [
        ("floor", _area(venue.floor, t)), ("hall", _area(venue.hall, t)),
        ("aisle", _length(t, AISLE)),
    ]
    if venue.offices[0]:
        low, high = venue.offices
        said.append(
            ("offices", t("sheet.offices-of", low=low, high=high, area=_area(venue.office_area, t)))
        )
    said += [
        ("spacing", t("sheet.wide" if venue.spacing == "wide" else "sheet.close")),
        ("table-side", _length(t, venue.table_side)),
        ("table-height", _length(t, *TABLE_HEIGHTS)),
    ]
    said += _screens(venue.screen_width, t) if venue.screen_width else []
    rows = tuple((t(f"sheet.{key}"), text) for key, text in said)
    title = t("sheet.venue", n=venue.tables)
    return Leaf(title, _heads(t, "what", "needed"), rows, ("word", "word"), t("sheet.venue-legend"))


def _screens(width: int, t: Translator) -> list[tuple[str, str]]:
    low, high = WINDOW_WIDTHS
    across = t("sheet.from-to", low=_decimal(low, 10, t), high=_decimal(high, 10, t))
    window = t("sheet.times", width=across, height=_decimal(WINDOW_HEIGHT, 10, t))
    first, second = (t.join([t(f"sheet.{_SEATS[seat]}") for seat in side]) for side in SIDES)
    return [
        ("screen-width", _length(t, width)), ("screen-height", _length(t, *SCREEN_HEIGHTS)),
        ("screen-window", t("sheet.centimetres", value=window)), ("tray-colour", t("sheet.tray-rule")),
        ("screen-seats", t("sheet.screen-sides", first=first, second=second)),
    ]


def _equipment(venue: Venue, t: Translator) -> Leaf:
    counted = {item.key: item.quantity for item in venue.items}
    rows = tuple((t(f"sheet.{key}"), t.amount(counted[key])) for key in _ITEMS if key in counted)
    return Leaf(t("sheet.items"), _heads(t, "what", "quantity"), rows, ("word", ""))


def _lists(t: Translator) -> Leaf:
    keys = ("services", "signs", "forms", "office")
    labels = _heads(t, "list-services", "list-signs", "list-forms", "list-office")
    texts = [f"{label}: {t(f'sheet.{key}')}" for label, key in zip(labels, keys, strict=True)]
    return Leaf(t("sheet.lists"), remarks=tuple(texts))


def _verdict(checks: Sequence[Check], t: Translator) -> Leaf:
    rows = []
    for c in checks:
        key = next(k for k in _CHECKS if k == f"check-{c.key}")
        needed, found = (
            _area(v, t) if c.unit == "area" else _length(t, v) if c.unit == "length" else t.amount(v)
            for v in (c.needed, c.found)
        )
        verdict = t("sheet.enough" if c.holds else "sheet.lacking")
        rows.append((t(f"sheet.{key}", name=clean(c.name)), needed, found, verdict))
    head = _heads(t, "what", "needed", "there", "verdict")
    return Leaf(t("sheet.checks"), head, tuple(rows), ("word", "", "", "word"))
