"""Notices of seating rights and line-ups in three languages, and nothing shown too early."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from scheduler.standings.lineups import LineUps
from scheduler.standings.notices import BLIND, lineup_faults, roster_faults, without_card
from scheduler.views import Translator
from scheduler.views.lineups import fault_lines, notice_page, notice_text

START = datetime(2026, 5, 1, 14, 0)
ROSTERS = {"X": frozenset({"An", "Bo", "Cy", "Di"}), "Y": frozenset({"Po", "Qi", "Ru", "<Ti>"})}
NAMES = {"X": "Team <X>", "Y": "北京"}


def match() -> list[LineUps]:
    first = LineUps("X", "Y", 16, START, ROSTERS, "Y")
    first = first.submit("X", ("An", "Bo", "Cy", "Di"), START - timedelta(minutes=30))
    first = first.submit("Y", ("Po", "Qi", "Ru", "<Ti>"), START - timedelta(minutes=14))
    return [first, LineUps("X", "Y", 10, START + timedelta(hours=3), ROSTERS, BLIND)]


@pytest.mark.parametrize(("language", "told"), [
    ("en", ["Team <X> against 北京", "Seating right", "nobody (both at once)", "13:45", "13:55",
            "16:55 seated", "Team <X>: An, Bo, Cy and Di", "北京: not shown yet"]),
    ("zh", ["Team <X>对北京", "后排权", "无（双方同时公布）", "16:55入座", "Team <X>：An、Bo、Cy和Di",
            "北京：尚未公布"]),
    ("vi", ["Quyền xếp sau", "không bên nào", "16:55 ngồi vào bàn", "北京: chưa công bố"]),
])
def test_the_notice_tells_rights_deadlines_and_what_may_be_seen(language: str, told: list[str]) -> None:
    text = notice_text(match(), Translator(language), START - timedelta(minutes=10), names=NAMES)
    for part in told:
        assert part in text
    assert "Po" not in text


def test_what_is_due_is_shown_and_escaped_on_the_page() -> None:
    early = notice_page(match(), Translator(), START - timedelta(minutes=16), names=NAMES)
    assert "An" not in early.replace("Another", "")
    page = notice_page(match(), Translator(), START, names=NAMES, title="Final")
    assert "北京: Po, Qi, Ru and &lt;Ti&gt;" in page
    assert "Team &lt;X&gt;" in page
    assert "<h1>Final</h1>" in page


def test_a_missing_form_is_told_with_its_article() -> None:
    empty = [LineUps("X", "Y", 16, START, ROSTERS, "Y")]
    assert "X plays without a line-up form: procedural penalty (CBA-18.7)" in notice_text(
        empty, Translator(), START)
    assert "程序性罚分（CBA-18.7）" in notice_text(empty, Translator("zh"), START)


def test_faults_are_told_in_every_language() -> None:
    faults = (*roster_faults("ABCDEFG"), *lineup_faults("ABCX", set("ABC")), *without_card([("A", "B")], ()))
    assert fault_lines(faults, Translator("zh")) == (
        "报名7人，上限为6人（CBA-11.2）", "X不在报名名单中（CBA-19.1）", "A和B没有提交约定卡（CBA-21.1）")
    assert fault_lines(faults, Translator("vi"))[0] == "đăng ký 7 người, tối đa 6 (CBA-11.2)"


def test_a_match_without_segments_has_an_empty_notice() -> None:
    assert notice_text([], Translator(), START) == "\n"
