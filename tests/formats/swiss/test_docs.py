"""The page on Swiss rounds says what is so."""

from __future__ import annotations

import re
from pathlib import Path

from scheduler.rules import all_rules, find_rule

PAGE = Path(__file__).resolve().parents[3] / "docs" / "swiss.md"


def test_the_example_runs() -> None:
    """What the page has as Python runs, with its assertions."""
    blocks = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert len(blocks) == 1
    assert blocks[0].count("assert ") >= 4
    exec(blocks[0], {})


def test_every_rule_of_rounds_and_every_parameter_named_is_one() -> None:
    """Each rule of a round but two without parameters is on the page; parameters belong to their rule."""
    text = PAGE.read_text(encoding="utf-8")
    named = set(re.findall(r"`([a-z-]+)`", text))
    assert {r.id for r in all_rules() if r.needs == "meets"} - {"bye-once", "alike"} <= named
    rule = ""
    for row in re.findall(r"^\|(.*?)\|(.*?)\|.*\|$", text, re.MULTILINE):
        ids = re.findall(r"`([a-z-]+)`", row[0])
        rule = ids[0] if ids else rule
        for name in re.findall(r"`([a-z-]+)`", row[1]):
            owners = ids or [rule]
            assert any(p.name == name for id in owners for p in find_rule(id).params), (owners, name)
