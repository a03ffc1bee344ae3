"""Runs the rows, each in a process that can be killed, prints the table, keeps the results."""

from __future__ import annotations

import argparse
import datetime
import json
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from time import monotonic
from typing import Any

from benchmarks.machine import describe, slug
from benchmarks.measure import ROOT, environment
from benchmarks.report import markdown, summary
from benchmarks.rows import ROWS, Row

__all__ = ["main", "run_row", "save"]

RESULTS = ROOT / "benchmarks" / "results"


def main(arguments: Sequence[str]) -> int:
    """Run what is asked for. 0: measured, whether reached or not; 1: an answer was wrong or a row
    stopped; 130: interrupted, and what was measured until then is told and kept all the same."""
    asked = _parser().parse_args(arguments)
    if asked.list:
        print("\n".join(f"{row.name:<14}{row.title}" for row in ROWS))
        return 0
    rows = [row for row in ROWS if not asked.only or row.name in asked.only]
    results: dict[str, Any] = {
        "date": datetime.date.today().isoformat(), "size": "quick" if asked.quick else "full",
        "machine": describe(), "rows": [],
    }
    # Asked to end, it must take the row's own session with it, as on Ctrl-C.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    interrupted = _measure(rows, results, asked.limit)
    print(f"\n{summary(results)}")
    # Part of the table, or a hasty one, is no record of a day unless somebody says so.
    if asked.save or not (asked.only or asked.quick or interrupted):
        print(f"\nKept as {save(results, RESULTS, part=bool(asked.only))}.json and .md")
    if interrupted:
        return 130
    wrong = any(row["stopped"] or any(c["broken"] for c in row["cases"]) for row in results["rows"])
    return 1 if wrong else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="benchmarks/run.py", description="Measure what the program promises and what people wait for."
    )
    parser.add_argument(
        "--only", action="append", metavar="ROW", choices=[row.name for row in ROWS],
        help="only this row (repeatable); see --list",
    )
    parser.add_argument("--quick", action="store_true", help="fewer runs, smaller peers")
    parser.add_argument("--limit", type=float, metavar="SECONDS", help="of each row, instead of its own")
    parser.add_argument("--save", action="store_true", help="keep the results of a part, too")
    parser.add_argument("--list", action="store_true", help="list the rows and stop")
    return parser


def _measure(rows: Sequence[Row], results: dict[str, Any], limit: float | None) -> bool:
    """Fill in ``results["rows"]``; True when the user stopped it."""
    for row in rows:
        print(f"{row.name}: {row.title}", file=sys.stderr, flush=True)
        cases, stopped = run_row(row, results["size"], row.limit if limit is None else limit)
        results["rows"].append(
            {"name": row.name, "title": row.title, "cases": cases, "stopped": stopped}
        )
        if stopped:
            print(f"  {stopped}", file=sys.stderr, flush=True)
        if stopped == "interrupted":
            return True
    return False


def run_row(row: Row, size: str, limit: float) -> tuple[list[dict[str, Any]], str]:
    """(the row's cases as far as they were measured, why it stopped early or "").

    The row and whatever it started are killed after ``limit`` seconds, or on Ctrl-C.
    """
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "cases.jsonl"
        path.touch()
        command = [sys.executable, "-m", "benchmarks.worker", row.name, size, str(path)]
        # A session of its own, so that the whole family can be killed.
        process = subprocess.Popen(command, cwd=ROOT, env=environment(), start_new_session=True)
        stopped, start = "", monotonic()
        try:
            code = process.wait(limit)
            stopped = f"failed with exit code {code}" if code else ""
        except subprocess.TimeoutExpired:
            stopped = f"killed after {monotonic() - start:.0f} s"
        except KeyboardInterrupt:
            stopped = "interrupted"
        finally:
            _kill(process)
        lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    return [json.loads(text) for text in lines if text.endswith("\n")], stopped


def _kill(process: subprocess.Popen[bytes]) -> None:
    if process.poll() is not None:
        return
    if sys.platform == "win32":
        process.kill()
    else:
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def save(results: dict[str, Any], folder: Path, *, part: bool = False) -> str:
    """Write the results as JSON and Markdown; the name they share, without ending.

    A ``part`` takes its rows' places in the results of the same day, machine and size, if there are any;
    each of them says under what ``load``, and of which ``commit``, it was ``measured``.
    """
    name = f"{results['date']}-{slug(results['machine'])}"
    folder.mkdir(parents=True, exist_ok=True)
    there = folder / f"{name}.json"
    if part and there.exists():
        kept = json.loads(there.read_text(encoding="utf-8"))
        if kept["size"] == results["size"]:
            measured = {k: v for k, v in results["machine"].items() if k in ("commit", "changed", "load")}
            new = [{**row, "measured": measured} for row in results["rows"]]
            results = {**kept, "rows": _together(kept["rows"], new)}
    texts = {".json": json.dumps(results, indent=1, ensure_ascii=False) + "\n", ".md": markdown(results)}
    for ending, text in texts.items():
        (folder / f"{name}{ending}").write_text(text, encoding="utf-8", newline="\n")
    return name


def _together(before: Sequence[dict[str, Any]], new: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Rows of two runs, each once and the new ones first choice, in the order of the board."""
    found = {row["name"]: row for row in (*before, *new)}
    order = {row.name: k for k, row in enumerate(ROWS)}
    return sorted(found.values(), key=lambda row: order.get(row["name"], len(order)))
