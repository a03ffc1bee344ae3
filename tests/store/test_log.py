"""The log keeps entries in their order, all or nothing, and two people cannot overwrite each other."""

from __future__ import annotations

import hashlib
import json
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from threading import Event as Signal
from threading import Thread
from time import monotonic

import pytest
from benchmarks.measure import environment

from scheduler.errors import EventChanged, FileError, UsageError
from scheduler.store import GENESIS, MOST_BYTES, Draft, EventFile
from store.posting import post


def test_entries_come_back_in_order_with_everything_they_said(tmp_path: Path) -> None:
    path = tmp_path / "a b?#%é.event"
    content = {"name": "Đà Nẵng 桥牌", "list": [1, {"b": None, "a": True}], "big": 10**40}
    with EventFile.create(path, [Draft("new", content, "Ann", "2026-05-01T09:00:00Z")]) as file:
        with file.writing() as txn:
            second = txn.append("result", {"table": 7})
        assert file.entries()[0].payload == content
        assert [(e.position, e.author) for e in file.entries()] == [(1, "Ann"), (2, "")]
        assert file.entries(since=1) == [second]
        assert file.position == 2
        assert second.at.endswith("Z")


def test_anyone_can_recompute_a_hash(cup: Path) -> None:
    with EventFile.open(cup) as file:
        first, second = file.entries()[:2]
    text = ('[2,"result",{"imps":7,"table":1},"Bob","2026-05-01T10:01:00Z","' + first.hash + '"]')
    assert second.hash == hashlib.sha256(text.encode()).hexdigest()
    assert first.previous == GENESIS


def test_the_hash_depends_on_what_is_kept_and_not_on_how_it_was_written(tmp_path: Path) -> None:
    hashes = set()
    for k, payload in enumerate(({"b": (1, 2), "a": 1}, {"a": 1, "b": [1, 2]})):
        with EventFile.create(tmp_path / f"{k}", [Draft("x", payload, "", "2026-05-01T09:00:00Z")]) as file:
            hashes.add(file.end[1])
    assert len(hashes) == 1


def test_numbers_as_keys_become_words_before_they_are_hashed(tmp_path: Path) -> None:
    with EventFile.create(tmp_path / "f", [Draft("x", {10: 1, 9: 2})]) as file:  # type: ignore[dict-item]
        assert file.entries()[0].payload == {"10": 1, "9": 2}
        assert file.faults() == ()


def test_an_error_inside_drops_the_whole_change(cup: Path) -> None:
    with EventFile.open(cup, write=True) as file:
        with pytest.raises(ZeroDivisionError):
            post(file, *(Draft("result", {"table": 6 // k}) for k in (2, 1, 0)))
        assert file.position == 8
        assert post(file) == 9


def test_nobody_sees_a_change_before_its_block_ends(cup: Path) -> None:
    with EventFile.open(cup, write=True) as file, EventFile.open(cup) as other:
        with file.writing() as txn:
            txn.append("result", {"table": 1})
            assert other.position == 8
            assert len(txn.newer(8)) == 1
        assert other.position == 9


def test_a_change_thought_out_at_another_position_is_refused_and_names_who_came_first(cup: Path) -> None:
    with EventFile.open(cup, write=True) as ann, EventFile.open(cup, write=True) as bob:
        post(bob, Draft("result", {"table": 7}, "Bob"), expected=8)
        with pytest.raises(EventChanged, match="1 entry came in meanwhile, by Bob") as caught:
            post(ann, Draft("result", {"table": 7}, "Ann"), expected=8)
        assert (caught.value.exit_code, caught.value.expected, caught.value.position) == (6, 8, 9)
        assert [e.author for e in ann.entries(8)] == ["Bob"]
        with ann.writing(expected=9) as txn:
            assert txn.newer(8)[0].author == "Bob"


def test_a_log_that_has_become_shorter_is_a_change_too(cup: Path) -> None:
    with EventFile.open(cup, write=True) as file, pytest.raises(EventChanged, match="backup"):
        post(file, expected=20)


@pytest.mark.skipif(sys.platform == "win32", reason="an open file cannot be replaced here")
def test_nothing_is_written_to_a_file_that_was_replaced_under_its_name(cup: Path) -> None:
    with EventFile.open(cup, write=True) as file:
        file.copy_to(cup.with_name("copy"))
        cup.with_name("copy").replace(cup)
        with pytest.raises(EventChanged, match="replaced"):
            post(file)


def test_a_second_writer_waits_for_the_first(cup: Path) -> None:
    begun = Signal()

    def slow() -> None:
        with EventFile.open(cup, write=True) as file, file.writing() as txn:
            begun.set()
            Signal().wait(0.2)
            txn.append("result", {}, "slow")

    thread = Thread(target=slow)
    thread.start()
    begun.wait(5)
    with EventFile.open(cup, write=True) as file, file.writing() as txn:
        assert txn.append("result", {}, "patient").position == 10
    thread.join()


def test_a_second_writer_gives_up_in_the_end_and_says_what_to_do(cup: Path) -> None:
    with EventFile.open(cup, write=True) as first, EventFile.open(cup, write=True, wait=0.1) as second:
        with first.writing() as txn:
            start = monotonic()
            with pytest.raises(FileError, match="another program is writing to it") as caught:
                post(second)
            assert monotonic() - start >= 0.1
            assert "close the other program" in caught.value.maybe
            txn.append("result", {})
        with second.writing() as txn:
            assert txn.position == 9


def test_the_database_itself_refuses_to_change_or_remove_an_entry(cup: Path) -> None:
    again = "(3, 'x', '{}', '', '', '', (SELECT hash FROM entry WHERE position = 8))"
    with closing(sqlite3.connect(cup)) as db:
        for statement in (
            "UPDATE entry SET author = 'Eve' WHERE position = 3", "DELETE FROM entry WHERE position = 8",
            f"INSERT OR REPLACE INTO entry VALUES {again}",
            "INSERT INTO entry VALUES (9, 'x', '{}', '', '', '', 'another')",
        ):
            with pytest.raises(sqlite3.IntegrityError, match=r"entries are never|follows the last"):
                db.execute(statement)


@pytest.mark.parametrize(("draft", "says"), [
    (Draft("result", {"note": "x" * MOST_BYTES}), "4,000,000"),
    (Draft("result", {"note": "桥" * (MOST_BYTES // 3 + 1)}), "4,000,000"),
    (Draft("result", {"x": float("nan")}), "JSON"),
    (Draft("result", {"x": "\ud800"}), "JSON"),
    (Draft("result", {"x": {1, 2}}), "JSON"),
    (Draft("Result!", {}), "kind"),
    (Draft("result", {}, "A" * 201), "author"),
    (Draft("result", {}, "Ann\x1b[2J"), "author"),
    (Draft("result", {}, "", "2026-13-01T00:00:00Z"), "time in UTC"),
    (Draft("result", {}, "", "2026-05-01T09:00:00+08:00"), "time in UTC"),
], ids=lambda value: value.kind if isinstance(value, Draft) else value)
def test_what_cannot_be_kept_is_refused_and_nothing_of_the_change_remains(
    cup: Path, draft: Draft, says: str
) -> None:
    with EventFile.open(cup, write=True) as file:
        with pytest.raises(UsageError, match=says):
            post(file, Draft("result", {}), draft)
        assert file.position == 8


def test_a_payload_of_the_whole_allowance_is_kept_and_read(cup: Path) -> None:
    note = "x" * (MOST_BYTES - len('{"note":""}'))
    with EventFile.open(cup, write=True) as file:
        post(file, Draft("result", {"note": note}))
        assert file.entries(8)[0].payload == {"note": note}


def test_a_file_open_for_reading_is_not_written_to(cup: Path) -> None:
    with EventFile.open(cup) as file, pytest.raises(UsageError, match="opened for reading"):
        post(file)


def test_closing_leaves_one_file(cup: Path) -> None:
    with EventFile.open(cup, write=True) as file:
        post(file)
    assert [p.name for p in cup.parent.iterdir()] == [cup.name]


def test_the_log_needs_nothing_that_takes_long_to_import() -> None:
    code = "import sys, json, scheduler.store; print(json.dumps([m.split('.')[0] for m in sys.modules]))"
    command = [sys.executable, "-P", "-c", code]
    done = subprocess.run(command, env=environment(), capture_output=True, check=True)
    assert not {"numpy", "ortools", "numba", "typer"} & set(json.loads(done.stdout))
