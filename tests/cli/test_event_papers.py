"""What is hung up, handed out and sent round: pages, slips, tables, sheets, in three languages."""

from __future__ import annotations

import csv
import io
from html.parser import HTMLParser
from pathlib import Path

import openpyxl
import pytest

from cli.event_desk import Desk
from conftest import run_command

ROUND = {"en": "By table", "zh": "按桌次", "vi": "Theo bàn"}
SIGN = {"en": "Signature", "zh": "签名", "vi": "Chữ ký"}
CLOSED = {"en": "when round 1 is closed", "zh": "第1轮", "vi": "vòng 1"}


class Text(HTMLParser):
    """The words of a page, and every tag that would load or run anything."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.words: list[str] = []
        self.tags: list[str] = []
        self.feed(page)

    def handle_data(self, data: str) -> None:
        self.words.append(data)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)


def page(path: Path) -> Text:
    """A page that loads and runs nothing."""
    made = Text(path.read_text(encoding="utf-8"))
    assert not {"script", "img", "link", "iframe", "object"} & set(made.tags)
    return made


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    """Seven teams, one with a name that is no markup, after the publication of round 1."""
    made = Desk(tmp_path, ["<b>Bold</b> & Co", "=1+1", *(f"Team {i}" for i in range(3, 8))])
    made("pair")
    made("publish")
    return made


@pytest.mark.parametrize("language", ["en", "zh", "vi"])
def test_a_published_round_is_a_page_for_the_wall_in_every_language(desk: Desk, language: str) -> None:
    to = desk.folder / "round.html"
    desk("show", 1, "--to", to, "--language", language)
    words = page(to).words
    assert ROUND[language] in words
    assert sum("<b>Bold</b> & Co" in word for word in words) >= 2, "by table and by number"
    assert "<b>Bold</b>" not in to.read_text("utf-8")


@pytest.mark.parametrize("language", ["en", "zh", "vi"])
def test_every_match_has_a_slip_to_sign(desk: Desk, language: str) -> None:
    to = desk.folder / "slips.html"
    desk("show", 1, "--slips", to, "--language", language)
    words = page(to).words
    assert words.count(SIGN[language]) == 3, "three matches, and no slip for the bye"


def test_a_round_is_a_table_for_spreadsheets_and_runs_no_formula(desk: Desk) -> None:
    desk("result", 1, "+4")
    sheet, book = desk.folder / "round.csv", desk.folder / "round.xlsx"
    desk("show", 1, "--to", sheet, "--to", book)
    rows = list(csv.reader(io.StringIO(sheet.read_text("utf-8-sig"))))
    assert rows[0][:4] == ["Round", "Table", "No.", "Home"]
    assert len(rows) == 5
    assert not any(cell.startswith("=") for row in rows for cell in row)
    played = next(row for row in rows[1:] if row[1] == "1")
    assert float(played[6]) + float(played[7]) == 20
    cells = [c for row in openpyxl.load_workbook(book).worksheets[0].iter_rows() for c in row]
    assert not any(c.data_type == "f" for c in cells)


@pytest.mark.parametrize("language", ["en", "zh", "vi"])
def test_standings_are_embargoed_on_the_page_until_the_round_closes(desk: Desk, language: str) -> None:
    to = desk.folder / "standings.html"
    desk("result", 1, "+4")
    desk("standings", "--to", to, "--language", language)
    told = " ".join(page(to).words)
    assert CLOSED[language] in told
    assert "Team 3" not in told
    assert "may not be shown" in desk.refused("standings", "--to", desk.folder / "s.csv")
    assert "--live" in desk.refused("standings", "--round", 1)
    assert "Team 3" in desk("standings", "--live").out
    desk("results", "-", stdin="2 +1\n3 -1\n")
    desk("standings", "--to", to, "--language", language, "--steps", "--crosstable")
    assert "Team 3" in " ".join(page(to).words)


def test_standings_are_tables_with_exact_points_and_the_crosstable_beside(desk: Desk) -> None:
    desk("results", "-", stdin="1 +4\n2 +1\n3 -1\n")
    book = desk.folder / "standings.xlsx"
    desk("standings", "--to", book, "--crosstable")
    sheets = openpyxl.load_workbook(book).worksheets
    assert [s.title for s in sheets] == ["Standings", "Crosstable"]
    rows = list(sheets[0].iter_rows(values_only=True))
    total = rows[0].index("Total")
    told = desk.json("standings")["standings"]
    assert [f"{float(str(row[total])):.2f}" for row in rows[1:]] == [r["total"] for r in told]


def test_standings_by_hand_open_when_the_director_closes_the_round(tmp_path: Path) -> None:
    desk = Desk(tmp_path, 4, 'format = "swiss"\nrounds = 3\nboards = 8\nclosing = "hand"\n')
    desk("pair")
    desk("publish")
    assert "cannot be closed" in desk.refused("close")
    desk("results", "-", stdin="1 +4\n2 +1\n")
    assert desk.json("standings")["as_of"] == 0
    desk("close")
    assert desk.json("standings")["as_of"] == 1


def test_a_file_of_another_kind_is_refused_before_anything_is_written(desk: Desk) -> None:
    for words in (("show", 1, "--to", "x.pdf"), ("standings", "--live", "--to", "x"),
                  ("show", 1, "--slips", "x.csv")):
        assert "file" in desk.refused(*words)
    assert "folder" in desk.refused("show", 1, "--to", desk.folder / "none" / "x.html", code=5)


@pytest.mark.parametrize("words", [
    ("--minutes", "inf"), ("--minutes", "nan"), ("--minutes", "1e99"), ("--minutes", "0"),
    ("--room", "Hall=4@inf"), ("--room", "Hall=4@1e9999999"), ("--room", "Hall"), ("--segments", "8,x"),
    ("--session", "soon"), ("--set", "pace=4"), ("--set", "rooom=3"), ("--set", "pace={board=1e300}"),
], ids=lambda w: " ".join(w))
def test_a_sheet_of_nonsense_is_a_mistake_of_usage(desk: Desk, words: tuple[str, ...]) -> None:
    assert "Maybe" in desk.refused("sheet", *words) or "must be" in desk.refused("sheet", *words)


def test_a_sheet_has_the_clock_the_tables_and_what_the_venue_needs(desk: Desk) -> None:
    told = desk.json("sheet", "--session", "2026-05-30T09:30/18:00", "--minutes", "7.5", "--segments", "8,8")
    assert told["timetable"]["segments"][0]["seconds"] % 450 >= 0
    assert [s["table"] for s in told["rounds"][0]["seats"]] == [1, 2, 3]
    to = desk.folder / "sheet.html"
    desk("sheet", "--html", to, "--language", "vi")
    page(to)


def test_a_command_alone_has_the_help_that_it_has_among_all(tmp_path: Path) -> None:
    """Only the command that is called is built; what it says of itself is the same."""
    whole = run_command(["event", "--help"])
    assert whole.code == 0
    for name in ("pair", "result", "stage"):
        alone = run_command(["event", name, "--help"])
        assert (alone.code, alone.out.startswith(f"Usage: scheduler event {name}")) == (0, True)
        assert f"  {name} " in whole.out
    wrong = run_command(["event", "par"])
    assert (wrong.code, "pair" in wrong.err) == (2, True)
    assert run_command(["event"]).code == 2
