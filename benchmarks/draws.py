"""Draws: one attribute with its certificate, two that cross, groups of World Cups, and none at all."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks.fields import Field, broken_draw, meetings, of_size, write_field
from benchmarks.leagues import timing_of
from benchmarks.measure import Case, Setting, Timing, run_process, scheduler_command, timed

from scheduler.app.draws import DrawAsked, DrawJob, make_draw, prepare_draw
from scheduler.event import Entrant, Event, Stage
from scheduler.formats.knockout import DrawResult, check_certificate
from scheduler.solve.problem import Limits

__all__ = ["cups", "event_of", "job_of", "lines_of", "one_attribute", "plain", "two_attributes"]

MODEL = "itf-draw"
PROMISED = ((250, 32, 30, 0.02, 0.8), (1_000, 64, 40, 0.1, 1.0), (3_000, 256, 60, 0.5, 2.0))
"""Entrants, seeds, regions; seconds in process, seconds of the whole command."""
CUPS = {
    2018: (2_039_489_180_467_200, 1.0),
    2022: (620_806_975_488_000, 1.0),
    2026: (38_118_447_690_064_745_988_096_000, 5.0),
}


def _apart(*attributes: str) -> tuple[dict[str, Any], ...]:
    """Early meetings of one attribute priced, the earliest round first; several are added up."""
    return tuple(
        {"id": "apart", "attribute": name, "order": "earliest-first", "price": 1, "level": 1}
        for name in attributes
    )


def event_of(field: Field, *attributes: str) -> Event:
    """The field as an event whose knockout keeps these attributes apart."""
    clubs = field.clubs or ("",) * field.entrants
    entrants = tuple(
        Entrant(i, f"Entrant {i}", i if i <= field.seeds else 0, region, club)
        for i, (region, club) in enumerate(zip(field.regions, clubs, strict=True), start=1)
    )
    return Event("benchmark", entrants, (Stage("knockout", MODEL, rules=_apart(*attributes)),))


def job_of(field: Field, *attributes: str) -> DrawJob:
    """The draw to make of a field: everybody on a line, these attributes as far apart as can be."""
    return prepare_draw(event_of(field, *attributes), DrawAsked(seeds=field.seeds))


def lines_of(made: Any) -> list[int]:
    """The lines of ``draw --json``: entrants from 1, 0 for a bye."""
    return [int(line.get("entrant", 0)) for line in made]


def _wrong(made: DrawResult, field: Field) -> tuple[str, ...]:
    """What is false of an answer, counted anew from its lines."""
    return _wrong_json(made.as_json(), field)


def _wrong_json(told: dict[str, Any], field: Field) -> tuple[str, ...]:
    lines = lines_of(told["draw"]["lines"])
    broken = list(broken_draw(lines, field))
    for name, counted in told["conflicts"].items():
        found = meetings(lines, field.regions if name == "region" else field.clubs)
        if list(counted) != found[: len(counted)]:
            broken.append(f"{name}: {counted} pairs meet by round, not {found}")
    return tuple(broken)


def _warm(*attributes: str) -> None:
    """What the program imports and prepares on first use is not to be measured."""
    make_draw(job_of(of_size(13, 4, 3, 0, 3), *attributes))


def one_attribute(setting: Setting) -> Iterator[Case]:
    """One attribute, all rounds, optimal with a certificate: in process, checked, the whole command."""
    sizes = setting.pick(PROMISED, PROMISED, ((13, 4, 3, 1.0, 1.0),))
    _warm("region")
    for n, seeds, regions, inside, whole in sizes:
        # Of the largest, one whose certificate needs potentials: counting is not enough for it.
        field = of_size(n, seeds, regions, 2)
        job = job_of(field, "region")
        made, timing = timed(partial(make_draw, job), setting.pick(9, 3, 1))
        assert isinstance(made, DrawResult)
        what = f"{n:,} entrants on {field.size:,} lines, {seeds} seeds, {regions} regions"
        proofs = [] if made.status == "optimal" and made.certificate else ["the optimum is certified"]
        yield Case(f"one attribute, in process, {what}", timing, reach={"seconds": inside},
                   said=_told(made), broken=(*_wrong(made, field), *proofs))
        yield _checked(made, job, setting, what)
        yield _whole(field, setting, what, whole)


def _told(made: DrawResult) -> dict[str, Any]:
    kinds = sorted({part["by"] for part in made.certificate["parts"]}) if made.certificate else []
    early = {name: list(pairs[:3]) for name, pairs in made.conflicts.items()}
    return {"status": made.status, "engine": made.engine, "certificate by": kinds, "rounds 1-3": early}


def _checked(made: DrawResult, job: DrawJob, setting: Setting, what: str) -> Case:
    """The certificate accepted, and refused for a draw in which two more of a region meet early."""
    certificate = json.loads(json.dumps(made.certificate))
    reasons, timing = timed(
        lambda: check_certificate(made.draw, certificate, job.event, job.stage), setting.pick(9, 3, 1)
    )
    broken = [f"accepted, not: {reason}" for reason in reasons[:1]]
    worse = _worsened(made, job)
    if worse and not check_certificate(worse, certificate, job.event, job.stage):
        broken.append("a worse draw is refused")
    return Case(f"certificate checked, {what}", timing,
                reach={"seconds": 0.1} if made.draw.size >= 4_096 else {},
                said={"a worse draw refused": bool(worse)}, broken=tuple(broken))


def _worsened(made: DrawResult, job: DrawJob) -> Any:
    """The draw with two entrants exchanged so that round 1 has a meeting more; None where none has."""
    regions = {e.number: e.region for e in job.event.entrants}
    lines, seeds = list(made.draw.lines), set(made.draw.seeds)
    before = meetings(lines, tuple(regions.values()))[0]
    loose = [k for k, who in enumerate(lines) if who > 0 and who not in seeds]
    for k in loose:
        beside = lines[k ^ 1]
        for j in loose:
            if beside > 0 and j // 2 != k // 2 and regions[lines[j]] == regions[beside]:
                lines[k], lines[j] = lines[j], lines[k]
                if meetings(lines, tuple(regions.values()))[0] > before:
                    return made.draw.__class__(tuple(lines), made.draw.entrants, made.draw.seeds)
                lines[k], lines[j] = lines[j], lines[k]
    return None


def _whole(field: Field, setting: Setting, what: str, reach: float) -> Case:
    with tempfile.TemporaryDirectory() as folder:
        entries = Path(folder) / "entries.csv"
        write_field(field, entries)
        command = [*scheduler_command(), "draw", str(entries), "--seeds", str(field.seeds),
                   "--set", "apart.order=earliest-first", "--seed", "benchmark", "--json"]
        runs = [run_process(command) for _ in range(setting.pick(7, 3, 1))]
    broken = tuple(f"exit code {r.code}: {r.err[-200:]}" for r in runs if r.code)[:1]
    told = {} if broken else json.loads(runs[-1].out)
    if told:
        broken = _wrong_json(told, field)
        broken += () if told["status"] == "optimal" else ("the optimum is proven",)
    return Case(f"scheduler draw, {what}", timing_of(runs), reach={"seconds": reach},
                said={"engine": told.get("engine", "")}, broken=broken)


def two_attributes(setting: Setting) -> Iterator[Case]:
    """Region and club crossing, added up, all rounds: seconds, and how many are proven how far."""
    many = setting.pick(30, 3, 1)
    budget = 8.0
    _warm("region", "club")
    for size, seeds, regions, clubs in setting.pick(
        ((128, 16, 20, 24), (256, 32, 30, 40)), ((128, 16, 20, 24), (256, 32, 30, 40)), ((16, 4, 4, 5),),
    ):
        proven, wall, cpu = [], [], []
        broken: list[str] = []
        for k in range(many):
            # Full brackets, and some with byes up to an eighth of their lines.
            field = of_size(size - k % 4 * size // 24, seeds, regions, k, clubs)
            job = job_of(field, "region", "club")
            made, timing = timed(partial(make_draw, job, Limits(budget)), 1)
            assert isinstance(made, DrawResult)
            proven.append((made.status == "optimal", made.status == "optimal" or made.proven >= 3))
            broken += _wrong(made, field)
            wall.append(timing.wall[0])
            cpu.append(timing.cpu[0])
        every, three = (sum(column) for column in zip(*proven, strict=True))
        yield Case(
            f"region and club crossing, {many} fields of {size} lines", Timing(tuple(wall), tuple(cpu)),
            reach={"seconds": 2.0},
            said={"all rounds proven": f"{every} of {many}", "rounds 1-3 proven": f"{three} of {many}",
                  "wanted": "85 %, 97 %", "limit": budget},
            broken=tuple(broken[:20]),
        )


def cups(setting: Setting) -> Iterator[Case]:
    """How many draws into groups the World Cups had, and one of 2026 drawn uniformly."""
    from scheduler.formats.groups.frame import group_frame_of
    from scheduler.formats.groups.plan import counter_of
    from scheduler.formats.public import PublicSeed

    for year in setting.pick((2018, 2022, 2026), (2018, 2022, 2026), (2018,)):
        wanted, reach = CUPS[year]
        job = prepare_draw(f"sample-world-cup-{year}")
        rules = job.rulebook.adding(_rules_of(job))
        frame = group_frame_of(job.event, job.stage)
        counting = partial(_counted, frame, rules)
        found, timing = timed(counting, setting.pick(3, 1, 1))
        wrong = () if found == wanted else (f"there are {wanted} draws, not {found}",)
        yield Case(f"World Cup {year}: valid draws", timing, reach={"seconds": reach},
                   said={"draws": found}, broken=wrong)
    counter = counter_of(frame, rules)
    counter.count()
    lots = PublicSeed("benchmark")
    seen: set[tuple[int, ...]] = set()
    _, timing = timed(lambda: seen.add(counter.sample(lots)), setting.pick(101, 21, 3))
    wrong = () if len(seen) == len(timing.wall) else ("two draws in a row are the same",)
    yield Case(f"World Cup {year}: one draw, uniformly, once counted", timing, reach={"seconds": 0.05},
               said={"different draws": len(seen)}, broken=wrong)


def _counted(frame: Any, rules: Any) -> int:
    from scheduler.formats.groups.plan import counter_of

    return counter_of(frame, rules).count()


def _rules_of(job: DrawJob) -> Any:
    from scheduler.rules import read_uses

    return read_uses(job.stage.rules, where=job.event.source or "event")


def plain(setting: Setting) -> Iterator[Case]:
    """Seeds, byes and lots alone, nobody kept apart."""
    n = setting.pick(4_096, 4_096, 12)
    field = of_size(n, n // 16, 60, 1)
    event = event_of(field)
    job = prepare_draw(event, DrawAsked("plain-draw", seeds=field.seeds))
    _warm()
    made, timing = timed(lambda: make_draw(job), setting.pick(9, 3, 1))
    assert isinstance(made, DrawResult)
    lines = lines_of(made.as_json()["draw"]["lines"])
    yield Case(f"draw without avoidance, {n:,} entrants", timing, reach={"seconds": 1.0},
               said={"engine": made.engine},
               broken=broken_draw(lines, field))
