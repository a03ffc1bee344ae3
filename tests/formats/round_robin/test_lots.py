"""Numbers are drawn by lot in public: in order, replayable, and with the best still reachable."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from hashlib import sha256
from itertools import combinations, permutations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scheduler.errors import FileError, UsageError
from scheduler.event import Entrant, Event, Match, Schedule
from scheduler.formats.public import draw_weighted, seal
from scheduler.formats.round_robin.lots import LotsSession, apply_lots, draw_lots, replay
from scheduler.formats.round_robin.lots_record import fingerprint
from scheduler.solve import numbers as search

NAMES = ["Ash", "Birch", "Cedar", "Date", "Elm", "Fir", "Gum", "Hazel"]
GROUPS = {"region N": (2, 5, 7), "region S": (3, 8)}


def circle(n: int) -> Schedule:
    """The circle method for an even number: i and j meet in round i + j modulo n - 1."""
    m = n - 1
    matches = [Match(i + 1, j + 1, (i + j) % m or m) for i in range(m) for j in range(i)]
    return Schedule.of(n, m, matches + [Match(i + 1, n, (2 * i) % m or m) for i in range(m)])


def worth(table: Schedule, groups: dict[str, tuple[int, ...]], numbers: dict[int, int]) -> tuple[int, int]:
    """The last round and the sum of rounds of all meetings inside groups."""
    meet = {frozenset((m.home, m.away)): m.round for m in table.matches}
    rounds = [
        meet[frozenset((numbers[a], numbers[b]))] for g in groups.values() for a, b in combinations(g, 2)
    ]
    return max(rounds), sum(rounds)


def test_order_is_seeds_then_related_then_the_rest() -> None:
    record = draw_lots(NAMES, circle(8), seed="2025-05-01", groups=GROUPS, fixed={4: 8, 1: 1})
    assert [s.part for s in record.steps] == ["fixed"] * 2 + ["related"] * 5 + ["rest"]
    assert [s.entrant for s in record.steps] == [1, 4, 2, 3, 5, 7, 8, 6]
    assert sorted(record.numbers.values()) == list(range(1, 9))
    assert (record.numbers[1], record.numbers[4]) == (1, 8)


def test_a_drawing_from_a_seed_is_replayed_byte_for_byte() -> None:
    table = circle(8)
    record = draw_lots(NAMES, table, seed="天下 2025", groups=GROUPS, fixed={4: 8})
    again = replay(record.text(), table)
    assert again.text() == record.text()
    assert again == record
    assert draw_lots(NAMES, table, seed="天下 2025", groups=GROUPS, fixed={4: 8}).text() == record.text()
    assert draw_lots(NAMES, table, seed="other", groups=GROUPS, fixed={4: 8}).numbers != record.numbers


def test_the_drawn_number_is_the_one_that_the_published_algorithm_gives() -> None:
    for step, count in ((1, 7), (2, 10), (9, 1000)):
        digest = sha256(b"a seed\n%d\n0\n0" % step).digest()
        admissible = range(11, 11 + count)
        assert draw_weighted("a seed", step, admissible) == 11 + int.from_bytes(digest, "big") % count


def test_a_weight_is_as_many_equal_lots() -> None:
    for step in range(1, 60):
        lots = draw_weighted("s", step, range(6))
        assert draw_weighted("s", step, [1, 2, 3], [3, 1, 2]) == [1, 1, 1, 2, 3, 3][lots]


def test_rejected_values_go_to_the_next_attempt_and_large_sums_to_more_blocks() -> None:
    # With a bound just over half of the space about half of all steps reject their first value.
    bound = (1 << 255) + 1
    seen = set()
    for step in range(1, 20):
        attempt = 0
        while (x := int.from_bytes(sha256(f"s\n{step}\n{attempt}\n0".encode()).digest(), "big")) >= bound:
            attempt += 1
        seen.add(attempt > 0)
        assert draw_weighted("s", step, [1, 2], [x + 1, bound - x - 1]) == 1
        assert draw_weighted("s", step, [1, 2], [x, bound - x]) == 2
    assert seen == {True, False}
    wide = int.from_bytes(b"".join(sha256(f"s\n1\n0\n{b}".encode()).digest() for b in (0, 1)), "big")
    assert draw_weighted("s", 1, [1, 2], [1 << 511, 1 << 511]) == (1 if wide < 1 << 511 else 2)


def test_from_a_seed_every_best_assignment_has_exactly_the_same_chance() -> None:
    table, groups = circle(6), {"a": (1, 2, 3), "b": (4, 5)}
    by_worth: dict[tuple[int, int], list[tuple[int, ...]]] = {}
    for drawn in permutations(range(1, 7), 5):
        value = worth(table, groups, dict(zip(range(1, 6), drawn, strict=True)))
        by_worth.setdefault(value, []).append(drawn)
    best = by_worth[min(by_worth)]
    for drawn in best:
        session, chance = LotsSession(NAMES[:6], table, groups=groups, seed="s"), Fraction(1)
        for entrant, number in enumerate(drawn, start=1):
            shares = session._chances(entrant)
            chance *= Fraction(shares[number], sum(shares.values()))
            session.draw(entrant, number, "the director")
        assert chance == Fraction(1, len(best))


@settings(max_examples=25)
@given(st.data())
def test_whatever_is_admissible_by_hand_never_ends_dead_or_worse_than_the_best(data: st.DataObject) -> None:
    table = circle(8)
    session = LotsSession(NAMES, table, groups=GROUPS)
    while session.waiting:
        entrant = data.draw(st.sampled_from(session.waiting))
        number = data.draw(st.sampled_from(session.admissible(entrant)))
        session.draw(entrant, number, "Ms Lot")
    record = session.record()
    assert worth(table, GROUPS, record.numbers) == (3, 7) == (record.last_round, record.total)
    assert replay(record.text(), table) == record


def test_the_best_of_that_event_is_last_round_3_and_total_7_by_trying_all() -> None:
    table = circle(8)
    ways = (dict(zip((2, 5, 7, 3, 8), drawn, strict=True)) for drawn in permutations(range(1, 9), 5))
    assert min(worth(table, GROUPS, numbers) for numbers in ways) == (3, 7)


def test_every_number_that_is_not_admissible_would_spoil_the_best() -> None:
    table = circle(8)
    session = LotsSession(NAMES, table, groups=GROUPS, seed="s")
    session.draw(2, session.admissible(2)[0], "Ms Lot")
    given = dict(session._given)
    reachable: dict[tuple[int, int], set[int]] = {}
    left = [k for k in range(1, 9) if k not in given.values()]
    for drawn in permutations(left, 4):
        numbers = {**given, **dict(zip((5, 7, 3, 8), drawn, strict=True))}
        reachable.setdefault(worth(table, GROUPS, numbers), set()).add(numbers[5])
    assert set(session.admissible(5)) == reachable[min(reachable)]


def test_an_inadmissible_lot_is_refused_with_the_reason_and_nothing_is_entered() -> None:
    session = LotsSession(NAMES, circle(8), groups={"a": (1, 2)})
    session.draw(1, 8, "Ms Lot")
    assert session.admissible(2) == (5,)
    for number, reason in ((8, r"entrant 1 \(Ash\) has it"), (9, "from 1 to 8"), (4, "as early as possible")):
        with pytest.raises(UsageError, match=reason):
            session.draw(2, number, "Ms Lot")
    with pytest.raises(UsageError, match="related entrants draw first"):
        session.admissible(5)
    with pytest.raises(UsageError, match="already has number 8"):
        session.draw(1, 3, "Ms Lot")
    with pytest.raises(UsageError, match="not finished"):
        session.record()
    assert session.waiting == (2,)


@pytest.mark.parametrize("author", ["", "seed", "fixed", "two\nlines", "x" * 201])
def test_a_lot_drawn_by_hand_needs_a_person(author: str) -> None:
    with pytest.raises(UsageError):
        LotsSession(NAMES, circle(8)).draw(1, 1, author)


def test_hand_and_seed_may_alternate_and_the_record_says_who_drew() -> None:
    table = circle(8)
    session = LotsSession(NAMES, table, seed="s", published="2025-05-01T09:00")
    session.draw(3, 5, "Ms Lot", "2025-05-01T09:30")
    while session.waiting:
        session.draw_from_seed(time="2025-05-01T09:31")
    record = session.record()
    assert [s.author for s in record.steps] == ["Ms Lot", *["seed"] * 7]
    assert replay(record.text().encode(), table) == record


def test_without_a_public_seed_nothing_is_drawn_from_it() -> None:
    with pytest.raises(UsageError, match="no public seed"):
        draw_lots(NAMES, circle(8), seed="")


def test_a_table_published_after_the_draw_is_a_breach() -> None:
    """CBA-12: published 09:00, drawn 09:30 is in order; the reverse is not."""
    draw_lots(NAMES, circle(8), seed="s", published="2025-05-01T09:00", time="2025-05-01T09:30")
    with pytest.raises(UsageError, match="before publication"):
        draw_lots(NAMES, circle(8), seed="s", published="2025-05-01T09:30", time="2025-05-01T09:00")
    with pytest.raises(UsageError, match="not an ISO time"):
        draw_lots(NAMES, circle(8), seed="s", published="yesterday")
    with pytest.raises(UsageError, match="time zone"):
        draw_lots(NAMES, circle(8), seed="s", published="2025-05-01T09:00Z", time="2025-05-01T09:30")


def test_steps_may_not_go_back_in_time() -> None:
    session = LotsSession(NAMES, circle(8), seed="s")
    session.draw_from_seed(time="2025-05-01T09:31")
    with pytest.raises(UsageError, match="before the step before it"):
        session.draw_from_seed(time="2025-05-01T09:30")
    assert len(session.waiting) == 7


def _sealed(change: Callable[[dict[str, Any]], object]) -> str:
    data = draw_lots(NAMES, circle(8), seed="s", groups=GROUPS, fixed={1: 8}).as_json()
    change(data)
    data["sha256"] = seal(data)
    return json.dumps(data)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda d: d["steps"][1].update(number=99), "step 2 is not"),
        (lambda d: d["steps"][0].update(number=3), "step 1 is not"),
        (lambda d: d["steps"][2]["admissible"].append(9), "step 3 is not"),
        (lambda d: d["steps"].pop(), "not possible"),
        (lambda d: d["steps"].append(d["steps"][-1]), "not possible"),
        (lambda d: d.update(seed="better"), "step"),
        (lambda d: d.update(last_round=6), '"last_round"'),
        (lambda d: d.update(sets=[[1, 2, 3], [4, 5]]), '"sets"'),
        (lambda d: d.update(extra=1), '"extra"'),
        (lambda d: d["fixed"].update({"1": 7}), "step 1"),
        (lambda d: d.update(entrants=NAMES[:7]), "not possible"),
        (lambda d: d.update(steps=None), "wrong kind"),
        (lambda d: d["steps"][3].pop("entrant"), "wrong kind"),
        (lambda d: d.update(groups=[1]), "wrong kind"),
        (lambda d: d.update(format="other"), "format"),
        (lambda d: d.update(table="0" * 64), "another table"),
    ],
)
def test_a_tampered_record_is_refused_even_when_sealed_anew(
    change: Callable[[dict[str, Any]], object], reason: str
) -> None:
    with pytest.raises(FileError, match=reason):
        replay(_sealed(change), circle(8))


def test_a_change_without_a_new_seal_is_noticed_at_once() -> None:
    text = draw_lots(NAMES, circle(8), seed="s").text()
    with pytest.raises(FileError, match="seal"):
        replay(text.replace("Cedar", "Larch"), circle(8))


@pytest.mark.parametrize("text", ["", "[]", "{", "[" * 100_000, b"\xff", "3"])
def test_what_is_not_a_record_is_refused(text: str | bytes) -> None:
    with pytest.raises(FileError):
        replay(text, circle(8))


def test_the_fingerprint_knows_every_column_of_the_table_and_not_the_order_of_entry() -> None:
    table = Schedule.of(4, 1, [Match(1, 2, 1, 1), Match(3, 4, 1, 2)])
    assert fingerprint(table) == sha256(b"4 1\n1 1 1 2\n1 2 3 4\n").hexdigest()
    assert fingerprint(table) == fingerprint(Schedule.of(4, 1, [Match(3, 4, 1, 2), Match(1, 2, 1, 1)]))
    assert fingerprint(table) != fingerprint(Schedule.of(4, 1, [Match(2, 1, 1, 1), Match(3, 4, 1, 2)]))
    assert fingerprint(table) != fingerprint(Schedule.of(4, 1, [Match(1, 2, 1, 2), Match(3, 4, 1, 1)]))


def test_best_assignments_too_many_to_count_are_drawn_from_recorded_sets(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(search, "_COLUMNS", 0)
    table, groups = circle(12), {"a": (1, 2, 3), "b": (4, 5, 6), "c": (7, 8)}
    names = [f"T{k}" for k in range(1, 13)]
    session = LotsSession(names, table, groups=groups, fixed={7: 12}, seed="s")
    first = session.admissible(1)
    assert len(first) == 6
    session.draw(1, first[0], "Ms Lot")
    assert len(session.admissible(2)) == 2
    assert len(session.admissible(4)) == 3
    while session.waiting:
        session.draw_from_seed()
    record = session.record()
    assert len(record.sets) == 3
    assert worth(table, groups, record.numbers) == (record.last_round, record.total)
    assert replay(record.text(), table) == record


def test_the_event_is_renumbered_as_drawn() -> None:
    event = Event("Cup", tuple(Entrant(k, name, region=f"R{k}") for k, name in enumerate(NAMES, start=1)))
    record = draw_lots(event.entrants, circle(8), seed="s", fixed={3: 1})
    after = apply_lots(event, record)
    assert [e.number for e in after.entrants] == list(range(1, 9))
    assert after.name_of(1) == "Cedar"
    assert {e.name: e.region for e in after.entrants} == {e.name: e.region for e in event.entrants}
    assert all(after.name_of(number) == NAMES[at - 1] for at, number in record.numbers.items())
    with pytest.raises(UsageError, match="another entry list"):
        apply_lots(after, record)


def test_more_entrants_than_numbers_are_refused() -> None:
    with pytest.raises(UsageError, match="7 entrants cannot draw"):
        draw_lots(NAMES[:7], circle(8), seed="s")
