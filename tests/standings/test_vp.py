"""VP scales against the published tables and against a second reading of the formula."""

from __future__ import annotations

import csv
import itertools
from decimal import Decimal, localcontext
from pathlib import Path

import pytest

from scheduler.errors import UsageError
from scheduler.standings import ContinuousVP, DiscreteVP
from scheduler.standings.vp import blitz, continuous_scale, discrete_limits


def _rows(shared: Path, name: str) -> list[dict[str, str]]:
    with (shared / "domain" / "data" / "bridge" / name).open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


def test_every_row_of_the_continuous_tables_is_reproduced(shared: Path) -> None:
    rows = _rows(shared, "wbf_continuous_vp.csv")
    assert len(rows) > 1_000
    for row in rows:
        won, lost = ContinuousVP().points(int(row["imp_margin"]), int(row["boards"]))
        told = tuple(int(row[k].replace(".", "")) for k in ("winner_vp", "loser_vp"))
        assert (won, lost) == told, row


def test_every_column_of_the_discrete_tables_is_reproduced(shared: Path) -> None:
    rows = _rows(shared, "wbf_ebu_discrete_vp.csv")
    columns = [name for name in rows[0] if name.isdigit()]
    assert len(columns) == 20
    for boards in columns:
        assert discrete_limits(int(boards)) == tuple(int(r[boards]) for r in rows), boards


def test_published_spot_values_of_events_hold() -> None:
    points = ContinuousVP().points
    assert points(-3, 16) == (909, 1_091)
    assert points(-20, 16)[0] == 500
    assert (points(14, 14)[0], points(38, 14)[0]) == (1_396, 1_817)
    column = (1000, 1061, 1120, 1176, 1229, 1280, 1328, 1374, 1418, 1460, 1500)
    assert continuous_scale(4)[:11] == column
    assert [blitz(n) for n in (5, 6, 7, 8, 10, 16, 32)] == [34, 37, 40, 43, 48, 60, 85]


@pytest.mark.parametrize("boards", [1, 2, 3, 9, 17, 64, 97, 128, 160])
def test_a_reading_with_sixty_digits_gives_the_same_scale(boards: int) -> None:
    with localcontext(prec=60):
        tau = (Decimal(5).sqrt() - 1) / 2
        width = 15 * Decimal(boards).sqrt()
        values = []
        for margin in range(blitz(boards)):
            share = (1 - tau ** (3 * margin / width)) / (1 - tau**3)
            values.append(int((1000 + 1000 * share).to_integral_value("ROUND_HALF_UP")))
    values.append(2_000)
    for _ in range(2_000):
        steps = [b - a for a, b in itertools.pairwise(values)]
        wrong = [i for i in range(1, len(steps)) if steps[i] > steps[i - 1]]
        if not wrong:
            break
        values[wrong[0]] += 1
    assert continuous_scale(boards) == tuple(values)


def test_steps_of_a_continuous_scale_never_grow_up_to_128_boards() -> None:
    for boards in range(1, 129):
        scale = continuous_scale(boards)
        steps = [b - a for a, b in itertools.pairwise(scale)]
        assert steps == sorted(steps, reverse=True), boards
        assert (scale[0], scale[-1], min(steps) >= 0) == (1_000, 2_000, True)


def test_discrete_example_of_eight_boards_16_is_15_and_17_is_16() -> None:
    assert DiscreteVP(8).points(16) == (1_500, 500)
    assert DiscreteVP(8).points(-17) == (400, 1_600)


def test_lengths_without_a_scale_are_refused() -> None:
    for boards in (0, -1, 1_001):
        with pytest.raises(UsageError, match="boards"):
            continuous_scale(boards)
    with pytest.raises(UsageError, match="discrete"):
        discrete_limits(4)
