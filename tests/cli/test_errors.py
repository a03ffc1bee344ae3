"""Every way to end has its exit code and a message that helps, never a traceback."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Cli = Callable[..., Any]

USAGE = [
    (),
    ("frobnicate",),
    ("plan",),
    ("plan", "6", "--sed", "1"),
    ("plan", "6", "--legs", "two"),
    ("plan", "1"),
    ("plan", "5000"),
    ("plan", "99999999999999999999"),
    ("plan", "cba-6"),
    ("plan", "sample-32"),
    ("plan", "6", "--language", "fr"),
    ("plan", "6", "--view", "sideways"),
    ("plan", "6", "--format", "pdf"),
    ("plan", "6", "--format", "csv", "--format", "json"),
    ("plan", "6", "--time-limit", "0"),
    ("plan", "6", "--time-limit", "nan"),
    ("plan", "6", "--workers", "0"),
    ("plan", "6", "--seed", "-1"),
    ("plan", "6", "--set", "nonsense"),
    ("plan", "6", "--without", "nonsense"),
    ("plan", "6", "--model", "nonsense"),
    ("plan", "6", "--mode", "cba"),
    ("check",),
    ("check", "sample-23"),
    ("check", "nonsense"),
    ("check", "-", "--event", "-"),
    ("check", "cba-6", "--drop-last", "--event", "sample-23"),
    ("complete", "cba-12", "--assume", "nonsense"),
    ("rules", "nonsense"),
    ("rules", "lock", "--models"),
    ("lots",),
    ("lots", "6"),
    ("lots", "6", "--table", "cba-6"),
    ("lots", "6", "--table", "cba-6", "--by-hand"),
    ("lots", "6", "--table", "cba-8", "--seed", "x"),
    ("lots", "6", "--table", "cba-6", "--seed", "x", "--fix", "1"),
    ("lots", "6", "--table", "cba-6", "--seed", "x", "--published", "yesterday"),
    ("export", "cba-6"),
    ("export", "cba-6", "--format", "ics"),
    ("show", "cba-6", "--event", "sample-23"),
]


@pytest.mark.parametrize("arguments", USAGE, ids=" ".join)
def test_requests_that_make_no_sense_exit_2_with_a_message(
    arguments: tuple[str, ...], cli: Cli
) -> None:
    run = cli(*arguments)
    assert run.code == 2
    assert run.out == ""
    assert len(run.err.strip()) > 10
    assert "Traceback" not in run.err


FILES = {
    "empty.csv": b"",
    "folder.csv": None,
    "zeros.xlsx": b"\0" * 1000,
    "cut.xlsx": b"PK\x03\x04" + b"x" * 50,
    "one.csv": b"name\nAnn\n",
    "twins.csv": b"name\nAnn\nAnn\n",
    "gap.csv": b"number,name\n1,Ann\n3,Bo\n",
    "bad.toml": b"[event\n",
    "latin.toml": b'[event]\nname = "\xe9"\n',
    "key.toml": b'[event]\nnam = "x"\n[[entrant]]\nname = "A"\n[[entrant]]\nname = "B"\n',
    "lone.toml": b'[event]\nentrants = "missing.csv"\n',
    "deep.json": b"[" * 100_000,
    "list.json": b"[1, 2]",
    "self.csv": b"round,home,away\n1,2,2\n",
    "huge.csv": b"round,home,away\n1,1,999999999\n",
}


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("command", ["plan", "check", "repair", "show", "complete"])
def test_files_that_cannot_be_read_exit_5_and_are_named(
    command: str, name: str, cli: Cli, tmp_path: Path
) -> None:
    path = tmp_path / name
    content = FILES[name]
    if content is None:
        path.mkdir()
    else:
        path.write_bytes(content)
    run = cli(command, path)
    assert run.code in (2, 5)  # 2 where it is sound, but not what this command takes
    assert name in run.err
    assert "Traceback" not in run.err
    assert run.out == ""


def test_a_missing_file_exits_5_and_names_its_neighbour(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "teams.csv").write_text("name\nA\nB\n", encoding="utf-8")
    run = cli("plan", tmp_path / "team.csv")
    assert run.code == 5
    assert 'Maybe you mean "teams.csv"?' in run.err


def test_a_bad_cell_is_named_by_its_place(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "teams.csv"
    path.write_text("number,name\n1,Ann\ntwo,Bo\n", encoding="utf-8")
    run = cli("plan", path)
    assert run.code == 5
    assert '"two"' in run.err
    assert "3" in run.err


def test_a_rulebook_with_an_unknown_rule_is_named_by_line(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text('[[rule]]\nid = "meet-each"\n\n[[rule]]\nid = "run-limt"\n', encoding="utf-8")
    run = cli("plan", "6", "--model", path)
    assert run.code == 5
    assert "own.toml:5" in run.err
    assert 'Maybe you mean "run-limit"?' in run.err


def test_no_answer_in_json_names_the_clash(cli: Cli) -> None:
    run = cli("plan", "6", "--set", "run-limit.most=1", "--json")
    told = json.loads(run.out)["error"]
    assert run.code == 3
    assert told["id"] == "no-answer"
    assert told["clash"]


def test_help_of_every_command_is_there(cli: Cli) -> None:
    for command in ("plan", "check", "complete", "repair", "rules", "lots", "show", "export",
                    "demo"):
        run = cli(command, "--help")
        assert run.code == 0
        assert "--json" in run.out


def test_a_bug_is_one_line_and_exit_70(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise KeyError("inner")

    monkeypatch.setattr("scheduler.app.knowledge.all_rules", broken)
    run = cli("rules")
    assert run.code == 70
    assert len(run.err.splitlines()) == 1
    assert "KeyError" in run.err
    assert "report" in run.err
    monkeypatch.setenv("SCHEDULER_DEBUG", "1")
    assert "Traceback" in cli("rules").err


def test_running_out_of_memory_is_told_as_what_it_is(
    cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    def hungry(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr("scheduler.app.knowledge.all_rules", hungry)
    run = cli("rules")
    assert (run.code, "too large" in run.err) == (2, True)


def test_version_is_printed(cli: Cli) -> None:
    from scheduler import __version__

    assert cli("--version").out == f"scheduler {__version__}\n"
