"""The verdict on the games of a league: infeasibility and objective, wish by wish (RobinX)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from scheduler.errors import FileError
from scheduler.event import Report, Schedule, Violation
from scheduler.event.league import Game, LeagueInstance, LeagueSolution
from scheduler.facts import Ids
from scheduler.formats.league.wishes import Wishes, wishes_of
from scheduler.rules import UNBOUNDED
from scheduler.rules.robinx import Asked
from scheduler.verify.rows import broken_rows, prices_of
from scheduler.verify.truth import Truth

__all__ = ["Judgement", "Unmet", "games_of", "judge"]


@dataclass(frozen=True, slots=True)
class Unmet:
    """A wish that is not met: ``cost`` is ``deviation`` times ``penalty``, for an objective its share.

    ``type`` is a constraint type, a game mode (P, M, I, E, F) or an objective (BM, TR, CO, CR); ``id`` is
    the constraint's place in the file from 1, 0 for what no constraint states. ``subject`` are ids of
    teams, ``slots`` ids of slots; ``least`` and ``most`` are None where unbounded.
    """

    type: str
    id: int
    hard: bool
    penalty: int
    deviation: int
    cost: int
    subject: tuple[int, ...]
    slots: tuple[int, ...]
    found: int
    least: int | None
    most: int | None

    def as_json(self) -> dict[str, Any]:
        """The documented JSON shape."""
        return {
            "type": self.type, "id": self.id, "hard": self.hard, "penalty": self.penalty,
            "deviation": self.deviation, "cost": self.cost, "subject": list(self.subject),
            "slots": list(self.slots), "found": self.found, "least": self.least, "most": self.most,
        }


@dataclass(frozen=True)
class Judgement:
    """The verdict. ``infeasibility`` sums the hard costs, ``objective`` the others; both are exact.

    ``by_constraint`` lists every wish that is not met; ``notes`` say what was not judged, and why;
    ``declared`` is what the solution claims of itself.
    """

    report: Report
    infeasibility: int
    objective: int
    by_constraint: tuple[Unmet, ...]
    notes: tuple[str, ...] = ()
    declared: tuple[int, int] | None = None
    instance: LeagueInstance | None = field(default=None, repr=False, compare=False)

    @property
    def holds(self) -> bool:
        """True when every hard wish is met."""
        return self.infeasibility == 0

    def as_json(self) -> dict[str, Any]:
        """``{"infeasibility", "objective", "by_constraint", "notes"}``."""
        return {
            "infeasibility": self.infeasibility,
            "objective": self.objective,
            "by_constraint": [u.as_json() for u in self.by_constraint],
            "notes": list(self.notes),
        }


Played = LeagueSolution | Schedule | Sequence[Game]


def games_of(instance: LeagueInstance, played: Played) -> tuple[Game, ...]:
    """The games of a solution, a schedule (number k is the k-th team, round r the r-th slot) or a list.

    Raises FileError with the line for a team or slot that the instance does not have.
    """
    source = played.source if isinstance(played, LeagueSolution) else ""
    if isinstance(played, LeagueSolution):
        games: Sequence[Game] = played.games
    elif isinstance(played, Schedule):
        games = _from_schedule(instance, played)
    else:
        games = played
    for game in games:
        for id, known, what in (
            (game.home, instance.team_index, "team"), (game.away, instance.team_index, "team"),
            (game.slot, instance.slot_index, "slot"),
        ):
            if id not in known:
                at = f"{source or 'solution'}:{game.line}" if game.line else source or "solution"
                raise FileError(
                    f"there is no {what} {id} in the instance", where=at,
                    maybe="the solution belongs to another instance.",
                )
    return tuple(games)


def _from_schedule(instance: LeagueInstance, schedule: Schedule) -> list[Game]:
    teams, slots = instance.teams, instance.slots
    if schedule.entrants > len(teams) or schedule.rounds > len(slots):
        raise FileError(
            f"a schedule of {schedule.entrants} entrants in {schedule.rounds} rounds is not one of "
            f"{len(teams)} teams in {len(slots)} slots",
            where="schedule",
        )
    return [
        Game(teams[m.home - 1].id, teams[m.away - 1].id, slots[m.round - 1].id)
        for m in schedule.matches
    ]


def judge(instance: LeagueInstance, played: Played, wishes: Wishes | None = None) -> Judgement:
    """The verdict on a solution, a schedule or a list of games.

    ``wishes`` are the instance's counts where a caller has them already (:func:`wishes_of`). Games that
    are not asked for do not count, as in the official validator, and are noted. Raises FileError with
    the line for a team or slot that the instance does not have.
    """
    wishes = wishes or wishes_of(instance)
    games = games_of(instance, played)
    accepted, refused = instance.accepted(games)
    truth = Truth(wishes.view.space, _facts(wishes, accepted))
    unmet: list[Unmet] = []
    totals = [0, 0]
    for asked in wishes.asked:
        found = _unmet(wishes, asked, truth)
        totals[0 if asked.stated.use.hard else 1] += asked.base + sum(u.cost for u in found)
        unmet += found
    declared = played.declared if isinstance(played, LeagueSolution) else None
    return Judgement(
        _report(wishes, unmet, totals), totals[0], totals[1], tuple(unmet),
        (*wishes.notes, *_notes(refused)), declared, instance,
    )


def _facts(wishes: Wishes, games: Sequence[Game]) -> dict[str, Ids]:
    instance = wishes.view.instance
    teams, slots = instance.team_index, instance.slot_index
    h, a = (np.array([teams[t] for t in column], dtype=np.int64) for column in (
        [g.home for g in games], [g.away for g in games]))
    s = np.array([slots[g.slot] for g in games], dtype=np.int64)
    return {"plays": np.sort(wishes.view.space["plays"].ids(h, a, s))}


def _unmet(wishes: Wishes, asked: Asked, truth: Truth) -> list[Unmet]:
    use, count = asked.stated.use, asked.stated.count
    rows, found, least, most, off = broken_rows(truth, count)
    out = []
    teams, slots = wishes.view.instance.teams, wishes.view.instance.slots
    columns = (rows, found, least, most, off)
    for (row, value, low, high, deviation), cost in zip(
        zip(*(c.tolist() for c in columns), strict=True), prices_of(use, off), strict=True
    ):
        owner = asked.constraints[int(asked.owners[row])]
        subject, rounds = count.name(row)
        out.append(Unmet(
            owner.tag, owner.id, owner.hard, owner.penalty, deviation, cost,
            tuple(teams[t - 1].id for t in subject), tuple(slots[r - 1].id for r in rounds),
            value, None if low <= -UNBOUNDED else low, None if high >= UNBOUNDED else high,
        ))
    return out


def _report(wishes: Wishes, unmet: Sequence[Unmet], totals: Sequence[int]) -> Report:
    """The same verdict in the shape that all formats share."""
    place = wishes.view.instance.team_index
    when = wishes.view.instance.slot_index
    violations = tuple(
        Violation(
            u.type, f"RobinX {u.type}", tuple(place[t] + 1 for t in u.subject),
            tuple(when[s] + 1 for s in u.slots), u.found, u.least, u.most, 0 if u.hard else 1, u.cost,
            f"constraint {u.id}" if u.id else "",
        )
        for u in unmet
    )
    rules: dict[str, int] = {}
    for asked in wishes.asked:
        key = asked.stated.use.id
        rules[key] = rules.get(key, 0) + asked.stated.count.asked
    return Report(
        totals[0], ((1, totals[1]),), violations,
        tuple((tag, f"RobinX {tag}", rows) for tag, rows in rules.items()),
    )


def _notes(refused: Sequence[Game]) -> list[str]:
    if not refused:
        return []
    shown = [
        f"{g.home}-{g.away} in slot {g.slot}" + (f" (line {g.line})" if g.line else "")
        for g in refused[:5]
    ]
    more = f" and {len(refused) - 5} more" if len(refused) > 5 else ""
    return [
        f"{len(refused)} games that are not asked for (again, or against oneself) do not count: "
        f"{', '.join(shown)}{more}"
    ]
