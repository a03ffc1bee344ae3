"""Ball by ball with several attributes: what may be drawn, in how many ways, against listing all draws."""

from __future__ import annotations

from collections import Counter
from math import factorial, prod

import numpy as np
import pytest

from scheduler.errors import TimeUp
from scheduler.event import OPEN
from scheduler.solve.draws.separation import separate
from scheduler.solve.draws.separation_field import Field, field_of
from scheduler.solve.draws.several_counting import count_at
from scheduler.solve.draws.several_lots import Lots, alike, kinds_of
from scheduler.solve.draws.several_search import components
from solve.draws.separation_naive import draws, random_field


def begun(seed: int, size: int = 8, most: int = 6) -> tuple[Field, Lots]:
    rng = np.random.default_rng(seed)
    fixed, codes = random_field(rng, size, 2, most=most)
    order = ("earliest-first", "halves-first")
    made = separate(size, fixed, codes, rng=rng, order=order, levels=(0, seed % 2))
    field = field_of(size, fixed, codes, order=order, levels=(0, seed % 2))
    return field, Lots(field, np.array(made.lines))


def best_draws(field: Field, target: list[int]) -> list[list[int]]:
    """Every draw that has the settled lines and costs no more, once but for entrants of one kind."""
    fixed = {i + 1: who for i, who in enumerate(field.lines.tolist()) if who != OPEN}
    codes = [row[1:].tolist() for row in field.codes]
    return [d for d in draws(field.size, fixed, codes) if components(field, np.array(d)) <= target]


@pytest.mark.parametrize("seed", range(25))
def test_just_the_lines_that_leave_a_best_draw_may_be_drawn_at_every_step(seed: int) -> None:
    """And each comes with a draw that shows it, so that there never is a dead end."""
    field, lots = begun(seed)
    rng = np.random.default_rng(seed)
    for entrant in rng.permutation(field.waiting).tolist():
        kinds = kinds_of(lots.field)
        best = best_draws(lots.field, lots.target)
        free = (lots.field.free + 1).tolist()
        leads = lots.leads(entrant, [seed, entrant], range(1, field.size + 1))
        assert leads.exact
        assert list(leads.draws) == [
            line for line in free if any(kinds[d[line - 1]] == kinds[entrant] for d in best)
        ]
        for line, draw in leads.draws.items():
            assert draw[line - 1] == entrant
            assert sorted(draw.tolist()) == sorted(best[0])
            assert all(draw[i] == who for i, who in enumerate(lots.field.lines) if who != OPEN)
            assert components(field, draw) == lots.target
        lots.settle(int(rng.choice(list(leads.draws))), entrant, leads)


@pytest.mark.parametrize("seed", range(25))
def test_best_draws_are_counted_as_listing_them_finds(seed: int) -> None:
    field, lots = begun(seed)
    codes = Counter(tuple(row) for row in field.codes[:, field.waiting].T.tolist())
    # The list has each draw once but for entrants who share all their codes.
    listed = len(best_draws(field, lots.target)) * prod(map(factorial, codes.values()))
    assert count_at(field, lots.target) == listed


def test_what_is_too_much_to_count_is_said() -> None:
    rng = np.random.default_rng(0)
    codes = [rng.permutation(32) // 2, np.repeat(np.arange(16), 2), np.tile(np.arange(16), 2)]
    field = field_of(32, {}, [row.tolist() for row in codes])
    with pytest.raises(TimeUp, match="count"):
        count_at(field, [0] * len(field.goals), most_steps=1000)


def test_lines_are_alike_where_exchanging_halves_carries_one_into_the_other() -> None:
    """8 lines, one settled: its neighbour, the next match, the other half."""
    field = field_of(8, {1: 1}, [[0, 0, 1, 1, 2, 2, 3, 3]])
    assert alike(field, kinds_of(field)) == [[2], [3, 4], [5, 6, 7, 8]]
