"""Round robins and groups in play: the table made once, its rounds shown, the verifier's reading."""

from __future__ import annotations

from itertools import combinations

import pytest

from live.lives import Life, score
from scheduler.errors import RulebookError, UsageError
from scheduler.event import Entrant, Event, Stage
from scheduler.formats.round_robin import plan
from scheduler.live.plays import play_of
from scheduler.live.plays.groups import group_names, members_of
from scheduler.resources import find_model
from scheduler.rules import read_rulebook
from scheduler.solve.problem import Limits

ROBIN = Stage("round-robin", "cba-round-robin")
GROUPS = Stage("groups", "groups-from-pots", options={"groups": 3})


def met(life: Life, index: int = 0, group: str = "") -> list[tuple[int, int]]:
    """The pairs of a stage, sorted."""
    rows = life.at(index).matches()
    return sorted((min(m.home, m.away), max(m.home, m.away)) for m in rows if not group or m.group == group)


@pytest.mark.parametrize("n", [2, 3, 7, 8])
def test_a_table_is_decided_once_and_shown_round_by_round(n: int) -> None:
    """One decision; everybody meets everybody; odd fields have a bye in each round; nothing is made again."""
    life = Life(n, ROBIN)
    life.open()
    total = play_of(life.at()).rounds(life.event, life.at())
    assert life.play() == total == n - 1 + n % 2
    assert [e.kind for e in life.log].count("scheduled") == 1
    assert met(life) == list(combinations(range(1, n + 1), 2))
    assert all(len(r.byes) == n % 2 for r in life.at().rounds.values())
    assert play_of(life.at()).check(life.event, life.at(), 1).holds
    assert sorted(p[2] for p in life.places()) == list(range(1, n + 1))
    assert life.replays()
    with pytest.raises(UsageError, match="rounds of stage 1 are published"):
        life.draft()


def test_legs_are_those_of_the_stage() -> None:
    """Two legs: everybody meets everybody home and away."""
    life = Life(4, Stage("round-robin", "plain-round-robin", legs=2))
    life.open()
    assert life.play() == 6
    assert {(m.home, m.away) for m in life.at().matches()} == {
        (a, b) for a in range(1, 5) for b in range(1, 5) if a != b}


def test_what_an_engine_is_not_asked_is_not_told_to_it() -> None:
    """Options of scoring and of the way here do not disturb the table's engine; a wrong mode does."""
    life = Life(4, Stage("round-robin", "cba-round-robin", options={"scoring": "football", "name": "Liga"}))
    life.open()
    life.play()
    assert life.places()[0][0] == 1
    wrong = Life(4, Stage("round-robin", "cba-round-robin", legs=2, options={"mode": "mirror"}))
    wrong.open()
    with pytest.raises(UsageError, match="there is no mode"):
        wrong.draft()


def test_whoever_withdraws_before_the_table_is_made_is_not_in_it() -> None:
    """Ids and numbers are the others', and the draft says who is left out."""
    life = Life(6, ROBIN)
    life.open()
    life.draft()
    assert life.draft().kind == ""
    life.do("withdrawn", {"id": 3, "reason": "ill"})
    draft = life.draft()
    assert draft.notes[0] == "3 Team 3 has withdrawn and is left out"
    assert met(life) == list(combinations((1, 2, 4, 5, 6), 2))
    assert {b["entrant"] for r in draft.said["rounds"] for b in r["byes"]} == {1, 2, 4, 5, 6}


def test_a_table_that_was_tampered_with_is_found_out() -> None:
    """The check reads what is in the log, not what the maker said."""
    life = Life(6, ROBIN)
    life.open()
    payload = life.draft().payload
    rounds = [dict(r) for r in payload["rounds"]]
    rounds[0] = {**rounds[0], "matches": rounds[1]["matches"]}
    life.do("scheduled", {**payload, "rounds": rounds})
    report = play_of(life.at()).check(life.event, life.at(), 1)
    assert not report.holds
    assert "meet-each" in {v.rule for v in report.violations}


def test_a_league_of_23_plays_a_second_cycle_renumbered_by_standing() -> None:
    """Sides are reversed, the last round is first against second and so on, all points are carried."""
    second = Stage("round-robin", "cba-second-cycle", options={"mode": "cba", "carry": "all"})
    life = Life(23, ROBIN, second)
    life.open()
    assert life.play() == 23
    ranking = [p[2] for p in life.places()]
    life.next()
    assert list(life.at().playing) == ranking
    assert life.at().index == 2
    assert life.play() == 23
    first = {(m.home, m.away) for m in life.at(1).matches()}
    assert {(m.away, m.home) for m in life.at(2).matches()} == first
    last = life.at().rounds[23]
    place = {id: k for k, id in enumerate(ranking, start=1)}
    assert {tuple(sorted((place[m.home], place[m.away]))) for m in last.matches} == {
        (k, k + 1) for k in range(1, 23, 2)}
    before = {row[2]: row for row in life.places(1)}
    assert life.at().carried[ranking[0]] > life.at().carried[ranking[-1]] > 0
    assert len(before) == 23
    assert play_of(life.at()).check(life.event, life.at(), 1).holds
    assert life.replays()


def test_a_second_cycle_without_a_first_is_refused() -> None:
    """It has nothing to reverse."""
    life = Life(4, Stage("round-robin", "cba-second-cycle", options={"mode": "cba"}))
    life.open()
    with pytest.raises(UsageError, match="no stage with a table comes before"):
        life.draft()


@pytest.mark.parametrize("n", [6, 10, 11, 12])
def test_groups_of_unequal_sizes_play_side_by_side(n: int) -> None:
    """Each group is a round robin of its own; nobody is twice in a round; tables are different."""
    life = Life(n, GROUPS)
    life.open()
    draft = life.draft()
    assert sorted(len(g) for g in draft.said["groups"].values()) == sorted(
        n // 3 + (k < n % 3) for k in range(3))
    life.play()
    for name in ("A", "B", "C"):
        inside = sorted(id for id, g in life.at().groups.items() if g == name)
        assert met(life, group=name) == list(combinations(inside, 2))
    for here in life.at().rounds.values():
        busy = [id for m in here.matches for id in (m.home, m.away)] + [b.id for b in here.byes]
        assert len(busy) == len(set(busy))
        tables = [m.table for m in here.matches]
        assert len(tables) == len(set(tables))
    assert play_of(life.at()).check(life.event, life.at(), 1) == draft.report
    assert draft.report.holds
    assert life.replays()


def test_groups_can_end_together() -> None:
    """Nine in two groups: the one of four plays three of five rounds, the first or the last three."""
    for align, rounds in (("start", [1, 2, 3]), ("end", [3, 4, 5])):
        options = {"groups": 2, "placing": "snake", "align": align}
        life = Life(9, Stage("groups", "cba-groups", options=options))
        life.open()
        life.draft()
        names = [*life.at().groups.values()]
        small = next(g for g in names if names.count(g) == 4)
        assert rounds == [
            r for r, here in life.at().rounds.items() if any(m.group == small for m in here.matches)]
        assert play_of(life.at()).check(life.event, life.at(), 1).holds


def test_places_in_groups_are_shared_by_equal_places() -> None:
    """Winners share the first places, the seconds the next."""
    life = Life(6, GROUPS)
    life.open()
    life.play(say=lambda m: score(20 if m.home < m.away else -20))
    assert [p[:2] for p in life.places()] == [(1, 3)] * 3 + [(4, 6)] * 3


def test_groups_are_what_the_entry_list_says_where_a_column_is_named() -> None:
    """The column club makes the groups; who has none is named."""
    stage = Stage("groups", "groups-from-pots", options={"groups": 2, "column": "club"})
    life = Life(6, stage, clubs=["N", "S", "N", "S", "N", "S"])
    life.open()
    draft = life.draft()
    assert draft.said["groups"] == {"N": [1, 3, 5], "S": [2, 4, 6]}
    gap = Life(6, stage, clubs=["N", "S", "N", "", "N", "S"])
    gap.open()
    with pytest.raises(UsageError, match="Team 4 is in no group"):
        gap.draft()


def test_groups_drawn_again_by_another_seed_are_other_groups() -> None:
    """As long as nothing is published, the last draft counts."""
    life = Life(12, GROUPS)
    life.open()
    first = life.draft().said["groups"]
    assert life.draft().kind == ""
    other = life.draft(seed="other").said["groups"]
    assert other != first
    assert {g: [id for id, name in life.at().groups.items() if name == g] for g in "ABC"} == {
        g: sorted(ids, key=[*life.at().groups].index) for g, ids in other.items()}
    life.do("redrawn", {"stage": 1})
    assert life.draft().said["groups"] == first


def test_the_rulebook_of_group_tables_is_one_that_comes_along() -> None:
    """A path would be read from wherever the file happens to lie."""
    for name in ("../evil.toml", "cba-swiss", "nonsense"):
        life = Life(6, Stage("groups", "groups-from-pots", options={"groups": 2, "table": name}))
        life.open()
        with pytest.raises(RulebookError):
            life.draft()


def test_whoever_enters_late_is_in_the_table_only_while_it_can_be_made_anew() -> None:
    """A draft is made again with him; a published table stays, and he does not play."""
    life = Life(4, ROBIN)
    life.open()
    life.draft()
    life.do("entered", {"entrants": [{"number": 5, "name": "Late"}]})
    assert life.draft().kind == "scheduled"
    assert met(life) == list(combinations(range(1, 6), 2))
    life.publish()
    life.do("entered", {"entrants": [{"number": 6, "name": "Later"}]})
    assert life.at().playing == (1, 2, 3, 4, 5)
    assert life.draft().kind == ""


def test_d38_positions_by_lot_number_the_tables_of_the_groups_that_are_played() -> None:
    """D38: the first pot is number 1 of its group, the others as the lot says; matches, the verifier's
    reading and the log made again all follow it, and another seed gives others."""
    drawn = set()
    lot = Stage("groups", "groups-from-pots", options={"groups": 3, "positions": "lot"})
    book = read_rulebook(find_model("cba-round-robin").read_text("utf-8"), "cba-round-robin")
    four = Event("four", tuple(Entrant(k, f"{k}") for k in range(1, 5)))
    table = plan(four, Stage("round-robin"), book, Limits(10)).schedule.matches
    for seed in ("1", "2", "3"):
        life = Life(12, lot, seed=seed)
        life.open()
        life.draft()
        groups = {name: members_of(life.at(), name) for name in group_names(life.at())}
        drawn |= {members for members in groups.values() if list(members) != sorted(members)}
        for name, members in groups.items():
            assert members[0] == min(members), "the strongest are pot 1"
            wanted = {(m.round, members[m.home - 1], members[m.away - 1]) for m in table}
            assert {(m.round, m.home, m.away) for m in life.at().matches() if m.group == name} == wanted
        assert play_of(life.at()).check(life.event, life.at(), 1).holds
        life.play()
        assert life.replays()
    assert drawn, "somewhere the lot differs from the order of numbers"


def test_positions_of_groups_that_are_given_are_refused() -> None:
    """Positions are part of the draw: where the entry list says the groups there is nothing to draw."""
    life = Life(6, Stage("groups", "groups-from-pots", options={
        "groups": 2, "positions": "lot", "column": "club"}))
    life.open()
    with pytest.raises(UsageError, match="these groups are given"):
        life.draft()
