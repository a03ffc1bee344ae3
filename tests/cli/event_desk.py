"""A director at the desk: commands on one event file, through the real command line in this process."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from conftest import Run, run_command

__all__ = ["Desk", "event_toml"]


def event_toml(names: Sequence[str], stage: str = 'format = "swiss"\nrounds = 5\nboards = 16\n') -> str:
    """An event file with these entrants."""
    rows = "".join(f'\n[[entrant]]\nname = "{name}"\n' for name in names)
    return f'[event]\nname = "Cup"\n\n[[stage]]\n{stage}{rows}'


class Desk:
    """``desk("pair")`` runs ``scheduler event pair FILE`` and holds it to exit code 0."""

    def __init__(self, folder: Path, names: Sequence[str] | int = 8, stage: str = "", **options: str) -> None:
        told = [f"Team {i}" for i in range(1, names + 1)] if isinstance(names, int) else names
        self.folder, self.path = folder, folder / "cup.event"
        source = folder / "cup.toml"
        source.write_text(event_toml(told, stage) if stage else event_toml(told), encoding="utf-8")
        more = [word for key, value in options.items() for word in (f"--{key}", value)]
        run = run_command(["event", "new", str(self.path), "--from", str(source), "--seed", "1", *more])
        assert run.code == 0, run.err

    def run(self, *words: object, stdin: str = "") -> Run:
        """A command as it is; the file comes after its name."""
        head = 2 if words[0] == "stage" else 1
        given = [str(w) for w in words]
        return run_command(["event", *given[:head], str(self.path), *given[head:]], stdin)

    def __call__(self, *words: object, stdin: str = "") -> Run:
        run = self.run(*words, stdin=stdin)
        assert run.code == 0, (words, run.err)
        return run

    def refused(self, *words: object, code: int = 2) -> str:
        """What the command says that it is refused with; nothing may have changed."""
        before = self.path.read_bytes()
        run = self.run(*words)
        assert run.code == code, (words, run.code, run.err)
        assert self.path.read_bytes() == before, "refused, and something was written"
        return run.err

    def json(self, *words: object) -> Any:
        """What a command prints with --json."""
        return json.loads(self(*words, "--json").out)

    def round(self, *results: str, pair: Sequence[object] = ()) -> list[tuple[int, int]]:
        """Draw, publish and play a round, home winning by the number of the table where no result is told;
        its matches by table."""
        made = self.json("pair", *pair)
        self("publish")
        lines = [f"{m['table']} {dict(enumerate(results, 1)).get(m['table'], '+' + str(m['table']))}"
                 for m in made["matches"]]
        self("results", "-", "--sure", stdin="\n".join(lines))
        return [(m["home"], m["away"]) for m in made["matches"]]

    def state(self) -> Any:
        """The whole state without the position."""
        told = self.json("show")
        return {k: v for k, v in told.items() if k != "position"}
