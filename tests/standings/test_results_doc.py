"""The page on results says what the program does."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from scheduler.standings import ContinuousVP, Scoring, parse_many, parse_result, score_match

VP = Scoring(ContinuousVP(), 16)


def test_everything_in_the_table_can_be_typed_and_scored(root: Path) -> None:
    page = (root / "docs" / "results.md").read_text(encoding="utf-8")
    cells = [row.split("|")[1] for row in page.splitlines() if row.startswith("| `")]
    typed = [text for cell in cells for text in re.findall(r"`([^`]+)`", cell)]
    assert len(typed) > 15
    made = [score_match(parse_result(text, VP), VP, round=1, home=1, away=2) for text in typed]
    assert {m.kind for m in made} == {
        "played", "home-walkover", "away-walkover", "double-walkover", "void", "unplayed"}


@pytest.mark.parametrize(("line", "round", "table"), [
    ("3 7 -18", 3, 7), ("7 12 - 8", 0, 7), ("7 12-8", 0, 7)])
def test_the_lines_on_the_page_are_read_as_it_says(line: str, round: int, table: int, root: Path) -> None:
    assert f"`{line}`" in (root / "docs" / "results.md").read_text(encoding="utf-8")
    made = parse_many(line, VP)
    assert [(x.round, x.table) for x in made.lines] == [(round, table)]


def test_the_headings_on_the_page_are_known(root: Path) -> None:
    page = (root / "docs" / "results.md").read_text(encoding="utf-8")
    headings = page.split("```")[1].strip()
    home, away = VP.points(18)
    made = parse_many(f"{headings}\n3,7,61,43,{home / 100:.2f},{away / 100:.2f},16\n", VP)
    assert [(x.round, x.table, x.entered.boards) for x in made.lines] == [(3, 7, 16)]
