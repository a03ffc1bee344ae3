"""A process made to be killed: ``appender.py FILE`` appends, three entries at a time, and tells each time.

It writes the position of the last entry to its output once the block that wrote it has ended.
"""

from __future__ import annotations

import sys

from scheduler.store import EventFile

__all__ = ["TOGETHER", "append"]

TOGETHER = 3
"""So many entries are kept together, or not at all."""


def append(path: str) -> None:
    """Append until killed."""
    with EventFile.open(path, write=True) as file:
        while True:
            with file.writing() as txn:
                for k in range(TOGETHER):
                    txn.append("result", {"table": k, "note": "x" * (txn.position % 4000)}, "child")
            print(txn.position, flush=True)


if __name__ == "__main__":
    append(sys.argv[1])
