"""Rulebooks: which rules hold, with which parameters, hard or at what price. TOML in ``models/``."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any

from scheduler.errors import RulebookError, UsageError, did_you_mean
from scheduler.event.toml_lines import line_of
from scheduler.facts import Space
from scheduler.rules.count import Count
from scheduler.rules.frames import RuleFrame
from scheduler.rules.registry import Param, Rule, counts_of, find_rule

__all__ = ["RuleUse", "Rulebook", "Stated", "read_rulebook", "read_uses"]

_USE_KEYS = ("id", "hard", "price", "level", "clause", "reason")
_HEAD_KEYS = ("name", "title", "format", "source", "about")
_MOST_TEXT, _MOST_USES, _MOST_LISTED, _MOST_STEPS, _MOST_LEVEL = 10**6, 10_000, 10_000, 1000, 100
_NUMBERED = ("rounds", "tables", "lines")
"""Kinds of parameters that list whole numbers from 1 to the frame's limit."""
_KINDS = {
    "int": "a whole number from 0 to 1000000",
    "bool": "true or false",
    "text": "text",
    "entrant": "a name or a number from 1",
    "entrants": "a list of names or numbers from 1",
    **dict.fromkeys(_NUMBERED, "a list of whole numbers from 1"),
}


@dataclass(frozen=True)
class RuleUse:
    """One entry of a rulebook. ``level`` 0 is hard; otherwise ``price`` is the cost of a deviation of
    1, 2, 3 ... units (convex; beyond its end it goes on by its last step)."""

    id: str
    params: Mapping[str, Any] = field(default_factory=dict)
    level: int = 0
    price: tuple[int, ...] = ()
    clause: str = ""
    reason: str = ""
    where: str = ""

    @property
    def hard(self) -> bool:
        """True for a rule that must hold."""
        return self.level == 0

    def resolved(self, frame: RuleFrame) -> dict[str, Any]:
        """The parameters with names of entrants as numbers; RulebookError where they name nobody."""
        rule = find_rule(self.id)
        return {k: _resolved(self, rule.parameter(k), v, frame) for k, v in self.params.items()}

    def with_params(self, **params: Any) -> RuleUse:
        """The same use with some parameters exchanged (underscores stand for hyphens)."""
        new = {k.replace("_", "-"): v for k, v in params.items()}
        return replace(self, params={**self.params, **new})


@dataclass(frozen=True)
class Stated:
    """A count together with the use that asked for it: what every reading reads."""

    use: RuleUse
    count: Count


@dataclass(frozen=True)
class Rulebook:
    """A named set of rule uses."""

    name: str
    title: str = ""
    format: str = ""
    source: str = ""
    about: str = ""
    uses: tuple[RuleUse, ...] = ()

    def stated(self, space: Space, frame: RuleFrame) -> tuple[Stated, ...]:
        """Every count of every use, for this frame. RulebookError where a parameter names nobody."""
        out: list[Stated] = []
        for use in self.uses:
            try:
                counts = counts_of(use.id, space, frame, use.resolved(frame))
            except UsageError as error:
                raise RulebookError(error.message, where=use.where, maybe=error.maybe) from None
            out += [Stated(_stepped(use, c), c) for c in counts]
        return tuple(out)

    def adding(self, uses: Sequence[RuleUse]) -> Rulebook:
        """The rulebook with further uses at its end."""
        return replace(self, uses=(*self.uses, *uses))

    def without(self, *ids: str) -> Rulebook:
        """The rulebook less every use of these rules."""
        return replace(self, uses=tuple(u for u in self.uses if u.id not in ids))

    def find(self, id: str) -> RuleUse | None:
        """The first use of a rule, if any."""
        return next((u for u in self.uses if u.id == id), None)


def read_rulebook(text: str, where: str = "rulebook") -> Rulebook:
    """A rulebook from TOML. ``where`` names the file in messages; RulebookError on anything unknown."""
    data = _parsed(text, where)
    for key in data:
        if key not in ("rulebook", "rule"):
            raise RulebookError(
                f'unknown table "{key}"', where=_Place(text, where, "", 0).of(key),
                maybe=did_you_mean(key, ["rulebook", "rule"]),
            )
    head = data.get("rulebook", {})
    if not isinstance(head, dict):
        raise RulebookError(
            "[rulebook] is a table, once in the file", where=_Place(text, where, "", 0).of("rulebook")
        )
    for key, value in head.items():
        line = _Place(text, where, "rulebook", 0).of(key)
        if key not in _HEAD_KEYS:
            raise RulebookError(
                f'[rulebook] has no key "{key}"', where=line, maybe=did_you_mean(key, _HEAD_KEYS)
            )
        if not isinstance(value, str):
            raise RulebookError(f'[rulebook]: "{key}" must be text, not {_shown(value)}', where=line)
    uses = read_uses(data.get("rule", []), text=text, where=where)
    return Rulebook(uses=uses, **{"name": where, **head})


def _parsed(text: str, where: str) -> dict[str, Any]:
    if len(text) > _MOST_TEXT:
        raise RulebookError(f"a rulebook has at most {_MOST_TEXT} characters", where=where)
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise RulebookError("not TOML: lists or tables nested too deep", where=where) from None
    except ValueError as error:  # syntax, or a number of thousands of digits
        found = re.search(r" \(at line (\d+), column \d+\)", str(error))
        at = f"{where}:{found[1]}" if found else where
        reason = str(error).replace(found[0], "") if found else str(error)
        raise RulebookError(f"not TOML: {reason}", where=at) from None


@dataclass(frozen=True, slots=True)
class _Place:
    """Where something stands: the ``index``-th ``table`` of ``text``, which is the file ``name``."""

    text: str
    name: str
    table: str
    index: int
    known: Mapping[str, str] = field(default_factory=dict)

    def of(self, key: str) -> str:
        """``file:line`` of a key; of the table's header where it is not found; else the file."""
        if self.known:
            return self.known.get(key) or self.known.get("id") or self.name
        line = line_of(self.text, self.table, key, self.index) if self.text else 0
        return f"{self.name}:{line}" if line else self.name


def read_uses(
    entries: Sequence[Mapping[str, Any]],
    *,
    text: str = "",
    where: str = "event",
    table: str = "rule",
    places: Sequence[Mapping[str, str]] = (),
) -> tuple[RuleUse, ...]:
    """Rule uses from the ``[[rule]]`` entries of a rulebook or an event file.

    ``text`` of the file ``where`` gives messages their line; there the entries are the tables named
    ``table``. Or ``places`` says for each entry where its keys stand. RulebookError on a mistake.
    """
    listed = isinstance(entries, Sequence) and all(isinstance(e, Mapping) for e in entries)
    if not listed or isinstance(entries, str):
        raise RulebookError(
            f"rules are written as [[{table}]] entries", where=_Place(text, where, table, 0).of("id")
        )
    if len(entries) > _MOST_USES:
        raise RulebookError(f"at most {_MOST_USES} rules, not {len(entries)}", where=where)
    known = [*places, *({} for _ in entries)]
    return tuple(
        _use(entry, _Place(text, where, table, i, known[i])) for i, entry in enumerate(entries)
    )


def _use(entry: Mapping[str, Any], place: _Place) -> RuleUse:
    here = place.of("id")
    if not isinstance(entry.get("id"), str):
        raise RulebookError("a [[rule]] needs an id", where=here, maybe="see `scheduler rules`.")
    key = "id"
    try:
        rule = find_rule(entry["id"])
        for key in entry:
            if key not in _USE_KEYS:
                rule.parameter(key)
    except UsageError as error:
        raise RulebookError(error.message, where=place.of(key), maybe=error.maybe) from None
    texts = {"clause": rule.clause, "reason": ""}
    for key in texts:
        texts[key] = entry.get(key, texts[key])
        if not isinstance(texts[key], str):
            raise RulebookError(
                f'"{key}" must be text, not {_shown(texts[key])}', where=place.of(key)
            )
    level, price = _price(entry, place)
    return RuleUse(rule.id, _params(rule, entry, place), level, price, **texts, where=here)


def _price(entry: Mapping[str, Any], place: _Place) -> tuple[int, tuple[int, ...]]:
    """(level, price table) of a use; hard unless it has a price."""
    price, hard = entry.get("price"), entry.get("hard", "price" not in entry)
    if hard is not (price is None):
        raise RulebookError(
            "a rule is either hard or has a price", where=place.of("hard"),
            maybe="leave out `hard = true`, or the price.",
        )
    if price is None:
        if "level" in entry:
            raise RulebookError(
                "a hard rule has no level", where=place.of("level"), maybe="give it a price."
            )
        return 0, ()
    level = entry.get("level", 1)
    if not _whole(level) or not 1 <= level <= _MOST_LEVEL:
        raise RulebookError(
            f"a level is a whole number from 1 to {_MOST_LEVEL}, not {_shown(level)}",
            where=place.of("level"),
        )
    return level, _price_table(price, place.of("price"))


def _price_table(price: Any, where: str) -> tuple[int, ...]:
    table = tuple(price) if isinstance(price, list) else (price,)
    if not 1 <= len(table) <= _MOST_STEPS or not all(_whole(p) and 0 <= p <= 10**9 for p in table):
        raise RulebookError(
            f"a price is a whole number from 0 to 10^9, or a list of 1 to {_MOST_STEPS} of them, "
            f"not {_shown(price)}",
            where=where,
        )
    steps = [b - a for a, b in pairwise((0, *table))]
    if steps != sorted(steps):
        raise RulebookError(
            f"a price table must be convex, not {_shown(list(table))}", where=where,
            maybe="let each further unit cost at least as much as the one before.",
        )
    return table


def _whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _shown(value: Any) -> str:
    """A value as TOML has it, cut short for a message."""
    if isinstance(value, bool):
        return str(value).lower()
    try:
        shown = f'"{value}"' if isinstance(value, str) else str(value)
    except ValueError:  # Python refuses to write out such numbers
        return "a number of thousands of digits"
    return shown if len(shown) <= 60 else shown[:57] + "..."


def _params(rule: Rule, entry: Mapping[str, Any], place: _Place) -> dict[str, Any]:
    """Every parameter of the rule, given or by default, checked for its kind."""
    out: dict[str, Any] = {}
    for param in rule.params:
        if param.name not in entry and param.default is None:
            raise RulebookError(
                f'rule "{rule.id}" needs "{param.name}": {param.text}', where=place.of("id")
            )
        value = entry.get(param.name, param.default)
        if not _fits(param, value):
            options = param.kind if isinstance(param.kind, tuple) else ()
            kind = " or ".join(options) if options else _KINDS[str(param.kind)]
            raise RulebookError(
                f'rule "{rule.id}": "{param.name}" must be {kind}, not {_shown(value)}',
                where=place.of(param.name),
                maybe=did_you_mean(_shown(value), options),
            )
        out[param.name] = value
    return out


def _fits(param: Param, value: Any) -> bool:
    if isinstance(param.kind, tuple):
        return value in param.kind
    # What must be given must also say something.
    several = isinstance(value, list | tuple) and len(value) <= _MOST_LISTED and (
        len(value) > 0 or param.default is not None
    )
    return {
        "int": _whole(value) and 0 <= value <= 10**6,
        "bool": isinstance(value, bool),
        "text": isinstance(value, str),
        "entrant": _names(value),
        "entrants": several and all(map(_names, value)),
        **dict.fromkeys(_NUMBERED, several and all(_whole(v) and v > 0 for v in value)),
    }[param.kind]


def _names(value: Any) -> bool:
    return isinstance(value, str) or (_whole(value) and value > 0)


def _stepped(use: RuleUse, count: Count) -> RuleUse:
    """The use as it applies to one of its counts: at its own level, at its own scale of prices."""
    if use.hard or not (count.step or count.scale):
        return use
    price = tuple(use.price[0] * amount for amount in count.scale) or use.price
    return replace(use, level=use.level + count.step, price=price)


def _resolved(use: RuleUse, param: Param, value: Any, frame: RuleFrame) -> Any:
    """Names of entrants become numbers, numbers are held against the frame, each counts once."""
    if param.kind == "entrant":
        return _entrant(use, value, frame)
    if param.kind == "entrants":
        return tuple(dict.fromkeys(_entrant(use, v, frame) for v in value))
    if param.kind in _NUMBERED:
        limit = frame.limit(str(param.kind))
        for v in value:
            if v > limit:
                raise RulebookError(
                    f'rule "{use.id}": {param.name} go from 1 to {limit}, not {_shown(v)}',
                    where=use.where,
                )
        return tuple(dict.fromkeys(value))
    return value


def _entrant(use: RuleUse, value: Any, frame: RuleFrame) -> int:
    if isinstance(value, int) and 1 <= value <= frame.entrants:
        return value
    if value in frame.names:
        return frame.names.index(value) + 1
    raise RulebookError(
        f'rule "{use.id}": there is no entrant {_shown(value)} '
        f"(numbers go from 1 to {frame.entrants})",
        where=use.where,
        maybe=did_you_mean(value, frame.names) if isinstance(value, str) else "",
    )
