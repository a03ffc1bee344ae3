"""Rules of one Swiss round on worked examples."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pytest

from scheduler.errors import RulebookError, UsageError
from scheduler.facts.pairing import Bans, PairingFrame, pairing_facts, pairing_space
from scheduler.rules import Rulebook, all_rules, read_uses
from scheduler.rules.pairings import bans_of
from scheduler.verify import verify

Wrong = tuple[tuple[int, ...], int, int]
"""(subject, found, by how much that is off)."""


@dataclass
class PairingExample:
    """``given`` are matches home-away, @3 at table 3, ``b5`` a bye, ``t5`` one in a block of three."""

    claim: str
    given: str
    wrong: list[Wrong] = field(default_factory=list)
    params: dict[str, Any] = field(default_factory=dict)
    frame: PairingFrame = field(default_factory=lambda: PairingFrame(4))


MET = PairingFrame(4, 4, 9, ((1, 2, 1), (3, 4, 3)), ranks=(0, 1, 2, 3))
SEATS = PairingFrame(6, 4, 9, tables=5, sat=((3, 1, 1), (5, 1, 1), (3, 2, 3)))
REGIONS = PairingFrame(4, 2, 9, attributes={"region": ("A", "A", "B", ""), "wins": ("1", "1", "0", "0")})

EXAMPLES: dict[str, list[PairingExample]] = {
    "paired-once": [
        PairingExample("everybody plays", "1-2 4-3"),
        PairingExample("three plays twice, four not", "1-3 2-3", [((3,), 2, 1), ((4,), 0, 1)]),
        PairingExample("a bye counts", "1-2 b3 b4"),
        PairingExample("a block of three counts", "t1 t2 t3 b4"),
        PairingExample("the absent are not paired", "1-2 b3", frame=PairingFrame(4, absent=frozenset({4}))),
        PairingExample("an absent one is", "1-2 3-4", [((4,), 1, 1)],
                       frame=PairingFrame(4, absent=frozenset({4}))),
    ],
    "no-rematch": [
        PairingExample("new pairs", "1-3 2-4", frame=MET),
        PairingExample("both again, sides do not matter", "2-1 3-4", [((1, 2), 1, 1), ((3, 4), 1, 1)],
                       frame=MET),
        PairingExample("only two rounds back", "1-2 3-4", [((3, 4), 1, 1)], {"window": 2}, MET),
        PairingExample("a session of three rounds is over", "1-2 3-4", [], {"session": 3}, MET),
        PairingExample("free from round 4", "1-2 3-4", [], {"until": 4}, MET),
        PairingExample("free in the top half", "1-2 3-4", [((3, 4), 1, 1)], {"free": "top-half"}, MET),
    ],
    "bye-once": [
        PairingExample("the first", "b1", frame=PairingFrame(4, byes=((2, 1),))),
        PairingExample("the second", "b2", [((2,), 1, 1)], frame=PairingFrame(4, byes=((2, 1),))),
    ],
    "kept-apart": [
        PairingExample("two of A", "1-2 3-4", [((1, 2), 1, 1)], frame=REGIONS),
        PairingExample("no two of a region", "1-3 2-4", frame=REGIONS),
        PairingExample("only in round 1", "1-2 3-4", [], {"rounds": 1}, REGIONS),
        PairingExample("still in round 2", "2-1 3-4", [((1, 2), 1, 1)], {"rounds": 2}, REGIONS),
    ],
    "never-meet": [
        PairingExample("they meet", "4-3 1-2", [((3, 4), 1, 1)], {"entrants": [3, 4]}),
        PairingExample("they do not", "1-3 2-4", [], {"entrants": [3, 4]}),
    ],
    "alike": [
        PairingExample("winners apart from losers", "1-2 3-4", frame=REGIONS),
        PairingExample("a winner and a loser", "1-3 2-4", [((1, 3), 1, 1), ((2, 4), 1, 1)], frame=REGIONS),
    ],
    "high-meets-high": [
        PairingExample("neighbours", "1-2 4-3", frame=MET),
        PairingExample("one place passed over in each", "1-3 2-4", [((), 2, 2)], frame=MET),
        PairingExample("first and last", "1-4 2-3", [((), 2, 2)], frame=MET),
    ],
    "at-tables": [
        PairingExample("from the first table on", "1-2@2 3-4@4 5-6@3", params={"first": 2}, frame=SEATS),
        PairingExample("one has no table, two have one together", "1-2 3-4@4 5-6@4",
                       [((1, 2), -1, 1), ((), 2, 1)], frame=SEATS),
        PairingExample("below the first", "1-2@1 3-4@4 5-6@3", [((), 1, 1)], {"first": 2}, SEATS),
        PairingExample("where tables are not spoken of", "1-2 3-4"),
    ],
    "blocked-tables": [
        PairingExample("others", "1-2@1 3-4@4", params={"tables": [2, 3]}, frame=SEATS),
        PairingExample("table 3", "1-2@3 3-4@4", [((), 1, 1)], {"tables": [2, 3]}, SEATS),
    ],
    "stationary": [
        PairingExample("5 at table 2", "1-5@2 3-4@4", params={"entrant": 5, "table": 2}, frame=SEATS),
        PairingExample("5 at table 3", "5-1@3 3-4@2", [((5,), 1, 1)], {"entrant": 5, "table": 2}, SEATS),
        PairingExample("5 has a bye", "3-4@2 b5", params={"entrant": 5, "table": 2}, frame=SEATS),
    ],
    "new-table": [
        PairingExample("3 and 5 were at table 1", "3-5@1 1-2@2", [((3,), 1, 1), ((5,), 1, 1)], frame=SEATS),
        PairingExample("3 at table 2, whoever it meets", "3-6@2 1-2@1", [((3,), 1, 1)], frame=SEATS),
        PairingExample("two rounds back", "3-5@1 1-2@2", [], {"window": 2}, SEATS),
    ],
    "tables-apart": [
        PairingExample("one between them", "3-1@4 2-6@2", params={"entrants": [3, 6]}, frame=SEATS),
        PairingExample("side by side", "3-1@4 2-6@5", [((), 2, 1)], {"entrants": [3, 6]}, SEATS),
        PairingExample("against each other", "3-6@4 1-2@5", params={"entrants": [3, 6]}, frame=SEATS),
        PairingExample("three in a row", "3-1@1 2-6@2 4-5@3", [((), 2, 1), ((), 2, 1)],
                       {"entrants": [3, 6, 4]}, SEATS),
    ],
    "home-side": [
        PairingExample("v1, even round: the larger number", "2-1 4-3", frame=MET),
        PairingExample("v1, even round: a smaller one", "1-2 4-3", [((1, 2), 1, 1)], frame=MET),
        PairingExample("v2: the higher ranked", "4-1 2-3", [((4, 1), 1, 1)], {"variant": "v2"}, MET),
        PairingExample("v3: the smaller", "4-1 2-3", [((4, 1), 1, 1)], {"variant": "v3"}, MET),
        PairingExample("balance: 1 was home, 2 was not", "1-2 3-4", [((1, 2), 1, 1), ((3, 4), 1, 1)],
                       {"variant": "balance"}, MET),
    ],
}


@pytest.mark.parametrize(
    ("id", "example"),
    [pytest.param(id, e, id=f"{id}: {e.claim}") for id, all in EXAMPLES.items() for e in all],
)
def test_worked_example(id: str, example: PairingExample) -> None:
    """Given the round, the rule with these parameters finds exactly these deviations."""
    frame = example.frame
    space = pairing_space(frame)
    words = example.given.split()
    seated = [w.partition("@")[::2] for w in words if "-" in w]
    matches = [tuple(map(int, w.split("-"))) for w, _ in seated]
    tables = [int(t or 0) for _, t in seated]
    byes, three = ([int(w[1:]) for w in words if w[0] == mark] for mark in "bt")
    rulebook = Rulebook("r", uses=read_uses([{"id": id, **example.params}]))
    facts = pairing_facts(space, matches, byes, three, tables)  # type: ignore[arg-type]
    report = verify(space, rulebook.stated(space, frame), facts)
    assert sorted((v.subject, v.found, v.cost) for v in report.violations) == sorted(example.wrong)
    bans = bans_of(rulebook, frame)
    if id in ("no-rematch", "kept-apart", "never-meet", "alike"):
        banned = {tuple(sorted(m)) for m in matches if not bans.allowed(*m)}
        assert banned == {s for s, _, _ in example.wrong}


def test_every_rule_of_rounds_has_worked_examples() -> None:
    """Each is shown kept and, at least once, broken."""
    assert set(EXAMPLES) == {r.id for r in all_rules() if r.needs == "meets"}
    for id, examples in EXAMPLES.items():
        assert any(e.wrong for e in examples), id
        assert any(not e.wrong for e in examples), id


def test_what_makes_no_sense_is_refused() -> None:
    """An attribute nobody has, an entrant against itself, a number that there is not."""
    frame = PairingFrame(4, attributes={"region": ("A", "", "", "")})
    space = pairing_space(frame)
    rulebook = Rulebook("r", uses=read_uses([{"id": "kept-apart", "attribute": "regoin"}]))
    with pytest.raises(RulebookError, match="regoin"):
        rulebook.stated(space, frame)
    for matches in ([(1, 1)], [(1, 5)], [(0, 2)]):
        with pytest.raises(UsageError):
            pairing_facts(space, matches)
    with pytest.raises(UsageError):
        Bans([(3, 3)])


def test_bans_are_symmetric_and_copies_are_apart() -> None:
    """Whoever may not meet whom is banned both ways; what is added to a copy stays there."""
    bans = Bans([(1, 2)], [(3, 4, 5)])
    copy = bans.copy()
    copy.add(1, 3)
    assert not bans.allowed(2, 1)
    assert not bans.allowed(5, 3)
    assert bans.allowed(3, 1)
    assert not copy.allowed(3, 1)
    assert not copy.allowed(4, 3)
    assert (bans.degree(1), bans.degree(4), copy.degree(3)) == (1, 2, 3)
