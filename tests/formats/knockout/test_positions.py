"""The association's tables of lines: kept by the program, complete, and the one gap proven."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from scheduler.errors import FileError, UsageError
from scheduler.files.positions import published_positions, read_positions
from scheduler.formats.knockout.positions import check_table, complete, lines_for

HEAD = b"# title: t\n# source: s\n# kind: byes\n# size: 8\norder,line\n"


def test_tables_are_those_of_the_surviving_copy(shared: Path) -> None:
    """All 64 seed lines and 63 printed bye lines, cell for cell; the 43rd bye line is not printed."""
    known = json.loads((shared / "domain/data/bridge/cba_seed_bye_positions.json").read_text())
    seeds, byes = published_positions("cba-seed-lines"), published_positions("cba-bye-lines")
    assert list(seeds.lines) == known["seed_positions_upto_256"]
    printed = list(known["bye_positions_upto_128"])
    assert printed[known["recovered_bye_index"]] == known["recovered_bye_value"] == 86
    printed[known["recovered_bye_index"]] = 0
    assert list(byes.lines) == printed


def test_the_missing_bye_line_is_proven_to_be_86() -> None:
    """No bye meets a bye leaves the match of lines 85 and 86; the absent number is the higher: 86."""
    (gap,) = complete(published_positions("cba-bye-lines"))
    left = [lines for _, lines in gap.steps]
    assert (gap.order, gap.line) == (43, 86)
    assert len(left[0]) == 65
    assert left[1:] == [(85, 86), (85, 86), (86,)]


@pytest.mark.parametrize("name", ["cba-seed-lines", "cba-bye-lines"])
def test_tables_keep_their_articles_and_the_recursion(name: str) -> None:
    assert check_table(published_positions(name)) == ()


def test_a_changed_cell_is_found_by_articles_and_recursion() -> None:
    """Lines 63 and 66 exchanged in the bye table leave it even, but not what the recursion gives."""
    table = published_positions("cba-bye-lines")
    lines = list(table.lines)
    lines[2], lines[3] = lines[3], lines[2]
    assert len(check_table(replace(table, lines=tuple(lines)))) == 2
    lines[5] = 1
    wrong = check_table(replace(table, lines=tuple(lines)))
    assert any("no bye meets a bye" in w for w in wrong)


def test_one_table_serves_all_sizes() -> None:
    """16 lines: seeds on 1, 16, 9 and 8; 13 entrants leave 2, 15 and 10 empty (CBA-13.6, CBA-13.7)."""
    assert lines_for(published_positions("cba-seed-lines"), 16, 4) == (1, 16, 9, 8)
    assert lines_for(published_positions("cba-seed-lines"), 32, 8) == (1, 32, 17, 16, 9, 24, 25, 8)
    assert lines_for(published_positions("cba-bye-lines"), 16, 3) == (2, 15, 10)
    assert lines_for(published_positions("cba-bye-lines"), 128, 43)[-1] == 86


def test_a_gap_that_is_not_proven_is_not_filled() -> None:
    """Of the last four bye lines two are left open: each could be the other's."""
    table = replace(published_positions("cba-bye-lines"), size=8, lines=(2, 7, 0, 0))
    assert [gap.line for gap in complete(table)] == [0, 0]
    with pytest.raises(UsageError, match="misses its line 3"):
        lines_for(table, 8, 3)


@pytest.mark.parametrize(("size", "many", "said"), [(12, 3, "not 12"), (256, 3, "not 256"),
                                                    (16, 9, "names 8"), (128, 65, "names 64")])
def test_a_table_is_not_asked_for_more_than_it_has(size: int, many: int, said: str) -> None:
    with pytest.raises(UsageError, match=said):
        lines_for(published_positions("cba-bye-lines"), size, many)


def test_an_unknown_table_is_named() -> None:
    with pytest.raises(UsageError, match="cba-bye-lines"):
        published_positions("cba-bye-line")


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (HEAD + b"1,2\n2,x\n", ":7"), (HEAD + b"1,2\n3,7\n", '"2,LINE"'), (HEAD + b"1,0\n", "from 1"),
        (HEAD + b"1,9\n", "8 lines"), (HEAD, "8 lines"), (HEAD.replace(b"8", b"12") + b"1,2\n", "12"),
        (HEAD.replace(b"byes", b"bye") + b"1,2\n", 'you mean "byes"'),
        (b"# title: t\norder,line\n1,2\n", "# source"), (b"line\n1\n", "heading"),
    ],
)
def test_what_is_no_table_is_refused_with_its_place(data: bytes, said: str) -> None:
    with pytest.raises(FileError) as caught:
        read_positions(data, name="t.csv")
    assert said in str(caught.value)
    assert "t.csv" in str(caught.value)
