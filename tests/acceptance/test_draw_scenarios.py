"""What people have asked of draws in public, each scenario a test by its number and what it asks.

Scenarios about double elimination (D1 to D23), places (D39), repairs (D40 to D44, D49) and pictures (D45 to
D47) have theirs beside the rooms they are about; here are the others.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from formats.knockout.fields import SCHEMES, field, model, stage
from scheduler.errors import FileError, NoAnswer, UsageError
from scheduler.event import BYE, Draw, Entrant, Event, Stage
from scheduler.files.entrants import read_entrants
from scheduler.formats import knockout
from scheduler.formats.groups import count_groups, draw_groups
from scheduler.formats.knockout import DrawSession
from scheduler.rules import Rulebook, read_uses
from scheduler.rules.placement import bye_lines, fold, seed_blocks, snake
from scheduler.solve.draws.groups_balls import admissible_groups, group_chances

Cli = Callable[..., Any]
CBA, ITF, ITTF, PLAIN = (model(f"{m}-{k}") for m, k in (
    ("cba", "knockout"), ("itf", "draw"), ("ittf", "draw"), ("plain", "draw")))
POTS = model("groups-from-pots")


def byes_of(draw: Draw) -> list[int]:
    """Lines without an entrant."""
    return [i for i, e in enumerate(draw.lines, 1) if e == BYE]


# --- Double elimination, byes, order --------------------------------------------------------------


def test_d11_any_field_from_three_on_plays_double_elimination(cli: Cli, tmp_path: Path) -> None:
    """D11: an entry list and one option; 2n - 2 matches and one more if needed."""
    for n in (3, 5, 11):
        (tmp_path / "e.csv").write_text("\n".join(["name", *(f"T{k}" for k in range(n))]), "utf-8")
        (tmp_path / "d.json").write_text(cli("draw", tmp_path / "e.csv", "--json").out, "utf-8")
        told = cli("show", tmp_path / "d.json", "--event", tmp_path / "e.csv", "--bracket", "double")
        assert (told.code, f"{2 * n - 2}├" in told.out) == (0, True)


@pytest.mark.parametrize("scheme", ["alternating", "fold", "cluster", "separate"])
def test_d13_no_bye_meets_a_bye_for_any_entry_up_to_1024(scheme: str) -> None:
    """D13: at most half the lines, never two in a match, halves and quarters within one of each other."""
    for n in range(2, 1025):
        size = 1 << max(1, (n - 1).bit_length())
        empty = bye_lines(scheme, size, size - n)
        assert len(set(empty)) == size - n <= size // 2
        assert len({(i - 1) // 2 for i in empty}) == len(empty)
        for parts in (2, 4):
            if size // parts > 1:
                many = Counter((i - 1) * parts // size for i in empty)
                counts = [many[k] for k in range(parts)]
                assert max(counts) - min(counts) <= 1


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("n", [9, 11, 13, 25, 29])
def test_d15_the_top_seeds_get_the_byes_in_their_order(scheme: str, n: int) -> None:
    """D15: with b byes and more seeds than byes, seeds 1 to b have them; with fewer, every seed has one."""
    made = knockout.draw(field("." * n, 4), stage(), model(scheme)).draw
    idle = [made.lines[(i - 1) ^ 1] for i in byes_of(made)]
    assert set(range(1, min(4, len(idle)) + 1)) <= set(idle)


def test_d22_places_that_stay_empty_are_spread_over_the_groups() -> None:
    """D22: 10 in 4 groups are 3, 3, 2 and 2 by snake and from pots; no group has two empty places."""
    snaked = draw_groups(field("." * 10), Stage("groups", options={"groups": 4, "placing": "snake"}),
                         model("cba-groups"))
    potted = draw_groups(field("." * 10), Stage("groups", options={"groups": 4}), POTS)
    for made in (snaked, potted):
        assert sorted(map(len, made.groups)) == [2, 2, 3, 3]


@pytest.mark.parametrize("size", [2**k for k in range(1, 13)])
def test_d25_the_order_is_one_recursion_for_every_power_of_two(size: int) -> None:
    """D25: if the better number always wins, the two of every match add up to one more than are left."""
    for order in (snake(size), fold(size)):
        left = list(order)
        assert sorted(left) == list(range(1, size + 1))
        while len(left) > 1:
            pairs = list(zip(left[::2], left[1::2], strict=True))
            assert {a + b for a, b in pairs} == {len(left) + 1}
            left = [min(p) for p in pairs]


# --- Seeds ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("seeds", range(9))
def test_d26_any_number_of_seeds_up_to_half_the_lines_with_a_warning(seeds: int) -> None:
    """D26: 16 lines take 0 to 8; beyond a quarter, and where it is no power of two, CBA-13.5 is named."""
    made = knockout.draw(field("." * 16, 8), stage(seeds=seeds), CBA)
    assert sum(map(bool, made.draw.seeds)) == seeds
    warned = any("CBA-13.5" in str(note) for note in made.notes)
    assert warned == (seeds not in (0, 1, 2, 4))
    assert made.report.holds


def test_d26_more_seeds_than_half_the_lines_are_refused() -> None:
    with pytest.raises(UsageError, match="at most 8"):
        knockout.draw(field("." * 16, 9), stage(), CBA)


def test_d27_the_plain_fold_pairs_the_first_with_the_last() -> None:
    """D27: with half the field seeded, seed k stands where the fold has him, 1 and 2 in different halves."""
    made = knockout.draw(field("." * 16, 8), stage(), PLAIN).draw
    for k, lines in enumerate(block for block in seed_blocks("fold", 16, 8) for block in block):
        assert made.lines[lines - 1] == k + 1
    assert fold(16)[:4] == [1, 16, 8, 9]


def test_d28_two_of_one_institution_in_a_block_of_seeds_draw_lots_and_are_kept_apart() -> None:
    """D28: seeds 3 and 4 of the ITF draw lots for two lines; who of them shares a club with seed 1 is never
    in his half where a rule says so, and both lots come up without it."""
    event = Event("cup", tuple(
        Entrant(k, f"T{k}", k if k <= 4 else 0, club="X" if k in (1, 3) else f"c{k}") for k in range(1, 17)))
    free = {knockout.draw(event, stage(), ITF.without("apart"), seed=str(s)).draw.line_of(3)
            for s in range(12)}
    assert len(free) == 2
    apart = stage({"id": "ranked-apart", "attribute": "club", "parts": 2})
    for s in range(12):
        made = knockout.draw(event, apart, ITF.without("apart"), seed=str(s)).draw
        assert made.meeting_round(made.line_of(1), made.line_of(3)) == 4


def test_d28_two_entries_of_one_seed_are_named_with_advice() -> None:
    event = Event("cup", tuple(Entrant(k, f"T{k}", 1 if k < 3 else 0) for k in range(1, 9)))
    with pytest.raises(UsageError, match="T1 and T2 are both seed 1") as caught:
        knockout.draw(event, stage(), CBA)
    assert "lots within a block" in caught.value.maybe


# --- Kept apart -----------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(6))
def test_d31_four_of_a_club_are_in_four_quarters_the_first_two_in_different_halves(seed: int) -> None:
    """D31: a club of four among sixteen, ranked by rating: no two of them meet before the semi-finals."""
    event = Event("cup", tuple(
        Entrant(k, f"T{k}", rating=100 - k, club="X" if k % 4 == 1 else f"c{k}") for k in range(1, 17)))
    rules = stage({"id": "ranked-apart", "attribute": "club", "parts": 4})
    made = knockout.draw(event, rules, ITTF.without("apart", "ranked-apart"), seed=str(seed)).draw
    quarters = [(made.line_of(e) - 1) // 4 for e in (1, 5, 9, 13)]
    assert sorted(quarters) == [0, 1, 2, 3]
    assert quarters[0] // 2 != quarters[1] // 2


def groups_of(regions: str, clubs: str, groups: int, *rules: dict[str, Any]) -> tuple[Event, Stage]:
    event = Event("g", tuple(
        Entrant(k, f"T{k}", region=r.strip("."), club=c.strip("."))
        for k, (r, c) in enumerate(zip(regions, clubs, strict=True), 1)))
    return event, Stage("groups", options={"groups": groups}, rules=rules)


def test_d32_groups_keep_club_and_country_apart_exactly_or_say_that_none_can() -> None:
    """D32: three groups of three, club and country crossing: the draw obeys both; four of one club cannot."""
    rules = ({"id": "group-values", "attribute": "club"}, {"id": "group-values", "attribute": "region"})
    event, here = groups_of("ABCABCAB.", "XYZZXYYZX", 3, *rules)
    assert count_groups(event, here, POTS) > 0
    for s in range(8):
        made = draw_groups(event, here, POTS, seed=str(s))
        for group in made.groups:
            for a, b in combinations([event.entrants[e - 1] for e in group], 2):
                assert a.club != b.club
                assert a.region != b.region or not a.region
    event, here = groups_of("." * 9, "X..X..XX.", 3, rules[0])
    with pytest.raises(NoAnswer) as caught:
        draw_groups(event, here, POTS)
    assert any("group-values" in line for line in caught.value.clash)


def test_d34_paired_draws_with_and_without_a_wish_differ_in_what_it_is_about_alone() -> None:
    """D34: ten seeds of 16 entrants: with the wish no two of a region meet in round 1, without it some do;
    seeds and byes stand on the same lines in each pair, and the same run gives the same draw."""
    event = field("ABCDEFABCDEFABC", 4)
    wish = read_uses([{
        "id": "apart", "attribute": "region", "to-round": 1, "price": 1, "level": 1}])
    bare = ITF.without("apart")
    early = [0, 0]
    for s in range(10):
        plain = knockout.draw(event, stage(), bare, seed=str(s)).draw
        kept = knockout.draw(event, stage(), bare.adding(wish), seed=str(s)).draw
        assert kept == knockout.draw(event, stage(), bare.adding(wish), seed=str(s)).draw
        assert byes_of(kept) == byes_of(plain)
        assert [kept.line_of(k) for k in range(1, 5)] == [plain.line_of(k) for k in range(1, 5)]
        frame = knockout.frame_of_draw(plain, event, stage())
        for k, made in enumerate((plain, kept)):
            early[k] += bool(knockout.conflicts(made, frame, ["region"])["region"][0])
    assert early[0] >= 3
    assert early[1] == 0


def test_d35_two_entries_that_share_a_person_are_refused_at_entry() -> None:
    """D35: columns of players are held together, whatever they are called."""
    good = "name,players\nA,Li Wei; Wang Fang\nB,Zhao Lei / Chen Jie\n"
    assert len(read_entrants(good.encode())) == 2
    for bad in ("name,players\nA,Li Wei; Wang Fang\nB,Zhao Lei / li wei\n",
                "name,player 1,player 2\nA,Li Wei,Wang Fang\nB,Zhao Lei,Wang Fang\n",
                "队名,队员名单\nA,李伟；王芳\nB,赵磊、王芳\n"):
        with pytest.raises(FileError, match="plays for two entries"):
            read_entrants(bad.encode())


# --- Ball by ball ---------------------------------------------------------------------------------


def test_d37_no_admissible_line_is_withheld_and_none_is_offered_that_leads_nowhere() -> None:
    """D37: 8 entrants, two regions of two: at every ball the lines offered are those of some best draw."""
    event = field("AABBCDEF", 0)
    session = DrawSession(event, stage(), CBA, seed="s")
    while session.waiting:
        who = session.waiting[0]
        offered = set(session.admissible(who))
        assert offered == {i for i in range(1, 9) if _can_end(session, who, i, event)}
        session.draw_from_seed()


def _can_end(session: DrawSession, who: int, line: int, event: Event) -> bool:
    """Whether with this line the regions can still be in different halves, quarters as the rule wants."""
    lines = list(session.lines().lines)
    if lines[line - 1] > 0:
        return False
    lines[line - 1] = who
    half = {e: i // 4 for i, e in enumerate(lines) if e > 0}
    room = [sum(e <= 0 for e in lines[:4]), sum(e <= 0 for e in lines[4:])]
    need = [0, 0]
    for pair in ((1, 2), (3, 4)):
        placed = [half[e] for e in pair if e in half]
        if len(placed) == 2 and placed[0] == placed[1]:
            return False
        if len(placed) == 1:
            need[1 - placed[0]] += 1
        if not placed:
            need[0] += 1
            need[1] += 1
    return need[0] <= room[0] and need[1] <= room[1]


def test_d38_groups_are_drawn_with_their_chances_known_ball_by_ball() -> None:
    """D38: with pathways, the groups open to each of the four strongest, and their exact chances, add up."""
    from scheduler.formats.groups.frame import group_frame_of
    from scheduler.formats.groups.plan import counter_of

    rules = ({"id": "pathways", "entrants": [1, 2, 3, 4], "groups": [3, 1, 4, 2]},
             {"id": "group-values", "attribute": "region"})
    event, here = groups_of("ABCDABCD", "." * 8, 4, *rules)
    counter = counter_of(group_frame_of(event, here), POTS.adding(read_uses(rules)))
    placed: dict[int, int] = {1: 3}
    assert set(admissible_groups(counter, placed, 2)) == {4, 2}
    assert set(admissible_groups(counter, placed, 3)) == {1, 4, 2}
    chances = group_chances(counter, placed, 2)
    assert sum(chances.values()) == counter.count(placed)


# --- After the draw -------------------------------------------------------------------------------


def test_lucky_losers_are_drawn_together_with_qualifiers_that_are_not_placed() -> None:
    """ITF: two lines are open for a qualifier and a lucky loser; each takes each of them as often."""
    placed = [{"id": "on-lines", "entrant": k, "lines": [k]} for k in range(1, 7)]
    rules = Rulebook("r", uses=PLAIN.without("seeds-placed", "byes-to-seeds").uses)
    event = Event("cup", (*field("." * 6).entrants, Entrant(7, "Qualifier"), Entrant(8, "Lucky loser")))
    seen = Counter(knockout.draw(event, stage(*placed), rules, seed=str(s)).draw.lines[6:]
                   for s in range(60))
    assert set(seen) == {(7, 8), (8, 7)}
    assert min(seen.values()) >= 15


def test_d29_a_ladder_is_drawn_by_ranking_and_the_first_two_may_go_straight_to_the_final(
    cli: Cli, tmp_path: Path
) -> None:
    """D29: five by rating; straight = 2 lets the others play for place 3, and a draw by lot is no ladder."""
    rows = "\n".join(["name,rating", *(f"T{k},{k}" for k in range(1, 6))])
    (tmp_path / "e.csv").write_text(rows, "utf-8")
    run = cli("draw", tmp_path / "e.csv", "--bracket", "stepladder:straight=2", "--json")
    lines = json.loads(run.out)["draw"]["lines"]
    assert [x.get("entrant") for x in lines[:5]] == [5, 4, 3, 2, 1]
    (tmp_path / "d.json").write_text(run.out, "utf-8")
    told = cli("show", tmp_path / "d.json", "--event", tmp_path / "e.csv", "--bracket", "stepladder")
    assert (told.code, "4├" in told.out, "5├" in told.out) == (0, True, False)
    (tmp_path / "lot.json").write_text(cli("draw", tmp_path / "e.csv", "--json").out, "utf-8")
    assert cli("show", tmp_path / "lot.json", "--bracket", "stepladder").code == 2
    assert cli("draw", tmp_path / "e.csv", "--bracket", "stepladder:straight=3").code == 2
