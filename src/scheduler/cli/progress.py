"""Progress of a long solve: one line on stderr, only where a person can see it."""

from __future__ import annotations

import sys
import threading
from time import monotonic
from types import TracebackType

__all__ = ["Progress"]

_PATIENCE = 1.0
_EVERY = 0.5


class Progress:
    """A line such as ``level 1: best 12, bound 10, gap 2, 3.4 s``, rewritten twice a second.

    Call it with (level, best, bound, seconds), as :class:`scheduler.solve.problem.Limits` asks;
    level 0 says that a schedule is kept, which the line then promises to whoever stops. Nothing is
    shown in the first second, nor where stderr is no terminal, and the line is gone in the end.
    """

    def __init__(self) -> None:
        self.shown = sys.stderr is not None and sys.stderr.isatty()
        self._line, self._kept = "searching", False
        self._start = monotonic()
        self._done = threading.Event()
        self._thread: threading.Thread | None = None

    def __call__(self, level: int, best: int, bound: int, seconds: float) -> None:
        """A better schedule or bound is known."""
        if level == 0:
            self._kept = True
        elif best == bound:
            self._line = f"level {level}: settled at {best}, searching on"
        else:
            self._line = f"level {level}: best {best}, bound {bound}, gap {best - bound}"

    def line(self, seconds: float) -> str:
        """What is told after so many seconds, in at most 79 columns for ordinary figures."""
        if not self._kept:
            return f"{self._line}, {seconds:.1f} s (Ctrl-C stops)"
        found = "hard rules hold" if self._line == "searching" else self._line
        return f"{found}, {seconds:.1f} s (Ctrl-C keeps the best)"

    def __enter__(self) -> Progress:
        if self.shown:
            self._thread = threading.Thread(target=self._run, daemon=True)
            self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._done.set()
        if self._thread is not None:
            self._thread.join()

    def _run(self) -> None:
        wide = 0
        wait = _PATIENCE
        while not self._done.wait(wait):
            wait = _EVERY
            text = self.line(monotonic() - self._start)
            sys.stderr.write("\r" + text.ljust(wide))
            sys.stderr.flush()
            wide = len(text)
        if wide:
            sys.stderr.write("\r" + " " * wide + "\r")
            sys.stderr.flush()
