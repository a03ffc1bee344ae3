"""The list of rules: what each is called, which parameters it takes, what it counts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from scheduler.errors import UsageError, did_you_mean
from scheduler.facts import Space
from scheduler.rules.count import Count
from scheduler.rules.frames import RuleFrame

__all__ = ["Param", "Rule", "all_rules", "find_rule", "rule"]

Build = Callable[..., Sequence[Count]]


@dataclass(frozen=True, slots=True)
class Param:
    """A parameter of a rule. ``kind``: ``int``, ``bool``, ``text``, ``entrant``, ``entrants``, ``rounds``
    (or tables), or a tuple of allowed texts. ``default`` None means that it must be given."""

    name: str
    kind: str | tuple[str, ...]
    default: Any
    text: str


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule: ``counts`` says in one sentence what is counted; ``example`` is a worked example from
    the regulation's text; ``build(space, frame, **parameters)`` yields the counts. ``needs`` is the
    primary family it speaks of: ``plays`` for timetables, ``stands`` for draws."""

    id: str
    family: str
    counts: str
    clause: str
    example: str
    build: Build
    params: tuple[Param, ...] = field(default=())
    needs: str = "plays"

    def parameter(self, name: str) -> Param:
        """The parameter of that name; UsageError with "did you mean" if there is none."""
        for param in self.params:
            if param.name == name:
                return param
        known = [p.name for p in self.params]
        raise UsageError(
            f'rule "{self.id}" has no parameter "{name}"', maybe=did_you_mean(name, known)
        )


_RULES: dict[str, Rule] = {}


def rule(
    id: str,
    *,
    counts: str,
    clause: str,
    example: str,
    params: Sequence[Param] = (),
    needs: str = "plays",
) -> Callable[[Build], Build]:
    """Declare the decorated builder as a rule; its module gives the family."""

    def register(build: Build) -> Build:
        family = build.__module__.rsplit(".", 1)[-1]
        _RULES[id] = Rule(id, family, counts, clause, example, build, tuple(params), needs)
        return build

    return register


def all_rules() -> tuple[Rule, ...]:
    """Every rule known, plug-ins included, by family and then in order of declaration."""
    return tuple(sorted(_RULES.values(), key=lambda r: r.family))


def find_rule(id: str) -> Rule:
    """The rule of that id; UsageError with "did you mean" if there is none."""
    if id not in _RULES:
        raise UsageError(f'there is no rule "{id}"', maybe=did_you_mean(id, sorted(_RULES)))
    return _RULES[id]


def counts_of(id: str, space: Space, frame: RuleFrame, params: dict[str, Any]) -> Sequence[Count]:
    """The counts of a rule for this frame; ``params`` are already checked (see ``rulebook``)."""
    rule = find_rule(id)
    if rule.needs not in space:
        raise UsageError(
            f'rule "{id}" does not speak of this format: it counts "{rule.needs}"',
            maybe="see `scheduler rules` for those that do.",
        )
    return rule.build(space, frame, **{k.replace("-", "_"): v for k, v in params.items()})
