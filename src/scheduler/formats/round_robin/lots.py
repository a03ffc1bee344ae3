"""Drawing numbers by lot for a published table (CBA-12, CBA-13.2, CBA-14.1 d, CBA-14.4).

The order is the regulation's: seeds keep their numbers and do not draw; then related entrants draw,
each only from the numbers that still let all related ones meet as early as the table allows; then
the rest draw from what is left. Every step is recorded with the numbers that were admissible, so a
drawing by hand, one from a public seed, or a mixture of both can be replayed and checked.

From the seed, an admissible number has the weight of the best assignments behind it, so that the
whole drawing is uniform among them. By hand, whatever is admissible may be drawn.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

import numpy as np

from scheduler.errors import FileError, TimeUp, UsageError
from scheduler.event import Entrant, Event, Schedule
from scheduler.formats.public import LotsStep, draw_weighted, must_agree, plain, sealed
from scheduler.formats.round_robin.early import related
from scheduler.formats.round_robin.lots_record import FORMAT, LotsRecord, fingerprint
from scheduler.solve.numbers import Family, best_family
from scheduler.solve.packing import bits

__all__ = ["LotsSession", "apply_lots", "draw_lots", "replay"]

_AGAIN = 20


class LotsSession:
    """A drawing in progress. ``entrants`` count from 1 in the order given, which is the entry list.

    ``groups`` are the related entrants, ``fixed`` maps an entrant to the number it keeps as a seed;
    these are entered at once. ``seed`` is the public seed, "" if every lot is drawn by hand.
    ``published`` is the ISO time at which ``table`` was published: no step may be timed before it.

    Raises :class:`~scheduler.errors.UsageError` for sizes that differ, bad texts or times, and what
    :func:`~scheduler.formats.round_robin.early.related` refuses.
    """

    def __init__(
        self,
        entrants: Sequence[Entrant | str],
        table: Schedule,
        *,
        groups: Mapping[str, Sequence[int]] | None = None,
        fixed: Mapping[int, int] | None = None,
        seed: str = "",
        published: str = "",
    ) -> None:
        self.names = tuple(e if isinstance(e, str) else e.name for e in entrants)
        if len(self.names) != table.entrants:
            raise UsageError(
                f"{len(self.names)} entrants cannot draw the numbers of a table for {table.entrants}",
                maybe="publish a table of the right size first.",
            )
        self.groups = {name: tuple(members) for name, members in (groups or {}).items()}
        self.fixed = dict(fixed or {})
        self.seed = plain("the seed", seed)
        self.published = published
        self._latest = _time("publication", published)
        self.table = fingerprint(table)
        self._related = related(table, self.groups, self.fixed)
        self._given: dict[int, int] = {}
        self._steps: list[LotsStep] = []
        self._open: dict[int, dict[int, int]] = {}
        self._family, self._sets = self._prepare()
        for entrant, number in sorted(self.fixed.items(), key=lambda item: item[1]):
            self._enter("fixed", entrant, {number: 1}, number, "fixed", "")

    def _prepare(self) -> tuple[Family | None, tuple[int, ...]]:
        """What is best for the related entrants, and the controlled sets if it cannot be counted."""
        if not self._related.members:
            return None, ()
        # The search's own randomness only picks among equal families; a fixed start keeps replays equal.
        problem = self._related.problem(self.fixed)
        family = best_family(problem, np.random.default_rng(0))
        kinds = dict(zip(problem.groups, self._related.members, strict=True))
        for kind, members in kinds.items():
            free = [e for e in members if e not in self.fixed]
            if kind.free and not self._related.chances(self.fixed, family, free[0]):
                return family, family.sets
        return family, ()

    @property
    def waiting(self) -> tuple[int, ...]:
        """The entrants who may draw now: the related ones first, in order of entry."""
        left = [e for e in range(1, len(self.names) + 1) if e not in self._given]
        first = tuple(e for e in left if self._related.group_of(e) is not None)
        return first or tuple(left)

    def admissible(self, entrant: int) -> tuple[int, ...]:
        """The numbers this entrant may draw now, ascending: each still leaves a best completion.

        Raises :class:`~scheduler.errors.UsageError` when it is not this entrant's turn.
        """
        return tuple(self._chances(entrant))

    def draw(self, entrant: int, number: int, author: str, time: str = "") -> LotsStep:
        """Enter a lot drawn by hand by ``author``.

        Raises :class:`~scheduler.errors.UsageError` if it is not the entrant's turn or the number is
        not admissible, with the reason; nothing is entered then.
        """
        author = plain("the author", author)
        if author in ("", "seed", "fixed"):
            raise UsageError(f'a lot drawn by hand needs the name of a person, not "{author}"')
        chances = self._chances(entrant)
        if number not in chances:
            raise UsageError(
                f"{self._name(entrant)} cannot have number {number}: {self._refusal(number)}",
                maybe=f"draw again; admissible: {', '.join(map(str, chances))}.",
            )
        return self._enter(self._part(entrant), entrant, chances, number, author, time)

    def draw_from_seed(self, entrant: int = 0, time: str = "") -> LotsStep:
        """Draw for an entrant (0: the first waiting) from the public seed.

        Raises :class:`~scheduler.errors.UsageError` without a seed or out of turn.
        """
        if not self.seed:
            raise UsageError("there is no public seed to draw from", maybe="announce one before the draw.")
        entrant = entrant or next(iter(self.waiting), 0)
        chances = self._chances(entrant)
        number = draw_weighted(self.seed, len(self._steps) + 1, list(chances), list(chances.values()))
        return self._enter(self._part(entrant), entrant, chances, number, "seed", time)

    def record(self) -> LotsRecord:
        """The finished drawing. Raises :class:`~scheduler.errors.UsageError` while anybody waits."""
        if self.waiting:
            raise UsageError(
                f"the drawing is not finished: {len(self.waiting)} may draw now,"
                f" first {self._name(self.waiting[0])}"
            )
        sets = tuple(tuple(v + 1 for v in bits(s)) for s in self._sets)
        family = self._family
        return LotsRecord(
            self.names, self.table, self.published, self.seed, self.groups, self.fixed, sets,
            family.last if family else 0, family.total if family else 0,
            family.proven if family else True, tuple(self._steps),
        )  # fmt: skip

    def _name(self, entrant: int) -> str:
        return f"entrant {entrant} ({self.names[entrant - 1]})"

    def _part(self, entrant: int) -> str:
        return "rest" if self._related.group_of(entrant) is None else "related"

    def _refusal(self, number: int) -> str:
        for step in self._steps:
            if step.number == number:
                return f"{self._name(step.entrant)} has it"
        if not 1 <= number <= len(self.names):
            return f"numbers go from 1 to {len(self.names)}"
        if self._sets:
            return "it is not in the controlled set from which these related entrants draw (CBA-14.4)"
        return "related entrants could then no longer all meet as early as possible (CBA-14.4)"

    def _chances(self, entrant: int) -> dict[int, int]:
        """Admissible numbers, ascending, with their weights; the turn is checked."""
        if not 1 <= entrant <= len(self.names):
            raise UsageError(f"there is no entrant {entrant}; entrants go from 1 to {len(self.names)}")
        if entrant in self._given:
            raise UsageError(f"{self._name(entrant)} already has number {self._given[entrant]}")
        if entrant not in self.waiting:
            raise UsageError(
                f"it is not yet the turn of {self._name(entrant)}: related entrants draw first (CBA-13.2)",
                maybe=f"let {self._name(self.waiting[0])} draw.",
            )
        if entrant not in self._open:
            self._open[entrant] = self._count(entrant)
        return self._open[entrant]

    def _count(self, entrant: int) -> dict[int, int]:
        used = set(self._given.values())
        if self._family is None or self._related.group_of(entrant) is None:
            return {k: 1 for k in range(1, len(self.names) + 1) if k not in used}
        if self._sets:
            return self._from_sets(entrant, used)
        chances = self._related.chances(self._given, self._family, entrant, _AGAIN)
        if not chances:
            raise TimeUp(f"the numbers admissible for {self._name(entrant)} are too many to count")
        return chances

    def _from_sets(self, entrant: int, used: set[int]) -> dict[int, int]:
        """The numbers of the group's set, or of all sets still open to it and to groups like it."""
        own = self._related.group_of(entrant)
        assert own is not None
        kinds = self._related.problem(self.fixed).groups
        held = {self._given[e] for e in self._related.members[own] if e in self._given}
        sets = [{v + 1 for v in bits(s)} for g, s in enumerate(self._sets) if kinds[g] == kinds[own]]
        mine = [s for s in sets if held & s] if held else [s for s in sets if not used & s]
        return dict.fromkeys(sorted(set().union(*mine) - used), 1)

    def _enter(
        self, part: str, entrant: int, chances: Mapping[int, int], number: int, author: str, time: str
    ) -> LotsStep:
        if time:
            self._latest = self._later(time)
        even = len(set(chances.values())) == 1
        weights = () if even or author != "seed" else tuple(chances.values())
        step = LotsStep(len(self._steps) + 1, part, entrant, tuple(chances), weights, number, author, time)
        self._steps.append(step)
        self._given[entrant] = number
        self._open.clear()
        return step

    def _later(self, time: str) -> datetime:
        at = _time("a lot", time)
        assert at is not None
        if self._latest and (at.tzinfo is None) != (self._latest.tzinfo is None):
            raise UsageError(f"time {time} and the time before it must both have a time zone or neither")
        if self._latest and at < self._latest:
            what = "the step before it" if any(s.time for s in self._steps) else "publication"
            raise UsageError(
                f"a lot timed {time} was drawn before {what} ({self._latest.isoformat()});"
                " the table is published first (CBA-12, CBA-14.1 d)"
            )
        return at


def _time(what: str, text: str) -> datetime | None:
    try:
        return datetime.fromisoformat(text) if text else None
    except ValueError:
        raise UsageError(
            f'the time of {what}, "{text}", is not an ISO time', maybe='write it as "2025-05-01T09:30".'
        ) from None


def draw_lots(
    entrants: Sequence[Entrant | str],
    table: Schedule,
    *,
    seed: str,
    groups: Mapping[str, Sequence[int]] | None = None,
    fixed: Mapping[int, int] | None = None,
    published: str = "",
    time: str = "",
) -> LotsRecord:
    """Draw all numbers from a public seed, replayable byte for byte; ``time`` stamps every step.

    Arguments and errors as for :class:`LotsSession`; an empty seed is refused.
    """
    session = LotsSession(entrants, table, groups=groups, fixed=fixed, seed=seed, published=published)
    while session.waiting:
        session.draw_from_seed(time=time)
    return session.record()


def apply_lots(event: Event, record: LotsRecord) -> Event:
    """The event with its entrants renumbered as drawn, ordered by their new numbers.

    Raises :class:`~scheduler.errors.UsageError` when the record was drawn for another entry list.
    """
    if tuple(e.name for e in event.entrants) != record.entrants:
        raise UsageError(
            f'the lots were drawn for another entry list than that of "{event.name}"',
            maybe="the entry changed after the draw; then it must be drawn again (CBA-12).",
        )
    numbers = record.numbers
    drawn = [replace(e, number=numbers[at]) for at, e in enumerate(event.entrants, start=1)]
    return replace(event, entrants=tuple(sorted(drawn, key=lambda e: e.number)))


def replay(source: str | bytes, table: Schedule, *, where: str = "lots record") -> LotsRecord:
    """Read a record and verify it: seal, fingerprint of ``table``, and every step made anew.

    Raises :class:`~scheduler.errors.FileError`, naming ``where`` and the step, when anything is not
    as this program would have recorded it.
    """
    data = sealed(source, FORMAT, where)
    if data.get("table") != fingerprint(table):
        raise FileError("the lots were drawn for another table than the one given", where=where)
    try:
        record = _again(data, table)
    except UsageError as error:
        raise FileError(f"this drawing is not possible: {error.message}", where=where) from error
    except (KeyError, TypeError, ValueError, OverflowError, AttributeError) as error:
        raise FileError(f"a field is missing or of the wrong kind ({error})", where=where) from error
    must_agree(data, record.as_json(), where)
    return record


def _again(data: Mapping[str, Any], table: Schedule) -> LotsRecord:
    """Make the drawing anew, lots drawn by hand taken from the record."""
    session = LotsSession(
        [str(name) for name in data["entrants"]],
        table,
        groups={str(name): [int(e) for e in members] for name, members in data["groups"].items()},
        fixed={int(entrant): int(number) for entrant, number in data["fixed"].items()},
        seed=str(data["seed"]),
        published=str(data["published"]),
    )
    for step in data["steps"][len(session.fixed) :]:
        entrant, author, time = int(step["entrant"]), str(step["author"]), str(step["time"])
        if author == "seed":
            session.draw_from_seed(entrant, time)
        else:
            session.draw(entrant, int(step["number"]), author, time)
    return session.record()
