"""Repairs of the printed tables, and what a repair does at its edges."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import pytest

from scheduler.errors import Interrupted, NoAnswer, TimeUp, UsageError
from scheduler.event import Entrant, Event, Match, Result, Schedule, Stage
from scheduler.files.published import read_table
from scheduler.repair import KINDS, repair
from scheduler.rules import Rulebook, read_rulebook, read_uses
from scheduler.solve import cpsat
from scheduler.solve.constructions import cba
from scheduler.solve.problem import Limits, Outcome, Problem

LIMITS = Limits(60)


@pytest.fixture(scope="module")
def rules(root: Path) -> Rulebook:
    text = (root / "models" / "cba-round-robin.toml").read_text(encoding="utf-8")
    return read_rulebook(text)


@pytest.fixture(scope="module")
def printed(root: Path) -> dict[int, Schedule]:
    folder = root / "instances" / "published"
    return {n: read_table(folder / f"cba-{n}.toml").schedule() for n in (6, 8, 12)}


def calm(matches: Iterable[Match]) -> bool:
    """Home and away nearly equal and never three running, read off each entrant's letters."""
    letters: dict[int, str] = {}
    for m in sorted(matches, key=lambda m: m.round):
        letters[m.home] = letters.get(m.home, "") + "H"
        letters[m.away] = letters.get(m.away, "") + "A"
    return all(
        "HHH" not in s and "AAA" not in s and abs(s.count("H") - s.count("A")) <= 1
        for s in letters.values()
    )


def turned(matches: Sequence[Match], which: Iterable[int]) -> list[Match]:
    out = list(matches)
    for i in which:
        out[i] = replace(out[i], home=out[i].away, away=out[i].home)
    return out


def calming(matches: Sequence[Match], among: Sequence[int], size: int) -> list[tuple[int, ...]]:
    """Every set of so many reversals that makes the table calm."""
    return [c for c in combinations(among, size) if calm(turned(matches, c))]


def changes(result: Result, kind: str = "reversed") -> set[tuple[int, int, int]]:
    assert all(c["kind"] == kind for c in result.extra["changes"])
    return {(c["home"], c["away"], c["round"]) for c in result.extra["changes"]}


def states(result: Result) -> tuple[Any, ...]:
    return tuple(result.extra[key] for key in ("optimal", "bound", "unique"))


def with_matches(table: Schedule, matches: Sequence[Match]) -> Schedule:
    return Schedule.of(table.entrants, table.rounds, matches, tables=table.tables)


@pytest.mark.parametrize("n", [6, 8])
def test_a_clean_printed_table_needs_no_change(
    n: int, printed: dict[int, Schedule], rules: Rulebook
) -> None:
    """The 6- and 8-team tables obey as they are."""
    result = repair(printed[n], rules, LIMITS)
    assert result.schedule == printed[n]
    assert result.extra == {"changes": [], "optimal": True, "bound": 0, "unique": True}


def test_the_twelve_team_table_needs_two_reversals(
    printed: dict[int, Schedule], rules: Rulebook
) -> None:
    """Two matches reversed are enough, fewer are not, and no other two changes will do."""
    result = repair(printed[12], rules, LIMITS)
    assert result.report.holds
    assert states(result) == (True, 2, True)
    assert changes(result) == {(10, 4, 6), (9, 10, 11)}
    assert result.status == "optimal"


def test_no_other_one_or_two_reversals_mend_the_twelve_team_table(
    printed: dict[int, Schedule],
) -> None:
    """All sets of up to two reversals, one by one: a single one of them works."""
    matches = printed[12].matches
    counts = [len(calming(matches, range(66), size)) for size in range(3)]
    assert counts == [0, 0, 1]


def test_the_upper_half_alone_needs_four_reversals(
    printed: dict[int, Schedule], rules: Rulebook
) -> None:
    """Where only matches among 7-12 may change, four reversals are needed, and only one set will do."""
    result = repair(
        printed[12], rules, LIMITS, may_change=lambda m: min(m.home, m.away) >= 7
    )
    four = {(10, 11, 7), (11, 9, 8), (9, 12, 9), (12, 10, 10)}
    assert states(result) == (True, 4, True)
    assert changes(result) == four
    matches = printed[12].matches
    among = [i for i, m in enumerate(matches) if min(m.home, m.away) >= 7]
    sets = [calming(matches, among, size) for size in range(5)]
    assert [len(s) for s in sets] == [0, 0, 0, 0, 1]
    assert {(matches[i].home, matches[i].away, matches[i].round) for i in sets[4][0]} == four


def test_the_upper_half_as_computed_elsewhere(
    printed: dict[int, Schedule], rules: Rulebook, shared: Path
) -> None:
    """The four reversals and the table after them are those of the published data."""
    file = shared / "domain" / "data" / "bridge" / "directing_golden.json"
    golden = json.loads(file.read_text(encoding="utf-8"))["table12_repair"]
    result = repair(
        printed[12], rules, LIMITS, may_change=lambda m: min(m.home, m.away) >= 7
    )
    found = {(c["round"], c["home"], c["away"]) for c in result.extra["changes"]}
    assert found == {tuple(x) for x in golden["reverse"]}
    after = {(m.round, m.home, m.away) for m in result.schedule.matches}
    assert after == {tuple(x) for x in golden["repaired"]}


def test_eight_played_by_seven(printed: dict[int, Schedule], rules: Rulebook) -> None:
    """Without the last table number 3 has three running over its bye; three reversals mend that, and
    as many other sets of three do as there are when all are tried."""
    seven = [m for m in printed[8].matches if m.table < 4]
    result = repair(Schedule.of(7, 7, seven), rules, LIMITS)
    counts = [len(calming(seven, range(len(seven)), size)) for size in range(4)]
    assert counts[:3] == [0, 0, 0]
    assert counts[3] > 1
    assert states(result) == (True, 3, False)
    assert len(changes(result)) == 3
    assert result.report.holds


@pytest.mark.parametrize("seed", range(7))
def test_a_repair_needs_no_more_than_the_damage(seed: int, rules: Rulebook) -> None:
    """A sound table of 4 to 10 entrants with up to three mishaps is mended with as many changes."""
    rng, n = Random(seed), 4 + seed
    table = cba(n)
    matches, damage = list(table.matches), 0
    for kind in rng.sample(("sides", "rounds", "tables"), rng.randint(1, 3)):
        i, j = rng.sample(range(len(matches)), 2)
        a, b = matches[i], matches[j]
        if kind == "sides":
            matches = turned(matches, [i])
        elif kind == "rounds":
            matches[i], matches[j] = replace(a, round=b.round), replace(b, round=a.round)
        else:
            matches[i], matches[j] = replace(a, table=b.table), replace(b, table=a.table)
        damage += 1 if kind == "sides" else 2
    result = repair(with_matches(table, matches), rules, LIMITS)
    assert result.report.holds
    assert result.extra["optimal"]
    assert len(result.extra["changes"]) == result.extra["bound"] <= damage


def test_two_matches_that_changed_rounds_go_back(rules: Rulebook) -> None:
    """In 16 entrants, two matches in each other's round: both move, and nothing else can be done."""
    table = cba(16)
    matches = list(table.matches)
    i, j = 3, 60
    a, b = matches[i], matches[j]
    matches[i], matches[j] = replace(a, round=b.round), replace(b, round=a.round)
    result = repair(with_matches(table, matches), rules, LIMITS)
    assert states(result) == (True, 2, True)
    assert changes(result, "moved") == {(a.home, a.away, b.round), (b.home, b.away, a.round)}
    assert result.schedule == table


def test_two_matches_at_one_table(rules: Rulebook) -> None:
    """A table given twice in a round is one change, and only the free table is left for it."""
    table = cba(8)
    matches = [
        replace(m, table=1) if (m.round, m.table) == (3, 2) else m for m in table.matches
    ]
    result = repair(with_matches(table, matches), rules, LIMITS)
    assert len(changes(result, "table")) == 1
    assert states(result) == (True, 1, False)  # either of the two may leave table 1


def test_a_match_printed_twice_for_another(rules: Rulebook) -> None:
    """A wrong line is removed and the missing match added in its place."""
    table = cba(8)
    wrong, other = table.matches[4], table.matches[9]
    matches = [replace(other, round=wrong.round, table=wrong.table) if m == wrong else m
               for m in table.matches]
    result = repair(with_matches(table, matches), rules, LIMITS)
    removed, added = result.extra["changes"]
    assert (removed["kind"], removed["home"], removed["away"]) == ("removed", other.home, other.away)
    assert removed["to"] is None
    assert added["kind"] == "added"
    assert {added["home"], added["away"]} == {wrong.home, wrong.away}
    assert (added["round"], added["table"]) == (wrong.round, wrong.table)
    assert result.extra["optimal"]


def test_a_match_moved_and_reversed_is_two_changes(rules: Rulebook) -> None:
    """Each change is told apart, and all say where the match ends up."""
    table = cba(6)
    a, b = table.matches[0], next(
        m for i, m in enumerate(table.matches) if m.round > 1 and not calm(turned(table.matches, [i]))
    )
    matches = [
        replace(b, round=a.round, home=b.away, away=b.home) if m == b
        else replace(a, round=b.round) if m == a else m
        for m in table.matches
    ]
    result = repair(with_matches(table, matches), rules, LIMITS)
    told = [(c["kind"], c["to"]["round"]) for c in result.extra["changes"]
            if {c["home"], c["away"]} == {b.home, b.away}]
    assert told == [("reversed", b.round), ("moved", b.round)]
    assert len(result.extra["changes"]) == 3


def test_unknown_tables_are_filled_for_nothing_and_well(rules: Rulebook) -> None:
    """A table without table numbers needs no change; it gets the best ones by the rulebook's price."""
    bare = cba(8).replace(table=[0] * 28)
    result = repair(bare, rules, LIMITS)
    assert result.extra == {"changes": [], "optimal": True, "bound": 0, "unique": True}
    assert result.report.holds
    assert result.schedule.table.min() == 1
    assert result.report.price == result.bound == (0, 0)


def test_among_the_least_changes_the_rulebooks_prices_choose(rules: Rulebook) -> None:
    """Of two matches at one table either may leave it; the one that is wished to stay there stays."""
    table = cba(8)
    matches = [replace(m, table=1) if (m.round, m.table) == (3, 2) else m for m in table.matches]
    for place in (1, 2):
        one = next(m for m in table.matches if (m.round, m.table) == (3, place))
        wish = read_uses([{
            "id": "lock", "home": one.home, "away": one.away, "tables": [1], "price": 5, "level": 1,
        }])
        result = repair(with_matches(table, matches), rules.adding(wish), LIMITS)
        assert len(changes(result, "table")) == 1
        assert replace(one, table=1) in result.schedule.matches
        assert result.status == "optimal"


def test_kinds_that_are_not_allowed_do_not_occur(rules: Rulebook) -> None:
    """Where sides may not be reversed, a wrong side that no move can mend is a clash."""
    table = cba(6)
    matches = [turned(table.matches, [i]) for i in range(15)]
    broken = next(m for m in matches if not calm(m))
    with pytest.raises(NoAnswer) as caught:
        repair(with_matches(table, broken), rules, LIMITS, prices={"reversed": None, "moved": None})
    assert caught.value.clash
    assert repair(with_matches(table, broken), rules, LIMITS).extra["bound"] == 1


def test_a_clash_is_named_with_advice_that_works(rules: Rulebook) -> None:
    """1 and 8 are to meet in round 2 but the highest number meets 1 in round 1: three rules clash."""
    lock = read_uses([{"id": "lock", "home": 1, "away": 8, "rounds": [2], "reason": "television"}])
    with pytest.raises(NoAnswer) as caught:
        repair(cba(8), rules.adding(lock), LIMITS)
    assert caught.value.minimal
    assert [line.split()[0].strip(":") for line in caught.value.clash] == [
        "meet-each", "highest-meets-in-order", "lock",
    ]
    assert caught.value.maybe == 'drop or price "lock" (event): without it nothing needs to change.'


def test_a_double_round_robin_of_an_event(rules: Rulebook) -> None:
    """A stage of two legs brings its own rules; one reversed match of the second leg goes back."""
    event = Event("cup", tuple(Entrant(k, f"team {k}") for k in range(1, 7)))
    stage = Stage(legs=2)
    first = cba(6)
    second = [
        replace(m, home=m.away, away=m.home, round=m.round + 5) for m in first.matches
    ]
    sound = Schedule.of(6, 10, [*first.matches, *second])
    book = rules.without("run-limit", "home-away-balance")
    assert repair(sound, book, LIMITS, event=event, stage=stage).extra["changes"] == []
    harmed = Schedule.of(6, 10, turned(sound.matches, [20]))
    # As well the match of the first leg may be reversed, unless it has been played.
    assert states(repair(harmed, book, LIMITS, event=event, stage=stage)) == (True, 1, False)
    result = repair(
        harmed, book, LIMITS, event=event, stage=stage, may_change=lambda m: m.round > 5
    )
    assert states(result) == (True, 1, True)
    assert result.schedule == sound


def test_no_time_at_all(printed: dict[int, Schedule], rules: Rulebook) -> None:
    """Out of time before anything was found: a new table is better than none, with an honest bound;
    where matches may not change there is none, and that is TimeUp with advice."""
    matches = printed[8].matches
    harmed = with_matches(printed[8], next(
        broken for i in range(28) if not calm(broken := turned(matches, [i]))
    ))
    result = repair(harmed, rules, Limits(0.0))
    assert len(result.extra["changes"]) > 1
    assert result.report.holds
    assert (result.status, result.extra["optimal"], result.extra["bound"]) == ("feasible", False, 1)
    with pytest.raises(TimeUp) as caught:
        repair(harmed, rules, Limits(0.0), may_change=lambda m: m.round > 1)
    assert "--time-limit" in caught.value.maybe


@pytest.mark.parametrize("after", [0, 1])
def test_ctrl_c_keeps_the_best(
    after: int, rules: Rulebook, printed: dict[int, Schedule], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Stopped after the first answer it is kept, with an honest bound; before it, Interrupted."""
    calls = []
    really = cpsat.solve

    def stopped(problem: Problem, limits: Limits) -> Outcome:
        calls.append(problem)
        if len(calls) > after:
            raise KeyboardInterrupt
        return really(problem, limits)

    monkeypatch.setattr(cpsat, "solve", stopped)
    if not after:
        with pytest.raises(Interrupted):
            repair(printed[12], rules, LIMITS)
        return
    result = repair(printed[12], rules, LIMITS)
    assert result.status == "interrupted"
    assert result.report.holds
    assert (len(result.extra["changes"]), *states(result)) == (2, True, 2, None)


def test_a_proof_out_of_reach_is_said(rules: Rulebook, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the solver knows no more than a schedule, the bound stays what was proven."""
    table = cba(8)
    harmed = with_matches(table, turned(table.matches, [5, 12, 20]))
    really = cpsat.solve

    def unproven(problem: Problem, limits: Limits) -> Outcome:
        found = really(problem, limits)
        return replace(found, status="feasible", bounds=dict.fromkeys(found.bounds, 0)) if (
            found.facts) else Outcome("unknown")

    monkeypatch.setattr(cpsat, "solve", unproven)
    result = repair(harmed, rules, LIMITS)
    assert result.status == "feasible"
    assert result.report.holds
    assert (result.extra["optimal"], result.extra["bound"], result.extra["unique"]) == (False, 1, None)


@pytest.mark.parametrize(
    ("matches", "told"),
    [
        ([Match(1, 1, 1)], "round 1: 1-1: a number cannot meet itself"),
        ([Match(1, 9, 1)], "round 1: 1-9: numbers go from 1 to 4"),
        ([Match(1, 2, 0)], "round 0: 1-2 at table 0"),
        ([Match(1, 2, 1)] * 9, "meet more than 8 times"),
    ],
)
def test_senseless_tables_are_refused(matches: list[Match], told: str, rules: Rulebook) -> None:
    """A table that is none is refused, with the match named."""
    with pytest.raises(UsageError, match=told):
        repair(Schedule.of(4, 3, matches), rules, LIMITS)


@pytest.mark.parametrize("prices", [{"turned": 1}, {"moved": 0}, {"moved": 10**6}, {"moved": True}])
def test_senseless_prices_are_refused(prices: dict[str, int], rules: Rulebook) -> None:
    """A price is a whole number from 1 for a kind of change that exists."""
    with pytest.raises(UsageError, match=f"{KINDS[1]}|turned"):
        repair(cba(4), rules, LIMITS, prices=prices)
