"""Two pots drawn into pairs, ball by ball as federations do: how far that is from a uniform draw, exactly."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from scheduler.event import Event, Stage
from scheduler.formats.groups.frame import group_frame_of, options_of
from scheduler.rules import Rulebook, read_uses
from scheduler.rules.groups import values_of
from scheduler.solve.draws.sequential import dead_end_chance, pair_bias

__all__ = ["Procedure", "procedure_of"]

_MOST_PAIRS = 12
_SILENT = ("one-group-each", "groups-even", "pots-spread")


@dataclass(frozen=True, slots=True)
class Procedure:
    """Drawing a ball of pot 2, then one of pot 1 among those that lead to no dead end.

    ``pair`` are the numbers of the two whose chance to meet (``by_balls``) is farthest from that in a
    uniform draw (``uniform``); ``dead_end`` is the chance to get stuck where nobody looks ahead.
    """

    pair: tuple[int, int]
    by_balls: Fraction
    uniform: Fraction
    dead_end: Fraction

    def as_json(self) -> dict[str, Any]:
        """The documented JSON shape, fractions as texts."""
        return {
            "pair": list(self.pair), "by_balls": str(self.by_balls), "uniform": str(self.uniform),
            "dead_end": str(self.dead_end),
        }


def procedure_of(event: Event, stage: Stage, rulebook: Rulebook) -> Procedure | None:
    """The procedure for two pots of up to 12 that are drawn into pairs.

    None for any other draw into groups, and under rules that are not about who may meet whom. Raises
    NoAnswer where no pairing obeys, and what reading the stage raises.
    """
    frame = group_frame_of(event, stage)
    if options_of(stage)["placing"] != "pots" or [len(p) for p in frame.pots] != [frame.groups] * 2:
        return None
    rules = rulebook.adding(read_uses(stage.rules, where=event.source or "event", places=stage.places))
    apart: set[frozenset[int]] = set()
    for use in rules.uses:
        p = use.resolved(frame)
        if use.id == "group-values" and (p["most"], p["least"], p["value"], p["besides"]) == (1, 0, "", ""):
            groups = [set(who) for who in values_of(frame, p["attribute"]).values()]
        elif use.id == "not-in-one-group" and p["entrants"]:
            groups = [set(p["entrants"])]
        elif use.id in _SILENT or (use.id == "in-groups" and p["entrant"] in frame.pots[0]):
            continue
        else:
            return None
        apart |= {frozenset((a, b)) for who in groups for a in who for b in who if a < b}
    opponents, drawn = frame.pots
    if frame.groups > _MOST_PAIRS:
        return None
    allowed = [[frozenset((a, b)) not in apart for b in opponents] for a in drawn]
    bias = pair_bias(allowed)
    return Procedure(
        (drawn[bias.drawn], opponents[bias.opponent]), bias.procedure, bias.uniform, dead_end_chance(allowed)
    )
