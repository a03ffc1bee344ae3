"""The wheel, installed into an environment of its own, does what the checkout does."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import sysconfig
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
SOLVERS = ["ortools", "networkx", "pandas", "numba", "fastapi"]

# One worker builds the wheel once; the others need not.
pytestmark = pytest.mark.xdist_group("wheel")


def run(*command: object, cwd: Path) -> subprocess.CompletedProcess[str]:
    """Run a command far from the checkout, with nothing of it on the path."""
    clean = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "PYTEST", "PIP_"))}
    return subprocess.run(
        [str(part) for part in command], cwd=cwd, env=clean, stdin=subprocess.DEVNULL,
        capture_output=True, text=True, encoding="utf-8", check=False, timeout=300,
    )


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the wheel and the source distribution, built from the checkout."""
    folder = tmp_path_factory.mktemp("dist")
    done = run(
        sys.executable, "-m", "build", "--no-isolation", "--outdir", folder, ROOT, cwd=folder
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


@pytest.fixture(scope="session")
def python(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The interpreter of an environment that holds the wheel; only its libraries are borrowed."""
    folder = tmp_path_factory.mktemp("installed")
    venv.create(folder, with_pip=False)
    names = sysconfig.get_paths("venv", {"base": str(folder), "platbase": str(folder)})
    python = Path(names["scripts"]) / ("python.exe" if os.name == "nt" else "python")
    (wheel,) = built.glob("*.whl")
    done = run(
        sys.executable, "-m", "pip", "--isolated", "--python", python, "install", "--no-index",
        "--no-deps", wheel, cwd=folder,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    # A plain path: links to checkouts that lie at it are not followed from here.
    borrowed = {sysconfig.get_paths()[kind] for kind in ("purelib", "platlib")}
    Path(names["purelib"], "borrowed.pth").write_text("\n".join(borrowed), encoding="utf-8")
    return python


def test_wheel_and_source_distribution_carry_every_rulebook_and_table(built: Path) -> None:
    data = [
        path.relative_to(ROOT).as_posix()
        for folder in ("models", "instances")
        for path in (ROOT / folder).rglob("*")
        if path.is_file()
    ]
    assert any(name.startswith("models/") for name in data)
    assert any(name.startswith("instances/published/") for name in data)
    (wheel,), (source,) = built.glob("*.whl"), built.glob("*.tar.gz")
    inside = set(zipfile.ZipFile(wheel).namelist())
    assert {f"scheduler/_data/{name}" for name in data} <= inside
    with tarfile.open(source) as archive:
        below = {name.partition("/")[2] for name in archive.getnames()}
    assert {*data, "LICENSE", "Makefile", "requirements/dev.txt"} <= below


def test_wheel_holds_the_package_and_nothing_else(built: Path) -> None:
    (wheel,) = built.glob("*.whl")
    tops = {name.split("/")[0] for name in zipfile.ZipFile(wheel).namelist()}
    assert {top.split("-")[0] for top in tops} == {"scheduler", "fixturist"}


def test_rulebooks_and_tables_have_the_same_names_and_bytes_in_checkout_and_wheel(
    python: Path, tmp_path: Path
) -> None:
    code = (
        "import json, hashlib, scheduler, scheduler.resources as r\n"
        "h = lambda p: hashlib.sha256(p.read_bytes()).hexdigest()\n"
        "print(json.dumps([scheduler.__file__,\n"
        "    {n: h(r.find_model(n)) for n in r.model_names()},\n"
        "    {n: h(r.find_instance(n)) for n in r.instance_names()}]))\n"
    )
    inside = run(python, "-c", code, cwd=tmp_path)
    assert inside.returncode == 0, inside.stderr
    path = f"import sys; sys.path[:0] = [{str(ROOT / 'src')!r}]\n"
    beside = run(sys.executable, "-c", path + code, cwd=tmp_path)
    assert beside.returncode == 0, beside.stderr
    (file, *installed), (other, *checkout) = json.loads(inside.stdout), json.loads(beside.stdout)
    assert Path(file).is_relative_to(python.parent.parent)
    assert Path(other).is_relative_to(ROOT)
    assert installed == checkout
    assert "cba-round-robin" in checkout[0]
    assert {"cba-6", "cba-8", "cba-12"} <= set(checkout[1])


def test_installed_command_runs_the_demo(python: Path, tmp_path: Path) -> None:
    done = run(python.with_name("scheduler" + python.suffix), "demo", cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    assert all(table in done.stdout for table in ("cba-6", "cba-8", "cba-12"))
    assert any(path.is_file() for path in tmp_path.rglob("*"))


def test_help_imports_no_solver(python: Path, tmp_path: Path) -> None:
    code = (
        "import json, sys\n"
        "sys.argv = ['scheduler', '--help']\n"
        "from scheduler.cli.main import main\n"
        "try:\n    main()\nexcept SystemExit as stop:\n    assert not stop.code\n"
        f"print(json.dumps(sorted(set({SOLVERS!r}) & set(sys.modules))), file=sys.stderr)\n"
    )
    done = run(python, "-c", code, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "plan" in done.stdout
    assert json.loads(done.stderr.splitlines()[-1]) == []
