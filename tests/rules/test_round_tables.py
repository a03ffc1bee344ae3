"""Rules about tables against a second, naive reading, on random rounds."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from oracle import round_tables as naive
from scheduler.errors import RulebookError, UsageError
from scheduler.facts.pairing import PairingFrame, pairing_facts, pairing_space
from scheduler.rules import Rulebook, read_uses
from scheduler.verify import verify


def found(frame: PairingFrame, round_: naive.Seated, id: str, **params: Any) -> naive.Off:
    space = pairing_space(frame)
    rulebook = Rulebook("r", uses=read_uses([{"id": id, **params}]))
    facts = pairing_facts(
        space, [(a, b) for a, b, _ in round_], tables=[t for _, _, t in round_])
    report = verify(space, rulebook.stated(space, frame), facts)
    return sorted((v.subject, v.cost) for v in report.violations)


@pytest.mark.parametrize("seed", range(5))
def test_the_verifier_and_plain_loops_agree(seed: int) -> None:
    """60 random rounds of 2 to 10 entrants at up to 7 tables: every rule finds what the loops find."""
    rng, wrong = Random(seed), 0
    for _ in range(60):
        n, tables = rng.randint(2, 10), rng.randint(2, 7)
        line = rng.sample(range(1, n + 1), n)
        round_ = [(a, b, rng.randint(1, tables)) for a, b in zip(line[::2], line[1::2], strict=False)]
        sat = tuple((rng.randint(1, n), rng.randint(1, tables), rng.randint(1, 4)) for _ in range(n))
        frame = PairingFrame(n, 5, 9, tables=tables, sat=sat)
        first, window, who = rng.randint(0, 3), rng.randint(0, 3), rng.randint(1, n)
        blocked = rng.sample(range(1, tables + 1), 2)
        named = rng.sample(range(1, n + 1), min(n, 3))
        for id, params, off in (
            ("at-tables", {"first": first}, naive.at_tables(round_, first)),
            ("blocked-tables", {"tables": blocked}, naive.blocked_tables(round_, blocked)),
            ("stationary", {"entrant": who, "table": 2}, naive.stationary(round_, who, 2)),
            ("new-table", {"window": window}, naive.new_table(round_, sat, 5, window)),
            ("tables-apart", {"entrants": named}, naive.tables_apart(round_, named, tables)),
        ):
            assert found(frame, round_, id, **params) == sorted(off), (id, round_)
            wrong += len(off)
    assert wrong > 50


def test_tables_that_do_not_exist_are_refused() -> None:
    """A blocked or stationary table beyond the last, a match at table 9 of 3, two tables for one match."""
    frame = PairingFrame(4, tables=3)
    with pytest.raises(RulebookError, match="go from 1 to 3"):
        found(frame, [], "blocked-tables", tables=[9])
    with pytest.raises(RulebookError, match="go from 1 to 3"):
        found(frame, [], "stationary", entrant=1, table=9)
    with pytest.raises(UsageError, match="go from 1 to 3"):
        found(frame, [(1, 2, 9)], "at-tables")
    with pytest.raises(UsageError, match="one for each match"):
        pairing_facts(pairing_space(frame), [(1, 2)], tables=[1, 2])
