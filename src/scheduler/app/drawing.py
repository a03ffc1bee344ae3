"""Draw numbers by lot for a published table, from a public seed or by hand, and check a record."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from scheduler.app.inputs import EventLike, TableLike, open_event, open_table, without_last_table
from scheduler.errors import UsageError, did_you_mean
from scheduler.event import Event
from scheduler.files.source import MEGABYTE, Source, read_bytes
from scheduler.formats.round_robin.early import groups_by
from scheduler.formats.round_robin.lots import LotsSession, apply_lots, replay
from scheduler.formats.round_robin.lots_record import LotsRecord

__all__ = ["begin", "entry_list", "fixed_by", "lots", "verify_record"]

_LIMIT = 16 * MEGABYTE


def lots(
    event: EventLike,
    table: TableLike,
    *,
    seed: str,
    related_by: Sequence[str] = (),
    fixed: Mapping[int | str, int] | None = None,
    published: str = "",
    drop_last: bool = False,
) -> LotsRecord:
    """Draw all numbers from a public seed; the same arguments give the same record, byte for byte.

    Arguments and errors as for :func:`begin`; an empty seed is refused.
    """
    session = begin(
        event, table, seed=seed, related_by=related_by, fixed=fixed, published=published,
        drop_last=drop_last,
    )
    while session.waiting:
        session.draw_from_seed()
    return session.record()


def begin(
    event: EventLike,
    table: TableLike,
    *,
    seed: str = "",
    related_by: Sequence[str] = (),
    fixed: Mapping[int | str, int] | None = None,
    published: str = "",
    drop_last: bool = False,
) -> LotsSession:
    """A drawing for the entrants of ``event``, in which nobody but the seeds has a number yet.

    Entrants who share an attribute of ``related_by`` (``region``, ``club``, a column of the entry
    list) meet as early as ``table`` allows. A seeded entrant keeps the number it has in the entry
    list; ``fixed`` maps further ones, by entry number or name, to the number they keep.
    ``published`` is the ISO time at which the table was published.

    Raises :class:`UsageError` for attributes and entrants that are not there, for sizes that
    differ, and what :class:`LotsSession` refuses.
    """
    opened = open_event(event)
    fitting = open_table(table)
    fitting = without_last_table(fitting) if drop_last else fitting
    _known(opened, related_by)
    groups = groups_by(opened.entrants, *related_by) if related_by else {}
    kept = {e.number: e.number for e in opened.entrants if e.seed} | fixed_by(opened, fixed or {})
    return LotsSession(
        opened.entrants, fitting.schedule, groups=groups, fixed=kept, seed=seed,
        published=published,
    )


def _known(event: Event, attributes: Sequence[str]) -> None:
    there = {"region", "club"}.union(*(e.attributes for e in event.entrants))
    for name in attributes:
        if not any(e.attribute(name) for e in event.entrants):
            raise UsageError(
                f'nobody in {event.name} has an attribute "{name[:40]}"',
                maybe=did_you_mean(name[:40], sorted(there)),
            )


def fixed_by(event: Event, fixed: Mapping[int | str, int]) -> dict[int, int]:
    """``fixed`` by entry number, names looked up. UsageError for an entrant who is not there."""
    numbers: dict[int | str, int] = {e.name: e.number for e in event.entrants}
    numbers |= {e.number: e.number for e in event.entrants}
    out = {}
    for entrant, number in fixed.items():
        if entrant not in numbers:
            names = [e.name for e in event.entrants]
            raise UsageError(
                f'{event.name} has no entrant "{str(entrant)[:40]}"',
                maybe=did_you_mean(str(entrant)[:40], names),
            )
        out[numbers[entrant]] = number
    return out


def verify_record(
    source: Source, table: TableLike, *, drop_last: bool = False, name: str = ""
) -> LotsRecord:
    """The record in ``source``, every step made anew for ``table``.

    Raises :class:`FileError` naming the step where anything is not as it would have been drawn.
    """
    fitting = open_table(table)
    fitting = without_last_table(fitting) if drop_last else fitting
    data, where = read_bytes(source, limit=_LIMIT, name=name)
    return replay(data, fitting.schedule, where=where)


def entry_list(event: EventLike, record: LotsRecord) -> bytes:
    """The entry list with the numbers drawn, as a CSV file. UsageError for another entry list."""
    from scheduler.files.csv_out import csv_bytes
    from scheduler.files.entrants import write_entrants

    return csv_bytes(write_entrants(apply_lots(open_event(event), record).entrants))
