"""What people do wrong on their first day ends in an error that says what to do."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import scheduler
from cli.event_desk import Desk
from conftest import run_command
from scheduler.errors import UsageError


@pytest.mark.parametrize("words", [
    ("plan", "4", "--out", "a.csv", "--out", "b.csv"),
    ("draw", "sample-cup-28", "--seed", "1", "--seed", "2"),
    ("event", "show", "--stage", "1", "--stage", "2"),
    ("event", "stage", "add", "--by", "a", "--by", "b"),
])
def test_an_option_that_takes_one_value_is_not_said_twice(words: tuple[str, ...]) -> None:
    run = run_command(list(words))
    assert run.code == 2
    assert "is said twice" in run.err
    assert not Path("a.csv").exists()
    assert not Path("b.csv").exists()


def test_two_files_at_once_are_told_of_folders(tmp_path: Path) -> None:
    run = run_command(["plan", "4", "--out", str(tmp_path / "a.csv"), "--out", str(tmp_path / "b.csv")])
    assert '"out/"' in run.err
    run = run_command(["plan", "4", "--out", f"{tmp_path}/", "--format", "csv", "--format", "json"])
    assert run.code == 0, "what may be said more than once still may"
    assert len(list(tmp_path.iterdir())) == 2


def test_imps_without_boards_ask_for_the_boards(tmp_path: Path) -> None:
    """A list of names makes an event that knows of no boards; points and draws are taken all the same."""
    desk = Desk(tmp_path, 4, 'format = "round-robin"\n')
    desk("pair")
    desk("publish")
    assert "--set boards=16" in desk.refused("result", 1, "+18")
    desk("result", 1, "13.25-6.75")
    desk("result", 2, "=")
    desk("edit", "--set", "boards=16", "--reason", "said late")
    desk("result", 1, "+18", "--correct")


def test_a_rulebook_that_is_like_none_is_answered_by_the_list() -> None:
    assert "rules --models" in run_command(["plan", "4", "--model", "zzzz"]).err


def test_a_table_of_another_round_is_answered_by_what_to_say(tmp_path: Path) -> None:
    desk = Desk(tmp_path, 4)
    desk("pair")
    desk("publish")
    assert "event show 1" in desk.refused("result", 9, "+3")


def test_accepting_nothing_is_answered_by_where_the_letters_are(tmp_path: Path) -> None:
    assert "event repair" in Desk(tmp_path, 4).refused("accept")


def test_a_policy_that_is_none_is_a_mistake_in_the_request_and_not_in_a_file(tmp_path: Path) -> None:
    desk = Desk(tmp_path, 6)
    desk.round()
    desk("withdraw", 3)
    for words in (("policy", 3), ("policy", 3, "swis"), ("policy", 3, "--set", "half=1/2")):
        assert "swiss" in desk.refused(*words, code=2)


def test_a_copy_is_not_called_what_it_is_not(tmp_path: Path) -> None:
    desk = Desk(tmp_path, 4)
    for name in ("round.html", "round.pdf", "round.json"):
        assert "copied" in desk.refused("export", tmp_path / name)
        assert not (tmp_path / name).exists()
    desk("export", tmp_path / "copy.db")


def test_who_left_while_playing_is_answered_by_how_to_say_that(tmp_path: Path) -> None:
    desk = Desk(tmp_path, 4)
    desk("pair")
    desk("publish")
    desk("result", 1, "+3")
    assert "--withdraw 1:during" in desk.refused("facts", "--withdraw", 1)
    desk("facts", "--withdraw", "1:during")


def test_a_seed_that_is_a_number_is_a_mistake_and_no_traceback(tmp_path: Path) -> None:
    for wrong in (lambda: scheduler.draw("sample-cup-28", seed=5),  # type: ignore[arg-type]
                  lambda: scheduler.directing.new(tmp_path / "a", format="swiss", seed=5)):  # type: ignore[arg-type]
        with pytest.raises(UsageError, match="seed"):
            wrong()


def test_the_room_of_events_is_there_after_importing_the_package_alone() -> None:
    code = "import scheduler; print(callable(scheduler.directing.new))"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert ran.stdout == "True\n", ran.stderr
