"""A league to be timetabled: teams, slots, meetings and the wishes about them, in the terms of RobinX.

Van Bulck, Goossens, Schönberger, Guajardo (2020): RobinX: a three-field classification and unified
data format for round-robin sports timetabling. EJOR 280, 568-580.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

__all__ = [
    "CONSTRAINTS",
    "GAME_MODES",
    "OBJECTIVES",
    "Attribute",
    "Constraint",
    "Game",
    "Group",
    "League",
    "LeagueInstance",
    "LeagueSolution",
    "Meeting",
    "Slot",
    "Team",
]

GAME_MODES = {"P": "phased", "M": "mirrored", "I": "inverted", "E": "english", "F": "french"}
"""How the legs of a round robin hang together; "" where they do not."""

OBJECTIVES = {
    "SC": "soft constraints alone",
    "BM": "breaks",
    "TR": "distance travelled",
    "CO": "carry-over effects",
    "CR": "cost of the games",
    "NONE": "nothing",
}


@dataclass(frozen=True, slots=True)
class Attribute:
    """An attribute of a constraint. ``kind``: ``teams`` or ``slots`` (then also their groups), ``int``,
    ``word`` (one of ``words``), ``pairs``. An attribute that is not ``needed`` may be left out."""

    name: str
    kind: str
    words: tuple[str, ...] = ()
    needed: bool = True


def _attributes(text: str) -> tuple[Attribute, ...]:
    """``name`` gives the kind; ``name=A/B`` is a word, ``name#`` an integer, ``?`` not needed."""
    made = []
    for item in text.split():
        name, needed = item.rstrip("?"), not item.endswith("?")
        if "=" in name:
            name, words = name.split("=")
            made.append(Attribute(name, "word", tuple(words.split("/")), needed))
        elif name.endswith("#"):
            made.append(Attribute(name[:-1], "int", (), needed))
        else:
            kind = "pairs" if name in ("meetings", "slotPairs") else name.rstrip("1234")
            made.append(Attribute(name, kind, (), needed))
    return tuple(made)


_SIDES = "H/A/HA"

CONSTRAINTS: Mapping[str, tuple[str, tuple[Attribute, ...]]] = {
    tag: (family, _attributes(text))
    for family, tag, text in (
        ("Basic", "BA1", ""),
        ("Basic", "BA2", ""),
        ("Capacity", "CA1", f"teams slots min#? max#? mode={_SIDES}"),
        ("Capacity", "CA2", f"teams1 teams2 slots min#? max#? mode1={_SIDES} mode2=GLOBAL/EVERY"),
        ("Capacity", "CA3", f"teams1 teams2 min#? max#? intp# mode1={_SIDES} mode2=SLOTS/GAMES"),
        ("Capacity", "CA4", f"teams1 teams2 slots min#? max#? mode1={_SIDES} mode2=GLOBAL/EVERY"),
        ("Capacity", "CA5", "teams1 teams2 slots min#? max#?"),
        ("Game", "GA1", "meetings slots min#? max#?"),
        ("Game", "GA2", f"teams1 teams2 slots1 teams3 teams4 slots2 mode1={_SIDES} mode2=EQ/NEQ "
                        f"mode3={_SIDES}"),
        ("Break", "BR1", f"teams slots intp#? mode1=LEQ/EQ? mode2={_SIDES}? "
                         f"breakMode=REGULAR? homeMode={_SIDES}? min#? max#?"),
        ("Break", "BR2", f"teams slots intp# mode1=REGULAR? mode2=LEQ/EQ homeMode={_SIDES}?"),
        ("Break", "BR3", f"teams intp# mode1=REGULAR? mode2={_SIDES}"),
        ("Break", "BR4", "teams slots min#? mode=LEQ/EQ"),
        ("Fairness", "FA1", "teams slots intp#"),
        ("Fairness", "FA2", f"teams slots intp# mode={_SIDES}"),
        ("Fairness", "FA3", "teams"),
        ("Fairness", "FA4", "teams intp#"),
        ("Fairness", "FA5", "teams slots intp#"),
        ("Fairness", "FA6", "slots intp#"),
        ("Separation", "SE1", "teams min#? max#? mode1=SLOTS/GAMES? mode=SLOTS/GAMES?"),
        ("Separation", "SE2", "teams slotPairs"),
    )
}
"""Every constraint type: its family and its attributes besides ``type`` and ``penalty``."""


@dataclass(frozen=True, slots=True)
class Group:
    """A named group of teams, slots or leagues."""

    id: int
    name: str


@dataclass(frozen=True, slots=True)
class League:
    """A round robin in which every pair meets ``rounds`` times.

    ``compact`` is ``C`` (as few slots as can be), ``R`` (relaxed) or ""; ``mode`` is a key of
    :data:`GAME_MODES` or "". Without ``balanced`` no meeting has a home side laid down.
    """

    id: int
    name: str
    rounds: int
    compact: str = ""
    mode: str = ""
    balanced: bool = True
    groups: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Team:
    """A team of one league."""

    id: int
    name: str
    league: int
    groups: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Slot:
    """A time slot; slots are in order of their ids."""

    id: int
    name: str
    groups: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Meeting:
    """A game to be scheduled: at ``home``'s, or at either's where ``free``."""

    home: int
    away: int
    free: bool = False


@dataclass(frozen=True, slots=True)
class Constraint:
    """One wish. ``sets`` maps ``teams1``, ``teamGroups1``, ``slots`` ... to ids, ascending.

    ``id`` is its place in the file, from 1; ``hard`` ones cost infeasibility, the others objective:
    ``penalty`` for each unit of deviation. ``pairs`` are ordered games, or pairs of slots.
    """

    id: int
    tag: str
    hard: bool
    penalty: int
    sets: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    numbers: Mapping[str, int] = field(default_factory=dict)
    words: Mapping[str, str] = field(default_factory=dict)
    pairs: tuple[tuple[int, int], ...] = ()
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Game:
    """``home`` plays ``away`` in ``slot`` (ids); ``line`` is where the file says so."""

    home: int
    away: int
    slot: int
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class LeagueSolution:
    """Games in the order of the file. ``declared`` is (infeasibility, objective) as the file claims."""

    name: str
    instance: str
    games: tuple[Game, ...]
    declared: tuple[int, int] | None = None
    meta: Mapping[str, str] = field(default_factory=dict)
    source: str = field(default="", compare=False)


@dataclass(frozen=True)
class LeagueInstance:
    """A whole problem. Teams and slots are in order of id; ids need not be without gaps.

    ``stray`` are constraints that stand outside the element for constraints: kept, never judged.
    ``source`` names the file in messages.
    """

    name: str
    leagues: tuple[League, ...]
    teams: tuple[Team, ...]
    slots: tuple[Slot, ...]
    objective: str = "SC"
    constraints: tuple[Constraint, ...] = ()
    additional: tuple[Meeting, ...] = ()
    team_groups: tuple[Group, ...] = ()
    slot_groups: tuple[Group, ...] = ()
    league_groups: tuple[Group, ...] = ()
    distances: Mapping[tuple[int, int], int] = field(default_factory=dict)
    weights: Mapping[tuple[int, int], int] = field(default_factory=dict)
    costs: Mapping[tuple[int, int, int], int] = field(default_factory=dict)
    meta: Mapping[str, str] = field(default_factory=dict)
    stray: tuple[Constraint, ...] = ()
    source: str = field(default="", compare=False)

    @cached_property
    def team_index(self) -> Mapping[int, int]:
        """Team id -> place among the teams, from 0."""
        return {t.id: k for k, t in enumerate(self.teams)}

    @cached_property
    def slot_index(self) -> Mapping[int, int]:
        """Slot id -> place among the slots, from 0."""
        return {s.id: k for k, s in enumerate(self.slots)}

    @cached_property
    def meetings(self) -> tuple[Meeting, ...]:
        """All games asked for: the additional ones, then those of each league.

        Of k meetings of a pair, k // 2 are at each one's venue; an odd one is at either's.
        """
        made = list(self.additional)
        for league in self.leagues:
            members = self.members(league.id)
            free = not league.balanced
            for k, one in enumerate(members):
                for other in members[k + 1 :]:
                    both = [Meeting(one, other, free), Meeting(other, one, free)]
                    made += both * (league.rounds // 2)
                    made += [Meeting(one, other, True)] * (league.rounds % 2)
        return tuple(made)

    def members(self, league: int) -> list[int]:
        """Ids of a league's teams, ascending."""
        return [t.id for t in self.teams if t.league == league]

    def teams_of(self, constraint: Constraint, which: str = "") -> list[int]:
        """Places (from 0) of the teams that ``teams<which>`` and its groups name, ascending."""
        return _gathered(self._team_places, constraint.sets, "team", which)

    def slots_of(self, constraint: Constraint, which: str = "") -> list[int]:
        """Places (from 0) of the slots that ``slots<which>`` and its groups name, ascending."""
        return _gathered(self._slot_places, constraint.sets, "slot", which)

    @cached_property
    def _team_places(self) -> tuple[Mapping[int, int], Mapping[int, list[int]]]:
        return self.team_index, _by_group(self.teams)

    @cached_property
    def _slot_places(self) -> tuple[Mapping[int, int], Mapping[int, list[int]]]:
        return self.slot_index, _by_group(self.slots)

    def accepted(self, games: Sequence[Game]) -> tuple[list[Game], list[Game]]:
        """(games that are asked for, games that are not), in order.

        A game takes a meeting at its venue, else a free one of its pair; when none is left, or the
        pair never meets, it is not asked for. Every id must be known.
        """
        left: dict[tuple[int, int], int] = {}
        free: dict[tuple[int, int], int] = {}
        for m in self.meetings:
            table, key = (free, _unordered(m.home, m.away)) if m.free else (left, (m.home, m.away))
            table[key] = table.get(key, 0) + 1
        taken: list[Game] = []
        refused: list[Game] = []
        for game in games:
            at_home, either = (game.home, game.away), _unordered(game.home, game.away)
            table, key = (left, at_home) if left.get(at_home) else (free, either)
            if table.get(key):
                table[key] -= 1
                taken.append(game)
            else:
                refused.append(game)
        return taken, refused


def _unordered(a: int, b: int) -> tuple[int, int]:
    return (a, b) if a < b else (b, a)


def _by_group(things: Sequence[Team | Slot]) -> dict[int, list[int]]:
    out: dict[int, list[int]] = {}
    for place, thing in enumerate(things):
        for group in thing.groups:
            out.setdefault(group, []).append(place)
    return out


def _gathered(
    places: tuple[Mapping[int, int], Mapping[int, list[int]]],
    sets: Mapping[str, tuple[int, ...]], kind: str, which: str,
) -> list[int]:
    index, groups = places
    found = {index[i] for i in sets.get(f"{kind}s{which}", ())}
    for group in sets.get(f"{kind}Groups{which}", ()):
        found.update(groups.get(group, ()))
    return sorted(found)
