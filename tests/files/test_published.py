"""Published tables: what the bundled files say, reading back what was written, errors by line."""

from __future__ import annotations

import csv
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scheduler.errors import FileError
from scheduler.event import Assumption, Cell, Line, PublishedTable
from scheduler.event.published import ASSUMPTION_KINDS, MARKS
from scheduler.files.published import read_table, table_text, write_table

PUBLISHED = Path(__file__).resolve().parents[2] / "instances" / "published"
FILES = sorted(PUBLISHED.glob("*.toml"))

GOOD = """\
[table]
name = "four"
title = "A table for four"
source = "made up"
entrants = 4
rounds = 3
tables = 2

[round]
1 = ["1-4", "2-3 ppc #why"]
2 = [
    "4-3 rrc @2",
    "1-2 prc @?",
]
3 = ["-", "3-1"]

[note]
why = "table assumed"

[[assumption]]
id = "last"
kind = "matches"
rounds = [3]
lines = ["2-4"]
"""


def published(name: str) -> PublishedTable:
    return read_table(PUBLISHED / f"{name}.toml")


def refusal(text: str) -> str:
    with pytest.raises(FileError) as caught:
        read_table(text.encode(), name="four.toml")
    return str(caught.value)


class TestBundledTables:
    @pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
    def test_every_file_is_named_after_its_table_and_gives_its_source(self, path: Path) -> None:
        table = read_table(path)
        assert table.name == path.stem
        assert table.title
        assert len(table.source) > 20

    @pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
    def test_every_file_comes_back_from_being_written(self, path: Path) -> None:
        table = read_table(path)
        assert read_table(table_text(table).encode(), folder=PUBLISHED) == table

    @pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
    def test_no_file_has_a_pair_twice_or_an_entrant_or_table_twice_in_a_round(
        self, path: Path
    ) -> None:
        table = read_table(path)
        pairs = Counter(frozenset((c.home, c.away)) for c in table.cells)
        busy = Counter((c.round, e) for c in table.cells for e in (c.home, c.away))
        places = Counter((c.round, c.table) for c in table.cells)
        assert set(pairs.values()) == set(busy.values()) == set(places.values()) == {1}
        if not path.stem.startswith("ebl"):
            assert len(pairs) == table.entrants * (table.entrants - 1) // 2

    @pytest.mark.parametrize(
        ("name", "marks"),
        [
            ("cba-6", {"printed": 15}),
            ("cba-8", {"printed": 21, "recovered": 7}),
            ("cba-12", {"printed": 39, "recovered": 16, "conjectured": 11}),
            ("rotation-6", {"printed": 9, "recovered": 6}),
        ],
    )
    def test_as_many_cells_are_printed_as_the_source_has(
        self, name: str, marks: dict[str, int]
    ) -> None:
        assert Counter(c.match for c in published(name).cells) == marks

    @pytest.mark.parametrize("size", [6, 8, 12])
    def test_the_bridge_tables_agree_with_the_collected_data(self, size: int, shared: Path) -> None:
        path = shared / "domain" / "data" / "bridge" / "cba_round_robin_tables.csv"
        with path.open(encoding="utf-8", newline="") as file:
            rows = [row for row in csv.DictReader(file) if row["teams"] == str(size)]
        cells = published(f"cba-{size}").cells
        assert len(rows) == len(cells)
        for row, cell in zip(rows, cells, strict=True):
            assert (row["round"], row["home"], row["away"]) == (
                str(cell.round), str(cell.home), str(cell.away)
            )
            assert row["flag"] == cell.match == cell.sides
            assert row["table"] in (str(cell.table), "1-3")
            if "certain" in row["note"] or row["note"][-7:] == "printed":
                assert cell.place == "printed"
            if "assumed" in row["note"] or row["table"] == "1-3":
                assert cell.place == "conjectured"

    def test_only_the_last_table_of_the_twelve_is_certain(self) -> None:
        certain = [c for c in published("cba-12").cells if c.place == "printed"]
        assert [(c.round, c.table) for c in certain] == [(r, 6) for r in range(1, 12)]
        assert all(12 in (c.home, c.away) for c in certain)

    def test_lost_cells_of_the_twelve_may_be_any_line_of_the_six_and_the_eight(self) -> None:
        table = published("cba-12")
        lines = [
            Line(c.home, c.away) for name in ("cba-6", "cba-8") for c in published(name).cells
        ]
        assert set(table.lines) == set(lines)
        assert table.lines_from == "cba-6, cba-8"

    @pytest.mark.parametrize("n", [4, 6, 8, 10, 12, 14])
    def test_berger_tables_follow_the_rule_of_sums(self, n: int) -> None:
        """In round r the numbers of a match add up to r + 1 modulo n - 1, but for n's own match."""
        table = published(f"berger-{n}")
        for c in table.cells:
            if n in (c.home, c.away):
                assert c.table == 1
                assert (c.home == n) == (c.round % 2 == 0)
            else:
                assert (c.home + c.away - c.round - 1) % (n - 1) == 0
        homes = Counter(c.home for c in table.cells)
        assert all(homes[e] == (n // 2 if e <= n // 2 else n // 2 - 1) for e in range(1, n + 1))

    def test_the_rotation_example_turns_one_place_each_round(self) -> None:
        circle = [2, 3, 4, 5, 6]
        for number in range(1, 6):
            row = [(c.home, c.away) for c in published("rotation-6").cells if c.round == number]
            assert row == [(1, circle[4]), (circle[0], circle[3]), (circle[1], circle[2])]
            circle = circle[-1:] + circle[:-1]

    def test_the_championship_rounds_have_the_published_names(self) -> None:
        table = published("ebl-2014-open-a")
        last = [c for c in table.cells if c.round == 10][-1]
        assert [table.names[e - 1] for e in (last.home, last.away)] == ["SLOVENIA", "PORTUGAL"]
        assert Counter(c.round for c in table.cells) == {1: 4, 2: 4, 9: 9, 10: 9}


class TestReading:
    def test_marks_places_notes_and_gaps_are_read_as_written(self) -> None:
        table = read_table(GOOD.encode())
        assert table.cells == (
            Cell(1, 1, 1, 4),
            Cell(1, 2, 2, 3, place="conjectured", note="table assumed"),
            Cell(2, 2, 4, 3, "recovered", "recovered", "conjectured"),
            Cell(2, 0, 1, 2, "printed", "recovered", "conjectured"),
            Cell(3, 2, 3, 1),
        )
        assert table.assumptions == (
            Assumption("last", "matches", rounds=(3,), lines=(Line(2, 4),)),
        )

    @pytest.mark.parametrize(
        ("old", "new", "line", "says"),
        [
            ("2-3 ppc", "2-5 ppc", 10, "5 is no number of 1 to 4"),
            ("2-3 ppc", "0-3 ppc", 10, "0 is no number of 1 to 4"),
            ("2-3 ppc", "3-3 ppc", 10, "3 cannot meet itself"),
            ("2-3 ppc", "2-3 ppx", 10, '"ppx" are no marks'),
            ("2-3 ppc", "2-3 pp", 10, '"pp" are no marks'),
            ("#why", "#wy", 10, 'Maybe you mean "why"?'),
            ("2-3 ppc", "2:3", 10, "is no cell"),
            ("1-2 prc @?", "1-2 prc @3", 13, "there is no table 3, the last is 2"),
            ('"-", "3-1"', '"-", "-", "3-1"', 15, "there is no table 3"),
            ("\n3 =", "\n4 =", 15, '"4" is no round of 1 to 3'),
            ("\n3 =", "\n03 =", 15, 'write round "03" as 3'),
            ("\n3 =", f"\n00001{'9' * 5000} =", 15, "is no round of 1 to 3"),
            ('["-", "3-1"]', '"3-1"', 15, "must be a list of texts"),
            ("rounds = 3", "rounds = 0", 6, "rounds must be 1 to 1000, not 0"),
            ("rounds = 3", "rounds = true", 6, "rounds must be a whole number"),
            ("entrants = 4", "entrants = 100000", 5, "entrants must be 2 to 200"),
            ("entrants = 4", "entrant = 4", 5, 'Maybe you mean "entrants"?'),
            ("entrants = 4\n", "", 1, '"entrants" is missing in [table]'),
            ('"made up"', "7", 4, "source must be a text"),
            ("[note]", "[notes]", 17, 'Maybe you mean "note"?'),
            ('"matches"', '"match"', 22, 'Maybe you mean "matches"?'),
            ("rounds = [3]", "rounds = [4]", 23, "rounds must be 1 to 3, not 4"),
            ("rounds = [3]", "rounds = [2, 3]", 23, "is about one round"),
            ("rounds = [3]\n", "", 20, '"rounds" is missing in [assumption]'),
            ('lines = ["2-4"]', 'lines = ["2-9"]', 24, "9 is no number of 1 to 4"),
            ('lines = ["2-4"]', 'lines = ["2-4"]\nleast = 1', 25, "has no least"),
            ("[[assumption]]", "[assumption]", 20, "in double brackets"),
            ("tables = 2", 'tables = 2\nnames = ["a"]', 8, "1 names for 4 entrants"),
            ("tables = 2", "tables = 2 2", 7, "not TOML"),
            ("tables = 2", 'tables = 2\nlines_from = ["../x"]', 8, "is not the name of a table"),
            ("tables = 2", 'tables = 2\nlines_from = ["cba-7"]', 8, 'no table or event'),
        ],
    )
    def test_a_mistake_is_named_with_its_line(
        self, old: str, new: str, line: int, says: str
    ) -> None:
        assert old in GOOD
        message = refusal(GOOD.replace(old, new, 1))
        assert message.startswith(f"four.toml:{line}: ")
        assert says in message

    def test_two_assumptions_of_one_name_are_refused(self) -> None:
        again = GOOD[GOOD.index("[[assumption]]") :]
        assert 'two assumptions are called "last"' in refusal(GOOD + again)

    def test_bytes_that_are_no_text_and_files_too_long_are_refused(self) -> None:
        with pytest.raises(FileError, match="not UTF-8"):
            read_table(b"[table]\nname = \xff\n")
        with pytest.raises(FileError, match="longer than 4 MB"):
            read_table(b"#" * (5 << 20))
        with pytest.raises(FileError, match=r"nested too deeply|not TOML"):
            read_table(b"a = " + b"[" * 100_000)
        with pytest.raises(FileError, match="not TOML"):
            read_table(b"a = " + b"9" * 10_000)

    def test_lines_come_from_a_table_beside_the_file_before_a_bundled_one(
        self, tmp_path: Path
    ) -> None:
        (tmp_path / "cba-6.toml").write_text(GOOD, encoding="utf-8")
        own = tmp_path / "own.toml"
        own.write_text(
            GOOD.replace("tables = 2", 'tables = 2\nlines_from = ["cba-6"]'), encoding="utf-8"
        )
        assert set(read_table(own).lines) == {
            Line(1, 4), Line(2, 3), Line(4, 3), Line(1, 2), Line(3, 1)
        }


texts = st.text(st.characters(exclude_categories=("Cs",)), max_size=12)
whole = st.integers(1, 3)


@st.composite
def tables(draw: st.DrawFn) -> PublishedTable:
    """Any table of up to six: rows in order, all else free."""
    n = draw(st.integers(2, 6))
    number = st.integers(1, n)
    pairs = st.tuples(number, number).filter(lambda p: p[0] != p[1])
    mark = st.sampled_from(MARKS)
    cells = [
        Cell(r, draw(st.integers(0, 3)), h, a, draw(mark), draw(mark), draw(mark), draw(texts))
        for r in range(1, 4)
        for h, a in draw(st.lists(pairs, max_size=3))
    ]
    lines = st.lists(pairs.map(lambda p: Line(*p)), unique=True, max_size=3).map(tuple)
    assumptions = []
    for kind in draw(st.lists(st.sampled_from(sorted(ASSUMPTION_KINDS)), unique=True)):
        keys = ASSUMPTION_KINDS[kind][0]
        values = {
            "rounds": (draw(whole),), "lines": draw(lines), "modulo": draw(st.integers(1, n)),
            "least": draw(whole), "most": draw(whole),
        }
        chosen = {key: values[key] for key in keys}
        assumptions.append(Assumption(kind, kind, draw(texts), **chosen))  # type: ignore[arg-type]
    names = draw(st.sampled_from([(), tuple(draw(texts) for _ in range(n))]))
    return PublishedTable(
        draw(texts), draw(texts), draw(texts), n, 3, 3, tuple(cells), draw(lines),
        names=names, assumptions=tuple(assumptions),
    )


@given(tables())
def test_any_table_comes_back_from_being_written(table: PublishedTable) -> None:
    assert read_table(table_text(table).encode()) == table


def test_a_written_file_replaces_the_old_one_and_leaves_nothing_beside(tmp_path: Path) -> None:
    path = tmp_path / "four.toml"
    path.write_text("old", encoding="utf-8")
    write_table(read_table(GOOD.encode()), path)
    assert read_table(path) == read_table(GOOD.encode())
    assert [p.name for p in tmp_path.iterdir()] == ["four.toml"]


def test_a_file_that_cannot_be_written_is_an_error_with_its_path(tmp_path: Path) -> None:
    with pytest.raises(FileError, match=r"nowhere does not exist"):
        write_table(read_table(GOOD.encode()), tmp_path / "nowhere" / "four.toml")
