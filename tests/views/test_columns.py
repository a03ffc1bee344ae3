"""Text aligns in a terminal whatever its script, and names cannot break a table."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scheduler.views.columns import MOST_COLUMNS, clean, cut, flow, grid, pad, width


@pytest.mark.parametrize(
    ("text", "cells"),
    [
        ("", 0),
        ("3-5", 3),
        ("北京", 4),
        ("Nguyễn", 6),
        (unicodedata.normalize("NFD", "Nguyễn"), 6),
        ("ＡＢ", 4),
        ("ｱ", 1),
        ("한국", 4),
        (unicodedata.normalize("NFD", "한국"), 4),
        ("a\u200db", 2),
        ("…", 1),
    ],
)
def test_width_counts_terminal_cells(text: str, cells: int) -> None:
    assert width(text) == cells


@given(st.text(max_size=30), st.integers(0, 60))
def test_padding_fills_to_exactly_the_cells_asked_for(text: str, cells: int) -> None:
    filled = pad(text, cells)
    assert filled.startswith(text)
    assert width(filled) == max(cells, width(text))


@given(st.text(max_size=30), st.integers(1, 20))
def test_a_cut_text_never_takes_more_cells_than_it_has(text: str, cells: int) -> None:
    assert width(cut(text, cells)) <= cells
    assert cut(text, max(1, width(text))) == text


@given(st.text(max_size=40))
def test_a_clean_name_is_one_printable_line(text: str) -> None:
    told = clean(text)
    assert "\n" not in told
    assert all(unicodedata.category(c) not in ("Cc", "Cf", "Cs", "Zl", "Zp") for c in told)
    assert told == told.strip()
    assert clean(told) == told


def test_escape_sequences_and_direction_overrides_are_taken_out_of_names() -> None:
    assert clean("\x1b[31mRed\n\u202eevil\t team") == "[31mRed evil team"


def test_columns_of_mixed_scripts_start_in_one_place() -> None:
    lines = grid(["No.", "Name", "x"], [["1", "北京", "A"], ["2", "Nguyễn", "B"]], sides="r")
    starts = [width(line[: line.rindex(mark)]) for line, mark in zip(lines, "xAB", strict=True)]
    assert len(set(starts)) == 1


@given(st.integers(1, 130), st.integers(20, 120))
def test_a_wide_table_is_cut_into_blocks_that_fit_and_lose_nothing(columns: int, line: int) -> None:
    head = ["R", *(str(i) for i in range(columns))]
    row = ["1", *(f"c{i}" for i in range(columns))]
    blocks = "\n".join(grid(head, [row], line=line)).split("\n\n")
    found: list[str] = []
    for block in blocks:
        top, cells = (part.split() for part in block.split("\n"))
        assert all(width(part) <= line for part in block.split("\n"))
        assert top[0] == "R"
        assert cells[0] == "1"
        assert len(cells) - 1 <= MOST_COLUMNS
        found += cells[1:]
    assert found == row[1:]


def test_blocks_are_of_equal_size() -> None:
    head = ["R", *(f"{i:02}" for i in range(50))]
    blocks = "\n".join(grid(head, [], line=400)).split("\n\n")
    assert [len(block.split()) - 1 for block in blocks] == [25, 25]


def test_flow_keeps_order_and_line_length() -> None:
    lines = flow([f"{i}-北" for i in range(30)], line=40)
    assert all(width(line) <= 40 for line in lines)
    assert " ".join(lines).split() == [f"{i}-北" for i in range(30)]
    assert flow([]) == []
