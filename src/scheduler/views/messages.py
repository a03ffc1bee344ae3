"""The message catalogue: what printed artefacts say, in English, Chinese and Vietnamese.

``catalogue/`` has one TOML file a language, and one a language for each larger subject
(``standings.zh.toml``), whose tables no other file has. A message is a text with ``{values}``, or a table
of the plural forms ``one`` and ``other`` chosen by its value ``n``. Sentences are never glued from
pieces: whatever a language orders differently is one message.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime
from functools import cache
from importlib.resources import files
from types import MappingProxyType

from scheduler.errors import UsageError, did_you_mean
from scheduler.event import Said
from scheduler.event.said import GROUPED

__all__ = ["LANGUAGES", "Translator", "catalogue", "ranges", "reasons", "sentences"]

LANGUAGES = ("en", "zh", "vi")

FORMS = frozenset({"one", "other"})
_ATTRIBUTES = ("region", "club", "group", "country")

Message = str | Mapping[str, str]


def _flat(table: Mapping[str, object], prefix: str = "") -> dict[str, Message]:
    found: dict[str, Message] = {}
    for name, value in table.items():
        if not isinstance(value, dict):
            found[prefix + name] = str(value)
        elif set(value) <= FORMS:
            found[prefix + name] = {form: str(text) for form, text in value.items()}
        else:
            found |= _flat(value, f"{prefix}{name}.")
    return found


@cache
def catalogue(language: str) -> Mapping[str, Message]:
    """Every message of ``language`` (one of :data:`LANGUAGES`) by its dotted key, read once."""
    folder = files("scheduler.views").joinpath("catalogue")
    names = sorted(f.name for f in folder.iterdir() if f.name.endswith(f".{language}.toml"))
    found: dict[str, Message] = {}
    for name in (f"{language}.toml", *names):
        found |= _flat(tomllib.loads(folder.joinpath(name).read_text(encoding="utf-8")))
    return MappingProxyType(found)


@cache
def reasons(language: str) -> Mapping[str, str]:
    """The English one-line reasons of rules, each with its translation into ``language``."""
    source = files("scheduler.views").joinpath("catalogue", "reasons.toml")
    listed = tomllib.loads(source.read_text(encoding="utf-8"))["reason"]
    return MappingProxyType({entry["en"]: entry[language] for entry in listed})


@cache
def sentences(language: str) -> Mapping[str, str]:
    """The English templates of sentences (:func:`scheduler.event.said`), each with its translation."""
    source = files("scheduler.views").joinpath("catalogue", "sentences.toml")
    listed = tomllib.loads(source.read_text(encoding="utf-8"))["sentence"]
    return MappingProxyType({entry["en"]: entry[language] for entry in listed})


def ranges(numbers: Iterable[int]) -> list[tuple[int, int]]:
    """The maximal runs ``(first, last)`` of consecutive integers in ``numbers``, ascending."""
    runs: list[tuple[int, int]] = []
    for number in sorted(set(numbers)):
        if runs and runs[-1][1] == number - 1:
            runs[-1] = (runs[-1][0], number)
        else:
            runs.append((number, number))
    return runs


class Translator:
    """The messages of one language: ``Translator("zh")("head.round")``.

    ``language`` is a code of :data:`LANGUAGES`, a region or script after it is ignored
    (``zh-CN``, ``vi_VN``). Raises :class:`UsageError` for a language that is not there, KeyError
    for a key that is not there (a bug, not a user's mistake).
    """

    def __init__(self, language: str = "en") -> None:
        """The messages of ``language``, see the class."""
        code = language.strip().lower().replace("_", "-").split("-")[0]
        if code not in LANGUAGES:
            raise UsageError(
                f'there is no language "{language[:40]}": printed artefacts come in'
                f" {', '.join(LANGUAGES)}",
                maybe=did_you_mean(code[:40], LANGUAGES),
            )
        self.language = code
        self._messages = catalogue(code)
        self.tag = self("language.tag")

    def __call__(self, key: str, **values: object) -> str:
        """The message of ``key`` with its values written in; ``n`` also chooses the plural form."""
        message = self._messages[key]
        if not isinstance(message, str):
            message = message["one" if values.get("n") == 1 and "one" in message else "other"]
        n = values.get("n")
        if isinstance(n, int):
            values["n"] = self.amount(n)
        return message.format_map(values)

    def reason(self, text: str) -> str:
        """The reason of a rule in this language, as its rulebook has it where nobody translated it."""
        return reasons(self.language).get(text, text)

    def said(self, text: str) -> str:
        """A sentence in this language, with every sentence in it; any other text as it is."""
        if self.language == "en" or not isinstance(text, Said):
            return str(text)
        template = sentences(self.language).get(text.template, text.template)
        return template.format_map({key: self._value(key, value) for key, value in text.values.items()})

    def _value(self, key: str, value: object) -> str:
        if isinstance(value, tuple):
            return self("language.comma").join(self._value("", one) for one in value)
        if key == "attribute":
            return self.attribute(str(value))
        if isinstance(value, int) and value >= GROUPED:
            return self.amount(value)
        return self.said(value) if isinstance(value, Said) else str(value)

    def attribute(self, name: str) -> str:
        """The name of a column of an entry list; any other than the usual ones as it is."""
        return self(f"attribute.{name}") if name in _ATTRIBUTES else name

    def amount(self, n: int) -> str:
        """A count with the language's grouping of thousands: 499,500."""
        return f"{n:,}".replace(",", self("language.group"))

    def decimal(self, text: str) -> str:
        """Figures with a decimal point, with the language's mark for it: 20.89, in Vietnamese 20,89. They
        have no grouping of thousands."""
        return text.replace(".", self("language.decimal"))

    def join(self, items: Sequence[str]) -> str:
        """An enumeration: ``3, 5 and 7``."""
        if len(items) < 2:
            return "".join(items)
        head = self("language.comma").join(items[:-1])
        return f"{head}{self('language.last')}{items[-1]}"

    def clauses(self, items: Iterable[str]) -> str:
        """Independent statements on one line, separated as the language does."""
        return self("language.semicolon").join(items)

    def numbers(self, numbers: Iterable[int]) -> str:
        """Integers, runs of three and more shortened: ``1, 4-9 and 12``."""
        parts: list[str] = []
        for first, last in ranges(numbers):
            if last - first < 2:
                parts += [str(number) for number in range(first, last + 1)]
            else:
                parts.append(self("phrase.range", first=first, last=last))
        return self.join(parts)

    def listed(self, key: str, numbers: Sequence[int]) -> str:
        """``numbers`` named by ``phrase.number`` or ``phrase.round``: ``rounds 1-3``."""
        return self(f"phrase.{key}", list=self.numbers(numbers), n=len(set(numbers)))

    def span(self, low: int, high: int) -> str:
        """One value, ``5 or 6`` for neighbours, ``4 to 7`` beyond."""
        if low == high:
            return str(low)
        return self("phrase.or" if high == low + 1 else "phrase.to", low=low, high=high)

    def date(self, iso: str) -> str:
        """An ISO date in the language's form; any other text as it is."""
        try:
            day = date.fromisoformat(iso)
        except ValueError:
            return iso
        month = self("language.months").split()[day.month - 1]
        return self("language.date", day=day.day, month=month, year=day.year)

    def moment(self, iso: str) -> str:
        """An ISO date and time (to the minute) in the language's form; any other text as it is."""
        try:
            moment = datetime.fromisoformat(iso)
        except ValueError:
            return iso
        if "T" not in iso and " " not in iso:
            return self.date(iso)
        day = self.date(moment.date().isoformat())
        return self("language.moment", date=day, time=moment.strftime("%H:%M"))
