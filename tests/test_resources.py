"""Rulebooks and tables by name or path; whatever else is asked for is a clear error."""

from __future__ import annotations

from pathlib import Path

import pytest

from scheduler import resources
from scheduler.errors import FileError, RulebookError, UsageError


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package with its own data: two rulebooks, and tables of which two share a name."""
    inside = tmp_path / "src" / "scheduler"
    for name in ("models/one.toml", "models/other.toml", "instances/a/x.toml",
                 "instances/b/x.toml", "instances/b/y.toml", "instances/b/y.csv"):
        path = inside / "_data" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(name, encoding="utf-8")
    monkeypatch.setattr(resources, "_PACKAGE", inside)
    return inside / "_data"


def test_a_name_finds_its_file(data: Path) -> None:
    assert resources.find_model("one") == data / "models" / "one.toml"
    assert resources.find_instance("y") == data / "instances" / "b" / "y.toml"
    assert resources.find_instance("b/y") == data / "instances" / "b" / "y.toml"


@pytest.mark.usefixtures("data")
def test_names_are_the_shortest_that_are_not_ambiguous() -> None:
    assert resources.model_names() == ("one", "other")
    assert resources.instance_names() == ("a/x", "b/x", "y")
    with pytest.raises(UsageError, match='called "x"'):
        resources.find_instance("x")


def test_a_path_is_taken_as_it_is_relative_to_its_base(data: Path, tmp_path: Path) -> None:
    (tmp_path / "mine.toml").touch()
    assert resources.find_model("mine.toml", base=tmp_path) == tmp_path / "mine.toml"
    assert resources.find_model(str(tmp_path / "mine.toml"), base=data) == tmp_path / "mine.toml"


@pytest.mark.usefixtures("data")
def test_a_misspelt_name_is_a_usage_error_with_the_name_meant() -> None:
    with pytest.raises(UsageError) as caught:
        resources.find_model("othr")
    assert caught.value.maybe == 'you mean "other"?'


@pytest.mark.usefixtures("data")
def test_a_misspelt_name_in_a_file_is_an_error_of_that_file() -> None:
    with pytest.raises(RulebookError, match=r"^event\.toml:7: no rulebook") as caught:
        resources.find_model("othr", where="event.toml:7")
    assert caught.value.exit_code == 5


@pytest.mark.usefixtures("data")
@pytest.mark.parametrize("name", ["gone.toml", "a\0b.toml", "x" * 5000 + ".toml"])
def test_a_path_without_a_file_is_a_file_error(name: str) -> None:
    with pytest.raises(FileError):
        resources.find_model(name)


@pytest.mark.usefixtures("data")
@pytest.mark.parametrize("name", ["", ".", "..", "../models/one", "/etc/passwd", "b/", "b\\y"])
def test_no_name_leads_outside_its_folder(name: str) -> None:
    with pytest.raises(UsageError):
        resources.find_instance(name)


def test_a_checkout_keeps_its_data_at_the_top(root: Path) -> None:
    assert resources.models_folder() == root / "models"
    assert resources.instances_folder() == root / "instances"


def test_an_installation_without_data_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(resources, "_PACKAGE", tmp_path / "src" / "scheduler")
    with pytest.raises(FileError, match="models"):
        resources.models_folder()
