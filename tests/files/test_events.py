"""Event files: what they say, what they may not say, and that they are read back."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from files.entry_lists import workbook
from files.test_entrants import fields
from scheduler.errors import FileError
from scheduler.event import Entrant, Event, Stage
from scheduler.files.events import read_event, write_event

CUP = """\
[event]
name = "Spring Cup"
date = 2026-05-30

[[stage]]
format = "round-robin"
model = "cba-round-robin"
legs = 2
cycle = "mirrored"
lock = [{ round = 1, match = [1, 2] }]

[[stage.rule]]
id = "home-at-most"
most = 3

[[rule]]
id = "apart"

[[entrant]]
number = 2
name = "Red"
seed = 1

[[entrant]]
number = 1
name = "Blue"
region = "North"
club = "x"
rating = 2500
attributes = { coach = "Li" }
"""


def failure(text: str) -> FileError:
    """The error of reading this event."""
    with pytest.raises(FileError) as caught:
        read_event(text.encode(), name="e.toml")
    return caught.value


def test_an_event_file_says_who_plays_and_in_which_stages() -> None:
    assert read_event(CUP.encode(), name="e.toml") == Event(
        name="Spring Cup",
        entrants=(Entrant(1, "Blue", 0, "North", "x", 2500, {"coach": "Li"}), Entrant(2, "Red", 1)),
        stages=(Stage(
            model="cba-round-robin", legs=2,
            options={"cycle": "mirrored", "lock": [{"round": 1, "match": [1, 2]}]},
            rules=({"id": "home-at-most", "most": 3}, {"id": "apart"}),
        ),),
        date="2026-05-30",
        source="e.toml",
    )


def test_one_stage_may_stand_in_single_brackets() -> None:
    assert read_event(CUP.replace("[[stage]]", "[stage]").encode(), name="e.toml") == read_event(
        CUP.encode(), name="e.toml"
    )


def test_the_entry_list_is_looked_for_beside_the_event_file(tmp_path: Path) -> None:
    (tmp_path / "teams.csv").write_text("name\nA\nB\nC\n")
    (tmp_path / "cup.toml").write_text('[event]\nentrants = "teams.csv"\n')
    event = read_event(tmp_path / "cup.toml")
    assert (event.name, event.size, event.stages) == ("cup", 3, (Stage(),))


@pytest.mark.parametrize("name", ["cup.xlsx", "cup.csv", "cup.txt"])
def test_a_bare_entry_list_is_an_event_of_one_default_stage(tmp_path: Path, name: str) -> None:
    data = workbook([["Team"], ["A"], ["B"]]) if name.endswith("x") else b"Team\nA\nB\n"
    (tmp_path / name).write_bytes(data)
    assert read_event(tmp_path / name) == Event(
        "cup", (Entrant(1, "A"), Entrant(2, "B")), source=str(tmp_path / name)
    )


def test_standard_input_is_known_by_its_content() -> None:
    assert read_event(CUP.encode()).name == "Spring Cup"
    assert read_event(b"[Team] list\nA\nB\n").size == 3
    assert read_event(workbook([["Team"], ["A"], ["B"]])).size == 2


@pytest.mark.parametrize(("old", "new", "line", "said", "maybe"), [
    ("name = \"Spring", "nmae = \"Spring", 2, 'unknown key "nmae"', 'you mean "name"?'),
    ("seed = 1", "sede = 1", 22, 'unknown key "sede"', 'you mean "seed"?'),
    ("[[entrant]]", "[[entrnat]]", 19, 'unknown key "entrnat"', 'you mean "entrant"?'),
    ("2026-05-30", '"30.5.2026"', 3, "not a date", "2026-05-30"),
    ("legs = 2", "legs = 0", 8, "legs must be 1 to 100", ""),
    ("legs = 2", 'legs = "two"', 8, "legs must be a whole number", ""),
    ("number = 1", "number = 2", 25, 'number "2" is there twice', ""),
    ('name = "Red"', 'name = "blue"', 26, 'name "Blue" is there twice', ""),
    ('name = "Red"', 'name = " "', 21, "the name is missing or empty", ""),
    ('{ coach = "Li" }', "{ coach = 3 }", 30, "attributes must look like", ""),
    ("date = ", "date : ", 3, "not TOML", ""),
    ("date = 2026-05-30", 'entrants = "x.csv"', 3, "listed as [[entrant]] too", "delete one"),
])
def test_a_slip_is_named_by_its_line(
    old: str, new: str, line: int, said: str, maybe: str
) -> None:
    error = failure(CUP.replace(old, new))
    assert error.where == f"e.toml:{line}"
    assert said in error.message
    assert maybe in error.maybe


@pytest.mark.parametrize(("text", "said"), [
    ("[event]\nname = 'x'\n", "nobody takes part"),
    ("[event]\nentrants = 'x.csv'\n", "cannot be found"),
    ("[stage]\nrule = 3\n[[entrant]]\nname='a'\n[[entrant]]\nname='b'", "[[stage.rule]]"),
    ("event = 3\n", "event"),
    ("[event]\nname = " + "[" * 3000, "nested too deeply"),
    ("[event]\n[[entrant]]\nname = 'a'\n", "at least 2 entrants"),
])
def test_what_is_missing_or_of_the_wrong_kind_is_told(text: str, said: str) -> None:
    assert said in failure(text).message


def test_an_entry_list_that_is_not_there_is_named_by_the_line_that_wants_it(
    tmp_path: Path,
) -> None:
    (tmp_path / "cup.toml").write_text('[event]\nname = "x"\nentrants = "absent.csv"\n')
    with pytest.raises(FileError, match=r"cup.toml:3: there is no file .*absent.csv"):
        read_event(tmp_path / "cup.toml")


def test_a_schedule_in_json_is_no_event() -> None:
    with pytest.raises(FileError, match="this is JSON"):
        read_event(b'{"rounds": []}')


keys = st.text(min_size=1, max_size=8).filter(
    lambda k: k not in ("format", "model", "legs", "rule")
)
scalars = (
    st.text(max_size=10) | st.integers(-(2**63), 2**63 - 1) | st.booleans() | st.dates()
    | st.times() | st.datetimes() | st.floats(allow_nan=False)
)
values = st.recursive(
    scalars, lambda v: st.lists(v, max_size=3) | st.dictionaries(keys, v, max_size=3), max_leaves=6
)
tables = st.dictionaries(keys, values, max_size=3)


@given(fields(), tables, st.lists(tables, max_size=2), st.sampled_from(["", "2026-02-28"]))
def test_what_is_written_is_read_back(
    entrants: tuple[Entrant, ...], options: dict[str, Any], rules: list[dict[str, Any]], date: str
) -> None:
    stages = (Stage(options=options, rules=tuple(rules)), Stage("league", "x.toml", 3))
    event = Event("Cup \"A\" – 杯", entrants, stages, date, "e.toml")
    assert read_event(write_event(event).encode(), name="e.toml") == event


def test_a_value_that_toml_cannot_hold_is_not_written_as_something_else() -> None:
    event = Event("x", (Entrant(1, "A"), Entrant(2, "B")), (Stage(options={"x": None}),))
    with pytest.raises(TypeError, match="NoneType"):
        write_event(event)
