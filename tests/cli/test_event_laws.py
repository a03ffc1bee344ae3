"""What the Laws allow is looked up at the desk, in every language, and nothing is decided."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.event_desk import Desk
from scheduler.app.directing.laws import TOPICS


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    """Eight teams, Swiss, 24 boards, the Laws of 2007."""
    return Desk(tmp_path, 8, 'format = "swiss"\nrounds = 5\nboards = 24\nlaws = "2007"\n')


def test_a_wrong_board_is_looked_up_by_its_facts(desk: Desk) -> None:
    new = desk.json("law", "wrong-board")
    assert (new["law"], new["result"]) == ("15A", "stands")
    again = desk.json("law", "wrong-board", "--set", "before=1")
    assert (again["law"], again["result"]) == ("15B", "cancelled")
    auction = desk.json("law", "wrong-board", "--set", "phase=auction", "--set", "differs=true")
    assert (auction["law"], auction["result"]) == ("15C", "cancelled")


def test_the_results_to_enter_are_those_of_the_notes(desk: Desk) -> None:
    assert desk.json("law", "wrong-seats")["enter"] == "void 8.00-8.00"
    assert desk.json("law", "wrong-seats", "--set", "director=true")["enter"] == "void 12.00-12.00"
    both = ("--set", "home=average-minus", "--set", "away=average-minus")
    assert desk.json("law", "parts-lost", "--set", "boards=8", "--set", "lost=5", *both)["enter"] == (
        "void 9.00-9.00")
    assert desk.json("law", "parts-lost", "--set", "boards=7", "--set", "lost=4", *both)["enter"] == (
        "void 8.86-8.86")
    assert desk.json(
        "law", "mismatch", "--set", "points=12", "--set", "due=60", "--set", "met=66")["enter"] == "14.00"
    assert desk.json("law", "artificial", "--set", "own=63.5")["enter"] == "63.50 % / +3 imp"


def test_what_it_says_to_enter_can_be_entered(desk: Desk) -> None:
    desk.round()
    enter = desk.json("law", "wrong-seats")["enter"]
    desk("rule", "--table", "1", "--result", enter, "--ground", "artificial")
    assert desk.json("show")["stages"][0]["rounds"][0]["matches"][0]["result"]["points"] == ["8.00", "8.00"]


def test_no_board_is_dealt_anew_once_the_result_could_be_known(desk: Desk) -> None:
    assert desk.json("law", "substitute", "--set", "over=true")["result"] == "no-redeal"
    assert desk.json("law", "substitute", "--set", "over=true", "--set", "known=false")["result"] == (
        "redeal-allowed")


@pytest.mark.parametrize("topic", TOPICS)
@pytest.mark.parametrize("language", ["en", "zh", "vi"])
def test_every_topic_is_told_in_every_language_and_changes_nothing(
    desk: Desk, topic: str, language: str
) -> None:
    needed = ("points=12", "due=60", "met=60") if topic == "mismatch" else ()
    facts = [word for fact in needed for word in ("--set", fact)]
    before = desk.path.read_bytes()
    out = desk("law", topic, *facts, "--language", language).out
    assert out.count("\n") >= 2
    assert desk.path.read_bytes() == before


@pytest.mark.parametrize(("words", "told"), [
    (("murder",), "nothing is known"), (("wrong-board", "--set", "phase=lunch"), "auction, play, over"),
    (("wrong-board", "--set", "before=5"), "at most four"),
    (("wrong-board", "--set", "colour=red"), "depend"),
    (("extraneous", "--set", "shared=perhaps"), "true or false"), (("mismatch",), "is a number"),
    (("parts-lost", "--set", "lost=25"), "cannot be lost"),
    (("parts-lost", "--set", "lost=x"), "whole number"),
    (("artificial", "--set", "own=1e9"), "is a number"),
])
def test_facts_that_cannot_be_are_refused(desk: Desk, words: tuple[str, ...], told: str) -> None:
    assert told in desk.refused("law", *words)
