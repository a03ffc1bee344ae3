"""The page is valid, self-contained, complete, and safe whatever its names are."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scheduler.event import Entrant, Event, Match, Report, Schedule
from scheduler.views.html import MOST_CARDS, MOST_SHOWN, page
from scheduler.views.messages import LANGUAGES, Translator
from scheduler.views.summary import Verdict, summary

EN = Translator("en")
VOID = {"meta", "rect", "path"}
PARENTS = {
    "html": {""},
    "head": {"html"},
    "body": {"html"},
    "main": {"body"},
    "section": {"main"},
    "thead": {"table"},
    "tbody": {"table"},
    "tr": {"thead", "tbody"},
    "th": {"tr"},
    "td": {"tr"},
    "desc": {"svg"},
    "title": {"head", "svg"},
}


class Checked(HTMLParser):
    """Reads a page strictly: tags balance, stand where they may, ids are unique, nothing is fetched."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.open = [""]
        self.tags: list[str] = []
        self.ids: list[str] = []
        self.words: list[str] = []
        self.language = ""
        self.feed(text)
        self.close()
        assert self.open == [""]
        assert len(self.ids) == len(set(self.ids))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert self.open[-1] in PARENTS.get(tag, {self.open[-1]}), f"{tag} in {self.open[-1]}"
        self.tags.append(tag)
        values = dict(attrs)
        assert len(values) == len(attrs)
        assert not {"src", "href", "style", "xlink:href"} & set(values)
        assert not any(name.startswith("on") for name in values)
        self.ids += [values["id"] or ""] if "id" in values else []
        self.language = values.get("lang") or self.language
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert "svg" in self.open
        self.handle_starttag(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        assert tag not in VOID
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open[-1] != "style":
            self.words.append(data)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_is_well_formed_and_fetches_nothing(
    event: Event, six: Schedule, kept: Report, language: str
) -> None:
    text = page(event, six, Translator(language), Verdict(kept, "optimal", (), "m", 7))
    assert text.startswith("<!DOCTYPE html>\n")
    found = Checked(text)
    assert found.language == Translator(language).tag
    assert {"svg", "desc", "main", "footer", "h1"} <= set(found.tags)
    assert "script" not in found.tags
    assert not re.search(r"url\(|@import", text)
    assert "default-src 'none'" in text


@given(st.lists(st.text(max_size=40), min_size=2, max_size=2), st.text(max_size=40))
@settings(max_examples=60)
def test_no_name_can_break_out_of_its_place(names: list[str], title: str) -> None:
    hostile = [f"</td><script>{name}" for name in names]
    entrants = tuple(Entrant(i, name, club=name) for i, name in enumerate(hostile, start=1))
    event = Event(f"</title><img src=x>{title}", entrants, date=title)
    s = Schedule.of(2, 1, [Match(1, 2, 1, 1)]).replace(starts={1: title})
    found = Checked(page(event, s, EN, Verdict(model=f"<svg onload=x>{title}")))
    assert not {"script", "img"} & set(found.tags)


def test_every_match_stands_in_the_table_by_round_with_both_names(
    event: Event, six: Schedule
) -> None:
    words = Checked(page(event, six, EN)).words
    assert all(f"{m.home}–{m.away}" in words for m in six.matches)
    # Once in the list, five opponents' cards, its own card's title, and five rounds.
    assert words.count("上海金茂") == 12


def test_the_head_says_title_date_and_summary_and_the_foot_model_verdict_and_seed(
    event: Event, six: Schedule, kept: Report
) -> None:
    verdict = Verdict(kept, "optimal", (), "cba-round-robin", 42)
    words = Checked(page(event, six, EN, verdict)).words
    for told in (event.name, "5 March 2026", summary(six, EN, verdict)):
        assert told in words
    assert [
        word for word in words if word.startswith(("Model", "Verdict", "Seed"))
    ] == ["Model: cba-round-robin", "Verdict: all rules proven", "Seed: 42"]


def test_a_broken_report_is_printed_and_a_kept_one_is_not(
    event: Event, six: Schedule, broken: Report, kept: Report
) -> None:
    assert "never three home or three away" in page(event, six, EN, Verdict(broken))
    assert "<pre>" not in page(event, six, EN, Verdict(kept))


def test_without_names_the_page_speaks_of_numbers_alone(five: Schedule) -> None:
    text = page(Event("", ()), five, EN)
    found = Checked(text)
    assert "Schedule" in found.words
    assert "Entrants" not in found.words
    assert "bdi" not in found.tags


def test_a_grid_takes_the_place_of_cards_and_the_largest_views_are_left_out_aloud() -> None:
    def of(n: int) -> Checked:
        matches = [Match(2 * i + 1, 2 * i + 2, 1, i + 1) for i in range(n // 2)]
        return Checked(page(Event("E", ()), Schedule.of(n, 1, matches), EN))

    few, many, most = of(MOST_CARDS), of(MOST_CARDS + 2), of(MOST_SHOWN + 2)
    assert "h3" in few.tags
    assert "h3" not in many.tags
    assert "svg" in many.tags
    assert "svg" not in most.tags
    assert most.words.count("Not shown for more than 128 entrants.") == 3


def test_a_schedule_without_matches_is_still_a_page() -> None:
    assert "Table by round" in Checked(page(Event("E", ()), Schedule.of(2, 0, []), EN)).words
