"""Opponents chosen by the highest ranked: turns, draws, cautions, records."""

from __future__ import annotations

import json
from itertools import permutations, product
from typing import Any

import pytest

from formats.knockout.fields import field, model, stage
from scheduler.errors import FileError, UsageError
from scheduler.event import BYE
from scheduler.formats.knockout.choice import (
    Choosing,
    Turn,
    draw_by_choice,
    next_choice,
    paired_by_choice,
)
from scheduler.formats.knockout.choosing import Caution, ChoiceSession, replay_choice
from scheduler.formats.public import seal

RANKING = (4, 2, 9, 1, 7, 5, 3, 8)


def choices(field_: Choosing, chosen: tuple[int, ...] = ()) -> list[tuple[int, ...]]:
    """Every way through all turns."""
    turn = next_choice(field_, chosen)
    if turn is None:
        return [chosen]
    return [way for e in turn.among for way in choices(field_, (*chosen, e))]


def test_the_first_three_choose_a_quarter_final_opponent_and_the_fourth_has_who_is_left() -> None:
    """Transnational Teams 2017: 1st to 3rd take one of 5 to 8, in this order."""
    eight = Choosing(RANKING)
    assert next_choice(eight, []) == Turn(1, 1, 4, (7, 5, 3, 8))
    assert next_choice(eight, [3]) == Turn(2, 1, 2, (7, 5, 8))
    assert next_choice(eight, [3, 7]) == Turn(3, 1, 9, (5, 8))
    assert next_choice(eight, [3, 7, 8]) is None
    assert paired_by_choice(eight, [3, 7, 8]) == ((4, 3), (2, 7), (9, 8), (1, 5))
    draw = draw_by_choice(eight, [3, 7, 8])
    # First and second chooser in different halves, as seeds are.
    assert draw.meeting_round(draw.line_of(4), draw.line_of(2)) == 3


def test_the_first_fixes_beforehand_which_match_meets_its_own_in_the_semi_final() -> None:
    """With two rounds the first has the fourth turn, among the three other matches; the rest meets."""
    eight = Choosing(RANKING, rounds=2)
    turn = next_choice(eight, [3, 7, 8])
    assert turn == Turn(4, 2, 4, (2, 9, 1), ((2, 7), (9, 8), (1, 5)))
    draw = draw_by_choice(eight, [3, 7, 8, 9])
    assert draw.meeting_round(draw.line_of(4), draw.line_of(8)) == 2
    assert draw.meeting_round(draw.line_of(2), draw.line_of(5)) == 2
    assert draw.meeting_round(draw.line_of(4), draw.line_of(2)) == 3


@pytest.mark.parametrize("rounds", [1, 2, 3])
def test_every_way_to_choose_gives_a_draw_with_these_matches_and_no_other_does(rounds: int) -> None:
    """8 entrants: 4! pairings, times 3 for the semi-finals; each draw has what was chosen."""
    eight = Choosing(RANKING, rounds)
    ways = choices(eight)
    assert len(ways) == {1: 24, 2: 72, 3: 72}[rounds]
    draws = {draw_by_choice(eight, way).lines for way in ways}
    assert len(draws) == len(ways)
    assert all(sorted(lines) == sorted(RANKING) for lines in draws)
    told = {frozenset(frozenset(p) for p in paired_by_choice(eight, way)) for way in ways}
    assert told == {
        frozenset(frozenset(p) for p in zip(RANKING[:4], row, strict=True))
        for row in permutations(RANKING[4:])
    }


@pytest.mark.parametrize("many", range(2, 17))
def test_the_highest_ranked_have_the_byes_and_the_next_ones_choose(many: int) -> None:
    """Any number of entrants: with n on 2^k lines the first 2^k - n have no opponent, and no choice."""
    field_ = Choosing(tuple(range(1, many + 1)))
    chosen: tuple[int, ...] = ()
    while (turn := next_choice(field_, chosen)) is not None:
        chosen = (*chosen, turn.among[-1])
    idle = field_.size - many
    pairs = paired_by_choice(field_, chosen)
    assert [a for a, b in pairs if b == BYE] == list(range(1, idle + 1))
    assert sorted(b for _, b in pairs if b) == list(range(field_.size // 2 + 1, many + 1))
    # Who has the first choice of those who play takes the weakest, who was listed last.
    assert idle == len(pairs) or pairs[idle] == (idle + 1, many)


def test_a_choice_that_would_leave_somebody_without_an_opponent_is_not_open() -> None:
    """1 to 4 with 2 and 3 barred: 1 must take 3 and 2 has 4, so that nobody has a choice."""
    four = Choosing((1, 2, 3, 4), barred=((2, 3),))
    assert next_choice(four, []) is None
    assert draw_by_choice(four, []).lines == (1, 3, 4, 2)


@pytest.mark.parametrize("code", range(1, 512, 7))
def test_choosing_reaches_exactly_the_pairings_without_a_barred_pair(code: int) -> None:
    """3 choose among 3, sets of barred pairs of all kinds: no dead end, and nothing is withheld."""
    upper, lower = (1, 2, 3), (4, 5, 6)
    barred = tuple(p for k, p in enumerate(product(upper, lower)) if code >> k & 1)
    full = {r for r in permutations(lower) if not set(zip(upper, r, strict=True)) & set(barred)}
    six = Choosing((7, 8, 9, 10, 11, *upper, *lower), barred=barred)  # five more have the byes
    if not full:
        with pytest.raises(UsageError, match="leave nobody for entrant"):
            choices(six)
        return
    assert {tuple(b for _, b in paired_by_choice(six, way))[5:] for way in choices(six)} == full


@pytest.mark.parametrize(("made", "said"), [
    (lambda: draw_by_choice(Choosing((1, 2, 3, 4)), [1]), "entrant 1 cannot choose 1"),
    (lambda: draw_by_choice(Choosing((1, 2, 3, 4)), []), "yet to choose among 3, 4"),
    (lambda: draw_by_choice(Choosing((1, 2, 3, 4)), [3, 4]), "1 choices more"),
    (lambda: Choosing((1,)), "2 to 256 entrants, not 1"),
    (lambda: Choosing((1, 1)), "an entrant twice"),
    (lambda: Choosing((1, 2), rounds=2), "play 1 rounds"),
    (lambda: Choosing((1, 2), barred=((1, 3),)), "number 3 is barred"),
])
def test_choices_that_are_not_open_or_not_made_are_refused(made: Any, said: str) -> None:
    with pytest.raises(UsageError, match=said):
        made()


# --- As it happens ----------------------------------------------------------------------------------


def session(rounds: int = 2, **more: Any) -> ChoiceSession:
    """Eight seeded in order, regions as letters, 1 and 7 have met."""
    event = field("ABCDBAEF", 8)
    return ChoiceSession(event, stage(earlier=[[1, 7]], **more), model("cba-knockout"), rounds=rounds)


def test_who_shares_a_region_or_has_met_is_a_caution_and_stays_open() -> None:
    made = session()
    assert made.turn is not None
    assert made.turn.among == (5, 6, 7, 8)
    assert made.cautions(6) == (Caution("shared", "region", "A"),)
    assert made.cautions(7) == (Caution("met"),)
    assert made.cautions(5) == made.cautions(8) == ()
    assert made.choose(6, "Li").cautions == (Caution("shared", "region", "A"),)


def test_a_hard_wish_to_keep_a_region_apart_bars_the_pair() -> None:
    """With a hard rule on round 1, 6 is not open to 1 of the same region, nor 5 to 2."""
    rule = {"id": "apart", "attribute": "region", "to-round": 1}
    event = field("ABCDBAEF", 8)
    made = ChoiceSession(event, stage(rule), model("cba-knockout").without("apart"))
    assert made.turn is not None
    assert made.turn.among == (5, 7, 8)
    made.choose(5)
    assert made.turn is not None
    assert made.turn.among == (6, 7, 8)


def test_a_record_replays_to_itself_and_its_draw_obeys() -> None:
    made = session()
    for pick in (6, 5, 8, 3):
        made.choose(pick, "Li", "2026-05-30T09:00:00+08:00")
    record = made.record()
    assert record.report.holds
    event, rules = field("ABCDBAEF", 8), model("cba-knockout")
    again = replay_choice(record.text(), event, stage(earlier=[[1, 7]]), rules)
    assert again == record
    assert list(zip(record.draw.lines[::2], record.draw.lines[1::2], strict=True)) == [
        (1, 6), (8, 3), (4, 7), (5, 2)]


@pytest.mark.parametrize("change", [
    {"chosen_rounds": 1}, {"draw": {}}, {"steps": []}, {"steps": 3}, {"chosen_rounds": "2"}, {"seeds": [2]},
])
def test_a_changed_record_is_refused_even_with_a_new_seal(change: dict[str, Any]) -> None:
    made = session()
    for pick in (6, 5, 8, 3):
        made.choose(pick, "Li")
    data = made.record().as_json() | change
    with pytest.raises(FileError, match="seal"):
        replay_choice(json.dumps(data), made.event, made.stage, model("cba-knockout"))
    data["sha256"] = seal(data)
    with pytest.raises(FileError):
        replay_choice(json.dumps(data), made.event, made.stage, model("cba-knockout"))


def test_rounds_that_are_chosen_may_stand_in_the_event_file() -> None:
    assert session(0, chosen_rounds=2).field.rounds == 2
    assert session(0).field.rounds == 1
    with pytest.raises(UsageError, match="chosen-rounds"):
        session(0, chosen_rounds="all")


def test_nothing_is_entered_by_a_choice_that_is_refused() -> None:
    made = session()
    with pytest.raises(UsageError, match="not open at choice 1"):
        made.choose(2, "Li")
    with pytest.raises(UsageError, match="printable"):
        made.choose(6, "L\n")
    assert made.steps == []
    with pytest.raises(UsageError, match="yet to choose"):
        made.record()
