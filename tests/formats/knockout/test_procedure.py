"""The association's drawing ball by ball: order, admissible lines, chances, record and replay."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from formats.knockout.fields import field, model, random_field, stage
from scheduler.errors import FileError, UsageError
from scheduler.event import BYE, OPEN, Event
from scheduler.formats.knockout import check, draw
from scheduler.formats.knockout.procedure import DrawSession, draw_by_lots, replay_draw
from scheduler.formats.public import seal
from scheduler.solve.problem import Limits

CBA = "cba-knockout"


def eight() -> Event:
    """8 entrants, 7 and 8 seeded first and second, 1 and 4 of one region."""
    event = field("X..X....")
    seeds = {7: 1, 8: 2}
    return replace(event, entrants=tuple(
        replace(e, seed=seeds.get(e.number, 0)) for e in event.entrants))


def test_the_second_of_a_region_draws_from_the_other_half() -> None:
    """N = 8, seeds on 1 and 8: the first X draws from 2 to 7, say 3; the second from 5, 6, 7 (CBA-13.2)."""
    session = DrawSession(eight(), stage(), model(CBA))
    assert session.waiting == (1, 4)
    assert session.admissible(1) == (2, 3, 4, 5, 6, 7)
    session.draw(1, 3, "Li")
    assert session.admissible(4) == (5, 6, 7)
    with pytest.raises(UsageError, match="no longer be as far apart"):
        session.draw(4, 2, "Li")
    session.draw(4, 5, "Li")
    assert session.waiting == (2, 3, 5, 6)
    assert session.lines().lines == (7, OPEN, 1, OPEN, 4, OPEN, OPEN, 8)


@pytest.mark.parametrize(
    ("entrant", "line", "author", "said"),
    [(2, 4, "Li", "related entrants draw first"), (7, 4, "Li", "already has line 1"),
     (9, 4, "Li", "no entrant 9"), (1, 1, "Li", "entrant 7"), (1, 9, "Li", "from 1 to 8"),
     (1, 2, "", "name of a person"), (1, 2, "seed", "name of a person"), (1, 2, "L\ni", "printable")],
)
def test_a_lot_out_of_order_is_refused_and_not_entered(
    entrant: int, line: int, author: str, said: str
) -> None:
    session = DrawSession(eight(), stage(), model(CBA))
    with pytest.raises(UsageError) as caught:
        session.draw(entrant, line, author)
    assert said in str(caught.value)
    assert session.waiting == (1, 4)


@pytest.mark.parametrize(("n", "seeds"), [(5, 2), (13, 4), (29, 8), (60, 16)])
def test_ball_by_ball_ends_as_far_apart_as_the_best_draw(n: int, seeds: int) -> None:
    """No dead end ever, and the price of the draw made at once."""
    event = random_field(Random(n), n, seeds, 6)
    record = draw_by_lots(event, stage(), model(CBA), seed="s")
    best = draw(event, stage(), model(CBA), Limits(20.0), "s")
    report = check(record.draw, model(CBA), event)
    assert report.holds
    assert report.price == best.report.price
    assert len(record.steps) == n - seeds


def test_lots_with_counted_chances_make_every_best_draw_equally_likely() -> None:
    """Seeds A and B, then A, A, B, C on 8 lines: the probability of each draw, multiplied along its lots,
    is one over their number."""
    event = field("ABAABC", 2)
    seen: dict[tuple[int, ...], tuple[int, int]] = {}
    for k in range(60):
        record = draw_by_lots(event, stage(), model(CBA), seed=str(k))
        up = down = 1
        for step in record.steps:
            weights = dict(zip(step.admissible, step.weights or [1] * len(step.admissible), strict=True))
            up *= weights[step.number]
            down *= sum(weights.values())
        seen[record.draw.lines] = (up, down)
    shares = Counter(down // up for up, down in seen.values())
    assert len(shares) == 1
    assert all(down % up == 0 for up, down in seen.values())
    assert len(seen) <= next(iter(shares))


def test_a_record_replays_to_itself_whoever_drew() -> None:
    """Some lots by hand, some from the seed; byes and seeds are part of the record."""
    event = random_field(Random(2), 13, 4, 4)
    session = DrawSession(event, stage(), model(CBA), seed="公开")
    first = session.waiting[0]
    session.draw(first, session.admissible(first)[-1], "阮文", time="2026-05-01T09:30")
    while session.waiting:
        session.draw_from_seed()
    record = session.record()
    assert replay_draw(record.text(), event, stage(), model(CBA)) == record
    assert sum(who == BYE for who in record.fixed.values()) == 3
    assert record.as_json()["steps"][0]["author"] == "阮文"


def forged(data: dict[str, Any]) -> str:
    data["sha256"] = seal(data)
    return json.dumps(data)


def test_a_changed_record_is_refused() -> None:
    """Without the seal, and with a new seal over another line, another chance, another commitment."""
    event = random_field(Random(2), 13, 4, 4)
    record = draw_by_lots(event, stage(), model(CBA), seed="s")

    def refusal(text: str) -> str:
        with pytest.raises(FileError) as caught:
            replay_draw(text, event, stage(), model(CBA))
        return str(caught.value)

    data = record.as_json()
    data["seed"] = "t"
    assert "seal" in refusal(json.dumps(data))
    assert "step" in refusal(forged(data))
    data = record.as_json()
    data["steps"][1]["admissible"] = [1]
    assert "step 2" in refusal(forged(data))
    data = record.as_json()
    data["commitment"] = "0" * 64
    assert '"commitment"' in refusal(forged(data))
    data = record.as_json()
    del data["steps"]
    assert "missing" in refusal(forged(data))
    assert "JSON" in refusal("{")
    assert '"format"' in refusal("{}")


def test_an_unfinished_drawing_is_no_record() -> None:
    with pytest.raises(UsageError, match="not finished: 2 may draw now"):
        DrawSession(eight(), stage(), model(CBA)).record()


def test_lots_that_nobody_sees_are_refused() -> None:
    """Without a public seed, rulebooks that draw seeds or byes by lot cannot be drawn by hand."""
    with pytest.raises(UsageError, match="lines of seeds are drawn by lot"):
        DrawSession(field("." * 16, 4), stage(), model("usta-draw"))
    with pytest.raises(UsageError, match="lines of byes are drawn by lot"):
        DrawSession(field("." * 13), stage(), model("plain-draw"))
    with pytest.raises(UsageError, match="no public seed"):
        DrawSession(eight(), stage(), model(CBA)).draw_from_seed()
    with pytest.raises(UsageError, match="needs a public seed"):
        draw_by_lots(eight(), stage(), model(CBA), seed="")


def crossing(n: int, seeds: int) -> Event:
    rng = Random(n)
    event = random_field(rng, n, seeds, 4)
    return replace(event, entrants=tuple(replace(e, club="KLMN"[rng.randrange(4)]) for e in event.entrants))


CLUBS = {"id": "apart", "attribute": "club", "price": 1, "level": 30, "order": "earliest-first"}


@pytest.mark.parametrize(("n", "seeds"), [(8, 2), (13, 4), (16, 4), (24, 0)])
def test_several_attributes_end_as_far_apart_as_the_best_draw(n: int, seeds: int) -> None:
    """Regions, then clubs: no lot is thrown away, and the price is that of the draw made at once."""
    event = crossing(n, seeds)
    record = draw_by_lots(event, stage(CLUBS), model(CBA), seed="s")
    at_once = draw(event, stage(CLUBS), model(CBA), Limits(10.0), "s")
    assert check(record.draw, model(CBA), event, stage(CLUBS)).price == at_once.report.price
    assert at_once.status == "optimal"
    assert record.exact
    assert record.attribute == "region+club"
    assert replay_draw(record.text(), event, stage(CLUBS), model(CBA)) == record


def test_lots_of_two_attributes_make_every_best_draw_equally_likely() -> None:
    """The chance of each finished draw, step by step as the record has it, is one over their number."""
    event = crossing(8, 2)
    seen: dict[tuple[int, ...], float] = {}
    for k in range(60):
        record = draw_by_lots(event, stage(CLUBS), model(CBA), seed=f"s{k}")
        chance = 1.0
        for step in record.steps:
            weights = step.weights or (1,) * len(step.admissible)
            chance *= weights[step.admissible.index(step.number)] / sum(weights)
        assert seen.setdefault(record.draw.lines, chance) == pytest.approx(chance)
    assert len(seen) > 1
    assert max(seen.values()) == pytest.approx(min(seen.values()))
    assert 1 / min(seen.values()) >= len(seen)


def test_balls_typed_in_are_held_to_both_attributes() -> None:
    event = crossing(16, 4)
    session = DrawSession(event, stage(CLUBS), model(CBA))
    while session.waiting:
        entrant = session.waiting[0]
        fit = session.admissible(entrant)
        taken = [i + 1 for i, who in enumerate(session.lines().lines) if who == OPEN and i + 1 not in fit]
        if taken:
            with pytest.raises(UsageError, match="one region or club"):
                session.draw(entrant, taken[0], "Ana")
        session.draw(entrant, fit[-1], "Ana")
    assert session.record().attribute == "region+club"


def test_several_attributes_are_for_64_lines_at_most() -> None:
    with pytest.raises(UsageError, match="up to 64 lines"):
        DrawSession(crossing(100, 8), stage(CLUBS), model(CBA), seed="s")
