"""The page on rulings shows what happens."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

from cli.event_desk import Desk
from scheduler.standings.rulings import POLICIES


def test_every_command_on_the_page_runs_as_it_stands(root: Path, tmp_path: Path) -> None:
    page = (root / "docs" / "rulings.md").read_text(encoding="utf-8")
    desk = Desk(tmp_path, 8)
    desk.round()
    lines = re.findall(r"^    scheduler event (.+?)(?:\s+#.*)?$", page, re.MULTILINE)
    assert len(lines) > 20
    for line in lines:
        desk(*shlex.split(line))
    ruling = desk.json("report")["rulings"][0]
    assert (ruling["position"], ruling["verdict"]) == (9, "varied")


def test_every_policy_is_on_the_page(root: Path) -> None:
    page = (root / "docs" / "rulings.md").read_text(encoding="utf-8")
    assert set(re.findall(r"^\| `([a-z-]+)` \|", page, re.MULTILINE)) == set(POLICIES)
