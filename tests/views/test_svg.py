"""The pattern as a picture: well-formed, complete, and readable without eyes or colours."""

from __future__ import annotations

from itertools import pairwise

from defusedxml.ElementTree import fromstring

from scheduler.event import Match, Schedule
from scheduler.views.messages import Translator
from scheduler.views.svg import MOST_ROUNDS, MOST_ROWS, pattern_svg, pattern_svgs

SVG = "{http://www.w3.org/2000/svg}"
EN = Translator("en")


def test_every_match_is_drawn_once_for_each_side_with_its_letter(six: Schedule) -> None:
    root = fromstring(pattern_svg(six, EN))
    assert len(root.findall(f".//{SVG}rect")) == 6 * 5
    letters = [text.text for text in root.iter(f"{SVG}text")]
    assert letters.count("H") == letters.count("A") == 15


def test_title_and_description_are_tied_to_the_picture(six: Schedule) -> None:
    root = fromstring(pattern_svg(six, EN, names=("<x>", *"bcdef"), ident="p"))
    assert root.get("role") == "img"
    assert root.get("aria-labelledby") == "p-title p-desc"
    found = {e.get("id"): e.text for e in root.iter() if e.get("id")}
    assert found["p-title"] == "Home and away"
    # Number 1 is home to 6 and 3, away to 4 and 5, home to 2.
    assert "Number 1, <x>: HHAAH; home 3, away 2" in (found["p-desc"] or "")


def test_every_break_has_a_bar_and_byes_have_no_letter(five: Schedule, six: Schedule) -> None:
    breaks = 0
    for number in range(1, 7):
        sides = [m.home == number for m in six.matches if number in (m.home, m.away)]
        breaks += sum(a == b for a, b in pairwise(sides))
    assert len(fromstring(pattern_svg(six, EN)).findall(f".//{SVG}path")) == breaks > 0
    root = fromstring(pattern_svg(five, EN))
    letters = [t.text for t in root.iter(f"{SVG}text") if t.text in ("H", "A", "-")]
    assert len(letters) == 20


def test_a_large_pattern_is_cut_into_pictures_that_fit_a_page() -> None:
    matches = [Match(2 * i + 1, 2 * i + 2, r) for r in range(1, 71) for i in range(25)]
    pictures = [fromstring(x) for x in pattern_svgs(Schedule.of(50, 70, matches), EN)]
    sizes = [len(p.findall(f".//{SVG}rect")) for p in pictures]
    assert sum(sizes) == 50 * 70
    assert max(sizes) <= MOST_ROWS * MOST_ROUNDS
    idents = [p.get("aria-labelledby") for p in pictures]
    assert len(set(idents)) == len(idents) == 6
