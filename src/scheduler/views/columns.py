"""Text in columns: how wide a text is in a terminal, and tables whose columns align.

Widths follow Unicode's East Asian Width (UAX #11): wide and full-width characters take two cells,
combining marks none, everything else one ("ambiguous" counts as one, as terminals do outside of
legacy East Asian locales).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from unicodedata import category, combining, east_asian_width, normalize

__all__ = ["LINE", "MOST_COLUMNS", "clean", "cut", "flow", "grid", "pad", "width"]

LINE = 120
MOST_COLUMNS = 40

# Medial vowels and final consonants of Hangul are drawn inside the syllable before them.
HANGUL_JOINING = range(0x1160, 0x1200)

INVISIBLE = frozenset({"Cc", "Cf", "Cs", "Co", "Zl", "Zp"})


@lru_cache(maxsize=16384)
def _wide(text: str) -> int:
    cells = 0
    for character in text:
        if combining(character) or category(character) in ("Mn", "Me", "Cc", "Cf"):
            continue
        if ord(character) in HANGUL_JOINING:
            continue
        cells += 2 if east_asian_width(character) in "WF" else 1
    return cells


def width(text: str) -> int:
    """How many terminal cells ``text`` takes; control characters count as none."""
    if text.isascii() and text.isprintable():
        return len(text)
    return _wide(text)


def pad(text: str, cells: int, side: str = "left") -> str:
    """``text`` filled with spaces to ``cells`` terminal cells, at the ``left`` or ``right``."""
    space = " " * max(0, cells - width(text))
    return space + text if side == "right" else text + space


def cut(text: str, cells: int) -> str:
    """``text`` itself if it fits into ``cells`` (>= 1), else its beginning and an ellipsis."""
    if width(text) <= cells:
        return text
    kept = ""
    used = 1
    for character in text:
        used += width(character)
        if used > cells:
            break
        kept += character
    return kept + "…"


@lru_cache(maxsize=16384)
def clean(text: str) -> str:
    """A stranger's name made safe to print: composed (NFC), on one line, without invisible marks.

    Escape sequences, line breaks and direction overrides could rewrite what stands around a name.
    """
    composed = normalize("NFC", text)
    visible = (" " if category(c) in INVISIBLE or c.isspace() else c for c in composed)
    return " ".join("".join(visible).split())


def _fits(widths: Sequence[int], room: int) -> bool:
    return len(widths) <= MOST_COLUMNS and sum(w + 2 for w in widths) - 2 <= room


def _blocks(widths: Sequence[int], room: int) -> list[range]:
    """Column ranges that fit into ``room`` cells: equal in size where possible."""
    blocks: list[range] = []
    start = 0
    for column in range(1, len(widths)):
        if not _fits(widths[start : column + 1], room):
            blocks.append(range(start, column))
            start = column
    blocks.append(range(start, len(widths)))
    size = -(-len(widths) // len(blocks)) or 1
    even = [range(i, min(i + size, len(widths))) for i in range(0, len(widths), size)]
    return even if all(_fits([widths[i] for i in block], room) for block in even) else blocks


def grid(
    head: Sequence[str],
    rows: Sequence[Sequence[str]],
    *,
    fixed: int = 1,
    line: int = LINE,
    sides: str = "",
) -> list[str]:
    """Lines of a table. Rows are as long as ``head``; the first ``fixed`` columns repeat.

    A table wider than ``line`` cells, or of more than 40 columns, is cut into blocks with an empty
    line between. ``sides`` has one letter a column: ``r`` sets it right, anything else left.
    """
    columns = list(zip(head, *rows, strict=True))
    widths = [max(map(width, column)) for column in columns]
    filled = [
        [pad(cell, w, "right" if sides[i : i + 1] == "r" else "left") for cell in column]
        for i, (column, w) in enumerate(zip(columns, widths, strict=True))
    ]
    lines: list[str] = []
    room = line - sum(w + 2 for w in widths[:fixed])
    for block in _blocks(widths[fixed:], room) or [range(0)]:
        chosen = filled[:fixed] + [filled[fixed + i] for i in block]
        lines += [""] if lines else []
        lines += ["  ".join(cells).rstrip() for cells in zip(*chosen, strict=True)]
    return lines


def flow(cells: Sequence[str], *, indent: int = 2, line: int = LINE) -> list[str]:
    """``cells`` in equal columns, row after row, on lines of at most ``line`` terminal cells."""
    if not cells:
        return []
    column = max(map(width, cells)) + 2
    across = max(1, (line - indent + 2) // column)
    filled = [pad(cell, column) for cell in cells]
    starts = range(0, len(cells), across)
    return [" " * indent + "".join(filled[i : i + across]).rstrip() for i in starts]
