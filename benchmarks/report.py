"""The results as people read them: a line a case, a table of what was promised, a Markdown page."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

__all__ = ["amount", "line", "markdown", "reached", "summary"]

Json = dict[str, Any]


def amount(key: str, value: float | None) -> str:
    """A figure with its unit. ``key``: ``seconds``, ``memory`` (bytes) or ``ratio``."""
    if value is None:
        return "not measured"
    if key == "memory":
        return f"{value / 2**20:,.0f} MB"
    if key == "ratio":
        return f"{value:,.0f} x" if value >= 10 else f"{value:.1f} x"
    return f"{value * 1000:.1f} ms" if value < 0.1 else f"{value:.2f} s"


def reached(case: Json, key: str) -> bool | None:
    """Whether a reach is met; None where it was not measured. A ratio is to be large, the rest small."""
    value, reach = case[key], case["reach"][key]
    if value is None:
        return None
    return bool(value >= reach if key == "ratio" else value <= reach)


def line(case: Json) -> str:
    """One case in one line: median, best, worst, processor time, and what was said."""
    figures = [f"{amount('seconds', case['seconds']):>10}"]
    if case["runs"] > 1:
        best, worst = amount("seconds", case["best"]), amount("seconds", case["worst"])
        figures.append(f"({best} to {worst}, {case['runs']} runs)")
    if case["cpu"] is not None:
        figures.append(f"cpu {amount('seconds', case['cpu'])}")
    figures += [amount(key, case[key]) for key in ("memory", "ratio") if case[key] is not None]
    wrong = [f"WRONG: {claim}" for claim in case["broken"]]
    return "  ".join([f"  {case['case']:<48}", *figures, _said(case), *wrong]).rstrip()


def _said(case: Json) -> str:
    return ", ".join(f"{key} {value}" for key, value in case["said"].items())


def _verdicts(results: Json) -> Iterator[tuple[str, str, str, str]]:
    """(case, reach, measured, verdict) of everything that has a reach."""
    words = {True: "reached", False: "MISSED", None: "not measured"}
    for row in results["rows"]:
        for case in row["cases"]:
            for key, reach in case["reach"].items():
                verdict = "WRONG" if case["broken"] else words[reached(case, key)]
                least = "at least " if key == "ratio" else ""
                measured = amount(key, case[key])
                # A clock that missed what the processor reached says that the machine was busy.
                if key == "seconds" and case["cpu"] is not None and not reached(case, key):
                    measured += f", cpu {amount(key, case['cpu'])}"
                yield case["case"], least + amount(key, reach), measured, verdict
        if row["stopped"]:
            yield row["title"], "", row["stopped"], "STOPPED"


def summary(results: Json) -> str:
    """The table of reach and measured, and every claim that is false."""
    table = [("what", "reach", "measured", ""), *_verdicts(results)]
    widths = [max(len(cells[k]) for cells in table) for k in range(4)]
    out = ["  ".join(c.ljust(w) for c, w in zip(cells, widths, strict=True)).rstrip()
           for cells in table]
    for row in results["rows"]:
        out += [f"WRONG: {case['case']}: {claim}" for case in row["cases"] for claim in case["broken"]]
    return "\n".join(out)


def markdown(results: Json) -> str:
    """The page that is kept beside the JSON."""
    machine = results["machine"]
    memory = "memory unknown" if machine["memory"] is None else f"{machine['memory']} GB"
    libraries = ", ".join(f"{name} {version}" for name, version in machine["libraries"].items())
    busy = "" if machine["load"] is None else f" Load when it began: {machine['load']}."
    out = [
        f"# Benchmarks of {results['date']}", "",
        f"{machine['processor']}, {machine['cores']} cores, {memory}, {machine['system']}; "
        f"{machine['python']}, {libraries}. Commit {machine['commit'] or 'unknown'}"
        f"{', with changes' if machine['changed'] else ''}.{busy}", "",
        "How it is measured: [protocol](../protocol.md). Times are medians.", "",
        "| what | reach | measured | |", "|---|---|---|---|",
        *(f"| {' | '.join(cells)} |" for cells in _verdicts(results)), "",
    ]
    for row in results["rows"]:
        out += [f"## {row['name']}: {row['title']}", "",
                "| case | median | best | worst | runs | cpu | memory | ratio | said |",
                "|---|---|---|---|---|---|---|---|---|"]
        out += [_cells(case) for case in row["cases"]]
        out += ["", f"Stopped: {row['stopped']}.", ""] if row["stopped"] else [""]
    return "\n".join(out)


def _cells(case: Json) -> str:
    figures = [amount("seconds", case[key]) for key in ("seconds", "best", "worst")]
    more = [amount(key if key != "cpu" else "seconds", case[key]) if case[key] is not None else ""
            for key in ("cpu", "memory", "ratio")]
    said = "; ".join([_said(case), *(f"**wrong: {claim}**" for claim in case["broken"])])
    cells = [case["case"], *figures, str(case["runs"]), *more, said.replace("|", "/").strip("; ")]
    return f"| {' | '.join(cells)} |"
