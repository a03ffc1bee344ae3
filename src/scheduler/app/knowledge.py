"""What the program knows: its rules, and the rulebooks and tables that come along."""

from __future__ import annotations

from dataclasses import dataclass

from scheduler.app.rulebooks import open_rulebook
from scheduler.resources import instance_names, model_names
from scheduler.rules import Rule, Rulebook, all_rules, find_rule

__all__ = ["Known", "instances", "kind_of", "models", "rules"]


@dataclass(frozen=True)
class Known:
    """Something that comes along: its name, and what it is in one line."""

    name: str
    title: str
    kind: str = ""


def rules(id: str = "") -> tuple[Rule, ...]:
    """Every rule, by family; or the one called ``id``. UsageError with advice if none is."""
    return (find_rule(id),) if id else all_rules()


def models() -> tuple[Rulebook, ...]:
    """Every rulebook that comes along, in order of name."""
    return tuple(open_rulebook(name) for name in model_names())


def instances() -> tuple[Known, ...]:
    """Every published table and sample event that comes along, in order of name."""
    from scheduler.app.inputs import load
    from scheduler.event import Event, PublishedTable

    out = []
    for name in instance_names():
        found = load(name)
        if isinstance(found, PublishedTable):
            out.append(Known(name, found.title, "table"))
        elif isinstance(found, Event):
            out.append(Known(name, found.name, "event"))
    return tuple(out)


def kind_of(kind: str | tuple[str, ...]) -> str:
    """How a parameter's kind is said: ``int`` as a whole number, allowed texts one by one."""
    if isinstance(kind, tuple):
        return " or ".join(f'"{text}"' for text in kind)
    return {
        "int": "a whole number", "bool": "true or false", "text": "a text",
        "entrant": "a number or name", "entrants": "a list of numbers or names",
        "rounds": "a list of numbers", "tables": "a list of numbers", "lines": "a list of numbers",
    }.get(kind, kind)
