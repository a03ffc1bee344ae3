"""Draws at the command line: made, proven, counted, replayed, checked, graded, printed in three languages."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import openpyxl
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


def test_draw_prints_the_bracket_and_what_is_proven(cli: Cli) -> None:
    run = cli("draw", CUP)
    assert run.code == 0
    lines = run.out.splitlines()
    assert lines[0] == "Main draw"
    assert any("Bamboo [1]" in line for line in lines)
    assert lines[-3] == (
        "28 entrants on 32 lines (ceiling), 4 byes, 8 seeds; no draw is better, proven by counting"
    )
    assert lines[-2] == "region: pairs that can meet first: 1 in round 3, 9 in round 4, 21 in round 5"
    assert lines[-1].startswith("drawn uniformly from the 178,012,422,144,000 best draws")


def test_draw_json_has_the_documented_shape(cli: Cli, drawn: Path) -> None:
    data = json.loads(drawn.read_text("utf-8"))
    assert errors("draw", data) == []
    assert {
        "status", "bound", "seconds", "engine", "seed", "report", "draw", "conflicts", "certificate",
    } <= set(data)
    assert (data["seed"], data["status"], data["draw"]["size"]) == ("3 8 21", "optimal", 32)
    assert set(data["draw"]) == {"size", "lines"}
    cells = data["draw"]["lines"]
    assert [cell["line"] for cell in cells] == list(range(1, 33))
    assert all(
        {*cell} == {"line", "entrant"} or {**cell, "line": 0} == {"line": 0, "bye": True} for cell in cells
    )
    assert {"line": 2, "bye": True} in data["draw"]["lines"]
    assert data["conflicts"] == {"region": [0, 0, 1, 9, 21]}


def test_one_seed_gives_one_draw_and_another_seed_another(cli: Cli) -> None:
    made = [json.loads(cli("draw", CUP, "--seed", s, "--json").out)["draw"] for s in ("a", "a", "b")]
    assert made[0] == made[1] != made[2]


def test_a_wish_that_cannot_be_met_is_explained_in_words(cli: Cli, french: Path) -> None:
    run = cli("draw", french, "--without", "seeds-placed")
    assert "9 of 16 are from FRA; 8 first-round matches: at least 1 meeting" in run.out
    hard = cli("draw", french, "--set", "apart.hard=true", "--set", "apart.from-round=1", "--json")
    assert hard.code == 3
    clash = json.loads(hard.out)["error"]["clash"]
    assert any(line.startswith("9 of 16 are from FRA") for line in clash)


def test_seeds_size_and_model_override_the_event(cli: Cli) -> None:
    run = cli("draw", CUP, "--seeds", "4", "--size", "nearest", "--model", "itf-draw", "--json")
    data = json.loads(run.out)
    assert (len(data["seeds"]), data["size"]["policy"], data["model"]) == (4, "nearest", "itf-draw")
    assert cli("draw", CUP, "--size", "16").code == 2
    assert cli("draw", CUP, "--seeds", "30").code == 2


def test_count_gives_the_number_of_valid_draws_exactly(cli: Cli) -> None:
    run = cli("draw", "sample-world-cup-2022", "--count", "--json")
    assert errors("draw-count", json.loads(run.out)) == []
    assert json.loads(run.out)["valid"] == "620806975488000"
    assert "178,012,422,144,000 of them keep entrants as far apart" in cli("draw", CUP, "--count").out


def test_commit_binds_to_entries_and_seed(cli: Cli) -> None:
    one, again, other = (cli("draw", CUP, "--commit", "--seed", s).out for s in ("x", "x", "y"))
    assert one == again != other
    assert len(one.strip()) == 64
    record = json.loads(cli("draw", CUP, "--balls", "--seed", "x", "--json").out)
    assert record["commitment"] == one.strip()
    assert cli("draw", CUP, "--commit").code == 2


def test_a_record_of_balls_replays_and_a_changed_one_is_refused(cli: Cli, tmp_path: Path) -> None:
    record = tmp_path / "record.json"
    assert cli("draw", CUP, "--balls", "--seed", "x", "--out", record).code == 0
    assert errors("draw-record", json.loads(record.read_text("utf-8"))) == []
    run = cli("draw", CUP, "--replay", record)
    assert run.code == 0
    assert "the record was made again, step by step" in run.out
    record.write_text(record.read_text("utf-8").replace('"seed": "x"', '"seed": "y"'), "utf-8")
    assert cli("draw", CUP, "--replay", record).code == 5


def test_a_draw_replays_from_its_seed_and_a_changed_one_is_refused(cli: Cli, drawn: Path) -> None:
    assert "it is the same draw" in cli("draw", CUP, "--replay", drawn).out
    data = json.loads(drawn.read_text("utf-8"))
    lines = data["draw"]["lines"]
    lines[3]["entrant"], lines[4]["entrant"] = lines[4]["entrant"], lines[3]["entrant"]
    drawn.write_text(json.dumps(data), "utf-8")
    assert cli("draw", CUP, "--replay", drawn).code == 5


def test_balls_typed_in_are_held_to_the_admissible_lines(cli: Cli) -> None:
    run = cli("draw", CUP, "--by-hand", "--author", "Li", "--seed", "x", "--json",
              stdin="999\nabc\n" + "\n" * 40)
    assert run.code == 0
    assert "cannot have line 999: lines go from 1 to 32" in run.err
    assert '"abc" is not a number' in run.err
    record = json.loads(run.out)
    assert errors("draw-record", record) == []
    assert {step["author"] for step in record["steps"]} == {"seed"}
    assert cli("draw", CUP, "--by-hand", "--author", "Li", stdin="").code == 130


def test_by_hand_records_who_drew_which_line(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "four.csv").write_text("name\nAnn\nBo\nCy\nDi\n", "utf-8")
    run = cli("draw", tmp_path / "four.csv", "--by-hand", "--author", "Li", "--json", stdin="3\n1\n4\n2\n")
    record = json.loads(run.out)
    assert [(s["entrant"], s["number"], s["author"]) for s in record["steps"]] == [
        (1, 3, "Li"), (2, 1, "Li"), (3, 4, "Li"), (4, 2, "Li"),
    ]
    assert [x["entrant"] for x in record["draw"]["lines"]] == [2, 4, 1, 3]


def test_check_reads_what_draw_printed_and_its_certificate(cli: Cli, drawn: Path) -> None:
    run = cli("check", drawn, "--event", CUP, "--certificate", drawn)
    assert run.code == 0
    assert "All hard rules hold." in run.out
    assert "the certificate proves:\nregion: no draw with these lines" in run.out
    data = json.loads(cli("check", drawn, "--event", CUP, "--certificate", drawn, "--json").out)
    assert errors("check", data) == []
    assert data["certificate"]["proves"]
    piped = cli("check", "-", "--event", CUP, stdin=drawn.read_bytes())
    assert piped.code == 0


def test_a_certificate_of_another_draw_proves_nothing(cli: Cli, drawn: Path, tmp_path: Path) -> None:
    data = json.loads(drawn.read_text("utf-8"))
    lines = data["draw"]["lines"]
    seeded = set(data["seeds"])
    loose = [i for i, x in enumerate(lines) if x.get("entrant") and x["entrant"] not in seeded]
    shuffled = [lines[i]["entrant"] for i in loose][::-1]
    for i, who in zip(loose, shuffled, strict=True):
        lines[i]["entrant"] = who
    other = tmp_path / "other.json"
    other.write_text(json.dumps(data["draw"]), "utf-8")
    run = cli("check", other, "--event", CUP, "--certificate", drawn)
    assert run.code == 1
    assert "the certificate does not prove this draw" in run.out


def test_a_certificate_without_parts_proves_nothing(cli: Cli, drawn: Path, tmp_path: Path) -> None:
    data = json.loads(drawn.read_text("utf-8"))
    (tmp_path / "empty.json").write_text(json.dumps({**data["certificate"], "parts": []}), "utf-8")
    run = cli("check", drawn, "--event", CUP, "--certificate", tmp_path / "empty.json")
    assert run.code == 1
    assert "no parts: it proves nothing" in run.out


@pytest.mark.parametrize("value", [[], {}, [{}], [None], ["region", {}], [7], "region"])
def test_forged_attributes_of_a_certificate_are_refused(
    value: object, cli: Cli, drawn: Path, tmp_path: Path
) -> None:
    forged = {**json.loads(drawn.read_text("utf-8"))["certificate"], "attributes": value}
    (tmp_path / "c.json").write_text(json.dumps(forged), "utf-8")
    run = cli("check", drawn, "--event", CUP, "--certificate", tmp_path / "c.json")
    assert run.code == 1
    assert "the certificate does not prove this draw" in run.out


def test_check_says_which_rule_a_draw_breaks(cli: Cli, drawn: Path) -> None:
    data = json.loads(drawn.read_text("utf-8"))
    lines = data["draw"]["lines"]
    lines[0]["entrant"], lines[3]["entrant"] = lines[3]["entrant"], lines[0]["entrant"]
    drawn.write_text(json.dumps(data), "utf-8")
    run = cli("check", drawn, "--event", CUP)
    assert run.code == 1
    assert "CBA-13.6" in run.out


def test_grade_tells_the_distance_and_the_percentile(cli: Cli, drawn: Path) -> None:
    run = cli("grade", drawn, "--event", CUP, "--samples", "50")
    assert run.code == 0
    assert "level 1 (region, round 4): 10; the best there is, proven" in run.out
    assert "of 50 draws by lot 0 are better" in run.out
    assert "no draw is better, proven" in run.out
    data = json.loads(cli("grade", drawn, "--event", CUP, "--samples", "50", "--json").out)
    assert errors("grade", data) == []
    assert cli("grade", drawn, "--event", CUP, "--samples", "0").code == 2
    assert cli("grade", drawn).code == 2


def test_a_rulebook_without_a_price_grades_nothing_and_says_what_to_add(cli: Cli, drawn: Path) -> None:
    asked = ("grade", drawn, "--event", CUP, "--model", "itf-draw", "--samples", "20")
    assert "no rule of itf-draw has a price" in cli(*asked).err
    priced = cli(*asked, "--set", "apart.attribute=region", "--set", "apart.price=1")
    assert "level 1 (region, round 1): 0; the best there is" in priced.out
    assert "has a price" not in priced.err


def test_a_sheet_that_holds_its_entry_list_is_graded_alone(cli: Cli, tmp_path: Path) -> None:
    assert cli("draw", CUP, "--out", tmp_path / "cup.csv").code == 0
    run = cli("grade", tmp_path / "cup.csv", "--samples", "20")
    assert "no draw is better, proven" in run.out


def test_groups_are_drawn_checked_and_replayed(cli: Cli, tmp_path: Path) -> None:
    run = cli("draw", "sample-world-cup-2018", "--json", "--seed", "s")
    data = json.loads(run.out)
    assert errors("draw", data) == []
    assert data["valid"] == "2039489180467200"
    assert [len(g) for g in data["groups"]] == [4] * 8
    (tmp_path / "g.json").write_text(run.out, "utf-8")
    assert cli("check", tmp_path / "g.json", "--event", "sample-world-cup-2018").code == 0
    assert cli("draw", "sample-world-cup-2018", "--replay", tmp_path / "g.json").code == 0
    assert "Group 8" in cli("show", tmp_path / "g.json", "--event", "sample-world-cup-2018").out
    data["groups"][0][1], data["groups"][1][0] = data["groups"][1][0], data["groups"][0][1]
    (tmp_path / "g.json").write_text(json.dumps(data), "utf-8")
    assert cli("check", tmp_path / "g.json", "--event", "sample-world-cup-2018").code == 1


def test_files_are_pictures_pages_and_sheets_that_are_read_again(cli: Cli, tmp_path: Path) -> None:
    out = f"{tmp_path / 'out'}/"
    formats = [x for f in ("csv", "json", "xlsx", "svg", "html", "text") for x in ("--format", f)]
    assert cli("draw", CUP, "--out", out, *formats).code == 0
    names = sorted(p.suffix for p in (tmp_path / "out").iterdir())
    assert names == [".csv", ".html", ".json", ".svg", ".txt", ".xlsx"]
    stem = tmp_path / "out" / CUP
    assert stem.with_suffix(".svg").read_text("utf-8").startswith("<svg")
    assert openpyxl.load_workbook(stem.with_suffix(".xlsx")).active
    for suffix in (".csv", ".xlsx", ".json"):
        assert cli("check", stem.with_suffix(suffix), "--event", CUP).code == 0
    assert cli("draw", CUP, "--out", out, *formats).code == 2


def test_show_and_export_know_double_elimination_and_places(cli: Cli, drawn: Path, tmp_path: Path) -> None:
    double = cli("show", drawn, "--event", CUP, "--bracket", "double").out
    assert "loser of 1" in double
    third = cli("show", drawn, "--event", CUP, "--places", "3").out
    assert third.count("loser of") == 2
    assert cli("export", drawn, "--event", CUP, "--bracket", "double", "--out", tmp_path / "d.html").code == 0
    assert "<svg" in (tmp_path / "d.html").read_text("utf-8")
    assert cli("show", drawn, "--event", CUP, "--bracket", "double", "--places", "3").code == 2


@pytest.mark.parametrize(("language", "word"), [("zh", "负部"), ("vi", "Nhánh thua")])
def test_brackets_speak_three_languages(language: str, word: str, cli: Cli, drawn: Path) -> None:
    run = cli("show", drawn, "--event", CUP, "--bracket", "double", "--language", language)
    english = cli("show", drawn, "--event", CUP, "--bracket", "double")
    assert run.code == 0
    assert word in run.out
    assert "loser of" not in run.out
    assert "loser of" in english.out


def test_stages_say_what_is_played_on_the_bracket(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "e.csv").write_text(FRENCH, "utf-8")
    text = '[event]\nname = "Cup"\nentrants = "e.csv"\n[stage]\nformat = "knockout"\nmodel = "cba-knockout"\n'
    (tmp_path / "e.toml").write_text(text + "seeds = 4\nthird-place = true\n", "utf-8")
    assert cli("draw", tmp_path / "e.toml").out.count("loser of") == 2
    (tmp_path / "e.toml").write_text(text + "third-place = 7\n", "utf-8")
    assert cli("draw", tmp_path / "e.toml").code == 2


WRONG = {
    "two seeds alike": ("name,seed\nA,1\nB,1\nC,\n", (), 2, "both seed 1"),
    "one entrant": ("name\nA\n", (), 5, ""),
    "more seeds than lines": ("name,seed\nA,1\nB,2\nC,3\n", (), 2, "at most 2"),
    "an attribute nobody has": ("name\nA\nB\nC\n", ("--set", "apart.attribute=\"coach\""), 5, "coach"),
    "a rulebook for tables": ("name\nA\nB\n", ("--model", "cba-round-robin"), 2, "round-robin"),
    "no such bracket": ("name\nA\nB\n", ("--bracket", "dubble"), 2, "double"),
    "no such place": ("name\nA\nB\n", ("--places", "9"), 2, "places from 1 to 2"),
    "places in words": ("name\nA\nB\n", ("--places", "third"), 2, "--places 3,5"),
    "no such format": ("name\nA\nB\n", ("--format", "docx"), 2, "docx"),
    "no such stage": ("name\nA\nB\n", ("--stage", "3"), 2, "no stage 3"),
    "groups with a size": ("name\nA\nB\n", ("--groups", "1", "--size", "8"), 2, "size"),
    "too many groups": ("name\nA\nB\n", ("--groups", "3"), 2, "3"),
    "count and commit": ("name\nA\nB\n", ("--count", "--commit"), 2, "exclude"),
    "a long seed": ("name\nA\nB\n", ("--seed", "x" * 201), 2, "200"),
    "balls without a seed": ("name\nA\nB\n", ("--balls",), 2, "seed"),
    "hands without a name": ("name\nA\nB\n", ("--by-hand",), 2, "--author"),
    "no record": ("name\nA\nB\n", ("--replay", "list.csv"), 5, "record"),
    "no such language": ("name\nA\nB\n", ("--language", "fr"), 2, "fr"),
}


@pytest.mark.parametrize("case", WRONG)
def test_bad_input_is_told_and_never_a_traceback(case: str, cli: Cli, tmp_path: Path) -> None:
    text, more, code, said = WRONG[case]
    (tmp_path / "list.csv").write_text(text, "utf-8")
    run = cli("draw", tmp_path / "list.csv", *(tmp_path / m if m == "list.csv" else m for m in more))
    assert (run.code, run.out) == (code, "")
    assert said in run.err


@pytest.mark.parametrize("entrants", [0, 1, 5000])
def test_absurd_sizes_are_refused(entrants: int, cli: Cli) -> None:
    run = cli("draw", entrants)
    assert run.code == 2
    assert run.out == ""


def test_plan_says_that_a_knockout_is_drawn(cli: Cli) -> None:
    run = cli("plan", CUP)
    assert run.code == 2
    assert "scheduler draw" in run.err
    assert cli("draw", "sample-23").code == 2


def test_a_draw_of_4096_lines_is_made_and_checked(cli: Cli, tmp_path: Path) -> None:
    run = cli("draw", "3000", "--json")
    (tmp_path / "d.json").write_text(run.out, "utf-8")
    assert json.loads(run.out)["draw"]["size"] == 4096
    assert cli("check", tmp_path / "d.json", "--event", "3000").code == 0


def test_groups_are_written_in_every_format_and_read_again(cli: Cli, tmp_path: Path) -> None:
    event, out = "sample-world-cup-2018", f"{tmp_path / 'g'}/"
    formats = [x for f in ("csv", "json", "xlsx", "svg", "html", "text") for x in ("--format", f)]
    assert cli("draw", event, "--seed", "s", "--out", out, *formats, "--language", "zh").code == 0
    made = {p.suffix: p for p in (tmp_path / "g").iterdir()}
    assert sorted(made) == [".csv", ".html", ".json", ".svg", ".txt", ".xlsx"]
    for suffix in (".csv", ".json", ".xlsx"):
        assert cli("check", made[suffix], "--event", event).code == 0
        assert "第8组" in cli("show", made[suffix], "--event", event, "--language", "zh").out
    assert "<caption>第8组</caption>" in made[".html"].read_text("utf-8")
    assert made[".svg"].read_text("utf-8").count('role="img"') == 32
    assert cli("draw", event, "--out", f"{tmp_path / 'usual'}/").code == 0
    assert len(list((tmp_path / "usual").iterdir())) == 4


def test_groups_asked_for_at_the_command_are_shown_and_checked_by_the_same_event(
    cli: Cli, tmp_path: Path
) -> None:
    path = tmp_path / "four.json"
    path.write_text(cli("draw", CUP, "--groups", "4", "--json").out, "utf-8")
    assert cli("check", path, "--event", CUP).code == 0
    assert "Group 4" in cli("show", path).out
    assert cli("check", path).code == 2
    assert cli("show", path, "--event", CUP, "--order-of-play", "tables=2").code == 2


def test_a_broken_draw_is_told_by_line_match_pot_and_group(cli: Cli, drawn: Path, tmp_path: Path) -> None:
    data = json.loads(drawn.read_text("utf-8"))
    lines = data["draw"]["lines"]
    lines[1]["entrant"], lines[4] = lines[4]["entrant"], {"line": 5, "bye": True}
    del lines[1]["bye"]
    drawn.write_text(json.dumps(data), "utf-8")
    run = cli("check", drawn, "--event", CUP)
    assert "line 2: found 0, at least 1" in run.out
    assert "whole schedule" not in run.out
    told = json.loads(cli("check", drawn, "--event", CUP, "--json").out)
    assert errors("check", told) == []
    places = [v["places"] for v in told["violations"] if v["rule"] == "byes-placed"]
    assert places == [[{"kind": "line", "number": 2, "of": 32}]]
    event = "sample-world-cup-2018"
    groups = json.loads(cli("draw", event, "--json").out)
    groups["groups"][0].append(groups["groups"][1].pop())
    (tmp_path / "g.json").write_text(json.dumps(groups), "utf-8")
    out = cli("check", tmp_path / "g.json", "--event", event).out
    assert "group 1: found 5, must be exactly 4" in out
    assert "pot 4, group 2: found 0, must be exactly 1" in out


def test_a_season_by_name_is_counted_with_the_bias_of_its_procedure(cli: Cli) -> None:
    run = cli("draw", "round-of-16-2012", "--count")
    assert run.out.splitlines()[0] == "5,463 valid draws"
    assert "Celtic and Málaga meet with 20.89 %, in a uniform draw with 20.14 %" in run.out
    other = cli("draw", "round-of-16-2012", "--count", "--language", "vi").out
    assert "20,89" in other
    assert "20.89" not in other
    data = json.loads(cli("draw", "round-of-16-2012", "--count", "--json").out)
    assert errors("draw-count", data) == []
    assert data["valid"] == "5463"
    assert cli("draw", "round-of-16-1999", "--count").code == 2
    assert cli("plan", "round-of-16-2012").code == 2
