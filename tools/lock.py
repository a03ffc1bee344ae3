"""Write the lock files of ``requirements/`` from the needs declared in ``pyproject.toml``.

Run as ``make lock``. A lock must serve every platform, but the resolver only sees the one it runs
on: the distributions that another platform needs are asked for by name in ``ELSEWHERE`` and get
their marker back afterwards. The lock names no package index, so that everybody's own applies.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

#: Distribution -> the marker under which something in the lock wants it.
ELSEWHERE = {"colorama": 'sys_platform == "win32"'}

HEADER = "# Written by `make lock` from pyproject.toml: change that, not this.\n"


def needs() -> tuple[list[str], list[str]]:
    """The declared needs: (core, dev), as requirement lines."""
    with (ROOT / "pyproject.toml").open("rb") as file:
        project = tomllib.load(file)
    return project["project"]["dependencies"], project["dependency-groups"]["dev"]


def environment() -> dict[str, str]:
    """The environment without anybody's package index or constraints."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith("PIP_") or k == "PIP_CERT"}
    return kept | {"PIP_CONFIG_FILE": os.devnull}


def compiled(lines: list[str], constraint: Path | None = None) -> str:
    """The lock text of these requirement lines, all hashes of each pinned version included."""
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder, "needs.in"), Path(folder, "lock.txt")
        source.write_text("\n".join(lines) + "\n", encoding="utf-8")
        command = [
            sys.executable, "-m", "piptools", "compile", "--quiet", "--generate-hashes",
            "--allow-unsafe", "--strip-extras", "--no-header", "--no-annotate", "--no-config",
            "--no-emit-index-url", "--no-emit-options", "--no-emit-find-links",
            "--no-emit-trusted-host", "--output-file", str(target), str(source),
        ]
        if constraint is not None:
            command += ["--constraint", str(constraint)]
        subprocess.run(command, check=True, env=environment(), cwd=folder)
        return finished(target.read_text(encoding="utf-8"))


def finished(text: str) -> str:
    """The lock with markers put back, and without the resolver's remarks."""
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    text = "\n".join(lines) + "\n"
    for name, marker in ELSEWHERE.items():
        text = re.sub(rf"(?m)^({name}==[^ ]+) \\$", rf"\1 ; {marker} \\", text)
    return HEADER + text


def main() -> None:
    """Write both locks; dev takes the versions of core."""
    core, dev = needs()
    folder = ROOT / "requirements"
    folder.mkdir(exist_ok=True)
    target = folder / "core.txt"
    target.write_text(compiled([*core, *ELSEWHERE]), encoding="utf-8", newline="\n")
    both = compiled([*core, *dev, *ELSEWHERE], constraint=target)
    (folder / "dev.txt").write_text(both, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
