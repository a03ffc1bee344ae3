"""Rounds given back: the simple tables, and the same value when they are read again."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from files.rounds_read import adopted
from scheduler.errors import UsageError
from scheduler.event import Entrant
from scheduler.files.rounds import AdoptedBye, AdoptedMatch, AdoptedPenalty, AdoptedRounds, adopt_rounds
from scheduler.files.rounds_out import rounds_csv, rounds_tables, rounds_xlsx

LANGUAGES = ("en", "zh", "vi")
TEXTS = st.sampled_from(["", "+18", "-7", "0", "13.25-6.75", "13,25-6,75", "h", "w-", "--", "void", "=1"])
NAMES = st.lists(
    st.text("abcÄé北京đội -.'&;,\"=+", min_size=1, max_size=8).map(lambda s: " ".join(f"T{s}".split())),
    min_size=2, max_size=8, unique_by=str.casefold,
)


@st.composite
def events(draw: st.DrawFn) -> AdoptedRounds:
    """Rounds in which everybody plays at most once, with results, byes and penalties of every kind."""
    entrants = [Entrant(i, name) for i, name in enumerate(draw(NAMES), start=1)]
    matches: list[AdoptedMatch] = []
    byes: list[AdoptedBye] = []
    fines: list[AdoptedPenalty] = []
    for number in range(1, draw(st.integers(1, 4)) + 1):
        order = draw(st.permutations(range(1, len(entrants) + 1)))
        count = draw(st.integers(1, len(order) // 2))
        for i in range(count):
            values = [draw(TEXTS) if draw(st.booleans()) else "" for _ in range(5)]
            matches.append(AdoptedMatch(
                number, order[2 * i], order[2 * i + 1], draw(st.sampled_from([0, i + 1])), values[0],
                (values[1], values[2]), (values[3], values[4]),
            ))
        for who in order[2 * count:]:
            kind = draw(st.sampled_from(["given", "absent", "withdrawn"]))
            byes.append(AdoptedBye(number, who, kind, draw(TEXTS)))
        for who in draw(st.lists(st.sampled_from(order), max_size=3)):
            fines.append(AdoptedPenalty(number, who, draw(st.integers(1, 999))))
    return AdoptedRounds.of(entrants, matches, byes, fines)


@given(events(), st.sampled_from(LANGUAGES))
@settings(max_examples=60)
def test_csv_in_every_language_gives_the_same_back(event: AdoptedRounds, language: str) -> None:
    text = rounds_csv(event, language=language)
    assert adopted(text, entrants=event.entrants) == event


@given(events(), st.sampled_from(LANGUAGES))
@settings(max_examples=25)
def test_a_workbook_gives_the_same_back_entrants_included(event: AdoptedRounds, language: str) -> None:
    assert adopt_rounds(rounds_xlsx(event, language=language), name="r.xlsx") == event


def test_the_written_tables_have_the_simple_columns() -> None:
    event = adopted("round,table,home,away,vp home,vp away\n1,1,1,2,12,8\n1,,3,bye,12,\n")
    tables = rounds_tables(event)
    assert tables["rounds"][0][:4] == ["round", "table", "home", "away"]
    assert tables["results"][0] == [
        "round", "table", "home", "away", "result", "imps_home", "imps_away", "vp_home", "vp_away",
        "penalty_home", "penalty_away",
    ]
    assert tables["results"][1:] == [
        [1, 1, 1, 2, "", "", "", "12", "8", "", ""], [1, "", 3, "bye", "12", "", "", "", "", "", ""],
    ]
    assert rounds_xlsx(event) == rounds_xlsx(event)
    with pytest.raises(UsageError, match='no table "round"'):
        rounds_csv(event, table="round")
