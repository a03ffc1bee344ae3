"""What stands between a stranger's workbook and the library that reads it.

A sheet is laid out as a full rectangle when it is read, so two cells at opposite corners of a
sheet, a few hundred bytes of file, ask for half a terabyte and end the process. Every part is
therefore unpacked here under a limit, measured, and handed on in a plain archive whose sizes are
true.
"""

from __future__ import annotations

import io
import re
import zipfile
import zlib

from scheduler.errors import FileError
from scheduler.files.source import MEGABYTE

__all__ = ["MOST_CELLS", "guarded"]

MOST_CELLS = 8_000_000
_MOST_BYTES = 256 * MEGABYTE
_MOST_TEXT = 512 * MEGABYTE
_MOST_PARTS = 2_000
_CELL = re.compile(rb"<(?:\w+:)?c[\s/>]")
_ROW = re.compile(rb"<(?:\w+:)?row[\s/>]")
_PLACE = re.compile(rb"""\br\s*=\s*["']\s*([A-Za-z]{1,4})([0-9]{1,8})["']""")
_ROW_NUMBER = re.compile(rb"""<(?:\w+:)?row\b[^>]*?\br\s*=\s*["']([0-9]{1,12})["']""")
_STRING_END = re.compile(rb"</(?:\w+:)?si\s*>")
_ADVICE = "copy the list alone into a new workbook, or save it as CSV."


def guarded(data: bytes, where: str) -> bytes:
    """The same workbook, unpacked and measured.

    Raises :class:`FileError` for a damaged, encrypted or overgrown archive, for another format
    than XLSX, and for sheets that span more than ``MOST_CELLS`` cells.
    """
    _recognise(data, where)
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return _repacked(archive, where)
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError) as error:
        raise FileError(
            f"the workbook is damaged ({error})", where=where, maybe="save it again."
        ) from None


def _recognise(data: bytes, where: str) -> None:
    if data.startswith(b"\xd0\xcf\x11\xe0"):
        raise FileError(
            "this is an old .xls workbook, or one protected by a password",
            where=where,
            maybe="save it as .xlsx without a password.",
        )
    if not data.startswith(b"PK"):
        raise FileError("this is not an XLSX workbook", where=where, maybe="save it as .xlsx.")


def _repacked(archive: zipfile.ZipFile, where: str) -> bytes:
    infos = [i for i in archive.infolist() if i.filename.lower().endswith((".xml", ".rels"))]
    names = {info.filename for info in infos}
    if "xl/workbook.xml" not in {name.lower() for name in names}:
        raise FileError(
            "this archive is not an XLSX workbook", where=where, maybe="save it as .xlsx."
        )
    if len(names) != len(infos) or len(infos) > _MOST_PARTS:
        raise FileError("the workbook has doubled or too many parts", where=where, maybe=_ADVICE)
    out = io.BytesIO()
    left, cells, longest = _MOST_BYTES, 0, 0
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as plain:
        for info in infos:
            part = _unpacked(archive, info, left, where)
            left -= len(part)
            cells += _measure(part, info.filename, where)
            longest = max(longest, _longest_string(part))
            plain.writestr(info.filename, part)
    # A string stands once in the file, however many cells show it.
    if cells * longest > _MOST_TEXT:
        raise FileError("the workbook's texts are too long", where=where, maybe=_ADVICE)
    return out.getvalue()


def _unpacked(archive: zipfile.ZipFile, info: zipfile.ZipInfo, left: int, where: str) -> bytes:
    with archive.open(info) as part:
        content = part.read(left + 1)
    if len(content) > left:
        raise FileError(
            f"the workbook unpacks to more than {_MOST_BYTES // MEGABYTE} MB",
            where=where,
            maybe=_ADVICE,
        )
    if content[:2] in (b"\xff\xfe", b"\xfe\xff") or b"\0" in content[:64]:
        raise FileError(
            f"the part {info.filename} is not in UTF-8", where=where, maybe="save it again."
        )
    return content


def _measure(part: bytes, name: str, where: str) -> int:
    """The number of cells in ``part``; an error when the rectangle around them is too large."""
    cells = sum(1 for _ in _CELL.finditer(part))
    if not cells:
        return 0
    columns = rows = placed = 0
    for column, row in _PLACE.findall(part):
        placed += 1
        columns = max(columns, _column_number(column))
        rows = max(rows, int(row))
    rows = max(rows, *(int(n) for n in _ROW_NUMBER.findall(part)), 1)
    if placed < cells:  # cells without an address stand beside or below the ones before them
        columns += cells - placed
        rows += sum(1 for _ in _ROW.finditer(part))
    if columns * rows > MOST_CELLS:
        raise FileError(
            f"the sheet in {name} reaches over {columns} columns and {rows} rows,"
            f" more than {MOST_CELLS} cells",
            where=where,
            maybe="something stands far outside the list; " + _ADVICE,
        )
    return cells


def _column_number(letters: bytes) -> int:
    number = 0
    for letter in letters.upper():
        number = number * 26 + letter - 64
    return number


def _longest_string(part: bytes) -> int:
    longest = start = 0
    for end in _STRING_END.finditer(part):
        longest = max(longest, end.start() - start)
        start = end.end()
    return longest
