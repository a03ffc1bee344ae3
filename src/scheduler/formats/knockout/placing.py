"""What is settled before anybody else draws: the lines of the seeds, and those left empty.

The association takes the numbers of the seeds out first (CBA-13.2), and its bye table names the empty
lines. Bodies that draw seeds by lot within blocks do so here, evenly wherever the byes depend on it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from scheduler.errors import UsageError
from scheduler.event import BYE
from scheduler.facts import DrawFrame
from scheduler.formats.knockout.swaps import Swaps
from scheduler.rules import Rulebook, RuleUse
from scheduler.rules.placement import bye_lines, seed_blocks

__all__ = ["Fixed", "bye_policy", "fix", "spread"]

_TRIALS = 200


@dataclass(frozen=True)
class Fixed:
    """Lines (from 1) whose content is settled: an entrant's number, or BYE."""

    lines: dict[int, int]
    notes: tuple[str, ...] = ()

    @property
    def entrants(self) -> dict[int, int]:
        """Entrant to line."""
        return {e: line for line, e in self.lines.items() if e != BYE}


def bye_policy(rulebook: Rulebook) -> str:
    """How a rulebook gives byes: by a ``table``, to the ``seeds`` and then spread, or ``spread``."""
    if rulebook.find("byes-placed") is not None:
        return "table"
    return "seeds" if rulebook.find("byes-to-seeds") is not None else "spread"


def fix(
    frame: DrawFrame, rulebook: Rulebook, rng: np.random.Generator, apart: Swaps | None = None
) -> Fixed:
    """The lines of seeds and byes under a rulebook, lots drawn by ``rng``.

    ``apart`` holds the hard rules that the seeds' lots have to obey among themselves, and no line yet.
    UsageError where two rules want one line for different things.
    """
    byes = frame.size - frame.entrants
    policy = bye_policy(rulebook)
    lines: dict[int, int] = {}
    for line, who in _named(frame, rulebook):
        _put(lines, line, who)
    favoured = byes if policy == "seeds" else 0
    lots = _Lots(frame, rulebook.find("seeds-placed"), favoured, rng, apart)
    for seed, line in lots.drawn():
        if seed not in lines.values():
            _put(lines, line, seed)
    if policy == "table":
        use = rulebook.find("byes-placed")
        assert use is not None
        for line in bye_lines(str(use.params["scheme"]), frame.size, byes):
            _put(lines, line, BYE)
        return Fixed(lines)
    given = 0
    if policy == "seeds":
        where = {e: line for line, e in lines.items()}
        for seed in [s for s in frame.seeds if s in where][:byes]:
            _put(lines, _beside(where[seed]), BYE)
            given += 1
    matches = _idle_matches(frame, lines, byes, given, rng)
    for m in matches:
        _put(lines, _empty_line(frame, lines, m), BYE)
    return Fixed(lines)


def spread(
    size: int, total: int, allowed: Iterable[int], taken: Sequence[int], rng: np.random.Generator
) -> list[int]:
    """``total - len(taken)`` more of the ``allowed`` cells (from 0, out of ``size`` = 2^k), so that the
    chosen ones and ``taken`` are spread as evenly over halves, quarters ... as can be; odd ones by lot.

    Which of several even choices is drawn top down, each odd cell to either half at even chances.
    """
    free = np.zeros(size, dtype=bool)
    free[list(allowed)] = True
    forced = np.zeros(size, dtype=bool)
    forced[list(taken)] = True
    free &= ~forced
    room, held = _sums(free), _sums(forced)
    chosen: list[int] = []
    todo = [(len(room) - 1, 0, total)]
    while todo:
        level, at, want = todo.pop()
        if want == held[level][at]:
            continue
        if level == 0:
            chosen.append(at)
            continue
        low, high = 2 * at, 2 * at + 1
        least = max(held[level - 1][low], want - room[level - 1][high] - held[level - 1][high])
        most = min(held[level - 1][low] + room[level - 1][low], want - held[level - 1][high])
        left = (want + int(rng.integers(2)) * (want % 2)) // 2
        left = int(min(max(left, least), most))
        todo += [(level - 1, low, left), (level - 1, high, want - left)]
    return sorted(chosen)


def _sums(cells: np.ndarray[tuple[int], np.dtype[np.bool_]]) -> list[list[int]]:
    """How many cells are marked in each section of 1, 2, 4 ... cells."""
    out = [cells.astype(int).tolist()]
    while len(out[-1]) > 1:
        out.append([a + b for a, b in zip(out[-1][::2], out[-1][1::2], strict=True)])
    return out


def _named(frame: DrawFrame, rulebook: Rulebook) -> list[tuple[int, int]]:
    """(line, entrant) of everybody whom the rulebook itself puts on one line."""
    uses = [u.resolved(frame) for u in rulebook.uses if u.id == "on-lines" and u.hard]
    return [(int(p["lines"][0]), int(p["entrant"])) for p in uses if len(p["lines"]) == 1]


def _put(lines: dict[int, int], line: int, who: int) -> None:
    if lines.get(line, who) != who:
        names = {BYE: "a bye"}
        raise UsageError(
            f"line {line} is wanted for {names.get(who, f'entrant {who}')} and for "
            f"{names.get(lines[line], f'entrant {lines[line]}')}",
            maybe="the schemes of seeds and of byes do not go together, or a rule names this line.",
        )
    lines[line] = who


def _beside(line: int) -> int:
    return ((line - 1) ^ 1) + 1


class _Lots:
    """The seeds' lines: in the order of the scheme, or by lot within its blocks.

    Lots are drawn block by block; a lot that the hard rules forbid is drawn again, and so is the
    block where it comes to a dead end. What cannot be had in so many trials is left to the verifier.
    """

    def __init__(
        self, frame: DrawFrame, use: RuleUse | None, favoured: int, rng: np.random.Generator,
        apart: Swaps | None,
    ) -> None:
        self.frame, self.use, self.favoured, self.rng = frame, use, favoured, rng
        self.apart = apart
        self.out: list[tuple[int, int]] = []

    def drawn(self) -> list[tuple[int, int]]:
        """(seed, line) in order of seeding."""
        if self.use is None or not any(self.frame.seeds):
            return []
        scheme, exactly = str(self.use.params["scheme"]), bool(self.use.params["exactly"])
        for block in seed_blocks(scheme, self.frame.size, len(self.frame.seeds)):
            seeds = self.frame.seeds[len(self.out) : len(self.out) + len(block)]
            chosen = list(block[: len(seeds)]) if exactly else self._block(block, seeds)
            for seed, line in zip(seeds, chosen, strict=True):
                if self.apart is not None and seed:
                    self.apart.put(seed, line - 1)
                self.out.append((seed, line))
        return [(seed, line) for seed, line in self.out if seed]

    def _block(self, block: Sequence[int], seeds: Sequence[int]) -> list[int]:
        for _ in range(_TRIALS):
            with_bye, others = self._lines(block, len(seeds))
            found = self._dealt([*seeds], with_bye, others)
            if found is not None:
                return found
        return with_bye + others

    def _lines(self, block: Sequence[int], many: int) -> tuple[list[int], list[int]]:
        """Lines (from 1) of a block: those beside which a bye will be, and the rest, by lot."""
        size = self.frame.size
        taken = [line - 1 for _, line in self.out]
        idle = max(0, min(self.favoured - len(self.out), many))
        first = spread(size, len(taken) + idle, [i - 1 for i in block], taken, self.rng)
        rest = spread(
            size, len(taken) + many, [i - 1 for i in block if i - 1 not in first], taken + first,
            self.rng,
        )
        one, two = ([int(i) + 1 for i in self.rng.permutation(p)] for p in (first, rest))
        return one, two

    def _dealt(
        self, seeds: Sequence[int], with_bye: list[int], others: list[int]
    ) -> list[int] | None:
        """The lines in an order that the hard rules allow, each seed taking the first that does."""
        if self.apart is None:
            return with_bye + others
        chosen: list[int] = []
        put: list[tuple[int, int]] = []
        for k, seed in enumerate(seeds):
            pool = with_bye if k < len(with_bye) else others
            fit = [i for i in pool if i not in chosen and (not seed or self.apart.fits(seed, i - 1))]
            if not fit:
                break
            chosen.append(fit[0])
            if seed:
                self.apart.put(seed, fit[0] - 1)
                put.append((seed, fit[0] - 1))
        for seed, i in put:
            self.apart.put(seed, i, -1)
        return chosen if len(chosen) == len(seeds) else None


def _idle_matches(
    frame: DrawFrame, lines: dict[int, int], byes: int, given: int, rng: np.random.Generator
) -> list[int]:
    """First-round matches (from 0) for the byes that are not given yet, spread evenly."""
    taken = sorted({(line - 1) // 2 for line, who in lines.items() if who == BYE})
    full = {m for m in range(frame.size // 2) if 2 * m + 1 in lines and 2 * m + 2 in lines}
    allowed = [m for m in range(frame.size // 2) if m not in full]
    return spread(frame.size // 2, byes, allowed, taken, rng) if byes > given else []


def _empty_line(frame: DrawFrame, lines: dict[int, int], match: int) -> int:
    """The outer line of an open match, or the one beside who stands there already."""
    upper, lower = 2 * match + 1, 2 * match + 2
    if upper in lines:
        return lower
    if lower in lines:
        return upper
    # Even lines in the top half, odd ones in the bottom half, as draws are printed.
    return lower if upper <= frame.size // 2 else upper
