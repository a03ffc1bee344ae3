"""The second cycle of a double round robin in the association's form (CBA-14, CBA-18.1).

The first cycle's standing gives the numbers of the second; whoever was away is home now; the last
round is 1-2, 3-4 ... . That fixes who is home in every match, so only the rounds and tables are open.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from scheduler.arrange import Candidate, arrange
from scheduler.errors import UsageError
from scheduler.event import Entrant, Event, Result, Schedule, Stage
from scheduler.facts import timetable
from scheduler.formats.round_robin.frame import frame_of, rulebook_for
from scheduler.rules import Rulebook
from scheduler.solve.constructions import cba
from scheduler.solve.problem import Limits, Problem

__all__ = ["plan_second", "ranked", "renumber"]


def ranked(event: Event, ranking: Sequence[object]) -> list[int]:
    """The numbers in order of standing, from numbers or names; UsageError unless all, once each."""
    names = {e.name: e.number for e in event.entrants}
    numbers = [names.get(str(x), x) for x in ranking]
    if sorted(map(str, numbers)) != sorted(str(e.number) for e in event.entrants):
        raise UsageError(
            f"the ranking must name each of the {event.size} entrants once",
            maybe="check for a name spelt differently from the entry list.",
        )
    return [int(str(x)) for x in numbers]


def renumber(event: Event, order: Sequence[int]) -> Event:
    """The event with numbers by standing: ``order[0]`` becomes number 1."""
    by_number = {e.number: e for e in event.entrants}
    entrants: tuple[Entrant, ...] = tuple(
        replace(by_number[old], number=new) for new, old in enumerate(order, start=1)
    )
    return replace(event, entrants=entrants)


def plan_second(event: Event, stage: Stage, rulebook: Rulebook, limits: Limits) -> Result:
    """The second cycle, numbered by standing. ``stage.options``: ``first``, the first cycle's schedule in
    the old numbers, and ``ranking``, numbers or names in order of standing after it."""
    first, ranking = stage.options.get("first"), stage.options.get("ranking")
    if not isinstance(first, Schedule) or not isinstance(ranking, Sequence):
        raise UsageError(
            "the second cycle needs the first cycle's schedule and the standing after it",
            maybe='give first = "table.json" and ranking = [3, 1, 2 ...] in the stage.',
        )
    order = ranked(event, ranking)
    new = np.argsort(np.array(order)) + 1
    event = renumber(event, order)
    single = replace(stage, legs=1)
    frame = replace(frame_of(event, single), earlier=first.renumbered(new.tolist()))
    space = timetable(frame)
    stated = rulebook_for(rulebook, event, single).stated(space, frame)
    problem = Problem(space, frame, stated, {})
    made = Candidate(
        "construction cba, sides reversed",
        lambda: _reversed(frame.earlier, cba(frame.entrants)),
    )
    result = arrange(
        problem,
        [made],
        limits,
        everything=lambda: _open_reversed(problem),
    )
    return replace(result, notes=(*result.notes, *_yielded(result)), extra={"event": event})


def _reversed(earlier: Schedule | None, table: Schedule) -> Schedule:
    """The table with every match's sides against those of the earlier cycle."""
    assert earlier is not None
    was = set(zip(earlier.home.tolist(), earlier.away.tolist(), strict=True))
    swap = np.array([(h, a) in was for h, a in zip(table.home.tolist(), table.away.tolist(), strict=True)])
    return table.replace(
        home=np.where(swap, table.away, table.home), away=np.where(swap, table.home, table.away)
    )


def _open_reversed(problem: Problem) -> Problem:
    """Every pair in any round at any table, with its sides as the reversal has them."""
    space, earlier = problem.space, problem.timetable.earlier
    assert earlier is not None
    h, a = (c.astype(np.int64) - 1 for c in (earlier.home, earlier.away))
    rounds = np.arange(problem.timetable.rounds)
    plays = space["plays"].ids(a[:, None], h[:, None], rounds)
    at = space["at"].all_ids()
    i, j, _, _ = space["at"].coords(at)
    return problem.replace(open={"plays": np.unique(plays), "at": at[i < j]})


def _yielded(result: Result) -> list[str]:
    """In words, which priced rules yielded to the reversal and the last round."""
    cost: dict[tuple[int, str, str], int] = {}
    for violation in result.report.violations:
        key = (violation.level, violation.rule, violation.reason)
        cost[key] = cost.get(key, 0) + violation.cost
    return [
        f"yielded at level {level}: {rule}, by {amount} ({reason})"
        for (level, rule, reason), amount in sorted(cost.items())
    ]

