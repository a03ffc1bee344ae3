"""A file of an older format is brought up to date once it is written to, and read as it is before."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Mapping
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from scheduler.errors import EventChanged, FileError
from scheduler.store import EventFile, versions
from store.posting import post

TABLES_1 = "c54a3a99de80ab4d24644ae691244fc788df24d97624cf8f2f7d694036bbea67"


def to_two(kind: str, payload: Mapping[str, Any]) -> tuple[str, Mapping[str, Any]]:
    """A step to a format that never was: results call their margin another name."""
    if kind != "result":
        return kind, payload
    return "score", {("margin" if key == "imps" else key): value for key, value in payload.items()}


@pytest.fixture
def update(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """From now on the program is a newer one, whose tables have another guard."""

    def run() -> None:
        more = "CREATE TRIGGER entry_counts BEFORE INSERT ON entry WHEN NEW.position < 1 " \
            "BEGIN SELECT RAISE(ABORT, 'positions count from 1'); END"
        monkeypatch.setattr(versions, "FORMAT", 2)
        monkeypatch.setitem(versions.SCHEMAS, 2, (*versions.SCHEMAS[1], more))
        monkeypatch.setitem(versions.MIGRATIONS, 1, to_two)

    return run


def version_of(path: Path) -> int:
    with closing(sqlite3.connect(path)) as db:
        (version,) = db.execute("PRAGMA user_version").fetchone()
    return int(version)


def test_every_version_has_its_tables_and_a_way_to_the_next() -> None:
    assert set(versions.SCHEMAS) == set(range(1, versions.FORMAT + 1))
    assert set(versions.MIGRATIONS) == set(range(1, versions.FORMAT))


def test_the_first_format_stays_readable(tmp_path: Path) -> None:
    """Files of it are in the world: neither its tables nor the way to hash an entry may change."""
    assert sha256("\n".join(versions.SCHEMAS[1]).encode()).hexdigest() == TABLES_1
    path = tmp_path / "old.event"
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        for statement in versions.SCHEMAS[1]:
            db.execute(statement)
        db.execute("PRAGMA application_id = 1396918340")
        db.execute("PRAGMA user_version = 1")
        db.execute(
            "INSERT INTO entry (position, kind, payload, author, at, hash, previous) VALUES "
            "(1, 'new', '{\"name\":\"Cup\"}', 'Ann', '2026-05-01T09:00:00Z', "
            "'907d8aabaea12d15e7995e99de3ae88d33ac38235d8d65c70d605b933cfe8c19', "
            "'0000000000000000000000000000000000000000000000000000000000000000')"
        )
    with EventFile.open(path) as file:
        assert file.entries()[0].payload == {"name": "Cup"}
        assert file.faults() == ()


def test_an_old_file_is_converted_as_it_is_read_and_left_as_it_is(
    cup: Path, update: Callable[[], None]
) -> None:
    before = cup.read_bytes()
    update()
    with EventFile.open(cup) as file:
        assert file.entries()[1].kind == "score"
        assert file.entries(since=6)[-1].payload == {"margin": 49, "table": 7}
        assert file.faults() == ()
    assert cup.read_bytes() == before


def test_an_old_file_is_rewritten_when_it_is_opened_for_writing(
    cup: Path, update: Callable[[], None]
) -> None:
    before = cup.read_bytes()
    update()
    with EventFile.open(cup) as file:
        read = file.entries()
    with EventFile.open(cup, write=True) as file:
        assert file.entries() == read
        assert post(file) == 9
        assert file.faults() == ()
    assert version_of(cup) == 2
    (kept,) = (cup.parent / "cup.event.backups").iterdir()
    assert kept.name.startswith("format-1-entry-8-")
    assert version_of(kept) == 1
    assert len(before) == kept.stat().st_size


def test_what_a_file_was_in_an_older_format_is_not_rotated_away(
    cup: Path, update: Callable[[], None]
) -> None:
    update()
    with EventFile.open(cup, write=True) as file:
        for _ in range(3):
            post(file)
            file.backup(keep=1)
    names = sorted(p.name[:8] for p in (cup.parent / "cup.event.backups").iterdir())
    assert names == ["0003-ent", "format-1"]


def test_a_step_that_fails_leaves_the_old_file(
    cup: Path, update: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(kind: str, payload: Mapping[str, Any]) -> tuple[str, Mapping[str, Any]]:
        if payload.get("table") == 5:
            raise LookupError("table 5")
        return to_two(kind, payload)

    before = cup.read_bytes()
    update()
    monkeypatch.setitem(versions.MIGRATIONS, 1, fails)
    with pytest.raises(LookupError):
        EventFile.open(cup, write=True)
    assert cup.read_bytes() == before


def test_an_old_file_that_was_tampered_with_is_not_given_new_hashes(
    tampered: Callable[..., Path], update: Callable[[], None]
) -> None:
    path = tampered("UPDATE entry SET author = 'Eve' WHERE position = 3")
    update()
    with pytest.raises(FileError, match=r"older format .* the content of entry 3"):
        EventFile.open(path, write=True)
    assert version_of(path) == 1
    with EventFile.open(path) as file:
        assert [f.position for f in file.faults()] == [3]


def test_a_program_that_has_the_old_file_open_notices(cup: Path, update: Callable[[], None]) -> None:
    with EventFile.open(cup, write=True) as old, EventFile.open(cup) as reader:
        update()
        with EventFile.open(cup, write=True) as new:
            post(new)
        with pytest.raises(EventChanged, match="open it again"):
            post(old)
        assert reader.entries()[-1].position == 9
