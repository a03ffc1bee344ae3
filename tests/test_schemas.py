"""The published schemas are current, and every ``--json`` is what they say."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from scheduler.app.schemas import SCHEMAS, schema, write_schemas
from scheduler.resources import instances_folder, model_names, models_folder
from scheduler.rules import all_rules

Cli = Callable[..., Any]


def errors(name: str, value: Any) -> list[str]:
    """What the schema of that name has against a value."""
    return [e.message for e in Draft202012Validator(schema(name)).iter_errors(value)]


def test_committed_schemas_are_what_the_code_makes(root: Path, tmp_path: Path) -> None:
    write_schemas(tmp_path)
    committed = {p.name: p.read_text("utf-8") for p in (root / "docs" / "schemas").glob("*.json")}
    made = {p.name: p.read_text("utf-8") for p in tmp_path.iterdir()}
    assert committed == made, "run: python -m scheduler.app.schemas docs/schemas"


@pytest.mark.parametrize("name", SCHEMAS)
def test_every_schema_is_one(name: str) -> None:
    Draft202012Validator.check_schema(schema(name))
    assert schema(name)["title"]


COMMANDS = {
    "plan": ("plan", "sample-23"),
    "plan with names and prices": ("plan", "6", "--mode", "cba", "--model", "cba-second-cycle",
                                   "--first", "cba-6", "--ranking", "2,1,3,6,5,4"),
    "check": ("check", "cba-12"),
    "complete": ("complete", "cba-12", "--assume-all"),
    "repair": ("repair", "cba-8", "--drop-last"),
    "rules": ("rules",),
    "rules of one": ("rules", "lock"),
    "models": ("rules", "--models"),
    "lots": ("lots", "6", "--table", "cba-6", "--seed", "a public seed"),
    "show": ("show", "cba-8"),
    "error": ("check", "no-such-table"),
    "error with a clash": ("plan", "4", "--set", "run-limit.most=0"),
}


@pytest.mark.parametrize("case", COMMANDS)
def test_every_command_prints_json_of_its_schema(case: str, cli: Cli) -> None:
    run = cli(*COMMANDS[case], "--json")
    assert errors(case.split()[0], json.loads(run.out)) == []


def test_demo_prints_json_of_its_schema(cli: Cli, tmp_path: Path) -> None:
    run = cli("demo", "--json", "--out", tmp_path)
    assert run.code == 0
    assert errors("demo", json.loads(run.out)) == []


def test_schemas_refuse_what_no_command_prints(cli: Cli) -> None:
    data = json.loads(cli("check", "cba-6", "--json").out)
    assert errors("check", {**data, "hard": -1})
    assert errors("check", {**data, "more": 1})
    assert errors("check", {k: v for k, v in data.items() if k != "violations"})


@pytest.mark.parametrize("name", model_names())
def test_every_rulebook_that_comes_along_fits_the_schema(name: str) -> None:
    text = (models_folder() / f"{name}.toml").read_text("utf-8")
    assert errors("rulebook", tomllib.loads(text)) == []


def test_sample_events_fit_the_schema() -> None:
    files = list((instances_folder() / "events").glob("*.toml"))
    assert files
    for file in files:
        assert errors("event", tomllib.loads(file.read_text("utf-8"))) == []


def test_schema_of_rulebooks_knows_every_rule_and_no_other() -> None:
    for rule in all_rules():
        needed = {p.name: 1 for p in rule.params if p.default is None}
        wrong = {"rule": [{"id": rule.id, "no-such-parameter": 1, **needed}]}
        assert errors("rulebook", wrong)
    assert errors("rulebook", {"rule": [{"id": "no-such-rule"}]})
    assert not errors("rulebook", {"rule": [{"id": "run-limit", "most": 3, "price": [1, 3]}]})
