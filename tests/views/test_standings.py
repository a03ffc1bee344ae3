"""Standings as people read them: three languages, steps, crosstable, embargo, rows of spreadsheets."""

from __future__ import annotations

from decimal import Decimal
from html.parser import HTMLParser

import pytest

from scheduler.files.csv_out import csv_text
from scheduler.standings import (
    ByeScore,
    Ledger,
    MatchScore,
    Penalty,
    Standings,
    TieBreak,
    standings,
    tie_break_from,
)
from scheduler.standings.tiebreaks import CRITERIA
from scheduler.views import Translator
from scheduler.views.leaves import Leaf, leaves_page
from scheduler.views.messages import LANGUAGES, catalogue
from scheduler.views.standings import (
    crosstable_rows,
    embargoed_page,
    embargoed_text,
    standings_page,
    standings_rows,
    standings_text,
    step_lines,
)

NAMES = ("Alpha", "<b>Bravo</b>", "北京", "Đội Hà Nội")
LEVEL = Ledger(4, (
    MatchScore(1, 1, 2, 1_500, 500, 20, 0), MatchScore(1, 3, 4, 500, 1_500, 0, 20),
    MatchScore(2, 1, 3, 500, 1_500, 0, 20), MatchScore(2, 4, 2, 500, 1_500, 0, 20),
))
ORDER = tuple(tie_break_from(x) for x in (
    "points", "head-to-head", "median", {"name": "lots", "seed": "public"}))


def level(order: tuple[TieBreak, ...] = ORDER) -> Standings:
    return standings(LEVEL, order)


def mixed() -> tuple[Ledger, Standings]:
    ledger = Ledger(
        4,
        (MatchScore(1, 1, 2, 1_500, 500, 20, 0), MatchScore(1, 3, 4, 1_000, 1_000),
         MatchScore(2, 4, 1, 1_200, 0, kind="home-walkover"),
         MatchScore(3, 2, 1, 1_000, 1_000, kind="unplayed")),
        (ByeScore(2, 2, 1_200),), (Penalty(4, 50, 2),), {3: 700}, frozenset({3}))
    return ledger, standings(ledger)


def test_the_table_has_place_name_matches_and_points() -> None:
    text = standings_text(mixed()[1], Translator(), names=NAMES)
    assert "Standings after round 3" in text
    rows = [line.split() for line in text.splitlines() if "Alpha" in line]
    assert rows == [["2", "1", "Alpha", "1", "0", "1", "0", "1", "0.00", "25.00", "0.00", "25.00", "10.00"]]
    assert "1 match has no result yet." in text
    assert [line.split()[0] for line in text.splitlines() if "北京" in line] == ["-"]


def test_columns_that_say_nothing_are_left_out() -> None:
    head = standings_text(level(), Translator()).splitlines()[3].split()
    assert head == ["Place", "No.", "W", "D", "L", "Total", "Opp.", "-1/-1"]


@pytest.mark.parametrize(("language", "told"), [
    ("en", "points after penalties 20.00 each; points in matches among those level does not apply"),
    ("zh", "扣除罚分后的总分同为20.00；同分各方相互比赛的得分不适用"),
    ("vi", "điểm sau khi trừ phạt: cùng 20,00; điểm trong các trận giữa những bên bằng nhau: không áp dụng"),
])
def test_every_step_between_level_neighbours_is_told(language: str, told: str) -> None:
    lines = step_lines(level(), Translator(language), names=NAMES)
    assert len(lines) == 3
    assert all(told in line for line in lines)
    text = standings_text(level(), Translator(language), names=NAMES, steps=True)
    assert all(line in text for line in lines)


def test_the_steps_are_those_that_the_standings_give_and_the_last_one_decides() -> None:
    made = level()
    for line, above, below in zip(step_lines(made, Translator()), made.rows, made.rows[1:], strict=False):
        steps = made.why(above.entrant, below.entrant)
        assert line.startswith(f"{above.entrant} before {below.entrant}: ")
        assert f"{steps[-1].above} against {steps[-1].below}" in line
        assert line.count(";") == len(steps) - 1


def test_who_shares_a_place_is_told_so_and_who_is_not_level_is_not_told() -> None:
    shared = level((TieBreak("points"), TieBreak("wins")))
    assert all("share the place" in line for line in step_lines(shared, Translator()))
    assert "1=" in standings_text(shared, Translator())
    assert step_lines(mixed()[1], Translator()) == ()
    assert "Nobody was level." in standings_text(mixed()[1], Translator(), steps=True)


def test_the_crosstable_has_each_match_from_both_sides_in_order_of_place() -> None:
    ledger, made = mixed()
    rows = crosstable_rows(made, ledger, Translator(), names=NAMES)
    assert rows[0] == ["Place", "No.", "Name", 2, 1, 4, 3, "Total"]
    assert rows[1] == [1, 2, "<b>Bravo</b>", "", Decimal("5.00"), "", "", Decimal("27.00")]
    assert rows[3][3:7] == ["", "12.00*", "", Decimal("10.00")]
    text = standings_text(made, Translator("vi"), names=NAMES, ledger=ledger)
    assert "12,00*" in text
    assert "Bảng chéo" in text


def test_the_crosstable_of_an_earlier_round_does_not_show_later_matches() -> None:
    ledger, _ = mixed()
    for round, shown in ((0, 0), (1, 4), (2, 6)):
        rows = crosstable_rows(standings(ledger, as_of=round), ledger, Translator())
        assert sum(cell != "" for row in rows[1:] for cell in row[3:-1]) == shown


def test_a_crosstable_beyond_128_entrants_is_left_out_and_said() -> None:
    ledger = Ledger(129)
    text = standings_text(standings(ledger), Translator(), ledger=ledger)
    assert "Not shown for more than 128 entrants." in text


def test_rows_are_exact_numbers_for_spreadsheets_in_any_language() -> None:
    made = mixed()[1]
    rows = standings_rows(made, Translator("vi"), names=NAMES)
    assert rows[0][:3] == ["Hạng", "Số", "Tên"]
    assert rows[2] == [2, 1, "Alpha", 1, 0, 1, 0, 1, Decimal("0.00"), Decimal("25.00"), Decimal("0.00"),
                       Decimal("25.00"), Decimal("10.00")]
    assert csv_text(rows).splitlines()[2] == "2,1,Alpha,1,0,1,0,1,0.00,25.00,0.00,25.00,10.00"


class Balanced(HTMLParser):
    """Holds that every tag is closed, and keeps the texts."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.texts: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.texts.append(data.strip())


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_is_whole_loads_nothing_and_escapes_names(language: str) -> None:
    ledger, made = mixed()
    page = standings_page(made, Translator(language), title="Cup & <i>", date="2026-05-01", names=NAMES,
                          steps=True, ledger=ledger)
    read = Balanced()
    read.feed(page)
    assert read.open == []
    assert "<b>Bravo" not in page
    assert "2 <b>Bravo</b>" in read.texts
    assert "Cup & <i>" in read.texts
    assert "http" not in page.replace("http-equiv", "")
    assert "@page { size: A4" in page
    assert catalogue(language)["standing.steps"] in read.texts


def test_a_wide_table_is_cut_into_parts_that_repeat_their_first_columns() -> None:
    leaf = Leaf("T", tuple("abcdefg"), (tuple("1234567"),), ("",) * 7, fixed=2, across=3)
    page = leaves_page("X", (leaf,), Translator())
    assert page.count("<table") == 2
    assert page.count('<th scope="col">a</th>') == 2
    assert page.count('<th scope="col">c</th>') == 1


@pytest.mark.parametrize(("language", "told"), [
    ("en", "The standings will be shown from 1 May 2026, 14:00 on."),
    ("zh", "名次表将于2026年5月1日 14:00起公布。"),
    ("vi", "Bảng xếp hạng sẽ được công bố từ 14:00, ngày 1 tháng 5 năm 2026."),
])
def test_under_embargo_only_the_time_of_opening_is_shown(language: str, told: str) -> None:
    t = Translator(language)
    assert embargoed_text(t, opens="2026-05-01T14:00") == f"{told}\n"
    page = embargoed_page(t, title="Cup", opens="2026-05-01T14:00")
    assert told in page
    assert "<table" not in page
    assert "3" in embargoed_text(t, round=3)
    assert embargoed_text(t) not in embargoed_text(t, round=3)


def test_english_titles_of_criteria_are_those_of_the_standings() -> None:
    assert {name: title for name, (title, *_) in CRITERIA.items()} == {
        key.removeprefix("criterion."): text for key, text in catalogue("en").items()
        if key.startswith("criterion.")}


def test_every_criterion_with_a_column_has_a_short_heading() -> None:
    for name in CRITERIA:
        settings = {"name": name, "seed": "x"} if name == "lots" else {"name": name}
        made = standings(LEVEL, (tie_break_from(settings), TieBreak("number")))
        for language in LANGUAGES:
            assert standings_text(made, Translator(language))


def test_a_large_field_is_told_without_trying_every_pair() -> None:
    """2,000 entrants on one score: each split is looked at once for each of its members."""
    made = standings(Ledger(2_000), (TieBreak("points"), TieBreak("number")))
    assert len(step_lines(made, Translator())) == 1_999
