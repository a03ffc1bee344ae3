"""Every wish of an instance as counts, made once and read by every reading."""

from __future__ import annotations

from dataclasses import dataclass
from weakref import WeakValueDictionary

from scheduler.event.league import LeagueInstance
from scheduler.rules import robinx_break as robinx_break
from scheduler.rules import robinx_capacity as robinx_capacity
from scheduler.rules import robinx_fairness as robinx_fairness
from scheduler.rules import robinx_game as robinx_game
from scheduler.rules import robinx_separation as robinx_separation
from scheduler.rules.robinx import Asked, View, gather
from scheduler.rules.robinx_basic import basic
from scheduler.rules.robinx_objectives import objective

__all__ = ["Wishes", "wishes_of"]

_UNDEFINED = {
    "BR4": "no published definition says what it counts",
    "FA4": "no published definition says what it counts",
}


@dataclass(frozen=True, eq=False)
class Wishes:
    """The counts of an instance: basic ones, constraints, objective; ``notes``: what is not judged."""

    view: View
    asked: tuple[Asked, ...]
    notes: tuple[str, ...] = ()


_KEPT: WeakValueDictionary[int, Wishes] = WeakValueDictionary()


def wishes_of(instance: LeagueInstance) -> Wishes:
    """The counts of an instance; kept as long as somebody holds them, for judging many solutions."""
    kept = _KEPT.get(id(instance))
    if kept is not None and kept.view.instance is instance:
        return kept
    view = View.of(instance)
    asked = (*basic(view), *gather(view, instance.constraints), *objective(view))
    wishes = Wishes(view, asked, _notes(instance))
    _KEPT[id(instance)] = wishes
    return wishes


def _notes(instance: LeagueInstance) -> tuple[str, ...]:
    out = []
    for tag, why in _UNDEFINED.items():
        count = sum(c.tag == tag for c in instance.constraints)
        if count:
            out.append(f"{count} constraints of type {tag} are not judged: {why}")
    if instance.stray:
        lines = ", ".join(str(c.line) for c in instance.stray[:5])
        out.append(
            f"{len(instance.stray)} constraints stand outside <Constraints> and are not judged "
            f"(lines {lines}{' ...' if len(instance.stray) > 5 else ''})"
        )
    for league in instance.leagues:
        if league.mode and league.rounds <= 1:
            out.append(f"league {league.id} has one leg, so that its game mode says nothing")
    return tuple(out)
