"""Complaints about other programs that are about no event in progress: P2, P5, P20.

The others (P1, P3, P6 to P8, P10 to P13, P15 to P18, P21 to P23, P25) have theirs beside the rooms they are
about, each test with its number in its name or docstring.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from scheduler.formats.sheet import Room, board_plan, seat

Cli = Callable[..., Any]
COMPLAINTS = (1, 2, 3, 5, 6, 7, 8, 10, 11, 12, 13, 15, 16, 17, 18, 20, 21, 22, 23, 25)


def circle(n: int) -> list[list[int]]:
    """A plain all-play-all of an even field: (round, table, home, away) a match."""
    ring, out = list(range(1, n)), []
    for r in range(1, n):
        ring = ring[-1:] + ring[:-1]
        pairs = [(n, ring[0]), *((ring[i], ring[-i]) for i in range(1, n // 2))]
        out += [[r, t, a, b] for t, (a, b) in enumerate(pairs, start=1)]
    return out


def csv_of(rows: list[list[int]]) -> str:
    """The rows as a list of matches."""
    return "\n".join(["round,table,home,away", *(",".join(map(str, row)) for row in rows)]) + "\n"


def test_p2_a_rematch_in_the_movement_is_named_with_rounds_and_pairs_before_anybody_plays(cli: Cli) -> None:
    """72 pairs, 71 rounds: two tables of round 40 with their opponents exchanged."""
    rows = circle(72)
    good = cli("check", "-", "--model", "plain-round-robin", stdin=csv_of(rows))
    assert good.code == 0
    one, other = (row for row in rows if row[0] == 40 and row[1] in (5, 10))
    before = {tuple(sorted(row[2:])): row[0] for row in rows}
    one[3], other[3] = other[3], one[3]
    run = cli("check", "-", "--model", "plain-round-robin", "--json", stdin=csv_of(rows))
    assert run.code == 1
    twice = [v for v in json.loads(run.out)["violations"] if v["found"] == 2]
    wanted = {tuple(sorted(row[2:])): sorted((before[tuple(sorted(row[2:]))], 40)) for row in (one, other)}
    assert {tuple(v["subject"]): v["rounds"] for v in twice} == wanted


def test_p5_prepared_boards_go_to_the_top_matches_and_not_to_random_tables() -> None:
    """Eight matches, four sets duplicated, two a match: the first two matches have them."""
    rooms = [Room("Open", 20, "open"), Room("Closed", 20, "closed")]
    plan = board_plan(
        seat([(2 * i + 1, 2 * i + 2) for i in range(8)], rooms), [16], copies_per_match=2, prepared=4)
    assert {a.place for a in plan.at if a.set.prepared} == {1, 2}


def test_p20_a_draw_that_cannot_be_says_which_wishes_clash_and_what_the_least_concession_is(
    cli: Cli, tmp_path: Path
) -> None:
    """Five of eight are of one club, and members of a club are not to meet in round 1."""
    entrants = "".join(
        f'\n[[entrant]]\nname = "T{i}"\nclub = "{"A" if i < 6 else "B"}"\n' for i in range(1, 9))
    wish = '[[rule]]\nid = "apart"\nattribute = "club"\nto-round = 1\n'
    file = tmp_path / "cup.toml"
    file.write_text(
        '[event]\nname = "Cup"\n[[stage]]\nformat = "knockout"\nmodel = "plain-draw"\n'
        f"{wish}{entrants}", encoding="utf-8")
    run = cli("draw", file, "--seed", "1")
    assert run.code == 3
    assert "5 of 8 are from A; 4 first-round matches: at least 1 meeting" in run.err
    assert "1 pair can then meet by round 1, and that is the least" in run.err
    file.write_text(file.read_text(encoding="utf-8").replace(wish, f"{wish}price = 1\n"), encoding="utf-8")
    assert cli("draw", file, "--seed", "1").code == 0


@pytest.mark.parametrize("number", COMPLAINTS)
def test_every_complaint_has_a_test_with_its_number(root: Path, number: int) -> None:
    named = re.compile(rf'def test_p{number}_|""".*\bP{number}:', re.IGNORECASE)
    files = [f for f in (root / "tests").rglob("test_*.py") if named.search(f.read_text(encoding="utf-8"))]
    assert files


def test_the_complaints_are_those_of_the_notes(shared: Path) -> None:
    notes = (shared / "domain" / "bridge-practice.md").read_text(encoding="utf-8")
    assert tuple(map(int, re.findall(r"^\| P(\d+) \|", notes, re.MULTILINE))) == COMPLAINTS
