"""Lots are drawn for a published table, the same again from the same seed."""

from __future__ import annotations

import pytest

from scheduler.app.drawing import begin, entry_list, lots, verify_record
from scheduler.app.inputs import load
from scheduler.errors import FileError, UsageError
from scheduler.event import Entrant, Event

SIX = Event("Six", tuple(
    Entrant(i, name, seed=int(i == 6), region=region)
    for i, (name, region) in enumerate(
        [("A", "North"), ("B", "South"), ("C", "North"), ("D", ""), ("E", "South"), ("F", "")], 1
    )
))


def test_the_same_seed_gives_the_same_record_and_another_seed_another() -> None:
    one = lots(SIX, "cba-6", seed="noon")
    assert one.text() == lots(SIX, "cba-6", seed="noon").text()
    assert {lots(SIX, "cba-6", seed=f"noon {i}").text() for i in range(5)} != {one.text()}


def test_seeds_keep_their_numbers_and_everybody_gets_one() -> None:
    record = lots(SIX, "cba-6", seed="noon", fixed={"B": 2})
    assert record.numbers[6] == 6
    assert record.numbers[2] == 2
    assert sorted(record.numbers.values()) == [1, 2, 3, 4, 5, 6]


def test_related_entrants_meet_as_early_as_the_table_allows() -> None:
    record = lots(SIX, "cba-6", seed="noon", related_by=["region"])
    assert set(record.groups) == {"region North", "region South"}
    assert record.last_round == 1


def test_a_record_is_verified_and_a_changed_one_refused() -> None:
    data = lots(SIX, "cba-6", seed="noon").text().encode()
    assert verify_record(data, "cba-6").seed == "noon"
    with pytest.raises(FileError):
        verify_record(data.replace(b'"noon"', b'"moon"'), "cba-6")
    with pytest.raises(FileError, match="another table"):
        verify_record(data, "rotation-6")


def test_the_entry_list_as_drawn_is_read_back_with_its_new_numbers() -> None:
    record = lots(SIX, "cba-6", seed="noon")
    drawn = load(entry_list(SIX, record))
    assert isinstance(drawn, Event)
    assert {e.name: e.number for e in drawn.entrants} == {
        e.name: record.numbers[e.number] for e in SIX.entrants
    }


def test_a_misspelt_attribute_or_entrant_gets_advice() -> None:
    with pytest.raises(UsageError) as caught:
        begin(SIX, "cba-6", related_by=["regoin"])
    assert "region" in caught.value.maybe
    with pytest.raises(UsageError, match='no entrant "Z"'):
        begin(SIX, "cba-6", fixed={"Z": 1})


def test_a_table_of_another_size_is_refused() -> None:
    with pytest.raises(UsageError):
        lots(SIX, "cba-8", seed="noon")
