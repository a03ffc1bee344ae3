"""A bracket with results: who goes on, scores as home and away of the bracket, and rows that do not fit."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from scheduler.app.draw_played import bracket_with
from scheduler.errors import FileError
from scheduler.event import BYE, Draw
from scheduler.files.draw_results import PlayedRow
from scheduler.solve.draws.elimination import double_elimination
from scheduler.solve.draws.placement_matches import single_elimination

Cli = Callable[..., Any]
FOUR = Draw((1, 4, 3, 2), 4)


def row(first: int, second: int, winner: int, score: str = "") -> PlayedRow:
    return PlayedRow(1, first, second, winner, "r.csv:2", score)


def test_winners_go_on_and_scores_are_turned_where_sides_are() -> None:
    """1-4 told as 4-1 with 0-3 is 3-0 of the bracket; what is no score of two sides stays as it is."""
    state = bracket_with(single_elimination(4), FOUR, [row(4, 1, 1, "0-3"), row(2, 3, 3, "after lots")])
    first, second, final = state.matches
    assert [m.outcome and (m.outcome.winner, m.outcome.score) for m in (first, second)] == [
        ("home", "3-0"), ("home", "after lots")]
    assert (final.home, final.away, final.status) == (1, 3, "ready")


def test_where_nobody_won_the_next_opponent_goes_on() -> None:
    state = bracket_with(single_elimination(4), FOUR, [row(1, 4, 0), row(3, 2, 2)])
    assert (state.matches[2].home, state.matches[2].status) == (BYE, "bye")
    assert state.matches[2].winner == 2


def test_two_who_meet_again_have_a_row_for_each_match() -> None:
    """Four in double elimination: 1 beats 3 in the winners' final and loses both finals to him."""
    rows = [row(1, 4, 1), row(3, 2, 3), row(1, 3, 1, "a"), row(4, 2, 4), row(3, 4, 3), row(1, 3, 3, "b"),
            row(3, 1, 3, "c")]
    state = bracket_with(double_elimination(4), FOUR, rows)
    assert [m.outcome.score for m in state.matches if m.outcome and m.outcome.score] == ["a", "b", "c"]
    assert all(m.decided for m in state.matches)


@pytest.mark.parametrize("rows", [
    [row(1, 3, 1)], [row(1, 4, 1), row(1, 4, 1)], [row(1, 4, 4), row(3, 2, 3), row(1, 3, 1)],
])
def test_a_match_that_cannot_have_been_played_is_named(rows: list[PlayedRow]) -> None:
    with pytest.raises(FileError, match=r"r\.csv:2: numbers 1 and [34] do not meet"):
        bracket_with(single_elimination(4), FOUR, rows)


def test_pictures_of_a_draw_show_its_results(cli: Cli, tmp_path: Path) -> None:
    """As text, page and picture, in three languages; a score too long is refused with its place."""
    (tmp_path / "e.csv").write_text("name\nAnn\nBo\nCy\nDi\n", "utf-8")
    draw, results = tmp_path / "d.csv", tmp_path / "r.csv"
    assert cli("draw", tmp_path / "e.csv", "--out", draw).code == 0
    rows = [line.split(",") for line in draw.read_text("utf-8-sig").splitlines()[1:]]
    one, other = rows[0][1], rows[1][1]
    results.write_text(f"home,away,winner,score\n{one},{other},{one},17-3\n", "utf-8")
    asked = (draw, "--event", tmp_path / "e.csv", "--played", results)
    assert "17-3" in cli("show", *asked).out
    for language in ("en", "zh", "vi"):
        for name in ("b.html", "b.svg"):
            out = tmp_path / f"{language}-{name}"
            assert cli("export", *asked, "--out", out, "--language", language).code == 0
            assert "17-3" in out.read_text("utf-8")
    results.write_text(f"home,away,winner,score\n{one},{other},{one},{'9' * 41}\n", "utf-8")
    run = cli("show", *asked)
    assert (run.code, "r.csv:2" in run.err) == (5, True)
