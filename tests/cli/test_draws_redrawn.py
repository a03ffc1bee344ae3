"""A published draw is drawn again for errors and absences only."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cli.event_desk import Desk

Cli = Callable[..., Any]
STAGE = 'format = "knockout"\nmodel = "cba-knockout"\nseeds = 0\n'


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    """An event of eight whose draw is published."""
    made = Desk(tmp_path, 8, STAGE)
    made("pair")
    made("publish")
    return made


def test_a_published_draw_is_not_drawn_again_and_another_seed_does_not_help(desk: Desk) -> None:
    said = desk.refused("pair", "--seed", "one that suits better")
    assert "cannot be done once the round is published" in said


def test_taking_a_published_draw_down_needs_a_reason_which_is_kept(desk: Desk) -> None:
    """Without one it stays; with one it may be drawn anew, and the log tells why."""
    assert "needs a reason" in desk.refused("withhold")
    desk("withhold", "--reason", "two entries were of one club")
    desk("pair", "--seed", "drawn anew")
    assert "two entries were of one club" in desk("history").out


def test_a_draw_by_which_somebody_plays_is_not_drawn_again_for_any_reason(desk: Desk) -> None:
    desk("start")
    desk.refused("withhold", "--reason", "two entries were of one club")
    desk.refused("pair", "--seed", "other")


def test_where_nothing_happened_a_repair_moves_nobody(cli: Cli, tmp_path: Path) -> None:
    """A draw that obeys stays as it is; one with an error has the fewest lines changed that mend it, two."""
    (tmp_path / "e.csv").write_text(
        "name,seed\n" + "".join(f"T{k},{k if k < 3 else ''}\n" for k in range(1, 9)), "utf-8")
    draw = tmp_path / "d.csv"
    assert cli("draw", tmp_path / "e.csv", "--seeds", "2", "--out", draw).code == 0
    kept = cli("repair", draw, "--event", tmp_path / "e.csv").out
    assert "0 moved, minimal; all hard rules hold" in kept
    assert "no line changes" in kept
    rows = draw.read_text("utf-8").splitlines()
    first, third = (next(i for i, row in enumerate(rows) if row.split(",")[0].strip("\ufeff") == k)
                    for k in ("1", "3"))
    cells = [rows[first].split(",", 1), rows[third].split(",", 1)]
    rows[first], rows[third] = f"{cells[0][0]},{cells[1][1]}", f"{cells[1][0]},{cells[0][1]}"
    draw.write_text("\n".join(rows) + "\n", "utf-8")
    assert cli("check", draw, "--event", tmp_path / "e.csv").code == 1
    mended = cli("repair", draw, "--event", tmp_path / "e.csv").out
    assert "2 moved, minimal; all hard rules hold" in mended
