"""Finding the line of a key in a TOML text, which ``tomllib`` does not tell: for messages only."""

from __future__ import annotations

import re
from collections.abc import Iterator

__all__ = ["line_of"]

_HEADER = re.compile(r"\s*(\[\[?)\s*([^\]]+?)\s*\]\]?\s*(#.*)?$")
# A quoted string on one line, a comment, or the opening of a string over several lines.
_TOKEN = re.compile(
    r"\"\"\"|'''|\"(?:\\.|[^\"\\])*\"|'[^']*'|#.*"  # the long openings come first
)


def line_of(text: str, table: str, key: str, index: int = 0) -> int:
    """The line, from 1, of ``key`` in the ``index``-th table of ``text`` named ``table``.

    Failing that, the line of the table's header; failing that, of a table called ``key``; else 0.
    ``table`` is dotted (``stage.rule``), and ``index`` counts its headers through the whole file.
    """
    at, current = -1, ""
    header = named = 0
    wanted = re.compile(rf"\s*[\"']?{re.escape(key)}[\"']?\s*[=.]")
    for number, line in _lines(text):
        head = _HEADER.match(line)
        if head:
            current = re.sub(r"[\s\"']", "", head.group(2))
            at += current == table
            if current == table and at == index:
                header = number
            elif current == key and not named:
                named = number
        elif current == table and at == index and wanted.match(line):
            return number
    return header or named


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """The numbered lines that do not begin inside a string of several lines."""
    closing = ""
    for number, line in enumerate(text.split("\n"), start=1):
        if not closing:
            yield number, line.rstrip("\r")
        closing = _open_at_end(line, closing)


def _open_at_end(line: str, closing: str) -> str:
    """The marks still open when ``line`` ends; ``closing`` are those open where it begins."""
    at = 0
    while True:
        if closing:
            at = line.find(closing, at) + 3
            if at < 3:
                return closing
            closing = ""
        token = _TOKEN.search(line, at)
        if token is None or token[0].startswith("#"):
            return ""
        at = token.end()
        closing = token[0] if token[0] in ('"""', "'''") else ""
