"""The ground: locks, arrows, ceilings and links hold, and the checks themselves can fail."""

from __future__ import annotations

import ast
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import tomllib
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from types import ModuleType

import pytest
from packaging.markers import default_environment
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parent.parent
PLATFORMS = {
    "linux": ("linux", "posix", "Linux", "x86_64"),
    "macos-intel": ("darwin", "posix", "Darwin", "x86_64"),
    "macos-arm": ("darwin", "posix", "Darwin", "arm64"),
    "windows": ("win32", "nt", "Windows", "AMD64"),
}
ENTRY = re.compile(
    r"^([a-z0-9][a-z0-9._-]*)==(\S+)(?: ; (.+?))?((?: \\\n    --hash=sha256:[0-9a-f]{64})+)\n",
    re.MULTILINE,
)


def tool(name: str) -> ModuleType:
    """A script of ``tools/`` as a module."""
    spec = importlib.util.spec_from_file_location(name, ROOT / "tools" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def declared(lock: str) -> list[str]:
    """The requirements that a lock file answers to."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    core: list[str] = project["project"]["dependencies"]
    return core if lock == "core" else [*core, *project["dependency-groups"]["dev"]]


def locked(lock: str) -> dict[str, Requirement]:
    """Each locked distribution by name, as the exact requirement that the file holds."""
    text = (ROOT / "requirements" / f"{lock}.txt").read_text(encoding="utf-8")
    entries = ENTRY.findall(text)
    return {
        name: Requirement(f"{name}=={version}" + (f" ; {marker}" if marker else ""))
        for name, version, marker, _ in entries
    }


def environment(platform: str, python: str) -> dict[str, str]:
    """What the markers of a requirement see on another machine."""
    system, os_name, name, machine = PLATFORMS[platform]
    return {k: str(v) for k, v in default_environment().items()} | {
        "sys_platform": system, "os_name": os_name, "platform_system": name,
        "platform_machine": machine, "python_version": python, "python_full_version": f"{python}.4",
    }


def wanted(requirements: list[str], where: dict[str, str]) -> dict[str, list[Requirement]]:
    """Everything that these requirements ask for there, theirs included, by distribution."""
    found: dict[str, list[Requirement]] = {}
    todo = [(Requirement(line), "") for line in requirements]
    done: set[tuple[str, str]] = set()
    while todo:
        need, extra = todo.pop()
        if need.marker is not None and not need.marker.evaluate(where | {"extra": extra}):
            continue
        name = canonicalize_name(need.name)
        found.setdefault(name, []).append(need)
        for more in ({""} | need.extras) - {e for n, e in done if n == name}:
            done.add((name, more))
            todo += [(Requirement(line), more) for line in asks(name)]
    return found


def asks(name: str) -> list[str]:
    """What an installed distribution asks for; one of ELSEWHERE asks nothing."""
    try:
        return distribution(name).requires or []
    except PackageNotFoundError:
        assert name in tool("lock").ELSEWHERE, f"{name} is wanted somewhere and not installed here"
        return []


@pytest.mark.parametrize("lock", ["core", "dev"])
@pytest.mark.parametrize("platform", PLATFORMS)
@pytest.mark.parametrize("python", ["3.11", "3.12", "3.13"])
def test_lock_holds_whatever_is_wanted_on_each_platform(
    lock: str, platform: str, python: str
) -> None:
    where, pins = environment(platform, python), locked(lock)
    needs = wanted(declared(lock), where)
    assert len(needs) > len(declared(lock)) / 2
    for name, requirements in needs.items():
        assert name in pins, f"{name} is wanted on {platform} and is not locked"
        marker = pins[name].marker
        assert marker is None or marker.evaluate(where), f"{name} is left out on {platform}"
        version = next(iter(pins[name].specifier)).version
        for need in requirements:
            assert need.specifier.contains(version, prereleases=True), f"{need} against {version}"


@pytest.mark.parametrize("lock", ["core", "dev"])
def test_lock_is_whole_hashes_and_names_no_index(lock: str) -> None:
    text = (ROOT / "requirements" / f"{lock}.txt").read_text(encoding="utf-8")
    rest = ENTRY.sub("", text)
    assert [line for line in rest.splitlines() if not line.startswith("#")] == []
    assert not re.search(r"https?:|file:|--index|--find-links|--trusted-host", text)
    assert len(ENTRY.findall(text)) > len(declared(lock))


def test_core_lock_is_part_of_dev_lock() -> None:
    core, dev = locked("core"), locked("dev")
    assert {name: str(pin) for name, pin in dev.items() if name in core} == {
        name: str(pin) for name, pin in core.items()
    }


IMPORTED_AS = {"python-calamine": "python_calamine"}


def test_declared_dependencies_are_those_that_the_code_imports() -> None:
    imported = set()
    for path in (ROOT / "src").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                imported |= {alias.name.split(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                imported.add(node.module.split(".")[0])
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = [line for lines in project["optional-dependencies"].values() for line in lines]
    names = [canonicalize_name(Requirement(line).name) for line in (*declared("core"), *extras)]
    assert {IMPORTED_AS.get(name, name) for name in names} == imported - {
        "scheduler", *sys.stdlib_module_names
    }


def lint(source: Path) -> subprocess.CompletedProcess[str]:
    """The verdict on the arrows of a copy of ``src``."""
    shutil.copy(ROOT / "pyproject.toml", source)
    return subprocess.run(
        [
            sys.executable, "-c", "from importlinter.cli import lint_imports_command as c; c()",
            "--no-cache",
        ],
        env=os.environ | {"PYTHONPATH": str(source)}, cwd=source,
        capture_output=True, text=True, encoding="utf-8", check=False,
    )


def test_arrows_between_rooms_hold_and_each_contract_can_break(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "src" / "scheduler", tmp_path / "scheduler")
    good = lint(tmp_path)
    assert good.returncode == 0, good.stdout
    spies = {
        "rules": "from scheduler.app import __name__ as up",
        "verify": "import scheduler.solve",
        "repair": "def late() -> None:\n    import ortools.sat.python.cp_model",
        "files": "import openpyxl",
        "views": "import termios",
    }
    for room, line in spies.items():
        (tmp_path / "scheduler" / room / "spy.py").write_text(f"{line}\n", encoding="utf-8")
    bad = lint(tmp_path)
    assert bad.returncode == 1
    assert bad.stdout.count("BROKEN") == 5
    for room in spies:
        assert f"scheduler.{room}.spy -> " in bad.stdout


def test_ceilings_hold() -> None:
    assert tool("ceilings").main() == 0


def test_ceilings_name_each_breach_by_line(tmp_path: Path) -> None:
    path = tmp_path / "x.py"
    body = "\n".join(["    pass"] * 40)
    path.write_text(f"x = 1\nclass A:\n    '''A.'''\n    def f(self): ...\ndef _g():\n{body}\n")
    found = list(tool("ceilings").breaches(path, "x.py", documented=True))
    assert [breach.split(" ")[0] for breach in found] == ["x.py:5:", "x.py:1:", "x.py:4:"]
    path.write_text('"""X."""\n' + "x = 1\n" * 400)
    assert list(tool("ceilings").breaches(path, "x.py", documented=True)) == [
        "x.py:1: 401 lines, the ceiling is 400"
    ]


def test_links_in_documents_lead_somewhere() -> None:
    assert tool("links").main() == 0


def test_broken_links_are_named_and_code_is_not_read(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(
        "# A *big* title\n\n[a](#a-big-title) `[b](gone.md)` [c](https://x.example/y)\n"
        "```\n# No title\n[d](gone.md)\n```\n"
        "[e](#no-title) [f](gone.md#x) [g](page.md#a-big-title)\n",
        encoding="utf-8",
    )
    assert list(tool("links").broken(page, tmp_path)) == [
        "page.md:8: no heading for #no-title",
        "page.md:8: no file at gone.md#x",
    ]


def test_data_folder_beside_the_checkout_is_found_or_its_absence_explained(
    pytester_env: Path,
) -> None:
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-rs", "-q", "-p", "no:cacheprovider", "test_x.py"],
        cwd=pytester_env, env=os.environ | {"SCHEDULER_SHARED": str(pytester_env / "none")},
        capture_output=True, text=True, encoding="utf-8", check=False,
    )
    assert run.returncode == 0
    assert "SKIPPED" in run.stdout
    assert "set SCHEDULER_SHARED to its folder" in run.stdout


@pytest.fixture
def pytester_env(tmp_path: Path) -> Path:
    """A folder with this suite's conftest and one test that asks for the data."""
    shutil.copy(ROOT / "tests" / "conftest.py", tmp_path)
    (tmp_path / "test_x.py").write_text("def test_it(shared): raise AssertionError\n")
    return tmp_path
