"""RobinX XML: instances and solutions of round-robin leagues, read.

The format: Van Bulck et al. (2020), EJOR 280, 568-580. Order of elements, groups that are empty or
missing, and trailing semicolons say nothing. Children that the format does not know are passed over.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeVar

from scheduler.errors import FileError
from scheduler.event.league import (
    CONSTRAINTS,
    GAME_MODES,
    OBJECTIVES,
    Constraint,
    Game,
    Group,
    League,
    LeagueInstance,
    LeagueSolution,
    Meeting,
    Slot,
    Team,
)
from scheduler.files.robinx_constraints import read_constraint
from scheduler.files.robinx_values import Reading, ids, word
from scheduler.files.robinx_xml import Element, parse_xml
from scheduler.files.source import MEGABYTE, Source, read_bytes

__all__ = ["is_robinx", "load_robinx_instance", "load_robinx_solution"]

_LIMIT = 32 * MEGABYTE
_MOST_TEAMS, _MOST_SLOTS, _MOST_LEAGUES, _MOST_ROUNDS = 200, 2_000, 100, 20
_MOST_CONSTRAINTS, _MOST_GAMES = 50_000, 200_000
_FAMILIES = ("Basic", "Capacity", "Game", "Break", "Fairness", "Separation")
_META = ("DataType", "Contributor", "Country", "Description", "Remarks", "SolutionMethod")

T = TypeVar("T")


def is_robinx(data: bytes) -> str:
    """``instance``, ``solution`` or "": what the beginning of ``data`` says it is."""
    head = data[:4096]
    for tag in ("Instance", "Solution"):
        if any(f"<{tag}{end}".encode() in head for end in (">", " ", "\n", "\r", "\t", "/")):
            return tag.lower()
    return ""


def load_robinx_instance(source: Source, *, name: str = "") -> LeagueInstance:
    """The instance in ``source``, a path or bytes; ``name`` is what messages call it.

    Raises :class:`FileError` with the line for what is no XML or no instance, for unknown ids,
    words and constraint types, for entities, and for more than 32 MB, 200 teams, 2,000 slots, 100
    leagues, 20 round robins of one league or 50,000 constraints.
    """
    root, read = _opened(source, name, "Instance")
    leagues = _leagues(root, read)
    teams = _teams(root, read, leagues)
    slots = _slots(root, read)
    known = {t.id for t in teams}, {s.id for s in slots}
    constraints = [c for family in _needed(root, "Constraints", read).children for c in family.children]
    stray = [c for c in root.children if c.tag in CONSTRAINTS]
    constraints.sort(key=lambda c: _FAMILIES.index(CONSTRAINTS.get(c.tag, ("Basic",))[0]))
    read.at_most(constraints, _MOST_CONSTRAINTS, "constraints", root.line)
    groups = {
        kind: _groups(root, read, f"{kind[0].upper()}{kind[1:]}s", kind)
        for kind in ("teamGroup", "slotGroup", "leagueGroup")
    }

    def listed(elements: Sequence[Element]) -> tuple[Constraint, ...]:
        return tuple(
            read_constraint(e, k, read, *known, {g: {x.id for x in groups[g]} for g in groups})
            for k, e in enumerate(elements, start=1)
        )

    return LeagueInstance(
        _meta_text(root, "InstanceName"), leagues, teams, slots,
        _objective(root, read), listed(constraints), _additional(root, read, known[0]),
        groups["teamGroup"], groups["slotGroup"], groups["leagueGroup"],
        _pairs(_numbers(root, read, "Distances", "distance", "dist", known)),
        _pairs(_numbers(root, read, "COEWeights", "COEWeight", "weight", known)),
        _numbers(root, read, "Costs", "cost", "cost", known),
        _meta(root), listed(stray), read.where,
    )


def load_robinx_solution(source: Source, *, name: str = "") -> LeagueSolution:
    """The solution in ``source``, a path or bytes: its ``ScheduledMatch`` elements, in order.

    Ids are held against an instance only when it is judged. Raises :class:`FileError` with the line
    for what is no XML or no solution, games at a third team's venue, and more than 32 MB or 200,000
    games.
    """
    root, read = _opened(source, name, "Solution")
    listed = root.all("Games", "ScheduledMatch")
    read.at_most(listed, _MOST_GAMES, "games", root.line)
    games = []
    for element in listed:
        venue = element.attributes.get("venue")
        if "away1" in element.attributes or (
            venue is not None and venue != element.attributes.get("home")
        ):
            raise read.error(
                element, "a game at a third team's venue cannot be judged here",
                maybe="give its home team as venue, or leave the venue out.",
            )
        home, away, slot = (read.number(element, k) for k in ("home", "away", "slot"))
        games.append(Game(home, away, slot, element.line))
    value = next(iter(root.all("MetaData", "ObjectiveValue")), None)
    declared = None
    if value is not None and {"infeasibility", "objective"} <= set(value.attributes):
        declared = read.number(value, "infeasibility"), read.number(value, "objective")
    return LeagueSolution(
        _meta_text(root, "SolutionName"), _meta_text(root, "InstanceName"), tuple(games), declared,
        _meta(root), read.where,
    )


def _opened(source: Source, name: str, tag: str) -> tuple[Element, Reading]:
    data, where = read_bytes(source, limit=_LIMIT, name=name)
    root = parse_xml(data, where)
    if root.tag != tag:
        what = {"Instance": "an instance", "Solution": "a solution", "Bound": "a bound"}
        raise FileError(
            f"this is {what.get(root.tag, f'<{root.tag}>')}, not {what[tag]} of RobinX",
            where=f"{where}:{root.line}",
            maybe="give the instance after --instance." if root.tag in what else "",
        )
    return root, Reading(where)


def _needed(element: Element, tag: str, read: Reading) -> Element:
    child = element.find(tag)
    if child is None:
        raise read.error(element, f"<{element.tag}> has no <{tag}> in it")
    return child


def _meta_text(root: Element, tag: str) -> str:
    meta = root.find("MetaData")
    return "" if meta is None else meta.text_of(tag)


def _meta(root: Element) -> dict[str, str]:
    out = {tag: text for tag in _META if (text := _meta_text(root, tag))}
    date = next(iter(root.all("MetaData", "Date")), None)
    if date is not None:
        parts = [date.attributes.get(k, "") for k in ("year", "month", "day")]
        out["Date"] = "-".join(p for p in parts if p.isdecimal())
    return out


def _distinct(
    things: Sequence[T], elements: Sequence[Element], read: Reading, id: Callable[[T], int]
) -> None:
    seen: set[int] = set()
    for thing, element in zip(things, elements, strict=True):
        if id(thing) in seen:
            raise read.error(element, f"<{element.tag}> {id(thing)} is there twice")
        seen.add(id(thing))


def _groups(root: Element, read: Reading, parent: str, tag: str) -> tuple[Group, ...]:
    found = root.all("Resources", parent)
    # Files disagree about the first letter of leagueGroup.
    elements = [e for p in found for e in p.children if e.tag.lower() == tag.lower()]
    groups = [Group(read.number(e, "id"), e.attributes.get("name", "")) for e in elements]
    _distinct(groups, elements, read, lambda g: g.id)
    return tuple(sorted(groups, key=lambda g: g.id))


def _leagues(root: Element, read: Reading) -> tuple[League, ...]:
    formats: dict[int, Element] = {}
    structure = _needed(root, "Structure", read)
    for element in structure.all("Format"):
        for league in ids(element, "leagueIds", read):
            if league in formats:
                raise read.error(element, f"league {league} has two formats")
            formats[league] = element
    elements = root.all("Resources", "Leagues", "league")
    read.at_most(elements, _MOST_LEAGUES, "leagues", root.line)
    leagues = [_league(e, formats, read) for e in elements]
    if not leagues:
        raise read.error(root, "there is no league in it")
    _distinct(leagues, elements, read, lambda x: x.id)
    return tuple(sorted(leagues, key=lambda x: x.id))


def _league(element: Element, formats: Mapping[int, Element], read: Reading) -> League:
    id = read.number(element, "id")
    if id not in formats:
        raise read.error(element, f"league {id} has no <Format>")
    form = formats[id]
    rounds = read.whole(_needed(form, "numberRoundRobin", read).text, form, "numberRoundRobin")
    if not 0 <= rounds <= _MOST_ROUNDS:
        raise read.error(form, f"a league is 0 to {_MOST_ROUNDS} round robins, not {rounds}")
    compact = word(form.text_of("compactness"), ("C", "R", ""), form, "compactness", read)
    mode = word(form.text_of("gameMode"), (*GAME_MODES, ""), form, "gameMode", read)
    balanced = form.text_of("balanced") not in ("0", "false")
    return League(
        id, element.attributes.get("name", ""), rounds, compact, mode, balanced,
        ids(element, "leagueGroups", read),
    )


def _teams(root: Element, read: Reading, leagues: Iterable[League]) -> tuple[Team, ...]:
    elements = root.all("Resources", "Teams", "team")
    read.at_most(elements, _MOST_TEAMS, "teams", root.line)
    known = {league.id for league in leagues}
    teams = []
    for e in elements:
        league = read.number(e, "league")
        if league not in known:
            raise read.error(e, f"there is no league {league}")
        teams.append(Team(
            read.number(e, "id"), e.attributes.get("name", ""), league, ids(e, "teamGroups", read)
        ))
    if len(teams) < 2:
        raise read.error(root, f"there are {len(teams)} teams in it, and a league needs two")
    _distinct(teams, elements, read, lambda t: t.id)
    return tuple(sorted(teams, key=lambda t: t.id))


def _slots(root: Element, read: Reading) -> tuple[Slot, ...]:
    elements = root.all("Resources", "Slots", "slot")
    read.at_most(elements, _MOST_SLOTS, "slots", root.line)
    slots = [
        Slot(read.number(e, "id"), e.attributes.get("name", ""),
             ids(e, "slotGroup" if "slotGroup" in e.attributes else "slotGroups", read))
        for e in elements
    ]
    if not slots:
        raise read.error(root, "there is no slot in it")
    _distinct(slots, elements, read, lambda s: s.id)
    return tuple(sorted(slots, key=lambda s: s.id))


def _objective(root: Element, read: Reading) -> str:
    element = _needed(root, "ObjectiveFunction", read)
    text = element.text_of("Objective") or "NONE"
    return word(text, tuple(OBJECTIVES), element, "Objective", read)


def _additional(root: Element, read: Reading, teams: set[int]) -> tuple[Meeting, ...]:
    elements = root.all("Structure", "AdditionalGames", "game")
    read.at_most(elements, _MOST_GAMES, "additional games", root.line)
    out = []
    for e in elements:
        one, other = (read.known(e, k, teams, "team") for k in ("team1", "team2"))
        if one == other:
            raise read.error(e, f"team {one} cannot meet itself")
        out.append(Meeting(one, other, e.attributes.get("noHome", "0") not in ("0", "false", "")))
    return tuple(out)


def _numbers(
    root: Element, read: Reading, parent: str, tag: str, value: str,
    known: tuple[set[int], set[int]],
) -> dict[tuple[int, int, int], int]:
    """Distances, weights or costs of (team, team, slot); the slot is 0 where these have none."""
    out: dict[tuple[int, int, int], int] = {}
    for e in root.all("Data", parent, tag):
        one, other = (read.known(e, k, known[0], "team") for k in ("team1", "team2"))
        slot = read.known(e, "slot", known[1], "slot") if tag == "cost" else 0
        out.setdefault((one, other, slot), read.number(e, value))  # said twice, the first counts
    return out


def _pairs(table: Mapping[tuple[int, int, int], int]) -> dict[tuple[int, int], int]:
    return {(one, other): value for (one, other, _), value in table.items()}

