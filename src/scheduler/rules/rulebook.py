"""Rulebooks: which rules hold, with which parameters, hard or at what price. TOML in ``models/``."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from scheduler.errors import RulebookError, UsageError, did_you_mean
from scheduler.event.toml_lines import line_of
from scheduler.facts import Frame, Space
from scheduler.rules.count import Count
from scheduler.rules.registry import Param, Rule, counts_of, find_rule

__all__ = ["RuleUse", "Rulebook", "Stated", "read_rulebook", "read_uses"]

_USE_KEYS = ("id", "hard", "price", "level", "clause", "reason")
_HEAD_KEYS = ("name", "title", "format", "source", "about")


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

    def stated(self, space: Space, frame: Frame) -> tuple[Stated, ...]:
        """Every count of every use, for this frame. RulebookError where a parameter names nobody."""
        out: list[Stated] = []
        for use in self.uses:
            params = {k: _resolved(use, find_rule(use.id).parameter(k), v, frame)
                      for k, v in use.params.items()}
            out += [Stated(use, c) for c in counts_of(use.id, space, frame, params)]
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
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise RulebookError(f"not TOML: {error}", where=where) from None
    for key in data:
        if key not in ("rulebook", "rule"):
            raise RulebookError(
                f'unknown table "{key}"', where=_at(where, text, key),
                maybe=did_you_mean(key, ["rulebook", "rule"]),
            )
    head = data.get("rulebook", {})
    for key in head:
        if key not in _HEAD_KEYS:
            raise RulebookError(
                f'[rulebook] has no key "{key}"', where=_at(where, text, key),
                maybe=did_you_mean(key, _HEAD_KEYS),
            )
    uses = read_uses(data.get("rule", []), text=text, where=where)
    return Rulebook(uses=uses, **{"name": where, **{k: str(v) for k, v in head.items()}})


def read_uses(
    entries: Sequence[Mapping[str, Any]], *, text: str = "", where: str = "event"
) -> tuple[RuleUse, ...]:
    """Rule uses from the ``[[rule]]`` entries of a rulebook or an event file."""
    if not isinstance(entries, Sequence) or not all(isinstance(e, Mapping) for e in entries):
        raise RulebookError("rules are written as [[rule]] entries", where=where)
    return tuple(_use(entry, i, text, where) for i, entry in enumerate(entries))


def _use(entry: Mapping[str, Any], index: int, text: str, where: str) -> RuleUse:
    here = _at(where, text, "id", index)
    if not isinstance(entry.get("id"), str):
        raise RulebookError("a [[rule]] needs an id", where=here, maybe="see `scheduler rules`.")
    try:
        rule = find_rule(entry["id"])
        for key in entry:
            if key not in _USE_KEYS:
                rule.parameter(key)
    except UsageError as error:
        raise RulebookError(error.message, where=here, maybe=error.maybe) from None
    level, price = _price(entry, here)
    return RuleUse(
        rule.id, _params(rule, entry, here), level, price,
        str(entry.get("clause", rule.clause)), str(entry.get("reason", "")), here,
    )


def _at(where: str, text: str, key: str, index: int = 0) -> str:
    line = line_of(text, "rule", key, index) if text else 0
    return f"{where}:{line}" if line else where


def _price(entry: Mapping[str, Any], where: str) -> tuple[int, tuple[int, ...]]:
    """(level, price table) of a use; hard unless it has a price."""
    price, hard = entry.get("price"), entry.get("hard", "price" not in entry)
    if hard is not (price is None):
        raise RulebookError(
            "a rule is either hard or has a price", where=where,
            maybe="leave out `hard = true`, or the price.",
        )
    if price is None:
        return 0, ()
    table = tuple(price) if isinstance(price, list) else (price,)
    level = entry.get("level", 1)
    steps = [b - a for a, b in zip((0, *table), table, strict=False)]
    if not all(_whole(p) for p in (*table, level)) or not table or level < 1:
        raise RulebookError("price and level are whole numbers from 1", where=where)
    if steps[0] < 0 or steps != sorted(steps) or max(table) > 10**9:
        raise RulebookError(
            f"a price table must be convex and at most 10^9, not {list(table)}", where=where,
            maybe="let each further unit cost at least as much as the one before.",
        )
    return level, table


def _whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _params(rule: Rule, entry: Mapping[str, Any], where: str) -> dict[str, Any]:
    """Every parameter of the rule, given or by default, checked for its kind."""
    out: dict[str, Any] = {}
    for param in rule.params:
        if param.name not in entry and param.default is None:
            raise RulebookError(
                f'rule "{rule.id}" needs "{param.name}": {param.text}', where=where
            )
        value = entry.get(param.name, param.default)
        if not _fits(param, value):
            kind = param.kind if isinstance(param.kind, str) else " or ".join(param.kind)
            raise RulebookError(
                f'rule "{rule.id}": "{param.name}" must be {kind}, not {value!r}', where=where,
                maybe=did_you_mean(str(value), param.kind) if isinstance(param.kind, tuple) else "",
            )
        out[param.name] = value
    return out


def _fits(param: Param, value: Any) -> bool:
    if isinstance(param.kind, tuple):
        return value in param.kind
    entrant = isinstance(value, str) or (_whole(value) and value > 0)
    several = isinstance(value, list | tuple)
    return {
        "int": _whole(value) and 0 <= value <= 10**6,
        "bool": isinstance(value, bool),
        "text": isinstance(value, str),
        "entrant": entrant,
        "entrants": several and all(isinstance(v, str) or (_whole(v) and v > 0) for v in value),
        "rounds": several and all(_whole(v) and v > 0 for v in value),
    }[param.kind]


def _resolved(use: RuleUse, param: Param, value: Any, frame: Frame) -> Any:
    """Names of entrants become numbers; numbers are held against the frame."""
    if param.kind == "entrant":
        return _entrant(use, value, frame)
    if param.kind == "entrants":
        return tuple(_entrant(use, v, frame) for v in value)
    if param.kind == "rounds":
        limit = frame.tables if param.name == "tables" else frame.rounds
        for v in value:
            if v > limit:
                raise RulebookError(
                    f'rule "{use.id}": {param.name} go from 1 to {limit}, not {v}', where=use.where
                )
    return value


def _entrant(use: RuleUse, value: Any, frame: Frame) -> int:
    if isinstance(value, int) and 1 <= value <= frame.entrants:
        return value
    if value in frame.names:
        return frame.names.index(value) + 1
    raise RulebookError(
        f'rule "{use.id}": there is no entrant {value!r} (numbers go from 1 to {frame.entrants})',
        where=use.where,
        maybe=did_you_mean(str(value), frame.names),
    )
