"""Chance: every best draw is as likely as any other where the program says so, and the proof holds."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from random import Random
from typing import Any

import pytest

from formats.knockout.fields import field, model, random_field, stage
from scheduler.errors import UsageError
from scheduler.event import Draw, Entrant, Event
from scheduler.facts import draw_facts, draw_space
from scheduler.formats.knockout import check_certificate, count_draws, draw
from scheduler.formats.knockout.apart import intervals_of, separated, wish_of
from scheduler.formats.knockout.job import job_of, random_of
from scheduler.formats.public import PublicSeed, commitment
from scheduler.solve.draws.counting import DrawCounter
from scheduler.solve.problem import Limits
from scheduler.verify import verify

LIMITS = Limits(20.0)


def best_draws(event: Any, scheme: str, *rules: dict[str, Any]) -> tuple[int, int]:
    """(draws of the least price by trying all, the number that the intervals count)."""
    job = job_of(event, stage(*rules), model(scheme), random_of("k"))
    wish = wish_of(job.frame, job.rulebook, job.stated)
    assert wish is not None
    found = separated(job.frame, wish, job.fixed.lines, random_of("k"), 5.0)
    intervals = intervals_of(job.frame, wish, job.fixed.lines, found)
    assert intervals is not None
    counted = DrawCounter(job.frame.size, job.fixed.lines, wish.codes[0], intervals).count()
    space = draw_space(job.frame)
    free = [i for i in range(1, job.frame.size + 1) if i not in job.fixed.lines]
    others = [e for e in range(1, job.frame.entrants + 1) if e not in job.fixed.lines.values()]
    prices = Counter[tuple[int, ...]]()
    for order in permutations(others):
        lines = job.fixed.lines | dict(zip(free, order, strict=True))
        made = Draw(tuple(lines[i] for i in range(1, job.frame.size + 1)), job.frame.entrants)
        prices[verify(space, job.stated, draw_facts(space, made)).price] += 1
    return prices[min(prices)], counted


@pytest.mark.parametrize("scheme", ["cba-knockout", "usta-draw"])
@pytest.mark.parametrize("case", range(4))
def test_intervals_hold_exactly_the_best_draws(scheme: str, case: int) -> None:
    """Trying every draw of 8 lines finds as many of the least price as the intervals count."""
    rng = Random(40 + case)
    tried, counted = best_draws(random_field(rng, rng.randint(5, 7), 2 if case else 0, 3), scheme)
    assert tried == counted


def test_only_the_rounds_asked_for_bind() -> None:
    """Apart in round 1 alone leaves more best draws than apart in every round."""
    event = field("AAABBC", 0)
    first = {"id": "apart", "to-round": 1, "price": 1}
    tried, counted = best_draws(event, "plain-draw", first)
    everything, _ = best_draws(event, "plain-draw", {**first, "to-round": 0})
    assert tried == counted > everything


def test_every_best_draw_comes_up_as_often() -> None:
    """6 entrants, seeds 1 and 2, regions A A A B B C: chi-square over 400 seeds below the 0.1 % point."""
    event = field("AABABC", 2)
    job = job_of(event, stage(), model("cba-knockout"), random_of("0"))
    assert len(job.fixed.lines) == 4
    seen = Counter(
        draw(event, stage(), model("cba-knockout"), LIMITS, str(k)).draw.lines for k in range(400)
    )
    tried, _ = best_draws(event, "cba-knockout")
    assert len(seen) == tried
    expected = 400 / tried
    chi = sum((n - expected) ** 2 / expected for n in seen.values())
    # The 0.1 % point of chi-square for up to 24 degrees of freedom is at most 51.2.
    assert 1 < tried <= 25
    assert chi < {1: 10.8, 3: 16.3, 5: 20.5, 7: 24.3, 11: 31.3, 15: 37.7, 23: 49.7}[tried - 1]


def test_the_word_uniform_is_kept_for_what_is_counted() -> None:
    """16 lines say how many draws there were to choose from; 256 name the method instead."""
    small = draw(random_field(Random(1), 16, 4, 5), stage(), model("cba-knockout"), LIMITS, "x")
    large = draw(random_field(Random(1), 256, 4, 5), stage(), model("cba-knockout"), LIMITS, "x")
    assert any("drawn uniformly from the" in note for note in small.notes)
    assert not any("uniform" in note for note in large.notes)
    assert any("drawn by flow" in note for note in large.notes)


@pytest.mark.parametrize("n", [7, 16, 29, 100])
def test_the_certificate_proves_the_draw_and_no_worse_one(n: int) -> None:
    """The proof that is handed out holds for the draw; with two entrants exchanged it mostly fails, and
    where it holds the price is the same."""
    event = random_field(Random(n), n, n // 8, 5)
    made = draw(event, stage(), model("usta-draw"), LIMITS, "x")
    assert check_certificate(made.draw, made.certificate, event) == []
    rng = Random(1)
    kept = {line for line, _ in made.certificate["fixed"]}
    free = [i for i in range(made.draw.size) if i + 1 not in kept]
    from scheduler.formats.knockout import check

    refused = 0
    for _ in range(30):
        lines = list(made.draw.lines)
        i, j = rng.sample(free, 2)
        lines[i], lines[j] = lines[j], lines[i]
        other = Draw(tuple(lines), n, made.draw.seeds)
        wrong = check_certificate(other, made.certificate, event)
        same = check(other, model("usta-draw"), event).price == made.report.price
        assert (wrong == []) == same
        refused += bool(wrong)
    assert refused


def test_a_certificate_that_takes_too_much_for_granted_is_refused() -> None:
    event = field("AABB....", 1)
    made = draw(event, stage(), model("usta-draw"), LIMITS, "x")
    forged = {**made.certificate, "fixed": [[i, e] for i, e in enumerate(made.draw.lines, 1)]}
    assert "no seed" in check_certificate(made.draw, forged, event)[0]
    assert check_certificate(made.draw, None, event)
    assert check_certificate(made.draw, {**made.certificate, "attributes": ["coach"]}, event)
    assert check_certificate(made.draw, {**made.certificate, "fixed": [[1]]}, event)


def test_numbers_of_a_public_seed_are_even_and_repeat() -> None:
    one, two = PublicSeed("spring"), PublicSeed("spring")
    seen = [one(6) for _ in range(600)]
    assert seen == [two(6) for _ in range(600)]
    assert all(70 < seen.count(k) < 130 for k in range(6))
    assert 0 <= one(10**100) < 10**100
    # SHA-256 of "spring LF 1 LF 0 LF 0" as a number, modulo 6.
    from hashlib import sha256

    assert seen[0] == int.from_bytes(sha256(b"spring\n1\n0\n0").digest(), "big") % 6


def test_a_commitment_binds_entries_and_seed() -> None:
    entrants = [Entrant(1, "Huế"), Entrant(2, "北京", 1)]
    known = commitment(entrants, "s")
    assert len(known) == 64
    assert known != commitment(entrants, "t")
    assert known != commitment([Entrant(1, "Huế"), Entrant(2, "北京")], "s")


LETTERS = {"id": "apart", "to-round": 1, "hard": True}


def eight() -> Event:
    """Seeds A (line 1) and B (line 8), unseeded A, A, A, B, C, D."""
    return field("ABAAABCD", 2)


def test_eight_with_three_letters_have_144_valid_draws() -> None:
    """No letter twice in a first-round match: the golden number, and all by trying."""
    counted = count_draws(eight(), stage(LETTERS), model("itf-draw"))
    assert counted.valid == 144
    assert counted.best is None
    assert dict(counted.fixed) == {1: 1, 8: 2}


def test_the_opponent_of_seed_1_is_b_c_or_d_equally_often() -> None:
    """48 draws each; over 300 seeds the chi-square of the three is below its 0.1 % point."""
    seen = [
        draw(eight(), stage(LETTERS), model("itf-draw"), LIMITS, str(k)).draw.lines for k in range(300)
    ]
    opponents = Counter(lines[1] for lines in seen)
    assert set(opponents) == {6, 7, 8}
    assert sum((n - 100) ** 2 / 100 for n in opponents.values()) < 13.8
    assert 100 < len(set(seen)) <= 144


@pytest.mark.parametrize("scheme", ["cba-knockout", "plain-draw"])
def test_counts_tell_valid_from_best(scheme: str) -> None:
    """Six waiting entrants have 720 draws; the best are as many as trying finds."""
    event = field("AABBCC..", 2)
    counted = count_draws(event, stage(), model(scheme))
    assert counted.valid == 720
    if scheme == "cba-knockout":
        assert counted.best == best_draws(event, scheme)[0] < 720
    else:
        assert counted.best == 720


def test_what_cannot_be_counted_is_refused() -> None:
    with pytest.raises(UsageError, match="cannot be counted"):
        count_draws(field("AABB"), stage({"id": "ranked-apart"}), model("plain-draw"))


def test_a_draw_of_128_lines_with_40_regions_is_uniform() -> None:
    """With 32 seeds and 8 byes the best draws are counted, and one of them is drawn uniformly."""
    chance = Random(5)
    regions = [f"R{k}" for k in range(40)]
    weights = [1 / (k + 2) for k in range(40)]
    entrants = tuple(
        Entrant(i, f"P{i}", seed=i if i <= 32 else 0, region=chance.choices(regions, weights)[0])
        for i in range(1, 121)
    )
    made = draw(Event("E", entrants), stage(), model("cba-knockout"), LIMITS, "k")
    assert made.status == "optimal"
    assert any("drawn uniformly from the" in note for note in made.notes)


@pytest.mark.parametrize("names", [[["region"]], [{}], [None], "region", [1]])
def test_a_certificate_with_strange_attributes_is_refused(names: Any) -> None:
    """What JSON can hold in place of attribute names is a reason to refuse, never an exception."""
    event = field("AABBCCDD")
    made = draw(event, stage(), model("cba-knockout"), LIMITS, "k")
    assert made.certificate is not None
    forged = {**made.certificate, "attributes": names}
    assert check_certificate(made.draw, forged, event, stage())
