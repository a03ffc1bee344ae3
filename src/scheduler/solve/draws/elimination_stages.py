"""From one stage to the next: groups by snake, group winners into a knockout, opponents chosen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from scheduler.errors import UsageError, did_you_mean
from scheduler.event import BYE, Draw
from scheduler.rules.placement import bye_lines, seed_blocks, snake
from scheduler.solve.draws.separation import separate

__all__ = [
    "Knockout",
    "choosers",
    "drawn_by_choice",
    "knockout_from_groups",
    "left_to_choose",
    "snake_groups",
]

_MOST = 4_096
_SCHEMES = ("alternating", "fold", "cluster", "separate")


def snake_groups(ranking: Sequence[int], groups: int) -> tuple[tuple[int, ...], ...]:
    """Groups by snake from a ranking, best first (CBA-13.6): 1..g, g..1, 1..g ...

    12 in 3: (1 6 7 12), (2 5 8 11), (3 4 9 10). UsageError for fewer entrants than groups, or an
    entrant twice.
    """
    _check_different(ranking, "the ranking")
    if not 1 <= groups <= len(ranking) <= _MOST:
        raise UsageError(f"{len(ranking)} entrants cannot be dealt into {groups} groups")
    made: list[list[int]] = [[] for _ in range(groups)]
    for k, entrant in enumerate(ranking):
        row, place = divmod(k, groups)
        made[place if row % 2 == 0 else groups - 1 - place].append(entrant)
    return tuple(map(tuple, made))


def _check_different(numbers: Sequence[int], what: str) -> None:
    if len(set(numbers)) < len(numbers):
        twice = next(n for n in numbers if list(numbers).count(n) > 1)
        raise UsageError(f"entrant {twice} is in {what} twice")


@dataclass(frozen=True, slots=True)
class Knockout:
    """A knockout fed by groups.

    ``draw``: everybody on a line; ``fixed`` are those placed by ranking (line -> entrant, or BYE);
    ``earlier``: pairs that have met in their groups, for the rules of a draw; ``group_of``: entrant ->
    group from 1; ``meetings[r - 1]``: pairs of one group that can meet first in round r;
    ``proven``: rounds, from the first, in which fewer such pairs are impossible with these fixed.
    """

    draw: Draw
    fixed: Mapping[int, int]
    earlier: tuple[tuple[int, int], ...]
    group_of: Mapping[int, int]
    meetings: tuple[int, ...]
    proven: int


def knockout_from_groups(
    standings: Sequence[Sequence[int]],
    advance: int,
    *,
    ranking: Sequence[int] = (),
    scheme: str = "alternating",
    rng: np.random.Generator | None = None,
) -> Knockout:
    """The knockout of the best ``advance`` of each group, those of one group apart as long as can be.

    ``standings``: the groups, each in its final order. Group winners take the lines of the seeds in
    the order of ``ranking`` (all who advance, best first; default: winners in order of groups,
    then seconds ...), byes go to the best of it, the rest are placed by the engine for
    separation, lots from ``rng`` (default: a generator of its own, so that the draw is always the same).

    Raises UsageError for groups that are too small, somebody twice, a ranking of others, sizes.
    """
    everybody = [e for group in standings for e in group]
    _check_different(everybody, "the groups")
    if scheme not in _SCHEMES:
        raise UsageError(
            f'no scheme for seeds is called "{scheme[:40]}"', maybe=did_you_mean(scheme[:40], _SCHEMES)
        )
    if advance < 1 or any(len(g) < advance for g in standings):
        raise UsageError(f"{advance} cannot advance from each of {len(standings)} groups: one is smaller")
    order = list(ranking) or [g[k] for k in range(advance) for g in standings]
    through = {e for g in standings for e in g[:advance]}
    if set(order) != through or len(order) != len(through) or not 2 <= len(order) <= _MOST:
        raise UsageError("the ranking must hold everybody who advances, once, 2 to 4,096 in all")
    group_of = {e: k for k, g in enumerate(standings, start=1) for e in g[:advance]}
    fixed = _fixed(order, [g[0] for g in standings], scheme)
    _with_byes(fixed, order, group_of)
    return _separated(order, group_of, fixed, rng or np.random.default_rng(0))


def _fixed(order: Sequence[int], winners: Sequence[int], scheme: str) -> dict[int, int]:
    """Lines of the group winners, and of the byes that their strength brings."""
    size = max(2, 1 << (len(order) - 1).bit_length())
    seeds = [e for e in order if e in set(winners)]
    lines = [ln for block in seed_blocks(scheme, size, len(seeds)) for ln in block][: len(seeds)]
    empty = bye_lines("alternating", size, size - len(order))
    if scheme != "alternating":
        # The partners of the seeds' own lines, best first; further byes where the bye table has them.
        own = [((ln - 1) ^ 1) + 1 for ln in lines]
        further = [b for b in empty if b not in own and ((b - 1) ^ 1) + 1 not in own]
        empty = (own + further)[: size - len(order)]
    free = [ln for ln in lines if ln not in set(empty)]
    return dict.fromkeys(empty, BYE) | dict(zip(free, seeds, strict=False))


def _with_byes(
    fixed: dict[int, int], order: Sequence[int], group_of: Mapping[int, int]
) -> None:
    """Byes beyond those of the winners go to the next of the ranking, far from their own groups."""
    lines = [ln for b, e in fixed.items() if e == BYE for ln in [((b - 1) ^ 1) + 1] if ln not in fixed]
    waiting = [e for e in order if e not in set(fixed.values())]
    for entrant in waiting[: len(lines)]:
        mates = [ln for ln, e in fixed.items() if e != BYE and group_of[e] == group_of[entrant]]
        best = max(lines, key=lambda ln: min(((ln - 1) ^ (m - 1)).bit_length() for m in mates))
        fixed[best] = entrant
        lines.remove(best)


def _separated(
    order: Sequence[int], group_of: Mapping[int, int], fixed: Mapping[int, int],
    rng: np.random.Generator,
) -> Knockout:
    """The engine numbers entrants by ranking; the draw has their own numbers again."""
    size = max(2, 1 << (len(order) - 1).bit_length())
    number = {e: k for k, e in enumerate(order, start=1)}
    held = {ln: number.get(e, BYE) for ln, e in fixed.items()}
    found = separate(size, held, [[group_of[e] for e in order]], rng=rng)
    lines = tuple(order[k - 1] if k != BYE else BYE for k in found.lines)
    earlier = tuple(
        (a, b) for i, a in enumerate(order) for b in order[i + 1 :] if group_of[a] == group_of[b]
    )
    return Knockout(
        Draw(lines, max(order), tuple(fixed[ln] for ln in _by_strength(fixed, number))),
        fixed, earlier, group_of, found.pairs[0], found.proven_rounds(),
    )


def _by_strength(fixed: Mapping[int, int], number: Mapping[int, int]) -> list[int]:
    return sorted((ln for ln, e in fixed.items() if e != BYE), key=lambda ln: number[fixed[ln]])


def choosers(ranking: Sequence[int]) -> tuple[int, ...]:
    """Who chooses an opponent, in this order: the upper half of the ranking, the best first."""
    _check_different(ranking, "the ranking")
    many = len(ranking)
    if not 2 <= many <= _MOST or many & (many - 1):
        raise UsageError(f"opponents are chosen among 2, 4, 8 ... {_MOST} entrants, not {many}")
    return tuple(ranking[: many // 2])


def left_to_choose(
    ranking: Sequence[int], chosen: Sequence[int], barred: Sequence[tuple[int, int]] = ()
) -> tuple[int, ...]:
    """The opponents that the next one may choose, after the choices in ``chosen``, best first.

    Opponents come from the lower half. A pair of ``barred`` may not meet; a choice after which the
    others could not all be given opponents is left out. Empty when everybody has chosen. UsageError
    for a choice that was not open.
    """
    upper = choosers(ranking)
    lower = ranking[len(upper) :]
    never = {pair for a, b in barred for pair in ((a, b), (b, a))}
    taken: list[int] = []
    for k, opponent in enumerate(chosen):
        if k >= len(upper) or opponent not in _open(upper, lower, taken, never):
            who = upper[min(k, len(upper) - 1)]
            raise UsageError(f"entrant {who} cannot choose {opponent}: not open at choice {k + 1}")
        taken.append(opponent)
    return _open(upper, lower, taken, never) if len(taken) < len(upper) else ()


def _open(
    upper: Sequence[int], lower: Sequence[int], taken: Sequence[int], never: set[tuple[int, int]]
) -> tuple[int, ...]:
    left = [e for e in lower if e not in taken]
    waiting = upper[len(taken) :]
    out = []
    for e in left:
        others = [x for x in left if x != e]
        if (waiting[0], e) not in never and _matched(waiting[1:], others, never):
            out.append(e)
    return tuple(out)


def _matched(waiting: Sequence[int], left: Sequence[int], never: set[tuple[int, int]]) -> bool:
    """True when everybody waiting can be given somebody (augmenting paths)."""
    if not never:
        return True
    of: dict[int, int] = {}

    def give(who: int, seen: set[int]) -> bool:
        for e in left:
            if (who, e) not in never and e not in seen:
                seen.add(e)
                if e not in of or give(of[e], seen):
                    of[e] = who
                    return True
        return False

    return all(give(who, set()) for who in waiting)


def drawn_by_choice(
    ranking: Sequence[int], chosen: Sequence[int], barred: Sequence[tuple[int, int]] = ()
) -> Draw:
    """The draw after all choices: choosers on the lines of the seeds, their opponents beside them.

    The last one has no choice, so that it may be left out. UsageError as :func:`left_to_choose`.
    """
    upper = choosers(ranking)
    picks = list(chosen)
    while len(picks) < len(upper):
        rest = left_to_choose(ranking, picks, barred)
        if len(rest) != 1:
            raise UsageError(f"entrant {upper[len(picks)]} has yet to choose among {len(rest)}")
        picks.append(rest[0])
    left_to_choose(ranking, picks, barred)
    lines = [BYE] * len(ranking)
    for number, line in ((snake(len(ranking))[i], i) for i in range(len(ranking))):
        if number <= len(upper):
            lines[line], lines[line ^ 1] = upper[number - 1], picks[number - 1]
    return Draw(tuple(lines), max(ranking), upper)
