"""Draws at the command line, after the draw: the day, repairs, and groups that lead into a knockout."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from test_schemas import errors

Cli = Callable[..., Any]
CUP = "sample-cup-28"

FRENCH = "number,name,seed,region\n" + "".join(
    f"{k},E{k},{k if k <= 4 else ''},{'FRA' if k <= 9 else f'R{k}'}\n" for k in range(1, 17)
)


@pytest.fixture
def french(tmp_path: Path) -> Path:
    """Sixteen entrants, nine of them from FRA, four seeds."""
    (tmp_path / "french.csv").write_text(FRENCH, "utf-8")
    return tmp_path / "french.csv"


@pytest.fixture
def drawn(cli: Cli, tmp_path: Path) -> Path:
    """The sample cup, drawn, as ``draw --json`` prints it."""
    path = tmp_path / "drawn.json"
    path.write_text(cli("draw", CUP, "--seed", "3 8 21", "--json").out, "utf-8")
    return path


def test_a_day_has_every_match_once_and_says_how_early_it_ends(
    cli: Cli, drawn: Path, tmp_path: Path
) -> None:
    spec = "tables=4,minutes=40,rest=20,9:00-12:30,14:00-18:00"
    run = cli("show", drawn, "--event", CUP, "--order-of-play", spec)
    assert run.out.splitlines()[-1] == "the end is 16:40; no order of play ends earlier, proven"
    data = json.loads(cli("show", drawn, "--event", CUP, "--order-of-play", spec, "--json").out)
    assert sorted(m["match"] for m in data["order_of_play"]["matches"]) == list(range(1, 28))
    page = tmp_path / "day.html"
    assert cli("export", drawn, "--event", CUP, "--order-of-play", spec, "--out", page).code == 0
    assert "16:40" in page.read_text("utf-8")
    short = cli("show", drawn, "--event", CUP, "--order-of-play", "tables=4,minutes=40,9:00-10:00")
    assert short.code == 3


@pytest.mark.parametrize("spec", [
    "tables", "tables=x", "minutes=40", "tables=4,speed=3", "tables=4,9:00", "tables=4,25:00-26:00",
    "tables=4,12:00-9:00", "tables=4,9:70-10:00", "tables=0", "tables=99999999",
])
def test_a_day_that_makes_no_sense_is_refused(spec: str, cli: Cli, drawn: Path) -> None:
    run = cli("show", drawn, "--event", CUP, "--order-of-play", spec)
    assert (run.code, run.out) == (2, "")


def test_sessions_that_start_before_the_last_ended_are_on_the_next_day() -> None:
    from scheduler.app.draw_day import day_of

    day = day_of("tables=2,9:00-12:00,14:00-18:00,9:00-12:00")
    assert [(s.start, s.end) for s in day.sessions] == [(540, 720), (840, 1080), (1980, 2160)]


def test_repair_proposes_who_takes_a_withdrawn_line_and_why(cli: Cli, drawn: Path, tmp_path: Path) -> None:
    facts = ("--fact", "withdraw=3", "--fact", "late=New Star")
    run = cli("repair", drawn, "--event", CUP, *facts)
    assert run.code == 0
    assert "in-place: 0 moved, minimal; all hard rules hold\n   line 1: Bamboo -> New Star" in run.out
    data = json.loads(cli("repair", drawn, "--event", CUP, *facts, "--json").out)
    assert errors("draw-repair", data) == []
    assert [p["kind"] for p in data["proposals"]] == ["promotion", "in-place"]
    out = tmp_path / "new.csv"
    assert cli("repair", drawn, "--event", CUP, *facts, "--pick", "2", "--out", out).code == 0
    assert "New Star" in out.read_text("utf-8-sig")
    assert cli("check", out).code == 0


FACTS = {
    "an unknown kind": ("withdra=3", 2), "nobody": ("withdraw=", 2), "no such entrant": ("withdraw=77", 2),
    "a misspelt name": ("withdraw=Bambo", 2), "a misspelt way": ("withdraw=3:no-shaw", 2),
    "one to exchange": ("exchange=3", 2), "a match in words": ("played=first:3:7:3", 2),
}


@pytest.mark.parametrize("case", FACTS)
def test_facts_that_make_no_sense_are_refused(case: str, cli: Cli, drawn: Path) -> None:
    fact, code = FACTS[case]
    run = cli("repair", drawn, "--event", CUP, "--fact", fact)
    assert (run.code, run.out) == (code, "")


def test_group_winners_and_seconds_go_into_a_knockout_that_keeps_groups_apart(
    cli: Cli, tmp_path: Path
) -> None:
    (tmp_path / "e.csv").write_text(FRENCH, "utf-8")
    groups = cli("draw", tmp_path / "e.csv", "--groups", "4", "--format", "csv")
    (tmp_path / "standings.csv").write_text(groups.out, "utf-8")
    run = cli("draw", tmp_path / "e.csv", "--from-groups", tmp_path / "standings.csv", "--advance", "2",
              "--numbered", tmp_path / "through.csv", "--out", tmp_path / "cup.csv", "--json")
    data = json.loads(run.out)
    assert data["seeds"] == [1, 2, 3, 4]
    assert data["status"] == "optimal"
    assert data["conflicts"] == {"group": [0, 0, 4]}
    assert (tmp_path / "through.csv").read_text("utf-8-sig").count("\n") == 9
    checked = cli("check", tmp_path / "cup.csv", "--set", "apart.attribute=group")
    assert (checked.code, "group: pairs that can meet first: 4 in round 3" in checked.out) == (0, True)


STANDINGS = {
    "somebody twice": "group,number\nA,1\nA,2\nB,3\nB,1\n", "nobody": "group,number\nA,1\nB,99\n",
    "no groups": "number\n1\n2\n", "one group": "group,number\nA,1\nA,2\n",
    "no JSON": "{", "an empty group": '{"groups": [[1], []]}', "a name in JSON": '{"groups": [["E1"], [2]]}',
}


@pytest.mark.parametrize("case", STANDINGS)
def test_standings_that_make_no_sense_are_refused(case: str, cli: Cli, french: Path, tmp_path: Path) -> None:
    (tmp_path / "s.csv").write_text(STANDINGS[case], "utf-8")
    run = cli("draw", french, "--from-groups", tmp_path / "s.csv", "--advance", "1")
    assert (run.code, run.out) == (5, "")


def test_more_than_a_group_has_cannot_go_through(cli: Cli, french: Path, tmp_path: Path) -> None:
    (tmp_path / "s.csv").write_text("group,number\nA,1\nA,2\nB,3\n", "utf-8")
    run = cli("draw", french, "--from-groups", tmp_path / "s.csv", "--advance", "2")
    assert (run.code, run.out) == (2, "")
    assert "from 1 to 1" in run.err
    assert cli("draw", french, "--from-groups", tmp_path / "s.csv", "--advance", "1").code == 0


def test_drops_by_hand_and_the_kind_of_final_are_told_with_their_rematches(
    cli: Cli, french: Path, tmp_path: Path
) -> None:
    """16 in double elimination: 13/32 by default, more where losers fall straight down; no second final."""
    draw = tmp_path / "d.csv"
    assert cli("draw", french, "--out", draw).code == 0
    best = cli("show", draw, "--bracket", "double").out
    assert "13/32 = 0.4063 before the losers' final" in best
    by_hand = cli("show", draw, "--bracket", "double:final=single:drops.2=1,2,3,4:drops.3=1,2").out
    assert "Winners' round 2, losers of matches: 1 2 3 4" in by_hand
    assert "11/4 = 2.7500 before the losers' final" in by_hand
    page = tmp_path / "d.html"
    drops = ("--bracket", "double:drops.2=1,2,3,4")
    assert cli("export", draw, *drops, "--language", "vi", "--out", page).code == 0
    assert "tái đấu" in page.read_text("utf-8")
    assert cli("show", draw, "--bracket", "double:drops.2=1,2,3").code == 2
    (tmp_path / "e.toml").write_text(
        '[event]\nentrants = "french.csv"\n[stage]\nformat = "knockout"\nkind = "double"\n'
        'final = "single"\ndrops = { 2 = [4, 3, 2, 1] }\n', "utf-8",
    )
    told = cli("draw", tmp_path / "e.toml")
    assert (told.code, "losers of matches: 4 3 2 1" in told.out) == (0, True)


@pytest.mark.parametrize(("language", "told"), [
    ("en", "the loser of match 1 to match 8, the loser of match 3 to match 7"),
    ("zh", "第1场负者改入第8场、第3场负者改入第7场"),
    ("vi", "bên thua trận 1 sang trận 8, bên thua trận 3 sang trận 7"),
])
def test_d4_losers_sent_elsewhere_by_hand_are_told_with_the_bracket(
    cli: Cli, tmp_path: Path, language: str, told: str
) -> None:
    """D4: as text and on the page, whether the event file says it or the command."""
    (tmp_path / "e.csv").write_text("name\nA\nB\nC\nD\nE\nF\nG\nH\n", "utf-8")
    typed = cli("draw", tmp_path / "e.csv", "--bracket", "double:losers.1=8-home", "--language", language)
    assert told in typed.out
    (tmp_path / "e.toml").write_text(
        '[event]\nentrants = "e.csv"\n[stage]\nformat = "knockout"\nkind = "double"\n'
        'losers = { 1 = "8-home" }\n', "utf-8",
    )
    page = tmp_path / "e.html"
    assert cli("draw", tmp_path / "e.toml", "--out", page, "--language", language).code == 0
    assert told in page.read_text("utf-8")


def test_matches_of_a_results_file_stay_as_they_are(cli: Cli, drawn: Path, tmp_path: Path) -> None:
    """Who won his match and withdraws stays on his line; his next opponent goes on by walkover."""
    lines = [x.get("entrant", 0) for x in json.loads(drawn.read_text("utf-8"))["draw"]["lines"]]
    a, b = next((a, b) for a, b in zip(lines[::2], lines[1::2], strict=True) if a and b)
    (tmp_path / "results.csv").write_text(f"home,away,winner\n{a},{b},{a}\n", "utf-8")
    facts = ("--event", CUP, "--fact", f"withdraw={a}")
    run = cli("repair", drawn, *facts, "--played", tmp_path / "results.csv", "--json")
    data = json.loads(run.out)
    (found,) = data["proposals"]
    assert found["changes"] == []
    assert [w["losers"] for w in found["walkovers"]] == [[a]]
    assert json.loads(cli("repair", drawn, *facts, "--json").out)["proposals"][0]["changes"] != []
    (tmp_path / "results.csv").write_text(f"home,away,winner\n{a},{b},99\n", "utf-8")
    assert cli("repair", drawn, *facts, "--played", tmp_path / "results.csv").code == 5


STAGE = '[event]\nentrants = "french.csv"\n[stage]\n{}\n[[stage.rule]]\nid = "{}"\n'


@pytest.mark.parametrize("kind", ['format = "knockout"', 'format = "groups"\ngroups = 4'])
def test_a_rule_of_the_event_file_that_does_not_exist_is_named_by_its_line(
    cli: Cli, french: Path, kind: str
) -> None:
    event = french.with_name("e.toml")
    event.write_text(STAGE.format(kind, "nosuch"), "utf-8")
    run = cli("draw", event)
    assert run.code == 5
    assert f'e.toml:{6 + kind.count(chr(10))}: there is no rule "nosuch"' in run.err


def test_a_single_demand_that_cannot_be_met_is_told_in_the_singular(cli: Cli, french: Path) -> None:
    """Two of sixteen are not to meet before round 5, and there are four."""
    event = french.with_name("e.toml")
    wish = STAGE.format('format = "knockout"', "not-before") + "entrants = [3, 4]\nfrom-round = 5\n"
    event.write_text(wish, "utf-8")
    run = cli("draw", event)
    assert run.code == 3
    assert "one demand cannot be met by itself" in run.err
    assert "This rule cannot hold:" in run.err
