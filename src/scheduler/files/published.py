"""Published tables as TOML: one line a round, one mark for each thing that is known of a cell.

    [table]
    name = "cba-8"                   # also title and source
    entrants = 8
    rounds = 7
    tables = 4
    lines_from = ["cba-6"]           # a missing cell is one of the lines of this table

    [round]
    1 = ["3-6 rrc", "4-5 ppc #row", "2-7 ppc #row", "1-8"]

    [note]
    row = "cells of this row were dropped, so the table is assumed"

A cell is ``HOME-AWAY``, then, where needed, three letters for match, home side and table (``p``
printed, ``r`` recovered, ``c`` conjectured; nothing means ``ppp``), then ``@N`` for its table or
``@?`` where the table is not known (nothing means: as it stands in the row), then ``#KEY`` for one
of the notes. A cell ``-`` keeps the place of one of which nothing is known.
``[[assumption]]`` tables are conditions that a completion may be asked to meet.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from pathlib import Path

from scheduler.errors import FileError
from scheduler.event.published import ASSUMPTION_KINDS, MARKS, Assumption, Cell, Line
from scheduler.event.published import PublishedTable as Table
from scheduler.files.output import write_atomic
from scheduler.files.published_cells import Places, parse_cell, parse_line
from scheduler.files.source import MEGABYTE, Source
from scheduler.files.toml_source import Section, TomlSource
from scheduler.resources import find_instance

__all__ = ["read_table", "table_text", "write_table"]

LIMIT = 4 * MEGABYTE
MOST_ENTRANTS = 200
MOST_ROUNDS = 1000

_TABLE_KEYS = (
    "name", "title", "source", "entrants", "rounds", "tables", "lines", "lines_from", "names",
)
_ASSUMPTION_KEYS = (
    "id", "kind", "title", "rounds", "entrants", "lines", "modulo", "differences", "least", "most",
)


def read_table(source: Source, *, name: str = "", folder: Path | None = None) -> Table:
    """The published table in ``source``: a path, or the bytes of the file.

    ``name`` is what messages call it. Tables named in ``lines_from`` are looked for in ``folder``
    (default: beside the file), then among those that come with the program.
    At most 200 entrants, 1000 rounds, 4 MB.

    Raises :class:`FileError` with file and line: no such file, no TOML, a key or mark that is not
    known, a number out of range, an entrant against itself. Whether the table keeps any rule is
    not this function's question.
    """
    toml = TomlSource.read(source, limit=LIMIT, name=name)
    toml.only(("table", "round", "note", "assumption"))
    head = toml.section("table")
    head.only(_TABLE_KEYS)
    entrants = head.whole("entrants", 2, MOST_ENTRANTS)
    rounds = head.whole("rounds", 1, MOST_ROUNDS)
    tables = head.whole("tables", 1, MOST_ENTRANTS)
    places = Places(entrants, tables)
    if folder is None and not isinstance(source, bytes):
        folder = Path(source).parent
    lines, lines_from = _lines(head, entrants, folder)
    return Table(
        name=head.text("name"),
        title=head.text("title", ""),
        source=head.text("source"),
        entrants=entrants,
        rounds=rounds,
        tables=tables,
        cells=_cells(toml, rounds, places),
        lines=lines,
        lines_from=lines_from,
        names=_names(head, entrants),
        assumptions=_assumptions(toml, entrants, rounds),
    )


def _names(head: Section, entrants: int) -> tuple[str, ...]:
    names = head.texts("names")
    if names and len(names) != entrants:
        raise head.error(
            "names", f"{len(names)} names for {entrants} entrants",
            maybe="every entrant needs one name, in order of number.",
        )
    return names


def _cells(toml: TomlSource, rounds: int, places: Places) -> tuple[Cell, ...]:
    notes = toml.section("note", needed=False)
    texts = {key: notes.text(key) for key in notes.content}
    section = toml.section("round", needed=False)
    found: dict[int, list[Cell]] = {}
    for key in section.content:
        known = len(key) <= 4 and key.isascii() and key.isdigit()  # int() of many digits can fail
        if not known or not 1 <= int(key) <= rounds:
            raise section.error(key, f'"{key[:20]}" is no round of 1 to {rounds}')
        if str(int(key)) != key:
            raise section.error(key, f'write round "{key}" as {int(key)}')
        row = found[int(key)] = []
        for position, text in enumerate(section.texts(key), start=1):
            try:
                cell = parse_cell(text, int(key), position, places, texts)
            except FileError as error:
                raise section.error(key, error.message, at=text, maybe=error.maybe) from None
            if cell is not None:
                row.append(cell)
    return tuple(cell for number in sorted(found) for cell in found[number])


def _lines(head: Section, entrants: int, folder: Path | None) -> tuple[tuple[Line, ...], str]:
    """The lines a missing cell may be, and the names of the tables they come from."""
    given = head.texts("lines_from")
    own = _parse_lines(head, "lines", entrants)
    if given and own:
        raise head.error("lines", "a table has either lines or lines_from, not both")
    found: dict[Line, None] = dict.fromkeys(own)
    for name in given:
        for line in _lines_of(head, name, folder):
            if max(line.home, line.away) <= entrants:
                found.setdefault(line)
    return tuple(found), ", ".join(given)


def _lines_of(head: Section, name: str, folder: Path | None) -> Iterable[Line]:
    """All cells of another table. Its own ``lines_from`` is not followed, so no two can loop."""
    if not name.replace("-", "").replace("_", "").isalnum():
        raise head.error("lines_from", f'"{name}" is not the name of a table', at=name)
    beside = folder / f"{name}.toml" if folder is not None else None
    if beside is not None and beside.is_file():
        path = beside
    else:
        path = find_instance(name, where=head.where("lines_from", at=name))
    other = TomlSource.read(path, limit=LIMIT)
    size = other.section("table")
    places = Places(size.whole("entrants", 2, MOST_ENTRANTS), MOST_ENTRANTS)
    cells = _cells(other, size.whole("rounds", 1, MOST_ROUNDS), places)
    return [Line(c.home, c.away) for c in cells]


def _parse_lines(section: Section, key: str, entrants: int) -> tuple[Line, ...]:
    out = []
    for text in section.texts(key):
        try:
            out.append(parse_line(text, entrants))
        except FileError as error:
            raise section.error(key, error.message, at=text, maybe=error.maybe) from None
    return tuple(out)


def _assumptions(toml: TomlSource, entrants: int, rounds: int) -> tuple[Assumption, ...]:
    found: dict[str, Assumption] = {}
    for section in toml.sections("assumption"):
        assumption = _assumption(section, entrants, rounds)
        if assumption.id in found:
            raise section.error("id", f'two assumptions are called "{assumption.id}"')
        found[assumption.id] = assumption
    return tuple(found.values())


def _assumption(section: Section, entrants: int, rounds: int) -> Assumption:
    section.only(_ASSUMPTION_KEYS)
    kind = section.one_of("kind", tuple(ASSUMPTION_KINDS))
    needs, may = ASSUMPTION_KINDS[kind]
    for key in section.content:
        if key not in ("id", "kind", "title", *needs, *may):
            raise section.error(
                key, f'an assumption of kind "{kind}" has no {key}',
                maybe=f"one of: {', '.join((*needs, *may))}.",
            )
    for key in needs:
        section.need(key)
    if kind == "matches" and len(section.wholes("rounds", 1, rounds)) != 1:
        raise section.error("rounds", 'an assumption of kind "matches" is about one round')
    differences = section.wholes("differences", 0, entrants)
    if differences and len(differences) != len(section.wholes("rounds", 1, rounds)):
        raise section.error("differences", "there must be one difference for each round")
    return Assumption(
        id=section.text("id"),
        kind=kind,
        title=section.text("title", ""),
        rounds=section.wholes("rounds", 1, rounds),
        entrants=section.wholes("entrants", 1, entrants),
        lines=_parse_lines(section, "lines", entrants),
        modulo=section.whole("modulo", 1, entrants, 0),
        differences=differences,
        least=section.whole("least", 0, rounds, 0),
        most=section.whole("most", 0, rounds, 0),
    )


def write_table(table: Table, path: Path | str) -> None:
    """Write ``table`` to ``path``; the file is replaced as a whole or left as it was.

    Raises :class:`FileError` where it cannot be written.
    """
    write_atomic(path, table_text(table).encode())


def table_text(table: Table) -> str:
    """``table`` as TOML, such that :func:`read_table` gives it back."""
    notes = {n: f"n{i}" for i, n in enumerate(dict.fromkeys(c.note for c in table.cells if c.note))}
    out = ["[table]"]
    out += [f"{key} = {_quoted(getattr(table, key))}" for key in ("name", "title", "source")]
    out += [f"{key} = {getattr(table, key)}" for key in ("entrants", "rounds", "tables")]
    if table.names:
        out.append(f"names = {_array(table.names)}")
    if table.lines_from:
        out.append(f"lines_from = {_array(table.lines_from.split(', '))}")
    elif table.lines:
        out.append(f"lines = {_array(_line_texts(table.lines))}")
    out += ["", "[round]"]
    rows: dict[int, list[str]] = {}
    for cell in table.cells:
        row = rows.setdefault(cell.round, [])
        row.append(_cell_text(cell, len(row) + 1, notes))
    out += [f"{number} = {_array(rows[number])}" for number in sorted(rows)]
    if notes:
        out += ["", "[note]", *(f"{key} = {_quoted(text)}" for text, key in notes.items())]
    for assumption in table.assumptions:
        out += ["", "[[assumption]]", *_assumption_text(assumption)]
    return "\n".join(out) + "\n"


def _cell_text(cell: Cell, position: int, notes: dict[str, str]) -> str:
    marks = "".join(m[0] for m in (cell.match, cell.sides, cell.place))
    parts = [f"{cell.home}-{cell.away}"]
    if marks != MARKS[0][0] * 3:
        parts.append(marks)
    if cell.table != position:
        parts.append(f"@{cell.table or '?'}")
    if cell.note:
        parts.append(f"#{notes[cell.note]}")
    return " ".join(parts)


def _assumption_text(assumption: Assumption) -> list[str]:
    needs, may = ASSUMPTION_KINDS[assumption.kind]
    out = [f"{key} = {_quoted(getattr(assumption, key))}" for key in ("id", "kind", "title")]
    for key in (*needs, *may):
        value = getattr(assumption, key)
        if key == "lines":
            out.append(f"lines = {_array(_line_texts(value))}")
        elif value or key in needs:
            out.append(f"{key} = {list(value) if isinstance(value, tuple) else value}")
    return out


def _line_texts(lines: Iterable[Line]) -> list[str]:
    return [f"{line.home}-{line.away}" for line in lines]


def _array(texts: Sequence[str]) -> str:
    return "[" + ", ".join(map(_quoted, texts)) + "]"


def _quoted(text: str) -> str:
    """A TOML basic string: JSON's escapes are TOML's, but TOML wants DEL escaped as well."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
