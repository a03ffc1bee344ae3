"""Counting completions: the figures of the published tables, and small tables against brute force."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scheduler.errors import UsageError
from scheduler.event import Assumption, Cell, Line, PublishedTable
from scheduler.files.published import read_table
from scheduler.solve.completions import Completions, count_completions

PUBLISHED = Path(__file__).resolve().parents[2] / "instances" / "published"
FURTHER = ("low-high", "differences", "neighbours-last", "even-homes", "low-calm")

Way = frozenset[tuple[int, int, int]]


def cba(size: int) -> PublishedTable:
    return read_table(PUBLISHED / f"cba-{size}.toml")


def blank(entrants: int, *cells: Cell, **more: object) -> PublishedTable:
    rounds = entrants - 1 + entrants % 2
    return PublishedTable(
        "blank", "", "made up", entrants, rounds, entrants // 2, cells, **more  # type: ignore[arg-type]
    )


def shape(found: Completions) -> tuple[int, int, bool]:
    return found.completions, found.matchings, found.exact


def triples(cells: tuple[Cell, ...]) -> list[tuple[int, int, int]]:
    return [(c.round, c.home, c.away) for c in cells]


def check_example(table: PublishedTable, found: Completions) -> Way:
    """The example has every pair once, everyone once a round, a table each, the printed cells."""
    assert found.example is not None
    rounds = Counter(m.round for m in found.example.matches)
    assert set(rounds.values()) == {table.entrants // 2}
    busy = Counter((m.round, e) for m in found.example.matches for e in (m.home, m.away))
    assert set(busy.values()) == {1}
    pairs = {frozenset((m.home, m.away)) for m in found.example.matches}
    assert len(pairs) == len(found.example) == table.entrants * (table.entrants - 1) // 2
    assert len({(m.round, m.table) for m in found.example.matches}) == len(found.example)
    way = frozenset((m.round, m.home, m.away) for m in found.example.matches)
    assert set(triples(tuple(c for c in table.printed() if c.sides == "printed"))) <= way
    return way


class TestPublishedFigures:
    def test_the_six_team_table_is_complete(self) -> None:
        assert shape(count_completions(cba(6), restricted=True)) == (1, 1, True)

    def test_the_eight_team_table_has_one_completion_out_of_earlier_lines(self) -> None:
        found = count_completions(cba(8), restricted=True)
        assert shape(found) == (1, 1, True)
        lost = [c for c in cba(8).cells if not c.printed]
        assert triples(found.forced) == triples(tuple(lost))
        assert found.example == cba(8).schedule()

    def test_the_eight_team_table_has_128_completions_when_either_side_may_be_home(self) -> None:
        found = count_completions(cba(8), restricted=False)
        assert shape(found) == (128, 1, True)
        assert found.forced == ()
        assert len(found.forced_matches) == 7

    @pytest.mark.parametrize(
        ("assumed", "completions", "matchings"),
        [(0, 172_032, 672), (1, 73_728, 288), (2, 36_864, 144), (3, 3_072, 12), (5, 6, 4)],
    )
    def test_the_twelve_team_table_has_the_published_numbers_of_completions(
        self, assumed: int, completions: int, matchings: int
    ) -> None:
        found = count_completions(cba(12), restricted=True, assumptions=FURTHER[:assumed])
        assert shape(found) == (completions, matchings, True)
        check_example(cba(12), found)

    def test_without_the_lines_the_twelve_team_table_has_two_to_the_27_for_each_matching(
        self,
    ) -> None:
        found = count_completions(cba(12), restricted=False)
        assert shape(found) == (90_194_313_216, 672, True)

    def test_seven_against_eight_is_forced_last_once_the_halves_have_met(self) -> None:
        found = count_completions(cba(12), restricted=True, assumptions=["low-high"])
        assert triples(found.forced) == [(11, 7, 8)]

    def test_the_recovered_cells_of_the_first_six_rounds_are_forced_by_the_differences(
        self,
    ) -> None:
        found = count_completions(cba(12), restricted=True, assumptions=FURTHER[:2])
        recovered = {
            (c.round, c.home, c.away) for c in cba(12).cells
            if c.match == "recovered" and c.round <= 6
        }
        assert recovered < set(triples(found.forced))

    def test_the_six_last_completions_are_the_published_candidates(self, shared: Path) -> None:
        """What all six candidates share is forced, and the example is one of the six."""
        import json

        path = shared / "domain" / "data" / "bridge" / "cba12_rounds7_11_candidates.json"
        six = [
            {(int(r), h, a) for r, row in one.items() for h, a in row}
            for one in json.loads(path.read_text(encoding="utf-8"))
        ]
        found = count_completions(cba(12), restricted=True, assumptions=FURTHER)
        late = {t for t in triples(found.forced) if t[0] >= 7}
        assert late == set.intersection(*six)
        assert found.completions == len(six)
        assert any(one <= check_example(cba(12), found) for one in six)


class TestEmptyTables:
    @pytest.mark.parametrize(
        ("entrants", "matchings"),
        [(2, 1), (3, 6), (4, 6), (5, 720), (6, 720)],
    )
    def test_an_empty_table_has_every_ordered_one_factorisation_in_every_direction(
        self, entrants: int, matchings: int
    ) -> None:
        found = count_completions(blank(entrants), restricted=False)
        ways = matchings * 2 ** (entrants * (entrants - 1) // 2)
        assert shape(found) == (ways, matchings, True)
        check_example(blank(entrants), found)

    def test_an_eight_table_with_its_first_round_has_its_share_of_the_6240_factorisations(
        self,
    ) -> None:
        """6240 * 7! ordered ones, 105 first rounds that all are alike."""
        row = [Cell(1, t, h, a) for t, (h, a) in enumerate([(1, 8), (2, 7), (3, 6), (4, 5)], 1)]
        found = count_completions(blank(8, *row), restricted=False)
        assert found.exact
        assert found.matchings == 6240 * 5040 // 105

    @pytest.mark.parametrize(("entrants", "regular"), [(3, 2), (5, 24), (7, 2640)])
    def test_exactly_equal_homes_count_the_regular_tournaments(
        self, entrants: int, regular: int
    ) -> None:
        """Labelled regular tournaments (OEIS A007079), each with every way to match."""
        half = entrants // 2
        table = blank(entrants, assumptions=(Assumption("equal", "homes", least=half, most=half),))
        if entrants == 7:
            row = [(1, 6), (2, 5), (3, 4)]
            cells = [Cell(1, t, h, a, sides="recovered") for t, (h, a) in enumerate(row, 1)]
            table = blank(7, *cells, assumptions=table.assumptions)
        found = count_completions(table, restricted=False, assumptions=["equal"])
        assert found.exact
        assert found.completions == found.matchings * regular


def perfect(numbers: tuple[int, ...]) -> Iterator[list[tuple[int, int]]]:
    """Every way to pair ``numbers``, one of them idle if they are odd in number."""
    if len(numbers) < 2:
        yield []
        return
    first, rest = numbers[0], numbers[1:]
    if len(numbers) % 2:
        for row in perfect(rest):
            yield row
    for i, other in enumerate(rest):
        for row in perfect(rest[:i] + rest[i + 1 :]):
            yield [(first, other), *row]


def every_way(table: PublishedTable) -> Iterator[Way]:
    """All completions of a small table, by trying everything."""
    printed = [frozenset((c.home, c.away)) for c in table.printed()]
    if len(set(printed)) < len(printed):
        return
    rows = list(perfect(tuple(range(1, table.entrants + 1))))
    for rounds in product(rows, repeat=table.rounds):
        met = [pair for row in rounds for pair in row]
        if len(set(met)) < table.entrants * (table.entrants - 1) // 2:
            continue
        slots = [(r, pair) for r, row in enumerate(rounds, 1) for pair in row]
        if any((c.round, tuple(sorted((c.home, c.away)))) not in slots for c in table.printed()):
            continue
        for turned in product((False, True), repeat=len(slots)):
            way = frozenset(
                (r, b, a) if turn else (r, a, b)
                for (r, (a, b)), turn in zip(slots, turned, strict=True)
            )
            if all(
                c.sides != "printed" or (c.round, c.home, c.away) in way for c in table.printed()
            ):
                yield way


def keeps(way: Way, assumption: Assumption, table: PublishedTable) -> bool:
    """A second reading of the assumptions, over a whole completion."""
    who = assumption.entrants or range(1, table.entrants + 1)
    half = (table.entrants + 1) // 2
    picked = [(r, h, a) for r, h, a in way if r in assumption.rounds]
    if assumption.kind == "between-halves":
        return all((h <= half) != (a <= half) for _, h, a in picked)
    if assumption.kind == "constant-difference":
        wanted = dict(zip(assumption.rounds, assumption.differences, strict=True))
        return all(abs(h - a) % assumption.modulo == wanted[r] % assumption.modulo
                   for r, h, a in picked)
    if assumption.kind == "matches":
        return {(assumption.rounds[0], x.home, x.away) for x in assumption.lines} <= way
    rows = {e: "".join("H" if e == h else "A" for _, h, a in sorted(way) if e in (h, a))
            for e in who}
    if assumption.kind == "homes":
        return all(assumption.least <= s.count("H") <= assumption.most for s in rows.values())
    return not any("HHH" in s or "AAA" in s for s in rows.values())


ASSUMPTIONS = (
    Assumption("halves", "between-halves", rounds=(1, 2)),
    Assumption("differences", "constant-difference", rounds=(2,), modulo=2, differences=(0,)),
    Assumption("last", "matches", rounds=(3,), lines=(Line(2, 1),)),
    Assumption("homes", "homes", least=1, most=2),
    Assumption("home-1", "homes", least=2, most=3, entrants=(1,)),
    Assumption("calm", "no-three-running"),
    Assumption("calm-2", "no-three-running", entrants=(2, 3)),
)


@st.composite
def small_tables(draw: st.DrawFn) -> tuple[PublishedTable, list[str], bool]:
    """Some cells of a table of 3 or 4, some with open sides, perhaps contradictory; assumptions."""
    entrants = draw(st.sampled_from([3, 4]))
    number = st.integers(1, entrants)
    marks = st.sampled_from(["printed", "printed", "recovered"])
    cells = []
    for r in range(1, 4):
        pairs = st.tuples(number, number).filter(lambda p: p[0] != p[1])
        for t, (h, a) in enumerate(draw(st.lists(pairs, max_size=entrants // 2)), start=1):
            cells.append(Cell(r, t, h, a, draw(marks), draw(marks)))
    lines = draw(st.sampled_from([
        (), tuple(Line(h, a) for h in range(1, 5) for a in range(1, 5) if h != a and (h, a) != (1, 3)),
    ]))
    chosen = draw(st.lists(st.sampled_from([a.id for a in ASSUMPTIONS]), unique=True, max_size=3))
    table = blank(entrants, *cells, lines=lines, assumptions=ASSUMPTIONS)
    return table, chosen, draw(st.booleans())


@given(small_tables())
def test_small_tables_are_counted_as_by_trying_everything(
    case: tuple[PublishedTable, list[str], bool],
) -> None:
    table, chosen, restricted = case
    kept = [a for a in table.assumptions if a.id in chosen]
    lines = {(x.home, x.away) for x in table.lines} if restricted else set()
    sure = set(triples(tuple(c for c in table.printed() if c.sides == "printed")))
    ways = [
        way for way in every_way(table)
        if all(keeps(way, a, table) for a in kept)
        and (not lines or all(cell[1:] in lines for cell in way - sure))
    ]
    found = count_completions(table, restricted=restricted, assumptions=chosen)
    matchings = {frozenset((r, frozenset((h, a))) for r, h, a in way) for way in ways}
    assert shape(found) == (len(ways), len(matchings), True)
    shared_cells = frozenset.intersection(*ways) - sure if ways else frozenset()
    assert set(triples(found.forced)) == shared_cells
    if ways:
        assert check_example(table, found) in ways


def test_printed_matches_with_open_sides_are_kept_and_counted_both_ways() -> None:
    one = blank(4, Cell(1, 1, 1, 2, sides="recovered"))
    sure = blank(4, Cell(1, 1, 1, 2))
    open_, shut = (count_completions(t, restricted=False) for t in (one, sure))
    assert open_.completions == 2 * shut.completions
    assert open_.matchings == shut.matchings == 2


def test_contradictory_printed_cells_leave_no_completion() -> None:
    twice = blank(4, Cell(1, 1, 1, 2), Cell(2, 1, 2, 1))
    busy = blank(4, Cell(1, 1, 1, 2), Cell(1, 2, 2, 3))
    for table in (twice, busy):
        found = count_completions(table, restricted=False)
        assert (shape(found), found.example, found.forced) == ((0, 0, True), None, ())


def test_a_printed_cell_that_breaks_an_assumption_leaves_no_completion() -> None:
    table = blank(4, Cell(1, 1, 1, 2), assumptions=ASSUMPTIONS)
    assert count_completions(table, restricted=False, assumptions=["halves"]).completions == 0
    assert count_completions(table, restricted=False, assumptions=["last"]).completions == 0


def test_a_count_cut_short_is_a_lower_bound_and_says_so() -> None:
    full = count_completions(blank(6), restricted=False)
    cut = count_completions(blank(6), restricted=False, steps=300)
    assert not cut.exact
    assert 0 < cut.completions < full.completions
    assert cut.forced == cut.forced_matches == ()
    check_example(blank(6), cut)


def test_tied_sides_cut_short_are_a_lower_bound_and_say_so() -> None:
    found = count_completions(cba(12), restricted=True, assumptions=["low-calm"])
    cut = count_completions(cba(12), restricted=True, assumptions=["low-calm"], steps=2_500)
    assert not cut.exact
    assert cut.completions < found.completions


def test_an_unknown_assumption_is_refused_with_the_nearest_name() -> None:
    with pytest.raises(UsageError, match=r'(?s)no assumption "low-hihg".*"low-high"'):
        count_completions(cba(12), restricted=True, assumptions=["low-hihg"])


def test_a_table_that_is_no_single_round_robin_is_refused() -> None:
    short = PublishedTable("short", "", "made up", 6, 4, 3, ())
    with pytest.raises(UsageError, match="meets once in 5 rounds, but the table has 4"):
        count_completions(short, restricted=False)


def test_differences_left_out_are_those_of_the_printed_cells() -> None:
    same = Assumption("same", "constant-difference", rounds=(1,), modulo=3)
    table = blank(6, Cell(1, 1, 1, 4), assumptions=(same,))
    stated = Assumption("same", "constant-difference", rounds=(1,), modulo=3, differences=(3,))
    other = blank(6, Cell(1, 1, 1, 4), assumptions=(stated,))
    counts = [count_completions(t, restricted=False, assumptions=["same"]) for t in (table, other)]
    assert shape(counts[0]) == shape(counts[1])
    with pytest.raises(UsageError, match="round 1 has no printed match"):
        count_completions(blank(6, assumptions=(same,)), restricted=False, assumptions=["same"])
