"""A schedule becomes files that are read back the same, and nothing is half-written."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import scheduler
from scheduler.app.exporting import FORMATS, Content, dump, export, render, targets
from scheduler.app.inputs import open_event
from scheduler.errors import FileError, UsageError

EVENT = open_event("sample-23")
PLANNED = scheduler.plan(EVENT).schedule
CONTENT = Content(PLANNED, EVENT, tuple(e.name for e in EVENT.entrants))


@pytest.mark.parametrize("format", ["csv", "json", "xlsx"])
def test_formats_that_hold_everything_are_read_back(format: str, tmp_path: Path) -> None:
    (path,) = export(CONTENT, tmp_path / f"t.{format}")
    assert scheduler.load(path) == PLANNED


@pytest.mark.parametrize("language", ["en", "zh", "vi"])
@pytest.mark.parametrize("format", ["text", "html", "csv"])
def test_every_name_is_in_the_printed_formats(format: str, language: str) -> None:
    content = Content(PLANNED, EVENT, CONTENT.names, language=language)
    text = render(content, format).decode("utf-8-sig")
    assert all(name in text for name in CONTENT.names)


def test_a_folder_gets_one_file_a_format(tmp_path: Path) -> None:
    made = export(CONTENT, tmp_path / "new" / "folder", stem="cup")
    assert [p.name for p in made] == ["cup.csv", "cup.json", "cup.xlsx", "cup.html"]
    assert all(p.stat().st_size for p in made)


@pytest.mark.parametrize("name", ["tables/", "tables.csv/"])
def test_a_slash_at_the_end_means_a_folder_whatever_else_is_said(name: str, tmp_path: Path) -> None:
    made = export(CONTENT, f"{tmp_path}/{name}", names=["csv"], stem="cup")
    assert made == (tmp_path / name / "cup.csv",)
    assert scheduler.load(made[0]) == PLANNED


def test_rounds_with_times_get_a_calendar_too(tmp_path: Path) -> None:
    timed = Content(PLANNED.replace(starts={1: "2026-05-30T09:30"}), EVENT)
    assert (tmp_path / "x" / "t.ics") in export(timed, tmp_path / "x", stem="t")


def test_a_file_that_is_there_is_kept_without_force(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_text("precious", encoding="utf-8")
    with pytest.raises(UsageError, match="there already"):
        export(CONTENT, path)
    assert path.read_text("utf-8") == "precious"
    export(CONTENT, path, force=True)
    assert scheduler.load(path) == PLANNED


def test_one_file_in_the_way_means_that_none_is_written(tmp_path: Path) -> None:
    (tmp_path / "t.html").write_text("precious", encoding="utf-8")
    with pytest.raises(UsageError):
        export(CONTENT, tmp_path, stem="t")
    assert [p.name for p in tmp_path.iterdir()] == ["t.html"]


def test_a_format_that_cannot_hold_it_means_that_none_is_written(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="start time"):
        export(CONTENT, tmp_path / "x", names=["csv", "ics"])
    assert not (tmp_path / "x").exists()


@pytest.mark.parametrize(
    ("target", "names"),
    [("t.csv", ["json"]), ("t.csv", ["csv", "json"]), ("t", ["pdf"]), ("t", ["csv", "csvv"])],
)
def test_formats_that_contradict_are_refused(target: str, names: list[str]) -> None:
    with pytest.raises(UsageError):
        targets(Path(target), names=names)


def test_a_format_named_for_a_bare_file_name_is_taken(tmp_path: Path) -> None:
    assert targets(tmp_path / "table", names=["csv"]) == {tmp_path / "table": "csv"}
    assert targets(tmp_path, names=["text"], stem="a") == {tmp_path / "a.txt": "text"}


def test_a_missing_folder_of_a_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="does not exist"):
        export(CONTENT, tmp_path / "no" / "t.csv")


def test_a_table_without_an_event_has_a_page_too() -> None:
    assert "<h1>t</h1>" in render(Content(PLANNED, title="t"), "html").decode()


def test_json_ends_with_a_line_feed_and_keeps_every_character() -> None:
    assert dump({"name": "Hà Nội 江南"}) == '{\n  "name": "Hà Nội 江南"\n}\n'
    large = {"rounds": [{"matches": [{}] * 30_000}]}
    assert json.loads(dump(large)) == large
    assert dump(large).count("\n") == 1


def test_every_format_is_made() -> None:
    timed = Content(PLANNED.replace(starts={1: "2026-05-30T09:30"}), EVENT, CONTENT.names)
    assert all(render(timed, name) for name in FORMATS)
