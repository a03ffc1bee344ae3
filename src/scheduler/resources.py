"""Where the rulebooks and published tables that come with the program are, and how they are named.

In a checkout they stand at its top, in ``models/`` and ``instances/``; in an installed wheel they
travel inside the package, in ``_data/``. A *name* is a file's path below its folder without
``.toml`` (``published/cba-6``), or its last part alone (``cba-6``) where only one file has it.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from scheduler.errors import FileError, RulebookError, UsageError, did_you_mean

__all__ = [
    "find_instance",
    "find_model",
    "instance_names",
    "instances_folder",
    "model_names",
    "models_folder",
]

_PACKAGE = Path(__file__).resolve().parent


def models_folder() -> Path:
    """The folder of rulebooks. Raises FileError where the installation lacks it."""
    return _folder("models")


def instances_folder() -> Path:
    """The folder of published tables and sample events. Raises FileError where it is missing."""
    return _folder("instances")


def model_names() -> tuple[str, ...]:
    """The names of all rulebooks that come with the program, sorted."""
    return tuple(_shortest(models_folder()))


def instance_names() -> tuple[str, ...]:
    """The names of all tables and events that come with the program, sorted."""
    return tuple(_shortest(instances_folder()))


def find_model(name: str, *, base: Path | None = None, where: str = "") -> Path:
    """The file of the rulebook ``name``: a name, or a path that ends in ``.toml``.

    A path is relative to ``base`` (default: the current folder). ``where`` is the file and line
    that names the rulebook; with it an unknown name is a RulebookError, without it a UsageError.
    A path at which no file is raises FileError.
    """
    return _find("rulebook", models_folder, name, base, where)


def find_instance(name: str, *, base: Path | None = None, where: str = "") -> Path:
    """The file of the table or event ``name``; as :func:`find_model`, with the same errors."""
    return _find("table or event", instances_folder, name, base, where)


def _folder(kind: str) -> Path:
    inside = _PACKAGE / "_data" / kind
    beside = _PACKAGE.parents[1] / kind
    for folder in (inside, beside):
        if folder.is_dir():
            return folder
    raise FileError(
        f'the folder "{kind}" that comes with the program is missing',
        where=str(inside),
        maybe="install the program again.",
    )


def _find(
    kind: str, folder: Callable[[], Path], name: str, base: Path | None, where: str
) -> Path:
    if name.lower().endswith(".toml"):
        return _given(kind, (base or Path()) / name, where)
    files = _named(folder())
    if name in files:
        return files[name]
    maybe = did_you_mean(name, list(_shortest(folder())))
    if not maybe and kind == "rulebook":
        maybe = "see scheduler rules --models for those that come along."
    message = f'no {kind} is called "{name}"'
    if where:
        raise RulebookError(message, where=where, maybe=maybe)
    raise UsageError(message, maybe=maybe)


def _given(kind: str, path: Path, where: str) -> Path:
    try:
        there = path.is_file()
    except (OSError, ValueError):  # a name that no file can have, such as one with a NUL
        there = False
    if there:
        return path
    raise FileError(
        f'no {kind} at "{path}"' if where else f"no {kind} is at this path",
        where=where or str(path),
        maybe="give the name of one that comes with the program, without .toml.",
    )


def _shortest(folder: Path) -> dict[str, Path]:
    """Each file under its shortest unambiguous name, sorted by name."""
    names: dict[Path, str] = {}
    for name, path in _named(folder).items():
        if path not in names or len(name) < len(names[path]):
            names[path] = name
    return dict(sorted((name, path) for path, name in names.items()))


def _named(folder: Path) -> dict[str, Path]:
    """Every name a file can be asked for by: listed, not joined, so that none leads outside."""
    files = sorted(folder.rglob("*.toml"))
    names = {path.relative_to(folder).with_suffix("").as_posix(): path for path in files}
    stems = [path.stem for path in files]
    for path in files:
        if stems.count(path.stem) == 1:
            names.setdefault(path.stem, path)
    return names
