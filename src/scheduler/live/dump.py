"""The state of an event as plain data: two states are the same where their dumps are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from fractions import Fraction
from typing import Any

from scheduler.event import Bracket
from scheduler.live.state import LiveEvent

__all__ = ["dump"]

_HISTORY = ("position", "undone", "effective", "groups")


def dump(event: LiveEvent, *, history: bool = False) -> dict[str, Any]:
    """Everything that has been decided, as JSON can hold it, keys in a fixed order.

    Without ``history`` the place in the log and what could be redone are left out: after an undo all else
    is as it was before.
    """
    made: dict[str, Any] = _plain(event)
    return made if history else {k: v for k, v in made.items() if k not in _HISTORY}


def _plain(value: Any) -> Any:
    if isinstance(value, Bracket):
        return value.as_json()
    if is_dataclass(value) and not isinstance(value, type):
        return {f.name: _plain(getattr(value, f.name)) for f in fields(value)}
    if isinstance(value, Mapping):
        return {str(k): _plain(value[k]) for k in sorted(value, key=str)}
    if isinstance(value, list | tuple):
        return [_plain(v) for v in value]
    if isinstance(value, set | frozenset):
        return sorted(_plain(v) for v in value)
    return str(value) if isinstance(value, Fraction) else value
