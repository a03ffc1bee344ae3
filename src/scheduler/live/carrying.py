"""What the stage before is worth in the next one: points that are carried, IMPs ahead in a knockout."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from scheduler.errors import UsageError, did_you_mean
from scheduler.event.plural import many
from scheduler.live.scoring import ledger_of, scoring_of, standings_of
from scheduler.live.state import LiveEvent, LiveStage
from scheduler.standings.carryover import CarryOver, carried_points, carry_imps, carry_over_from
from scheduler.standings.rounding import part_of, rounded

__all__ = ["Carried", "carried_otherwise", "carry_of", "carrying_notes", "check_carry"]

_WORDS = ("none", "all", "half", "qualified", "rank")
_KNOCKED = ("knockout", "double-elimination")
_EDGE = 10
"""A tenth of an IMP for the better placed, so that no match can be drawn."""


@dataclass(frozen=True)
class Carried:
    """``points`` in hundredths by id; ``seeding`` what matches of a knockout begin with."""

    points: Mapping[int, int] = field(default_factory=dict)
    seeding: Mapping[str, Any] = field(default_factory=dict)
    notes: tuple[str, ...] = ()


def carry_of(event: LiveEvent, source: LiveStage, stage: LiveStage, ids: Sequence[int]) -> Carried:
    """What ``ids`` take from ``source`` into ``stage`` by its option ``carry``.

    ``none``; ``all`` or ``half`` of everything, penalties and earlier carry-over included; ``qualified``:
    the points against others who go on; a table as ``standings.carry_over_from`` reads it. In a knockout
    ``rank``: a tenth of an IMP for the better placed; ``{ kind = "imps", share = "1/2", cap = 16,
    edge = 0.1 }``: of the IMPs by which one beat the other before, else ``edge`` for the better placed.
    UsageError or RulebookError for anything else.
    """
    check_carry(stage)
    asked = stage.stage.options.get("carry", "none")
    if isinstance(asked, Mapping) and asked.get("kind") == "imps":
        return _imps(event, source, stage, asked, ids)
    if isinstance(asked, Mapping):
        rule = carry_over_from(asked, where=stage.name)
    elif asked == "rank":
        return Carried(seeding={"edge": _EDGE}, notes=("the better placed begins a tenth of an IMP ahead",))
    elif asked in ("all", "half"):
        return Carried(_whole_sums(event, source, ids, Fraction(1, 1 + (asked == "half"))))
    else:
        rule = CarryOver("none" if asked == "none" else "all")
    if rule.kind == "none":
        return Carried()
    numbers = {event.number(id): id for id in ids}
    points = carried_points(ledger_of(event, source).matches, set(numbers), rule)
    return Carried({numbers[n]: p for n, p in points.items()})


def carried_otherwise(event: LiveEvent, stage: LiveStage) -> Mapping[int, int]:
    """Id -> hundredths that it would bring into ``stage`` by what the stage before gives now, of those who
    have something else; none where nothing is carried. Who came in later, by a credit, is not looked at."""
    source = event.stages[int(stage.seeding.get("from", 0)) - 1] if stage.seeding.get("from") else None
    if source is None or stage.stage.format in _KNOCKED or stage.stage.options.get("carry", "none") == "none":
        return {}
    ids = [id for id in stage.playing if id in source.playing]
    due = carry_of(event, source, stage, ids).points
    return {id: due.get(id, 0) for id in ids if due.get(id, 0) != stage.carried.get(id, 0)}


def carrying_notes(event: LiveEvent, stage: LiveStage, source: int) -> list[str]:
    """What a change in the stage ``source`` means for ``stage``, which has begun from it: points that would
    be brought along, IMPs that matches would begin with. Nothing changes by itself."""
    if int(stage.seeding.get("from", 0)) != source:
        return []
    notes = [
        f"{event.number(id)} {event.name_of(id)} brought {stage.carried.get(id, 0) / 100:.2f} into "
        f"{stage.name}, and it would be {points / 100:.2f}"
        for id, points in carried_otherwise(event, stage).items()]
    if notes:
        return [*notes, f'to carry them anew: event stage carry {stage.index} --reason "..."']
    if stage.stage.format in _KNOCKED and stage.stage.options.get("carry", "none") != "none":
        before = event.stages[source - 1]
        now = carry_of(event, before, stage, [id for id in stage.playing if id in before.playing]).seeding
        if any(now.get(key) != stage.seeding.get(key) for key in now):
            return [f"matches of {stage.name} would begin with other IMPs; they begin as they were drawn"]
    return [f"who plays in {stage.name} stands as it was"]


def check_carry(stage: LiveStage) -> None:
    """UsageError or RulebookError for a ``carry`` that the stage cannot have, before anything is carried."""
    asked = stage.stage.options.get("carry", "none")
    knocked = stage.stage.format in _KNOCKED
    if isinstance(asked, Mapping):
        imps = asked.get("kind") == "imps"
        kind = "imps" if imps else carry_over_from(asked, where=stage.name).kind
        if kind != "none":
            _only(stage, knocked, imps, kind)
    elif asked not in _WORDS:
        raise UsageError(f'"carry" is none of the ways to carry points over: {str(asked)[:40]}',
                         maybe=did_you_mean(str(asked)[:40], _WORDS))
    elif asked != "none":
        _only(stage, knocked, asked == "rank", str(asked))


def _only(stage: LiveStage, knocked: bool, wanted: bool, kind: str) -> None:
    if knocked != wanted:
        raise UsageError(
            f'{stage.name} is {"a knockout" if knocked else "no knockout"}, and carry = "{kind}" is for '
            f'{"other stages" if knocked else "knockouts"}',
            maybe='write carry = "rank".' if knocked else 'write carry = "qualified".')


def _whole_sums(
    event: LiveEvent, source: LiveStage, ids: Sequence[int], share: Fraction
) -> dict[int, int]:
    """A share of the totals of the standings."""
    rows = {r.entrant: r.total for r in standings_of(event, source).rows}
    rounding = scoring_of(source).rounding
    return {id: rounded(share * rows[event.number(id)], rounding) for id in ids}


def _imps(
    event: LiveEvent, source: LiveStage, stage: LiveStage, asked: Mapping[str, Any], ids: Sequence[int]
) -> Carried:
    """IMPs ahead by earlier matches: the last one, where two met more than once."""
    _only(stage, stage.stage.format in _KNOCKED, True, "imps")
    known = ("kind", "share", "cap", "edge")
    strange = [k for k in asked if k not in known]
    share, cap = part_of(asked.get("share", "1")), asked.get("cap")
    edge = Fraction(str(asked.get("edge", "0.1"))) * 100 if _number(asked.get("edge", 0)) else None
    capped = cap is None or (type(cap) is int and 0 <= cap <= 1_000)
    if edge is None or edge.denominator != 1 or not 0 <= edge <= 10_000 or strange or not capped or (
        share is None or share > 1
    ):
        raise UsageError(
            f'"carry" of {stage.name} makes no sense: {str(dict(asked))[:80]}',
            maybe='write carry = { kind = "imps", share = "1/2", cap = 16, edge = 0.1 }.')
    inside = set(ids)
    ahead: dict[tuple[int, int], int] = {}
    for match in source.matches():
        score = match.result
        if score is None or score.kind != "played" or not {match.home, match.away} <= inside:
            continue
        home, away = carry_imps(score.home_for - score.away_for, share, cap)
        a, b = sorted((match.home, match.away))
        ahead[a, b] = (home - away) if a == match.home else (away - home)
    rows = [[a, b, h] for (a, b), h in sorted(ahead.items()) if h]
    note = f"{many(len(rows), 'pair begins', 'pairs begin')} with IMPs of their earlier match"
    return Carried(seeding={"edge": int(edge), "ahead": rows}, notes=(note,))


def _number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
