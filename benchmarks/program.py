"""The program as the rows call it: events made up, rulebooks by name, answers as plain values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from random import Random
from typing import Any

import scheduler
from scheduler.errors import NoAnswer, SchedulerError
from scheduler.event import Entrant, Event, Result, Stage
from scheduler.files.json_schedules import schedule_json

__all__ = ["broken_result", "planned", "requests", "said", "schedule_of"]

# What the program imports on first use is not to be measured.
for _room in ("app.planning", "app.tables", "formats.round_robin", "repair", "solve.cpsat",
              "solve.explain"):
    import_module(f"scheduler.{_room}")


def planned(
    n: int,
    model: str,
    *,
    limit: float,
    legs: int = 1,
    rules: Sequence[Mapping[str, Any]] = (),
    options: Mapping[str, Any] | None = None,
) -> Result | SchedulerError:
    """The answer for ``n`` entrants, or the error that says why there is none: both are timed."""
    entrants = tuple(Entrant(k, f"Entrant {k}") for k in range(1, n + 1))
    stage = Stage(model=model, legs=legs, options=options or {}, rules=tuple(rules))
    try:
        return scheduler.plan(Event("benchmark", entrants, (stage,)), seconds=limit)
    except SchedulerError as error:
        return error


def said(answer: Result | SchedulerError) -> dict[str, Any]:
    """What an answer says of itself, in few words."""
    if isinstance(answer, Result):
        return {
            "status": answer.status,
            "engine": answer.engine,
            "soft": list(answer.report.price),
            "bound": list(answer.bound),
        }
    told: dict[str, Any] = {"status": answer.message_id}
    if isinstance(answer, NoAnswer):
        told |= {"clash": len(answer.clash), "minimal": answer.minimal, "advice": bool(answer.maybe)}
    return told


def broken_result(answer: Result | SchedulerError) -> tuple[str, ...]:
    """A schedule must obey what is hard; an optimum must meet its bound."""
    if not isinstance(answer, Result):
        return ()
    broken = ["hard rules hold"] if answer.report.hard else []
    if answer.status == "optimal" and answer.report.price > answer.bound:
        broken.append("an optimum costs no more than its bound")
    return tuple(broken)


def requests(kind: str, n: int, many: int, seed: int) -> list[dict[str, Any]]:
    """``many`` requests for a field of ``n``, drawn from ``seed`` so as to be met, one by one.

    ``lock`` fixes the round of a match of two others than the highest number, never twice the same
    entrant or round; ``side`` fixes an entrant's side in two rounds running; ``unavailable`` keeps
    an entrant of an odd field out of a round, no two of the same.
    """
    draw = Random(f"{kind} {n} {seed}")
    numbers = draw.sample(range(1, n), n - 1)
    rounds = draw.sample(range(1, n), n - 1)
    out: list[dict[str, Any]] = []
    for k in range(many):
        if kind == "lock":
            pair = numbers[2 * k], numbers[2 * k + 1]
            free = next(r for r in rounds if r not in pair)
            rounds.remove(free)
            out.append({"id": "lock", "home": pair[0], "away": pair[1], "rounds": [free]})
        elif kind == "side":
            when = draw.randint(1, n - 2)
            side = draw.choice(("home", "away"))
            out.append({"id": "side", "entrants": [numbers[k]], "side": side,
                        "rounds": [when, when + 1]})
        else:
            out.append({"id": "unavailable", "entrants": [numbers[k]], "rounds": [rounds[k]]})
    return out


def schedule_of(answer: Result) -> dict[str, Any]:
    """The schedule in the shape of ``--json``."""
    return schedule_json(answer.schedule)
