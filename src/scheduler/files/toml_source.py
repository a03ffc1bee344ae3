"""TOML whose mistakes are named by line: the standard reader keeps no positions, so find them."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from scheduler.errors import FileError, did_you_mean
from scheduler.files.source import Source, read_bytes

__all__ = ["Section", "TomlSource"]

_NEEDED: Any = object()


@dataclass(frozen=True)
class TomlSource:
    """A parsed TOML file with its text. ``name`` is what messages call the file."""

    name: str
    rows: tuple[str, ...]
    content: dict[str, Any]

    @classmethod
    def read(cls, source: Source, *, limit: int, name: str = "") -> TomlSource:
        """The TOML in ``source``, at most ``limit`` bytes; raises FileError with the line."""
        data, where = read_bytes(source, limit=limit, name=name)
        try:
            text = data.decode("utf-8-sig").replace("\r\n", "\n")
        except UnicodeDecodeError as error:
            line = data.count(b"\n", 0, error.start) + 1
            raise FileError(
                "the file is not UTF-8", where=f"{where}:{line}", maybe="save it again as UTF-8."
            ) from None
        try:
            content = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            raise _syntax(error, where, text) from None
        except RecursionError:
            raise FileError("nested too deeply", where=where) from None
        except ValueError as error:  # a number of too many digits, a date that does not exist
            raise FileError(f"not TOML: {error}", where=where) from None
        return cls(where, tuple(text.split("\n")), content)

    def only(self, known: Iterable[str]) -> None:
        """Raise FileError at the first top-level key that is not ``known``."""
        for key in self.content:
            if key not in tuple(known):
                at = f"{self.name}:{self._header(key, 0) or self._key(key, 0) or 1}"
                raise FileError(
                    f'unknown key "{key}"', where=at, maybe=did_you_mean(key, tuple(known))
                )

    def section(self, name: str, *, needed: bool = True) -> Section:
        """The table ``[name]``; an empty one where it is missing and not ``needed``."""
        value = self.content.get(name)
        if value is None and not needed:
            return Section(self, name, 1, {})
        if not isinstance(value, dict):
            raise FileError(f"[{name}] is missing", where=self.name)
        return Section(self, name, self._header(name, 0) or 1, value)

    def sections(self, name: str) -> tuple[Section, ...]:
        """The tables ``[[name]]`` in order."""
        value = self.content.get(name, [])
        if not isinstance(value, list) or not all(isinstance(v, dict) for v in value):
            line = self._header(name, 0) or self._key(name, 0) or 1
            raise FileError(f"write [[{name}]], in double brackets", where=f"{self.name}:{line}")
        return tuple(
            Section(self, name, self._header(name, i) or 1, v) for i, v in enumerate(value)
        )

    def _header(self, name: str, index: int) -> int:
        """The line of the ``index``-th header of ``name``, 0 if there is none."""
        pattern = re.compile(rf"\s*\[\[?\s*\"?{re.escape(name)}\"?\s*\]")
        lines = [i for i, row in enumerate(self.rows, start=1) if pattern.match(row)]
        return lines[index] if index < len(lines) else 0

    def _key(self, key: str, after: int) -> int:
        """The first line below line ``after`` that gives ``key`` a value, 0 if there is none."""
        pattern = re.compile(rf"\s*[\"']?{re.escape(key)}[\"']?\s*=")
        for number, row in enumerate(self.rows[after:], start=after + 1):
            if pattern.match(row):
                return number
        return 0

    def line_of(self, after: int, key: str, at: str = "") -> int:
        """The line of ``key`` below the header at line ``after``; of the value ``at`` in it."""
        line = self._key(key, after) or after
        if at:
            for number, row in enumerate(self.rows[line - 1 :], start=line):
                if f'"{at}"' in row or f"'{at}'" in row:
                    return number
        return line


def _syntax(error: tomllib.TOMLDecodeError, where: str, text: str) -> FileError:
    found = re.search(r"\(at line (\d+), column \d+\)|\(at end of document\)", str(error))
    reason = str(error)[: found.start()].strip() if found else str(error)
    line = int(found[1]) if found and found[1] else text.rstrip("\n").count("\n") + 1
    return FileError(f"not TOML: {reason}", where=f"{where}:{line}")


@dataclass(frozen=True)
class Section:
    """One table of a TOML file: its keys in ``content``; ``line`` is where its header stands."""

    source: TomlSource
    name: str
    line: int
    content: dict[str, Any]

    def where(self, key: str, at: str = "") -> str:
        """``file:line`` of ``key``, or of the value ``at`` in its list."""
        return f"{self.source.name}:{self.source.line_of(self.line, key, at)}"

    def error(self, key: str, message: str, *, at: str = "", maybe: str = "") -> FileError:
        """A FileError at the line of ``key``."""
        return FileError(message, where=self.where(key, at), maybe=maybe)

    def only(self, known: tuple[str, ...]) -> None:
        """Raise FileError at the first key that is not ``known``."""
        for key in self.content:
            if key not in known:
                raise self.error(key, f'unknown key "{key}"', maybe=did_you_mean(key, known))

    def need(self, key: str) -> Any:
        """The value of ``key``; raises FileError where it is missing."""
        if key not in self.content:
            where = f"{self.source.name}:{self.line}"
            raise FileError(f'"{key}" is missing in [{self.name}]', where=where)
        return self.content[key]

    def text(self, key: str, default: str = _NEEDED) -> str:
        """A text of one line."""
        value = self.need(key) if default is _NEEDED else self.content.get(key, default)
        if not isinstance(value, str):
            raise self.error(key, f"{key} must be a text in quotes")
        return value

    def texts(self, key: str) -> tuple[str, ...]:
        """A list of texts, empty where ``key`` is missing."""
        value = self.content.get(key, [])
        if not isinstance(value, list) or not all(isinstance(v, str) for v in value):
            raise self.error(key, f"{key} must be a list of texts in quotes")
        return tuple(value)

    def whole(self, key: str, least: int, most: int, default: int = _NEEDED) -> int:
        """A whole number of ``least`` to ``most``; ``default`` itself need not lie there."""
        if default is not _NEEDED and key not in self.content:
            return default
        return self._checked(key, self.need(key), least, most)

    def wholes(self, key: str, least: int, most: int) -> tuple[int, ...]:
        """A list of such numbers, empty where ``key`` is missing."""
        value = self.content.get(key, [])
        if not isinstance(value, list):
            raise self.error(key, f"{key} must be a list of whole numbers")
        return tuple(self._checked(key, v, least, most) for v in value)

    def one_of(self, key: str, known: tuple[str, ...]) -> str:
        """A text that must be one of ``known``."""
        value = self.text(key)
        if value not in known:
            raise self.error(key, f'unknown {key} "{value}"', maybe=did_you_mean(value, known))
        return value

    def _checked(self, key: str, value: Any, least: int, most: int) -> int:
        if not isinstance(value, int) or isinstance(value, bool):
            raise self.error(key, f"{key} must be a whole number")
        if not least <= value <= most:
            raise self.error(key, f"{key} must be {least} to {most}, not {value}")
        return value
