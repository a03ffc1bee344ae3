"""Groups drawn ball by ball: pot after pot, each entrant draws one of the groups that leave a valid draw.

No dead end ever comes and no ball is thrown away. Drawn from the public seed with the weights that the record
lists, ball after ball, every valid draw is as likely. Balls may be typed in too, in any order within a pot.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scheduler.errors import NoAnswer, TimeUp, UsageError
from scheduler.event import Event, Stage
from scheduler.formats.groups.frame import group_frame_of, options_of
from scheduler.formats.groups.plan import counter_of
from scheduler.formats.groups.positions import in_positions
from scheduler.formats.groups.priced import at_least
from scheduler.formats.public import (
    LotsStep,
    all_from_seed,
    commitment,
    draw_weighted,
    must_agree,
    plain,
    replayed,
    seal,
    sealed,
)
from scheduler.rules import Rulebook, read_uses
from scheduler.solve.draws.groups_balls import admissible_groups, group_chances

__all__ = ["FORMAT", "GroupRecord", "GroupSession", "groups_by_lots", "replay_groups"]

FORMAT = "scheduler-groups-1"


@dataclass(frozen=True)
class GroupRecord:
    """A finished drawing. ``fixed`` maps entrants who drew no ball to their groups; ``number`` of a step is
    a group, its ``part`` the pot; ``groups`` are in order of positions."""

    entrants: tuple[str, ...]
    seed: str
    commitment: str
    fixed: Mapping[int, int]
    steps: tuple[LotsStep, ...]
    groups: tuple[tuple[int, ...], ...]

    def as_json(self) -> dict[str, Any]:
        """The documented JSON shape, sealed."""
        out: dict[str, Any] = {
            "format": FORMAT,
            "entrants": list(self.entrants),
            "seed": self.seed,
            "commitment": self.commitment,
            "fixed": {str(who): group for who, group in sorted(self.fixed.items())},
            "steps": [step.as_json() for step in self.steps],
            "groups": [list(group) for group in self.groups],
        }
        out["sha256"] = seal(out)
        return out

    def text(self) -> str:
        """The record as the bytes to publish: JSON that ends with a line feed."""
        return json.dumps(self.as_json(), ensure_ascii=False, indent=1) + "\n"


class GroupSession:
    """A drawing in progress. ``seed`` is the public seed, "" if every ball is drawn by hand.

    Where rules have a price, every ball leaves a draw of least price. Raises UsageError for the snake, for
    rules that cannot be counted or whose least price counting does not tell, and for positions by lot without
    a seed; NoAnswer where no draw obeys; RulebookError.
    """

    def __init__(self, event: Event, stage: Stage, rulebook: Rulebook, *, seed: str = "") -> None:
        self.event, self.stage, self.seed = event, stage, plain("the seed", seed)
        options = options_of(stage)
        if options["placing"] == "snake":
            raise UsageError("the snake leaves nothing to draw", maybe="leave the balls out.")
        if options.get("positions") == "lot" and not seed:
            raise UsageError("positions by lot need a public seed", maybe="announce one with --seed.")
        rules = rulebook.adding(read_uses(stage.rules, where=event.source or "event", places=stage.places))
        frame = group_frame_of(event, stage)
        self._pots = frame.pots
        self._priced = [use.id for use in rules.uses if not use.hard]
        self._counter = counter_of(frame, at_least(rules, frame))
        self.fixed = dict(self._counter.draw.fixed)
        if not self._counter.possible():
            if self._priced and counter_of(frame, rules).possible():
                raise UsageError(
                    "ball by ball, every ball leaves a draw of least price, and what must be paid for "
                    f'"{self._priced[0]}" is not known by counting here',
                    maybe="make the draw at once instead, or leave that rule out.")
            raise NoAnswer("none obeys all of them", about="groups",
                           maybe="allow one more of some value in a group.")
        self._given: dict[int, int] = {}
        self._steps: list[LotsStep] = []
        self._open: dict[int, dict[int, int]] = {}

    @property
    def waiting(self) -> tuple[int, ...]:
        """The entrants who may draw now: those of the first pot that is not empty, in order of entry."""
        for pot in self._pots:
            left = tuple(sorted(e for e in pot if e not in self._given and e not in self.fixed))
            if left:
                return left
        return ()

    @property
    def left(self) -> int:
        """How many balls are still to be drawn."""
        return self.event.size - len(self.fixed) - len(self._given)

    def admissible(self, entrant: int) -> tuple[int, ...]:
        """The groups this entrant may draw now, ascending. UsageError when it is not its turn."""
        self._check_turn(entrant)
        return admissible_groups(self._counter, self._given, entrant)

    def chances(self, entrant: int) -> dict[int, int]:
        """Admissible groups with weights: the number of valid draws (where rules have a price, of those of
        least price) that each leaves, where these can be counted, else 1 each."""
        if entrant not in self._open:
            groups = self.admissible(entrant)
            try:
                self._open[entrant] = group_chances(self._counter, self._given, entrant)
            except TimeUp:
                self._open[entrant] = dict.fromkeys(groups, 1)
        return self._open[entrant]

    def draw(self, entrant: int, group: int, author: str, time: str = "") -> LotsStep:
        """Enter a ball drawn by hand by ``author``. UsageError if it is not the entrant's turn or the group
        is not admissible, with the reason; nothing is entered then."""
        author = plain("the author", author)
        if author in ("", "seed"):
            raise UsageError(f'a ball drawn by hand needs the name of a person, not "{author}"')
        groups = self.admissible(entrant)
        if group not in groups:
            raise UsageError(
                f"{self._name(entrant)} cannot be in group {group}: {self._refusal(entrant, group)}",
                maybe=f"draw again; admissible: {', '.join(map(str, groups))}.",
            )
        return self._enter(entrant, dict.fromkeys(groups, 1), group, author, plain("the time", time))

    def draw_from_seed(self, entrant: int = 0, time: str = "") -> LotsStep:
        """Draw for an entrant (0: the first waiting) from the public seed."""
        if not self.seed:
            raise UsageError("there is no public seed to draw from", maybe="announce one before the draw.")
        entrant = entrant or next(iter(self.waiting), 0)
        chances = self.chances(entrant)
        group = draw_weighted(self.seed, len(self._steps) + 1, list(chances), list(chances.values()))
        return self._enter(entrant, chances, group, "seed", plain("the time", time))

    def record(self) -> GroupRecord:
        """The finished drawing. UsageError while anybody waits."""
        if self.waiting:
            raise UsageError(f"the drawing is not finished: {self._name(self.waiting[0])} may draw now")
        where = {**self.fixed, **self._given}
        groups = tuple(
            tuple(e for pot in self._pots for e in sorted(pot) if where[e] == g)
            for g in range(1, self._counter.draw.groups + 1)
        )
        return GroupRecord(
            tuple(e.name for e in self.event.entrants), self.seed, commitment(self.event.entrants, self.seed),
            self.fixed, tuple(self._steps), in_positions(groups, self.seed, self.event, self.stage),
        )

    def _check_turn(self, entrant: int) -> None:
        if not 1 <= entrant <= self.event.size:
            raise UsageError(f"there is no entrant {entrant}; entrants go from 1 to {self.event.size}")
        there = {**self.fixed, **self._given}.get(entrant)
        if there:
            raise UsageError(f"{self._name(entrant)} is already in group {there}")
        if entrant not in self.waiting:
            raise UsageError(
                f"it is not yet the turn of {self._name(entrant)}: an earlier pot is not empty",
                maybe=f"let {self._name(self.waiting[0])} draw.",
            )

    def _refusal(self, entrant: int, group: int) -> str:
        if not 1 <= group <= self._counter.draw.groups:
            return f"groups go from 1 to {self._counter.draw.groups}"
        pot = next(pot for pot in self._pots if entrant in pot)
        where = {**self.fixed, **self._given}
        if any(where.get(e) == group for e in pot):
            return "somebody of this pot is in it"
        if self._priced:
            return "no draw of least price would be left"
        return "the draw could then not be completed under the rules"

    def _name(self, entrant: int) -> str:
        return f"entrant {entrant} ({self.event.name_of(entrant)})"

    def _enter(
        self, entrant: int, chances: Mapping[int, int], group: int, author: str, time: str
    ) -> LotsStep:
        even = len(set(chances.values())) == 1
        pot = next(k for k, pot in enumerate(self._pots, start=1) if entrant in pot)
        step = LotsStep(
            len(self._steps) + 1, f"pot {pot}", entrant, tuple(chances),
            () if even else tuple(chances.values()), group, author, time,
        )
        self._given[entrant] = group
        self._steps.append(step)
        self._open.clear()
        return step


def groups_by_lots(
    event: Event, stage: Stage, rulebook: Rulebook, *, seed: str, time: str = ""
) -> GroupRecord:
    """Draw all groups from a public seed, ball by ball; the same seed gives the same record."""
    return all_from_seed(lambda told: GroupSession(event, stage, rulebook, seed=told), seed, time)


def replay_groups(
    source: str | bytes, event: Event, stage: Stage, rulebook: Rulebook, *, where: str = "draw record"
) -> GroupRecord:
    """Read a record and make every step anew. FileError naming ``where`` and the step when anything is
    not as this program would have recorded it."""
    data = sealed(source, FORMAT, where)
    record = replayed(lambda told: GroupSession(event, stage, rulebook, seed=told), data, where)
    must_agree(data, record.as_json(), where)
    return record
