"""RobinX files written: of a league planned here, of what was read, and of our own schedules."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from scheduler.app.exporting import may_write, write_new
from scheduler.event.league import LeagueInstance, LeagueSolution
from scheduler.files.robinx_out import robinx_instance, robinx_of_schedule, robinx_solution

if TYPE_CHECKING:
    from scheduler.event import Event, Schedule

__all__ = ["export_schedule", "robinx_bytes", "schedule_solution", "write_robinx"]


def robinx_bytes(what: LeagueInstance | LeagueSolution) -> bytes:
    """The XML of an instance or a solution."""
    text = robinx_instance(what) if isinstance(what, LeagueInstance) else robinx_solution(what)
    return text.encode()


def write_robinx(what: LeagueInstance | LeagueSolution, path: Path, *, force: bool = False) -> None:
    """Write one XML file whole. UsageError where it is there already, FileError where it cannot be."""
    write_new(path, robinx_bytes(what), force=force)


def schedule_solution(schedule: Schedule, event: Event | None) -> tuple[bytes, tuple[str, ...]]:
    """(the games as a RobinX solution, what the format cannot say)."""
    _, solution, lost = robinx_of_schedule(schedule, event)
    return robinx_bytes(solution), lost


def export_schedule(
    schedule: Schedule, event: Event | None, path: Path, *, force: bool = False
) -> tuple[tuple[Path, ...], tuple[str, ...]]:
    """Write a schedule of our own as a solution, and its league as an instance beside it.

    Gives (the two paths: ``NAME.xml`` and ``NAME-instance.xml``, what the format cannot say). Nothing is
    written where either is there already and ``force`` is not set (UsageError).
    """
    instance, solution, lost = robinx_of_schedule(schedule, event)
    beside = path.with_name(f"{path.stem}-instance.xml")
    for target in (path, beside):
        may_write(target, force)
    write_robinx(instance, beside, force=True)
    write_robinx(solution, path, force=True)
    return (path, beside), lost
