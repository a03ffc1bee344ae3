"""Every row of the benchmarks: its name, what it measures, and how long it may take."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module

from benchmarks.measure import Case, Setting

__all__ = ["ROWS", "Row", "find"]


@dataclass(frozen=True)
class Row:
    """``measure`` is ``module.function``, imported only in the row's own process; ``limit`` seconds."""

    name: str
    title: str
    measure: str
    limit: float

    def cases(self, setting: Setting) -> Iterator[Case]:
        """The row's cases, measured one after the other."""
        module, function = self.measure.split(".")
        yield from getattr(import_module(f"benchmarks.{module}"), function)(setting)


ROWS = (
    Row("plan", "the association's whole rulebook", "promised.association", 240),
    Row("circle", "circle construction with the fewest breaks, verified", "promised.circle", 180),
    Row("verify", "verdict under the association's rulebook", "promised.verify", 60),
    Row("help", "scheduler --help, which imports no solver", "promised.start", 60),
    Row("peer", "against a plain CP-SAT model of the same rules", "promised.peer", 1500),
    Row("published", "the printed 12-team table", "everyday.published", 300),
    Row("second-cycle", "second cycle, numbered by the standing", "everyday.second_cycle", 400),
    Row("requests", "plans with requests", "everyday.requested", 600),
    Row("double", "double round robins with the fewest breaks", "everyday.double", 480),
    Row("clashes", "requests that cannot be met", "everyday.clashes", 600),
    Row("league", "verdict on a league of 20 teams", "leagues.verdict", 120),
    Row("verdicts", "every official verdict of the archive", "leagues.verdicts", 900),
    Row("compile", "a league's counts and flat arrays", "evaluator.compiling", 180),
    Row("solver", "a league's model for CP-SAT", "leagues.solver", 180),
    Row("moves", "moves of a search, priced", "evaluator.moves", 300),
    Row("kernels", "the first moves of a process", "evaluator.kernels", 600),
    Row("feasible", "leagues solved to feasibility", "leagues.feasible", 1500),
    Row("draw", "draws with one attribute, certified", "draws.one_attribute", 240),
    Row("crossing", "draws with region and club crossing", "draws.two_attributes", 900),
    Row("cups", "draws of the World Cups, counted", "draws.cups", 180),
    Row("lots", "a draw without avoidance", "draws.plain", 60),
    Row("chance", "draws drawn uniformly, by chi-square", "chance.uniform", 1200),
    Row("npm", "draws beside packages from npm", "npm.beside", 2400),
    Row("swiss", "the next Swiss round, exact, with its witnesses", "swiss.rounds", 120),
    Row("events", "whole Swiss events", "swiss.events", 120),
    Row("rematches", "rematches of simple rules beside the exact one", "swiss.beside", 900),
    Row("incidents", "several things go wrong at once, repaired with proof", "incidents.composite", 900),
    Row("leagues-repaired", "the same in leagues", "incidents_formats.tables", 900),
    Row("draws-repaired", "the same in draws", "incidents_formats.draws", 900),
    Row("lives", "random lives of events", "lives.machine", 3_000),
    Row("commands", "event pair as a whole command", "desk.commands", 240),
    Row("desk", "fifty scorers at one desk", "desk.scorers", 180),
    Row("log", "a long event file read, checked, copied", "logs.reading", 60),
    Row("kills", "event files whose writer was killed", "logs.killing", 900),
    Row("scorers", "fifty scorers on one event file", "logs.writers", 180),
)


def find(name: str) -> Row:
    """The row of that name. Raises KeyError."""
    return {row.name: row for row in ROWS}[name]
