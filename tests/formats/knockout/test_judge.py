"""Published draws judged: real ones as their rulebooks have them, grades as counted by hand."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path
from random import Random

import pytest

from formats.knockout.fields import field, model, random_field, stage
from scheduler.errors import UsageError
from scheduler.event import BYE, Draw
from scheduler.files.draws import load_draw
from scheduler.formats.knockout import check, conflicts, draw, early_meetings, frame_of_draw, grade
from scheduler.rules import Rulebook, read_uses
from scheduler.solve.problem import Limits

LOT = {"id": "seeds-placed", "scheme": "cluster", "exactly": False, "match": True}


def tennis() -> Rulebook:
    """The rulebook for files in which the order of the two lines of a match is lost."""
    return model("itf-draw").without("seeds-placed").adding(read_uses([LOT, {"id": "seeds-apart"}]))


@pytest.mark.parametrize(("name", "seeds"), [("rolandgarros2023_ms", 32), ("wimbledon2023_ms", 31)])
def test_two_real_draws_keep_the_clusters(shared: Path, name: str, seeds: int) -> None:
    """All 32 seeds of Paris and all 31 of London lie in the cells of their blocks (seed 29 is absent)."""
    found = load_draw(shared / f"domain/data/draws/{name}.csv")
    assert sum(map(bool, found.draw.seeds)) == seeds
    report = check(found.draw, tennis(), found.event)
    assert report.hard == 0, report.violations


@pytest.mark.parametrize(
    ("name", "byes"), [("canada2023_ms", 8), ("indianwells2023_ms", 32), ("delray2023_ms", 4)]
)
def test_three_real_draws_with_mirrored_sections_keep_all_but_the_lines(
    shared: Path, name: str, byes: int
) -> None:
    """Seeds in different halves, quarters ...; byes with the first seeds, even, none against none."""
    found = load_draw(shared / f"domain/data/draws/{name}.csv")
    assert found.draw.lines.count(BYE) == byes
    broken = {v.rule for v in check(found.draw, tennis(), found.event).violations}
    assert broken == {"seeds-placed"}


def test_seeds_6_and_7_withdrew_late(shared: Path) -> None:
    """A 32-draw of 28 whose entry list has no seed 6 or 7 keeps their places open (D49)."""
    found = load_draw(shared / "domain/data/draws/delray2023_ms.csv")
    assert [k for k, s in enumerate(found.draw.seeds, 1) if not s] == [6, 7]


def test_whoever_stands_too_near_is_named() -> None:
    """2 and 3 of one region in round 1, and with 8 in their half."""
    event = field(".AA....A")
    report = check(Draw.of([1, 4, 2, 3, 5, 6, 7, 8]), model("usta-draw"), event)
    assert [(v.subject, v.rounds, v.cost) for v in report.violations] == [
        ((2, 3), (1,), 1), ((2, 3), (2,), 1)]
    meeting = early_meetings(Draw.of([1, 4, 2, 3, 5, 6, 7, 8]), frame_of_draw(Draw.of(range(1, 9)), event),
                             "region", 2)[0]
    assert (meeting.value, meeting.entrants) == ("A", (2, 3))


@pytest.mark.parametrize("seed", range(5))
def test_pairs_by_round_add_up_and_are_those_of_the_report(seed: int) -> None:
    """Pairs first possible in each round add up to all pairs, and their running sums to the prices."""
    rng = Random(seed)
    event = random_field(rng, 29, 0, 6)
    lines = [*range(1, 30), 0, 0, 0]
    rng.shuffle(lines)
    made = Draw(tuple(lines), 29)
    found = conflicts(made, frame_of_draw(made, event), ["region"])["region"]
    sizes = [sum(e.region == r for e in event.entrants) for r in {e.region for e in event.entrants}]
    assert sum(found) == sum(k * (k - 1) // 2 for k in sizes)
    price = check(made, model("usta-draw"), event).price
    assert price == tuple(sum(found[: r + 1]) for r in range(4))


def test_a_draw_of_another_event_is_refused() -> None:
    with pytest.raises(UsageError, match="number 8 is drawn, but the entry list goes to 6"):
        check(Draw.of([1, 2, 3, 4, 5, 6, 7, 8]), model("plain-draw"), field("......"))


@pytest.mark.parametrize("lines", [(1,), (1, 2, 3), tuple(range(1, 5001))])
def test_sizes_that_are_no_draw_are_refused(lines: tuple[int, ...]) -> None:
    with pytest.raises(UsageError, match="a draw has 2, 4, 8"):
        check(Draw.of(lines), model("plain-draw"))


def test_a_broken_draw_breaks_the_rules_it_breaks() -> None:
    """Number 1 twice, number 4 nowhere, a bye beside a bye."""
    report = check(Draw.of([1, 1, 2, 3, 0, 0, 5, 6]), model("plain-draw"), field("......"))
    assert {(v.rule, v.subject) for v in report.violations} == {
        ("one-line-each", (1,)), ("one-line-each", (4,)), ("byes-apart", ())}


def test_a_grade_is_the_share_among_all_draws() -> None:
    """Of 4 lines with two from one region a third of all draws pairs them: sampled within 5 points."""
    event = field("AA..")
    bad, good = Draw.of([1, 2, 3, 4]), Draw.of([1, 3, 2, 4])
    exact = sum({1, 2} in (set(p[:2]), set(p[2:])) for p in permutations((1, 2, 3, 4)))
    assert exact * 3 == 24
    worst = grade(bad, model("usta-draw"), event, samples=600, seed="s")
    best = grade(good, model("usta-draw"), event, samples=600, seed="s")
    assert worst.better + worst.equal == 600
    assert abs(worst.equal - 200) < 30
    assert (best.better, best.worse) == (0, worst.equal)
    assert (best.optimal, worst.optimal) == (True, False)
    assert worst.levels[0].price == 1
    assert worst.levels[0].bound == 0


def test_the_best_draw_grades_as_best() -> None:
    event = random_field(Random(3), 60, 16, 9)
    made = draw(event, stage(), model("usta-draw"), Limits(20.0), "x")
    found = grade(made.draw, model("usta-draw"), event, samples=50, seed="y")
    assert found.optimal
    assert found.percentile == (50, 50)
    assert found.as_json()["percentile"] == 100.0


def test_grades_repeat_from_their_seed() -> None:
    event = random_field(Random(8), 16, 4, 3)
    made = Draw((1, *range(5, 11), 4, 3, *range(11, 17), 2), 16, (1, 2, 3, 4))
    one, two = (grade(made, model("usta-draw"), event, samples=40, seed="z") for _ in range(2))
    assert one == two
