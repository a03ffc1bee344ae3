"""What the commands say in words beyond what the views say: completions, repairs, rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from scheduler.app.knowledge import kind_of
from scheduler.views import Translator, Verdict, by_round, summary

if TYPE_CHECKING:
    from scheduler.app.inputs import Table
    from scheduler.app.tables import Judged
    from scheduler.event import Cell, Report, Result
    from scheduler.rules import Rule, Rulebook
    from scheduler.solve.completions import Completions

__all__ = [
    "completion_words",
    "hard_only",
    "model_words",
    "repair_words",
    "rule_words",
    "rules_list",
]

_MOST_CELLS = 200


def hard_only(report: Report) -> Report:
    """The report without the list of what was paid for; the prices by level stay."""
    return replace(report, violations=tuple(v for v in report.violations if v.level == 0))


def completion_words(
    table: Table,
    found: Completions,
    language: str,
    restricted: bool,
    assumed: Sequence[str],
) -> str:
    """How many completions, what they share, and one of them."""
    t = Translator(language)
    published = table.published
    assert published is not None
    missing = len(published.cells) - len(published.printed())
    least = "" if found.exact else "at least "
    lines = [
        f"{table.name}: {len(published.printed())} cells printed, {missing} not.",
        f"Completions: {least}{t.amount(found.completions)}"
        f" ({least}{t.amount(found.matchings)} by who meets whom).",
    ]
    if restricted and published.lines:
        lines.append(f"Missing cells are lines of: {published.lines_from or 'the table file'}.")
    if assumed:
        lines.append(f"Assumed: {', '.join(assumed)}.")
    if not found.exact:
        lines.append("The count was cut short, so that these are lower bounds.")
    lines += _cells("Forced, home side included", found.forced)
    lines += _cells("Forced, home side open", found.forced_matches)
    if found.example is not None:
        lines += ["", "One of them:", "", by_round(found.example, t, names=table.names).rstrip()]
    return "\n".join(lines) + "\n"


def _cells(title: str, cells: Sequence[Cell]) -> list[str]:
    if not cells:
        return []
    rounds: dict[int, list[str]] = {}
    for cell in cells[:_MOST_CELLS]:
        rounds.setdefault(cell.round, []).append(f"{cell.home}-{cell.away}")
    return [f"{title}: {len(cells)}.", *(
        f"  round {number}: {', '.join(told)}" for number, told in sorted(rounds.items())
    )]


def repair_words(judged: Judged, result: Result, language: str) -> str:
    """The changes one by one, how far they are proven least, and the repaired table."""
    t = Translator(language)
    changes: Sequence[Mapping[str, Any]] = result.extra["changes"]
    lines = [f"{judged.table.name} under {judged.rulebook.name}: {_how_many(len(changes))}."]
    lines += [f"  {_change(change)}" for change in changes]
    lines.append(_proof(result, len(changes)))
    lines += [f"Note: {note}" for note in result.notes]
    lines += ["", by_round(result.schedule, t).rstrip(), ""]
    lines.append(summary(result.schedule, t, Verdict.of(result, judged.rulebook.name)))
    return "\n".join(lines) + "\n"


def _how_many(count: int) -> str:
    if count == 0:
        return "nothing needs to change"
    return "1 change" if count == 1 else f"{count} changes"


def _change(change: Mapping[str, Any]) -> str:
    to = change["to"]
    was = f"{change['home']}-{change['away']}, round {change['round']}"
    if change["kind"] in ("added", "removed"):
        return f"{was}: {change['kind']}"
    if change["kind"] == "reversed":
        return f"{was}: reversed to {to['home']}-{to['away']}"
    if change["kind"] == "moved":
        return f"{was}: moved to round {to['round']}"
    return f"{was}: moved from table {change['table']} to table {to['table']}"


def _proof(result: Result, count: int) -> str:
    if count == 0:
        return "It obeys as it is."
    unique = result.extra["unique"]
    told = {
        True: " No other repair is as small.", False: " Other repairs are as small.", None: "",
    }[unique]
    if result.extra["optimal"]:
        return "Fewer changes cannot do, proven." + told
    return f"At least {result.extra['bound']} changes are needed, proven; fewer may do." + told


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
