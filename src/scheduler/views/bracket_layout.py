"""Where the matches of a bracket stand in a picture: trees of one side each, cut so that they fit pages.

A match stands right of those whose winners feed it on the same side; whatever else feeds it (a line, a
loser, the winner of another picture) is a row of its own. Every match is in exactly one picture.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from scheduler.event import BracketMatch, Feed
from scheduler.solve.draws.elimination_play import BracketState, MatchState

__all__ = ["MOST_COLUMNS", "MOST_ROWS", "UPRIGHT", "Part", "Spot", "parts"]

MOST_ROWS = 64
MOST_COLUMNS = 8
UPRIGHT = 6
"""A picture of more columns than this lies on its side, and has half the rows."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A match in a picture: ``column`` from 0, and the rows (from 0, in half units) of its two sides.

    ``home_spot``/``away_spot``: the number of the match to its left that feeds the side, 0 for none.
    """

    state: MatchState
    column: int
    home_row: float
    away_row: float
    home_spot: int
    away_spot: int

    @property
    def row(self) -> float:
        """The row between its sides, where its winner stands."""
        return (self.home_row + self.away_row) / 2

    @property
    def number(self) -> int:
        """The number of the match."""
        return self.state.match.number


@dataclass(frozen=True, slots=True)
class Part:
    """One picture. ``kind``: the side of the bracket (``W``, ``L``, ``L3``, ``F``, ``P``, ``C``).

    ``lines``: the first and last line of the draw in it, (0, 0) for none; ``last``: it is what the
    pictures before it lead to; ``index`` of ``many`` pictures of the side.
    """

    kind: str
    rows: int
    columns: int
    spots: tuple[Spot, ...]
    lines: tuple[int, int]
    last: bool
    index: int = 1
    many: int = 1


@dataclass
class _Tree:
    """Matches of one side: who feeds whom, how many rows a subtree has and where it begins."""

    matches: Mapping[int, BracketMatch]
    rows: dict[int, int]
    first: dict[int, int]

    def columns(self, tops: Sequence[int]) -> int:
        """How many columns some subtrees take together; a round without a match is one too."""
        last = max(self.matches[t].round for t in tops)
        return last - min(self.first[t] for t in tops) + 1

    def children(self, number: int) -> tuple[int, int]:
        """The matches that feed home and away from the left, 0 for none."""
        match = self.matches[number]
        home, away = (self._child(match, f) for f in (match.home, match.away))
        return home, away

    def _child(self, match: BracketMatch, feed: Feed) -> int:
        return feed.of if feed.kind == "winner" and feed.of in self.matches else 0


def parts(
    state: BracketState, *, most_rows: int = MOST_ROWS, most_columns: int = MOST_COLUMNS,
    from_round: int = 1,
) -> list[Part]:
    """The pictures of a bracket: winners' side, losers' sides, final, matches for places, consolation.

    A side of more than ``most_rows`` rows or ``most_columns`` columns is cut into subtrees (quarters
    of 256 lines, halves of 128) and what they lead to. ``from_round``: earlier rounds of the winners'
    side are left out. Matches that are not shown yet (``state.shown``) are in no picture.
    """
    shown = {
        s.match.number: s for s in state.shown
        if s.match.side != "W" or s.match.round >= from_round
    }
    sides: dict[str, list[BracketMatch]] = {}
    for s in shown.values():
        sides.setdefault(s.match.side, []).append(s.match)
    out = []
    for side in sorted(sides, key=lambda k: ("WLFPC".index(k[0]), k)):
        made = list(_side_parts(side, sides[side], shown, most_rows, most_columns))
        for index, part in enumerate(made, start=1):
            out.append(
                Part(part.kind, part.rows, part.columns, part.spots, part.lines, part.last, index,
                     len(made))
            )
    return out


def _side_parts(
    side: str, matches: Sequence[BracketMatch], shown: Mapping[int, MatchState], most_rows: int,
    most_columns: int,
) -> Iterator[Part]:
    left = {m.number: m for m in matches}
    cut = False
    while left:
        tree = _tree(left)
        fed = {c for n in left for c in tree.children(n)}
        roots = [n for n in left if n not in fed]
        tops = [t for r in roots for t in _fitting(tree, r, most_rows, most_columns)]
        whole = set(tops) >= set(roots)
        for group in _pages(tree, tops, most_rows, most_columns):
            yield _part(side, tree, group, shown, cut and whole)
        for t in tops:
            for n in _below(tree, t):
                del left[n]
        cut = True


def _tree(matches: Mapping[int, BracketMatch]) -> _Tree:
    tree = _Tree(matches, {}, {})
    for number in sorted(matches, key=lambda n: (matches[n].slot, n)):
        children = tree.children(number)
        tree.rows[number] = sum(tree.rows[c] if c else 1 for c in children)
        begins = [tree.first[c] for c in children if c]
        tree.first[number] = min([matches[number].round, *begins])
    return tree


def _fitting(tree: _Tree, top: int, most_rows: int, most_columns: int) -> list[int]:
    """The largest subtrees at or below ``top`` that fit a page."""
    todo, out = [top], []
    while todo:
        number = todo.pop()
        deep = tree.columns([number])
        if deep <= most_columns and tree.rows[number] <= _room(deep, most_rows):
            out.append(number)
        else:
            todo += [c for c in tree.children(number)[::-1] if c]
    return out


def _room(deep: int, most_rows: int) -> int:
    return most_rows if deep <= UPRIGHT else most_rows // 2


def _pages(
    tree: _Tree, tops: Sequence[int], most_rows: int, most_columns: int
) -> Iterator[list[int]]:
    """Small trees share a page; a quarter has one of its own."""
    page: list[int] = []
    used = 0
    for top in tops:
        rows = tree.rows[top] + 1
        deep = tree.columns([*page, top])
        if page and (deep > most_columns or used + rows > _room(deep, most_rows) + 1):
            yield page
            page, used = [], 0
        page.append(top)
        used += rows
    if page:
        yield page


def _below(tree: _Tree, top: int) -> list[int]:
    out, todo = [], [top]
    while todo:
        number = todo.pop()
        out.append(number)
        todo += [c for c in tree.children(number) if c]
    return out


def _part(
    side: str, tree: _Tree, tops: Sequence[int], shown: Mapping[int, MatchState], last: bool
) -> Part:
    inside = [n for t in tops for n in _below(tree, t)]
    when = {n: tree.matches[n].round for n in inside}
    first = min(when.values())
    rows: dict[int, tuple[float, float]] = {}
    at = 0.0
    for top in tops:
        at = _settle(tree, top, at, rows) + 1
    spots = []
    for n in sorted(inside, key=lambda n: (when[n], n)):
        home, away = tree.children(n)
        spots.append(Spot(shown[n], when[n] - first, *rows[n], home, away))
    lines = [
        f.of for n in inside for f in (tree.matches[n].home, tree.matches[n].away) if f.kind == "line"
    ]
    columns = max(s.column for s in spots) + 1
    span = (min(lines), max(lines)) if lines else (0, 0)
    return Part(side, int(at) - 1, columns, tuple(spots), span, last)


def _settle(tree: _Tree, top: int, at: float, rows: dict[int, tuple[float, float]]) -> float:
    """Rows of a subtree from ``at`` on, top to bottom; the row after it."""
    todo: list[tuple[int, bool]] = [(top, False)]
    while todo:
        number, done = todo.pop()
        children = tree.children(number)
        if not done:
            todo.append((number, True))
            todo += [(c, False) for c in children[::-1] if c]
            if not children[0]:
                rows[number] = (at, at)
                at += 1
            continue
        home = sum(rows[children[0]]) / 2 if children[0] else rows[number][0]
        if children[1]:
            away = sum(rows[children[1]]) / 2
        else:
            away, at = at, at + 1
        rows[number] = (home, away)
    return at
