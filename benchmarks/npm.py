"""Packages from npm beside the program, on the same entries: seconds, and pairs that meet by round.

Node is not needed for anything else. Without it, or without a registry to install from, the row says so.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from statistics import mean, median
from typing import Any

import numpy as np
from benchmarks.archive import left_out
from benchmarks.draws import job_of
from benchmarks.fields import Field, broken_draw, meetings, of_size
from benchmarks.measure import ROOT, Case, Setting, Timing, timed

from scheduler.app.draws import make_draw
from scheduler.formats.knockout import DrawResult
from scheduler.solve.draws.separation import separate

__all__ = ["beside", "install"]

RUNNERS = ROOT / "benchmarks" / "peers" / "npm"
PACKAGES = {
    runner: f"{package} {json.loads((RUNNERS / 'package.json').read_text('utf-8'))['dependencies'][package]}"
    for runner, package in (
        ("factory", "tods-competition-factory"), ("manager", "brackets-manager"),
        ("pairings", "tournament-pairings"),
    )
}
SHAPES = ((32, 8, 12), (27, 8, 12), (64, 16, 20), (56, 16, 20), (128, 32, 38))
"""Entrants, seeds, regions: full and with byes."""
LARGE = (
    ("factory", (250, 32, 30), ("region",)),
    ("factory", (1_000, 64, 40), ("region",)),
    ("manager", (4_096, 256, 60), ()),
    ("pairings", (4_096, 256, 60), ()),
)
"""Who gets which large field, and what ours keeps apart in it: no more than the package does."""
INSTALL = 180.0
LIMIT = 300.0


@dataclass
class Side:
    """What one maker did, a field each: seconds, pairs by round and lines; and what went wrong."""

    wall: list[float] = field(default_factory=list)
    cpu: list[float] = field(default_factory=list)
    pairs: list[list[int]] = field(default_factory=list)
    lines: list[tuple[list[int], Field]] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)

    def by_round(self, rounds: int = 3) -> list[float]:
        """Mean number of pairs of one region that can meet first in round 1, 2 ..."""
        return [round(mean(p[r] for p in self.pairs), 2) for r in range(rounds)] if self.pairs else []


def install(folder: Path) -> str:
    """Put runners and packages into ``folder``; why that was not possible, or ""."""
    for file in filter(Path.is_file, RUNNERS.iterdir()):
        shutil.copy(file, folder / file.name)
    npm = shutil.which("npm")
    if npm is None or shutil.which("node") is None:
        return "node or npm is missing"
    # Nothing that a package brings is run while it is installed.
    command = [npm, "install", "--ignore-scripts", "--no-audit", "--no-fund", "--no-package-lock"]
    try:
        ran = subprocess.run(
            command, cwd=folder, capture_output=True, text=True, encoding="utf-8", errors="replace",
            timeout=INSTALL, check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return f"npm install: {type(error).__name__}"
    return f"npm install ended with {ran.returncode}: no registry?" if ran.returncode else ""


def _asked(folder: Path, runner: str, fields: Sequence[Field], limit: float) -> Iterator[dict[str, Any]]:
    """The runner's answers, one a field; fewer where it stopped or the limit was over."""
    lines = [json.dumps({"size": f.size, "seeds": f.seeds, "regions": f.regions}) for f in fields]
    node = shutil.which("node") or "node"
    process = subprocess.Popen(
        [node, f"{runner}.mjs"], cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL, text=True, encoding="utf-8", env={**os.environ, "NODE_ENV": "production"},
    )
    try:
        out, _ = process.communicate("\n".join(lines) + "\n", timeout=limit)
    except subprocess.TimeoutExpired:
        process.kill()
        out, _ = process.communicate()
    for text in out.splitlines(keepends=True):
        if text.startswith("{") and text.endswith("\n"):
            yield json.loads(text)


def _theirs(folder: Path, runner: str, fields: Sequence[Field], limit: float) -> Side:
    side = Side()
    for made, f in zip(_asked(folder, runner, fields, limit), fields, strict=False):
        wrong = (str(made["error"]),) if "error" in made else broken_draw(made["lines"], f)
        side.failed += wrong[:1]
        if "error" not in made:
            side.wall.append(made["seconds"])
        if not wrong:
            side.pairs.append(_pairs(made["lines"], f))
            side.lines.append((made["lines"], f))
    return side


def _pairs(lines: Sequence[int], f: Field) -> list[int]:
    return meetings(lines, f.regions)


def _ours(fields: Sequence[Field], *attributes: str) -> tuple[Side, list[str]]:
    """Ours, these attributes as far apart as can be, and what is wrong with it."""
    side, broken = Side(), []
    for f in fields:
        made, timing = timed(partial(make_draw, job_of(f, *attributes)), 1)
        assert isinstance(made, DrawResult)
        lines = list(made.draw.lines)
        side.wall.append(timing.wall[0])
        side.cpu.append(timing.cpu[0])
        side.pairs.append(_pairs(lines, f))
        broken += [*broken_draw(lines, f), *([] if made.status == "optimal" else ["the optimum is proven"])]
    return side, broken


def beside(setting: Setting) -> Iterator[Case]:
    """Ours, then each package, on fields of every shape; then each on one field that is large for it."""
    many = setting.pick(40, 2, 1)
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        # The tests ask for the tiny size, and tests need no network.
        why = "not in the tests" if setting.size == "tiny" else install(folder)
        make_draw(job_of(of_size(13, 4, 3, 0), "region"))  # imports are not to be measured
        for n, seeds, regions in SHAPES[: setting.pick(5, 5, 1)]:
            fields = [of_size(n, seeds, regions, k) for k in range(many)]
            what = f"{many} fields of {n} on {fields[0].size} lines"
            ours, broken = _ours(fields, "region")
            yield Case(f"scheduler, {what}", Timing(tuple(ours.wall), tuple(ours.cpu)),
                       said={"pairs in rounds 1-3": ours.by_round(), "proven": not broken},
                       broken=tuple(broken[:20]))
            for runner, package in PACKAGES.items():
                if why:
                    yield left_out(f"{package}, {what}", why)
                    continue
                yield _compared(package, _theirs(folder, runner, fields, LIMIT), fields, ours, what)
        if not why and setting.size == "full":
            yield from _large(folder)


def _compared(package: str, theirs: Side, fields: Sequence[Field], ours: Side, what: str) -> Case:
    """A package's line; with avoidance also where its own seeds and byes allowed a better draw."""
    said: dict[str, Any] = {"pairs in rounds 1-3": theirs.by_round()}
    broken: list[str] = []
    if package == PACKAGES["factory"] and theirs.lines:
        worse = [_first_worse(lines, f) for lines, f in theirs.lines]
        broken = ["no draw is better than what is proven the best"] if -1 in worse else []
        said["not the best from round"] = {
            str(r) if r else "none": worse.count(r) for r in sorted(set(worse))
        }
    if theirs.failed or len(theirs.wall) < len(fields):
        said |= {"answered": f"{len(theirs.wall)} of {len(fields)}", "wrong": theirs.failed[:1]}
    ratio = median(theirs.wall) / median(ours.wall) if theirs.wall else None
    return Case(f"{package}, {what}", Timing(tuple(theirs.wall)), ratio=ratio, said=said,
                broken=tuple(broken))


def _first_worse(lines: Sequence[int], f: Field) -> int:
    """The first round with more pairs than the best draw with the same lines for seeds and byes has;
    0: it is the best itself; -1: it is better, so that the best is none."""
    fixed = {k: who for k, who in enumerate(lines, start=1) if who <= f.seeds}
    code = {region: k for k, region in enumerate(sorted(set(f.regions)))}
    found = separate(f.size, fixed, [[code[r] for r in f.regions]], rng=np.random.default_rng(0))
    best, theirs = _pairs(found.lines, f), _pairs(lines, f)
    pairs = enumerate(zip(theirs, best, strict=True), start=1)
    return next((r if mine > least else -1 for r, (mine, least) in pairs if mine != least), 0)


def _large(folder: Path) -> Iterator[Case]:
    """One field each, as large as it takes within some minutes."""
    for runner, (n, seeds, regions), apart in LARGE:
        fields = [of_size(n, seeds, regions, 1)]
        ours, broken = _ours(fields, *apart)
        what = f"one field of {n:,} on {fields[0].size:,} lines"
        how = "" if apart else ", nobody kept apart"
        if runner != "pairings":  # the same field as the one before it
            yield Case(f"scheduler, {what}{how}", Timing(tuple(ours.wall), tuple(ours.cpu)),
                       said={"pairs in rounds 1-3": ours.by_round()}, broken=tuple(broken))
        yield _compared(PACKAGES[runner], _theirs(folder, runner, fields, LIMIT), fields, ours, what)
