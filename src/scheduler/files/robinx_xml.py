"""XML from strangers as plain elements that know their lines: limited, and without entities."""

from __future__ import annotations

import io
from dataclasses import dataclass, field
from typing import Any
from xml.sax import SAXParseException
from xml.sax.handler import ContentHandler

from defusedxml import DefusedXmlException
from defusedxml.expatreader import DefusedExpatParser

from scheduler.errors import FileError

__all__ = ["Element", "parse_xml"]

_MOST_ELEMENTS = 1_000_000
_MOST_DEPTH = 20
_MOST_TEXT = 100_000


@dataclass(slots=True)
class Element:
    """An element: ``tag``, attributes, children, stripped text, and the ``line`` it begins on."""

    tag: str
    attributes: dict[str, str]
    line: int
    children: list[Element] = field(default_factory=list)
    text: str = ""

    def find(self, tag: str) -> Element | None:
        """The first child of that tag."""
        return next((c for c in self.children if c.tag == tag), None)

    def all(self, *path: str) -> list[Element]:
        """The children at the end of a path of tags, in order."""
        here = [self]
        for tag in path:
            here = [c for e in here for c in e.children if c.tag == tag]
        return here

    def text_of(self, tag: str) -> str:
        """The text of the first child of that tag, "" if there is none or it says ``NULL``."""
        child = self.find(tag)
        return "" if child is None or child.text == "NULL" else child.text


class _Builder(ContentHandler):
    """Builds the tree; refuses what is too deep or too much."""

    def __init__(self, where: str) -> None:
        super().__init__()
        self.where = where
        self.root: Element | None = None
        self._open: list[Element] = []
        self._texts: list[list[str]] = []
        self._count = 0
        self._length = 0

    def _refuse(self, message: str, line: int) -> FileError:
        return FileError(message, where=f"{self.where}:{line}")

    def startElement(self, name: str, attrs: Any) -> None:
        line = int(self._locator.getLineNumber() or 0)  # type: ignore[attr-defined]
        element = Element(name, dict(attrs.items()), line)
        self._count += 1
        if self._count > _MOST_ELEMENTS:
            raise self._refuse(f"more than {_MOST_ELEMENTS} elements", line)
        if len(self._open) >= _MOST_DEPTH:
            raise self._refuse(f"elements more than {_MOST_DEPTH} deep", line)
        if self._open:
            self._open[-1].children.append(element)
        else:
            self.root = element
        self._open.append(element)
        self._texts.append([])
        self._length = 0

    def characters(self, content: str) -> None:
        self._length += len(content)
        if self._length > _MOST_TEXT:
            line = self._open[-1].line
            raise self._refuse(f"a text of more than {_MOST_TEXT} characters", line)
        self._texts[-1].append(content)

    def endElement(self, name: str) -> None:
        self._open.pop().text = "".join(self._texts.pop()).strip()
        self._length = 0


def parse_xml(data: bytes, where: str) -> Element:
    """The root element of XML ``data``; ``where`` is the file's name in messages.

    Raises :class:`FileError` with the line for what is no XML, for document types and entities, and
    for more than 1,000,000 elements, 20 levels or 100,000 characters of text in one piece.
    """
    builder = _Builder(where)
    parser = DefusedExpatParser(forbid_dtd=True)
    parser.setContentHandler(builder)
    try:
        parser.parse(io.BytesIO(data))
    except DefusedXmlException:
        raise FileError(
            "document types and entities are not read", where=_line(parser, where),
            maybe="delete the <!DOCTYPE ...> at its top; no league needs one.",
        ) from None
    except SAXParseException as error:
        line = error.getLineNumber() or 0
        raise FileError(f"not XML: {error.getMessage()}", where=f"{where}:{line}") from None
    except (LookupError, ValueError) as error:
        raise FileError(f"not XML: {error}", where=where) from None
    if builder.root is None:
        raise FileError("not XML: there is no element in it", where=where)
    return builder.root


def _line(parser: Any, where: str) -> str:
    number = parser.getLineNumber()
    return f"{where}:{number}" if number else where
