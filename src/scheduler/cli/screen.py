"""The three streams: what goes where, in which encoding, and what happens when nobody reads."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Mapping
from typing import IO, Any

from scheduler.errors import FileError

__all__ = ["open_streams", "put", "put_bytes", "put_json", "say", "stdin_bytes"]

_LONGEST_INPUT = 128 << 20


def open_streams() -> None:
    """Make every character printable.

    A terminal that cannot show a character shows a question mark. A pipe or file gets UTF-8, for
    there a name once lost is lost for good; PYTHONIOENCODING says otherwise.
    """
    chosen = "PYTHONIOENCODING" in os.environ
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is None:
            continue
        if stream.isatty() or chosen:
            reconfigure(errors="replace")
        else:
            reconfigure(encoding="utf-8", errors="replace")


def put(text: str) -> None:
    """Data to stdout. A reader who has gone away is no error."""
    _write(sys.stdout, text)


def put_json(data: Mapping[str, Any]) -> None:
    """Data to stdout as JSON."""
    from scheduler.app.json_text import dump

    put(dump(data))


def put_bytes(data: bytes) -> None:
    """The bytes of a file to stdout."""
    if sys.stdout is None or sys.stdout.closed:
        return
    try:
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
    except OSError as error:
        _gone(error)


def say(text: str) -> None:
    """Talk to stderr, a line at a time."""
    _write(sys.stderr, text if text.endswith("\n") else text + "\n")


def stdin_bytes() -> bytes:
    """Everything on stdin, at most 128 MB."""
    if sys.stdin is None or sys.stdin.closed:
        raise FileError("it is closed", where="standard input")
    data = sys.stdin.buffer.read(_LONGEST_INPUT + 1)
    if len(data) > _LONGEST_INPUT:
        raise FileError("longer than 128 MB", where="standard input")
    return data


def _write(stream: IO[str] | None, text: str) -> None:
    if stream is None or stream.closed:
        return
    try:
        stream.write(text)
        stream.flush()
    except OSError as error:
        _gone(error)


def _gone(error: OSError) -> None:
    """Nobody reads any more (``| head``): write the rest nowhere. Anything else is said."""
    # Windows reports a closed pipe as an invalid argument.
    if not isinstance(error, BrokenPipeError) and error.errno != 22:
        raise FileError(f"cannot be written ({error.strerror})", where="standard output") from None
    sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    # The interpreter flushes the old stream once more when it ends, and would complain.
    with contextlib.suppress(OSError):
        os.dup2(sys.stdout.fileno(), 1)
