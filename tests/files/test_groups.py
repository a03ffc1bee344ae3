"""Groups as CSV, JSON and XLSX, written in three languages and read back."""

from __future__ import annotations

import json
from io import BytesIO

import openpyxl
import pytest

from scheduler.errors import FileError, UsageError
from scheduler.event import Entrant, Event
from scheduler.files.groups import groups_csv, groups_xlsx, load_groups

NAMES = ("北京首钢", "Hà Nội", "=SUM(A1)", "Zürich", "Ann", "Bo", "Cy")
EVENT = Event("Cup", tuple(
    Entrant(k, name, region=f"R{k}", attributes={"pot": str(k % 2)}) for k, name in enumerate(NAMES, start=1)
))
GROUPS = ((3, 1, 7), (2, 5), (4, 6))


@pytest.mark.parametrize("language", ["en", "zh", "vi"])
def test_groups_in_csv_and_xlsx_are_read_back_as_they_were(language: str) -> None:
    assert load_groups(groups_csv(GROUPS, EVENT, language=language).encode(), EVENT) == GROUPS
    assert load_groups(groups_xlsx(GROUPS, EVENT, language=language), EVENT) == GROUPS
    assert load_groups(groups_csv(GROUPS, language=language).encode()) == GROUPS


def test_the_workbook_has_a_crosstable_for_every_group_and_the_same_bytes_each_time() -> None:
    made = groups_xlsx(GROUPS, EVENT)
    assert made == groups_xlsx(GROUPS, EVENT)
    book = openpyxl.load_workbook(BytesIO(made))
    rows, tables = (book[name] for name in book.sheetnames)
    assert [c.value for c in rows[1]] == ["group", "number", "name", "seed", "region", "club", "pot"]
    assert rows["C2"].value == "=SUM(A1)"
    assert rows["C2"].data_type == "s"
    first = [c.value for c in tables["A"]]
    assert first == ["group 1", 3, 1, 7, None, "group 2", 2, 5, None, "group 3", 4, 6]
    assert all(sheet.page_setup.paperSize == 9 for sheet in (rows, tables))


def test_names_alone_say_who_is_in_a_group() -> None:
    assert load_groups("组,队名\nA,Ann\nB,hà nội\nA,Cy\n".encode(), EVENT) == ((5, 7), (2,))


@pytest.mark.parametrize(("text", "said"), [
    ("group,number\nA,8\n", "nobody"), ("group,name\nA,Nobody\n", "nobody"), ("number\n1\n", "no groups"),
    ("group,number\n", "0 groups"), ("{", "not JSON"), ('{"groups": [[0]]}', "from 1 to 7"),
    ('{"groups": [1]}', "list of lists"), ('{"groups": [[true]]}', "from 1 to 7"),
    (json.dumps({"groups": [[1] * 8]}), "from 1 to 7"), ("{" * 100_000, "not JSON"),
    ("group,number\n" + "".join(f"{k},1\n" for k in range(257)), "257 groups"),
])
def test_groups_that_make_no_sense_are_refused_with_their_place(text: str, said: str) -> None:
    with pytest.raises(FileError, match=said):
        load_groups(text.encode(), EVENT, name="g.csv")


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(UsageError, match="fr"):
        groups_csv(GROUPS, EVENT, language="fr")


MATCHES = ((((3, 1),), ((1, 7),), ((7, 3),)), (((2, 5),), ((5, 2),)), (((6, 4),),))


@pytest.mark.parametrize("language", ["en", "zh", "vi"])
def test_matches_stand_below_the_groups_and_groups_are_read_back_without_them(language: str) -> None:
    made = groups_csv(GROUPS, EVENT, language=language, fixtures=MATCHES)
    below = made.split("\n\n")[1]
    assert [line.split(",")[:3] for line in below.splitlines()[1:]] == [
        ["1", "1", "3"], ["1", "2", "1"], ["1", "3", "7"], ["2", "1", "2"], ["2", "2", "5"], ["3", "1", "6"]]
    assert load_groups(made.encode(), EVENT) == GROUPS
    assert load_groups(groups_csv(GROUPS, language=language, fixtures=MATCHES).encode()) == GROUPS
    workbook = groups_xlsx(GROUPS, EVENT, language=language, fixtures=MATCHES)
    assert load_groups(workbook, EVENT) == GROUPS


def test_the_workbook_has_a_sheet_of_matches_where_there_are_some() -> None:
    book = openpyxl.load_workbook(BytesIO(groups_xlsx(GROUPS, EVENT, fixtures=MATCHES)))
    sheet = book["matches"]
    assert [[c.value for c in row] for row in sheet.iter_rows(max_row=3)] == [
        ["group", "round", "number", "home", "number", "away"],
        [1, 1, 3, "=SUM(A1)", 1, "北京首钢"], [1, 2, 1, "北京首钢", 7, "Cy"]]
    assert sheet["D2"].data_type == "s"
    assert "matches" not in openpyxl.load_workbook(BytesIO(groups_xlsx(GROUPS, EVENT))).sheetnames
