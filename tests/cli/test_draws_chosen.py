"""Opponents chosen at the command line: by a list, one by one, replayed, and refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from test_schemas import errors

Cli = Callable[..., Any]
NAMES = ("Alpha", "Bravo", "Carol", "Delta", "Echo", "Foxtrot", "Golf", "Hotel", "India")


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Nine entrants of three regions, and the ranking in which the last is the first."""
    rows = [f"{k},{name},{'NSE'[k % 3]}" for k, name in enumerate(NAMES, start=1)]
    (tmp_path / "e.csv").write_text("\n".join(["number,name,region", *rows]), "utf-8")
    (tmp_path / "r.csv").write_text("\n".join(["name", *reversed(NAMES)]), "utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


EIGHT = ("draw", "e.csv", "--ranking", "r.csv", "--advance", "8")


def test_the_first_eight_of_a_ranking_choose_and_the_draw_has_what_they_chose(cli: Cli, place: Path) -> None:
    """The 4th has who is left, listed or not; the match of 1 meets that of 3 in the semi-final."""
    run = cli(*EIGHT, "--choice", "1=7,2=5,3=8,4=6,1+3", "--json")
    data = json.loads(run.out)
    assert errors("draw-choice", data) == []
    assert data["entrants"][:2] == ["India", "Hotel"]
    assert [line["entrant"] for line in data["draw"]["lines"]] == [1, 7, 8, 3, 4, 6, 5, 2]
    shorter = json.loads(cli(*EIGHT, "--choice", "1=7,2=5,3=8,1+8", "--json").out)
    assert shorter["draw"] == data["draw"]
    assert cli(*EIGHT, "--choice", "India=Carol, Hotel=Echo, Golf=Bravo, India+Golf").code == 0


@pytest.mark.parametrize(("language", "word"), [("en", "takes"), ("zh", "挑选"), ("vi", "chọn")])
def test_a_choice_is_told_in_three_languages_and_replays(
    language: str, word: str, cli: Cli, place: Path
) -> None:
    told = cli(*EIGHT, "--choice", "1=7,2=5,3=8", "--author", "Li", "--language", language)
    assert word in told.out
    assert "Li" in told.out
    record = cli(*EIGHT, "--choice", "1=7,2=5,3=8", "--author", "Li", "--json")
    (place / "rec.json").write_text(record.out, "utf-8")
    again = cli(*EIGHT, "--replay", "rec.json", "--language", language)
    assert again.code == 0
    assert len(again.out.splitlines()) == len(told.out.splitlines()) + 1
    (place / "rec.json").write_text(record.out.replace('"chosen": 7', '"chosen": 6'), "utf-8")
    assert cli(*EIGHT, "--replay", "rec.json").code == 5


def test_choices_are_asked_for_one_by_one_with_what_speaks_against_each(cli: Cli, place: Path) -> None:
    """A wrong answer is asked again, a name will do, and the end of input keeps nothing."""
    run = cli(*EIGHT, "--choice", "ask:2", "--author", "Li", "--json", stdin="2\n77\n7\nEcho\n8\n4\n")
    data = json.loads(run.out)
    assert [s["chosen"] for s in data["steps"]] == [7, 5, 8, 4]
    assert "not open at choice 1" in run.err
    assert "  7 Carol - same region: N" in run.err
    assert data["steps"][0]["cautions"] == [{"kind": "shared", "attribute": "region", "value": "N"}]
    assert cli(*EIGHT, "--choice", "ask", "--author", "Li", stdin="7\n").code == 130


def test_a_stage_whose_opponents_are_chosen_is_not_drawn_by_lot(cli: Cli, place: Path) -> None:
    """placing = "chosen" and chosen-rounds in the event file; nine on 16 lines: one pair to choose."""
    (place / "c.toml").write_text(
        '[event]\nentrants = "e.csv"\n[stage]\nformat = "knockout"\nplacing = "chosen"\nchosen-rounds = 2\n',
        "utf-8",
    )
    run = cli("draw", "c.toml")
    assert (run.code, "--choice" in run.err) == (2, True)
    data = json.loads(cli("draw", "c.toml", "--choice", "1+8,2+3,4+5", "--json").out)
    assert data["chosen_rounds"] == 2
    lines = [line.get("entrant", 0) for line in data["draw"]["lines"]]
    assert {lines.index(1) // 4, lines.index(8) // 4, lines.index(9) // 4} == {lines.index(1) // 4}


WRONG = {
    "no such word": ("1-7", 2), "nobody": ("1=99", 2), "too early": ("2=5", 2), "not open": ("1=2", 2),
    "one missing": ("1=7", 2), "too many": ("1=7,2=5,3=8,4=5", 2), "no rounds": ("ask:x", 2),
    "nothing": (",", 2), "no author": ("ask", 2), "later rounds": ("1=7,2=5,3=8,2+3", 2),
}


@pytest.mark.parametrize("case", WRONG)
def test_choices_that_make_no_sense_are_refused(case: str, cli: Cli, place: Path) -> None:
    text, code = WRONG[case]
    run = cli(*EIGHT, "--choice", text)
    assert (run.code, run.out) == (code, "")


RANKINGS = {
    "twice": "name\nAlpha\nAlpha\n", "unknown": "name\nZulu\nAlpha\n", "one": "name\nAlpha\n",
    "no headings": "1,2\n3,4\n", "no list": '{"ranking": 3}', "no number": '{"ranking": [1, true]}',
    "no JSON": "{",
}


@pytest.mark.parametrize("case", RANKINGS)
def test_rankings_that_make_no_sense_are_refused(case: str, cli: Cli, place: Path) -> None:
    (place / "bad.csv").write_text(RANKINGS[case], "utf-8")
    run = cli("draw", "e.csv", "--ranking", "bad.csv")
    assert (run.code, run.out) == (5, "")


def test_a_ranking_is_drawn_by_lot_too_with_a_quarter_of_the_lines_seeded(cli: Cli, place: Path) -> None:
    (place / "r.json").write_text('{"ranking": ["India", 8, 7, 6]}', "utf-8")
    run = cli("draw", "e.csv", "--ranking", "r.json", "--json", "--numbered", "n.csv")
    assert json.loads(run.out)["seeds"] == [1]
    assert (place / "n.csv").read_text("utf-8-sig").splitlines()[1].startswith("1,India")
    assert cli("draw", "e.csv", "--advance", "3").code == 2
    assert cli("draw", "e.csv", "--ranking", "r.json", "--advance", "9").code == 2
    assert cli("draw", "e.csv", "--ranking", "r.json", "--from-groups", "r.json").code == 2


def test_group_winners_choose_among_seconds_and_who_met_in_the_group_is_a_caution(
    cli: Cli, place: Path
) -> None:
    """Four groups of two from eight: winners are ranked first, and choose; their own second is a caution."""
    rows = [f"{g},{2 * k + p}" for k, g in enumerate("ABCD") for p in (1, 2)]
    (place / "s.csv").write_text("\n".join(["group,number", *rows]), "utf-8")
    run = cli("draw", "e.csv", "--from-groups", "s.csv", "--choice", "1=5,2=8,3=6", "--json")
    data = json.loads(run.out)
    assert data["ranking"] == list(range(1, 9))
    assert [s["cautions"] for s in data["steps"]] == [
        [{"kind": "shared", "attribute": "group", "value": "1"}], [], []]
    assert data["steps"][0]["among"] == [5, 6, 7, 8]
