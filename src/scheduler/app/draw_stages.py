"""From groups to a knockout: who goes through, as an event of its own that is drawn like any other."""

from __future__ import annotations

from scheduler.app.inputs import EventLike, open_event
from scheduler.errors import FileError, UsageError
from scheduler.event import Event
from scheduler.files.groups import MOST_GROUPS, Groups, load_groups
from scheduler.files.source import Source
from scheduler.formats.stages import knockout_event, qualified

__all__ = ["advanced", "entry_list", "read_standings"]


def read_standings(source: Source, event: Event, *, name: str = "") -> Groups:
    """Groups in their final order, by number: ``{"groups": [[3, 1, ...], ...]}``, or a sheet with columns
    of groups and of numbers or names, whose rows are in order of standing.

    Raises FileError for anybody twice or unknown, an empty group, and for what is neither.
    """
    groups = load_groups(source, event, name=name)
    where = name or ("standings" if isinstance(source, bytes) else str(source))
    seen: set[int] = set()
    for number in (e for g in groups for e in g):
        if number in seen:
            raise FileError(f"{event.name_of(number)} is there twice", where=where)
        seen.add(number)
    if len(groups) < 2:
        raise FileError(f"{len(groups)} groups; 2 to {MOST_GROUPS} lead into a knockout", where=where)
    if not all(groups):
        raise FileError(f"group {groups.index(()) + 1} is empty", where=where)
    return groups


def advanced(
    event: EventLike, standings: Source, advance: int, *, name: str = "", called: str = ""
) -> Event:
    """Those who go through as an event with one knockout stage: the first of the event's, else a plain one.

    They are numbered winners first, then seconds ..., winners are the seeds in order of groups, and a
    column ``group`` keeps who met apart as long as possible, in place of the rulebook's own wish.
    ``name`` and ``called`` are what messages call bytes of event and standings.

    Raises FileError for files, UsageError where a group is smaller than ``advance``.
    """
    opened = open_event(event, name=name)
    groups = read_standings(standings, opened, name=called)
    short = min(map(len, groups))
    if not 1 <= advance <= short:
        raise UsageError(f"from 1 to {short} of each group can go through, not {advance}")
    return knockout_event(opened, qualified(groups, advance))


def entry_list(event: Event) -> bytes:
    """The entry list of an event as a CSV file."""
    from scheduler.files.csv_out import csv_bytes
    from scheduler.files.entrants import write_entrants

    return csv_bytes(write_entrants(event.entrants))
