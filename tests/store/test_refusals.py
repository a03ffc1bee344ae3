"""Whatever is wrong with a file or its place, an error says what, and nothing half-written is left."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from benchmarks.measure import ROOT, environment

from scheduler.errors import FileError
from scheduler.store import Draft, EventFile
from store.conftest import DRAFTS
from store.posting import post


def refused(path: Path, says: str, *, write: bool = False) -> FileError:
    with pytest.raises(FileError, match=says) as caught:
        EventFile.open(path, write=write)
    assert str(path) in caught.value.message
    assert caught.value.exit_code == 5
    return caught.value


@pytest.mark.parametrize("write", [False, True])
@pytest.mark.parametrize(("content", "says"), [
    (b"", "is empty"),
    (b"[event]\nname = 'Cup'\n", "is not an event file"),
    (b"home,away\n" * 5000, "is not an event file"),
    (os.urandom(100_000), "is not an event file"),
    (b"SQLite format 3\0", "is not an event file"),
], ids=["empty", "toml", "csv", "noise", "header"])
def test_a_file_that_is_no_event_file_is_named_so(
    tmp_path: Path, content: bytes, says: str, write: bool
) -> None:
    path = tmp_path / "cup.event"
    path.write_bytes(content)
    assert refused(path, says, write=write).maybe
    assert path.read_bytes() == content


def test_the_database_of_another_program_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "photos.db"
    with closing(sqlite3.connect(path)) as db:
        db.execute("CREATE TABLE photo (name TEXT)")
    before = path.read_bytes()
    refused(path, "database of another program", write=True)
    assert path.read_bytes() == before


def test_a_file_of_a_newer_version_asks_for_an_update(cup: Path) -> None:
    with closing(sqlite3.connect(cup)) as db:
        db.execute("PRAGMA user_version = 9")
    assert refused(cup, r"newer version of this program \(format 9").maybe == "update the program."


@pytest.mark.parametrize("change", [
    "DROP TRIGGER entry_stays", "CREATE TABLE more (x)", "ALTER TABLE entry ADD COLUMN more TEXT",
    "CREATE TRIGGER eve AFTER INSERT ON entry BEGIN SELECT 1; END", "PRAGMA user_version = 0",
])
def test_a_file_whose_structure_was_changed_is_refused(cup: Path, change: str) -> None:
    with closing(sqlite3.connect(cup)) as db:
        db.execute(change)
    refused(cup, "changed its structure", write=True)


@pytest.mark.parametrize("part", [0.3, 0.5, 0.9])
def test_a_file_that_was_cut_short_is_damaged(cup: Path, part: float) -> None:
    os.truncate(cup, int(cup.stat().st_size * part))
    assert "backup" in refused(cup, "is damaged").maybe


def test_a_folder_a_missing_file_and_an_impossible_name_are_named_so(tmp_path: Path) -> None:
    refused(tmp_path, "is a folder")
    refused(tmp_path / "none.event", "does not exist")
    refused(tmp_path / "none" / "cup.event", "does not exist")
    refused(tmp_path / "a\0b", "does not exist")
    with pytest.raises(FileError, match="no name of a file"):
        EventFile.create(tmp_path / "a\0b")
    with pytest.raises(FileError, match=r"folder .* does not exist"):
        EventFile.create(tmp_path / "none" / "cup.event")
    with pytest.raises(FileError):
        EventFile.create(tmp_path / ("x" * 300))


def test_a_file_above_two_gigabytes_is_not_even_opened(cup: Path) -> None:
    os.truncate(cup, 2_000_000_001)
    refused(cup, "2,000,000,001 bytes")


def test_a_new_file_never_takes_the_place_of_another(cup: Path) -> None:
    before = cup.read_bytes()
    with pytest.raises(FileError, match="exists already"):
        EventFile.create(cup)
    assert cup.read_bytes() == before


def test_a_new_file_whose_first_entry_is_refused_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises(Exception, match="kind"):
        EventFile.create(tmp_path / "cup.event", [Draft("new", {}), Draft("", {})])
    assert list(tmp_path.iterdir()) == []


def test_a_journal_left_by_a_removed_file_does_not_spoil_a_new_one(cup: Path) -> None:
    journal = interrupted(cup)
    cup.unlink()
    assert journal.exists()
    with EventFile.create(cup, DRAFTS) as file:
        assert file.position == 8
        assert file.faults() == ()


@pytest.mark.parametrize("together", [True, False])
def test_a_full_disk_leaves_the_file_as_it_was_and_says_so(cup: Path, together: bool) -> None:
    big = Draft("result", {"note": "x" * 3000})
    with EventFile.open(cup, write=True) as file:
        file._db.execute("PRAGMA max_page_count = 20")
        with pytest.raises(FileError, match="the disk is full; nothing was written") as caught:
            post(file, *[big] * 50) if together else [post(file, big) for _ in range(50)]
        assert "delete something" in caught.value.maybe
        kept = file.position
        assert kept == 8 if together else kept > 8
        file._db.execute("PRAGMA max_page_count = 1000")
        assert post(file) == kept + 1
        assert file.faults() == ()


def test_who_goes_on_after_a_full_disk_is_not_told_that_all_is_well(cup: Path) -> None:
    with EventFile.open(cup, write=True) as file:
        file._db.execute("PRAGMA max_page_count = 20")
        with pytest.raises(FileError, match="disk is full"):
            swallow(file)
        assert file.position == 8


def swallow(file: EventFile) -> None:
    with file.writing() as txn:
        for _ in range(50):
            try:
                txn.append("result", {"note": "x" * 3000})
            except FileError:
                return


def test_a_file_at_its_limit_is_not_blamed_on_the_disk(cup: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scheduler.store.file.MOST_FILE", 80_000)
    monkeypatch.setattr("scheduler.store.connection.MOST_FILE", 80_000)
    with EventFile.open(cup, write=True) as file, pytest.raises(FileError, match="80,000 bytes that"):
        post(file, *[Draft("result", {"note": "x" * 3000})] * 50)


@pytest.mark.parametrize("closed", ["folder", "file", "both"])
def test_where_nothing_can_be_written_an_event_can_still_be_read(powerless: Path, closed: str) -> None:
    path = powerless / "cup.event"
    EventFile.create(path, DRAFTS).close()
    path.chmod(0o600 if closed == "folder" else 0o400)
    powerless.chmod(0o700 if closed == "file" else 0o500)
    with EventFile.open(path) as file:
        assert len(file.entries()) == 8
    error = refused(path, f"the {'file' if closed == 'file' else 'folder'} cannot be written to", write=True)
    assert "It can be read where it is" in error.maybe


def test_a_folder_that_is_closed_while_the_file_is_open_stops_writing(powerless: Path) -> None:
    path = powerless / "cup.event"
    with EventFile.create(path, DRAFTS) as file:
        powerless.chmod(0o500)
        with pytest.raises(FileError, match="the folder cannot be written to"):
            post(file)
        with pytest.raises(FileError, match="folder"):
            file.backup()
        assert file.position == 8
        powerless.chmod(0o700)
        assert post(file) == 9


def test_a_new_file_in_a_closed_folder_is_refused(powerless: Path) -> None:
    powerless.chmod(0o500)
    with pytest.raises(FileError, match="the folder cannot be written to"):
        EventFile.create(powerless / "cup.event")


def test_a_file_that_may_not_be_read_says_so(powerless: Path) -> None:
    path = powerless / "cup.event"
    EventFile.create(path, DRAFTS).close()
    path.chmod(0)
    refused(path, "may not be read")


def interrupted(path: Path) -> Path:
    """Kill a writer whose change is half in the file, and return the journal that it leaves."""
    code = (
        "import os, sys\n"
        "from scheduler.store import EventFile\n"
        "with EventFile.open(sys.argv[1], write=True) as file, file.writing() as txn:\n"
        "    file._db.execute('PRAGMA cache_size = 1')\n"
        "    for _ in range(200): txn.append('result', {'note': 'x' * 3000})\n"
        "    os._exit(9)\n"
    )
    command = [sys.executable, "-P", "-c", code, str(path)]
    done = subprocess.run(command, env=environment(), cwd=ROOT, check=False)
    assert done.returncode == 9
    return path.with_name(path.name + "-journal")


@pytest.mark.parametrize("write", [False, True])
def test_a_change_that_was_half_in_the_file_is_taken_back(cup: Path, write: bool) -> None:
    size = cup.stat().st_size
    journal = interrupted(cup)
    assert journal.exists()
    assert cup.stat().st_size > size
    with EventFile.open(cup, write=write) as file:
        assert file.position == 8
        assert file.faults() == ()
    assert not journal.exists()


@pytest.mark.parametrize("closed", ["folder", "both"])
def test_a_half_written_file_in_a_closed_folder_can_be_read_and_copied(
    powerless: Path, closed: str
) -> None:
    room, elsewhere = powerless / "room", powerless / "elsewhere"
    room.mkdir()
    elsewhere.mkdir()
    path = room / "cup.event"
    EventFile.create(path, DRAFTS).close()
    mighty = os.getuid() == 0
    if mighty:
        os.seteuid(0)
    journal = interrupted(path)
    if mighty:
        os.chown(journal, 65534, -1)
        os.seteuid(65534)
    if closed == "both":
        path.chmod(0o400)
    room.chmod(0o500)
    with EventFile.open(path) as file:
        assert file.position == 8
        assert file.faults() == ()
        file.copy_to(elsewhere / "copy.event")
    assert journal.exists()
    with EventFile.open(elsewhere / "copy.event") as file:
        assert file.entries()[0].payload == DRAFTS[0].payload


def test_a_stranger_s_entry_that_is_no_json_object_is_named(tampered: Callable[..., Path]) -> None:
    path = tampered("UPDATE entry SET payload = '[1]' WHERE position = 4")
    with EventFile.open(path) as file, pytest.raises(FileError, match="entry 4 is no JSON object"):
        file.entries()


def test_texts_that_are_objects_only_together_do_not_pass(tampered: Callable[..., Path]) -> None:
    path = tampered("""UPDATE entry SET payload = CASE position
        WHEN 4 THEN '{"a": [1' WHEN 5 THEN '2]}, {"b": 1}' ELSE payload END""")
    with EventFile.open(path) as file, pytest.raises(FileError, match="entry 4 is no JSON object"):
        file.entries()


def test_a_stranger_s_entry_of_great_depth_is_named(tampered: Callable[..., Path]) -> None:
    path = tampered(f"UPDATE entry SET payload = '{'[' * 200_000}' WHERE position = 4")
    with EventFile.open(path) as file, pytest.raises(FileError, match="entry 4 is no JSON object"):
        file.entries()
    with EventFile.open(path) as file:
        assert [f.position for f in file.faults() if f.what == "damaged"] == [4]


def test_a_stranger_s_entry_of_great_length_is_refused(tampered: Callable[..., Path]) -> None:
    path = tampered("UPDATE entry SET payload = hex(zeroblob(20000000)) WHERE position = 4")
    with EventFile.open(path) as file, pytest.raises(FileError, match="is damaged"):
        file.entries()
