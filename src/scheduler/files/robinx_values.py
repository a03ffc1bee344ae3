"""Values in RobinX files: whole numbers, ids, words, each refused with its line."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from scheduler.errors import FileError, did_you_mean
from scheduler.files.robinx_xml import Element

__all__ = ["Reading", "ids", "pairs", "word"]

_WHOLE = re.compile(r"([+-]?[0-9]{1,10})(\.0*)?\Z", re.ASCII)  # some programs write 7.0
_MOST_LISTED = 20_000


@dataclass(frozen=True, slots=True)
class Reading:
    """The file being read, for messages."""

    where: str

    def error(self, element: Element, message: str, *, maybe: str = "") -> FileError:
        """The error for something on the line of ``element``."""
        return FileError(message, where=f"{self.where}:{element.line}", maybe=maybe)

    def at_most(self, things: Sequence[object], most: int, what: str, line: int) -> None:
        """FileError where there are more than ``most`` of them."""
        if len(things) > most:
            raise FileError(
                f"at most {most} {what}, not {len(things)}", where=f"{self.where}:{line}"
            )

    def whole(self, text: str, element: Element, what: str) -> int:
        """The whole number that ``text`` is."""
        found = _WHOLE.match(text.strip())
        if found is None:
            shown = text if len(text) <= 40 else text[:37] + "..."
            raise self.error(element, f'{what} must be a whole number, not "{shown}"')
        return int(found[1])

    def number(self, element: Element, attribute: str) -> int:
        """The whole number in a needed attribute."""
        if attribute not in element.attributes:
            raise self.error(element, f'<{element.tag}> needs the attribute "{attribute}"')
        return self.whole(element.attributes[attribute], element, f'"{attribute}"')

    def known(self, element: Element, attribute: str, among: set[int], what: str) -> int:
        """The id in a needed attribute, which must be one of ``among``."""
        id = self.number(element, attribute)
        if id not in among:
            raise self.error(element, f"there is no {what} {id}")
        return id


def ids(element: Element, attribute: str, read: Reading) -> tuple[int, ...]:
    """The ids listed in an attribute, ascending and once each; none where it is missing or empty."""
    return tuple(sorted({
        read.whole(part, element, f'each of "{attribute}"')
        for part in _parts(element, attribute, read)
    }))


def pairs(element: Element, attribute: str, read: Reading) -> tuple[tuple[int, int], ...]:
    """The pairs listed in an attribute, in order: ``3,5;4,2;``."""
    out = []
    for part in _parts(element, attribute, read):
        both = part.split(",")
        if len(both) != 2:
            raise read.error(element, f'"{attribute}" lists pairs like "3,5;4,2", not "{part[:40]}"')
        out.append((read.whole(both[0], element, attribute), read.whole(both[1], element, attribute)))
    return tuple(out)


def _parts(element: Element, attribute: str, read: Reading) -> list[str]:
    parts = [p.strip() for p in element.attributes.get(attribute, "").split(";")]
    parts = [p for p in parts if p]
    read.at_most(parts, _MOST_LISTED, f'entries of "{attribute}"', element.line)
    return parts


def word(text: str, words: tuple[str, ...], element: Element, what: str, read: Reading) -> str:
    """``text`` if it is one of ``words``."""
    if text not in words:
        known = [w for w in words if w]
        raise read.error(
            element, f'{what} must be {", ".join(known)}, not "{text[:40]}"',
            maybe=did_you_mean(text, known),
        )
    return text
