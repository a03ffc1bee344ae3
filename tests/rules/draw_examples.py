"""Worked examples of the rules of draws, counted by hand from the regulations' texts."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

Wrong = tuple[tuple[int, ...], tuple[int, ...], int, int]
"""(subject, rounds, found, by how much that is off)."""

SNAKE_16 = "1 16 9 8 5 12 13 4 3 14 11 6 7 10 15 2"
THIRTEEN = "1 . 9 8 5 12 13 4 3 . 11 6 7 10 . 2"
"""The association's draw of 16 with numbers 14, 15 and 16 absent: byes on lines 2, 10 and 15."""


@dataclass
class DrawExample:
    """``given`` has one word a line: a number, "." for a bye, "?" where nothing is known yet."""

    claim: str
    given: str
    n: int
    wrong: list[Wrong] = field(default_factory=list)
    params: dict[str, Any] = field(default_factory=dict)
    seeds: tuple[int, ...] = ()
    regions: dict[int, str] = field(default_factory=dict)
    earlier: tuple[tuple[int, int], ...] = ()
    ranking: tuple[int, ...] = ()


HUE = {1: "Hue", 2: "Hue"}
FOUR_OF_HUE = dict.fromkeys((1, 2, 3, 4), "Hue")

DRAW_EXAMPLES: dict[str, list[DrawExample]] = {
    "one-line-each": [
        DrawExample("the printed draw of 16 has everybody once", SNAKE_16, 16),
        DrawExample("5 on lines 5 and 7, 13 nowhere", SNAKE_16.replace("13", "5"), 16,
                    [((5,), (), 2, 1), ((13,), (), 0, 1)]),
        DrawExample("who is not drawn yet has no line", "1 ? ? 2", 3, [((3,), (), 0, 1)]),
    ],
    "one-a-line": [
        DrawExample("13 entrants and 3 byes fill 16 lines", THIRTEEN, 13),
        DrawExample("an open line holds nobody", "1 ? 3 2", 3, [((), (), 0, 1)]),
    ],
    "seeds-placed": [
        DrawExample("16 lines, 4 seeds: on lines 1, 16, 9 and 8", SNAKE_16, 16, [], {}, (1, 2, 3, 4)),
        DrawExample("seeds 3 and 4 the other way round", SNAKE_16, 16,
                    [((4,), (), 0, 1), ((3,), (), 0, 1)], {}, (1, 2, 4, 3)),
        DrawExample("which is fine by lot", SNAKE_16, 16, [], {"exactly": False}, (1, 2, 4, 3)),
        DrawExample("of eight the fold has seed 3 on line 7", "1 8 4 5 2 7 3 6", 8, [],
                    {"scheme": "fold"}, (1, 2, 3, 4)),
        DrawExample("the ITF has seeds 3 and 4 of 16 on lines 5 and 12",
                    "1 5 6 7 3 8 9 10 11 12 13 4 14 15 16 2", 16, [], {"scheme": "cluster"},
                    (1, 2, 3, 4)),
        DrawExample("line 6 is the match of line 5", "1 5 6 7 8 3 9 10 11 12 4 13 14 15 16 2", 16, [],
                    {"scheme": "cluster", "match": True}, (1, 2, 3, 4)),
        DrawExample("but not line 5 itself", "1 5 6 7 8 3 9 10 11 12 4 13 14 15 16 2", 16,
                    [((3,), (), 0, 1), ((4,), (), 0, 1)], {"scheme": "cluster"}, (1, 2, 3, 4)),
        DrawExample("the place of an absent seed is anybody's", SNAKE_16, 16, [], {}, (1, 0, 3, 4)),
    ],
    "seeds-apart": [
        DrawExample("seeds 1 and 2 in different halves, 3 and 4 in the other quarters",
                    SNAKE_16, 16, [], {}, (1, 2, 3, 4)),
        DrawExample("seeds 1 and 2 in one half", "1 3 2 4 5 6 7 8", 8, [((1, 2), (2,), 2, 1)], {},
                    (1, 2)),
        DrawExample("seeds 2 and 3 in one quarter", "1 4 5 6 7 8 2 3", 8,
                    [((1, 2, 3), (1,), 2, 1)], {}, (1, 2, 3)),
        DrawExample("of whom one is absent", "1 4 5 6 7 8 2 3", 8, [], {}, (1, 0, 3)),
    ],
    "seed-number": [
        DrawExample("4 seeds on 16 lines", SNAKE_16, 16, [], {}, (1, 2, 3, 4)),
        DrawExample("8 seeds on 16 lines are 4 too many", SNAKE_16, 16, [((), (), 8, 4)], {},
                    (1, 2, 3, 4, 5, 6, 7, 8)),
        DrawExample("which half the lines may be", SNAKE_16, 16, [], {"share": 2},
                    (1, 2, 3, 4, 5, 6, 7, 8)),
        DrawExample("3 seeds are no power of two", SNAKE_16, 16, [((), (), 3, 1)], {}, (1, 2, 3)),
        DrawExample("without seeds there is nothing to count", SNAKE_16, 16),
    ],
    "byes-placed": [
        DrawExample("13 entrants on 16 lines: byes on lines 2, 15 and 10", THIRTEEN, 13),
        DrawExample("a bye beside 12 that should be beside 3",
                    "1 . 9 8 5 . 13 4 3 12 11 6 7 10 . 2", 13, [((), (), 0, 1)]),
        DrawExample("in the fold the third bye is beside seed 3 of line 13",
                    "1 . 8 9 4 13 5 12 2 . 7 10 3 . 6 11", 13, [], {"scheme": "fold"}),
    ],
    "byes-to-seeds": [
        DrawExample("seeds 1 and 2 pass round 1", "1 . 3 4 5 6 . 2", 6, [], {}, (1, 2)),
        DrawExample("seed 2 does not", "1 . . 3 4 5 6 2", 6, [((2,), (1,), 1, 1)], {}, (1, 2)),
        DrawExample("one bye is for seed 1 alone", "1 . 3 4 5 6 7 2", 7, [], {}, (1, 2)),
        DrawExample("more byes than seeds fall to others", "1 . . 3 4 5 . 2", 5, [], {}, (1, 2)),
    ],
    "byes-apart": [
        DrawExample("each bye has an entrant beside it", THIRTEEN, 13),
        DrawExample("lines 1 and 2 both empty", ". . 1 2", 2, [((), (), 2, 1)]),
    ],
    "byes-even": [
        DrawExample("3 byes on 16 lines: 1 in one half, 2 in the other", THIRTEEN, 13),
        DrawExample("2 byes on 8 lines, both in the upper half", "1 . 2 . 3 4 5 6", 6,
                    [((), (), 0, 1), ((), (), 2, 1)]),
    ],
    "apart": [
        DrawExample("two of one region on lines 1 and 2 can meet in round 1, so in round 2 too",
                    "1 2 3 4 5 6 7 8", 8, [((), (1,), 2, 1), ((), (2,), 2, 1)], {}, regions=HUE),
        DrawExample("on lines 1 and 3 they meet in round 2", "1 3 2 4 5 6 7 8", 8,
                    [((), (2,), 2, 1)], {}, regions=HUE),
        DrawExample("in different halves only the final is left", "1 3 4 5 2 6 7 8", 8, [], {},
                    regions=HUE),
        DrawExample("the final counts where it is said to", "1 3 4 5 2 6 7 8", 8,
                    [((), (3,), 2, 1)], {"to-round": 3}, regions=HUE),
        DrawExample("round 1 alone", "1 3 2 4 5 6 7 8", 8, [], {"to-round": 1}, regions=HUE),
        DrawExample("four of one region, two in each half: two pairs in round 2",
                    "1 5 2 6 3 7 4 8", 8, [((), (2,), 2, 1), ((), (2,), 2, 1)], {},
                    regions=FOUR_OF_HUE),
        DrawExample("three in one half are two too many", "1 5 2 3 6 7 4 8", 8,
                    [((), (1,), 2, 1), ((), (2,), 3, 2)], {}, regions=FOUR_OF_HUE),
    ],
    "ranked-apart": [
        DrawExample("the first two of a region in different halves", "1 5 6 7 2 8 3 4", 8, [],
                    {"parts": 2}, regions=FOUR_OF_HUE),
        DrawExample("in one half", "1 5 2 6 3 7 4 8", 8, [((1, 2), (2,), 2, 1)], {"parts": 2},
                    regions=FOUR_OF_HUE),
        DrawExample("the third and fourth in one quarter", "1 5 6 7 2 8 3 4", 8,
                    [((1, 2, 3, 4), (1,), 2, 1)], {}, regions=FOUR_OF_HUE),
        DrawExample("who is first is a matter of ranking", "1 5 2 6 3 7 4 8", 8, [],
                    {"parts": 2}, regions=FOUR_OF_HUE, ranking=(1, 3, 2, 4, 5, 6, 7, 8)),
        DrawExample("seeds come before the others", "1 5 2 6 3 7 4 8", 8,
                    [((4, 3), (2,), 2, 1)], {"parts": 2}, (4, 3), regions=FOUR_OF_HUE),
    ],
    "not-before": [
        DrawExample("1 and 7 met in their group and meet again in round 1", "1 7 2 3 4 5 6 8", 8,
                    [((1, 7), (), 2, 1)], {}, earlier=((1, 7),)),
        DrawExample("round 2 is soon enough", "1 2 7 3 4 5 6 8", 8, [], {}, earlier=((1, 7),)),
        DrawExample("unless quarters are asked for", "1 2 7 3 4 5 6 8", 8, [((1, 7), (), 2, 1)],
                    {"from-round": 3}, earlier=((1, 7),)),
        DrawExample("3, 4 and 5 named: the first two meet in round 1", "3 4 1 2 5 6 7 8", 8,
                    [((3, 4), (), 2, 1)], {"entrants": [3, 4, 5]}),
    ],
    "on-lines": [
        DrawExample("the host opens the draw", "4 1 2 3", 4, [], {"entrant": 4, "lines": [1]}),
        DrawExample("the host does not", "1 4 2 3", 4, [((4,), (), 0, 1)],
                    {"entrant": 4, "lines": [1, 4]}),
    ],
}
