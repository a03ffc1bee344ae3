"""Pictures of brackets: every match once, on sheets that fit, told to eyes, ears and terminals."""

from __future__ import annotations

import re
from collections import Counter
from html.parser import HTMLParser
from itertools import combinations, pairwise

import pytest
from defusedxml.ElementTree import fromstring

from scheduler.event import BYE, Bracket, Draw, Entrant, Event
from scheduler.solve.draws.elimination import double_elimination, drop_table, repechage
from scheduler.solve.draws.elimination_play import Outcome, play
from scheduler.solve.draws.order_of_play import Session, order_of_play
from scheduler.solve.draws.placement_matches import consolation, single_elimination, stepladder
from scheduler.views.bracket_layout import MOST_COLUMNS, MOST_ROWS, UPRIGHT, parts
from scheduler.views.bracket_page import bracket_page, bracket_svgs
from scheduler.views.bracket_text import bracket_text
from scheduler.views.columns import width
from scheduler.views.messages import LANGUAGES, Translator
from solve.draws.elimination_cases import draw_of, played_out

SVG = "{http://www.w3.org/2000/svg}"
EN = Translator("en")

KINDS: dict[str, Bracket] = {
    "single": single_elimination(29),
    "two": single_elimination(2),
    "placed": single_elimination(16, places=range(1, 17)),
    "quarters": single_elimination(256),
    "thousand": single_elimination(1000),
    "double": double_elimination(16, final="double"),
    "32": double_elimination(32, final="double"),
    "odd": double_elimination(43, final="double"),
    "512": double_elimination(512, final="double"),
    "compact": double_elimination(37, method="compact", final="double"),
    "compact-large": double_elimination(200, method="compact", final="double"),
    "lives": double_elimination(20, method="compact", lives=3, final="double"),
    "sheet": double_elimination(16, final="double", number_byes=True),
    "judo": repechage(32, kind="full"),
    "consolation": consolation(21),
    "ladder": stepladder(9),
    "ladder-2": stepladder(9, straight=2),
}


@pytest.fixture
def cup() -> Event:
    """Sixteen teams with regions and names in several scripts, some of them hostile."""
    names = ["北京首钢", "Nguyễn Văn Ánh", "Zürich & Söhne", "<script>alert(1)</script>"] * 4
    return Event(
        "Cup <2026>",
        tuple(
            Entrant(i, f"{name} {i}", region=("FRA", "VIE", "<b>")[i % 3])
            for i, name in enumerate(names, start=1)
        ),
        date="2026-03-05",
    )


def blank(bracket: Bracket) -> Draw:
    """Entrants on all lines that the bracket has."""
    used = {f.of for m in bracket.matches for f in (m.home, m.away) if f.kind == "line"}
    lines, number = [], 0
    for i in range(1, bracket.size + 1):
        number += i in used
        lines.append(number if i in used else BYE)
    return Draw(tuple(lines), number)


@pytest.mark.parametrize("name", KINDS)
def test_d46_every_match_is_drawn_exactly_once(name: str) -> None:
    bracket = KINDS[name]
    state = play(bracket, blank(bracket), {})
    pictures = [fromstring(x) for x in bracket_svgs(state, EN)]
    drawn = Counter(
        int(g.get("data-match") or 0) for p in pictures for g in p.iter(f"{SVG}g") if g.get("data-match")
    )
    assert drawn == dict.fromkeys((m.number for m in bracket.matches), 1)
    assert sum(len(p.findall(f".//{SVG}rect")) for p in pictures) == len(bracket.matches)


@pytest.mark.parametrize("name", KINDS)
def test_boxes_and_names_never_lie_on_each_other_and_stay_inside(name: str) -> None:
    state = play(KINDS[name], blank(KINDS[name]), {})
    for text in bracket_svgs(state, EN):
        picture = fromstring(text)
        _, _, wide, high = map(float, (picture.get("viewBox") or "").split())
        columns: dict[float, list[tuple[float, float]]] = {}
        for rect in picture.iter(f"{SVG}rect"):
            x, y, w, h = (float(rect.get(k) or 0) for k in ("x", "y", "width", "height"))
            assert x >= 0
            assert x + w <= wide
            assert y >= 0
            assert y + h <= high
            columns.setdefault(x, []).append((y, y + h))
        for spans in columns.values():
            spans.sort()
            assert all(a[1] <= b[0] for a, b in pairwise(spans))


@pytest.mark.parametrize("name", KINDS)
def test_pictures_fit_their_sheets(name: str) -> None:
    for part in parts(play(KINDS[name], blank(KINDS[name]), {})):
        assert part.rows <= MOST_ROWS + 1
        assert part.columns <= MOST_COLUMNS
        if part.columns > UPRIGHT:
            assert part.rows <= MOST_ROWS // 2 + 1


def test_d45_256_lines_are_printed_by_quarters_and_128_by_halves() -> None:
    for size, spans in (
        (256, [(1, 64), (65, 128), (129, 192), (193, 256)]), (128, [(1, 64), (65, 128)])
    ):
        bracket = single_elimination(size)
        made = parts(play(bracket, blank(bracket), {}))
        assert [p.lines for p in made] == [*spans, (0, 0)]
        assert made[-1].last
        assert len(made[-1].spots) == len(spans) - 1


def test_d47_a_picture_can_begin_at_a_later_round() -> None:
    bracket = single_elimination(32)
    state = play(bracket, blank(bracket), {n: Outcome("home") for n in range(1, 17)})
    text = "".join(bracket_svgs(state, EN, from_round=2))
    assert [int(n) for n in re.findall(r'data-match="(\d+)"', text)] == list(range(17, 32))
    # Who won the first round stands where his next match is drawn.
    assert ">3</text>" in text


def test_d8_a_final_that_is_not_due_is_in_no_picture() -> None:
    bracket = double_elimination(4)
    text = "".join(bracket_svgs(play(bracket, draw_of(4), {}), EN))
    second = bracket.matches[-1].number
    assert f'data-match="{second}"' not in text
    due = play(bracket, draw_of(4), dict.fromkeys(range(1, 6), Outcome("home")) | {6: Outcome("away")})
    shown = "".join(bracket_svgs(due, EN))
    assert f'data-match="{second}"' in shown
    assert "if needed" in shown
    assert "stroke-dasharray" in shown


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_screen_reader_hears_every_match_with_sides_and_result(cup: Event, language: str) -> None:
    t = Translator(language)
    bracket = single_elimination(4)
    state = play(bracket, Draw((1, 2, 3, 4), 4, (3,)), {1: Outcome("away", score="2-3")})
    picture = fromstring(bracket_svgs(state, t, event=cup)[0])
    titles = [e.text or "" for e in picture.iter(f"{SVG}title")]
    assert titles[0] == t("title.main-draw")
    assert picture.get("aria-labelledby") == "bracket-1-title"
    told = t(
        "legend.match", number=1, side=t("title.main-draw"), home="1 北京首钢 1",
        away="2 Nguyễn Văn Ánh 2",
    )
    won = t("legend.match-won-by", winner="2 Nguyễn Văn Ánh 2", result="2-3")
    assert titles[1] == t.clauses([told, won])
    assert "3 Zürich & Söhne 3 [1]" in titles[2]
    assert t("phrase.winner-of", number=2) in titles[3]


def test_seeds_regions_byes_and_scores_are_in_the_picture(cup: Event) -> None:
    bracket = single_elimination(7, byes=(2,))
    draw = Draw((1, BYE, 2, 3, 4, 5, 6, 7), 7, (1, 7))
    state = play(bracket, draw, {1: Outcome("home", score="21:19")})
    text = bracket_svgs(state, EN, event=cup)[0]
    for said in ("[1]", "[2]", "VIE", "21:19", ">1 Bye</text>", ">8</text>", "font-weight"):
        assert said in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_is_whole_loads_nothing_and_lets_no_stranger_in(cup: Event, language: str) -> None:
    t = Translator(language)
    bracket = double_elimination(16)
    state, _ = played_out(bracket, draw_of(16), 1)
    order = order_of_play(bracket, tables=4, minutes=45, sessions=(Session(540, 1200), Session(1980, 2640)))
    page = bracket_page(state, t, event=cup, drops=drop_table(16), order=order)
    assert page == bracket_page(state, t, event=cup, drops=drop_table(16), order=order)
    assert "<script" not in page
    assert "Cup &lt;2026&gt;" in page
    assert not re.search(r'(src|href)="|url\(|@import', page)
    assert page.count("<svg") == 3
    for key in ("drops", "order-of-play", "places", "winners-side", "losers-side", "final"):
        assert t(f"title.{key}") in unescaped(page)
    open_: list[str] = []

    class Tags(HTMLParser):
        def handle_starttag(self, tag: str, attrs: object) -> None:
            if tag not in ("meta", "rect", "path"):
                open_.append(tag)

        def handle_endtag(self, tag: str) -> None:
            if tag not in ("rect", "path"):
                assert open_.pop() == tag

    Tags().feed(page)
    assert not open_


def unescaped(page: str) -> str:
    """The page with apostrophes as they are read."""
    return page.replace("&#x27;", "'")


def test_d2_the_table_of_drops_is_printed_with_the_bracket() -> None:
    state = play(double_elimination(16), draw_of(16), {})
    page = bracket_page(state, EN, drops=drop_table(16))
    assert "Where losers drop" in page
    assert "<td>2</td><td class=\"order\">3 4 1 2</td>" in page
    # And every place that a loser takes says from which match he comes.
    assert page.count(">L9</text>") == page.count(">L12</text>") == 1


def test_times_and_tables_are_on_the_page_by_day_and_clock() -> None:
    bracket = single_elimination(4)
    order = order_of_play(bracket, tables=1, minutes=60, sessions=(Session(540, 660), Session(1980, 2100)))
    page = bracket_page(play(bracket, draw_of(4), {}), EN, order=order)
    for said in ("Day 1, 9:00", "Day 1, 10:00", "Day 2, 9:00", "Day 2, 10:00; it cannot end before"):
        assert said in page


# --- In the terminal ------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [k for k in KINDS if k not in ("thousand", "512")])
@pytest.mark.parametrize("line", [60, 120])
def test_the_text_has_every_match_once_and_keeps_to_the_line(name: str, line: int) -> None:
    bracket = KINDS[name]
    text = bracket_text(play(bracket, blank(bracket), {}), EN, line=line)
    bars = Counter(int(n) for n in re.findall(r"(\d+)├", text))
    assert bars == dict.fromkeys((m.number for m in bracket.matches), 1)
    assert all(width(row) <= line for row in text.splitlines())
    assert text.endswith("\n")


def test_names_of_all_scripts_are_aligned_in_the_terminal(cup: Event) -> None:
    bracket = single_elimination(8)
    text = bracket_text(play(bracket, draw_of(8), {}), EN, event=cup)
    for row in text.splitlines()[1:]:
        found = [width(row[: m.start()]) for m in re.finditer("[┐┘│├]", row)]
        assert {f % 30 for f in found} <= {29}


def test_small_brackets_look_like_this() -> None:
    bracket = double_elimination(3, final="single")
    state = play(bracket, Draw((1, BYE, 2, 3), 3), {1: Outcome("home", score="3-1")})
    assert bracket_text(state, EN, line=72) == (
        "Winners' side\n"
        "                        1 ─────────────────────┐\n"
        "                                               │\n"
        "2 ─────────────────────┐                      2├\n"
        "                      1├2 3-1 ─────────────────┘\n"
        "3 ─────────────────────┘\n"
        "\n"
        "Losers' side\n"
        "3 ───────────────────────────┐\n"
        "                            3├\n"
        "loser of 2 ──────────────────┘\n"
        "\n"
        "Final\n"
        "winner of 2 ─────────────────┐\n"
        "                            4├\n"
        "winner of 3 ─────────────────┘\n"
    )


def test_titles_of_pictures_differ() -> None:
    for bracket in KINDS.values():
        state = play(bracket, blank(bracket), {})
        titles = re.findall(r"<h2>(.*?)</h2>", bracket_page(state, EN))
        assert all(a != b for a, b in combinations(titles, 2))
