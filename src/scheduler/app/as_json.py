"""What every ``--json`` prints: values to plain objects. Their schemas are in ``schemas.py``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from scheduler.app.inputs import Table
from scheduler.errors import EventChanged, NoAnswer, SchedulerError
from scheduler.event import Cell, Event, Report, Result, exact
from scheduler.files.json_schedules import schedule_json
from scheduler.rules import Rule, Rulebook
from scheduler.solve.completions import Completions

__all__ = [
    "check_json", "complete_json", "error_json", "models_json", "plan_json", "repair_json",
    "rules_json", "show_json",
]

Json = dict[str, Any]


def _result(result: Result) -> Json:
    return {
        "status": result.status,
        "bound": list(result.bound),
        "seconds": round(result.seconds, 3),
        "engine": result.engine,
        "seed": result.seed,
        "notes": list(result.notes),
        "report": result.report.as_json(),
        "schedule": schedule_json(result.schedule),
    }


def plan_json(result: Result, *, event: Event, model: str) -> Json:
    """An answer with its proof state, its report and its schedule."""
    return {**_result(result), "event": event.name, "model": model}


def check_json(report: Report, *, table: Table, model: str) -> Json:
    """A report, its keys at the top; ``rules`` says what was checked."""
    checked = [{"rule": rule, "clause": clause, "counts": n} for rule, clause, n in report.rules]
    return {**report.as_json(), "table": table.name, "model": model, "rules": checked}


def complete_json(
    found: Completions, *, table: Table, restricted: bool, assumptions: Sequence[str]
) -> Json:
    """Completions and matchings as exact integers, beyond 2^53 as texts; lower bounds where ``exact`` is
    false."""
    return {
        "completions": exact(found.completions),
        "exact": found.exact,
        "forced": [_cell(c) for c in found.forced],
        "example": None if found.example is None else schedule_json(found.example),
        "matchings": exact(found.matchings),
        "forced_matches": [_cell(c) for c in found.forced_matches],
        "table": table.name,
        "restricted": restricted,
        "assumptions": list(assumptions),
    }


def _cell(cell: Cell) -> Json:
    return {"round": cell.round, "home": cell.home, "away": cell.away}


def repair_json(result: Result, *, table: Table, model: str) -> Json:
    """The changes and how far they are proven least, with the repaired schedule and its report.

    ``bound`` is the least number of changes; the prices of the rulebook are in the report.
    """
    keys = ("changes", "optimal", "bound", "unique")
    own = {key: result.extra[key] for key in keys}
    return {**_result(result), **own, "table": table.name, "model": model}


def rules_json(rules: Sequence[Rule]) -> Json:
    """Every rule with its parameters, what it counts, its clause and its worked example."""
    return {"rules": [_rule(rule) for rule in rules]}


def _rule(rule: Rule) -> Json:
    return {
        "id": rule.id,
        "family": rule.family,
        "title": (rule.build.__doc__ or "").strip().split("\n")[0].replace("``", ""),
        "counts": rule.counts,
        "clause": rule.clause,
        "example": rule.example,
        "parameters": [
            {
                "name": p.name,
                "kind": list(p.kind) if isinstance(p.kind, tuple) else p.kind,
                "needed": p.default is None,
                "default": list(p.default) if isinstance(p.default, tuple) else p.default,
                "text": p.text,
            }
            for p in rule.params
        ],
    }


def models_json(models: Sequence[Rulebook]) -> Json:
    """Every rulebook with the rules it uses: hard (level 0), or priced at a level."""
    return {"models": [
        {
            "name": m.name, "title": m.title, "format": m.format, "source": m.source,
            "about": m.about,
            "rules": [
                {
                    "rule": use.id, "level": use.level, "price": list(use.price),
                    "clause": use.clause, "reason": use.reason,
                    "parameters": {
                        k: list(v) if isinstance(v, tuple) else v for k, v in use.params.items()
                    },
                }
                for use in m.uses
            ],
        }
        for m in models
    ]}


def show_json(table: Table, names: Sequence[str] = ()) -> Json:
    """A schedule as it stands, with the names where they are known."""
    more: Mapping[str, Any] = {"names": list(names)} if names else {}
    return {"table": table.name, **more, "schedule": schedule_json(table.schedule)}


def error_json(error: SchedulerError) -> Json:
    """An error: its id, what and where and why, the advice, and the clash where there is one."""
    told: Json = {"id": error.message_id, "message": error.message, "maybe": error.maybe}
    if isinstance(error, NoAnswer):
        told |= {"clash": list(error.clash), "minimal": error.minimal}
    if isinstance(error, EventChanged):
        told |= {"expected": error.expected, "position": error.position}
    return {"error": told}
