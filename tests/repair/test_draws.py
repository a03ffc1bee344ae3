"""Draws repaired: the rules of what happens after the draw, and least change against all draws."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import permutations
from pathlib import Path
from random import Random

import pytest

from formats.knockout.fields import field, model, stage
from scheduler.errors import UsageError
from scheduler.event import BYE, OPEN, Draw, Entrant, Event
from scheduler.files.draws import load_draw
from scheduler.formats.knockout import check
from scheduler.formats.knockout import draw as make
from scheduler.repair.draws import (
    Alternate,
    Exchange,
    Fact,
    LateEntry,
    Played,
    Proposal,
    Walkover,
    Withdrawal,
    repair_draw,
)
from scheduler.rules import read_uses
from scheduler.solve.problem import Limits

PLAIN, ITF, CBA = model("plain-draw"), model("itf-draw"), model("cba-knockout")
MIRRORED = ITF.without("seeds-placed").adding(read_uses([{"id": "seeds-apart"}]))
"""For a file whose sections are mirrored: seeds only apart."""
BEFORE, AFTER = "before-order-of-play", "after-order-of-play"


def new(name: str, rating: int = 0, region: str = "") -> Entrant:
    return Entrant(0, name, region=region, rating=rating)


def before_withdrawals(published: Draw, event: Event) -> tuple[Draw, Event]:
    """The draw of 2023 before seeds 6 and 7 left: they on lines 25 and 7, the later seed 9 on 12."""
    ninth, seventh, sixth = (published.lines[i - 1] for i in (25, 7, 12))
    entrants = [replace(e, seed=0, rating=1) if e.number == ninth else e for e in event.entrants]
    entrants[seventh - 1] = Entrant(seventh, "the seventh", 7)
    entrants[sixth - 1] = Entrant(sixth, "the sixth", 6)
    lines = list(published.lines)
    lines[24], lines[11] = sixth, ninth
    seeds = sorted((e for e in entrants if e.seed), key=lambda e: e.seed)
    return Draw(tuple(lines), event.size, tuple(e.number for e in seeds)), replace(
        event, entrants=tuple(entrants))


def test_the_seeds_who_left_in_delray_beach_are_replaced_as_they_were(shared: Path) -> None:
    """D49: 6 left before the order of play, so the ninth has his line and a lucky loser the ninth's; 7
    left after it, so a lucky loser has his: all 32 lines are those published."""
    found = load_draw(shared / "domain/data/draws/delray2023_ms.csv")
    assert found.event is not None
    name = dict(enumerate((e.name for e in found.event.entrants), 1))
    draw, event = before_withdrawals(found.draw, found.event)
    losers = [Alternate(new(name[found.draw.lines[i - 1]]), "lucky-loser") for i in (7, 12)]
    by_rule, in_place = repair_draw(
        draw, [Withdrawal("the sixth"), Withdrawal("the seventh", AFTER), *losers], MIRRORED, event)
    assert by_rule.kind == "promotion"
    assert [by_rule.event.name_of(e) if e else "" for e in by_rule.draw.lines] == [
        name[e] if e else "" for e in found.draw.lines]
    assert by_rule.difference() == (
        "line 7: the seventh -> DB007", "line 12: DB025 -> DB012", "line 25: the sixth -> DB025")
    assert by_rule.report.holds
    assert by_rule.minimal
    assert [by_rule.event.name_of(e) for e in by_rule.moved] == ["DB025"]
    assert "DB025 takes" not in " ".join(in_place.reasons)
    assert (in_place.moved, in_place.minimal) == ((), True)


def test_the_promoted_one_counts_as_the_seed_whose_line_he_has() -> None:
    """8 lines, seeds 1 and 2, 3 next by rating: 2 leaves, 3 takes line 8 and place 2 of seeding."""
    event = Event("cup", tuple(
        Entrant(i, f"p{i}", i if i < 3 else 0, rating=10 - i) for i in range(1, 9)))
    draw = Draw((1, 4, 3, 5, 6, 7, 8, 2), 8, (1, 2))
    found = repair_draw(draw, [Withdrawal("p2"), Alternate(new("next"))], ITF, event)[0]
    assert (found.kind, found.draw.lines, found.draw.seeds) == (
        "promotion", (1, 4, 9, 5, 6, 7, 8, 3), (1, 3))
    assert (found.report.hard, found.moved) == (0, (3,))


@pytest.mark.parametrize("when", [AFTER, "no-show", "disqualified"])
def test_nobody_is_promoted_once_the_order_of_play_is_out(when: str) -> None:
    """The line goes to the lucky loser, or stays his for whom there is no replacement."""
    draw = Draw((1, 3, 4, 5, 8, 6, 7, 2), 8, (1, 8))
    facts = [Withdrawal(8, when), Alternate(new("lucky"), "lucky-loser")]
    found = repair_draw(draw, facts, PLAIN, field("........"))
    assert [p.kind for p in found] == ["in-place"]
    assert found[0].draw.lines[4] == (9 if when == AFTER else 8)
    assert (found[0].moved, found[0].minimal) == ((), True)


def test_who_has_played_is_not_promoted() -> None:
    """The next by rating has played: the one after him takes the line."""
    event = Event("cup", tuple(Entrant(i, f"p{i}", i if i < 3 else 0, rating=10 - i)
                               for i in range(1, 9)))
    draw = Draw((1, 4, 3, 5, 6, 7, 8, 2), 8, (1, 2))
    found = repair_draw(draw, [Withdrawal(2)], PLAIN, event, played=[Played(1, 3, 5, 3)])[0]
    assert (found.kind, found.moved, found.draw.lines[7]) == ("promotion", (4,), 4)


def test_d40_a_disqualified_entrant_plays_nowhere_any_more() -> None:
    """D40: 1 won his first match and is disqualified: the winner of the next one goes on by walkover."""
    draw = Draw(tuple(range(1, 9)), 8)
    found = repair_draw(draw, [Withdrawal(1, "disqualified")], PLAIN, field("........"),
                        played=[Played(1, 1, 2, 1)])
    assert found[0].draw.lines == draw.lines
    assert found[0].changes == ()
    assert found[0].walkovers == (Walkover(2, 1, OPEN, (1,)),)


def test_d40_if_neither_comes_the_next_opponent_goes_on_too() -> None:
    """D40: nobody wins the match of 1 and 2; who wins that of 3 and 4 has a walkover in round 2."""
    draw = Draw(tuple(range(1, 9)), 8)
    facts = [Withdrawal(1, "no-show"), Withdrawal(2, "no-show")]
    found = repair_draw(draw, facts, PLAIN, field("........"))[0]
    assert found.walkovers == (Walkover(1, 1, BYE, (1, 2)), Walkover(2, 1, OPEN, ()))


def test_d40_both_may_lose_a_match_that_was_played() -> None:
    """D40: the match of 1 and 2 had no winner: 3, who won his own, goes on by walkover."""
    draw = Draw(tuple(range(1, 9)), 8)
    played = [Played(1, 1, 2, 0), Played(1, 3, 4, 3)]
    found = repair_draw(draw, [], PLAIN, field("........"), played=played)[0]
    assert found.walkovers == (Walkover(2, 1, 3, ()),)


def test_d41_two_change_places_before_the_start() -> None:
    """D41: 3 and 6 change lines: legal, two lines differ, two move and fewer cannot."""
    draw = Draw((1, 3, 4, 5, 6, 7, 8, 2), 8, (1, 2))
    found = repair_draw(draw, [Exchange("team 3", 6)], CBA, field("........", 2))
    assert len(found) == 1
    assert found[0].report.holds
    assert found[0].difference() == ("line 2: team 3 -> team 6", "line 5: team 6 -> team 3")
    assert (found[0].moved, found[0].bound) == ((3, 6), 2)


def test_d41_a_change_of_places_that_is_not_legal_says_so() -> None:
    """D41: seed 1 may not go to line 2, and no other change mends that."""
    draw = Draw((1, 3, 4, 5, 6, 7, 8, 2), 8, (1, 2))
    found = repair_draw(draw, [Exchange(1, 3)], CBA, field("........", 2))[0]
    assert not found.report.holds
    assert "breaks seeds-placed (CBA-13.6) by 1" in found.reasons
    assert "no draw obeys all hard rules with these lines kept (proven)" in found.reasons


def test_d43_the_best_non_qualifier_replaces_a_withdrawn_one() -> None:
    """D43: of three non-qualifiers the one with the highest rating comes in."""
    draw = Draw(tuple(range(1, 9)), 8)
    waiting = [Alternate(new(n, r), "non-qualifier") for n, r in (("x", 5), ("y", 9), ("z", 7))]
    found = repair_draw(draw, [Withdrawal(4, AFTER), *waiting], PLAIN, field("........"))[0]
    assert found.difference() == ("line 4: team 4 -> y",)
    assert [e.name for e in found.event.entrants[8:]] == ["y"]


def test_d43_equal_non_qualifiers_draw_lots() -> None:
    """Two of one rating for one line: the proposal says that lots decide; not so for lucky losers."""
    draw = Draw(tuple(range(1, 9)), 8)
    for kind, tied in (("non-qualifier", True), ("lucky-loser", False)):
        waiting = [Alternate(new("x", 5), kind), Alternate(new("y", 5), kind)]
        found = repair_draw(draw, [Withdrawal(4), *waiting], PLAIN, field("........"))[0]
        assert ("x and y have the same rating: lots decide, the first named is shown"
                in found.reasons) is tied


def test_d44_a_late_entry_fills_a_bye() -> None:
    """D44: 7 on 8 lines, byes to seed 1 first: with 8 nobody has one, and nobody moves."""
    draw = Draw((1, BYE, 3, 4, 5, 6, 7, 2), 7, (1, 2))
    found = repair_draw(draw, [LateEntry(new("late"))], CBA, field(".......", 2))
    assert len(found) == 1
    assert found[0].draw.lines == (1, 8, 3, 4, 5, 6, 7, 2)
    assert (found[0].report.holds, found[0].moved, found[0].play_in) == (True, (), False)


def test_d44_a_late_entry_takes_the_bye_of_the_last_seed() -> None:
    """D44: of two byes, the first seed keeps his."""
    draw = Draw((1, BYE, 3, 4, 5, 6, BYE, 2), 6, (1, 2))
    found = repair_draw(draw, [LateEntry(new("late"))], CBA, field("......", 2))[0]
    assert found.draw.lines == (1, BYE, 3, 4, 5, 6, 7, 2)
    assert found.optimal


def test_d44_a_late_entry_into_a_full_draw_is_one_play_in() -> None:
    """D44: the ninth of 8 lines: one play-in match, all others where they stood, seeds with byes."""
    draw = Draw((1, 3, 4, 5, 6, 7, 8, 2), 8, (1, 2))
    found = repair_draw(draw, [LateEntry(new("late"))], CBA, field("........", 2))[-1]
    assert found.play_in
    assert found.draw.size == 16
    meetings = [set(p) - {BYE} for p in zip(found.draw.lines[::2], found.draw.lines[1::2], strict=True)]
    assert [min(m) for m in meetings] == [1, 3, 4, 5, 6, 7, 8, 2]
    assert [len(m) for m in meetings].count(2) == 1
    assert (found.moved, found.minimal, found.report.hard) == ((), True, 0)
    assert not meetings[0] & {9}


def test_who_stands_twice_keeps_one_line_and_who_was_forgotten_has_the_other() -> None:
    """2 on lines 2 and 5, 5 on none: 5 takes one of them, nobody moves; regions decide which."""
    event = field("AB..A...")
    found = repair_draw(Draw((1, 2, 3, 4, 2, 6, 7, 8), 8), [], model("usta-draw"), event)[0]
    assert found.draw.lines == (1, 2, 3, 4, 5, 6, 7, 8)
    assert (found.moved, found.minimal, found.optimal) == ((), True, True)
    assert "team 5 was forgotten in the draw" in found.reasons
    assert "team 2 stands on lines 2, 5" in found.reasons


def test_a_draw_without_error_is_left_as_it_is() -> None:
    draw = Draw((1, 3, 4, 5, 6, 7, 8, 2), 8, (1, 2))
    found = repair_draw(draw, [], CBA, field("........", 2))
    assert [(p.changes, p.optimal) for p in found] == [((), True)]


def test_seeds_on_each_others_lines_are_changed_back() -> None:
    """Seeds 1 and 3 stand on lines 8 and 1 of 8, seed 2 on 5: the obedient draw moves the fewest."""
    draw = Draw((3, 4, 1, 5, 6, 7, 8, 2), 8, (1, 2))
    in_place, obedient = repair_draw(draw, [], CBA, field("........", 2))
    assert (in_place.changes, in_place.report.hard) == ((), 1)
    assert obedient.report.holds
    assert (len(obedient.moved), obedient.bound) == (2, 2)
    assert obedient.draw.lines[0] == 1


def test_matches_played_are_frozen() -> None:
    """Seed 1 on the wrong line has played: nothing that obeys is left, and that is proven."""
    draw = Draw((3, 4, 1, 5, 6, 7, 8, 2), 8, (1, 2))
    found = repair_draw(draw, [], CBA, field("........", 2), played=[Played(1, 1, 5, 1)])
    assert [p.kind for p in found] == ["in-place"]
    assert "no draw obeys all hard rules with these lines kept (proven)" in found[0].reasons


def test_rules_that_name_entrants_name_the_same_ones_afterwards() -> None:
    """on-lines for number 6 holds though number 3 has left, and goes where 6 has left."""
    rules = stage({"id": "on-lines", "entrant": 6, "lines": [5, 6]})
    draw, event = Draw((1, 3, 4, 5, 6, 7, 8, 2), 8), field("........")
    assert repair_draw(draw, [Withdrawal(3)], PLAIN, event, rules)[0].report.holds
    broken = repair_draw(draw, [Withdrawal(3), Exchange(6, 2)], PLAIN, event, rules)[0]
    assert [v.subject for v in broken.report.violations] == [(6,)]
    assert repair_draw(draw, [Withdrawal(6)], PLAIN, event, rules)[0].report.holds


def scenario(rng: Random) -> tuple[Draw, list[Fact], Event, list[Played]]:
    """A draw of up to 8 lines, sometimes wrong, and what happens to it."""
    size = rng.choice((4, 8, 8))
    n = rng.randint(size // 2 + 1, size)
    event = field("".join(rng.choice("AABC.") for _ in range(n)), min(2, n))
    lines = list(make(event, stage(), CBA, seed=str(rng.random())).draw.lines)
    if rng.random() < 0.3:
        i, j = rng.sample([i for i, e in enumerate(lines) if e], 2)
        lines[i] = lines[j]
    leaving = rng.sample(range(1, n + 1), rng.choice((0, 0, 1, 2))) if n > 3 else []
    facts: list[Fact] = [Withdrawal(e, rng.choice((BEFORE, AFTER))) for e in leaving]
    gone = {f.entrant for f in facts if isinstance(f, Withdrawal)}
    facts += [Alternate(new(f"alt {k}", region=rng.choice("ABC"))) for k in range(rng.choice((0, 1, 2)))]
    begun = rng.random() < 0.3
    if not begun or BYE in (*lines[:2], *lines[4:]):
        facts += [LateEntry(new("late", region=rng.choice("ABC")))] * rng.choice((0, 0, 1))
    single = [e for e in lines if e and lines.count(e) == 1 and e not in gone]
    played = []
    if begun and lines[2] and lines[3] and lines[2] != lines[3]:
        played = [Played(1, lines[2], lines[3], lines[3])]
        single = [e for e in single if e not in lines[2:4]]
    if rng.random() < 0.3 and len(single) > 1:
        facts.append(Exchange(*rng.sample(single, 2)))
    return Draw(tuple(lines), n, tuple(range(1, min(2, n) + 1))), facts, event, played


def every_draw(
    proposal: Proposal, published: Draw, facts: Sequence[Fact], played: Sequence[Played]
) -> Iterator[tuple[int, int, tuple[int, ...]]]:
    """(who move, empty lines taken, lines) of each draw of the same entrants under the demands."""
    size = published.size
    asked = {published.line_of(int(x)) - 1: int(y) for f in facts if isinstance(f, Exchange)
             for x, y in ((f.first, f.second), (f.second, f.first))}
    asked |= {i: published.lines[i] for i in ((2, 3) if played else ())}
    asked |= {published.line_of(old) - 1: seed for old, seed in
              zip(published.seeds, proposal.draw.seeds, strict=True) if seed not in (0, old)}
    there = [e for e in proposal.draw.lines if e and e not in asked.values()]
    free = [i for i in range(size) if i not in asked]
    for order in set(permutations([*there, *[BYE] * (len(free) - len(there))])):
        lines = [asked.get(i, BYE) for i in range(size)]
        for i, e in zip(free, order, strict=True):
            lines[i] = e
        moved = sum(e in published.lines and published.lines[i] != e
                    and not (i in asked and played and i in (2, 3)) for i, e in enumerate(lines) if e)
        taken = sum(published.lines[i] == BYE != e for i, e in enumerate(lines) if i in free)
        yield moved, taken, tuple(lines)


def judged(proposal: Proposal, lines: tuple[int, ...]) -> tuple[int, tuple[int, ...]]:
    draw, event = replace(proposal, draw=replace(proposal.draw, lines=lines)).renumbered()
    fits = draw.size < 2 * (1 << (event.size - 1).bit_length())
    report = check(draw, CBA, event, stage(size=draw.size) if fits else stage())
    return report.hard, report.price


@pytest.mark.parametrize("seed", range(60))
def test_no_draw_of_the_same_entrants_changes_less(seed: int) -> None:
    """Fewest movers, then fewest empty lines taken, then hard rules (kept, or priced), then prices."""
    draw, facts, event, played = scenario(Random(seed))
    for found in repair_draw(draw, facts, CBA, event, played=played):
        if not found.play_in:
            assert found.minimal
            assert found.optimal
            least(found, draw, facts, played)


def least(found: Proposal, draw: Draw, facts: Sequence[Fact], played: Sequence[Played]) -> None:
    mine = {lines: (m, t) for m, t, lines in every_draw(found, draw, facts, played)}
    steps = mine[found.draw.lines]
    hard, price = judged(found, found.draw.lines)
    assert steps[0] == len(found.moved)
    assert (hard, price) == (found.report.hard, found.report.price)
    for lines, changed in mine.items():
        if found.kind != "obedient":
            assert changed >= steps
            assert changed > steps or judged(found, lines) >= (hard, price)
        elif changed <= steps:
            other = judged(found, lines)
            assert other[0] or (changed == steps and other[1] >= price)


def test_64_lines_are_mended_by_the_fewest() -> None:
    """Number 2 of 61 leaves, nobody comes: his line cannot be the bye, so one moves, and that is minimal."""
    event = field(("ABCDEFG" * 9)[:61], 16)
    draw = make(event, stage(), CBA, Limits(5)).draw
    by_rule, in_place, obedient = repair_draw(draw, [Withdrawal(2)], CBA, event)
    assert (by_rule.moved, in_place.moved) == ((17,), ())
    assert not in_place.report.holds
    assert (obedient.report.hard, len(obedient.moved), obedient.bound, obedient.optimal) == (0, 1, 1, True)


GOOD = Draw((1, 3, 4, 5, 6, 7, 8, 2), 8, (1, 2))


@pytest.mark.parametrize(
    ("draw", "facts", "played", "message"),
    [
        (GOOD, [Withdrawal(9)], (), "there is no number 9"),
        (GOOD, [Withdrawal("team 33")], (), 'has no entrant "team 33"'),
        (GOOD, [Withdrawal(True)], (), "has no entrant"),
        (GOOD, [Withdrawal(3), Withdrawal("team 3")], (), "team 3 withdraws twice"),
        (GOOD, [Withdrawal(3, "later")], (), '"later" is not one of'),
        (GOOD, [Alternate(new("x"), "friend")], (), "an alternate is one of"),
        (GOOD, [LateEntry(new("team 3"))], (), '"team 3" is in the entry list already'),
        (GOOD, [Exchange(3, 3)], (), "with himself"),
        (GOOD, [Exchange(3, 4), Exchange(3, 5)], (), "with two entrants"),
        (GOOD, [Withdrawal(3), Exchange(3, 4)], (), "no line of his own"),
        (GOOD, [Exchange(1, 4)], [Played(1, 1, 3, 1)], "a match was played or given away in his section"),
        (GOOD, [], [Played(1, 1, 4, 1)], "cannot have met in round 1"),
        (GOOD, [], [Played(1, 1, 3, 4)], "was not won by number 4"),
        (GOOD, [], [Played(1, 1, 3, 1), Played(1, 3, 1, 3)], "has two results"),
        (GOOD, [], [Played(1, 1, 3, 1), Played(2, 3, 4, 4)], "lost in round 1"),
        (GOOD, [LateEntry(new("x"))], [Played(1, 1, 3, 1)], "play has begun"),
        (GOOD, [LateEntry(new(f"x{k}")) for k in range(9)], (), "more than 8 lines and their play-ins"),
        (GOOD, [Withdrawal(k) for k in range(1, 8)], (), "1 of 8 entrants are left"),
        (Draw((1, OPEN), 2), [], (), "line 2 is not drawn yet"),
        (GOOD, [Alternate(new("x"))] * 1001, (), "the limit is 1000"),
    ],
)
def test_what_does_not_fit_is_refused(
    draw: Draw, facts: list[Fact], played: Sequence[Played], message: str
) -> None:
    with pytest.raises(UsageError, match=message):
        repair_draw(draw, facts, CBA, field("." * len(draw.lines), 2), played=played)


def test_json_says_what_the_proposal_says() -> None:
    """A withdrawal without replacement: line 2 is a bye, one change, nobody moves."""
    found = repair_draw(GOOD, [Withdrawal(3, AFTER)], PLAIN, field("........", 2))[0]
    said = found.as_json()
    assert said["draw"]["lines"][1] == {"line": 2, "bye": True}
    assert said["changes"] == [{"line": 2, "before": 3, "after": 0}]
    assert (said["minimal"], said["moved"], said["bound"]) == (True, [], 0)
