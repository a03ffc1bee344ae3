"""Entry lists as offices send them, and the cell that is named when one is wrong."""

from __future__ import annotations

import io
import struct
import zipfile
from pathlib import Path

import openpyxl
import pytest
import xlsxwriter
from hypothesis import given
from hypothesis import strategies as st

from files.entry_lists import in_1258, saved, workbook
from scheduler.errors import FileError
from scheduler.event import Entrant
from scheduler.files.entrants import read_entrants, write_entrants
from scheduler.files.text import clean
from scheduler.files.words import ENTRANT_WORDS, fold

CHINESE = "编号,队名,种子,地区,教练\n1,北京龙队,1,华北,李明\n2,上海,,华东,\n3,天津 二队,0,华北,王芳\n"
VIETNAMESE = "Số;Tên đội;Hạt giống;Khu vực\n1;Hà Nội;1;Bắc\n2;Đà Nẵng;;Trung\n3;Cần Thơ;2;Nam\n"


def failure(data: bytes, name: str = "t.csv") -> FileError:
    """The error of reading ``data``."""
    with pytest.raises(FileError) as caught:
        read_entrants(data, name=name)
    return caught.value


def names(data: bytes) -> list[str]:
    """The names read, in order of number."""
    return [e.name for e in read_entrants(data, name="t.csv")]


# --- What is read ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "gbk", "gb18030"]
)
def test_a_chinese_list_reads_the_same_in_every_encoding(encoding: str) -> None:
    read = read_entrants(CHINESE.encode(encoding), name="t.csv")
    assert read == (
        Entrant(1, "北京龙队", 1, "华北", attributes={"教练": "李明"}),
        Entrant(2, "上海", 0, "华东"),
        Entrant(3, "天津 二队", 0, "华北", attributes={"教练": "王芳"}),
    )


def test_a_vietnamese_list_reads_the_same_in_windows_1258_and_in_unicode() -> None:
    expected = (
        Entrant(1, "Hà Nội", 1, "Bắc"), Entrant(2, "Đà Nẵng", 0, "Trung"),
        Entrant(3, "Cần Thơ", 2, "Nam"),
    )
    for data in (in_1258(VIETNAMESE), VIETNAMESE.encode(), VIETNAMESE.encode("utf-16")):
        assert read_entrants(data, name="t.csv") == expected


def test_western_names_in_windows_1252_are_not_taken_for_vietnamese_or_chinese() -> None:
    western = ["São João", "Camões", "Forlì", "Però", "Núñez", "Malmö", "Škofja", "Ærø"]
    assert names(("Team\n" + "\n".join(western)).encode("cp1252")) == western


def test_a_list_of_decomposed_letters_reads_as_the_composed_ones() -> None:
    assert names("name\nHa\u0300 No\u0323\u0302i\nHue\u0302\u0301\n".encode()) == ["Hà Nội", "Huế"]


@pytest.mark.parametrize("line", [
    "number,name,seed", "No.,Team,Seed", "#,Team name,Seeding", "队号,队名,种子", "编号,名称,种子号",
    "号,姓名,种子", "số,tên,hạt giống", "Số đội,Tên đội,Hạt Giống", "so,ten doi,hat giong",
    "№,ENTRANTS,seed no.", "ＮＯ,ｎａｍｅ,ｓｅｅｄ", "STT,Họ và tên,HẠT GIỐNG",
])
def test_headings_are_known_in_three_languages(line: str) -> None:
    read = read_entrants(f"{line}\n2,Alpha,\n1,Beta,3\n".encode(), name="t.csv")
    assert read == (Entrant(1, "Beta", 3), Entrant(2, "Alpha"))


def test_every_heading_is_known_by_only_one_meaning() -> None:
    folded = [fold(w) for words in ENTRANT_WORDS.values() for w in words]
    meanings = {w: {k for k, ws in ENTRANT_WORDS.items() if w in map(fold, ws)} for w in folded}
    assert {w: m for w, m in meanings.items() if len(m) > 1 or not w} == {}


@pytest.mark.parametrize("text", [
    "number;name\n1;Smith, John\n2;Lee, Ann\n", "number\tname\n1\tSmith, John\n2\tLee, Ann\n",
    'number,name\n1,"Smith, John"\n2,"Lee, Ann"\n', 'sep=;\nnumber;name\n1;Smith, John\n2;Lee, Ann',
    "number|name\r\n1|Smith, John\r\n2|Lee, Ann\r\n", "number;name\r1;Smith, John\r2;Lee, Ann\r",
])
def test_any_separator_and_line_end_will_do(text: str) -> None:
    assert names(text.encode()) == ["Smith, John", "Lee, Ann"]


def test_quotation_marks_inside_a_name_and_doubled_ones_survive() -> None:
    assert names(b'name,club\n"The ""Aces""",x\nThe "Kings",y\n') == ['The "Aces"', 'The "Kings"']


def test_title_rows_blank_rows_and_repeated_headings_are_no_entrants() -> None:
    text = "Spring Cup,,\n2026,,\n,,\nNo,Team,Club\n1,A,x\n,,\nNo,Team,Club\n2,B,y\n,,\n"
    assert names(text.encode()) == ["A", "B"]


def test_a_bare_list_of_names_is_numbered_in_order_of_the_file() -> None:
    assert read_entrants("红队\n蓝队\n绿队\n".encode(), name="t.txt") == (
        Entrant(1, "红队"), Entrant(2, "蓝队"), Entrant(3, "绿队"),
    )


def test_a_bare_list_of_numbers_and_names_keeps_its_numbers() -> None:
    assert names(b"2,B\n1,A\n3,C\n") == ["A", "B", "C"]


def test_digits_of_full_width_and_spaces_that_do_not_break_are_read() -> None:
    text = "number,name,rating\n１,\u00a0Red\u00a0\u00a0Team ,２５００\n 2 ,Blue\u200b,2400.0\n"
    assert read_entrants(text.encode(), name="t.csv") == (
        Entrant(1, "Red Team", rating=2500), Entrant(2, "Blue", rating=2400),
    )


def test_the_drawn_number_wins_over_the_serial_number_of_the_row() -> None:
    read = read_entrants("序号,队号,队名\n1,2,甲\n2,1,乙\n".encode(), name="t.csv")
    assert [e.name for e in read] == ["乙", "甲"]
    assert read[0].attributes == {"序号": "2"}


def test_columns_of_one_unknown_heading_are_all_kept() -> None:
    read = read_entrants(b"team,member,member\nA,x,y\nB,z,\n", name="t.csv")
    assert read[0].attributes == {"member": "x", "member 2": "y"}


# --- Workbooks ------------------------------------------------------------------------------------


def test_numbers_that_excel_keeps_as_floats_are_whole_numbers() -> None:
    data = workbook([["No", "Team", "Seed", "Code"], [1.0, "A", 2.0, 7.0], [2.0, 33, None, 7.5]])
    assert read_entrants(data, name="t.xlsx") == (
        Entrant(1, "A", 2, attributes={"Code": "7"}), Entrant(2, "33", attributes={"Code": "7.5"}),
    )


def test_the_first_sheet_with_headings_counts() -> None:
    data = workbook([["Welcome"], ["to the cup"]], [["Team"], ["A"], ["B"]])
    assert [e.name for e in read_entrants(data, name="t.xlsx")] == ["A", "B"]


def test_a_list_that_begins_in_the_middle_of_a_sheet_under_merged_cells_is_read() -> None:
    book = openpyxl.Workbook()
    sheet = book.active
    sheet["B2"] = "Entries of the Spring Cup"
    sheet.merge_cells("B2:E2")
    for cell, text in {"B4": "No", "C4": "Team", "C5": "Name", "D5": "Club", "E4": "单位",
                       "B6": 1, "C6": "A", "D6": "x", "E6": "North", "B7": 2, "C7": "B"}.items():
        sheet[cell] = text
    for merged in ("B4:B5", "C4:D4", "E4:E5", "E6:E7"):
        sheet.merge_cells(merged)
    assert read_entrants(saved(book), name="t.xlsx") == (
        Entrant(1, "A", region="North", club="x"), Entrant(2, "B", region="North"),
    )


# --- What is refused ------------------------------------------------------------------------------


@pytest.mark.parametrize(("rows", "cell", "said"), [
    ([["No", "Team"], [1, "A"], ["x", "B"]], "cell A3", '"x" is not a whole number'),
    ([["No", "Team"], [1, "A"], [2, None]], "cell B3", "name is empty"),
    ([["No", "Team"], [1, "A"], [1, "B"]], "cell A3", "there twice"),
    ([["No", "Team"], [1, "A"], [2, "a "]], "cell B3", "there twice"),
    ([["No", "Team"], [None, "A"], [2, "B"]], "cell A2", "no number"),
    ([["No", "Team"], [0, "A"], [1, "B"]], "cell A2", "count from 1"),
    ([["", "Cup"], [], ["No", "Team", "Elo"], [1, "A", 3.5], [2, "B", 1]], "cell C4", "3.5"),
    ([["No", "Team", "Seed"], [1, "A", -1], [2, "B", 1]], "cell C2", '"-1"'),
    ([["Team", "Team"], ["A", "B"]], "cell B1", "over two columns"),
])
def test_a_bad_cell_is_named_by_sheet_row_and_column(
    rows: list[list[object]], cell: str, said: str
) -> None:
    error = failure(workbook(rows), "t.xlsx")
    assert error.where == f"t.xlsx, sheet Teams, {cell}"
    assert said in error.message


@pytest.mark.parametrize(("text", "where", "said"), [
    ("number,name\n1,A\n3,B\n", "t.csv", "2 missing, highest 3"),
    ("name\nA\n", "t.csv", "at least 2 entrants"),
    ("number,seed\n1,2\n2,1\n", "t.csv:1", "no column of names"),
    ("Smith, John\nLee, Ann\n", "t.csv:1", "no column of names"),
    ("name\nSmith, John\nLee\n", "t.csv:2, column 2", "beyond the last heading"),
    ('name,club\nA,x\n"B,y\nC,z\n', "t.csv:3", "cannot be read"),
    ("name\n" + "x" * 300 + "\nB\n", "t.csv:2, column 1", "300 characters"),
    (" \n \n", "t.csv", "empty"),
    (",,\n,,\n", "t.csv", "no cell holds anything"),
    ("name\n" + "\n".join(f"T{i}" for i in range(10_001)), "t.csv", "10001 entrants"),
])
def test_a_bad_list_is_named_by_line(text: str, where: str, said: str) -> None:
    error = failure(text.encode())
    assert error.where == where
    assert said in error.message
    assert "Maybe" in str(error)


def test_a_picture_is_no_entry_list() -> None:
    assert "not a text file" in failure(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0").message


def test_more_than_20_megabytes_are_refused() -> None:
    assert "longer than 20 MB" in failure(b"x" * (20 * 2**20 + 1)).message


def test_an_old_or_protected_workbook_is_told_so() -> None:
    assert ".xls workbook" in failure(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600).message


def test_a_missing_file_is_told_with_its_neighbour(tmp_path: Path) -> None:
    (tmp_path / "teams.csv").write_text("name\nA\nB\n")
    with pytest.raises(FileError, match=r'no such file\nMaybe you mean "teams.csv"'):
        read_entrants(tmp_path / "team.csv")
    with pytest.raises(FileError, match="folder"):
        read_entrants(tmp_path)


def test_two_cells_at_opposite_corners_of_a_sheet_do_not_end_the_process() -> None:
    book = openpyxl.Workbook()
    book.active["A1"], book.active["XFD1048576"] = "Team", "A"
    assert "16384 columns and 1048576 rows" in failure(saved(book), "t.xlsx").message


def rezipped(data: bytes, change: dict[str, bytes]) -> bytes:
    """The workbook with some parts exchanged."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w", 8) as new:
        for info in old.infolist():
            new.writestr(info.filename, change.pop(info.filename, old.read(info)))
        for name, content in change.items():
            new.writestr(name, content)
    return out.getvalue()


def test_a_workbook_that_unpacks_without_end_is_refused() -> None:
    bomb = rezipped(workbook([["Team"], ["A"], ["B"]]), {"xl/big.xml": b" " * (257 * 2**20)})
    assert len(bomb) < 2**20
    assert "unpacks to more than 256 MB" in failure(bomb, "t.xlsx").message


def test_a_long_text_shown_by_many_cells_is_refused() -> None:
    out = io.BytesIO()
    with xlsxwriter.Workbook(out) as book:
        book.add_worksheet().write_column(0, 0, ["Team", "A"])
    data = out.getvalue()
    with zipfile.ZipFile(io.BytesIO(data)) as old:
        strings = old.read("xl/sharedStrings.xml")
        sheet = old.read("xl/worksheets/sheet1.xml")
    cells = b"".join(b'<row r="%d"><c r="A%d" t="s"><v>0</v></c></row>' % (i, i)
                     for i in range(1, 20_000))
    start, end = sheet.index(b"<sheetData>") + 11, sheet.index(b"</sheetData>")
    bomb = rezipped(data, {
        "xl/sharedStrings.xml": strings.replace(b"Team", b"x" * 30_000),
        "xl/worksheets/sheet1.xml": sheet[:start] + cells + sheet[end:],
    })
    assert "texts are too long" in failure(bomb, "t.xlsx").message


def test_an_archive_that_lies_about_its_sizes_is_refused() -> None:
    data = bytearray(rezipped(workbook([["Team"], ["A"]]), {"xl/big.xml": b"x" * 100_000}))
    entry = data.rindex(b"PK\x01\x02")
    struct.pack_into("<I", data, entry + 24, 5)
    assert "damaged" in failure(bytes(data), "t.xlsx").message


@given(st.integers(0, 8_000), st.binary(max_size=8))
def test_a_damaged_workbook_is_an_error_and_never_a_crash(at: int, noise: bytes) -> None:
    data = bytearray(WORKBOOK)
    at %= len(data)
    data[at : at + len(noise)] = noise
    try:
        read = read_entrants(bytes(data), name="t.xlsx")
    except FileError:
        return
    assert len(read) >= 2


WORKBOOK = workbook([["No", "Team"], [1, "A"], [2, "B"]])


@given(st.binary(max_size=200))
def test_any_bytes_are_a_list_or_an_error(data: bytes) -> None:
    try:
        read = read_entrants(data, name="t.csv")
    except FileError:
        return
    assert [e.number for e in read] == list(range(1, len(read) + 1))


# --- Round trip -----------------------------------------------------------------------------------

texts = st.text(st.characters(exclude_categories=["Cs", "Co", "Cn"]), max_size=12).map(clean)
known = {fold(w) for words in ENTRANT_WORDS.values() for w in words}
headings = texts.filter(lambda t: fold(t) not in known and fold(t) != "")


@st.composite
def fields(draw: st.DrawFn) -> tuple[Entrant, ...]:
    """Fields of 2 to 6 entrants with every kind of text in every column."""
    said = draw(st.lists(texts.filter(bool), min_size=2, max_size=6, unique_by=str.casefold))
    seeds = st.integers(0, 99)
    further = st.dictionaries(headings, texts.filter(bool), max_size=2)
    return tuple(
        Entrant(i, name, draw(seeds), draw(texts), draw(texts), draw(seeds), draw(further))
        for i, name in enumerate(said, start=1)
    )


@given(fields(), st.sampled_from(["utf-8", "utf-8-sig", "utf-16"]))
def test_what_is_written_is_read_back(entrants: tuple[Entrant, ...], encoding: str) -> None:
    assert read_entrants(write_entrants(entrants).encode(encoding), name="t.csv") == entrants


@pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "@x", "'=x", "＝1", "=cmd|' /C calc'!A0"])
def test_no_name_is_written_as_a_formula_and_each_is_read_back(name: str) -> None:
    entrants = (Entrant(1, name), Entrant(2, "B"))
    text = write_entrants(entrants)
    assert f",'{name}," in text
    assert read_entrants(text.encode(), name="t.csv") == entrants
