"""Copies and backups are whole event files, whoever is writing meanwhile."""

from __future__ import annotations

from pathlib import Path
from threading import Event as Signal
from threading import Thread

import pytest

from scheduler.errors import FileError, UsageError
from scheduler.store import EventFile
from store.posting import post


def test_a_copy_holds_what_was_acknowledged_and_nothing_that_is_under_way(cup: Path) -> None:
    copy = cup.with_name("copy.event")
    copy.write_text("what was there before", encoding="utf-8")
    with EventFile.open(cup, write=True) as file, file.writing() as txn:
        txn.append("result", {})
        file.copy_to(copy)
    with EventFile.open(copy, write=True) as other:
        assert other.position == 8
        assert other.faults() == ()
        assert post(other) == 9
    assert sorted(p.name for p in cup.parent.iterdir()) == ["copy.event", "cup.event"]


def test_copies_made_while_others_write_are_whole(cup: Path) -> None:
    done = Signal()

    def write() -> None:
        with EventFile.open(cup, write=True) as file:
            while not done.is_set():
                post(file)

    thread = Thread(target=write)
    thread.start()
    seen = []
    try:
        with EventFile.open(cup) as file:
            for _ in range(10):
                before = file.position
                file.copy_to(cup.with_name("copy.event"))
                with EventFile.open(cup.with_name("copy.event")) as copy:
                    assert copy.faults() == ()
                    assert before <= copy.position <= file.position
                    seen.append(copy.position)
    finally:
        done.set()
        thread.join()
    assert seen == sorted(seen)


def test_a_copy_is_not_put_over_the_file_itself_nor_a_folder_nor_a_file_in_use(cup: Path) -> None:
    other = cup.with_name("other.event")
    with EventFile.open(cup) as file, EventFile.create(other) as busy:
        no_place = cup.parent / "x" / "y"
        for path, says in ((cup, "itself"), (cup.parent, "is a folder"), (no_place, "does not exist")):
            with pytest.raises(FileError, match=says):
                file.copy_to(path)
        with busy.writing() as txn:
            txn.append("result", {})
            with pytest.raises(FileError, match="is being written to"):
                file.copy_to(other)
        assert busy.position == 1


def test_a_copy_that_cannot_be_finished_leaves_what_was_there(
    cup: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise OSError(28, "No space left on device")

    copy = cup.with_name("copy.event")
    copy.write_text("before", encoding="utf-8")
    monkeypatch.setattr("scheduler.store.copies.os.replace", broken)
    with EventFile.open(cup) as file, pytest.raises(FileError, match="disk is full"):
        file.copy_to(copy)
    assert copy.read_text(encoding="utf-8") == "before"
    assert sorted(p.name for p in cup.parent.iterdir()) == ["copy.event", "cup.event"]


def test_backups_rotate_and_the_last_ones_stay(cup: Path) -> None:
    with EventFile.open(cup, write=True) as file:
        made = []
        for _ in range(5):
            made.append(file.backup(keep=3))
            post(file)
        assert file.backup(keep=3) != made[-1]
    names = sorted(p.name.rsplit("-", 1)[0] for p in made[0].parent.iterdir())
    assert names == ["0004-entry-11", "0005-entry-12", "0006-entry-13"]
    with EventFile.open(made[3]) as backup:
        assert backup.position == 11
        assert backup.faults() == ()


def test_a_backup_of_the_same_entries_is_not_made_twice(cup: Path) -> None:
    with EventFile.open(cup) as file:
        assert file.backup() == file.backup()
        assert len(list(file.backup().parent.iterdir())) == 1


def test_other_files_among_the_backups_are_left_alone(cup: Path) -> None:
    with EventFile.open(cup, write=True) as file:
        folder = file.backup().parent
        (folder / "mine.event").write_text("mine", encoding="utf-8")
        post(file)
        file.backup(keep=1)
    assert sorted(p.name[:4] for p in folder.iterdir()) == ["0002", "mine"]


def test_no_backups_at_all_is_no_rotation(cup: Path) -> None:
    with EventFile.open(cup) as file, pytest.raises(UsageError, match="keep at least 1"):
        file.backup(keep=0)
