"""Sizes, seeds and byes: where the schemes put them, for every entry from 2 to 1,024."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from formats.knockout.fields import SCHEMES, field, model, stage
from scheduler.errors import UsageError
from scheduler.event import BYE, Entrant
from scheduler.facts import DrawFrame
from scheduler.formats.knockout.frame import frame_of, seeds_of, size_of
from scheduler.formats.knockout.placing import fix, spread
from scheduler.rules.placement import bye_lines, fold, seed_blocks, snake

SIZES = tuple(2**k for k in range(1, 13))


def frame(n: int, seeds: int) -> DrawFrame:
    return DrawFrame(size_of(n).lines, n, tuple(range(1, seeds + 1)))


def test_the_printed_draw_of_16_is_the_snake() -> None:
    assert snake(16) == [1, 16, 9, 8, 5, 12, 13, 4, 3, 14, 11, 6, 7, 10, 15, 2]


@pytest.mark.parametrize("size", SIZES)
def test_every_pair_of_the_snake_adds_up_and_it_is_its_own_inverse(size: int) -> None:
    order = snake(size)
    assert all(a + b == size + 1 for a, b in zip(order[::2], order[1::2], strict=True))
    assert [order[i - 1] for i in order] == list(range(1, size + 1))


def test_schemes_are_those_of_the_published_positions(shared: Path) -> None:
    """Lines, byes, fold, clusters and separate lines for 4 to 256, number for number."""
    data = json.loads((shared / "domain/data/draws/positions.json").read_text())
    for text, given in data.items():
        size = int(text)
        assert snake(size) == given["lines"] == given["seedpos"]
        assert bye_lines("alternating", size, size // 2) == given["byes"]
        assert fold(size) == given["plain"]
        for scheme in ("cluster", "separate"):
            if scheme in given:
                blocks = given[scheme]
                assert seed_blocks(scheme, size, sum(map(len, blocks))) == blocks


@pytest.mark.parametrize(
    ("n", "policy", "standard", "lines", "play_in", "byes"),
    [
        (13, "ceiling", 16, 16, 0, 3), (18, "nearest", 16, 32, 2, 14), (18, "ceiling", 32, 32, 0, 14),
        (23, "nearest", 16, 32, 7, 9), (24, "nearest", 32, 32, 0, 8), (6, "nearest", 8, 8, 0, 2),
        (16, "nearest", 16, 16, 0, 0), (3, "nearest", 4, 4, 0, 1), (2, "ceiling", 2, 2, 0, 0),
        (13, 16, 16, 16, 0, 3), (4096, "ceiling", 4096, 4096, 0, 0),
    ],
)
def test_the_size_is_nearest_or_ceiling(
    n: int, policy: str | int, standard: int, lines: int, play_in: int, byes: int
) -> None:
    size = size_of(n, policy)
    assert (size.standard, size.lines, size.play_in, size.byes) == (standard, lines, play_in, byes)
    assert str(n) in str(size)
    assert str(lines) in str(size)


def test_one_bye_and_one_play_in_match_are_told_in_the_singular() -> None:
    assert str(size_of(15, "ceiling")) == "15 entrants on 16 lines (ceiling), 1 bye"
    assert "17 entrants, nearest size 16: 1 play-in match, drawn" in str(size_of(17, "nearest"))


@pytest.mark.parametrize(
    ("n", "policy", "said"),
    [(1, "ceiling", "2 to 4096"), (5000, "ceiling", "groups"), (0, "ceiling", "not 0"),
     (9, 8, "do not fit"), (9, 12, "not 12"), (9, 32, "byes would meet byes"),
     (9, "nearst", 'you mean "nearest"')],
)
def test_sizes_that_make_no_sense_are_refused(n: int, policy: str | int, said: str) -> None:
    with pytest.raises(UsageError) as caught:
        size_of(n, policy)
    assert said in str(caught.value)


@pytest.mark.parametrize("scheme", SCHEMES)
def test_byes_meet_no_byes_lie_evenly_and_go_to_the_first_seeds(scheme: str) -> None:
    """Every entry from 2 to 1,024 (each third above 130): no bye against a bye, sections of one size
    differ by one at most, and the strongest have the byes."""
    rulebook = model(scheme)
    rng = np.random.default_rng(7)
    for n in (*range(2, 131), *range(131, 1025, 41)):
        f = frame(n, max(1, size_of(n).lines // 4) if n > 3 else 0)
        fixed = fix(f, rulebook, rng)
        byes = sorted(line - 1 for line, who in fixed.lines.items() if who == BYE)
        assert len(byes) == f.size - n
        assert len({i // 2 for i in byes}) == len(byes)
        if scheme != "plain-draw":
            for r in range(1, f.rounds):
                held = np.bincount(np.array(byes, dtype=int) >> r, minlength=f.size >> r)
                assert held.max() - held.min() <= 1, (n, r)
        idle = {fixed.lines.get(((i) ^ 1) + 1) for i in byes}
        assert set(f.seeds[: len(byes)]) <= idle, n


def test_seeds_by_lot_take_every_order_of_their_block() -> None:
    """Seeds 3 and 4 of 16 lines stand on 5 and 12 both ways, about equally often."""
    rng = np.random.default_rng(1)
    rulebook = model("itf-draw")
    lines = [fix(frame(16, 4), rulebook, rng).entrants[3] for _ in range(200)]
    assert set(lines) == {5, 12}
    assert 70 <= lines.count(5) <= 130


@pytest.mark.parametrize("size", [8, 64])
def test_spread_takes_every_even_choice(size: int) -> None:
    """Chosen cells are even over all sections; of 8 every allowed cell is chosen now and then, of 64
    none in the eighths that hold one already."""
    rng = np.random.default_rng(3)
    seen: set[int] = set()
    for _ in range(150):
        taken = [0, size - 1]
        chosen = spread(size, 5, range(1, size - 1), taken, rng)
        both = np.array(sorted([*chosen, *taken]))
        assert len(both) == 5
        for r in range(1, size.bit_length() - 1):
            held = np.bincount(both >> r, minlength=size >> r)
            assert held.max() - held.min() <= 1
        seen |= set(chosen)
    assert seen == set(range(1, 7) if size == 8 else range(8, 56))


def test_seeds_come_in_order_then_by_rating_and_zero_is_no_seed() -> None:
    entrants = [Entrant(1, "a", 0, rating=5), Entrant(2, "b", 2), Entrant(3, "c", 1),
                Entrant(4, "d", 0, rating=9)]
    assert seeds_of(entrants) == (3, 2)
    assert seeds_of(entrants, 1) == (3,)
    assert seeds_of(entrants, 4) == (3, 2, 4, 1)
    with pytest.raises(UsageError, match="only 4 have a seed or a rating"):
        seeds_of(entrants, 5)


def test_the_place_of_an_absent_seed_stays_open_where_gaps_are_kept() -> None:
    entrants = [Entrant(1, "a", 4), Entrant(2, "b", 1), Entrant(3, "c")]
    assert seeds_of(entrants, keep_gaps=True) == (2, 0, 0, 1)
    assert seeds_of(entrants) == (2, 1)


def test_two_with_one_seed_are_named() -> None:
    with pytest.raises(UsageError, match="x and y are both seed 3"):
        seeds_of([Entrant(1, "x", 3), Entrant(2, "y", 3)])


def test_more_seeds_than_matches_are_refused() -> None:
    with pytest.raises(UsageError, match="5 seeds on 8 lines"):
        frame_of(field("........", 5), stage(), size_of(8))


@pytest.mark.parametrize(
    ("options", "said"),
    [({"sise": 8}, 'you mean "size"'), ({"placing": "luck"}, "lot or ranking"),
     ({"earlier": [[1, 1]]}, "no pair"), ({"earlier": [[1, "nobody"]]}, "no pair"),
     ({"earlier": 5}, "list of at most"), ({"seeds": -1}, "whole number"),
     ({"seeds": True}, "whole number")],
)
def test_options_that_make_no_sense_are_refused(options: dict[str, object], said: str) -> None:
    with pytest.raises(UsageError) as caught:
        frame_of(field("....", 1), stage(**options), size_of(4))
    assert said in str(caught.value)
