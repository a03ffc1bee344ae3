"""A command whose options are said once: of two values the parser would silently keep the last."""

from __future__ import annotations

from typing import Any

from typer.core import TyperCommand

from scheduler.errors import UsageError

__all__ = ["Once"]

_FOLDER = 'name a folder for several files, with a slash at its end: "out/".'


class Once(TyperCommand):
    """A command that refuses two values of an option which takes one."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """As the parser does it; UsageError where a value would be lost."""
        _, _, order = self.make_parser(ctx).parse_args(args=list(args))
        seen: set[str] = set()
        for param in order:
            if getattr(param, "multiple", True) or getattr(param, "is_flag", True):
                continue
            name = param.opts[0]
            if name in seen:
                folder = "FOLDER" in (getattr(param, "metavar", "") or "")
                raise UsageError(f"{name} is said twice, and takes one value",
                                 maybe=_FOLDER if folder else "keep the one that is meant.")
            seen.add(name)
        return super().parse_args(ctx, args)
