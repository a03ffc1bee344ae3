"""Kinds of bracket as a stage says them: finals, drops by hand, sides, lives, places."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from formats.knockout.fields import stage
from scheduler.errors import UsageError
from scheduler.event import BYE, Draw
from scheduler.formats.knockout.brackets import (
    BRACKET_OPTIONS,
    bracket_of,
    drops_of,
    played_as,
    rematches_of,
    sent_of,
)
from scheduler.rules.placement import bye_lines


def full(size: int, entrants: int = 0) -> Draw:
    """Everybody on the line of his number; byes beside the strongest."""
    empty = set(bye_lines("alternating", size, size - (entrants or size)))
    return Draw.of([BYE if i in empty else i for i in range(1, size + 1)])


def finals(**options: Any) -> list[bool]:
    """For each match for place 1 on the sheet: is it played only if needed."""
    made = bracket_of(full(8), stage(**options))
    return [m.if_needed for m in made.matches if m.side == "F"]


@pytest.mark.parametrize("kind", ["double", "compact"])
def test_the_final_is_single_or_double_or_a_second_one_only_if_needed(kind: str) -> None:
    assert finals(kind=kind, final="single") == [False]
    assert finals(kind=kind, final="double") == [False, False]
    assert finals(kind=kind, final="if-needed") == finals(kind=kind) == [False, True]


@pytest.mark.parametrize("n", [3, 5, 12, 16, 31])
def test_a_single_final_makes_2n_minus_2_matches_and_the_others_one_more(n: int) -> None:
    draw = full(1 << (n - 1).bit_length(), n)
    many = {
        final: len(bracket_of(draw, stage(kind="double", final=final)).matches)
        for final in ("single", "double", "if-needed")
    }
    assert many == {"single": 2 * n - 2, "double": 2 * n - 1, "if-needed": 2 * n - 1}


def test_drops_made_by_hand_are_those_of_the_bracket_and_their_rematches_are_computed() -> None:
    """8: the losers of round 2 crossed give 1/4, straight down 1, and the table says what was asked."""
    straight = stage(kind="double", drops={"2": [1, 2]})
    crossed = stage(kind="double", drops={2: [2, 1]})
    assert [d.order for d in drops_of(full(8), straight)][:1] == [(1, 2)]
    by_hand = rematches_of(bracket_of(full(8), straight))
    best = rematches_of(bracket_of(full(8), crossed))
    assert by_hand is not None
    assert best is not None
    assert (by_hand.before_losers_final, best.before_losers_final) == (Fraction(1), Fraction(1, 4))
    assert drops_of(full(8), stage(kind="double")) == drops_of(full(8), crossed)


def test_d4_one_loser_is_sent_elsewhere_and_who_makes_room_is_told_too() -> None:
    """8, double: the loser of match 1 goes to match 8, that of match 3, who was to be there, to match 7."""
    sent = stage(kind="double", losers={"1": "8-home"})
    usual, made = bracket_of(full(8), stage(kind="double")), bracket_of(full(8), sent)
    assert (usual.match(7).home.of, usual.match(8).home.of) == (1, 3)
    assert (made.match(7).home.of, made.match(8).home.of) == (3, 1)
    assert sent_of(full(8), sent) == ((1, 8), (3, 7))
    assert sent_of(full(8), stage(kind="double")) == ()
    assert sent_of(full(8), stage(kind="double", losers={1: "7-home"})) == ()
    typed = played_as(stage(), "double:losers.1=8-home")
    assert bracket_of(full(8), typed) == made


@pytest.mark.parametrize(("losers", "said"), [
    ({"5": "1-away"}, "cannot be played"), ({"1": "99-home"}, "cannot go to match 99"),
    ({"1": 8}, "where its"), ({"1": "8"}, "where its"), ({"x": "8-home"}, "where its"),
    ("8-home", "where its"), (["8-home"], "where its"),
])
def test_d4_a_loser_sent_where_he_cannot_play_is_refused(losers: Any, said: str) -> None:
    with pytest.raises(UsageError, match=said):
        bracket_of(full(8), stage(kind="double", losers=losers))


def test_rematches_are_not_told_of_brackets_without_a_losers_side_of_two_lives() -> None:
    for kind in ("single", "consolation"):
        assert rematches_of(bracket_of(full(8), stage(kind=kind))) is None
        assert drops_of(full(8), stage(kind=kind)) == ()
    triple = stage(kind="compact", lives=3)
    assert bracket_of(full(8), triple).lives == 3
    assert rematches_of(bracket_of(full(8), triple)) is None
    assert drops_of(full(8), triple) == ()


def test_a_kind_with_its_options_can_be_typed_in_one_word() -> None:
    told = played_as(stage(), "double:final=single:drops.2=4,3,2,1:number-byes")
    assert told.options == {
        "kind": "double", "final": "single", "drops": {"2": [4, 3, 2, 1]}, "number-byes": True,
    }
    assert played_as(stage(), "compact:first-side=bottom:lives=3").options["lives"] == 3
    assert len([e for e in bracket_of(full(8), played_as(stage(), "repechage")).ends if e.low == 3]) == 2


def test_another_kind_leaves_behind_what_the_stage_says_of_its_own() -> None:
    """Places and a match for place 3 go where double elimination is asked for, finals where it is not."""
    single = stage(places=[5], third_place=True, seeds=2)
    assert played_as(single, "double").options == {"seeds": 2, "kind": "double"}
    double = stage(kind="double", final="single", drops={"2": [2, 1]})
    assert played_as(double, "single", (3,)).options == {"kind": "single", "places": [3]}
    assert played_as(double).options == double.options


@pytest.mark.parametrize(("options", "said"), [
    ({"kind": "duble"}, "a bracket is single"),
    ({"kind": "double", "final": "triple"}, "final"),
    ({"kind": "double", "places": [3]}, 'no option "places"'),
    ({"kind": "single", "final": "single"}, 'no option "final"'),
    ({"kind": "double", "first-side": "bottom"}, 'no option "first-side"'),
    ({"kind": "double", "drops": {"2": [1, 1, 3, 4]}}, "each once"),
    ({"kind": "double", "drops": {"2": [1, 2]}}, "each once"),
    ({"kind": "double", "drops": {"9": [1]}}, "round from 2 to 4"),
    ({"kind": "double", "drops": {"two": [1]}}, "drops"),
    ({"kind": "double", "drops": [1]}, "drops"),
    ({"kind": "double", "drops": {"2": [True]}}, "drops"),
    ({"kind": "compact", "lives": 9}, "2 to 5 lives"),
    ({"kind": "compact", "lives": "three"}, "whole number"),
    ({"kind": "repechage", "repechage": "all"}, "repechage"),
    ({"third-place": 1}, "true or false"),
    ({"places": "3"}, "list of numbers"),
    ({"kind": 3}, "a bracket is"),
])
def test_what_a_stage_says_wrongly_of_its_bracket_is_named(options: dict[str, Any], said: str) -> None:
    with pytest.raises(UsageError, match=said):
        bracket_of(full(16), stage(**options))


@pytest.mark.parametrize("text", [
    "duble", "double:finl=single", "double:drops.2=x", "double:drops=2", "double:number-byes=3",
    "single:places=a", "x" * 30_000,
])
def test_what_is_typed_wrongly_of_a_bracket_is_refused(text: str) -> None:
    with pytest.raises(UsageError):
        bracket_of(full(16), played_as(stage(), text))


def test_every_option_of_a_bracket_is_one_of_a_stage() -> None:
    from scheduler.app.schema_draws import STAGE_OF_DRAWS
    from scheduler.formats.knockout.frame import options_of

    assert set(BRACKET_OPTIONS) <= set(STAGE_OF_DRAWS)
    for key in BRACKET_OPTIONS:
        options_of(stage(**{key: True}))
