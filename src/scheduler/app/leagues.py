"""Leagues in the terms of RobinX: instances and solutions opened, judged, planned, told in words, written."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scheduler.errors import FileError, UsageError
from scheduler.event.league import GAME_MODES, OBJECTIVES, LeagueInstance, LeagueSolution
from scheduler.files.robinx import is_robinx, load_robinx_instance, load_robinx_solution
from scheduler.files.source import MEGABYTE, Source, read_bytes

if TYPE_CHECKING:
    from scheduler.app.inputs import Table
    from scheduler.event import Event, Result, Schedule
    from scheduler.formats.league import Judgement
    from scheduler.formats.league.judge import Played
    from scheduler.solve.problem import Limits

__all__ = [
    "InstanceLike",
    "LeagueTable",
    "PlayedLike",
    "instance_json",
    "instance_words",
    "judge",
    "judgement_json",
    "judgement_words",
    "league_event",
    "league_table",
    "needs_instance",
    "open_instance",
    "open_played",
    "plan_json",
    "plan_league",
    "robinx_kind",
    "solution_of",
    "solution_words",
]

_LIMIT = 128 * MEGABYTE
_HEAD = 4_096
_ANSWER = re.compile(rb"^plays_\d+_\d+_\d+\b", re.MULTILINE)
_MOST_GAMES_TOLD = 2_000

InstanceLike = LeagueInstance | Source
"""An instance, the path of its XML file, or the bytes of one."""

PlayedLike = Any
"""A solution, games, a schedule or an answer with one; or a file: RobinX, a table, names of variables."""


def robinx_kind(source: Source) -> str:
    """``instance``, ``solution`` or "": what the beginning of a file or of bytes says it is. Never raises."""
    if isinstance(source, bytes):
        return is_robinx(source[:_HEAD])
    try:
        with open(source, "rb") as file:
            return is_robinx(file.read(_HEAD))
    except (OSError, ValueError):
        return ""


def open_instance(source: InstanceLike, *, name: str = "") -> LeagueInstance:
    """The instance in ``source``. Raises :class:`FileError` with the line, see ``load_robinx_instance``."""
    return source if isinstance(source, LeagueInstance) else load_robinx_instance(source, name=name)


def open_played(source: PlayedLike, instance: LeagueInstance, *, name: str = "") -> Played:
    """The games in ``source``: a RobinX solution, a table (JSON, CSV, XLSX: number k is the k-th team, round
    r the r-th slot), or the variables that another solver made 1 (``plays_0_3_7 1``, one a line).

    Raises :class:`FileError` naming line or cell, for another file or for games the instance does not have.
    """
    from scheduler.event import Result, Schedule

    if isinstance(source, Result):
        return source.schedule
    if isinstance(source, Schedule | LeagueSolution) or not isinstance(source, str | bytes | Path):
        return source
    # Read once: a pipe cannot be looked at first and read after.
    data, where = read_bytes(source, limit=_LIMIT, name=name)
    if _ANSWER.search(data[: 4 * MEGABYTE]):
        from scheduler.formats.league import solution_of_model

        games = solution_of_model(instance, data.decode("ascii", "replace").splitlines(), where)
        return LeagueSolution(Path(where).stem, instance.name, games, source=where)
    if data.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] == b"<":
        return load_robinx_solution(data, name=where)
    from scheduler.app.inputs import open_table

    return open_table(data, league_event(instance), name=where).schedule


def judge(solution: PlayedLike, instance: InstanceLike, *, name: str = "") -> Judgement:
    """The verdict on the games of a league: official infeasibility and objective, wish by wish.

    ``solution`` is a RobinX solution, a schedule or an answer, or the path or bytes of a file with one;
    ``instance`` an instance, or its path or bytes. ``name`` is what messages call bytes.

    Raises :class:`FileError` with the line for what cannot be read and for ids the instance does not have.
    """
    from scheduler.formats.league import judge as verdict

    opened = open_instance(instance)
    return verdict(opened, open_played(solution, opened, name=name))


def judgement_json(judgement: Judgement, *, table: str) -> dict[str, Any]:
    """The report's keys at the top, then infeasibility, objective and every unmet wish."""
    rules = [{"rule": r, "clause": c, "counts": n} for r, c, n in judgement.report.rules]
    return {
        **judgement.report.as_json(), "table": table, "model": "RobinX", "rules": rules,
        **judgement.as_json(),
    }


def judgement_words(judgement: Judgement, *, explain: bool = False) -> str:
    """What costs something, by type, then the pair of official figures; with ``explain`` every wish."""
    from scheduler.formats.league import explain_words

    lines: list[str] = []
    if explain:
        lines += explain_words(judgement)
    else:
        costs: dict[tuple[bool, str], list[int]] = {}
        for u in judgement.by_constraint:
            costs.setdefault((u.hard, u.type), []).append(u.cost)
        for (hard, tag), paid in sorted(costs.items(), key=lambda x: (not x[0][0], x[0][1])):
            kind = "infeasibility" if hard else "objective"
            lines.append(f"{tag}: {len(paid)} unmet, {kind} {sum(paid)}")
    lines.append(f"infeasibility {judgement.infeasibility}, objective {judgement.objective}")
    declared = judgement.declared
    if declared is not None and declared != (judgement.infeasibility, judgement.objective):
        lines.append(f"the file claims infeasibility {declared[0]}, objective {declared[1]}")
    return "\n".join(lines) + "\n"


# --- Planning -------------------------------------------------------------------------------------


def plan_league(
    instance: InstanceLike, limits: Limits | None = None, *, hint: PlayedLike = None
) -> Result:
    """A schedule that meets every hard wish, as cheap as was found; ``result.extra["judgement"]`` judges it.

    ``hint`` is where to start from, as :func:`open_played` takes it. Raises NoAnswer with the clash,
    TimeUp, UsageError for more than can be planned, FileError for files.
    """
    from scheduler.formats.league import plan
    from scheduler.formats.league.judge import games_of
    from scheduler.solve.problem import Limits

    opened = open_instance(instance)
    start = None if hint is None else games_of(opened, open_played(hint, opened))
    return plan(opened, limits or Limits(), hint=start)


def plan_json(result: Result, instance: LeagueInstance) -> dict[str, Any]:
    """An answer in the shape of ``plan --json``, with infeasibility and objective."""
    from scheduler.app.as_json import plan_json as shaped

    verdict: Judgement = result.extra["judgement"]
    return {
        **shaped(result, event=league_event(instance), model="RobinX"),
        "infeasibility": verdict.infeasibility, "objective": verdict.objective,
    }


def solution_of(instance: LeagueInstance, schedule: Schedule, verdict: Judgement) -> LeagueSolution:
    """A schedule of our own as a solution of the instance, with its verdict declared."""
    from scheduler.formats.league.judge import games_of

    return LeagueSolution(
        f"Sol_{instance.name}", instance.name, games_of(instance, schedule),
        (verdict.infeasibility, verdict.objective),
    )


# --- Tables and words -----------------------------------------------------------------------------


@dataclass(frozen=True)
class LeagueTable:
    """The games of a solution as a table, with its teams as an event."""

    table: Table
    event: Event


def league_event(instance: LeagueInstance) -> Event:
    """The teams as entrants: number k is the k-th team; two of one name get their id behind it."""
    from scheduler.event import Entrant, Event

    many = Counter(t.name for t in instance.teams)
    names = [
        t.name if t.name and many[t.name] == 1 else f"{t.name or 'team'} {t.id}".strip()
        for t in instance.teams
    ]
    return Event(
        instance.name, tuple(Entrant(k, name) for k, name in enumerate(names, start=1)),
        source=instance.source,
    )


def league_table(
    solution: PlayedLike, instance: InstanceLike, *, name: str = ""
) -> LeagueTable:
    """A solution as a table of matches, number k the k-th team, round r the r-th slot.

    Raises FileError for ids the instance does not have, UsageError for a team against itself.
    """
    from scheduler.app.inputs import Table
    from scheduler.formats.league.judge import games_of
    from scheduler.formats.league.plan import schedule_of_games

    opened = open_instance(instance)
    games = games_of(opened, open_played(solution, opened, name=name))
    lonely = next((g for g in games if g.home == g.away), None)
    if lonely is not None:
        raise UsageError(
            f"team {lonely.home} plays itself in slot {lonely.slot}: this is no table to show",
            maybe="check it, which tells what is wrong with it.",
        )
    event = league_event(opened)
    title = name or (Path(solution).stem if isinstance(solution, str | Path) else opened.name)
    return LeagueTable(Table(schedule_of_games(opened, games), title), event)


def instance_json(instance: LeagueInstance) -> dict[str, Any]:
    """What an instance asks for, in figures."""
    kinds = sorted({c.tag for c in instance.constraints})
    return {
        "instance": instance.name,
        "teams": len(instance.teams), "slots": len(instance.slots), "games": len(instance.meetings),
        "objective": instance.objective,
        "leagues": [
            {
                "id": x.id, "name": x.name, "teams": len(instance.members(x.id)), "rounds": x.rounds,
                "compact": x.compact == "C", "mode": GAME_MODES.get(x.mode, ""),
            }
            for x in instance.leagues
        ],
        "constraints": [
            {
                "type": tag,
                "hard": sum(c.tag == tag and c.hard for c in instance.constraints),
                "soft": sum(c.tag == tag and not c.hard for c in instance.constraints),
            }
            for tag in kinds
        ],
    }


def instance_words(instance: LeagueInstance, *, explain: bool = False) -> str:
    """An instance in a few lines; with ``explain`` every constraint in words."""
    told = instance_json(instance)
    lines = [
        f"{instance.name}: {told['teams']} teams, {told['slots']} slots, {told['games']} games",
        f"Objective: {OBJECTIVES[instance.objective]}",
    ]
    for x in told["leagues"]:
        how = ", ".join(part for part in ("compact" if x["compact"] else "time-relaxed", x["mode"]) if part)
        lines.append(f"League {x['name'] or x['id']}: {x['teams']} teams, {x['rounds']} round robins, {how}")
    lines += [f"{c['type']}: {c['hard']} hard, {c['soft']} soft" for c in told["constraints"]]
    if explain:
        from scheduler.formats.league import wish_in_words
        from scheduler.formats.league.words import name_of

        lines += [f"{name_of(c)}: {wish_in_words(instance, c)}" for c in instance.constraints]
    return "\n".join(lines) + "\n"


def solution_words(solution: LeagueSolution) -> str:
    """The games of a solution slot by slot, by the ids of the file."""
    slots: dict[int, list[str]] = {}
    for game in solution.games[:_MOST_GAMES_TOLD]:
        slots.setdefault(game.slot, []).append(f"{game.home}-{game.away}")
    title = f"{solution.name or 'solution'} of {solution.instance or 'an instance'}"
    lines = [f"{title}: {_games(solution.games)}"]
    lines += [f"{slot}: {'  '.join(games)}" for slot, games in sorted(slots.items())]
    left = len(solution.games) - _MOST_GAMES_TOLD
    lines += [f"and {left} more"] if left > 0 else []
    return "\n".join(lines) + "\n"


def _games(games: Sequence[object]) -> str:
    return f"{len(games)} game{'' if len(games) == 1 else 's'}"


def needs_instance(kind: str, where: str) -> FileError:
    """The error for XML where a command cannot do without the instance, or takes no XML at all."""
    what = "an instance" if kind == "instance" else "a solution"
    return FileError(
        f"this is {what} of RobinX, and a table is wanted", where=where,
        maybe="plan it: scheduler plan INSTANCE.xml." if kind == "instance"
        else "say which instance it solves: --instance INSTANCE.xml.",
    )
