"""Groups as pages and pictures: every group once, readable aloud, nothing from outside believed."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from scheduler.event import Entrant, Event
from scheduler.views import Translator
from scheduler.views.draw_text import groups_text
from scheduler.views.groups_page import groups_page, groups_svgs

EVENT = Event("Cup <i>", tuple(
    Entrant(k, "<script>x</script>" if k == 2 else f"E{k}", region="FRA" if k % 2 else "")
    for k in range(1, 61)
))
GROUPS = tuple(tuple(range(k, k + 4)) for k in range(1, 33, 4))
WORDS = {"en": "Group 8", "zh": "第8组", "vi": "Bảng 8"}
SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("language", WORDS)
def test_a_page_has_a_captioned_table_for_every_group(language: str) -> None:
    page = groups_page(GROUPS, Translator(language), event=EVENT)
    assert page.count("<caption>") == 8
    assert f"<caption>{WORDS[language]}</caption>" in page
    assert len(re.findall('<th scope="row">', page)) == 32
    assert page.count('class="score"') == 8 * 12
    assert page.count('class="self"') == 8 * 4


def test_what_strangers_write_is_escaped_and_nothing_is_loaded() -> None:
    page = groups_page(GROUPS, Translator(), event=EVENT)
    picture = "".join(groups_svgs(GROUPS, Translator(), event=EVENT))
    for text in (page, picture):
        assert "<script>" not in text
        assert "&lt;script&gt;" in text
    assert "<h1>Cup &lt;i&gt;</h1>" in page
    assert "default-src 'none'" in page
    assert "://" not in page
    assert "src=" not in page.replace("default-src", "").replace("style-src", "")


@pytest.mark.parametrize("language", WORDS)
def test_a_picture_reads_every_member_aloud_with_group_and_place(language: str) -> None:
    t = Translator(language)
    (picture,) = groups_svgs(GROUPS, t, event=EVENT)
    root = ElementTree.fromstring(picture)
    titles = [x.text for x in root.iter(f"{SVG}title")]
    assert len(titles) == 33
    assert t("draw.group-member", group=8, place=4, name="32 E32") in titles
    labels = [g.get("aria-label") for g in root.iter(f"{SVG}g") if g.get("aria-label")]
    assert labels[-1] == WORDS[language]


def test_many_groups_become_several_pictures_each_group_in_one() -> None:
    groups = tuple((k,) * 4 for k in range(1, 61))
    pictures = groups_svgs(groups, Translator())
    assert len(pictures) == 3
    told = [t for p in pictures for t in re.findall('aria-label="(Group [0-9]+)"', p)]
    assert told == [f"Group {k}" for k in range(1, 61)]
    assert all(int(h) <= 1_000 for p in pictures for h in re.findall(r'height="([0-9]+)" font', p))


def test_large_groups_are_lists_without_cells_for_results() -> None:
    page = groups_page([tuple(range(1, 31))], Translator(), event=EVENT)
    assert 'class="score"' not in page
    assert page.count("<tr>") == 31


def test_text_has_numbers_and_names_or_numbers_alone() -> None:
    assert groups_text([(1, 12)], Translator("zh"), EVENT) == "第1组\n   1  E1\n  12  E12\n"
    assert groups_text([(1, 12)], Translator()) == "Group 1\n   1\n  12\n"


@pytest.mark.parametrize("language", WORDS)
def test_a_picture_has_every_match_below_its_group_broken_between_matches(language: str) -> None:
    """Three rounds of two in each group; in one of twelve a round is longer than its group is wide."""
    t = Translator(language)
    rounds = tuple((((g[0], g[3]), (g[1], g[2])),) * 3 for g in GROUPS)
    (picture,) = groups_svgs(GROUPS, t, event=EVENT, fixtures=rounds)
    texts = [x.text or "" for x in ElementTree.fromstring(picture).iter(f"{SVG}text")]
    line = t("draw.group-round", round=3, list=t("language.comma").join(("29-32", "30-31")))
    assert texts.count(line) == 1
    large = tuple(range(49, 61))
    matches = list(zip(large, large[::-1], strict=True))
    (picture,) = groups_svgs([large], t, fixtures=[[matches]])
    told = re.findall(r'font-size="9">([^<]+)<', picture)
    assert len(told) > 1
    assert [m for part in told for m in re.findall(r"\d\d-\d\d", part)] == [
        f"{a}-{b}" for a, b in matches]
