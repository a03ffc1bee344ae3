"""What is printed about a draw speaks the language asked for, and no English slips into it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest

import scheduler
from scheduler.app.knowledge import models, rules
from scheduler.views.messages import catalogue, reasons, sentences

Cli = Callable[..., Any]
CUP = "sample-cup-28"
GROUPS = "sample-world-cup-2018"

# Names of entrants and values are ours, so that whatever is left of four letters and more is a word.
CLUB = "number,name,seed,region,club\n" + "".join(
    f"{k},E{k},{k if k <= 4 else ''},{'FRA' if k <= 9 else f'R{k}'},{f'C{k % 5}'}\n" for k in range(1, 17)
)
EVENT = """[event]
name = "Cup"
entrants = "e.csv"
[stage]
format = "knockout"
model = "cba-knockout"
seeds = 3
[[stage.rule]]
id = "apart"
attribute = "club"
order = "halves-first"
price = 1
level = 20
"""
KNOWN = {"Euler", "JSON", "UEFA"}
_LATIN = "[A-Za-z\u00c0-\u024f\u1e00-\u1eff]"
_ASCII = re.compile(rf"(?<!{_LATIN})[A-Za-z]{{4,}}(?!{_LATIN})")


def _identifiers() -> set[str]:
    found = {r.id for r in rules("")} | {b.name for b in models()}
    return found | {use.clause for book in models() for use in book.uses}


def _strange(text: str, names: Iterable[str]) -> list[str]:
    """Words of four letters and more within ASCII that are no names, rules, or seals."""
    for name in sorted({*names, *_identifiers()}, key=len, reverse=True):
        if len(name) > 3:
            text = re.sub(rf"(?<!{_LATIN}){re.escape(name)}(?!{_LATIN})", " ", text)
    text = re.sub(r"\b[0-9a-f]{64}\b", " ", text)
    return [w for w in _ASCII.findall(text) if w not in KNOWN]


def _vietnamese() -> set[str]:
    """Every word of four ASCII letters and more that the Vietnamese catalogue has."""
    texts = [" ".join(m.values()) if hasattr(m, "values") else str(m) for m in catalogue("vi").values()]
    texts += [*sentences("vi").values(), *reasons("vi").values()]
    plain = re.sub(r"{[^}]*}", " ", " ".join(texts))
    return {w.lower() for w in _ASCII.findall(plain)}


def _words(text: str, language: str, names: Iterable[str]) -> list[str]:
    found = _strange(text, names)
    return found if language == "zh" else [w for w in found if w.lower() not in _vietnamese()]


@pytest.fixture
def club(tmp_path: Path) -> Path:
    """Sixteen entrants with three seeds, nine of one region, and clubs kept apart too."""
    (tmp_path / "e.csv").write_text(CLUB, "utf-8")
    (tmp_path / "e.toml").write_text(EVENT, "utf-8")
    return tmp_path / "e.toml"


@pytest.fixture
def drawn(cli: Cli, club: Path, tmp_path: Path) -> Path:
    """The club cup as ``draw --json`` prints it."""
    path = tmp_path / "d.json"
    path.write_text(cli("draw", club, "--seed", "7", "--json", "--time-limit", "3").out, "utf-8")
    return path


def _names_of(cli: Cli, event: str) -> list[str]:
    groups = cli("draw", event, "--format", "csv").out.splitlines()[1:]
    return [cell for row in groups for cell in row.split(",")]


@pytest.mark.parametrize("language", ["zh", "vi"])
@pytest.mark.parametrize("asked", [
    (), ("--model", "itf-draw"), ("--model", "bwf-draw"), ("--model", "plain-draw"), ("--size", "nearest"),
    ("--count",), ("--balls", "--seed", "x"), ("--model", "ittf-draw"), ("--bracket", "double"),
    ("--bracket", "consolation"), ("--places", "3,5"),
])
def test_no_english_in_a_draw(asked: tuple[str, ...], language: str, cli: Cli) -> None:
    run = cli("draw", CUP, *asked, "--language", language)
    assert run.code == 0, run.err
    names = _names_of(cli, CUP)
    assert _words(run.out, language, names) == []


@pytest.mark.parametrize("language", ["zh", "vi"])
def test_no_english_in_a_season_by_name_or_a_draw_made_again(
    language: str, cli: Cli, drawn: Path, club: Path
) -> None:
    event = scheduler.load("round-of-16-2015")
    names = [e.name for e in event.entrants] + [word for e in event.entrants for word in e.name.split()]
    for asked in ((), ("--count",)):
        run = cli("draw", "round-of-16-2015", *asked, "--language", language)
        assert _words(run.out, language, names) == []
    again = cli("draw", club, "--replay", drawn, "--language", language, "--time-limit", "3")
    assert again.code == 0
    assert _words(again.out, language, []) == []


@pytest.mark.parametrize("language", ["zh", "vi"])
def test_no_english_in_groups_their_check_and_their_page(language: str, cli: Cli, tmp_path: Path) -> None:
    names = _names_of(cli, GROUPS)
    run = cli("draw", GROUPS, "--seed", "s", "--language", language)
    data = json.loads(cli("draw", GROUPS, "--seed", "s", "--json").out)
    groups = data["groups"]
    groups[0][1], groups[1][0] = groups[1][0], groups[0][1]
    groups[2].append(groups[3].pop())
    (tmp_path / "g.json").write_text(json.dumps(data), "utf-8")
    told = [run.out]
    for command in ("check", "show"):
        told.append(cli(command, tmp_path / "g.json", "--event", GROUPS, "--language", language).out)
    for text in told:
        assert text
        assert _words(text, language, names) == []


@pytest.mark.parametrize("language", ["zh", "vi"])
def test_no_english_in_a_draw_with_unmet_wishes_its_proof_and_grade(
    language: str, cli: Cli, club: Path, drawn: Path, tmp_path: Path
) -> None:
    made = cli("draw", club, "--seed", "7", "--language", language, "--time-limit", "3")
    checked = cli("check", drawn, "--event", club, "--certificate", drawn, "--priced", "--language", language)
    data = json.loads(drawn.read_text("utf-8"))
    lines = data["draw"]["lines"]
    lines[0]["entrant"], lines[2]["entrant"] = lines[2]["entrant"], lines[0]["entrant"]
    bad = tmp_path / "bad.json"
    bad.write_text(json.dumps(data), "utf-8")
    wrong = cli("check", bad, "--event", club, "--certificate", drawn, "--language", language)
    empty = tmp_path / "c.json"
    empty.write_text("{}", "utf-8")
    nothing = cli("check", drawn, "--event", club, "--certificate", empty, "--language", language)
    grading = ("--event", club, "--samples", "20", "--language", language)
    grades = [cli("grade", d, *grading) for d in (drawn, bad)]
    runs = [made, checked, wrong, nothing, *grades]
    assert [r.code for r in runs] == [0, 0, 1, 1, 0, 0]
    for run in runs:
        assert _words(run.out, language, ["Cup"]) == []


@pytest.mark.parametrize("language", ["zh", "vi"])
def test_no_english_in_repairs(language: str, cli: Cli, drawn: Path, club: Path) -> None:
    facts = [
        ["withdraw=3"], ["withdraw=3", "late=Newt"], ["withdraw=2:no-show", "played=1:9:16:9"],
        ["withdraw=5:after-order-of-play", "alternate=Luck:lucky-loser"], ["exchange=5:6"],
        ["late=Newt"], ["withdraw=9", "withdraw=10", "alternate=Anna:acceptance-list"],
    ]
    done = 0
    for told in facts:
        asked = [x for f in told for x in ("--fact", f)]
        run = cli("repair", drawn, "--event", club, *asked, "--language", language, "--time-limit", "2")
        done += run.code == 0
        assert _words(run.out, language, ["Newt", "Luck", "Anna"]) == []
    assert done >= 5


@pytest.mark.parametrize("language", ["zh", "vi"])
def test_no_english_in_an_order_of_play(language: str, cli: Cli, drawn: Path, club: Path) -> None:
    spec = "tables=3,minutes=50,rest=20,9:00-12:30,14:00-15:00,9:00-12:00"
    run = cli("show", drawn, "--event", club, "--order-of-play", spec, "--language", language)
    assert run.code == 0
    assert _words(run.out, language, []) == []


@pytest.mark.parametrize("language", ["zh", "vi"])
def test_no_english_where_balls_are_typed_in(language: str, cli: Cli, club: Path) -> None:
    run = cli("draw", club, "--by-hand", "--author", "Li", "--seed", "x", "--without", "apart",
              "--language", language, stdin="\n" * 40)
    assert run.code == 0
    assert _words(run.err, language, []) == []
    assert _words(run.out, language, []) == []


def test_english_would_be_found(cli: Cli) -> None:
    """What these tests look for is there in English: the look-out is awake."""
    run = cli("draw", CUP, "--balls", "--seed", "x")
    assert {"ball", "draws", "line", "admissible"} <= set(_words(run.out, "zh", _names_of(cli, CUP)))
    assert _words("Trận chung kết theo vòng", "vi", []) == []
    assert _words("no draw is better, proven", "vi", []) == ["better", "proven"]
