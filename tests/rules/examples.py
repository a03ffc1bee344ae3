"""Worked examples, one or more a rule, counted by hand from the regulation's text."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

Wrong = tuple[tuple[int, ...], tuple[int, ...], int, int]
"""(subject, rounds, found, by how much that is off)."""

CBA_6 = "3-5 4-2 1-6 | 5-4 1-3 6-2 | 4-1 2-5 3-6 | 2-3 5-1 6-4 | 1-2 3-4 5-6"
CBA_8 = (
    "3-6 4-5 2-7 1-8 | 5-3 7-1 6-4 8-2 | 4-7 2-6 1-5 3-8 | 6-1 5-2 7-3 8-4 |"
    "2-3 6-7 1-4 5-8 | 7-5 3-1 4-2 8-6 | 1-2 3-4 5-6 7-8"
)
FOUR = "1-2 3-4 | 1-3 2-4 | 1-4 2-3"
PHASED = FOUR + " | 2-1 4-3 | 3-1 4-2 | 4-1 3-2"


@dataclass
class Example:
    """``given`` has "|" between rounds; the k-th match of a round is at table k, or where "@" says."""

    claim: str
    given: str
    n: int
    wrong: list[Wrong] = field(default_factory=list)
    params: dict[str, Any] = field(default_factory=dict)
    legs: int = 1
    earlier: str = ""
    regions: dict[int, str] = field(default_factory=dict)
    miles: tuple[tuple[int, ...], ...] = ()
    rounds: int = 0


EXAMPLES: dict[str, list[Example]] = {
    "meet-each": [
        Example("the printed 6-team table has every pair once", CBA_6, 6),
        Example("6-1 for 3-6 in round 3: 1 and 6 twice, 3 and 6 never", CBA_6.replace("3-6", "6-1"),
                6, [((1, 6), (1, 3), 2, 1), ((3, 6), (), 0, 1)]),
        Example("two legs ask for two meetings", FOUR, 4,
                [(p, (r,), 1, 1) for p, r in (((1, 2), 1), ((3, 4), 1), ((1, 3), 2), ((2, 4), 2),
                                              ((1, 4), 3), ((2, 3), 3))], legs=2),
        Example("times counts for more than legs", FOUR, 4, [], {"times": 1}, legs=2),
    ],
    "once-a-round": [
        Example("1 twice and 3 never in round 1", "1-4 1-2 | 2-3 1-4", 4,
                [((1,), (1,), 2, 1), ((3,), (1,), 0, 1)]),
        Example("in an odd field somebody is idle", "2-3 | 1-3 | 1-2", 3),
        Example("but nobody plays twice", "2-3 1-2 | 1-3 | ", 3, [((2,), (1,), 2, 1)]),
    ],
    "each-way": [
        Example("1 is home to 2 both times", "1-2 | 1-2", 2,
                [((1, 2), (1, 2), 2, 1), ((2, 1), (), 0, 1)], legs=2),
        Example("once each way", PHASED, 4, [], legs=2),
        Example("of three legs one side has two", "1-2 | 1-2 | 2-1", 2, [], legs=3),
        Example("but not three", "1-2 | 1-2 | 1-2", 2,
                [((1, 2), (1, 2, 3), 3, 1), ((2, 1), (), 0, 1)], legs=3),
    ],
    "each-leg": [
        Example("1-2 in rounds 1 and 3: twice in leg 1, never in leg 2",
                "1-2 3-4 | 1-3 2-4 | 2-1 2-3 | 3-4 1-4 | 3-1 4-2 | 4-1 3-2", 4,
                [((1, 2), (1, 3), 2, 1), ((1, 2), (), 0, 1), ((1, 4), (), 0, 1),
                 ((1, 4), (4, 6), 2, 1)], legs=2),
        Example("each leg a round robin of its own", PHASED, 4, [], legs=2),
        Example("an odd field has as many rounds a leg as entrants",
                "2-3 | 1-3 | 1-2 | 3-2 | 3-1 | 2-1", 3, [], legs=2),
    ],
    "leg-order": [
        Example("mirrored: round 4 is round 1 reversed, and so on", PHASED, 4, [],
                {"mode": "mirrored"}, legs=2),
        Example("inverted: the last round first", FOUR + "| 4-1 3-2 | 3-1 4-2 | 2-1 4-3", 4, [],
                {"mode": "inverted"}, legs=2),
        Example("English: the second leg begins with the last round of the first",
                FOUR + "| 4-1 3-2 | 2-1 4-3 | 3-1 4-2", 4, [], {"mode": "english"}, legs=2),
        Example("French: the second leg ends with the first round of the first",
                FOUR + "| 3-1 4-2 | 4-1 3-2 | 2-1 4-3", 4, [], {"mode": "french"}, legs=2),
        Example("1-2 in round 1 asks for 2-1 in round 4", PHASED.replace("| 2-1", "| 1-2"), 4,
                [((1, 2), (1,), 1, 1), ((2, 1), (1, 4), -1, 1)], {"mode": "mirrored"}, legs=2),
        Example("one leg is tied to nothing", FOUR, 4, [], {"mode": "french"}),
        Example("a third leg repeats the second", "1-2 | 2-1 | 2-1", 2,
                [((1, 2), (2, 3), -1, 1), ((2, 1), (2,), 1, 1)], {"mode": "mirrored"}, legs=3),
    ],
    "highest-meets-in-order": [
        Example("the printed 8-team table: 1-8, 8-2, 3-8, 8-4 ...", CBA_8, 8),
        Example("played by 7, the bye of round k is number k",
                " | ".join(" ".join(m for m in r.split() if "8" not in m)
                           for r in CBA_8.split("|")), 7),
        Example("4 meets 3 before 2", "1-4 2-3 | 3-4 1-2 | 2-4 1-3", 4,
                [((), (2,), 0, 1), ((), (3,), 0, 1)]),
        Example("number 2 plays in round 2 of three", "2-3 | 1-2 | 1-3", 3,
                [((), (2,), 1, 1), ((), (3,), 1, 1)]),
        Example("a second leg begins again with 1", PHASED, 4,
                [((), (r,), 0, 1) for r in (1, 3, 4, 6)], legs=2),
    ],
    "neighbours-last": [
        Example("the printed 6-team table ends 1-2, 3-4, 5-6", CBA_6, 6),
        Example("1-4, 2-3 last", FOUR, 4, [((1, 2), (3,), 0, 1), ((3, 4), (3,), 0, 1)]),
        Example("of three, 1 and 2 meet last, at either home", "2-3 | 1-3 | 2-1", 3),
    ],
    "carry-over": [
        Example("4 balanced: each of the 12 ordered pairs once", FOUR, 4, [], {"most": 1}),
        Example("and so each counts 1 where none is free", FOUR, 4,
                [((i, j), (), 1, 1) for i in range(1, 5) for j in range(1, 5) if i != j],
                {"most": 0}),
        Example("a bye between does not hide where one comes from: 1 meets 2, then 3, then 2",
                "1-2 | 2-3 | 1-3", 3,
                [((i, j), (), 1, 1) for i in range(1, 4) for j in range(1, 4) if i != j]),
        Example("two meeting twice come from each other, the last round before the first",
                "1-2 | 2-1", 2, [((1, 1), (), 2, 1), ((2, 2), (), 2, 1)], {"most": 1}, legs=2),
    ],
    "related-early": [
        Example("two of one region as 1 and 8 meet in round 1", CBA_8, 8,
                regions={1: "Hue", 8: "Hue"}),
        Example("as 1 and 2 they meet in round 7, six too late", CBA_8, 8,
                [((1, 2), (7,), 6, 6)], regions={1: "Hue", 2: "Hue"}),
        Example("1, 4 and 5 meet in rounds 1, 3 and 5; up to round 3 is free", CBA_8, 8,
                [((1, 4), (5,), 2, 2)], {"by": 3}, regions={1: "Hue", 4: "Hue", 5: "Hue"}),
        Example("another attribute says nothing of regions", CBA_8, 8, [], {"attribute": "coach"},
                regions={1: "Hue", 2: "Hue"}),
        Example("a second leg counts from its own first round", "1-2 | 2-1", 2, [], legs=2,
                regions={1: "Hue", 2: "Hue"}),
    ],
    "strong-late": [
        Example("1 to 3 in the last two rounds: 1-3 came in round 2", CBA_6, 6,
                [((1, 3), (), 0, 1)], {"first": 3, "last": 2}),
        Example("1-2 is in the last", CBA_6, 6, [], {"first": 2, "last": 1}),
        Example("all meetings of 1 to 4 in the last 3 of 3 rounds", FOUR, 4),
    ],
    "home-away-balance": [
        Example("6 teams play 5: 3 and 2, or 2 and 3", CBA_6, 6),
        Example("3 teams play 2: exactly 1 and 1", "2-3 | 1-3 | 1-2", 3,
                [((1,), (), 2, 2), ((3,), (), -2, 2)]),
        Example("a slack of 1 leaves one too many", "2-3 | 1-3 | 1-2", 3,
                [((1,), (), 2, 1), ((3,), (), -2, 1)], {"slack": 1}),
    ],
    "run-limit": [
        Example("three at home running", "1-2 3-4 | 1-3 4-2 | 1-4 2-3", 4,
                [((1,), (1, 2, 3), 3, 1)]),
        Example("four are two stretches of three", "2-1 | 3-1 | 4-1 | 5-1", 5,
                [((1,), (1, 2, 3), 3, 1), ((1,), (2, 3, 4), 3, 1)]),
        Example("a bye between does not end a run", "1-2 | 1-3 | 2-3 | 1-4", 5,
                [((1,), (1, 2, 4), 3, 1)]),
        Example("unless byes are said to", "1-2 | 1-3 | 2-3 | 1-4", 5, [],
                {"bye-breaks-run": True}),
        Example("two running are too many where one is the most", "1-2 | 1-3 | 4-1", 4,
                [((1,), (1, 2), 2, 1)], {"most": 1}),
        Example("a limit beyond all rounds limits nothing", "1-2 | 1-3 | 1-4", 4, [],
                {"most": 1_000_000}),
    ],
    "breaks-each": [
        Example("HAAH has one break", "1-2 | 3-1 | 4-1 | 1-3", 4, [((1,), (), 1, 1)], {"most": 0}),
        Example("HHH has two", "1-2 | 1-3 | 1-4", 4, [((1,), (), 2, 1)]),
        Example("HAAH is free where one is", "1-2 | 3-1 | 4-1 | 1-3", 4),
        Example("H, bye, H has one", "1-2 | 3-4 | 1-5", 5, [((1,), (), 1, 1)], {"most": 0}),
    ],
    "breaks-total": [
        Example("4 teams need at least 2 breaks", "1-2 3-4 | 3-1 4-2 | 1-4 2-3", 4,
                [((), (), 2, 2)]),
        Example("which can be had free", "1-2 3-4 | 3-1 4-2 | 1-4 2-3", 4, [],
                {"least-free": True}),
        Example("more are not", FOUR, 4, [((), (), 6, 4)], {"least-free": True}),
        Example("3 teams need none", "2-3 | 3-1 | 1-2", 3),
    ],
    "reverse-sides": [
        Example("2-5 before asks for 5-2", "1-4 2-5", 5, [((2, 5), (1,), 1, 1)],
                earlier="2-5 | 4-1"),
        Example("reversed is right", "1-4 5-2", 5, earlier="2-5 | 4-1"),
        Example("without an earlier schedule there is nothing to reverse", "1-4 2-5", 5),
    ],
    "lead-limit": [
        Example("after round 4 number 1 has 4 home matches and number 2 has 1",
                "1-3 4-2 | 1-4 2-3 | 1-3 4-2 | 1-4 3-2 | 2-1", 4,
                [((1, 2), (), 3, 1), ((1, 3), (), 3, 1)]),
        Example("which is fine where 3 are", "1-3 4-2 | 1-4 2-3 | 1-3 4-2 | 1-4 3-2 | 2-1", 4, [],
                {"most": 3}),
    ],
    "meetings-apart": [
        Example("meetings in rounds 3 and 9 are 6 apart, 4 too few for 10",
                " | | 1-2 | | | | | | 2-1 | ", 2, [((1, 2), (), 4, 4)], {"least": 10}, legs=2),
        Example("6 apart is enough for 6", " | | 1-2 | | | | | | 2-1 | ", 2, [], {"least": 6},
                legs=2),
        Example("of three meetings each lies as far from the one before; two a round apart lack 2 of 3",
                "1-2 | | | 2-1 | 1-2", 2, [((1, 2), (), 2, 2)], {"least": 3}, legs=3),
        Example("a single round robin has no second meeting", FOUR, 4, [], {"least": 5}),
    ],
    "travel": [
        Example("at 3, then at 2, 40 away", "3-1 | 2-1", 3, [((1,), (), 40, 40)],
                miles=((0, 7, 9), (7, 0, 40), (9, 40, 0))),
        Example("staying where one is costs nothing", "1-2 | 1-3", 3, [],
                {"most": 7}, miles=((0, 7, 9), (7, 0, 40), (9, 40, 0))),
        Example("a round without a match does not shorten the way", "3-1 | 2-4 | 2-1", 4,
                [((1,), (), 40, 40)],
                miles=((0, 7, 9, 1), (7, 0, 40, 1), (9, 40, 0, 1), (1, 1, 1, 0))),
        Example("out and home again; the way to the first match is free", "1-2 | 3-1 | 1-3", 3,
                [((1,), (), 19, 4)], {"most": 15}, miles=((0, 7, 9), (7, 0, 40), (10, 40, 0))),
    ],
    "one-table-a-match": [
        Example("3-5 without a table", CBA_6.replace("3-5", "3-5@0"), 6, [((3, 5), (1,), -1, 1)]),
        Example("every match has its table", CBA_6, 6),
    ],
    "one-match-a-table": [
        Example("3-5 and 4-2 both at table 1", CBA_6.replace("4-2", "4-2@1"), 6,
                [((), (1,), 2, 1)]),
        Example("a table of its own for each match", CBA_6, 6),
    ],
    "highest-at-last-table": [
        Example("6 is at table 3 in every round", CBA_6, 6),
        Example("6 at table 2 in round 2", CBA_6.replace("1-3 6-2", "6-2 1-3"), 6,
                [((), (2,), 0, 1)]),
        Example("with 5 that table is cancelled", "3-5 4-2 | 5-4 1-3", 5),
    ],
    "table-variety": [
        Example("1 to 5 of six are at tables 1 and 2 exactly twice each", CBA_6, 6),
        Example("of eight, 3 and 4 are not, as the tables are assumed in the surviving copy", CBA_8,
                8, [((3,), (1, 2, 5), 3, 1), ((3,), (4,), 1, 1), ((4,), (3,), 1, 1),
                    ((4,), (2, 5, 6), 3, 1)]),
        Example("round 1 with its first tables exchanged", CBA_6.replace("3-5 4-2", "4-2 3-5"), 6,
                [((2,), (1, 4, 5), 3, 1), ((4,), (1, 2, 3), 3, 1), ((2,), (3,), 1, 1),
                 ((4,), (5,), 1, 1), ((3,), (4,), 1, 1), ((5,), (2,), 1, 1),
                 ((3,), (1, 2, 5), 3, 1), ((5,), (1, 3, 4), 3, 1)]),
        Example("not apart, 6 is five times at table 3 and never at the others", CBA_6, 6,
                [((6,), (), 0, 1), ((6,), (), 0, 1), ((6,), (1, 2, 3, 4, 5), 5, 3)],
                {"apart": False}),
    ],
    "lock": [
        Example("2-1 in round 3 is kept", FOUR.replace("2-3", "3-2"), 4, [],
                {"home": 3, "away": 2, "rounds": [3]}),
        Example("2 is home instead", FOUR, 4, [((3, 2), (3,), 0, 1)],
                {"home": 3, "away": 2, "rounds": [3]}),
        Example("sides may be left open", FOUR, 4, [],
                {"home": 3, "away": 2, "rounds": [3], "sides": False}),
        Example("not in rounds 1 and 2", FOUR, 4, [((2, 3), (1, 2), 0, 1)],
                {"home": 2, "away": 3, "rounds": [2, 1]}),
        Example("in any round, but at table 1", FOUR, 4, [((2, 3), (), 0, 1)],
                {"home": 2, "away": 3, "tables": [1]}),
    ],
    "unavailable": [
        Example("1 cannot play in round 1", FOUR, 4, [((1,), (1,), 1, 1)],
                {"entrants": [1], "rounds": [1]}),
        Example("in odd fields it need not", "2-3 | 1-3 | 1-2", 3, [],
                {"entrants": [1], "rounds": [1]}),
    ],
    "side": [
        Example("3 is to be away in rounds 1 and 3, and is home in round 1", FOUR, 4,
                [((3,), (1,), 1, 1)], {"entrants": [3], "side": "away", "rounds": [1, 3]}),
        Example("1 is at home throughout", FOUR, 4, [], {"entrants": [1], "side": "home"}),
        Example("3 and 4 at home throughout", FOUR, 4,
                [((3,), (2,), 1, 1), ((3,), (3,), 1, 1), ((4,), (1,), 1, 1), ((4,), (2,), 1, 1),
                 ((4,), (3,), 1, 1)], {"entrants": [3, 4], "side": "home"}),
    ],
    "not-both-home": [
        Example("1 and 3 share a hall and are both home in round 1", FOUR, 4,
                [((1, 3), (1,), 2, 1)], {"entrants": [1, 3]}),
        Example("1 and 2 in rounds 2 and 3", FOUR, 4, [((1, 2), (2,), 2, 1), ((1, 2), (3,), 2, 1)],
                {"entrants": [1, 2]}),
        Example("a hall that takes two", FOUR, 4, [], {"entrants": [1, 2, 3], "most": 2}),
    ],
}
