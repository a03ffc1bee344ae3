"""Files are written whole or not at all, and what is in the way is told."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path
from typing import Any

import pytest

from scheduler.errors import FileError
from scheduler.files.output import write_atomic


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """A file that is there already."""
    path = tmp_path / "out.csv"
    path.write_bytes(b"old")
    return path


def only(path: Path) -> bytes:
    """The content of ``path``, which must be alone in its folder."""
    assert os.listdir(path.parent) == [path.name]
    return path.read_bytes()


def test_a_new_file_and_an_old_one_are_written_and_nothing_is_left_beside(tmp_path: Path) -> None:
    for data in (b"first", b"second"):
        write_atomic(tmp_path / "名.csv", data)
        assert only(tmp_path / "名.csv") == data


@pytest.mark.parametrize(("step", "code", "said"), [
    ("fsync", errno.ENOSPC, "disk is full"), ("replace", errno.EACCES, "may not be written"),
    ("replace", errno.EIO, "cannot be written"),
])
def test_after_a_failure_the_old_file_is_as_it_was(
    old: Path, monkeypatch: pytest.MonkeyPatch, step: str, code: int, said: str
) -> None:
    def fail(*_: Any) -> None:
        raise OSError(code, os.strerror(code))

    monkeypatch.setattr(os, step, fail)
    with pytest.raises(FileError, match=said):
        write_atomic(old, b"new")
    assert only(old) == b"old"


def test_an_interruption_leaves_the_old_file_too(
    old: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(*_: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", stop)
    with pytest.raises(KeyboardInterrupt):
        write_atomic(old, b"new")
    assert only(old) == b"old"


def test_a_missing_folder_a_folder_and_an_impossible_name_are_told(tmp_path: Path) -> None:
    for path, said in (
        (tmp_path / "absent" / "x.csv", "does not exist"), (tmp_path, "a folder of this name"),
        (tmp_path / "x\0y", "cannot be written"),
    ):
        with pytest.raises(FileError, match=said):
            write_atomic(path, b"x")


def test_a_write_protected_file_is_left_alone(old: Path) -> None:
    old.chmod(stat.S_IREAD)
    with pytest.raises(FileError, match="write-protected"):
        write_atomic(old, b"new")
    assert only(old) == b"old"


@pytest.mark.skipif(os.name != "posix", reason="links and modes of this kind are POSIX's")
def test_a_link_is_followed_and_the_mode_is_kept(old: Path, tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(old)
    old.chmod(0o640)
    write_atomic(link, b"new")
    assert (link.is_symlink(), old.read_bytes()) == (True, b"new")
    assert stat.S_IMODE(old.stat().st_mode) == 0o640


@pytest.mark.skipif(not os.path.exists(os.devnull) or os.name != "posix", reason="a POSIX device")
def test_a_device_is_written_to_and_not_replaced() -> None:
    write_atomic(os.devnull, b"x")
    assert not os.path.isfile(os.devnull)
