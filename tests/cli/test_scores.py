"""Boards of pairs by command: published examples, the page, languages, files, and input that cannot be."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from scheduler.app.pairs import score_pairs
from scheduler.standings.pairs import PairScores
from test_schemas import errors

Cli = Callable[..., Any]


def scored(*lines: str, heads: str = "board,ns,ew,result", **how: Any) -> PairScores:
    """The scores of a list with these lines."""
    return score_pairs("\n".join((heads, *lines)).encode(), **how)


def points(made: PairScores, board: int = 1) -> dict[str, Fraction]:
    """Pair -> what it has of a board."""
    return {name: worth for b in made.boards if b.board == board
            for name, worth in ((b.ns, b.ns_points), (b.ew, b.ew_points))}


def average(made: PairScores, pair: str) -> Fraction:
    """A pair's average."""
    return next(r.average for r in made.rows if r.pair.name == pair)


def traveller(board: int, *scores: int | str) -> list[str]:
    """A board played by pairs 1, 3, 5 ... against 2, 4, 6 ..."""
    return [f"{board},{2 * i + 1},{2 * i + 2},{score}" for i, score in enumerate(scores)]


# --- Published examples ---------------------------------------------------------------------------


def test_the_published_examples_of_neubergs_formula() -> None:
    """Played 6 times of 7: 4 of 10 become 4.8333 of 12, 9 become 10.6667, and 10 become 11.8333."""
    worth = points(scored(*traveller(1, 620, 600, 600, 170, 140, 140), expected=7))
    assert (worth["1"], worth["7"]) == (Fraction("11.8333"), Fraction("4.8333"))
    tied = points(scored(*traveller(1, 620, 620, 600, 170, 140, 110), expected=7))
    assert tied["1"] == tied["3"] == Fraction("10.6667")


def test_a_sole_top_on_a_board_played_ten_times_of_eleven_is_nineteen_point_nine() -> None:
    made = scored(*traveller(1, *range(100, 1100, 100)), expected=11)
    assert max(points(made).values()) == Fraction("19.9")


def test_ten_results_misboarded_after_table_four_are_groups_of_four_and_six() -> None:
    """The example of Law 87, each group on the top of ten."""
    lines = [f"1,{2 * i + 1},{2 * i + 2},{50 * i + 50 - (50 * i + 50) % 10},{'b' if i > 3 else 'a'}"
             for i in range(10)]
    worth = points(scored(*lines, heads="board,ns,ew,result,deal"))
    assert worth["7"] == (6 + 1) * Fraction(10, 4) - 1
    assert worth["19"] == Fraction("17.3333")
    assert worth["9"] == Fraction("0.6667")


# --- What is compared -----------------------------------------------------------------------------


def test_a_weighted_score_is_compared_part_by_part_for_everybody() -> None:
    """60 per cent of 620 and 40 of -100 are 60 per cent of one board and 40 of the other, for all pairs."""
    made = points(scored(*traveller(1, "620:60 -100:40", -100, 50, 650)))
    best, worst = (points(scored(*traveller(1, s, -100, 50, 650))) for s in (620, -100))
    assert made == {p: (60 * best[p] + 40 * worst[p]) / 100 for p in best}


@pytest.mark.parametrize("method", ["matchpoints", "cross-imps"])
def test_a_weighted_score_of_one_part_is_that_score(method: str) -> None:
    assert points(scored(*traveller(1, "620:100", -100, 50), method=method)) == points(
        scored(*traveller(1, 620, -100, 50), method=method))


def test_sections_compare_with_themselves_each_on_its_own_top() -> None:
    lines = [*(f"{line},A" for line in traveller(1, 420, 400, 50)), "1,B1,B2,-800,B", "1,B3,B4,-50,B"]
    made = scored(*lines, heads="board,ns,ew,result,section")
    assert (points(made)["B3"], points(made)["1"], made.played) == (2, 4, {"A": 3, "B": 2})


def test_two_fields_are_numbered_and_ranked_apart() -> None:
    lines = ("1,1,1,420", "1,2,2,-50", "2,1,2,100", "2,2,1,110")
    made = scored(*lines, two_fields=True)
    assert [(r.pair.field, r.pair.name, r.place, r.average) for r in made.rows] == [
        ("N-S", "1", 1, 50), ("N-S", "2", 1, 50), ("E-W", "2", 1, 100), ("E-W", "1", 2, 0)]


def test_a_guest_is_compared_with_and_not_ranked() -> None:
    """P21: leaving the guest out would change what the others have."""
    lines = [*traveller(1, 620, 420, 170), *traveller(2, 100, 110, 50)]
    made = scored(*lines, guests=["1"])
    assert {r.pair.name: r.place for r in made.rows}["1"] == 0
    assert points(made) == points(scored(*lines))


def test_an_arrow_switch_is_told_by_where_the_pairs_sat() -> None:
    """P13: the same contract the other way round is worth the same to the same pair."""
    plain, turned = scored("1,1,2,620", "1,3,4,170"), scored("1,2,1,-620", "1,3,4,170")
    assert average(plain, "1") == average(turned, "1") == 100


def test_a_contract_is_worth_its_score_by_the_boards_vulnerability() -> None:
    made = scored("1,1,2,4S N =", "1,3,4,420", "2,1,2,4S N =", "2,3,4,620")
    assert average(made, "1") == average(made, "3") == 50


def test_butler_leaves_extremes_out_and_artificial_scores_are_three_imps() -> None:
    made = scored(*traveller(1, 1100, 420, 400, -800, "A+/A-"), method="butler", drop=1)
    worth = points(made)
    assert (worth["1"], worth["3"], worth["9"], worth["10"]) == (12, 0, 3, -3)


# --- The page, languages, files -------------------------------------------------------------------


def test_the_page_shows_what_the_command_prints(root: Path, tmp_path: Path, cli: Cli) -> None:
    page = (root / "docs" / "pairs.md").read_text(encoding="utf-8")
    listed = re.search(r"```csv\n(.*?)```", page, re.DOTALL)
    shown = re.search(r"```console\n\$ scheduler (.*?)\n(.*?)```", page, re.DOTALL)
    assert listed
    assert shown
    (tmp_path / "session.csv").write_text(listed[1], encoding="utf-8")
    words = [str(tmp_path / w) if w == "session.csv" else w for w in shlex.split(shown[1])]
    assert cli(*words).out == shown[2]


@pytest.mark.parametrize("language", ["en", "zh", "vi"])
def test_ranking_and_boards_are_written_in_every_language_and_form(
    tmp_path: Path, cli: Cli, language: str
) -> None:
    source = "board,ns,ew,result\n" + "\n".join(traveller(1, 420, "A/A-", 50))
    files = [tmp_path / f"s{ending}" for ending in (".html", ".csv", ".xlsx")]
    told = [word for file in files for word in ("--to", file)]
    run = cli("scores", "-", "--language", language, *told, stdin=source)
    assert (run.code, run.out) == (0, "")
    assert f'lang="{language}' in files[0].read_text(encoding="utf-8")
    table = files[1].read_text(encoding="utf-8-sig")
    assert ",1=,1,87.50,3.50,4,1\n" in table
    assert "1,,,1,2,420,3.50,0.50\n" in table
    assert files[2].read_bytes().startswith(b"PK")
    text = cli("scores", "-", "--language", language, "--boards", stdin=source).out
    heads = {"en": "Per cent", "zh": "百分比", "vi": "Phần trăm"}
    assert heads[language] in text


def test_the_same_list_as_a_workbook_scores_the_same(tmp_path: Path) -> None:
    from scheduler.files.rows_xlsx import rows_xlsx

    lines = traveller(1, "4S N =", -50, "A+/A-")
    rows = [["board", "ns", "ew", "result"], *(line.split(",") for line in lines)]
    assert score_pairs(rows_xlsx([("Session", rows)])).rows == scored(*lines).rows


def test_json_is_what_its_schema_says(cli: Cli) -> None:
    source = "board,ns,ew,result\n" + "\n".join(traveller(1, 420, "A/A-", 50))
    assert errors("scores", json.loads(cli("scores", "-", "--json", stdin=source).out)) == []


# --- What cannot be -------------------------------------------------------------------------------


@pytest.mark.parametrize(("lines", "told"), [
    (["1,1,2,425"], "no contract scores 425"),
    (["1,1,2,9S N ="], "no contract"),
    (["0,1,2,420"], "no number of a board"),
    (["1,,2,420"], "no pair"),
    (["1,1,1,420"], "against itself"),
    (["1,1,2,420", "1,1,3,420"], "15B"),
    (["1,1,2,620:60 -100:30"], "100 in all"),
    (["1,1,2,np"], "no board was played"),
    ([], "no result below"),
])
def test_what_cannot_be_is_refused_with_its_line(cli: Cli, lines: list[str], told: str) -> None:
    run = cli("scores", "-", stdin="\n".join(("board,ns,ew,result", *lines)))
    assert run.code in (2, 5)
    assert told in run.err
    assert len(lines) != 1 or "no board was" in told or "standard input:2" in run.err


def test_a_contract_that_scores_something_else_than_stands_beside_it_is_found(cli: Cli) -> None:
    """P3: a misscore is told at the desk, not after the prizes."""
    run = cli("scores", "-", stdin="board,ns,ew,contract,score\n2,1,2,4S N =,420\n")
    assert run.code == 5
    assert "scores +620" in run.err


@pytest.mark.parametrize("words", [
    ("--method", "butlr"), ("--expected", "1"), ("--guest", "99"), ("--drop", "-1"), ("--to", "x.pdf"),
])
def test_wrong_options_are_refused(cli: Cli, words: tuple[str, ...]) -> None:
    source = "board,ns,ew,result\n" + "\n".join(traveller(1, 420, 50))
    run = cli("scores", "-", *words, stdin=source)
    assert run.code == 2
    assert run.err
