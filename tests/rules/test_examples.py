"""Every rule does on its worked examples what the regulation's text says."""

from __future__ import annotations

import pytest

from rules.examples import EXAMPLES, Example
from scheduler.event import Match, Schedule
from scheduler.facts import Frame, timetable
from scheduler.rules import Rulebook, all_rules, find_rule, read_uses
from scheduler.verify import verify


def schedule(text: str, n: int) -> Schedule:
    matches = []
    rounds = text.split("|")
    for r, cells in enumerate(rounds, start=1):
        for position, cell in enumerate(cells.split(), start=1):
            sides, _, table = cell.partition("@")
            home, away = map(int, sides.split("-"))
            matches.append(Match(home, away, r, int(table or position)))
    return Schedule.of(n, len(rounds), matches)


@pytest.mark.parametrize(
    ("id", "example"),
    [pytest.param(id, e, id=f"{id}: {e.claim}") for id, all in EXAMPLES.items() for e in all],
)
def test_worked_example(id: str, example: Example) -> None:
    """Given the schedule, the rule with these parameters finds exactly these deviations."""
    given = schedule(example.given, example.n)
    frame = Frame(
        example.n, given.rounds, given.tables, example.legs,
        {"region": tuple(example.regions.get(e, "") for e in range(1, example.n + 1))},
        earlier=schedule(example.earlier, example.n) if example.earlier else None,
        distances=example.miles,
    )
    space = timetable(frame)
    uses = read_uses([{"id": id, **example.params}])
    report = verify(space, Rulebook("r", uses=uses).stated(space, frame), given)
    found = sorted((v.subject, v.rounds, v.found, v.cost) for v in report.violations)
    assert found == sorted(example.wrong)
    assert report.hard == sum(cost for *_, cost in example.wrong)


def test_every_rule_has_worked_examples() -> None:
    """Each rule of timetables is shown kept and, at least once, broken."""
    assert set(EXAMPLES) == {r.id for r in all_rules() if r.needs == "plays"}
    for id, examples in EXAMPLES.items():
        assert any(e.wrong for e in examples), id
        assert any(not e.wrong for e in examples), id


def test_every_rule_tells_what_it_is() -> None:
    """Each rule says what it counts, gives an example, and explains and defaults its parameters."""
    for rule in all_rules():
        assert rule.counts, rule.id
        assert len(rule.example) > 20, rule.id
        assert rule.build.__doc__, rule.id
        for param in rule.params:
            assert param.text, (rule.id, param.name)
            assert find_rule(rule.id).parameter(param.name) is param
