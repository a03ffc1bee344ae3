"""Crosstables: rounds or results, each cell the mirror of its opposite."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from files.entry_lists import workbook
from files.rounds_read import VP, adopted, grave, pairs
from scheduler.errors import FileError
from scheduler.files.rounds import adopt_rounds


def test_a_crosstable_of_rounds_with_sides() -> None:
    read = adopted("No,Team,1,2,3\n1,Hanoi,x,1H,2A\n2,Hue,1A,x,3H\n3,Vinh,2H,3A,x\n")
    assert pairs(read) == [(1, 1, 2), (2, 3, 1), (3, 2, 3)]
    assert [e.name for e in read.entrants] == ["Hanoi", "Hue", "Vinh"]
    assert not grave(read)


def test_a_crosstable_headed_by_names_with_bare_rounds_and_only_one_half() -> None:
    read = adopted(",A,B,C,D,Total\nA,,1,2,3,60\nB,,,3,2,10\nC,,,,1,0\nD,,,,,5\n")
    assert pairs(read) == [(1, 1, 2), (1, 3, 4), (2, 1, 3), (2, 2, 4), (3, 1, 4), (3, 2, 3)]
    assert not read.findings


def test_a_crosstable_of_points_joins_both_cells_into_one_result() -> None:
    """Cells of one side's VP; rounds are not known, so they are 0."""
    read = adopted(";1;2;3\n1;;13,25;20\n2;6,75;;10\n3;0;10;\n", scoring=VP)
    assert [(m.round, m.home, m.away, m.result) for m in read.matches] == [
        (0, 1, 2, "13,25-6,75"), (0, 1, 3, "20-0"), (0, 2, 3, "10-10"),
    ]
    assert (read.rounds, read.findings) == (0, ())


@pytest.mark.parametrize(("here", "there", "result"), [
    ("+18", "-18", "+18"), ("18", "-18", "18"), ("13-7", "7-13", "13-7"), ("h", "a", "h"),
    ("R1: +18", "R1: -18", "+18"), ("w-", "-w", "w-"),
])
def test_mirrored_results_of_a_crosstable_are_one(here: str, there: str, result: str) -> None:
    read = adopted(f"x,1,2,3\n1,,{here},d\n2,{there},,d\n3,d,d,\n")
    assert read.matches[-1 if here[0] == "R" else 0].result == result
    assert not grave(read)


@pytest.mark.parametrize(("here", "there"), [
    ("+18", "-17"), ("+18", "+18"), ("13-7", "13-7"), ("h", "h"), ("+18", ""), ("R3: +18", "R4: -18"),
])
def test_a_cell_that_is_not_the_mirror_of_its_opposite_is_told(here: str, there: str) -> None:
    read = adopted(f"x,1,2,3\n1,,{here},d\n2,{there},,d\n3,d,d,\n")
    assert [f for f in grave(read) if f[0] == "mirror"][:1] == [("mirror", "r.csv:2, column 3")]
    assert "1 against 2" in next(f.text for f in read.findings if f.kind == "mirror")


def test_rounds_that_are_not_mirrored_are_told_at_the_cell() -> None:
    read = adopted("x,1,2,3,4\n1,,1H,2H,3H\n2,1A,,3H,2H\n3,2A,3A,,1H\n4,3A,2A,1H,\n")
    assert grave(read) == [("mirror", "r.csv:4, column 5")]


def test_bare_numbers_are_taken_for_what_the_caller_says() -> None:
    text = "x,1,2,3\n1,,1,2\n2,1,,3\n3,2,3,\n"
    assert adopted(text).rounds == 3
    assert [m.result for m in adopted(text, cells="results").matches] == ["1-1", "2-2", "3-3"]


def test_the_workbook_of_a_schedule_is_adopted_by_its_list() -> None:
    """Its crosstable says the same once more and is left alone."""
    listed = [["round", "home", "away"], [1, 1, 2], [1, 3, "bye"]]
    cross = [["No", "1", "2", "3"], ["1", "", "9H", ""], ["2", "9A", "", ""], ["3", "", "", ""]]
    read = adopt_rounds(workbook(listed, cross), name="r.xlsx")
    assert (pairs(read), read.rounds) == ([(1, 1, 2)], 1)


@given(st.lists(st.lists(st.sampled_from(["", "x", "1", "2", "3", "1H", "+5", "9-9", "R1 +", "=", "-"]),
                         min_size=3, max_size=3), min_size=3, max_size=3))
def test_whatever_stands_in_a_crosstable_is_read_or_told(cells: list[list[str]]) -> None:
    rows = [[str(i), *row] for i, row in enumerate(cells, start=1)]
    for i, row in enumerate(rows, start=1):
        row[i] = ""
    said = any(c not in ("", "x", "-") for row in rows for c in row[1:])
    try:
        read = adopted("no,1,2,3\n" + "\n".join(map(",".join, rows)))
    except FileError:
        return
    assert said
    assert read.matches
