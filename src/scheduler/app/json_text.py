"""JSON as it is printed and written: nothing else, so that whoever prints a little imports a little."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

__all__ = ["dump"]

_SMALL = 20_000


def dump(data: Mapping[str, Any]) -> str:
    """``data`` as JSON with a final line feed; indented where a person may want to read it."""
    schedule = data.get("schedule", data)
    rounds = schedule.get("rounds", ()) if isinstance(schedule, Mapping) else ()
    listed = rounds if isinstance(rounds, Sequence) else ()
    large = sum(len(r.get("matches", ())) for r in listed if isinstance(r, Mapping)) > _SMALL
    return json.dumps(data, ensure_ascii=False, indent=None if large else 2) + "\n"
