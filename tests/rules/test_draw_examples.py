"""Every rule of draws does on its worked examples what the regulations' texts say."""

from __future__ import annotations

import pytest

from rules.draw_examples import DRAW_EXAMPLES, DrawExample
from scheduler.errors import RulebookError
from scheduler.event import BYE, OPEN, Draw
from scheduler.facts import DrawFrame, draw_facts, draw_space
from scheduler.rules import Rulebook, all_rules, find_rule, read_uses
from scheduler.verify import verify


def draw(text: str) -> Draw:
    words = {".": BYE, "?": OPEN}
    return Draw.of([words[w] if w in words else int(w) for w in text.split()])


def frame_of(example: DrawExample) -> DrawFrame:
    return DrawFrame(
        len(example.given.split()), example.n, example.seeds,
        {"region": tuple(example.regions.get(e, "") for e in range(1, example.n + 1))},
        earlier=example.earlier, ranking=example.ranking,
    )


@pytest.mark.parametrize(
    ("id", "example"),
    [pytest.param(id, e, id=f"{id}: {e.claim}") for id, all in DRAW_EXAMPLES.items() for e in all],
)
def test_worked_example(id: str, example: DrawExample) -> None:
    """Given the draw, the rule with these parameters finds exactly these deviations."""
    frame = frame_of(example)
    space = draw_space(frame)
    uses = read_uses([{"id": id, **example.params}])
    report = verify(space, Rulebook("r", uses=uses).stated(space, frame),
                    draw_facts(space, draw(example.given)))
    found = sorted((v.subject, v.rounds, v.found, v.cost) for v in report.violations)
    assert found == sorted(example.wrong)
    assert report.hard == sum(cost for *_, cost in example.wrong)


def test_every_rule_has_worked_examples() -> None:
    """Each rule of draws is shown keeping its word and, at least once, broken."""
    assert set(DRAW_EXAMPLES) == {r.id for r in all_rules() if r.needs == "stands"}
    for id, examples in DRAW_EXAMPLES.items():
        assert any(e.wrong for e in examples), id
        assert any(not e.wrong for e in examples), id


def test_priced_separation_has_a_level_a_round() -> None:
    """Four of one region, two pairs that meet in round 2: nothing at level 3, two pairs at level 4."""
    frame = frame_of(DRAW_EXAMPLES["apart"][5])
    space = draw_space(frame)
    uses = read_uses([{"id": "apart", "price": 5, "level": 3}])
    report = verify(space, Rulebook("r", uses=uses).stated(space, frame),
                    draw_facts(space, draw("1 5 2 6 3 7 4 8")))
    assert report.soft == ((3, 0), (4, 10))


def test_a_section_of_many_costs_its_pairs() -> None:
    """Four of one region in a quarter of 16 lines are six pairs, not three entrants too many."""
    frame = DrawFrame(16, 16, (), {"region": ("Hue",) * 4 + ("",) * 12})
    space = draw_space(frame)
    uses = read_uses([{"id": "apart", "price": 1, "order": "halves-first"}])
    report = verify(space, Rulebook("r", uses=uses).stated(space, frame),
                    draw_facts(space, Draw.of(range(1, 17))))
    assert report.soft == ((1, 6), (2, 6), (3, 2))


def test_an_attribute_that_nobody_has_is_refused() -> None:
    """A separation that could do nothing is no separation: the misspelt column is named."""
    frame = DrawFrame(4, 4, (), {"region": ("",) * 4, "coach": ("Li", "Li", "", "")})
    space = draw_space(frame)
    uses = read_uses([{"id": "apart", "attribute": "coahc"}])
    with pytest.raises(RulebookError, match='you mean "coach"'):
        Rulebook("r", uses=uses).stated(space, frame)


def test_rules_of_timetables_do_not_speak_of_draws() -> None:
    """A rule that counts matches of rounds is refused by name."""
    frame = DrawFrame(4, 4)
    space = draw_space(frame)
    with pytest.raises(RulebookError, match="does not speak of this format"):
        Rulebook("r", uses=read_uses([{"id": "meet-each"}])).stated(space, frame)


def test_rules_of_draws_default_their_parameters() -> None:
    for rule in all_rules():
        if rule.needs == "stands":
            assert rule.build.__doc__
            assert all(find_rule(rule.id).parameter(p.name) is p and p.text for p in rule.params)
