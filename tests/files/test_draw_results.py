"""Results of a draw as files have them: sheets, JSON, and what is refused with its place."""

from __future__ import annotations

import io
import json

import openpyxl
import pytest

from scheduler.errors import FileError
from scheduler.event import BYE, Draw, Entrant, Event
from scheduler.files.draw_results import read_played

DRAW = Draw((1, 6, 3, 4, 5, BYE, 7, 2), 7)
EVENT = Event("cup", tuple(Entrant(k, f"Team {k}") for k in range(1, 8)))


def told(data: bytes) -> list[tuple[int, int, int, int]]:
    return [(r.round, r.first, r.second, r.winner) for r in read_played(data, DRAW, EVENT, name="r")]


def test_a_sheet_says_who_met_and_who_goes_on_by_number_or_name() -> None:
    """The round may be left out: it is that in which the lines meet. Rows without a winner are to come."""
    text = "round,home,away,winner\n1,1,6,6\n,Team 3,team 4,TEAM 3\n,7,2,-\n2,6,3,\n"
    assert told(text.encode()) == [(1, 1, 6, 6), (1, 3, 4, 3), (1, 7, 2, 0)]


def test_later_rounds_are_found_from_the_lines_too() -> None:
    assert told(b"home,away,winner\n6,3,3\n3,2,2\n") == [(2, 6, 3, 3), (3, 3, 2, 2)]


@pytest.mark.parametrize("head", ["轮次,主队,客队,胜者", "vòng,đội nhà,đội khách,bên thắng"])
def test_headings_are_read_in_three_languages(head: str) -> None:
    assert told(f"{head}\n1,1,6,1\n".encode()) == [(1, 1, 6, 1)]


def test_a_workbook_and_json_say_the_same() -> None:
    book = openpyxl.Workbook()
    assert book.active is not None
    for row in (["home", "away", "winner"], [1, 6, 1], ["Team 4", "Team 3", "Team 4"]):
        book.active.append(row)
    file = io.BytesIO()
    book.save(file)
    entries = [{"home": 1, "away": 6, "winner": 1}, {"home": "Team 4", "away": 3, "winner": 4, "round": 1}]
    assert told(file.getvalue()) == told(json.dumps({"played": entries}).encode()) == told(
        json.dumps(entries).encode()) == [(1, 1, 6, 1), (1, 4, 3, 4)]


@pytest.mark.parametrize(("text", "said"), [
    ("home,away,winner\n1,9,1\n", '"9" is nobody'),
    ("home,away,winner\n1,Tem 6,1\n", "you mean"),
    ("home,away,winner\n1,1,1\n", "meets himself"),
    ("home,away,winner\n1,6,3\n", "neither of the two"),
    ("home,away,winner\n1,6,1\n6,1,6\n", "there twice, first in r:2"),
    ("round,home,away,winner\n9,1,6,1\n", "not a number from 1 to 3"),
    ("home,away\n1,6\n", "no results were found"),
    ("{", "not JSON"), ('{"played": 3}', "no list"), ("[3]", "is an object"),
    ('[{"home": true, "away": 2, "winner": 2}]', "numbers or names"),
])
def test_what_cannot_be_is_refused_with_its_place(text: str, said: str) -> None:
    with pytest.raises(FileError, match=said) as caught:
        told(text.encode())
    assert "r" in str(caught.value)


def test_who_stands_on_no_line_has_played_nothing() -> None:
    event = Event("cup", (*EVENT.entrants, Entrant(8, "Team 8")))
    with pytest.raises(FileError, match="no line"):
        read_played(b"home,away,winner\n1,8,1\n", DRAW, event)
