"""Rulings, appeals and policies as decisions: what is undone is as it was, and folding is replaying."""

from __future__ import annotations

import random
from typing import Any

import pytest

from scheduler.errors import FileError, RulebookError, UsageError
from scheduler.event import Stage
from scheduler.live.dump import dump
from scheduler.live.rulings import FOLLOWING, leavers
from scheduler.live.scoring import ledger_of, scoring_of, standings_of
from scheduler.standings.rulings import POLICIES, ground_of

from .lives import Life, score

SWISS = Stage("swiss", "cba-swiss", 1, {"rounds": 5, "boards": 8})


def ruled(life: Life, match: Any, **more: Any) -> dict[str, Any]:
    """A ruling about a match."""
    return {
        "stage": 1, "match": match.id, "ids": [match.home, match.away],
        "ground": ground_of("L84").as_json(), "facts": "agreed", "outcome": "adjusted", **more}


def result(match: Any, margin: int) -> list[Any]:
    """A result as what follows from a ruling."""
    return ["result", {
        "stage": 1, "match": match.id, "sides": [match.home, match.away], "score": score(margin).as_json()}]


def test_random_rulings_and_appeals_are_undone_and_replayed() -> None:
    rng = random.Random(11)
    for seed in range(12):
        life = Life(8, SWISS, seed=str(seed))
        life.open()
        life.round()
        life.round()
        for _ in range(12):
            before = dump(life.event)
            _something(life, rng)
            assert life.replays()
            if rng.random() < 0.5:
                life.undo()
                assert dump(life.event) == before
                assert life.replays()


def _something(life: Life, rng: random.Random) -> None:
    match = rng.choice(list(life.at().matches()))
    going = [c for c in life.event.cases.values() if c.progress.appeal == "lodged"]
    fresh = [c for c in life.event.cases.values() if not c.progress.appeal]
    heard = [c for c in life.event.cases.values() if c.progress.appeal in ("chief", "committee")]
    what = rng.random()
    if going and what < 0.3:
        life.do("appealed", {"ruling": going[0].key, "to": rng.choice(["chief", "committee", "withdrawn"])})
    elif heard and what < 0.5:
        life.do("decided-on-appeal", {
            "ruling": heard[0].key, "verdict": "varied", "do": [result(match, rng.randint(-9, 9))]})
    elif fresh and what < 0.7:
        life.do("appealed", {"ruling": rng.choice(fresh).key, "to": "lodged"})
    elif what < 0.85:
        life.do("ruled", ruled(life, match, do=[result(match, rng.randint(-9, 9))]))
    else:
        life.do("ruled", ruled(life, match, do=[
            ["penalty", {"stage": 1, "id": match.home, "points": rng.randint(1, 300)}]]))


def test_a_result_entered_while_an_appeal_is_open_stays_provisional() -> None:
    life = Life(4, SWISS)
    life.open()
    life.round()
    match = life.at().rounds[1].matches[0]
    life.do("ruled", ruled(life, match))
    life.do("appealed", {"ruling": life.event.position, "to": "lodged"})
    life.result(match, score(9))
    assert life.at().rounds[1].matches[0].result.provisional  # type: ignore[union-attr]
    life.do("appealed", {"ruling": next(iter(life.event.cases)), "to": "withdrawn"})
    assert not life.at().rounds[1].matches[0].result.provisional  # type: ignore[union-attr]


@pytest.mark.parametrize("name", POLICIES)
def test_standings_follow_a_policy_and_go_back_with_it(name: str) -> None:
    life = Life(6, Stage("round-robin", "plain-round-robin", 1, {"boards": 8}))
    life.open()
    for _ in range(3):
        life.round()
    life.do("withdrawn", {"id": 6, "last": 3, "reason": "ill"})
    before, state = standings_of(life.event, life.at()).rows, dump(life.event)
    open_ones = [m.id for m in life.at().matches() if m.has(6) and m.open]
    life.do("policy", {"stage": 1, "id": 6, "policy": name, "total": 5, "void": open_ones})
    assert leavers(life.event, life.at()) == (6,)
    ledger = ledger_of(life.event, life.at())
    his = [m for m in ledger.matches if 6 in (m.home, m.away)]
    assert len(his) == 5
    assert all(m.kind != "unplayed" for m in his)
    life.undo()
    assert standings_of(life.event, life.at()).rows == before
    assert dump(life.event) == state


def test_an_award_grows_with_the_own_average_until_the_end() -> None:
    """The best of own average, converse and 60 %: what is played after the leaver left counts too."""
    life = Life(4, Stage("round-robin", "plain-round-robin", 1, {"boards": 8}))
    life.open()
    life.round(say=lambda m: score(0))
    life.round(say=lambda m: score(0))
    last = life.at().rounds[3].matches
    leaver = last[0].away
    opponent = last[0].home
    life.do("withdrawn", {"id": leaver, "last": 2, "reason": "ill"})
    life.do("policy", {"stage": 1, "id": leaver, "policy": "all-play-all", "total": 3, "void": [last[0].id]})

    def award() -> int:
        number = life.event.number(opponent)
        return next(m.points_of(number) for m in ledger_of(life.event, life.at()).matches
                    if m.round == 3 and number in (m.home, m.away))

    assert award() == max(1_200, scoring_of(life.at()).match.points(9)[0])
    own = next(m for m in life.at().matches() if m.has(opponent) and not m.has(leaver))
    margin = 40 if own.home == opponent else -40
    life.result(own, score(margin))
    assert award() == max(1_000 + 40, scoring_of(life.at()).match.points(9)[0], 1_200)


@pytest.mark.parametrize("payload", [
    {"do": [["created", {}]]}, {"facts": "agreed", "ground": {}}, {"match": 999},
    {"do": [["undo", {"of": 1}]]}])
def test_a_ruling_that_carries_what_it_may_not_is_not_understood(payload: dict[str, Any]) -> None:
    assert "created" not in FOLLOWING
    life = Life(4, SWISS)
    life.open()
    life.round()
    match = life.at().rounds[1].matches[0]
    with pytest.raises(FileError, match="cannot be understood"):
        life.do("ruled", {**ruled(life, match), **payload})


@pytest.mark.parametrize("option", [{"correction": 30}, {"laws": "2012"}, {"correction": {"unit": "day"}}])
def test_a_period_or_edition_that_is_none_is_told_at_once(option: dict[str, Any]) -> None:
    life = Life(4, Stage("swiss", "cba-swiss", 1, {"rounds": 3, "boards": 8, **option}))
    with pytest.raises((RulebookError, UsageError)):
        scoring_of(life.at())
