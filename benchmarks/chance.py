"""Whether draws are drawn uniformly: so many of each best draw as chance would have it, by chi-square."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial
from itertools import permutations
from typing import Any

from benchmarks.draws import job_of
from benchmarks.fields import Field, meetings, of_size
from benchmarks.measure import Case, Setting, Timing, timed

from scheduler.formats.knockout.apart import intervals_of, separated, wish_of
from scheduler.formats.knockout.job import job_of as knockout_job
from scheduler.formats.knockout.job import random_of
from scheduler.formats.public import PublicSeed
from scheduler.solve.draws.counting import DrawCounter

__all__ = ["beyond", "uniform"]

CASES = 20
NORMAL = 3.8906
"""The point of the normal distribution that one in 20,000 is beyond: of 20 fields, one run in a thousand
has one beyond by bad luck."""


def beyond(chi: float, freedom: int) -> bool:
    """Whether less than one in 20,000 is beyond ``chi``, by Wilson and Hilferty's approximation: its point
    is two hundredths too large at three degrees of freedom, and ever nearer with more."""
    step = 2 / (9 * freedom)
    return bool(chi > freedom * (1 - step + NORMAL * step**0.5) ** 3)


def uniform(setting: Setting) -> Iterator[Case]:
    """Fields of up to 8 lines: the best draws found by trying all, and how often each is drawn."""
    many = setting.pick(100_000, 5_000, 600)
    wall, cpu, degrees = [], [], []
    broken: list[str] = []
    worst = 0.0
    for k in range(setting.pick(CASES, 4, 2)):
        field = replace(of_size(5 + k % 4, 0, 3, k), seeds=2 if k % 3 else 1)
        fixed, counter = _counted(field)
        best = _best(field, fixed)
        sampled, timing = timed(partial(_sample, counter, PublicSeed(f"chance {k}"), many), 1)
        wall.append(timing.wall[0])
        cpu.append(timing.cpu[0])
        chi = sum((sampled[x] - many / len(best)) ** 2 for x in best) * len(best) / many
        freedom = len(best) - 1
        degrees.append(freedom)
        worst = max(worst, chi / max(1, freedom))
        if set(sampled) - best or counter.count() != len(best):
            broken.append(f"field {k}: the best draws are others than trying all finds")
        if freedom and beyond(chi, freedom):
            broken.append(f"field {k}: chi-square {chi:.1f} of {freedom} degrees of freedom")
    yield Case(f"{len(wall)} fields of up to 8 lines, {many:,} draws each", Timing(tuple(wall), tuple(cpu)),
               said={"best draws": f"{min(degrees) + 1} to {max(degrees) + 1}",
                     "largest chi-square a degree": round(worst, 2)},
               broken=tuple(broken))


def _counted(field: Field) -> tuple[Mapping[int, int], DrawCounter]:
    """(lines of seeds and byes, the counter of the best draws with them)."""
    asked = job_of(field, "region")
    job = knockout_job(asked.event, asked.stage, asked.rulebook, random_of("chance"))
    wish = wish_of(job.frame, job.rulebook, job.stated)
    assert wish is not None
    found = separated(job.frame, wish, job.fixed.lines, random_of("chance"), 5.0)
    intervals = intervals_of(job.frame, wish, job.fixed.lines, found)
    assert intervals is not None
    codes = wish.codes[0] if wish.codes else (-1,) * field.entrants
    return job.fixed.lines, DrawCounter(job.frame.size, job.fixed.lines, codes, intervals)


def _best(field: Field, fixed: Mapping[int, int]) -> set[tuple[int, ...]]:
    """All draws with these lines that keep the regions as far apart as can be, the final left out."""
    free = [line for line in range(1, field.size + 1) if line not in fixed]
    others = sorted(set(range(1, field.entrants + 1)) - set(fixed.values()))
    prices: dict[tuple[int, ...], set[tuple[int, ...]]] = {}
    for order in permutations(others):
        at = {**fixed, **dict(zip(free, order, strict=True))}
        lines = tuple(at[line] for line in range(1, field.size + 1))
        prices.setdefault(tuple(meetings(lines, field.regions)[:-1]), set()).add(lines)
    return prices[min(prices)]


def _sample(counter: DrawCounter, lots: Any, many: int) -> Counter[tuple[int, ...]]:
    return Counter(tuple(counter.sample(lots)) for _ in range(many))
