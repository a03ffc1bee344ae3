"""Finding the line of a key in a TOML text, which ``tomllib`` does not tell: for error messages only."""

from __future__ import annotations

import re

__all__ = ["line_of"]

_HEADER = re.compile(r"\s*(\[\[?)\s*([^\]]+?)\s*\]\]?\s*(#.*)?$")


def line_of(text: str, table: str, key: str, index: int = 0) -> int:
    """The line (from 1) of ``key`` in the ``index``-th table named ``table``; its header's line where the
    key is not found inside; the line of a table called ``key`` otherwise; 0 where there is none."""
    at = -1
    header = 0
    wanted = re.compile(rf"\s*[\"']?{re.escape(key)}[\"']?\s*[=.]")
    for number, line in enumerate(text.splitlines(), start=1):
        head = _HEADER.match(line)
        if head:
            name = head.group(2).replace(" ", "")
            if name == key and at < index and name != table:
                return number
            at += name == table
            if name == table and at == index:
                header = number
        elif wanted.match(line) and at == index:
            return number
    return header
