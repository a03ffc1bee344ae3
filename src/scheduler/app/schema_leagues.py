"""Schemas of what is said of leagues: verdicts wish by wish, differences, instances in figures."""

from __future__ import annotations

from scheduler.app.schema_parts import (
    BOOL,
    COUNT,
    INTEGER,
    NUMBER,
    TEXT,
    Schema,
    a_list,
    an_object,
    described,
    nullable,
    titled,
)
from scheduler.event.league import OBJECTIVES

__all__ = ["LEAGUE_KEYS", "LEAGUE_TOTALS", "difference", "league"]

_UNMET = an_object({
    "type": described(TEXT, "constraint type, game mode or objective"),
    "id": described(COUNT, "place in the file, 0 for what no constraint states"),
    "hard": BOOL,
    "penalty": COUNT,
    "deviation": COUNT,
    "cost": INTEGER,
    "subject": described(a_list(COUNT), "ids of teams"),
    "slots": described(a_list(COUNT), "ids of slots"),
    "found": INTEGER,
    "least": described(nullable(INTEGER), "null: no bound"),
    "most": described(nullable(INTEGER), "null: no bound"),
})
LEAGUE_TOTALS: dict[str, Schema] = {
    "infeasibility": described(COUNT, "leagues: sum of the hard costs"),
    "objective": described(INTEGER, "leagues: sum of the other costs"),
}
"""Keys of verdicts on leagues only."""
LEAGUE_KEYS: dict[str, Schema] = {
    **LEAGUE_TOTALS,
    "by_constraint": described(a_list(_UNMET), "leagues: every wish that is not met"),
    "notes": described(a_list(TEXT), "what was not judged, and why"),
}


def difference() -> Schema:
    """The schema of ``diff --json``."""
    costs = {"level": described(COUNT, "0 is hard"), "before": INTEGER, "after": INTEGER}
    rule = an_object({
        "rule": TEXT, "id": described(COUNT, "place in the file, 0 in a rulebook"), **costs, "words": TEXT,
    })
    return titled("diff --json", an_object({
        "same": BOOL, "totals": a_list(an_object(costs)), "rules": a_list(rule),
        "matches": an_object({"only_first": COUNT, "only_second": COUNT}),
    }))


def league() -> Schema:
    """The schema of ``show INSTANCE.xml --json``."""
    one = an_object({
        "id": COUNT, "name": TEXT, "teams": COUNT, "rounds": COUNT, "compact": BOOL, "mode": TEXT,
    })
    kind = an_object({"type": TEXT, "hard": COUNT, "soft": COUNT})
    return titled("show --json of a RobinX instance", an_object({
        "instance": TEXT, "teams": NUMBER, "slots": NUMBER, "games": COUNT,
        "objective": {"enum": list(OBJECTIVES)}, "leagues": a_list(one), "constraints": a_list(kind),
    }))
