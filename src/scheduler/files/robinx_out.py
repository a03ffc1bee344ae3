"""RobinX XML, written: instances, solutions, and schedules of our own as far as the format can say them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from scheduler.errors import UsageError
from scheduler.event import Event, Schedule
from scheduler.event.league import (
    CONSTRAINTS,
    Constraint,
    Game,
    Group,
    League,
    LeagueInstance,
    LeagueSolution,
    Slot,
    Team,
)

__all__ = ["robinx_instance", "robinx_of_schedule", "robinx_solution"]

_FAMILIES = ("Basic", "Capacity", "Game", "Break", "Fairness", "Separation")
_ESCAPES = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\n": "&#10;", "\r": "&#13;", "\t": "&#9;"}
_NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_META = ("DataType", "Contributor", "Date", "Country", "Description", "SolutionMethod", "Remarks")


class _Lines:
    """The lines of a file, indented by depth."""

    def __init__(self, root: str) -> None:
        self.lines = ['<?xml version="1.0" encoding="UTF-8"?>', f"<{root}>"]
        self.open = [root]

    def begin(self, tag: str, **attributes: object) -> None:
        self.lines.append(f"{'  ' * len(self.open)}<{tag}{_attributes(attributes)}>")
        self.open.append(tag)

    def end(self) -> None:
        tag = self.open.pop()
        self.lines.append(f"{'  ' * len(self.open)}</{tag}>")

    def empty(self, tag: str, attributes: Mapping[str, object]) -> None:
        self.lines.append(f"{'  ' * len(self.open)}<{tag}{_attributes(attributes)}/>")

    def text(self, tag: str, text: object) -> None:
        self.lines.append(f"{'  ' * len(self.open)}<{tag}>{_escaped(str(text))}</{tag}>")

    def done(self) -> str:
        while self.open:
            self.end()
        return "\n".join(self.lines) + "\n"


def _escaped(text: str) -> str:
    """``text`` for XML; characters that XML cannot hold become the replacement character."""
    clean = _NO_XML.sub("\ufffd", text)
    return "".join(_ESCAPES.get(c, c) for c in clean)


def _attributes(attributes: Mapping[str, object]) -> str:
    return "".join(f' {k}="{_escaped(str(v))}"' for k, v in attributes.items())


def _joined(ids: Iterable[int]) -> str:
    return ";".join(map(str, ids))


def robinx_instance(instance: LeagueInstance) -> str:
    """The instance as RobinX XML; what is read back is the same instance."""
    out = _Lines("Instance")
    out.begin("MetaData")
    out.text("InstanceName", instance.name)
    _meta(out, instance.meta)
    out.end()
    _structure(out, instance)
    out.begin("ObjectiveFunction")
    out.text("Objective", instance.objective)
    out.end()
    _data(out, instance)
    _resources(out, instance)
    out.begin("Constraints")
    for family in _FAMILIES:
        out.begin(f"{family}Constraints")
        for constraint in instance.constraints:
            if CONSTRAINTS[constraint.tag][0] == family:
                out.empty(constraint.tag, _constraint(constraint))
        out.end()
    out.end()
    for constraint in instance.stray:
        out.empty(constraint.tag, _constraint(constraint))
    return out.done()


def robinx_solution(solution: LeagueSolution) -> str:
    """The solution as RobinX XML, games in their order."""
    out = _Lines("Solution")
    out.begin("MetaData")
    out.text("SolutionName", solution.name)
    out.text("InstanceName", solution.instance)
    _meta(out, solution.meta)
    if solution.declared is not None:
        infeasibility, objective = solution.declared
        out.empty("ObjectiveValue", {"infeasibility": infeasibility, "objective": objective})
    out.end()
    out.begin("Games")
    for game in solution.games:
        out.empty("ScheduledMatch", {"home": game.home, "away": game.away, "slot": game.slot})
    out.end()
    return out.done()


def robinx_of_schedule(
    schedule: Schedule, event: Event | None = None, legs: int = 0
) -> tuple[LeagueInstance, LeagueSolution, tuple[str, ...]]:
    """(instance, solution, what the format cannot say) of a schedule of our own.

    Number k becomes team k - 1 and round r slot r - 1. ``legs`` 0 asks for as many meetings of a pair
    as the schedule has at most. Raises UsageError for fewer than two entrants.
    """
    n = schedule.entrants
    if n < 2:
        raise UsageError(f"a league has two teams or more, not {n}")
    games = tuple(Game(m.home - 1, m.away - 1, m.round - 1) for m in schedule.matches)
    met: dict[frozenset[int], int] = {}
    for game in games:
        pair = frozenset((game.home, game.away))
        met[pair] = met.get(pair, 0) + 1
    names = [event.name_of(k) if event is not None else str(k) for k in range(1, n + 1)]
    k = legs or max(met.values(), default=1)
    title = event.name if event is not None else "schedule"
    compact = "C" if schedule.rounds == k * (n - 1 + n % 2) else "R"
    instance = LeagueInstance(
        title, (League(0, title, k, compact),),
        tuple(Team(i, name, 0) for i, name in enumerate(names)),
        tuple(Slot(r, f"Round {r + 1}") for r in range(schedule.rounds)), "NONE",
    )
    lost = []
    if (schedule.table > 0).any():
        lost.append("tables are left out: a game of RobinX has no place")
    if schedule.starts:
        lost.append("starting times are left out: a slot of RobinX has no date")
    if event is not None and any(e.region or e.club or e.attributes for e in event.entrants):
        lost.append("regions, clubs and further columns of the entry list are left out")
    return instance, LeagueSolution(title, title, games), tuple(lost)


def _meta(out: _Lines, meta: Mapping[str, str]) -> None:
    for tag in _META:
        if tag == "Date" and tag in meta:
            parts = zip(("year", "month", "day"), meta[tag].split("-"), strict=False)
            out.empty(tag, dict(parts))
        elif tag in meta:
            out.text(tag, meta[tag])


def _structure(out: _Lines, instance: LeagueInstance) -> None:
    out.begin("Structure")
    for league in instance.leagues:
        out.begin("Format", leagueIds=league.id)
        out.text("numberRoundRobin", league.rounds)
        if league.compact:
            out.text("compactness", league.compact)
        if league.mode:
            out.text("gameMode", league.mode)
        if not league.balanced:
            out.text("balanced", 0)
        out.end()
    out.begin("AdditionalGames")
    for m in instance.additional:
        out.empty("game", {"team1": m.home, "team2": m.away, "noHome": int(m.free)})
    out.end()
    out.end()


def _data(out: _Lines, instance: LeagueInstance) -> None:
    out.begin("Data")
    tables: Sequence[tuple[str, str, str, Mapping[tuple[int, int], int]]] = (
        ("Distances", "distance", "dist", instance.distances),
        ("COEWeights", "COEWeight", "weight", instance.weights),
    )
    for parent, tag, value, table in tables:
        out.begin(parent)
        for (one, other), number in table.items():
            out.empty(tag, {"team1": one, "team2": other, value: number})
        out.end()
    out.begin("Costs")
    for (one, other, slot), number in instance.costs.items():
        out.empty("cost", {"team1": one, "team2": other, "slot": slot, "cost": number})
    out.end()
    out.end()


def _resources(out: _Lines, instance: LeagueInstance) -> None:
    out.begin("Resources")
    groups: Sequence[tuple[str, str, tuple[Group, ...]]] = (
        ("TeamGroups", "teamGroup", instance.team_groups),
        ("SlotGroups", "slotGroup", instance.slot_groups),
        ("LeagueGroups", "leagueGroup", instance.league_groups),
    )
    for parent, tag, listed in groups:
        out.begin(parent)
        for group in listed:
            out.empty(tag, {"id": group.id, "name": group.name})
        out.end()
    out.begin("Leagues")
    for league in instance.leagues:
        member = {"leagueGroups": _joined(league.groups)} if league.groups else {}
        out.empty("league", {"id": league.id, "name": league.name, **member})
    out.end()
    out.begin("Teams")
    for team in instance.teams:
        member = {"teamGroups": _joined(team.groups)} if team.groups else {}
        out.empty("team", {"id": team.id, "league": team.league, "name": team.name, **member})
    out.end()
    out.begin("Slots")
    for slot in instance.slots:
        member = {"slotGroup": _joined(slot.groups)} if slot.groups else {}
        out.empty("slot", {"id": slot.id, "name": slot.name, **member})
    out.end()
    out.end()


def _constraint(constraint: Constraint) -> dict[str, object]:
    out: dict[str, object] = {
        "type": "HARD" if constraint.hard else "SOFT", "penalty": constraint.penalty,
    }
    out |= {name: _joined(listed) for name, listed in constraint.sets.items()}
    out |= constraint.numbers
    out |= constraint.words
    if constraint.pairs:
        name = "meetings" if constraint.tag == "GA1" else "slotPairs"
        out[name] = "".join(f"{a},{b};" for a, b in constraint.pairs)
    return out
