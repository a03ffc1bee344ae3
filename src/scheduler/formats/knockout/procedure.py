"""The association's drawing, ball by ball (CBA-13.2): seeds out first, related entrants, then the rest.

Each entrant in turn draws a line. The admissible lines are exactly those that leave a draw in which
related entrants stand as far apart as can be, so that no dead end ever comes and no lot is thrown
away. Lots come from a public seed, or from hands, one by one, with the author's name.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scheduler.errors import UsageError
from scheduler.event import BYE, OPEN, Draw, Event, Stage
from scheduler.formats.knockout.apart import wish_of
from scheduler.formats.knockout.job import job_of, random_of
from scheduler.formats.knockout.urn import urn_of
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
from scheduler.rules import Rulebook

__all__ = ["FORMAT", "DrawRecord", "DrawSession", "draw_by_lots", "replay_draw"]

FORMAT = "scheduler-draw-1"
_MOST_LINES = 1_024


@dataclass(frozen=True)
class DrawRecord:
    """A finished drawing. ``fixed`` maps a line to the seed on it or to 0 for a bye; ``steps`` are the
    lots, whose ``number`` is a line; ``commitment`` is what was to be published before (``lots``).
    ``attribute`` is what was kept apart, several joined by "+". ``exact``: every line withheld was shown to
    leave no draw as good as the best; one attribute's always is."""

    entrants: tuple[str, ...]
    attribute: str
    seed: str
    commitment: str
    fixed: Mapping[int, int]
    steps: tuple[LotsStep, ...]
    draw: Draw
    exact: bool = True

    def as_json(self) -> dict[str, Any]:
        """The documented JSON shape, sealed."""
        out: dict[str, Any] = {
            "format": FORMAT,
            "entrants": list(self.entrants),
            "attribute": self.attribute,
            "seed": self.seed,
            "commitment": self.commitment,
            "fixed": {str(line): who for line, who in sorted(self.fixed.items())},
            "steps": [step.as_json() for step in self.steps],
            "draw": self.draw.as_json(),
        }
        if not self.exact:
            out["exact"] = False
        out["sha256"] = seal(out)
        return out

    def text(self) -> str:
        """The record as the bytes to publish: JSON that ends with a line feed."""
        return json.dumps(self.as_json(), ensure_ascii=False, indent=1) + "\n"


class DrawSession:
    """A drawing in progress. ``seed`` is the public seed, "" if every lot is drawn by hand.

    Raises UsageError for rulebooks that ask for more than attributes apart at a price, or that need lots
    for the seeds when there is no seed; for more than 1,024 lines, 64 where several attributes are kept
    apart; and what making a draw raises.
    """

    def __init__(self, event: Event, stage: Stage, rulebook: Rulebook, *, seed: str = "") -> None:
        self.event, self.seed = event, plain("the seed", seed)
        job = job_of(event, stage, rulebook, random_of(seed))
        self.frame, self.fixed = job.frame, dict(job.fixed.lines)
        if self.frame.size > _MOST_LINES:
            raise UsageError(f"ball by ball up to {_MOST_LINES} lines, not {self.frame.size}")
        _no_silent_lots(job.rulebook, bool(seed), any(self.frame.seeds[2:]),
                        BYE in self.fixed.values())
        wish = wish_of(job.frame, job.rulebook, job.stated)
        if wish is None:
            raise UsageError(
                "ball by ball, entrants are kept apart by attributes at a price; this rulebook asks for more",
                maybe="make the draw at once instead, or leave the other rules out.",
            )
        self.attribute = "+".join(wish.attributes)
        self._related = [any(row[e] >= 0 for row in wish.codes) for e in range(self.frame.entrants)]
        self._urn = urn_of(self.frame, wish, self.fixed, seed)
        self._given = {who: line for line, who in self.fixed.items() if who != BYE}
        self._steps: list[LotsStep] = []
        self._open: dict[int, dict[int, int]] = {}

    @property
    def waiting(self) -> tuple[int, ...]:
        """The entrants who may draw now: the related ones first, in order of entry."""
        left = [e for e in range(1, self.frame.entrants + 1) if e not in self._given]
        return tuple(e for e in left if self._related[e - 1]) or tuple(left)

    @property
    def left(self) -> int:
        """How many balls are still to be drawn."""
        return self.frame.entrants - len(self._given)

    def admissible(self, entrant: int) -> tuple[int, ...]:
        """The lines this entrant may draw now, ascending. UsageError when it is not its turn."""
        self._check_turn(entrant)
        return self._urn.lines(entrant)

    def chances(self, entrant: int) -> dict[int, int]:
        """Admissible lines with weights: the number of best draws that each leaves, where these can be
        counted (up to 32 lines, with several attributes about 16; lots so drawn make every best draw
        equally likely), else 1 each."""
        if entrant not in self._open:
            lines = self.admissible(entrant)
            self._open[entrant] = self._urn.counted(entrant, lines) or dict.fromkeys(lines, 1)
        return self._open[entrant]

    def draw(self, entrant: int, line: int, author: str, time: str = "") -> LotsStep:
        """Enter a lot drawn by hand by ``author``. UsageError if it is not the entrant's turn or the line
        is not admissible, with the reason; nothing is entered then."""
        author = plain("the author", author)
        if author in ("", "seed"):
            raise UsageError(f'a lot drawn by hand needs the name of a person, not "{author}"')
        lines = self.admissible(entrant)
        if line not in lines:
            raise UsageError(
                f"{self._name(entrant)} cannot have line {line}: {self._refusal(line)}",
                maybe=f"draw again; admissible: {', '.join(map(str, lines))}.",
            )
        return self._enter(entrant, dict.fromkeys(lines, 1), line, author, plain("the time", time))

    def draw_from_seed(self, entrant: int = 0, time: str = "") -> LotsStep:
        """Draw for an entrant (0: the first waiting) from the public seed."""
        if not self.seed:
            raise UsageError(
                "there is no public seed to draw from", maybe="announce one before the draw.")
        entrant = entrant or next(iter(self.waiting), 0)
        chances = self.chances(entrant)
        line = draw_weighted(self.seed, len(self._steps) + 1, list(chances), list(chances.values()))
        return self._enter(entrant, chances, line, "seed", plain("the time", time))

    def lines(self) -> Draw:
        """The draw so far, lines not drawn yet open."""
        out = [self.fixed.get(line, OPEN) for line in range(1, self.frame.size + 1)]
        for entrant, line in self._given.items():
            out[line - 1] = entrant
        return Draw(tuple(out), self.frame.entrants, self.frame.seeds)

    def record(self) -> DrawRecord:
        """The finished drawing. UsageError while anybody waits."""
        if self.waiting:
            raise UsageError(
                f"the drawing is not finished: {len(self.waiting)} may draw now, first "
                f"{self._name(self.waiting[0])}"
            )
        return DrawRecord(
            tuple(e.name for e in self.event.entrants), self.attribute, self.seed,
            commitment(self.event.entrants, self.seed), dict(self.fixed), tuple(self._steps),
            self.lines(), self._urn.exact,
        )

    def _check_turn(self, entrant: int) -> None:
        if not 1 <= entrant <= self.frame.entrants:
            raise UsageError(
                f"there is no entrant {entrant}; entrants go from 1 to {self.frame.entrants}")
        if entrant in self._given:
            raise UsageError(f"{self._name(entrant)} already has line {self._given[entrant]}")
        if entrant not in self.waiting:
            raise UsageError(
                f"it is not yet the turn of {self._name(entrant)}: related entrants draw first "
                "(CBA-13.2)",
                maybe=f"let {self._name(self.waiting[0])} draw.",
            )

    def _refusal(self, line: int) -> str:
        now = self.lines().lines
        if not 1 <= line <= self.frame.size:
            return f"lines go from 1 to {self.frame.size}"
        if now[line - 1] == BYE:
            return "it stays empty, so that its neighbour has a bye"
        if now[line - 1] != OPEN:
            return f"{self._name(now[line - 1])} has it"
        what = " or ".join(self.attribute.split("+"))
        return f"entrants of one {what} could then no longer be as far apart as possible (CBA-13.2)"

    def _name(self, entrant: int) -> str:
        return f"entrant {entrant} ({self.event.name_of(entrant)})"

    def _enter(
        self, entrant: int, chances: Mapping[int, int], line: int, author: str, time: str
    ) -> LotsStep:
        even = len(set(chances.values())) == 1
        part = "related" if self._related[entrant - 1] else "rest"
        step = LotsStep(
            len(self._steps) + 1, part, entrant, tuple(chances),
            () if even else tuple(chances.values()), line, author, time,
        )
        self._urn.settle(line, entrant)
        self._given[entrant] = line
        self._steps.append(step)
        self._open.clear()
        return step


def draw_by_lots(
    event: Event, stage: Stage, rulebook: Rulebook, *, seed: str, time: str = ""
) -> DrawRecord:
    """Draw all lines from a public seed, ball by ball; the same seed gives the same record."""
    return all_from_seed(lambda told: DrawSession(event, stage, rulebook, seed=told), seed, time)


def replay_draw(
    source: str | bytes, event: Event, stage: Stage, rulebook: Rulebook, *, where: str = "draw record"
) -> DrawRecord:
    """Read a record and make every step anew. FileError naming ``where`` and the step when anything is
    not as this program would have recorded it."""
    data = sealed(source, FORMAT, where)
    record = replayed(lambda told: DrawSession(event, stage, rulebook, seed=told), data, where)
    must_agree(data, record.as_json(), where)
    return record


def _no_silent_lots(rulebook: Rulebook, seeded: bool, blocks: bool, byes: bool) -> None:
    """Lots that nobody would see drawn are refused: those of seeds and byes without a public seed."""
    use = rulebook.find("seeds-placed")
    lots = blocks and use is not None and not use.params["exactly"]
    if not seeded and (lots or (byes and rulebook.find("byes-placed") is None)):
        raise UsageError(
            f"the lines of {'seeds' if lots else 'byes'} are drawn by lot too, and there is no public seed",
            maybe="announce a seed, or take a rulebook that says where they go.",
        )
