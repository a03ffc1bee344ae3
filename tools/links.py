"""Relative links in the documents: each must lead to a file, and to a heading where it names one.

Exits 1 with a line a broken link. Links to other sites are not followed.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote

ROOT = Path(__file__).resolve().parent.parent
LINK = re.compile(r"!?\[[^\]]*\]\(\s*<?([^)\s>]+)>?[^)]*\)|^\[[^\]]+\]:\s*(\S+)", re.MULTILINE)
CODE = re.compile(r"^(```|~~~).*?^\1[^\n]*$|`[^`\n]*`", re.MULTILINE | re.DOTALL)
FENCE = re.compile(r"^(```|~~~).*?^\1[^\n]*$", re.MULTILINE | re.DOTALL)
HEADING = re.compile(r"^#{1,6}\s+(.+?)\s*#*$", re.MULTILINE)


def documents() -> list[Path]:
    """Every Markdown file that a reader meets."""
    folders = ("docs", "benchmarks", "instances", "models")
    below = [path for name in folders for path in (ROOT / name).rglob("*.md")]
    return sorted([*ROOT.glob("*.md"), *below])


def anchors(path: Path) -> set[str]:
    """The anchors of a document's headings, as the common hosts make them."""
    seen: dict[str, int] = {}
    found = set()
    for heading in HEADING.findall(FENCE.sub("", path.read_text(encoding="utf-8"))):
        words = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).lower()
        slug = re.sub(r"[^\w\- ]", "", words).replace(" ", "-")
        again = seen.get(slug, 0)
        seen[slug] = again + 1
        found.add(f"{slug}-{again}" if again else slug)
    return found


def broken(path: Path, root: Path = ROOT) -> Iterator[str]:
    """Every link of one document that leads nowhere, as ``file:line: what``."""
    text = path.read_text(encoding="utf-8")
    # Blank code out, newline for newline, so that the line numbers stay true.
    prose = CODE.sub(lambda m: re.sub(r"[^\n]", " ", m.group()), text)
    for match in LINK.finditer(prose):
        target = unquote(match.group(1) or match.group(2))
        if re.match(r"[a-z][a-z0-9+.-]*:", target, re.IGNORECASE):
            continue
        file, _, anchor = target.partition("#")
        place = (path.parent / file).resolve() if file else path
        where = f"{path.relative_to(root).as_posix()}:{prose.count(chr(10), 0, match.start()) + 1}"
        if not place.exists():
            yield f"{where}: no file at {target}"
        elif anchor and place.suffix == ".md" and anchor not in anchors(place):
            yield f"{where}: no heading for {target}"


def main() -> int:
    """Check every document; a broken link makes the exit code 1."""
    found = [line for path in documents() for line in broken(path)]
    print("\n".join(found) or "links hold")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
