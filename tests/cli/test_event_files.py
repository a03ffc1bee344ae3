"""Files as they come: tampered with, of another program or a newer one; settings that change on the way."""

from __future__ import annotations

import shutil
import sqlite3
from pathlib import Path

import openpyxl
import pytest

from cli.event_desk import Desk
from conftest import run_command


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    """Eight teams after two rounds."""
    made = Desk(tmp_path, 8)
    made.round()
    made.round()
    return made


def tampered(path: Path, *statements: str) -> None:
    """Change a file behind the program's back, triggers and all."""
    db = sqlite3.connect(path)
    triggers = db.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
    for name, _ in triggers:
        db.execute(f"DROP TRIGGER {name}")
    for statement in statements:
        db.execute(statement)
    for _, sql in triggers:
        db.execute(sql)
    db.commit()
    db.close()


def test_a_result_that_was_changed_in_the_file_is_named_by_its_entry(desk: Desk) -> None:
    (entry,) = [h for h in desk.json("history")["history"] if h["told"].startswith("table 2 of round 1")]
    more = """replace(payload, '"home_points":1', '"home_points":2')"""
    tampered(desk.path, f"UPDATE entry SET payload = {more} WHERE position = {entry['position']}")
    run = desk.run("verify")
    assert run.code == 1
    assert f"entry {entry['position']}" in run.out
    assert "NOT in order" in run.err


def test_a_score_that_does_not_follow_from_its_result_is_named_even_with_a_whole_chain(desk: Desk) -> None:
    """Somebody who knows how hashes are made still cannot give away points unseen."""
    from scheduler.store import Draft, EventFile

    with EventFile.open(desk.path) as file:
        entries = file.entries()
    drafts = []
    for e in entries:
        payload = dict(e.payload)
        if e.kind == "result" and "score" in payload and not any(d.kind == "result" for d in drafts):
            payload["score"] = {**payload["score"], "home_points": 2_000, "away_points": 0}
        drafts.append(Draft(e.kind, payload, e.author, e.at))
    forged = desk.folder / "forged.event"
    EventFile.create(forged, drafts).close()
    run = run_command(["event", "verify", str(forged)])
    assert run.code == 1
    assert "round 1, table 1" in run.out


def test_a_file_of_a_newer_version_asks_for_an_update_and_is_left_alone(desk: Desk) -> None:
    db = sqlite3.connect(desk.path)
    db.execute("PRAGMA user_version = 99")
    db.commit()
    db.close()
    for words in (("show",), ("pair",), ("standings",), ("undo",)):
        told = desk.refused(*words, code=5)
        assert "newer" in told or "version" in told


@pytest.mark.parametrize("content", [b"", b"not a database", b"SQLite format 3\x00" + b"\x00" * 200])
def test_what_is_no_event_file_is_told_so_by_every_command(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "x.event"
    path.write_bytes(content)
    for words in (["show"], ["pair"], ["history"], ["standings"]):
        run = run_command(["event", *words, str(path)])
        assert run.code == 5
        assert "x.event" in run.err
    assert run_command(["event", "new", str(path), "--format", "swiss"]).code == 5
    assert path.read_bytes() == content


def test_a_backup_lies_beside_the_file_after_every_publication_and_is_an_event_file(desk: Desk) -> None:
    backups = sorted((desk.folder / "cup.event.backups").iterdir())
    assert len(backups) == 2
    copy = desk.folder / "copy.event"
    shutil.copy(backups[-1], copy)
    assert run_command(["event", "verify", str(copy)]).code == 0
    assert run_command(["event", "show", str(copy), "2"]).code == 0


def test_results_are_read_from_a_spreadsheet_as_a_scorer_keeps_them(desk: Desk) -> None:
    desk("pair")
    desk("publish")
    book = openpyxl.Workbook()
    assert book.active is not None
    for row in (("Table", "Result"), (1, "+3"), (2, -4), (3, "="), (4, "13.25-6.75")):
        book.active.append(row)
    book.save(desk.folder / "list.xlsx")
    desk("results", desk.folder / "list.xlsx", "--sure")
    assert [m["result"]["text"] for m in desk.json("show", 3)["matches"]][:3] == ["+3", "-4", "="]


def test_rules_that_change_on_the_way_hold_from_then_on_and_not_before(desk: Desk) -> None:
    """Another home side, other ties: earlier rounds stay as they were drawn, and verify."""
    assert "--reason" in desk.refused("edit", "--set", "home=v2")
    desk("edit", "--set", "home=v2", "--reason", "as the players wished")
    desk("verify")
    desk.round()
    desk("verify")
    assert "must be" in desk.refused("edit", "--set", "home=v9", "--reason", "x", code=5)
    assert 'you mean "rounds"' in desk.refused("edit", "--set", "rouns=9")


@pytest.mark.parametrize("words", [
    ("penalty", 1, "inf", "--reason", "x"), ("penalty", 1, "1e9", "--reason", "x"), ("undo", "--steps", 0),
    ("undo", "--steps", 10**6), ("tables", "1=x"), ("absent", 3), ("result", "x", "+3"), ("waive", 99999),
    ("start", "--time", "soon"), ("edit", 99, "--set", "name=x"), ("edit", 1, "--set", "seed=-4"),
    ("edit", 1, "--set", "novalue"), ("withdraw", 1, "--after", 40), ("pair", "--given", "banana"),
    ("enter",), ("results",), ("choose", 3), ("stage", "add"), ("explain",), ("sheet", "--room", "x"),
    ("enter", "x" * 300, "--reason", "x"), ("result", 1, "+" + "9" * 400, "--correct"),
], ids=lambda w: " ".join(map(str, w))[:40])
def test_nonsense_is_a_mistake_of_usage_and_never_a_bug(desk: Desk, words: tuple[object, ...]) -> None:
    assert "bug" not in desk.refused(*words)
