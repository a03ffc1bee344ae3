"""Measures one row in a process of its own: ``python -m benchmarks.worker ROW SIZE FILE``.

Each case is a line of JSON in FILE as soon as it is known, so that nothing measured is lost when
the row runs out of time.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from benchmarks.measure import Setting
from benchmarks.report import line
from benchmarks.rows import find

__all__ = ["measure"]


def measure(name: str, size: str, path: Path) -> None:
    """Append every case of the row to the file at ``path``, and tell each on stderr."""
    with path.open("a", encoding="utf-8") as out:
        for case in find(name).cases(Setting(size)):
            told = case.as_json()
            out.write(json.dumps(told) + "\n")
            out.flush()
            print(line(told), file=sys.stderr, flush=True)


if __name__ == "__main__":
    measure(sys.argv[1], sys.argv[2], Path(sys.argv[3]))
