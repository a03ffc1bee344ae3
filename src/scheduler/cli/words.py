"""What the commands say in words beyond what the views say: rules and rulebooks, which are talked
about in English as the help is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from scheduler.app.knowledge import kind_of

if TYPE_CHECKING:
    from scheduler.event import Report
    from scheduler.rules import Rule, Rulebook

__all__ = [
    "hard_only",
    "model_words",
    "rule_words",
    "rules_list",
]

def hard_only(report: Report) -> Report:
    """The report without the list of what was paid for; the prices by level stay."""
    return replace(report, violations=tuple(v for v in report.violations if v.level == 0))


def rules_list(rules: Sequence[Rule]) -> str:
    """Every rule with what it counts, by family; then how to see more."""
    lines: list[str] = []
    family = ""
    for rule in rules:
        if rule.family != family:
            family = rule.family
            lines += ["", family.capitalize()] if lines else [family.capitalize()]
        lines += [f"  {rule.id}{f' ({rule.clause})' if rule.clause else ''}: {_title(rule)}"]
        lines += [f"      counts {rule.counts}"]
        lines += [f"      {p.name}: {_param(p.kind, p.default)}; {p.text}" for p in rule.params]
        lines += [f"      example: {rule.example}"]
    return "\n".join(lines) + "\n"


def rule_words(rule: Rule) -> str:
    """One rule in full, with how a rulebook uses it."""
    lines = [f"{rule.id}: {_title(rule)}", "", f"Counts: {rule.counts}."]
    lines += [f"Clause: {rule.clause}."] if rule.clause else []
    lines += [f"Family: {rule.family}.", f"Example: {rule.example}", ""]
    lines += ["Parameters:"] if rule.params else ["It has no parameters."]
    lines += [f"  {p.name}: {_param(p.kind, p.default)}; {p.text}" for p in rule.params]
    lines += ["", "In a rulebook or event file:", "", "  [[rule]]", f'  id = "{rule.id}"']
    lines += [f"  {p.name} = ..." for p in rule.params if p.default is None]
    lines += ["  price = 1          # leave price and level out where it must hold", "  level = 1"]
    return "\n".join(lines) + "\n"


def _title(rule: Rule) -> str:
    return (rule.build.__doc__ or "").strip().split("\n")[0].replace("``", "")


def _param(kind: str | tuple[str, ...], default: Any) -> str:
    if default is None:
        return f"{kind_of(kind)}, needed"
    told = default
    if isinstance(default, bool):
        told = "true" if default else "false"
    elif default in ((), ""):
        told = "empty"
    return f"{kind_of(kind)}, default {told}"


def model_words(models: Sequence[Rulebook]) -> str:
    """Every rulebook: where it is from, and its rules."""
    lines: list[str] = []
    for model in models:
        lines += ["", ""] if lines else []
        lines += [f"{model.name}: {model.title}", f"  {model.about}"]
        lines += [f"  Source: {model.source}", ""]
        for use in model.uses:
            paid = ", ".join(map(str, use.price))
            price = "hard" if use.hard else f"level {use.level}, price {paid}"
            clause = f" ({use.clause})" if use.clause else ""
            lines.append(f"  {use.id}{clause}, {price}: {use.reason}")
    return "\n".join(lines) + "\n"
