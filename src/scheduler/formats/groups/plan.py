"""Draw groups from pots, each valid draw equally likely; count them; check a draw that is there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from time import monotonic
from typing import Any

from scheduler.errors import NoAnswer, TimeUp, UsageError
from scheduler.event import Event, Report, Said, Stage, said
from scheduler.facts.groups import GroupFrame, group_facts, group_space
from scheduler.formats.groups.frame import group_frame_of, options_of, ranked, snake_groups
from scheduler.formats.groups.priced import at_least, best_groups, grouped, price_by_level, values_meant
from scheduler.formats.public import PublicSeed
from scheduler.rules import Rulebook, RuleUse, read_uses
from scheduler.rules.groups import pathway_parts
from scheduler.solve.draws.groups import Apart, GroupCounter, GroupDraw
from scheduler.solve.problem import Limits
from scheduler.verify import verify

__all__ = ["GroupResult", "check_groups", "count_best", "count_groups", "counter_of", "draw_groups"]

Groups = tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class GroupResult:
    """A group draw, verified: ``groups[k]`` are the numbers in group k + 1, by pot.

    ``valid`` is the number of draws from which it was drawn uniformly: all valid ones, or all best ones
    where rules have a price; 0 where it was not (snake, solver). ``bound``: what must be paid, by level.
    """

    groups: Groups
    report: Report
    method: str
    valid: int
    seed: str
    seconds: float
    notes: tuple[str, ...] = ()
    bound: tuple[int, ...] = ()

    @property
    def status(self) -> str:
        """``broken``, ``feasible``, or ``optimal`` where rules have a price and none can be lower."""
        if not self.report.holds:
            return "broken"
        return "optimal" if self.bound and self.bound == self.report.price else "feasible"

    def as_json(self) -> dict[str, Any]:
        """The documented JSON shape; ``valid`` as text, for it can be beyond what JSON readers hold."""
        return {
            "status": self.status,
            "bound": list(self.bound),
            "engine": self.method,
            "seed": self.seed,
            "seconds": round(self.seconds, 3),
            "report": self.report.as_json(),
            "groups": [list(g) for g in self.groups],
            "valid": str(self.valid),
            "notes": list(self.notes),
        }


def draw_groups(
    event: Event, stage: Stage, rulebook: Rulebook, *, seed: str = "0", limits: Limits | None = None
) -> GroupResult:
    """Groups for the stage: by the snake, or from pots: uniformly among all that the rules allow, or among
    all that cost least where rules have a price. Else by the solver, as cheap as can be.

    Raises UsageError, RulebookError, NoAnswer where no draw obeys, TimeUp where none was found.
    """
    start = monotonic()
    frame = group_frame_of(event, stage)
    notes = [said("{entrants} entrants in {groups} groups", entrants=event.size, groups=frame.groups)]
    if options_of(stage)["placing"] == "snake":
        made = _Drawn(snake_groups(ranked(event), frame.groups), "snake")
    else:
        made = _from_pots(frame, _rules(rulebook, event, stage), seed, limits or Limits(20.0))
        notes += made.notes
    report = check_groups(made.groups, rulebook, event, stage)
    if report.hard and made.method != "snake":
        raise AssertionError("a draw that was counted as valid breaks a rule")
    return GroupResult(
        made.groups, report, made.method, made.valid, seed, monotonic() - start, tuple(notes), made.bound
    )


@dataclass(frozen=True)
class _Drawn:
    groups: Groups
    method: str
    valid: int = 0
    notes: tuple[Said, ...] = ()
    bound: tuple[int, ...] = ()


def _from_pots(frame: GroupFrame, rules: Rulebook, seed: str, limits: Limits) -> _Drawn:
    """Drawn uniformly where the best can be counted, else by the solver."""
    # What makes no sense is said here; what fails further on only cannot be counted.
    stated = rules.stated(group_space(frame), frame)
    _check_pots(frame)
    levels = len({entry.use.level for entry in stated if not entry.use.hard})
    valid = _countable(frame, rules)
    if valid is not None and not valid.count():
        raise NoAnswer(
            "none obeys all of them", clash=_asked(rules), maybe="allow one more of some value in a group.",
            about="groups",
        )
    best = _countable(frame, at_least(rules, frame)) if levels else valid
    if best is not None and best.count():
        many = best.count()
        groups = grouped(best.sample(PublicSeed(seed)), frame)
        bound = price_by_level(groups, frame, rules) if levels else ()
        note = said("drawn uniformly from {many} valid draws", many=many)
        if levels:
            note = (
                said("drawn uniformly from the {many} draws of least price", many=many) if any(bound)
                else said("drawn uniformly from the {many} draws that cost nothing", many=many))
        return _Drawn(groups, "counted, drawn uniformly", many, (note,), bound)
    try:
        found = best_groups(frame, rules, valid, seed, limits)
    except NoAnswer as error:
        raise NoAnswer(error.message, clash=_asked(rules), about="groups") from None
    note = said("drawn by the solver and exchanges by lot: not every draw is as likely")
    return _Drawn(found.groups, "CP-SAT", 0, (note,), found.bound)


def _countable(frame: GroupFrame, rules: Rulebook) -> GroupCounter | None:
    """The counter, if it can count these draws; None where only the solver is left."""
    try:
        counter = counter_of(frame, rules)
        counter.count()
    except (TimeUp, UsageError):
        return None
    return counter


def count_groups(event: Event, stage: Stage, rulebook: Rulebook) -> int:
    """The number of draws that obey every hard rule: entrants and groups labelled, the order within a
    group not. UsageError for a rule that cannot be counted, TimeUp where there are too many."""
    frame = group_frame_of(event, stage)
    return counter_of(frame, _rules(rulebook, event, stage)).count()


def count_best(event: Event, stage: Stage, rulebook: Rulebook) -> int | None:
    """The number of draws of least price; None where no rule has a price, or where they cannot be counted."""
    rules = _rules(rulebook, event, stage)
    if all(use.hard for use in rules.uses):
        return None
    frame = group_frame_of(event, stage)
    counter = _countable(frame, at_least(rules, frame))
    return counter.count() or None if counter else None


def check_groups(
    groups: Sequence[Sequence[int]], rulebook: Rulebook, event: Event, stage: Stage
) -> Report:
    """The verdict on a draw into groups under a rulebook."""
    frame = group_frame_of(event, stage)
    space = group_space(frame)
    stated = _rules(rulebook, event, stage).stated(space, frame)
    return verify(space, stated, group_facts(space, groups))


def counter_of(frame: GroupFrame, rulebook: Rulebook) -> GroupCounter:
    """The counter of a rulebook's hard rules, whatever others cost. UsageError for one that it cannot count.

    Every rule is read from its use, and what comes out is verified from the counts of the kernel.
    """
    # Stated once, so that names, numbers and attributes are held against the frame.
    rulebook.stated(group_space(frame), frame)
    limits: dict[str, tuple[int, int]] = {}
    values: list[set[str]] = [set() for _ in range(frame.entrants)]
    fixed: dict[int, int] = {}
    excluded: list[tuple[int, int]] = []
    blocks: dict[tuple[int, ...], list[tuple[int, ...]]] = {}
    apart: list[Apart] = []
    for use in filter(lambda use: use.hard, rulebook.uses):
        p = use.resolved(frame)
        if use.id == "group-values":
            _limit(frame, use, limits, values)
        elif use.id == "not-in-one-group":
            who = p["entrants"]
            excluded += [(a, b) for i, a in enumerate(who) for b in who[i + 1 :]] or frame.earlier
        elif use.id == "in-groups" and len(set(p["groups"])) == 1:
            fixed[p["entrant"]] = p["groups"][0]
        elif use.id == "few-in-groups" and p["most"] == 1:
            blocks.setdefault(tuple(sorted(p["entrants"])), []).append(tuple(sorted(p["groups"])))
        elif use.id == "pathways":
            apart += [Apart(*pair) for pair in pathway_parts(frame, p["entrants"], p["groups"])]
        elif use.id not in ("one-group-each", "groups-even", "pots-spread"):
            raise UsageError(f'groups cannot be counted under "{use.id}" as it is used here')
    _check_pots(frame)
    apart += [Apart(who, _covering(frame, sets)) for who, sets in sorted(blocks.items())]
    return GroupCounter(GroupDraw(
        frame.groups, frame.pots, tuple(map(frozenset, values)), limits, fixed,
        tuple(dict.fromkeys(excluded)), tuple(apart),
    ))


def _limit(
    frame: GroupFrame, use: RuleUse, limits: dict[str, tuple[int, int]], values: list[set[str]]
) -> None:
    p = use.params
    for value, members in values_meant(frame, p).items():
        key = f"{p['attribute']}: {value}"
        low, high = limits.get(key, (0, frame.entrants))
        limits[key] = (max(low, p["least"]), min(high, p["most"]))
        for e in members:
            values[e - 1].add(key)


def _check_pots(frame: GroupFrame) -> None:
    """Every group must get as many as the pots give it: all full but the last."""
    if any(len(pot) != frame.groups for pot in frame.pots[:-1]):
        raise UsageError(
            f"every pot but the last must hold {frame.groups} entrants, one for each group",
            maybe="the column of pots is wrong, or the number of groups.",
        )


def _covering(
    frame: GroupFrame, sets: Sequence[tuple[int, ...]]
) -> tuple[tuple[int, ...], ...]:
    """Blocks that are disjoint, completed by each other group as a block of its own kind."""
    seen = [g for block in sets for g in block]
    if len(set(seen)) < len(seen):
        raise UsageError("groups cannot be counted where blocks of groups overlap")
    rest = [g for g in range(1, frame.groups + 1) if g not in seen]
    if rest:
        raise UsageError(
            f"group {rest[0]} is in no block", maybe='give every group to one use of "few-in-groups".')
    return tuple(sets)


def _rules(rulebook: Rulebook, event: Event, stage: Stage) -> Rulebook:
    if not stage.rules:
        return rulebook
    return rulebook.adding(read_uses(stage.rules, where=event.source or "event", places=stage.places))


def _asked(rulebook: Rulebook) -> tuple[str, ...]:
    return tuple(
        f"{u.id}{f' ({u.clause})' if u.clause else ''}{f': {u.reason}' if u.reason else ''}"
        for u in rulebook.uses if u.hard
    )
