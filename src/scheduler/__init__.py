"""A tournament scheduling engine: every answer proven or honestly bounded.

    >>> import scheduler
    >>> scheduler.check("cba-6").holds
    True

The public names below are imported when they are first used, so that ``import scheduler`` is
quick and needs no solver. They are described in ``docs/api.md``.
"""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from scheduler.app.differences import diff as diff
    from scheduler.app.draw_doors import draw_count as draw_count
    from scheduler.app.draw_doors import grade as grade
    from scheduler.app.drawing import lots as lots
    from scheduler.app.draws import draw as draw
    from scheduler.app.inputs import load as load
    from scheduler.app.knowledge import rules as rules
    from scheduler.app.leagues import judge as judge
    from scheduler.app.planning import plan as plan
    from scheduler.app.tables import check as check
    from scheduler.app.tables import complete as complete
    from scheduler.app.tables import repair as repair
    from scheduler.errors import FileError as FileError
    from scheduler.errors import NoAnswer as NoAnswer
    from scheduler.errors import RulebookError as RulebookError
    from scheduler.errors import SchedulerError as SchedulerError
    from scheduler.errors import TimeUp as TimeUp
    from scheduler.errors import UsageError as UsageError
    from scheduler.event import Draw as Draw
    from scheduler.event import Entrant as Entrant
    from scheduler.event import Event as Event
    from scheduler.event import Match as Match
    from scheduler.event import PublishedTable as PublishedTable
    from scheduler.event import Report as Report
    from scheduler.event import Result as Result
    from scheduler.event import Schedule as Schedule
    from scheduler.event import Stage as Stage
    from scheduler.event import Violation as Violation

__version__ = "0.1.0"

_HOMES = {
    "load": "app.inputs",
    "lots": "app.drawing",
    "plan": "app.planning",
    "check": "app.tables",
    "repair": "app.tables",
    "complete": "app.tables",
    "rules": "app.knowledge",
    "judge": "app.leagues",
    "diff": "app.differences",
    "draw": "app.draws",
    "draw_count": "app.draw_doors",
    "grade": "app.draw_doors",
    **dict.fromkeys(
        ("FileError", "NoAnswer", "RulebookError", "SchedulerError", "TimeUp", "UsageError"),
        "errors",
    ),
    **dict.fromkeys(
        (
            "Draw", "Entrant", "Event", "Match", "PublishedTable", "Report", "Result", "Schedule", "Stage",
            "Violation",
        ),
        "event",
    ),
}

__all__ = [
    "Draw",
    "Entrant",
    "Event",
    "FileError",
    "Match",
    "NoAnswer",
    "PublishedTable",
    "Report",
    "Result",
    "RulebookError",
    "Schedule",
    "SchedulerError",
    "Stage",
    "TimeUp",
    "UsageError",
    "Violation",
    "__version__",
    "check",
    "complete",
    "diff",
    "draw",
    "draw_count",
    "grade",
    "judge",
    "load",
    "lots",
    "plan",
    "repair",
    "rules",
]


def __getattr__(name: str) -> Any:
    """A public name, imported on first use; the room ``directing`` as well."""
    if name == "directing":
        return import_module(f"{__name__}.{name}")
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)


class _Package(ModuleType):
    """The functions ``rules`` and ``repair`` share their names with rooms of the package.

    Importing a room sets an attribute here; for these two it must not take the function's place.
    The rooms themselves are imported from as usual: ``from scheduler.rules import Rule``.
    """

    def __setattr__(self, name: str, value: object) -> None:
        if not (name in _HOMES and isinstance(value, ModuleType)):
            super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Package
