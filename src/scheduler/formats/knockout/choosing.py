"""A choice of opponents as it happens: turns, what speaks against an opponent, and a record to replay."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from scheduler.errors import FileError, UsageError
from scheduler.event import BYE, Draw, Event, Report, Stage
from scheduler.facts import DrawFrame
from scheduler.formats.knockout.choice import Choosing, Turn, draw_by_choice, next_choice
from scheduler.formats.knockout.frame import frame_of_draw, options_of, rulebook_for
from scheduler.formats.knockout.judge import check
from scheduler.formats.public import plain, seal, sealed
from scheduler.rules import Rulebook
from scheduler.rules.draws import shared_values

__all__ = [
    "FORMAT", "PLACEMENT", "Caution", "ChoiceRecord", "ChoiceSession", "ChoiceStep", "replay_choice",
]

FORMAT = "scheduler-choice-1"
PLACEMENT = ("seeds-placed", "seeds-apart", "seed-number", "byes-placed", "byes-to-seeds", "byes-even")
"""Rules about lines that the choices themselves settle; they are left out of the verdict."""



@dataclass(frozen=True, slots=True)
class Caution:
    """What speaks against an opponent, who is open all the same. ``kind``: ``shared`` (one ``value`` of an
    ``attribute``), ``met`` (in an earlier stage), ``kept`` (a rule names the pair)."""

    kind: str
    attribute: str = ""
    value: str = ""

    def as_json(self) -> dict[str, str]:
        """The documented JSON shape."""
        return {"kind": self.kind, "attribute": self.attribute, "value": self.value}


Cautions = tuple[Caution, ...]


@dataclass(frozen=True, slots=True)
class ChoiceStep:
    """One choice: ``chosen`` of ``among`` by ``chooser``, entered by ``author``, with what spoke against."""

    turn: Turn
    chosen: int
    author: str
    time: str
    cautions: Cautions

    def as_json(self) -> dict[str, Any]:
        """The documented JSON shape."""
        return {
            "step": self.turn.step, "round": self.turn.round, "chooser": self.turn.chooser,
            "among": list(self.turn.among), "chosen": self.chosen, "author": self.author,
            "time": self.time, "cautions": [c.as_json() for c in self.cautions],
        }


@dataclass(frozen=True)
class ChoiceRecord:
    """A finished choice of opponents; ``entrants`` are names by number, ``report`` the verdict."""

    entrants: tuple[str, ...]
    field: Choosing
    steps: tuple[ChoiceStep, ...]
    draw: Draw
    report: Report

    def as_json(self) -> dict[str, Any]:
        """The documented JSON shape, sealed."""
        out: dict[str, Any] = {
            "format": FORMAT,
            "entrants": list(self.entrants),
            "ranking": list(self.field.ranking),
            "chosen_rounds": self.field.rounds,
            "barred": [list(pair) for pair in self.field.barred],
            "steps": [step.as_json() for step in self.steps],
            "draw": self.draw.as_json(),
            "seeds": list(self.draw.seeds),
            "report": self.report.as_json(),
        }
        out["sha256"] = seal(out)
        return out

    def text(self) -> str:
        """The record as the bytes to publish: JSON that ends with a line feed."""
        return json.dumps(self.as_json(), ensure_ascii=False, indent=1) + "\n"


class ChoiceSession:
    """A choice in progress. The ranking is that of the event: by seed, then rating, then number.

    Hard rules of the rulebook that speak of pairs in round 1 (``apart``, ``not-before``) bar these
    pairs; who shares a value of a priced ``apart``, or has met, is a caution with the opponent. How many
    rounds are chosen is ``rounds``, else the stage's option ``chosen-rounds``, else 1. Raises UsageError
    as :class:`Choosing`, and for rules that leave nobody to meet.
    """

    def __init__(self, event: Event, stage: Stage, rulebook: Rulebook, *, rounds: int = 0) -> None:
        self.event, self.stage = event, stage
        self.rulebook = rulebook_for(rulebook, event, stage).without(*PLACEMENT)
        self._own = Stage(stage.format, stage.model, options=stage.options)
        size = 1 << max(1, (event.size - 1).bit_length())
        self._frame = frame_of_draw(
            Draw((BYE,) * size, event.size), event, Stage(options=_unseeded(stage))
        )
        self._barred, self._cautioned = _pairs(self._frame, self.rulebook)
        asked = rounds or options_of(stage).get("chosen-rounds", 1)
        if not isinstance(asked, int) or isinstance(asked, bool):
            raise UsageError(f'"chosen-rounds" is a whole number from 1, not {str(asked)[:40]}')
        self.field = Choosing(self._frame.strongest, asked, tuple(sorted(self._barred)))
        self.steps: list[ChoiceStep] = []
        self.turn: Turn | None = next_choice(self.field, ())

    @property
    def chosen(self) -> tuple[int, ...]:
        """The choices made so far."""
        return tuple(step.chosen for step in self.steps)

    def cautions(self, opponent: int) -> Cautions:
        """What speaks against ``opponent`` for the one who is to choose: same region, met before ..."""
        if self.turn is None or self.turn.round > 1:
            return ()
        return self._cautioned.get(_pair(self.turn.chooser, opponent), ())

    def choose(self, opponent: int, author: str = "", time: str = "") -> ChoiceStep:
        """Enter a choice. UsageError when nobody is to choose, or it is not open; nothing is entered then."""
        if self.turn is None:
            raise UsageError("all opponents are chosen")
        turn, named = self.turn, plain("the author", author)
        step = ChoiceStep(turn, opponent, named, plain("the time", time), self.cautions(opponent))
        self.turn = next_choice(self.field, (*self.chosen, opponent))
        self.steps.append(step)
        return step

    def draw(self) -> Draw:
        """The draw. UsageError while somebody has yet to choose."""
        return draw_by_choice(self.field, self.chosen)

    def record(self) -> ChoiceRecord:
        """The finished choice with the verdict on its draw. UsageError while somebody has yet to choose."""
        draw = self.draw()
        report = check(draw, self.rulebook, self.event, self._own)
        return ChoiceRecord(
            tuple(e.name for e in self.event.entrants), self.field, tuple(self.steps), draw, report
        )


def _unseeded(stage: Stage) -> dict[str, Any]:
    """The options without what counts seeds: here the ranking alone says who is strong."""
    return {k: v for k, v in stage.options.items() if k not in ("seeds", "size")}


def _pair(a: int, b: int) -> tuple[int, int]:
    return min(a, b), max(a, b)


def _pairs(
    frame: DrawFrame, rulebook: Rulebook
) -> tuple[set[tuple[int, int]], Mapping[tuple[int, int], Cautions]]:
    """(pairs that hard rules keep out of round 1, pairs with what speaks against them)."""
    barred: set[tuple[int, int]] = set()
    told: dict[tuple[int, int], list[Caution]] = {pair: [Caution("met")] for pair in frame.earlier}
    for use in rulebook.uses:
        pairs: dict[tuple[int, int], Caution] = {}
        if use.id == "apart" and use.params["from-round"] == 1:
            name = str(use.params["attribute"])
            texts = frame.attributes.get(name, ())
            for group in shared_values(frame, name)[1]:
                shared = Caution("shared", name, texts[group[0] - 1])
                pairs |= dict.fromkeys(combinations(group, 2), shared)
        elif use.id == "not-before" and use.params["from-round"] > 1:
            named = use.resolved(frame)["entrants"]
            pairs = dict.fromkeys((_pair(*p) for p in combinations(named, 2)), Caution("kept"))
            pairs = pairs or dict.fromkeys(frame.earlier, Caution("met"))
        if use.hard:
            barred |= set(pairs)
        for pair, why in pairs.items():
            if why not in told.setdefault(pair, []):
                told[pair].append(why)
    return barred, {pair: tuple(why) for pair, why in told.items()}


def replay_choice(
    source: str | bytes, event: Event, stage: Stage, rulebook: Rulebook, *, where: str = "record"
) -> ChoiceRecord:
    """Read a record and make every choice anew. FileError naming ``where`` when anything is not as this
    program would have recorded it."""
    data = sealed(source, FORMAT, where)
    try:
        session = ChoiceSession(event, stage, rulebook, rounds=_whole(data["chosen_rounds"]))
        for step in data["steps"]:
            session.choose(_whole(step["chosen"]), str(step["author"]), str(step["time"]))
        record = session.record()
    except UsageError as error:
        raise FileError(f"these choices are not possible: {error.message}", where=where) from error
    except (KeyError, TypeError, ValueError) as error:
        raise FileError(f"a field is missing or of the wrong kind ({error})", where=where) from error
    made = record.as_json()
    wrong = [key for key in sorted({*made, *data}) if made.get(key) != data.get(key)]
    if wrong:
        raise FileError(f'"{wrong[0][:40]}" is not what the choices give', where=where)
    return record


def _whole(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError(f"{str(value)[:40]} is no whole number")
    return value
