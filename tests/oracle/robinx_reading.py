"""A naive reading of RobinX files: loops over games, straight from the text of the definitions.

It shares no code with the package, not even the parser: the instance and the solution are read here with
the standard library. Sources: Van Bulck et al. (2020), EJOR 280, 568-580, for the constraints; the rules
of the ITC2021 competition for deviations. Where two games of a team share a slot (only broken schedules
have that), they are in order of the lower, then the higher team, then the lower one's home game.
"""

from __future__ import annotations

import itertools
import xml.etree.ElementTree as ET
from collections import Counter
from dataclasses import dataclass

__all__ = ["Naive", "read_games"]

Game = tuple[int, int, int]
"""home, away, slot."""


def _ids(text: str | None) -> list[int]:
    return [int(x) for x in (text or "").split(";") if x.strip()]


def _pairs(text: str | None) -> list[tuple[int, int]]:
    cut = [x.split(",") for x in (text or "").split(";") if x.strip()]
    return [(int(a), int(b)) for a, b in cut]


def read_games(text: str | bytes) -> list[Game]:
    """The games of a solution, in order."""
    return [
        tuple(int(float(m.get(k, ""))) for k in ("home", "away", "slot"))  # type: ignore[misc]
        for m in ET.fromstring(text).findall("Games/ScheduledMatch")
    ]


@dataclass
class Verdict:
    """Infeasibility, objective, and what each constraint costs: ``(tag, place in its family list)``."""

    infeasibility: int
    objective: int
    costs: dict[tuple[str, int], int]


class Naive:
    """An instance, read and judged by loops."""

    def __init__(self, text: str | bytes) -> None:
        root = ET.fromstring(text)
        self.root = root
        self.teams = sorted(int(t.get("id", "")) for t in root.findall("Resources/Teams/team"))
        self.slots = sorted(int(s.get("id", "")) for s in root.findall("Resources/Slots/slot"))
        self.team_groups: dict[int, list[int]] = {}
        self.league: dict[int, list[int]] = {}
        for t in root.findall("Resources/Teams/team"):
            self.league.setdefault(int(t.get("league", "")), []).append(int(t.get("id", "")))
            for g in _ids(t.get("teamGroups")):
                self.team_groups.setdefault(g, []).append(int(t.get("id", "")))
        self.slot_groups: dict[int, list[int]] = {}
        for s in root.findall("Resources/Slots/slot"):
            for g in _ids(s.get("slotGroup")):
                self.slot_groups.setdefault(g, []).append(int(s.get("id", "")))
        self.objective = root.findtext("ObjectiveFunction/Objective")
        self.distance = {(int(d.get("team1", "")), int(d.get("team2", ""))): int(d.get("dist", ""))
                         for d in root.findall("Data/Distances/distance")}
        self.weight = {(int(d.get("team1", "")), int(d.get("team2", ""))): int(d.get("weight", ""))
                       for d in root.findall("Data/COEWeights/COEWeight")}
        self.price = {(int(d.get("team1", "")), int(d.get("team2", "")), int(d.get("slot", ""))):
                      int(d.get("cost", "")) for d in root.findall("Data/Costs/cost")}
        self.played: list[Game] = []

    # What is asked for, and which games count.

    def _formats(self) -> dict[int, tuple[int, str]]:
        out = {}
        for f in self.root.findall("Structure/Format"):
            mode = f.findtext("gameMode") or ""
            for i in _ids(f.get("leagueIds")):
                out[i] = (int(f.findtext("numberRoundRobin", "")), "" if mode == "NULL" else mode)
        return out

    def _count(self, games: list[Game]) -> int:
        """Keep the games that are asked for; return how many are missing."""
        fixed: Counter[tuple[int, int]] = Counter()
        free: Counter[frozenset[int]] = Counter()
        for g in self.root.findall("Structure/AdditionalGames/game"):
            one, other = int(g.get("team1", "")), int(g.get("team2", ""))
            if g.get("noHome") in ("1", "true"):
                free[frozenset((one, other))] += 1
            else:
                fixed[one, other] += 1
        for league, (k, _) in self._formats().items():
            members = self.league.get(league, [])
            for one in members:
                for other in members:
                    if one != other:
                        fixed[one, other] += k // 2
                    if one < other:
                        free[frozenset((one, other))] += k % 2
        self.played = []
        for game in games:
            if fixed[game[:2]]:
                fixed[game[:2]] -= 1
            elif free[frozenset(game[:2])]:
                free[frozenset(game[:2])] -= 1
            else:
                continue
            self.played.append(game)
        return sum(fixed.values()) + sum(free.values())

    def _of(self, team: int) -> list[Game]:
        mine = [g for g in self.played if team in g[:2]]
        return sorted(mine, key=lambda g: (g[2], min(g[:2]), max(g[:2]), g[0] > g[1]))

    def _between(self, one: list[int], other: list[int], slots: list[int], mode: str) -> int:
        return sum(
            s in slots and (
                (mode != "A" and h in one and a in other) or (mode != "H" and a in one and h in other)
            )
            for h, a, s in self.played
        )

    def _breaks(self, team: int, slots: list[int], mode: str) -> int:
        mine = self._of(team)
        sides = ["H" if g[0] == team else "A" for g in mine]
        return sum(
            sides[k] == sides[k - 1] and sides[k] in mode and mine[k][2] in slots
            for k in range(1, len(mine))
        )

    def _teams(self, c: ET.Element, which: str = "") -> list[int]:
        found = set(_ids(c.get(f"teams{which}")))
        for g in _ids(c.get(f"teamGroups{which}")):
            found |= set(self.team_groups.get(g, []))
        return sorted(found)

    def _slots(self, c: ET.Element, which: str = "") -> list[int]:
        found = set(_ids(c.get(f"slots{which}")))
        for g in _ids(c.get(f"slotGroups{which}")):
            found |= set(self.slot_groups.get(g, []))
        return sorted(found)

    # The verdict.

    def judge(self, games: list[Game]) -> Verdict:
        """Infeasibility, objective and the cost of each constraint."""
        missing = self._count(games)
        totals = {"HARD": 0, "SOFT": 0}
        costs: dict[tuple[str, int], int] = {}
        declared = self.root.findall("Constraints/BasicConstraints/BA1")
        if not declared:
            totals["HARD"] += missing
        for c in declared:
            totals[c.get("type", "")] += missing * int(c.get("penalty", ""))
        for t in self.teams:
            often = Counter(g[2] for g in self._of(t))
            totals["HARD"] += sum(2 * (k - 1) for k in often.values())
        totals["HARD"] += self._modes()
        for family in self.root.findall("Constraints/*"):
            for k, c in enumerate(family):
                if c.tag[:2] == "BA":
                    continue
                off = getattr(self, f"_{c.tag.lower()}")(c)
                costs[c.tag, k] = off * int(c.get("penalty", ""))
                totals[c.get("type", "")] += costs[c.tag, k]
        return Verdict(totals["HARD"], totals["SOFT"] + self._own_objective(), costs)

    def _modes(self) -> int:
        off = 0
        for league, (k, mode) in self._formats().items():
            members = self.league.get(league, [])
            length = len(members) - 1 + len(members) % 2
            for r in range(k - 1 if mode else 0):
                leg = range(r * length, (r + 1) * length)
                for one in members:
                    for other in members:
                        if one == other:
                            continue
                        if mode == "P":
                            off += self._between([one], [other], list(leg), "HA") != 1
                            continue
                        for k0, s in enumerate(leg):
                            shifted = {"M": k0, "I": length - 1 - k0, "E": (k0 + 1) % length,
                                       "F": (k0 - 1) % length}[mode]
                            off += (self.played.count((one, other, s))
                                    != self.played.count((other, one, (r + 1) * length + shifted)))
        return off

    def _own_objective(self) -> int:
        if self.objective == "BM":
            return sum(self._breaks(t, self.slots, "HA") for t in self.teams)
        if self.objective == "TR":
            return sum(self._travelled(t, self.slots) for t in self.teams)
        if self.objective == "CR":
            return sum(self.price.get(g, 0) for g in self.played)
        if self.objective == "CO":
            often: Counter[tuple[int, int]] = Counter()
            for t in self.teams:
                met = [g[0] + g[1] - t for g in self._of(t)]
                often.update(zip(met, met[1:] + met[:1], strict=True))
            return sum(self.weight.get(p, 1) * k * k for p, k in often.items())
        return 0

    def _travelled(self, team: int, slots: list[int]) -> int:
        at, total = team, 0
        mine = self._of(team)
        for h, _, s in mine:
            total += self.distance.get((at, h), 0) * (s in slots)
            at = h
        return total + (self.distance.get((at, team), 0) if mine and mine[-1][2] in slots else 0)

    # One method a constraint type: the sum of its deviations.

    @staticmethod
    def _off(c: ET.Element, count: int) -> int:
        return max(0, count - int(c.get("max", 10**9))) + max(0, int(c.get("min", 0)) - count)

    def _ca1(self, c: ET.Element) -> int:
        return sum(
            self._off(c, self._between([t], self.teams, self._slots(c), c.get("mode", "")))
            for t in self._teams(c)
        )

    def _ca2(self, c: ET.Element) -> int:
        off = 0
        for t in self._teams(c, "1"):
            others = self._teams(c, "2")
            groups = [[u] for u in others if u != t] if c.get("mode2") == "EVERY" else [others]
            for group in groups:
                off += self._off(c, self._between([t], group, self._slots(c), c.get("mode1", "")))
        return off

    def _ca3(self, c: ET.Element) -> int:
        off, length, others = 0, int(c.get("intp", "")), self._teams(c, "2")
        for t in self._teams(c, "1"):
            if c.get("mode2") == "SLOTS":
                windows = [
                    [g for g in self._of(t) if g[2] in self.slots[k : k + length]]
                    for k in range(len(self.slots) - length + 1)
                ]
            else:
                mine = self._of(t)
                windows = [mine[k : k + length] for k in range(len(mine) - length + 1)]
            for window in windows:
                off += self._off(c, sum(
                    (h if h != t else a) in others and ("H" if h == t else "A") in c.get("mode1", "")
                    for h, a, _ in window
                ))
        return off

    def _ca4(self, c: ET.Element) -> int:
        slots = self._slots(c)
        groups = [[s] for s in slots] if c.get("mode2") == "EVERY" else [slots]
        one, other = self._teams(c, "1"), self._teams(c, "2")
        return sum(self._off(c, self._between(one, other, g, c.get("mode1", ""))) for g in groups)

    def _ca5(self, c: ET.Element) -> int:
        off, others = 0, self._teams(c, "2")
        for t in self._teams(c, "1"):
            trip: list[int] = []
            for h, _, _ in [g for g in self._of(t) if g[2] in self._slots(c)] + [(t, t, -1)]:
                if h != t:
                    trip.append(h)
                    continue
                if len(trip) > 1:
                    off += self._off(c, sum(u in others for u in trip))
                trip = []
        return off

    def _ga1(self, c: ET.Element) -> int:
        listed = set(_pairs(c.get("meetings")))
        return self._off(c, sum(g[:2] in listed and g[2] in self._slots(c) for g in self.played))

    def _ga2(self, c: ET.Element) -> int:
        teams = [self._teams(c, k) for k in "1234"]
        if not self._between(teams[0], teams[1], self._slots(c, "1"), c.get("mode1", "")):
            return 0
        there = self._between(teams[2], teams[3], self._slots(c, "2"), c.get("mode3", "")) > 0
        return int(there != (c.get("mode2") == "EQ"))

    def _limit(self, c: ET.Element, compare: str | None, count: int) -> int:
        if c.get("intp") is None:
            return self._off(c, count)
        most = int(c.get("intp", ""))
        return abs(count - most) if compare == "EQ" else max(0, count - most)

    def _br1(self, c: ET.Element) -> int:
        mode = c.get("mode2") if c.get("intp") is not None else c.get("homeMode")
        return sum(
            self._limit(c, c.get("mode1"), self._breaks(t, self._slots(c), mode or "HA"))
            for t in self._teams(c)
        )

    def _br2(self, c: ET.Element) -> int:
        mode = c.get("homeMode") or "HA"
        total = sum(self._breaks(t, self._slots(c), mode) for t in self._teams(c))
        return self._limit(c, c.get("mode2"), total)

    def _br3(self, c: ET.Element) -> int:
        found = [self._breaks(t, self.slots, c.get("mode2", "")) for t in self._teams(c)]
        most = int(c.get("intp", ""))
        return sum(
            max(0, abs(x - y) - most) for k, x in enumerate(found) for y in found[k + 1 :]
        )

    def _br4(self, c: ET.Element) -> int:
        return 0

    def _so_far(self, team: int, slot: int, mode: str) -> int:
        return sum(
            s <= slot and ((h == team and "H" in mode) or (a == team and "A" in mode))
            for h, a, s in self.played
        )

    def _fa1(self, c: ET.Element) -> int:
        off = 0
        for t in self._teams(c):
            leads = [abs(self._so_far(t, s, "H") - self._so_far(t, s, "A")) for s in self._slots(c)]
            off += max(0, max(leads, default=0) - int(c.get("intp", "")))
        return off

    def _fa2(self, c: ET.Element) -> int:
        off, mode, teams = 0, c.get("mode", ""), self._teams(c)
        held = {t: [self._so_far(t, s, mode) for s in self._slots(c)] for t in teams}
        for k, i in enumerate(teams):
            for j in teams[k + 1 :]:
                leads = [abs(x - y) for x, y in zip(held[i], held[j], strict=True)]
                off += max(0, max(leads, default=0) - int(c.get("intp", "")))
        return off

    def _mutual(self, c: ET.Element) -> list[list[Game]]:
        teams = self._teams(c)
        return [
            sorted((g for g in self.played if set(g[:2]) == {i, j}), key=lambda g: (g[2], g[0]))
            for k, i in enumerate(teams) for j in teams[k + 1 :]
        ]

    def _fa3(self, c: ET.Element) -> int:
        return sum(
            x[0] == y[0] for games in self._mutual(c) for x, y in itertools.pairwise(games)
        )

    def _fa4(self, c: ET.Element) -> int:
        return 0

    def _fa5(self, c: ET.Element) -> int:
        total = sum(self._travelled(t, self._slots(c)) for t in self._teams(c))
        return max(0, total - int(c.get("intp", "")))

    def _fa6(self, c: ET.Element) -> int:
        slots = self._slots(c)
        total = sum(self.price.get(g, 0) for g in self.played if g[2] in slots)
        return max(0, total - int(c.get("intp", "")))

    def _se1(self, c: ET.Element) -> int:
        off = 0
        for games in self._mutual(c):
            for x, y in itertools.pairwise(games):
                gap = y[2] - x[2] - 1
                off += self._off(c, gap)
        return off

    def _se2(self, c: ET.Element) -> int:
        off, teams = 0, self._teams(c)
        for one, other in _pairs(c.get("slotPairs")):
            for k, i in enumerate(teams):
                for j in teams[k + 1 :]:
                    off += (self._between([i], [j], [one], "HA")
                            != self._between([i], [j], [other], "HA"))
        return off
