"""Figures are counted from the matches alone; a plain count over values agrees."""

from __future__ import annotations

from itertools import groupby

from hypothesis import given
from hypothesis import strategies as st

from scheduler.event import Match, Schedule
from scheduler.views.figures import AWAY, HOME, IDLE, SEVERAL, figures, pattern


@st.composite
def schedules(draw: st.DrawFn) -> Schedule:
    """Any matches of up to 7 numbers in up to 6 rounds, each number once a round."""
    n, rounds = draw(st.integers(2, 7)), draw(st.integers(1, 6))
    matches: list[Match] = []
    for r in range(1, rounds + 1):
        order = draw(st.permutations(range(1, n + 1)))
        pairs = draw(st.integers(0, n // 2))
        matches += [Match(order[2 * i], order[2 * i + 1], r, i + 1) for i in range(pairs)]
    return Schedule.of(n, rounds, matches)


def _sides(schedule: Schedule, number: int) -> list[tuple[int, bool]]:
    found = [
        (m.round, m.home == number) for m in schedule.matches if number in (m.home, m.away)
    ]
    return sorted(found)


@given(schedules(), st.booleans())
def test_sides_byes_breaks_and_runs_agree_with_a_plain_count(s: Schedule, byes: bool) -> None:
    facts = figures(s, bye_breaks_run=byes)
    longest: list[int] = []
    for number in range(1, s.entrants + 1):
        sides = _sides(s, number)
        assert facts.home[number - 1] == sum(home for _, home in sides)
        assert facts.away[number - 1] == sum(not home for _, home in sides)
        assert facts.byes[number - 1] == s.rounds - len(sides)
        if byes:
            letters = ["-"] * s.rounds
            for r, home in sides:
                letters[r - 1] = "HA"[not home]
        else:
            letters = ["HA"[not home] for _, home in sides]
        runs = [len(list(same)) for letter, same in groupby(letters) if letter != "-"]
        longest.append(max(runs, default=0))
        assert facts.longest[number - 1] == longest[-1]
        assert facts.breaks[number - 1] == sum(run - 1 for run in runs)
    assert facts.longest_count >= len(facts.longest_runs)
    assert {run.length for run in facts.longest_runs} <= {max(longest)}


@given(schedules())
def test_meetings_agree_with_a_plain_count(s: Schedule) -> None:
    facts = figures(s)
    pairs = [
        sum({m.home, m.away} == {i, j} for m in s.matches)
        for j in range(1, s.entrants + 1)
        for i in range(1, j)
    ]
    told = (facts.meet_least, facts.meet_most, facts.unmet)
    assert told == (min(pairs), max(pairs), pairs.count(0))


def test_a_run_names_its_number_its_rounds_and_passes_over_byes() -> None:
    s = Schedule.of(3, 4, [Match(1, 2, 1), Match(1, 3, 2), Match(3, 2, 3), Match(1, 2, 4)])
    (run,) = figures(s).longest_runs[:1]
    assert (run.entrant, run.first, run.last, run.length, run.home) == (1, 1, 4, 3, True)
    assert figures(s, bye_breaks_run=True).longest[0] == 2


def test_two_matches_of_one_number_in_a_round_are_seen() -> None:
    s = Schedule.of(4, 2, [Match(1, 2, 1), Match(1, 3, 1)])
    assert pattern(s).tolist() == [[SEVERAL, IDLE], [AWAY, IDLE], [AWAY, IDLE], [IDLE, IDLE]]
    assert HOME not in pattern(s)


def test_a_schedule_without_matches_has_figures_of_nought() -> None:
    facts = figures(Schedule.of(4, 2, []))
    assert facts.unmet == 6
    assert facts.longest.tolist() == [0, 0, 0, 0]
    assert facts.longest_runs == ()
