"""Published tables of lines for seeds and byes: CSV with a few facts about the table above it.

    # title: Empty lines in draws of up to 128 lines
    # source: ...
    # kind: byes                      (or seeds)
    # size: 128
    order,line
    1,2
    43,                               (a missing cell)
"""

from __future__ import annotations

from scheduler.errors import FileError, UsageError, did_you_mean
from scheduler.files.source import MEGABYTE, Source, read_bytes
from scheduler.files.text import decode
from scheduler.formats.knockout.positions import KINDS, PositionTable
from scheduler.resources import instances_folder

__all__ = ["published_positions", "read_positions"]

_LIMIT = MEGABYTE
_MOST = 4_096
_KEYS = ("title", "source", "kind", "size")


def published_positions(name: str) -> PositionTable:
    """A table that comes with the program: ``cba-seed-lines`` or ``cba-bye-lines``."""
    folder = instances_folder() / "published"
    names = sorted(p.stem for p in folder.glob("*-lines.csv"))
    if name not in names:
        raise UsageError(f'no table of lines is called "{name}"', maybe=did_you_mean(name, names))
    return read_positions(folder / f"{name}.csv")


def read_positions(source: Source, *, name: str = "") -> PositionTable:
    """The table in ``source``, a path or bytes.

    Raises :class:`FileError` with file and line for what is not of the form above, for lines beyond
    the size, sizes that are no power of two up to 4,096, and files over 1 MB.
    """
    data, where = read_bytes(source, limit=_LIMIT, name=name)
    facts: dict[str, str] = {}
    lines: list[int] = []
    headed = False
    for at, text in enumerate(decode(data, where).splitlines(), start=1):
        row = text.strip()
        if row.startswith("#"):
            key, _, value = row[1:].partition(":")
            facts[key.strip()] = value.strip()
        elif row and not headed:
            headed = True
            if row.replace(" ", "") != "order,line":
                raise FileError('the heading is not "order,line"', where=f"{where}:{at}")
        elif row:
            lines.append(_cell(row, len(lines) + 1, f"{where}:{at}"))
    for key in _KEYS:
        if not facts.get(key):
            raise FileError(f'a line "# {key}: ..." is missing above the table', where=where)
    size = int(facts["size"]) if facts["size"].isdecimal() and len(facts["size"]) < 6 else 0
    if not 2 <= size <= _MOST or size & (size - 1):
        raise FileError(f'the size "{facts["size"][:20]}" is not 2, 4, 8 ... {_MOST}', where=where)
    if facts["kind"] not in KINDS:
        raise FileError(
            f'the kind is {" or ".join(KINDS)}, not "{facts["kind"][:20]}"', where=where,
            maybe=did_you_mean(facts["kind"], KINDS),
        )
    if not lines or len(lines) > size or max(lines) > size:
        raise FileError(f"a table for {size} lines names 1 to {size} of them", where=where)
    return PositionTable(facts["title"], facts["source"], facts["kind"], size, tuple(lines))


def _cell(row: str, order: int, at: str) -> int:
    cells = [c.strip() for c in row.split(",")]
    if len(cells) != 2 or cells[0] != str(order) or not (cells[1] == "" or cells[1].isdecimal()):
        raise FileError(f'"{row[:40]}" is not "{order},LINE"', where=at)
    line = int(cells[1][:6] or 0)
    if cells[1] and not line:
        raise FileError("lines count from 1", where=at)
    return line
