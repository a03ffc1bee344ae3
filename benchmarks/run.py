"""``make bench``: measure every row and keep the results. See ``protocol.md`` and ``--help``."""

from __future__ import annotations

import sys
from pathlib import Path

if __name__ == "__main__":
    # As a script this folder is what is imported from; the package is one above it.
    sys.path[0] = str(Path(__file__).resolve().parent.parent)
    from benchmarks.board import main

    sys.exit(main(sys.argv[1:]))
