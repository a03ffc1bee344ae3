"""A sentence that keeps its values apart, so that it can be told in another language."""

from __future__ import annotations

import re
from collections.abc import Mapping

__all__ = ["GROUPED", "Said", "numbered", "said"]

GROUPED = 10_000
"""Whole numbers from here on are written with their thousands apart."""


class Said(str):
    """English text, together with the ``template`` and the ``values`` that it was made from.

    It is a plain text to whoever needs no more. A value may be a sentence itself, or a tuple of texts and
    sentences, which are enumerated. ``attribute`` names a column of an entry list.
    """

    template: str
    values: Mapping[str, object]

    def __reduce__(self) -> tuple[object, ...]:
        """Copies and pickles keep the values."""
        return _again, (self.template, dict(self.values))


def said(template: str, /, **values: object) -> Said:
    """The sentence of an English ``template`` with ``{values}``; its translations stand in the catalogue."""
    made = Said(template.format_map({key: _told(value) for key, value in values.items()}))
    made.template, made.values = template, values
    return made


def numbered(text: str) -> Said:
    """A text whose only values are its whole numbers: ``n1``, ``n2`` ... in order."""
    found = re.findall(r"[0-9]+", text)
    names = iter(range(1, len(found) + 1))
    template = re.sub(r"[0-9]+", lambda _: f"{{n{next(names)}}}", text.replace("{", "{{").replace("}", "}}"))
    return said(template, **{f"n{k}": value for k, value in enumerate(found, start=1)})


def _told(value: object) -> str:
    if isinstance(value, int) and value >= GROUPED:
        return f"{value:,}"
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _again(template: str, values: Mapping[str, object]) -> Said:
    return said(template, **values)
