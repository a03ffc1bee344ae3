"""The chain names what was done to a log behind the program's back."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scheduler.store import Draft, Entry, EventFile, Fault, check_chain, digest
from scheduler.store.entries import GENESIS, chained
from store.posting import post


def log(n: int) -> list[Entry]:
    """``n`` entries as the store would write them."""
    out: list[Entry] = []
    for k in range(1, n + 1):
        draft = Draft("result", {"table": k}, "Ann", f"2026-05-01T09:00:{k % 60:02d}Z")
        out.append(chained(draft, k, out[-1].hash if out else GENESIS)[0])
    return out


def told(faults: tuple[Fault, ...]) -> list[tuple[int, str]]:
    return [(fault.position, fault.what) for fault in faults]


def rehashed(entry: Entry, payload: Mapping[str, int]) -> Entry:
    changed = replace(entry, payload=payload)
    return replace(changed, hash=digest(changed))


def renumbered(entries: list[Entry]) -> list[Entry]:
    return [replace(entry, position=k) for k, entry in enumerate(entries, 1)]


def test_a_log_as_it_was_written_has_no_fault() -> None:
    assert check_chain(log(50)) == ()
    assert check_chain([]) == ()


def test_a_changed_entry_is_named() -> None:
    entries = log(9)
    entries[4] = replace(entries[4], payload={"table": 99})
    assert told(check_chain(entries)) == [(5, "changed")]
    assert "entry 5" in check_chain(entries)[0].message


@pytest.mark.parametrize("field", ["kind", "author", "at", "previous", "hash"])
def test_everything_that_an_entry_says_is_under_its_hash(field: str) -> None:
    entries = log(9)
    entries[4] = replace(entries[4], **{field: "f" * 64})
    assert (5, "changed") in told(check_chain(entries))


def test_a_changed_entry_that_was_hashed_anew_is_named_by_the_one_after_it() -> None:
    entries = log(9)
    entries[4] = rehashed(entries[4], {"table": 99})
    assert told(check_chain(entries)) == [(5, "rehashed")]


def test_removed_entries_are_named() -> None:
    entries = log(9)
    assert told(check_chain(entries[:3] + entries[6:])) == [(4, "missing")]
    assert check_chain(entries[:3] + entries[6:])[0].message == "entries 4 to 6 are missing"
    assert told(check_chain(entries[1:])) == [(1, "missing")]


def test_a_removed_entry_is_named_though_the_others_were_renumbered() -> None:
    entries = log(9)
    found = told(check_chain(renumbered(entries[:3] + entries[4:])))
    assert found == [(4, "missing"), *((k, "moved") for k in range(4, 9))]


def test_exchanged_entries_are_named_with_where_they_were() -> None:
    entries = log(60)
    entries[4], entries[49] = replace(entries[49], position=5), replace(entries[4], position=50)
    faults = check_chain(entries)
    assert told(faults) == [(5, "moved"), (50, "moved")]
    assert [f.message for f in faults] == ["entry 5 was entry 50", "entry 50 was entry 5"]


def test_entries_in_another_order_are_named() -> None:
    entries = log(9)
    entries[4], entries[5] = entries[5], entries[4]
    assert (5, "moved") in told(check_chain(entries))


def test_an_entry_that_was_put_in_is_named() -> None:
    entries = log(9)
    false, _ = chained(Draft("result", {"table": 99}, "Eve", "2026-05-01T09:00:00Z"), 5, entries[3].hash)
    found = told(check_chain(renumbered([*entries[:4], false, *entries[4:]])))
    assert found == [(5, "inserted"), *((k, "moved") for k in range(6, 11))]
    assert (5, "twice") in told(check_chain([*entries[:5], false, *entries[5:]]))


def test_a_log_hashed_anew_from_some_entry_on_contradicts_a_hash_that_was_noted() -> None:
    entries = log(9)
    noted = {3: entries[2].hash[:8], 8: entries[7].hash[:8]}
    anew = entries[:4]
    for k in range(5, 10):
        anew.append(chained(Draft("result", {"table": -k}, "Eve"), k, anew[-1].hash)[0])
    assert check_chain(anew) == ()
    assert told(check_chain(anew, noted)) == [(8, "rehashed")]
    assert told(check_chain(entries[:6], noted)) == [(8, "missing")]
    assert check_chain(entries, noted) == ()


@given(st.integers(1, 12), st.data())
def test_any_one_change_is_found_at_its_place(n: int, data: st.DataObject) -> None:
    entries = log(n)
    k = data.draw(st.integers(0, n - 1))
    field, value = data.draw(st.sampled_from([
        ("kind", "bye"), ("payload", {"table": -1}), ("author", "Eve"), ("at", "2027-01-01T00:00:00Z"),
    ]))
    entries[k] = replace(entries[k], **{field: value})
    assert told(check_chain(entries)) == [(k + 1, "changed")]


@pytest.mark.parametrize(("statement", "expected"), [
    ("UPDATE entry SET payload = '{\"table\":9}' WHERE position = 3", [(3, "changed")]),
    ("UPDATE entry SET payload = '[' WHERE position = 3", [(3, "changed"), (3, "damaged")]),
    ("UPDATE entry SET author = CAST(x'ff' AS TEXT) WHERE position = 3", [(3, "changed"), (3, "damaged")]),
    ("DELETE FROM entry WHERE position = 4", [(4, "missing")]),
    ("DELETE FROM entry WHERE position > 6", [(7, "missing")]),
    ("UPDATE entry SET position = 70 WHERE position = 8", [(70, "moved")]),
], ids=["content", "no-json", "no-text", "removed", "cut-off", "moved"])
def test_what_was_done_to_a_file_is_named(
    tampered: Callable[..., Path], statement: str, expected: list[tuple[int, str]]
) -> None:
    with EventFile.open(tampered(statement)) as file:
        assert sorted(told(file.faults())) == expected


def test_a_file_is_held_against_hashes_that_were_noted(cup: Path) -> None:
    with EventFile.open(cup) as file:
        position, head = file.end
        assert file.faults({position: head[:10]}) == ()
        assert told(file.faults({position: "0" * 10, 12: head})) == [(8, "rehashed"), (12, "missing")]


def test_a_page_that_was_overwritten_is_found(cup: Path) -> None:
    with EventFile.open(cup, write=True) as file:
        post(file, *[Draft("result", {"note": "x" * 3000})] * 40)
    with closing(sqlite3.connect(cup)) as db:
        (size,) = db.execute("PRAGMA page_size").fetchone()
    with open(cup, "r+b") as raw:
        raw.seek(12 * size)
        raw.write(b"\xff" * size)
    with EventFile.open(cup) as file:
        faults = file.faults()
    assert faults[0].position == 0
    assert "damaged" in faults[0].message
