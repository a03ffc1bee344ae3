"""The rows without a reach: what else people wait for, measured so that a change shows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from random import Random
from typing import Any

from benchmarks.measure import Case, Setting, Timing, timed
from benchmarks.program import broken_result, planned, requests, said

import scheduler
from scheduler.errors import SchedulerError
from scheduler.event import Result

__all__ = ["clashes", "double", "published", "requested", "second_cycle"]

CBA = "cba-round-robin"


def _wrong(claims: Mapping[str, bool]) -> tuple[str, ...]:
    return tuple(claim for claim, holds in claims.items() if not holds)


def published(setting: Setting) -> Iterator[Case]:
    """The association's printed 12-team table: checked, completed, repaired."""
    runs = setting.pick(5, 3, 1)
    report, timing = timed(lambda: scheduler.check("cba-12", model=CBA), setting.pick(21, 5, 1))
    who = {v.subject for v in report.violations if v.level == 0}
    yield Case("check cba-12", timing, said={"hard": report.hard},
               broken=_wrong({"numbers 9 and 10 break a rule, no others": who == {(9,), (10,)}}))
    for name, restricted, many in (("", True, 172_032), (" --unrestricted", False, 90_194_313_216)):
        found, timing = timed(partial(scheduler.complete, "cba-12", restricted=restricted), runs)
        wrong = _wrong({f"{many} completions": (found.completions, found.exact) == (many, True)})
        yield Case(f"complete cba-12{name}", timing, said={"completions": found.completions},
                   broken=wrong)
    for name in setting.pick(("cba-6", "cba-8", "cba-12"), ("cba-6", "cba-12"), ("cba-6",)):
        result, timing = timed(partial(_repaired, name), setting.pick(3, 1, 1))
        told = dict(result.extra) if isinstance(result, Result) else {}
        keys = ("changes", "bound", "optimal", "unique")
        facts = {key: told[key] for key in keys if key in told and key != "changes"}
        changes = told.get("changes")
        if changes is not None:
            facts["changes"] = len(changes) if isinstance(changes, Sequence) else changes
        yield Case(f"repair {name}", timing, said={**said(result), **facts},
                   broken=broken_result(result))


def _repaired(table: str) -> Result | SchedulerError:
    try:
        return scheduler.repair(table, model=CBA, seconds=60.0)
    except SchedulerError as error:
        return error


def _several(
    name: str, answers: list[tuple[Result | SchedulerError, Timing]], more: Mapping[str, Any]
) -> Case:
    """One line for several problems of a kind: each is one run, and what became of them."""
    states = [str(said(answer)["status"]) for answer, _ in answers]
    tally = {state: states.count(state) for state in sorted(set(states))}
    wall = tuple(t.wall[0] for _, t in answers)
    cpu = tuple(t.cpu[0] for _, t in answers)
    broken = [claim for answer, _ in answers for claim in broken_result(answer)]
    return Case(name, Timing(wall, cpu), said={**tally, **more}, broken=tuple(broken))


def second_cycle(setting: Setting) -> Iterator[Case]:
    """The second cycle in the association's form after random standings of the first."""
    many = setting.pick({6: 12, 8: 5, 12: 3, 16: 2}, {6: 3, 8: 1}, {4: 1})
    limit = setting.pick(30.0, 10.0, 5.0)
    for n, standings in many.items():
        first = planned(n, CBA, limit=60.0)
        assert isinstance(first, Result)
        answers = []
        for seed in range(standings):
            ranking = Random(f"standing {n} {seed}").sample(range(1, n + 1), n)
            options = {"mode": "cba", "first": first.schedule, "ranking": ranking}
            call = partial(planned, n, "cba-second-cycle", limit=limit, options=options)
            answers.append(timed(call, 1))
        prices = [list(a.report.price) for a, _ in answers if isinstance(a, Result)]
        bounds = [list(a.bound) for a, _ in answers if isinstance(a, Result)]
        yield _several(f"second cycle, n = {n}", answers,
                       {"prices": prices[:3], "bounds": bounds[:3], "limit": limit})


def requested(setting: Setting) -> Iterator[Case]:
    """Plans with requests: locked matches, sides asked for, rounds in which somebody is away."""
    sizes = setting.pick((8, 16, 32, 64), (8, 16), (6,))
    limit = setting.pick(20.0, 10.0, 10.0)
    for kind, model, shift in (("lock", CBA, 0), ("side", CBA, 0), ("unavailable", "round-robin", 1)):
        for even in sizes:
            n = even - shift
            answers = [
                timed(partial(planned, n, model, limit=limit, rules=requests(kind, n, 2, seed)), 1)
                for seed in range(setting.pick(3, 1, 1))
            ]
            engines = sorted({a.engine for a, _ in answers if isinstance(a, Result)})
            yield _several(f"2 x {kind}, n = {n}", answers, {"engines": engines, "limit": limit})


def double(setting: Setting) -> Iterator[Case]:
    """Double round robins by the way the legs are tied: the fewest breaks, and the association's rules."""
    models: dict[str, tuple[int, ...]] = {
        "round-robin": setting.pick((6, 7, 12, 20, 40), (6, 7), (4,)),
        CBA: setting.pick((6, 7, 12, 20), (6, 7), ()),
    }
    limit = setting.pick(20.0, 5.0, 5.0)
    for model, sizes in models.items():
        for mode in ("mirrored", "inverted", "english", "french", "phased"):
            for n in sizes:
                call = partial(planned, n, model, limit=limit, legs=2, options={"mode": mode})
                answer, timing = timed(call, 1)
                yield Case(f"double, {model}, {mode}, n = {n}", timing, said=said(answer),
                           broken=broken_result(answer))


def _impossible(n: int) -> dict[str, list[dict[str, Any]]]:
    """Requests that cannot be met, by what is wrong with them."""
    return {
        "two matches in one round": [
            {"id": "lock", "home": 1, "away": 2, "rounds": [3]},
            {"id": "lock", "home": 1, "away": 4, "rounds": [3]}],
        "three running at home": [
            {"id": "side", "entrants": [4], "side": "home", "rounds": [2, 3, 4]}],
        "against the order of the highest": [
            {"id": "lock", "home": 1, "away": n, "rounds": [2]}],
        "a day off in an even field": [{"id": "unavailable", "entrants": [2], "rounds": [3]}],
        "more at home than there are tables": [
            {"id": "side", "entrants": list(range(1, n // 2 + 2)), "side": "home", "rounds": [1]}],
    }


def clashes(setting: Setting) -> Iterator[Case]:
    """Requests that cannot be met: how long it takes to be told why."""
    limit = setting.pick(40.0, 20.0, 20.0)
    for n in setting.pick((8, 16, 24, 64), (8,), (6,)):
        for what, rules in _impossible(n).items():
            answer, timing = timed(partial(planned, n, CBA, limit=limit, rules=rules), 1)
            wrong = ("an impossible request is refused",) if isinstance(answer, Result) else ()
            yield Case(f"{what}, n = {n}", timing, said=said(answer), broken=wrong)
