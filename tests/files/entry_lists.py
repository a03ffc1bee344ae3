"""Making workbooks and text files for the tests of this folder."""

from __future__ import annotations

import io
import unicodedata
from typing import Any

import openpyxl


def workbook(*sheets: list[list[Any]], names: tuple[str, ...] = ("Teams", "Second")) -> bytes:
    """An XLSX file with these rows."""
    book = openpyxl.Workbook()
    book.remove(book.active)
    for name, rows in zip(names, sheets, strict=False):
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(row)
    return saved(book)


def saved(book: openpyxl.Workbook) -> bytes:
    """The bytes of a workbook."""
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def in_1258(text: str) -> bytes:
    """Windows-1258, which writes most Vietnamese vowels as a letter and a tone mark."""
    out = b""
    for character in text:
        parts = unicodedata.normalize("NFD", character)
        letter = unicodedata.normalize("NFC", "".join(c for c in parts if c not in _TONES))
        out += (letter + "".join(c for c in parts if c in _TONES)).encode("cp1258")
    return out


_TONES = "\u0300\u0301\u0303\u0309\u0323"
