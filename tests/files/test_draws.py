"""Draws in files: read back as written, in three languages, and refused with the place of the slip."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from files.schedules_made import EVENT
from scheduler.errors import FileError
from scheduler.event import BYE, OPEN, Draw, Event
from scheduler.files.csv_out import csv_bytes
from scheduler.files.draws import draw_csv, draw_json, draw_xlsx, load_draw

LANGUAGES = ("en", "zh", "vi")


@st.composite
def draws(draw: st.DrawFn) -> Draw:
    """Draws of 4 or 8 lines over 4 entrants, broken in every way that a verifier is to judge."""
    size = draw(st.sampled_from([4, 8]))
    lines = draw(st.lists(st.integers(-1, 4), min_size=size, max_size=size))
    there = sorted({e for e in lines if e > 0})
    seeds = draw(st.permutations(there)) if there else []
    return Draw(tuple(lines), 4, tuple(seeds[: draw(st.integers(0, len(seeds)))]))


@given(draws(), st.booleans())
def test_json_is_read_back(made: Draw, around: bool) -> None:
    shape: Any = draw_json(made)
    text = json.dumps({"status": "optimal", "draw": shape} if around else shape)
    assert load_draw(text.encode(), EVENT).draw == made


@given(draws(), st.booleans(), st.sampled_from(LANGUAGES))
def test_csv_is_read_back_in_every_language(made: Draw, names: bool, language: str) -> None:
    """With the entry list or without, each line holds what it held."""
    text = draw_csv(made, EVENT if names else None, language=language)
    read = load_draw(csv_bytes(text), EVENT).draw
    assert (read.lines, read.seeds) == (made.lines, made.seeds)


@pytest.mark.parametrize("language", LANGUAGES)
def test_xlsx_is_read_back_in_every_language_and_has_the_same_bytes(language: str) -> None:
    made = Draw((1, BYE, 3, 4, OPEN, BYE, 2, OPEN), 4, (1, 2))
    book = draw_xlsx(made, EVENT, language=language)
    assert book == draw_xlsx(made, EVENT, language=language)
    assert load_draw(book, EVENT).draw == made


def test_a_file_may_bring_its_own_entry_list() -> None:
    """Ids, countries, seeds with a gap and further columns, as tennis archives have them."""
    data = b"line,id,country,seed,entry\n1,W1,ESP,1,\n2,BYE,,,\n3,W3,FRA,,Q\n4,W4,ESP,3,WC\n"
    found = load_draw(data, name="x.csv")
    assert found.draw == Draw((1, 0, 2, 3), 3, (1, 0, 3))
    assert isinstance(found.event, Event)
    assert [(e.name, e.region, e.seed, e.attribute("entry")) for e in found.event.entrants] == [
        ("W1", "ESP", 1, ""), ("W3", "FRA", 0, "Q"), ("W4", "ESP", 3, "WC")]


def test_numbers_with_names_keep_their_numbers() -> None:
    found = load_draw(b"line,number,name\n1,2,Ann\n2,1,Bo\n")
    assert found.draw.lines == (2, 1)
    assert found.event is not None
    assert [e.name for e in found.event.entrants] == ["Bo", "Ann"]


def test_a_bye_is_not_an_open_line() -> None:
    found = load_draw("签位,编号\n1,1\n2,轮空\n3,\n4,2\n".encode())
    assert found.draw.lines == (1, BYE, OPEN, 2)


def test_names_of_the_entry_list_will_do() -> None:
    found = load_draw("line,name\n1,Hà Nội\n2,bye\n3,北京\n4,St. Gallen\n".encode(), EVENT)
    assert found.draw.lines == (2, 0, 1, 4)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"line,number\n1,1\n1,2\n", "line 1 is there twice"),
        (b"line,number\n1,1\n2,2\n3,3\n", "3 lines"),
        (b"line,number\n0,1\n2,2\n", "not a number from 1"),
        (b"line,number\n1,1\n5000,2\n", "not a number from 1"),
        (b"line,number\n1,9\n2,2\n", 'number 9" is not in the entry list'),
        (b"line,name\n1,Nobody\n2,bye\n", '"Nobody" is not in the entry list'),
        (b"line,club\n1,A\n2,B\n", "who stands"),
        (b"number,name\n1,A\n2,B\n", "no draw was found"),
        (b"line,number,seed\n1,1,1\n2,2,1\n", "seed 1 is there twice"),
        (b"line,number,seed\n1,1,first\n2,2,\n", 'the seed "first"'),
        (b'{"size": 3, "lines": []}', "3 lines"),
        (b'{"size": 4, "lines": [{"line": 5, "entrant": 1}]}', "entry 1"),
        (b'{"size": 4, "lines": [{"line": 1, "entrant": 7}]}', "not known"),
        (b'{"size": 4, "lines": [{"line": 1, "entrant": 1, "bye": true}]}', "not both"),
        (b'{"size": 2, "lines": [{"line": 1}, {"line": 1}]}', "entry 2"),
        (b'{"size": 2, "lines": [{"entrant": 1}, {"entrant": 2}], "seeds": [1, 1]}', "seeds"),
        (b'{"size": true, "lines": [1]}', "size"),
        (b'{"rounds": []}', '"lines"'),
        (b'{"lines": [', "not JSON"),
    ],
)
def test_what_is_no_draw_is_refused_with_its_place(data: bytes, said: str) -> None:
    with pytest.raises(FileError) as caught:
        load_draw(data, EVENT, name="d")
    assert said in str(caught.value)
    assert "d" in caught.value.where
