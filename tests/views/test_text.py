"""A schedule as terminal text: what is read back from the text is the schedule."""

from __future__ import annotations

import re
from itertools import pairwise

import numpy as np
import pytest

from scheduler.errors import UsageError
from scheduler.event import Cell, Match, PublishedTable, Schedule
from scheduler.views.columns import width
from scheduler.views.messages import LANGUAGES, Translator
from scheduler.views.text import (
    VIEWS,
    by_entrant,
    by_round,
    crosstable,
    pattern_table,
    published,
    show,
)

NAMES = ("北京首钢", "Nguyễn Văn Ánh", "Zürich", "上海金茂", "Hà Nội", "\x1b[2J\nWipe")
EN = Translator("en")


def _circle(n: int) -> Schedule:
    """The circle method without tables' names: enough to fill large views."""
    last, turns = n - 1, np.arange(n - 1)
    rounds, home, away, table = [turns], [turns], [np.full(last, last)], [np.full(last, n // 2)]
    for i in range(1, n // 2):
        rounds.append(turns)
        home.append((turns + i) % last)
        away.append((turns - i) % last)
        table.append(np.full(last, i))
    r, h, a, t = map(np.concatenate, (rounds, home, away, table))
    return Schedule.from_columns(n, last, r + 1, h + 1, a + 1, t)


def test_by_round_reads_back_as_the_schedule(six: Schedule) -> None:
    lines = by_round(six, EN).splitlines()
    assert lines[0].split() == ["Round", "T1", "T2", "T3"]
    read = [
        Match(*map(int, cell.split("-")), int(line.split()[0]), table)
        for line in lines[1:]
        for table, cell in enumerate(line.split()[1:], start=1)
    ]
    assert Schedule.of(6, 5, read) == six


def test_by_round_names_the_idle_number_of_every_round(five: Schedule) -> None:
    lines = by_round(five, EN).splitlines()
    assert lines[0].split()[-1] == "Byes"
    assert [line.split()[-1] for line in lines[1:]] == ["1", "2", "3", "4", "5"]


def test_by_round_shows_start_times_where_there_are_any(six: Schedule) -> None:
    text = by_round(six.replace(starts={2: "2026-03-05T14:00"}), EN)
    assert text.splitlines()[2].endswith("6-2  5 March 2026, 14:00")


def test_matches_without_tables_stand_in_order_and_are_not_given_one(six: Schedule) -> None:
    bare = six.replace(table=np.zeros(15, dtype=np.int32))
    assert by_round(bare, EN).splitlines()[0].split() == ["Round", "#1", "#2", "#3"]
    some = six.replace(table=np.where(six.table == 2, 0, six.table))
    lines = by_round(some, EN).splitlines()
    assert "Table open" in lines[0]
    assert lines[1].split() == ["1", "3-5", "1-6", "4-2"]


def test_two_matches_at_one_table_are_both_shown(six: Schedule) -> None:
    crowded = six.replace(table=np.ones(15, dtype=np.int32))
    assert by_round(crowded, EN).splitlines()[1].split() == ["1", "1-6", "3-5", "4-2"]


def _columns(line: str) -> list[int]:
    """The terminal cells at which the cells of a line start: two spaces stand between them."""
    return [width(line[: found.start()]) for found in re.finditer(r"(?<!\S)\S+(?: \S+)*", line)]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("view", sorted(VIEWS))
def test_names_in_three_scripts_align(six: Schedule, language: str, view: str) -> None:
    text = VIEWS[view](six, Translator(language), names=NAMES, line=400)
    assert "\x1b" not in text
    cells = [_columns(line) for line in text.splitlines()]
    assert len(cells) == (6 if view == "by-round" else 7)
    # The first column is set right, so its ends align; every other one is set left.
    edges = slice(2, None) if view != "pattern" else slice(-1, None)
    assert len({tuple(row[edges]) for row in cells}) == 1
    assert cells[0][edges]


def test_a_grid_with_names_that_does_not_fit_is_written_round_after_round(six: Schedule) -> None:
    text = by_round(six, EN, names=NAMES, line=70)
    assert [x for x in text.splitlines() if x.startswith("Round")] == [
        f"Round {r}" for r in range(1, 6)
    ]
    assert all(width(line) <= 70 for line in text.splitlines())
    assert "5 Hà Nội - 4 上海金茂" in text


def test_by_entrant_gives_every_number_its_opponents_and_sides(five: Schedule) -> None:
    lines = by_entrant(five, EN).splitlines()
    for number, line in enumerate(lines[1:], start=1):
        cells = line.split()
        assert int(cells[0]) == number
        for r, cell in enumerate(cells[1:], start=1):
            own = [m for m in five.matches if m.round == r and number in (m.home, m.away)]
            if cell == "-":
                assert own == []
            else:
                pair = (number, int(cell[1:])) if cell[0] == "H" else (int(cell[1:]), number)
                assert [(m.home, m.away) for m in own] == [pair]


def test_the_crosstable_says_round_and_side_from_both_ends(six: Schedule) -> None:
    rows = [line.split() for line in crosstable(six, EN).splitlines()]
    for m in six.matches:
        assert rows[m.home][m.away] == f"{m.round}H"
        assert rows[m.away][m.home] == f"{m.round}A"
    assert [rows[i][i] for i in range(1, 7)] == ["\\"] * 6


def test_both_legs_of_a_pair_share_a_cell_of_the_crosstable() -> None:
    s = Schedule.of(2, 2, [Match(1, 2, 1), Match(2, 1, 2)])
    assert crosstable(s, EN).splitlines()[1].split() == ["1", "\\", "1H", "2A"]


def test_the_pattern_counts_sides_breaks_and_the_longest_run(six: Schedule) -> None:
    rows = [line.split() for line in pattern_table(six, EN).splitlines()[1:]]
    assert rows[0] == ["1", "3", "2", "2", "2", "HHAAH"]
    for row in rows:
        sides = row[-1]
        breaks = sum(a == b for a, b in pairwise(sides))
        assert row[1:4] == [str(sides.count("H")), str(sides.count("A")), str(breaks)]


def test_a_view_of_a_hundred_numbers_is_cut_into_blocks_that_fit() -> None:
    s = _circle(100)
    for view in VIEWS.values():
        assert all(width(line) <= 120 for line in view(s, EN).splitlines())
    cells = re.findall(r"(\d+)-(\d+)", by_round(s, EN))
    assert len(cells) == len(set(cells)) == 4950


def test_half_a_million_matches_are_all_written() -> None:
    text = by_round(_circle(1000), EN)
    assert text.count("Round ") == 999
    assert len(re.findall(r"\d-\d", text)) == 499_500


def test_an_empty_schedule_is_a_table_without_matches() -> None:
    empty = Schedule.of(4, 2, [])
    for view in VIEWS.values():
        assert view(empty, EN).endswith("\n")
    assert by_round(empty, EN).splitlines()[1].split(maxsplit=1) == ["1", "1, 2, 3 and 4"]


def test_published_cells_are_marked_by_what_is_known_of_them() -> None:
    cells = (Cell(1, 1, 1, 2), Cell(1, 2, 3, 4, match="recovered"), Cell(2, 1, 1, 3, "conjectured"))
    table = PublishedTable("t", "T", "a book", 4, 2, 2, cells)
    lines = published(table, EN).splitlines()
    assert lines[1].split() == ["1", "1-2", "3-4*"]
    assert lines[-1] == EN("legend.published")


def test_a_table_printed_in_full_needs_no_legend() -> None:
    table = PublishedTable("t", "T", "a book", 2, 1, 1, (Cell(1, 1, 1, 2),))
    assert published(table, EN).splitlines()[1:] == ["    1  1-2"]


def test_show_titles_every_view_and_refuses_unknown_ones(six: Schedule) -> None:
    text = show(six, EN)
    assert [t for t in text.splitlines() if t in {EN(f"title.{v}") for v in VIEWS}] == [
        EN(f"title.{v}") for v in VIEWS
    ]
    with pytest.raises(UsageError, match="there is no view") as caught:
        show(six, EN, ["by-rond"])
    assert "by-round" in caught.value.maybe
