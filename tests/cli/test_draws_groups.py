"""Groups at the command line: positions, and the matches that follow from the draw (D38)."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from test_schemas import errors

Cli = Callable[..., Any]
CUP = "sample-world-cup-2022"
ASKED = "8:positions=lot:table=cba-round-robin"


def test_d38_a_draw_into_groups_tells_the_matches_that_follow_from_it(cli: Cli) -> None:
    """D38: three rounds a group, everybody meets everybody of his group once; the JSON is as documented."""
    done = cli("draw", CUP, "--groups", ASKED, "--seed", "s", "--json")
    told = json.loads(done.out)
    assert errors("draw", told) == []
    for k, members in enumerate(told["groups"], start=1):
        pairs = {frozenset((m["home"], m["away"])) for m in told["schedule"] if m["group"] == k}
        assert pairs == {frozenset((a, b)) for a in members for b in members if a < b}
    assert {m["round"] for m in told["schedule"]} == {1, 2, 3}
    text = cli("draw", CUP, "--groups", ASKED, "--seed", "s").out
    first = told["schedule"][0]
    assert f"Round 1: {first['home']}-{first['away']}, " in text


@pytest.mark.parametrize(("language", "word"), [("en", "Round 3: "), ("zh", "第3轮："), ("vi", "Vòng 3: ")])
def test_d38_the_page_of_the_groups_has_their_matches_in_every_language(
    cli: Cli, tmp_path: Path, language: str, word: str
) -> None:
    page = tmp_path / "g.html"
    cli("draw", CUP, "--groups", ASKED, "--out", str(page), "--language", language)
    assert page.read_text("utf-8").count(word) == 8


def test_groups_drawn_with_positions_are_made_again_from_their_seed(cli: Cli, tmp_path: Path) -> None:
    record = tmp_path / "r.json"
    record.write_text(cli("draw", CUP, "--groups", ASKED, "--seed", "s", "--json").out, "utf-8")
    assert cli("draw", CUP, "--groups", ASKED, "--replay", str(record)).code == 0
    assert cli("draw", CUP, "--replay", str(record)).code == 5


@pytest.mark.parametrize(
    "asked", ["x", "0", "-1", "8:nosuch=1", "8:positions", "8:positions=some", "8:table=danish"]
)
def test_a_wrong_number_or_option_of_groups_is_an_error_of_usage(cli: Cli, asked: str) -> None:
    done = cli("draw", CUP, "--groups", asked)
    assert done.code == 2
    assert "Maybe" in done.err


BALLS = ("draw", CUP, "--balls", "--seed", "x")


def test_groups_are_drawn_ball_by_ball_and_anybody_can_make_it_again(cli: Cli, tmp_path: Path) -> None:
    record = tmp_path / "record.json"
    assert cli(*BALLS, "--out", record).code == 0
    told = json.loads(record.read_text("utf-8"))
    assert errors("draw-groups-record", told) == []
    assert told["fixed"] == {"1": 1}
    assert len(told["steps"]) == 31
    assert told["commitment"] == cli("draw", CUP, "--commit", "--seed", "x").out.strip()
    again = cli("draw", CUP, "--replay", record)
    assert (again.code, "the record was made again, step by step" in again.out) == (0, True)
    record.write_text(record.read_text("utf-8").replace('"seed": "x"', '"seed": "y"'), "utf-8")
    assert cli("draw", CUP, "--replay", record).code == 5
    assert cli("draw", "sample-cup-28", "--replay", record).code == 5


@pytest.mark.parametrize(
    ("language", "word"), [("en", "draws group"), ("zh", "抽得第"), ("vi", "bốc được bảng")])
def test_balls_of_groups_are_told_in_every_language(cli: Cli, language: str, word: str) -> None:
    assert cli(*BALLS, "--language", language).out.count(word) == 31


def test_balls_of_groups_can_be_typed_in_for_any_entrant_of_the_pot(cli: Cli) -> None:
    """5=4 puts entrant 5 into group 4; 99 is no group; the public seed draws the others."""
    run = cli("draw", CUP, "--by-hand", "--author", "Li", "--seed", "x", "--json",
              stdin="5=4\n99\nabc\n" + "\n" * 30)
    assert run.code == 0, run.err
    assert "groups go from 1 to 8" in run.err
    assert '"abc" is not a number' in run.err
    record = json.loads(run.out)
    assert errors("draw-groups-record", record) == []
    first = record["steps"][0]
    assert (first["entrant"], first["number"], first["author"], first["part"]) == (5, 4, "Li", "pot 1")
    stopped = cli("draw", CUP, "--by-hand", "--author", "Li", stdin="")
    assert (stopped.code, "31 balls to draw" in stopped.err) == (130, True)


def test_the_rulebook_of_the_snake_forms_groups_by_the_snake(cli: Cli, tmp_path: Path) -> None:
    """Twelve by rating in 3 groups: 1 6 7 12, 2 5 8 11, 3 4 9 10 (CBA-13.6), unless pots are asked for."""
    entries = tmp_path / "e.csv"
    entries.write_text("name,rating\n" + "".join(f"T{k},{99 - k}\n" for k in range(1, 13)), "utf-8")
    asked = ("draw", entries, "--model", "cba-groups", "--json")
    told = json.loads(cli(*asked, "--groups", "3").out)
    assert told["groups"] == [[1, 6, 7, 12], [2, 5, 8, 11], [3, 4, 9, 10]]
    pots = json.loads(cli(*asked, "--groups", "3:placing=pots", "--seed", "x").out)
    assert pots["valid"] == str(6 ** 4)
