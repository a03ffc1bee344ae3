"""Double elimination of every size: matches, losses, drops and rematches, by the association's figure."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest

from scheduler.errors import UsageError
from scheduler.event import Bracket
from scheduler.solve.draws.elimination import double_elimination, repechage
from scheduler.solve.draws.elimination_routing import check_bracket
from scheduler.solve.draws.rematches import expected_rematches
from solve.draws.elimination_cases import draw_of, draw_with, met, played_out

SAMPLES = (65, 96, 127, 128, 129, 300, 1024)
METHODS = ("standard", "compact")


def feeds(bracket: Bracket, kind: str, side: str) -> Counter[int]:
    """How often the winner or loser of each match comes into a match of a side."""
    return Counter(
        f.of for m in bracket.matches if m.side == side for f in (m.home, m.away) if f.kind == kind
    )


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("n", [*range(3, 65), *SAMPLES])
def test_every_size_has_2n_minus_2_matches_and_every_loser_drops_exactly_once(
    n: int, method: str
) -> None:
    bracket = double_elimination(n, method=method, final="single")
    assert len(bracket.matches) == 2 * n - 2
    assert check_bracket(bracket) == ()
    upper = [m.number for m in bracket.matches if m.side == "W"]
    assert len(upper) == n - 1
    assert feeds(bracket, "loser", "L") == dict.fromkeys(upper, 1)
    assert len(double_elimination(n, method=method).matches) == 2 * n - 1


@pytest.mark.parametrize("first", [65, 513])
def test_any_size_up_to_1024_has_2n_minus_2_matches_whatever_the_drops_are(first: int) -> None:
    """Natural drops, for which no table is searched: every 23rd size, byes and all, can be played out."""
    for n in range(first, 2 * first - 1, 23):
        lines = 1 << (n - 1).bit_length()
        orders = {2: range(1, (lines >> 2) + 1)}
        bracket = double_elimination(n, final="single", orders=orders)
        assert len(bracket.matches) == 2 * n - 2
        assert check_bracket(bracket) == ()


@pytest.mark.parametrize("n", [*range(5, 65), 100, 500, 1000])
def test_byes_are_in_both_halves_and_in_every_quarter_alike(n: int) -> None:
    """Of the empty lines of a double elimination halves, quarters ... differ by one at most."""
    lines = 1 << (n - 1).bit_length()
    used = {f.of for m in double_elimination(n, orders={2: range(1, (lines >> 2) + 1)}).matches
            for f in (m.home, m.away) if f.kind == "line"}
    empty = [i not in used for i in range(1, lines + 1)]
    for parts in (2, 4, 8):
        size = lines // parts
        if size > 1:
            many = [sum(empty[k * size : (k + 1) * size]) for k in range(parts)]
            assert max(many) - min(many) <= 1


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("n", [*range(3, 65), 100, 257])
def test_nobody_plays_after_two_losses_and_everybody_has_a_place(n: int, method: str) -> None:
    state, results = played_out(double_elimination(n, method=method), draw_of(n), n)
    assert state.over
    lost: Counter[int] = Counter()
    for m in state.matches:
        if m.match.number in results:
            assert lost[m.home] < 2
            assert lost[m.away] < 2
            lost[m.loser] += 1
    champion = next(who for who, place in state.places.items() if place == (1, 1))
    assert {lost[e] for e in range(1, n + 1) if e != champion} == {2}
    assert lost[champion] < 2
    assert len(results) == 2 * n - 2 + lost[champion]
    assert sorted(state.places) == list(range(1, n + 1))


# --- The association's figure ---------------------------------------------------------------------


def letters(bracket: Bracket) -> dict[int, str]:
    """Match -> the letter of its loser: A to H in round 1, I to L in round 2, M N, O."""
    upper = sorted(
        (m for m in bracket.matches if m.side == "W"), key=lambda m: (m.round, m.number)
    )
    return {m.number: "ABCDEFGHIJKLMNO"[i] for i, m in enumerate(upper)}


def per_slot(bracket: Bracket) -> list[int]:
    """Matches by time slot."""
    count = Counter(m.slot for m in bracket.matches)
    return [count[s] for s in sorted(count)]


def flow(bracket: Bracket, round_: int) -> list[str]:
    """The letters of those who drop into a losers' round, top to bottom."""
    of = letters(bracket)
    return [
        "".join(of[f.of] for f in (m.home, m.away) if f.kind == "loser" and f.of in of)
        for m in bracket.matches if m.side == "L" and m.round == round_
    ]


@pytest.fixture
def golden(shared: Path) -> dict[str, object]:
    """The 16-team flow as published."""
    text = (shared / "domain/data/bridge/directing_golden.json").read_text(encoding="utf-8")
    found: dict[str, object] = json.loads(text)["double_elimination_16"]
    return found


def test_sixteen_compact_is_the_printed_flow(golden: dict[str, object]) -> None:
    bracket = double_elimination(16, method="compact", final="single")
    lines = [(m.home.of, m.away.of) for m in bracket.matches if m.side == "W" and m.round == 1]
    entrant = draw_of(16).lines
    assert [[entrant[a - 1], entrant[b - 1]] for a, b in lines] == golden["winners"]
    assert flow(bracket, 1) == golden["losers_round1"]
    assert flow(bracket, 2) == golden["newcomers_round2"]
    assert per_slot(bracket) == golden["compact_matches_per_slot"]
    # Newcomers from the top in one round, from the bottom in the next.
    assert flow(bracket, 3) == ["N", "M", ""]
    assert flow(bracket, 4) == ["", "O"]


def test_sixteen_standard_has_the_printed_number_of_matches_in_each_slot(
    golden: dict[str, object],
) -> None:
    assert per_slot(double_elimination(16, final="single")) == golden["standard_matches_per_slot"]


def test_sixteen_compact_cannot_repeat_a_match_when_rounds_2_and_3_drop() -> None:
    bracket = double_elimination(16, method="compact")
    found = expected_rematches(bracket)
    early = {m.number for m in bracket.matches if m.side == "L" and m.round <= 3}
    assert not early & set(found.by_match)
    assert found.before_final == Fraction(5, 8)


@pytest.mark.parametrize("n", [33, 64, 100, 512])
def test_compact_takes_fewer_time_slots_than_standard(n: int) -> None:
    slots = [max(m.slot for m in double_elimination(n, method=x).matches) for x in METHODS]
    assert slots[1] < slots[0]


@pytest.mark.parametrize("n", [5, 11, 24, 43])
def test_compact_from_the_bottom_is_playable_too(n: int) -> None:
    bracket = double_elimination(n, method="compact", first_side="bottom", final="single")
    assert (len(bracket.matches), check_bracket(bracket)) == (2 * n - 2, ())


# --- Finals, lives, variants ----------------------------------------------------------------------


def test_d8_a_second_final_is_marked_if_needed_and_hidden_until_due() -> None:
    bracket = double_elimination(8)
    assert [m.if_needed for m in bracket.matches if m.side == "F"] == [False, True]
    shown = double_elimination(8, final="double")
    assert [m.if_needed for m in shown.matches if m.side == "F"] == [False, False]
    assert len(double_elimination(8, final="single").matches) == 14


@pytest.mark.parametrize("n", [4, 5, 8, 13, 16, 29, 64])
def test_d9_with_three_lives_everybody_but_the_champion_loses_three_matches(n: int) -> None:
    bracket = double_elimination(n, method="compact", lives=3)
    assert check_bracket(bracket) == ()
    for seed in range(8):
        state, results = played_out(bracket, draw_of(n), seed)
        champion = next(who for who, place in state.places.items() if place == (1, 1))
        assert {state.losses[e] for e in state.losses if e != champion} == {3}
        assert state.losses.get(champion, 0) < 3
        assert len(results) == 3 * (n - 1) + state.losses.get(champion, 0)


@pytest.mark.parametrize("kind", ["quarter-finals", "full"])
@pytest.mark.parametrize("n", [5, 8, 11, 16, 27, 64])
def test_d10_judo_has_two_bronzes_and_no_losers_final(n: int, kind: str) -> None:
    bracket = repechage(n, kind=kind)
    assert check_bracket(bracket) == ()
    state, _ = played_out(bracket, draw_of(n), n)
    places = Counter(state.places.values())
    assert places[1, 1] == places[2, 2] == 1
    assert places[3, 4] == 2
    assert sorted(state.places) == list(range(1, n + 1))
    # The finalists never come to the losers' side.
    final = max(m.number for m in bracket.matches if m.side == "W")
    assert all(final not in (m.home.of, m.away.of) for m in bracket.matches if m.side == "L")


def test_d10_the_losers_of_the_quarter_finals_play_four_matches_for_two_bronzes() -> None:
    bracket = repechage(8)
    lower = [m for m in bracket.matches if m.side == "L"]
    assert [m.round for m in lower] == [1, 1, 2, 2]
    assert expected_rematches(
        Bracket(8, "", bracket.matches, lives=2)
    ).before_final == 0


def test_d7_the_first_round_can_be_left_out_with_even_lines_starting_below() -> None:
    bracket = double_elimination(16, skip_first=True, final="single")
    assert len(bracket.matches) == 30 - 8
    starts: dict[str, list[int]] = {m.side: [] for m in bracket.matches}
    for m in bracket.matches:
        starts[m.side] += [f.of for f in (m.home, m.away) if f.kind == "line"]
    assert sorted(starts["W"]) == list(range(1, 17, 2))
    assert sorted(starts["L"]) == list(range(2, 17, 2))
    with pytest.raises(UsageError, match="lines are empty"):
        double_elimination(15, skip_first=True)


@pytest.mark.parametrize("n", [3, 5, 7])
def test_d23_three_five_and_seven_entrants_play(n: int) -> None:
    state, _ = played_out(double_elimination(n), draw_of(n), 1)
    assert state.over


def idle_slots(bracket: Bracket) -> dict[int, list[int]]:
    """Line -> the time slots in which a winner is sent on without a match on his own side."""
    by_number = {m.number: m for m in bracket.matches}
    found: dict[int, list[int]] = {}
    for m in bracket.matches:
        for f in (m.home, m.away):
            if f.kind == "winner" and m.side == by_number[f.of].side == "L":
                found.setdefault(f.of, []).extend(range(by_number[f.of].slot + 1, m.slot))
    return {k: v for k, v in found.items() if v}


@pytest.mark.parametrize("n", range(3, 65))
def test_d21_nobody_has_two_byes_running_on_either_side(n: int) -> None:
    upper = double_elimination(n)
    assert all(
        m.round <= 2 for m in upper.matches if m.side == "W"
        for f in (m.home, m.away) if f.kind == "line"
    )
    # Below, losers of round 1 skip at most one round, and so do those of round 2.
    dropped = {m.number: m.round for m in upper.matches if m.side == "W"}
    for m in upper.matches:
        for f in (m.home, m.away):
            if m.side == "L" and f.kind == "loser" and dropped[f.of] <= 2:
                assert m.round <= dropped[f.of] + 1
    compact = double_elimination(n, method="compact")
    assert all(len(slots) < 2 for slots in idle_slots(compact).values())


def test_d17_two_byes_facing_each_other_make_an_empty_slot_not_a_double_pass() -> None:
    # Matches 3 and 4 of round 1 are byes, so that nobody drops to the second place below.
    bracket = double_elimination(6, byes=(6, 8), final="single")
    assert len(bracket.matches) == 10
    lower = [m for m in bracket.matches if m.side == "L" and m.round == 2]
    state, _ = played_out(bracket, draw_with(6, (6, 8)), 3)
    assert state.over
    # Whoever drops from round 2 to the empty place passes it once and then plays.
    assert len(lower) == 1
    assert check_bracket(bracket) == ()


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("byes", [(1, 2), (1, 2, 5), (1, 2, 5, 6, 9, 10), (3, 4, 7, 8, 15), (13, 14, 15, 16)])
def test_d13_even_byes_that_meet_each_other_are_carried_through(
    byes: tuple[int, ...], method: str
) -> None:
    size = 8 if max(byes) <= 8 and len(byes) < 4 else 16
    n = size - len(byes)
    bracket = double_elimination(n, method=method, byes=byes)
    assert check_bracket(bracket) == ()
    assert len(bracket.matches) == 2 * n - 1
    state, _ = played_out(bracket, draw_with(n, byes), 2)
    assert sorted(state.places) == list(range(1, n + 1))


def test_d19_numbers_can_count_the_matches_that_a_bye_decides() -> None:
    plain, sheet = double_elimination(13), double_elimination(13, number_byes=True)
    full = double_elimination(16)
    assert [m.number for m in plain.matches] == list(range(1, 26))
    assert len(sheet.matches) == len(plain.matches)
    at = {m.number: (m.side, m.round, m.slot) for m in full.matches}
    assert all(at[m.number] == (m.side, m.round, m.slot) for m in sheet.matches)
    assert sheet.match(2) == next(m for m in sheet.matches if m.number == 2)


# --- Nonsense -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ({"entrants": 2}, "more than 2 entrants"),
        ({"entrants": 1025}, "3 to 1024"),
        ({"entrants": 8, "method": "compakt"}, "compakt"),
        ({"entrants": 8, "final": "maybe"}, "maybe"),
        ({"entrants": 8, "lives": 3}, "compact"),
        ({"entrants": 8, "lives": 9, "method": "compact"}, "2 to 5 lives"),
        ({"entrants": 8, "method": "compact", "number_byes": True}, "standard"),
        ({"entrants": 6, "byes": (1,)}, "leave 2 lines empty"),
        ({"entrants": 6, "byes": (1, 9)}, "leave 2 lines empty"),
    ],
)
def test_nonsense_is_refused_in_words(words: dict[str, object], said: str) -> None:
    with pytest.raises(UsageError, match=said):
        double_elimination(**words)  # type: ignore[arg-type]


def test_matches_of_an_entrant_are_in_later_and_later_slots() -> None:
    for method in METHODS:
        bracket = double_elimination(23, method=method)
        state, _ = played_out(bracket, draw_of(23), 4)
        for numbers in met(state).values():
            slots = [bracket.match(n).slot for n in numbers]
            assert slots == sorted(set(slots))
