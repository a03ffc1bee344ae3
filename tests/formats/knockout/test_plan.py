"""Draws made: they keep the rules, are as good as can be, and say what they could not do."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations
from random import Random

import pytest

from formats.knockout.fields import SCHEMES, field, model, random_field, stage
from scheduler.errors import NoAnswer, SchedulerError, UsageError
from scheduler.event import BYE, Draw, Entrant, Event
from scheduler.facts import DrawFrame, draw_facts, draw_space
from scheduler.formats.knockout import check, draw
from scheduler.formats.knockout.deal import deal
from scheduler.formats.knockout.job import job_of, random_of
from scheduler.formats.knockout.small import solve_small
from scheduler.formats.knockout.swaps import Swaps
from scheduler.rules import Rulebook, read_uses
from scheduler.solve.problem import Limits
from scheduler.verify import verify

LIMITS = Limits(20.0)


def test_the_association_draws_13_on_16_lines() -> None:
    """Seeds on 1, 16, 9 and 8, byes on 2, 15 and 10, and everything proven."""
    made = draw(field("AABBCCDDEEFFG", 4), stage(), model("cba-knockout"), LIMITS, "spring")
    lines = made.draw.lines
    assert [lines[i - 1] for i in (1, 16, 9, 8)] == [1, 2, 3, 4]
    assert [i for i, e in enumerate(lines, 1) if e == BYE] == [2, 10, 15]
    assert made.status == "optimal"
    assert made.report.holds
    assert made.conflicts["region"][:3] == (0, 0, 0)
    assert "13 entrants on 16 lines" in made.notes[0]


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize(("n", "seeds"), [(2, 0), (3, 0), (5, 2), (13, 4), (28, 8), (60, 16), (128, 32)])
def test_every_scheme_draws_and_its_draw_obeys(scheme: str, n: int, seeds: int) -> None:
    """The draw made is judged anew under the same rulebook, without a hard rule broken."""
    event = random_field(Random(n), n, seeds, 9)
    made = draw(event, stage(), model(scheme), LIMITS, "x")
    report = check(made.draw, model(scheme), event)
    assert report.holds
    assert report.price == made.report.price
    assert sorted(e for e in made.draw.lines if e) == list(range(1, n + 1))


def test_the_same_seed_gives_the_same_draw_and_another_seed_another() -> None:
    event = random_field(Random(4), 60, 16, 9)
    first, again, other = (
        draw(event, stage(), model("usta-draw"), LIMITS, s).draw.lines for s in ("a", "a", "b")
    )
    assert first == again
    assert first != other


def test_nearest_draws_a_play_in_round_and_says_so() -> None:
    made = draw(field("." * 18, 4), stage(size="nearest"), model("cba-knockout"), LIMITS, "x")
    pairs = list(zip(made.draw.lines[::2], made.draw.lines[1::2], strict=True))
    assert made.draw.size == 32
    assert sum(BYE not in pair for pair in pairs) == 2
    assert "2 play-in matches" in made.notes[0]
    assert made.as_json()["size"] == {
        "policy": "nearest", "standard": 16, "lines": 32, "byes": 14, "play_in": 2}


def test_too_many_seeds_are_a_warning_with_the_clause() -> None:
    """Eight seeds on 16 lines are drawn, and CBA-13.5 is named."""
    made = draw(field("." * 16, 8), stage(), model("cba-knockout"), LIMITS, "x")
    assert made.report.holds
    assert any("CBA-13.5" in note and "8 seeds" in note for note in made.notes)
    assert made.status == "optimal"


def test_a_ranking_is_placed_by_the_snake() -> None:
    """With 15 the neighbour of number 1 is absent, so number 1 is idle (CBA-13.3)."""
    made = draw(field("." * 15), stage(placing="ranking"), model("cba-knockout"), LIMITS, "x")
    assert made.draw.lines == (1, 0, 9, 8, 5, 12, 13, 4, 3, 14, 11, 6, 7, 10, 15, 2)


@pytest.mark.parametrize(("many", "least"), [(9, 1), (12, 4)])
def test_what_cannot_be_met_is_bounded_and_told_in_words(many: int, least: int) -> None:
    """9 or 12 of 16 from one country: at least 1 or 4 first-round meetings, with the reason (D50)."""
    event = field("F" * many + "." * (16 - many))
    made = draw(event, stage(), model("usta-draw"), LIMITS, "x")
    assert made.conflicts["region"][0] == least
    assert made.status == "optimal"
    words = f"{many} of 16 are from F; 8 first-round matches: at least {least} meeting"
    assert any(note.startswith(words) for note in made.notes)


def test_a_hard_wish_that_cannot_be_met_is_no_answer_with_the_reason() -> None:
    event = field("F" * 9 + "." * 7)
    hard = {"id": "apart", "to-round": 1}
    with pytest.raises(NoAnswer) as caught:
        draw(event, stage(hard), model("plain-draw"), LIMITS, "x")
    assert any("9 of 16 are from F" in line for line in caught.value.clash)
    assert "price" in caught.value.maybe


def test_a_clash_of_named_rules_is_minimal() -> None:
    """Two hosts for line 1 of 8: exactly what names them, and one entrant a line."""
    rules = [{"id": "on-lines", "entrant": e, "lines": [1, 2]} for e in (3, 4, 5)]
    with pytest.raises(NoAnswer) as caught:
        draw(field("." * 8), stage(*rules), model("plain-draw"), LIMITS, "x")
    assert caught.value.minimal
    assert sum("on-lines" in line for line in caught.value.clash) == 3


@pytest.mark.parametrize(
    ("rules", "scheme", "said"),
    [([(3, 4), (4, 4)], "plain-draw", "entrant 3 and for entrant 4|entrant 4 and for entrant 3"),
     ([(3, 1)], "cba-knockout", "line 1 is wanted for"), ([(3, 2)], "cba-knockout", "a bye"),
     ([(3, 4), (3, 6)], "plain-draw", "entrant 3 is fixed on")],
)
def test_lines_that_are_wanted_twice_are_named(
    rules: list[tuple[int, int]], scheme: str, said: str
) -> None:
    named = [{"id": "on-lines", "entrant": e, "lines": [line]} for e, line in rules]
    with pytest.raises(UsageError, match=said):
        draw(field("." * 7, 2), stage(*named), model(scheme), LIMITS, "x")


def test_earlier_opponents_wait() -> None:
    """Four pairs of groups met: none of them meets before the semi-finals of 8."""
    rule = {"id": "not-before", "from-round": 3}
    made = draw(field("." * 8), stage(rule, earlier=[[1, 2], [3, 4], [5, 6], [7, 8]]),
                model("plain-draw"), LIMITS, "x")
    assert all(made.draw.meeting_round(made.draw.line_of(a), made.draw.line_of(a + 1)) == 3
               for a in (1, 3, 5, 7))


def test_three_seeds_and_their_compatriots_are_no_dead_end() -> None:
    """Seeds A, B, C and unseeded A, B, C: B against A and A against B would leave C to C."""
    event = field("ABC.ABC.", 3)
    for seed in "abcdefgh":
        made = draw(event, stage(), model("usta-draw"), LIMITS, seed)
        assert made.conflicts["region"][0] == 0
        assert made.status == "optimal"


CASES = (
    "101 022 222 221 022 102 210 001 202 220 111 221 112 212 121 120",
    "110 011 121 101 002 021 212 020 120 220 022 210 211 010 011 121",
)


@pytest.mark.parametrize("case", CASES)
def test_three_attributes_at_once_where_placing_by_chance_fails(case: str) -> None:
    """Nationality, club and city of 16 players: a first round without any conflict exists and is found."""
    event = Event("three", tuple(
        Entrant(i, f"p{i}", region=w[0], club=w[1], attributes={"city": w[2]})
        for i, w in enumerate(case.split(), 1)
    ))
    rules = [{"id": "apart", "attribute": a, "to-round": 1, "price": 1, "level": 1}
             for a in ("region", "club", "city")]
    made = draw(event, stage(*rules), model("plain-draw"), LIMITS, "x")
    assert [made.conflicts[a][0] for a in ("region", "club", "city")] == [0, 0, 0]
    assert made.status == "optimal"


def brute(frame: DrawFrame, rulebook: Rulebook, fixed: dict[int, int]) -> tuple[int, ...]:
    """The best price over every way to fill the free lines."""
    space = draw_space(frame)
    stated = rulebook.stated(space, frame)
    free = [i for i in range(1, frame.size + 1) if i not in fixed]
    others = [e for e in range(1, frame.entrants + 1) if e not in fixed.values()]
    prices = []
    for order in permutations(others):
        lines = fixed | dict(zip(free, order, strict=True))
        made = Draw(tuple(lines[i] for i in range(1, frame.size + 1)), frame.entrants)
        report = verify(space, stated, draw_facts(space, made))
        if report.holds:
            prices.append(report.price)
    return min(prices)


@pytest.mark.parametrize("scheme", ["cba-knockout", "usta-draw"])
@pytest.mark.parametrize("case", range(6))
def test_no_draw_of_8_lines_is_better(scheme: str, case: int) -> None:
    """What is called optimal is the least price over all draws with these lines of seeds and byes."""
    rng = Random(case)
    n = rng.randint(5, 7)
    event = random_field(rng, n, rng.choice([0, 2]), 3)
    job = job_of(event, stage(), model(scheme), random_of("k"))
    made = draw(event, stage(), model(scheme), LIMITS, "k")
    assert made.status == "optimal"
    assert made.report.price == brute(job.frame, job.rulebook, job.fixed.lines)


def test_earliest_first_is_not_halves_first() -> None:
    """8 lines, A seeded on line 1, B on line 8, byes on 2, 6 and 7: no draw is best in every round."""
    rules = [{"id": "on-lines", "entrant": 1, "lines": [1]}, {"id": "on-lines", "entrant": 2, "lines": [8]}]
    frame = DrawFrame(8, 5, (), {"region": ("A", "B", "A", "B", "B")})
    fixed = {1: 1, 8: 2, 2: BYE, 6: BYE, 7: BYE}
    priced = {"id": "apart", "price": 1, "level": 1}
    early, halves = (
        solve_small(frame, Rulebook("r", uses=read_uses([
            {"id": "one-line-each"}, {"id": "one-a-line"}, *rules, {**priced, "order": order},
        ])), fixed, LIMITS) for order in ("earliest-first", "halves-first")
    )
    assert early.bounds == {1: 0, 2: 2}
    assert halves.bounds == {1: 1, 2: 1}


def test_a_deal_without_seeds_is_even_in_every_section() -> None:
    """Floor or ceiling of its share for each region in each half, quarter ... of a full draw."""
    rng = random_of("d")
    codes = [[0] * 13 + [1] * 30 + [2] * 5 + [3] * 16]
    lines = deal(64, {}, codes, range(1, 65), rng)
    for width in (2, 4, 8, 16, 32):
        for first in range(0, 64, width):
            here = [codes[0][e - 1] for e in lines[first : first + width]]
            for value, many in ((0, 13), (1, 30), (2, 5), (3, 16)):
                assert many * width // 64 <= here.count(value) <= -(-many * width // 64)


def test_swaps_know_their_cost_at_any_time() -> None:
    """After every swap the running cost is that of a search started from the lines as they are."""
    rng = Random(5)
    event = random_field(rng, 30, 4, 4)
    job = job_of(event, stage({"id": "ranked-apart"}, {"id": "not-before", "entrants": [5, 6, 7]}),
                 model("usta-draw"), random_of("s"))
    codes: list[list[int]] = []
    others = [e for e in range(1, 31) if e not in job.fixed.lines.values()]
    lines = deal(32, job.fixed.lines, codes, others, random_of("t"))
    loose = [i for i in range(32) if i + 1 not in job.fixed.lines]
    swaps = Swaps(job.space, job.frame, job.stated, lines, loose)
    for _ in range(40):
        i, j = rng.sample(loose, 2)
        before, gain = swaps.cost, swaps.gain(i, j)
        swaps.swap(i, j)
        fresh = Swaps(job.space, job.frame, job.stated, swaps.lines, loose)
        assert swaps.cost == before + gain == fresh.cost
        assert swaps.values == fresh.values


def test_an_attribute_that_nobody_has_is_an_error() -> None:
    """Separation that silently does nothing is refused (D33)."""
    with pytest.raises(SchedulerError, match='nobody has an attribute "coach"'):
        draw(field("ABAB"), stage({"id": "apart", "attribute": "coach", "price": 1}),
             model("plain-draw"), LIMITS, "x")


def crossing(rng: Random, n: int, seeds: int) -> Event:
    """Regions and clubs that cross, a club everywhere."""
    event = random_field(rng, n, seeds, 5)
    return replace(event, entrants=tuple(
        replace(e, club=f"club {rng.randrange(n // 4 + 1)}") for e in event.entrants))


BOTH = [{"id": "apart", "attribute": a, "price": 1, "level": level}
        for a, level in (("region", 1), ("club", 21))]


@pytest.mark.parametrize(("n", "seeds"), [(16, 0), (29, 4), (60, 8)])
def test_region_first_then_club_is_lexicographic(n: int, seeds: int) -> None:
    """With clubs at later levels no region pair is given up for them."""
    event = crossing(Random(n), n, seeds)
    alone = draw(event, stage(BOTH[0]), model("plain-draw"), LIMITS, "x")
    both = draw(event, stage(*BOTH), model("plain-draw"), LIMITS, "x")
    assert both.report.holds
    assert both.report.price[: len(alone.report.price)] == alone.report.price
    assert set(both.conflicts) == {"region", "club"}
    if both.status == "feasible":
        assert any("not proven from here on: club" in note for note in both.notes)


@pytest.mark.parametrize("case", range(5))
def test_the_flow_and_the_solver_agree_on_16_lines(case: int) -> None:
    """Two engines that share nothing but the rules come to one price at every level."""
    rng = Random(100 + case)
    event = random_field(rng, rng.randint(9, 16), 4, 4)
    job = job_of(event, stage(), model("usta-draw"), random_of("k"))
    made = draw(event, stage(), model("usta-draw"), LIMITS, "k")
    answer = solve_small(job.frame, job.rulebook, job.fixed.lines, LIMITS)
    assert answer.status == "optimal"
    assert tuple((answer.bounds or {}).values()) == made.report.price == made.bound
    assert set(made.proofs.values()) <= {"counting", "certificate"}


def test_two_of_one_group_are_in_different_halves() -> None:
    """Hard separation by a further column: winners and runners-up of four groups, 8 lines."""
    event = Event("ko", tuple(
        Entrant(i, f"t{i}", i if i <= 4 else 0, attributes={"group": "ABCDABCD"[i - 1]})
        for i in range(1, 9)))
    rule = {"id": "apart", "attribute": "group", "hard": True}
    for seed in "abcd":
        made = draw(event, stage(rule), model("plain-draw"), LIMITS, seed)
        assert all(made.draw.meeting_round(made.draw.line_of(e), made.draw.line_of(e + 4)) == 3
                   for e in range(1, 5))


def test_4096_lines_are_drawn_and_proven() -> None:
    """3,000 entrants, 256 seeds, 60 regions: optimal with a certificate."""
    rng = Random(3000)
    event = Event("large", tuple(
        Entrant(i, f"t{i}", i if i <= 256 else 0, f"R{min(59, int(rng.paretovariate(0.8)) - 1)}")
        for i in range(1, 3001)))
    made = draw(event, stage(), model("usta-draw"), LIMITS, "x")
    assert made.status == "optimal"
    assert made.draw.size == 4096
    assert made.conflicts["region"][0] == 0
