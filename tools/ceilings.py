"""Ceilings of the code: modules, functions and public docstrings. Exits 1 with a line a breach.

A module has at most 400 lines, a function at most 40; every public module, class, function and
method under ``src`` says what it does. Exempt are the functions of compiled kernels: cut into pieces,
they would hand each other their arrays one by one.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

MODULE_LINES = 400
FUNCTION_LINES = 40
KERNELS = "src/scheduler/solve/search/kernels/"
ROOT = Path(__file__).resolve().parent.parent

Function = ast.FunctionDef | ast.AsyncFunctionDef


def breaches(path: Path, name: str, documented: bool) -> Iterator[str]:
    """Every breach in one file, as ``name:line: what``; docstrings only where ``documented``."""
    text = path.read_text(encoding="utf-8")
    lines = len(text.splitlines())
    if lines > MODULE_LINES:
        yield f"{name}:1: {lines} lines, the ceiling is {MODULE_LINES}"
    tree = ast.parse(text, filename=name)
    for node in ast.walk(tree):
        if isinstance(node, Function):
            length = (node.end_lineno or node.lineno) - node.lineno + 1
            if length > FUNCTION_LINES and not name.startswith(KERNELS):
                yield f"{name}:{node.lineno}: {node.name} has {length} lines, not {FUNCTION_LINES}"
    if documented:
        yield from undocumented(tree, name)


def undocumented(node: ast.Module | ast.ClassDef, name: str) -> Iterator[str]:
    """Every public name at or below ``node`` that says nothing of itself."""
    if ast.get_docstring(node) is None:
        at, what = (1, "module") if isinstance(node, ast.Module) else (node.lineno, node.name)
        yield f"{name}:{at}: {what} has no docstring"
    for child in node.body:
        if isinstance(child, ast.ClassDef) and not child.name.startswith("_"):
            yield from undocumented(child, name)
        elif isinstance(child, Function) and speechless(child):
            yield f"{name}:{child.lineno}: {child.name} has no docstring"


def speechless(node: Function) -> bool:
    """Whether a function is public and undocumented; overloads are documented where they end."""
    overload = any(isinstance(d, ast.Name) and d.id == "overload" for d in node.decorator_list)
    return not node.name.startswith("_") and ast.get_docstring(node) is None and not overload


def main() -> int:
    """Check src, tests, tools and benchmarks; the number of breaches decides the exit code."""
    found = [
        breach
        for folder in ("src", "tests", "tools", "benchmarks")
        for path in sorted((ROOT / folder).rglob("*.py"))
        for breach in breaches(path, path.relative_to(ROOT).as_posix(), folder != "tests")
    ]
    print("\n".join(found) or "ceilings hold")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
