"""What a group draw from pots is: the pots, the rules, and what counting makes of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from scheduler.errors import UsageError, did_you_mean
from scheduler.solve.draws.groups_states import UNIT, Signature, Step

__all__ = ["Apart", "Compiled", "GroupDraw", "compiled"]

MOST_GROUPS, MOST_POTS, MOST_RULES = 256, 32, 1_000


@dataclass(frozen=True, slots=True)
class Apart:
    """No two of these entrants come into one block. Each group, from 1, is in exactly one block."""

    entrants: tuple[int, ...]
    blocks: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class GroupDraw:
    """Pots, groups and rules; entrants are numbered from 1, groups too.

    ``pots`` hold every entrant once, at most ``groups`` a pot; a group gets at most one of a pot.
    ``values[e - 1]`` are the values of entrant e, in each of which it counts. ``limits`` maps a
    value to the least and the most number of such entrants in a group; other values are free.
    ``fixed`` maps an entrant to its group. No group holds both of a pair in ``excluded``.
    """

    groups: int
    pots: tuple[tuple[int, ...], ...]
    values: tuple[frozenset[str], ...]
    limits: Mapping[str, tuple[int, int]]
    fixed: Mapping[int, int] = field(default_factory=dict)
    excluded: tuple[tuple[int, int], ...] = ()
    apart: tuple[Apart, ...] = ()


@dataclass(frozen=True, slots=True)
class Compiled:
    """A draw as the counter reads it.

    ``steps`` are the kinds of entrant of each pot in the order of dealing, the empty places of a
    small pot last; ``kinds`` has each entrant alone as such a step. ``limited`` is the number of
    limited values, an excluded pair being one of at most one. ``start`` is an empty group.
    """

    steps: tuple[Step, ...]
    kinds: Mapping[int, Step]
    limited: int
    start: Signature


def compiled(draw: GroupDraw) -> Compiled:
    """The draw for the counter. Raises :class:`UsageError` where it makes no sense."""
    _check_pots(draw)
    _check_limits(draw)
    for rule in draw.apart:
        _check_blocks(draw, rule)
    names = sorted(draw.limits)
    bounds = [draw.limits[name] for name in names] + [(0, 1)] * len(draw.excluded)
    kinds = {}
    for p, pot in enumerate(draw.pots):
        for e in pot:
            limited = [i for i, name in enumerate(names) if name in draw.values[e - 1]]
            pairs = [len(names) + i for i, pair in enumerate(draw.excluded) if e in pair]
            kinds[e] = Step(1 << p, (*limited, *pairs), 1)
    steps: list[Step] = []
    for p, pot in enumerate(draw.pots):
        alike = Counter(kinds[e].values for e in pot)
        # What many rules bind first, then what there is most of: fewest states on real pots.
        order = sorted(alike, key=lambda values: (-len(values), -alike[values], values))
        steps += [Step(1 << p, values, alike[values]) for values in order]
        if len(pot) < draw.groups:
            steps.append(Step(1 << p, (), draw.groups - len(pot), labelled=False))
    most = len(draw.pots)
    start = (0, *(min(low, most + 1) * UNIT + min(high, most) for low, high in bounds))
    return Compiled(tuple(steps), kinds, len(bounds), start)


def _check_pots(draw: GroupDraw) -> None:
    if not 1 <= draw.groups <= MOST_GROUPS:
        raise UsageError(f"a draw has 1 to {MOST_GROUPS} groups, not {draw.groups}")
    if len(draw.pots) > MOST_POTS:
        raise UsageError(f"a group draw has at most {MOST_POTS} pots, not {len(draw.pots)}")
    for p, pot in enumerate(draw.pots, start=1):
        if len(pot) > draw.groups:
            raise UsageError(
                f"pot {p} has {len(pot)} entrants for {draw.groups} groups, and a group gets one",
                maybe="split the pot.",
            )
    times = Counter(e for pot in draw.pots for e in pot)
    _check_entrants(draw, times, "a pot")
    for e in range(1, len(draw.values) + 1):
        if times[e] != 1:
            raise UsageError(f"entrant {e} is in {times[e]} pots, not in one")
    _check_entrants(draw, draw.fixed, "a fixed place")
    for e, group in draw.fixed.items():
        if not 1 <= group <= draw.groups:
            raise UsageError(f"entrant {e} is fixed in group {group} of {draw.groups}")


def _check_entrants(draw: GroupDraw, named: Iterable[int], where: str) -> None:
    for e in named:
        if not 1 <= e <= len(draw.values):
            raise UsageError(
                f"{where} names entrant {e}; entrants go from 1 to {len(draw.values)}"
            )


def _check_limits(draw: GroupDraw) -> None:
    if len(draw.limits) + len(draw.excluded) > MOST_RULES:
        raise UsageError(f"a group draw has at most {MOST_RULES} limits and excluded pairs")
    known = sorted({value for values in draw.values for value in values})
    for value, (least, most) in draw.limits.items():
        if value not in known:
            raise UsageError(
                f'a limit speaks of "{value}", which no entrant has',
                maybe=did_you_mean(value, known),
            )
        if not 0 <= least <= most:
            raise UsageError(
                f'the limits of "{value}" are {least} to {most}: give 0 <= least <= most'
            )
    for pair in draw.excluded:
        _check_entrants(draw, pair, "an excluded pair")
        if len(set(pair)) != 2:
            raise UsageError(f"an excluded pair names {len(set(pair))} entrant, not two")


def _check_blocks(draw: GroupDraw, rule: Apart) -> None:
    _check_entrants(draw, rule.entrants, "a rule about blocks")
    if len(set(rule.entrants)) < len(rule.entrants):
        raise UsageError("a rule about blocks names an entrant twice")
    listed: Sequence[int] = sorted(g for block in rule.blocks for g in block)
    if listed != list(range(1, draw.groups + 1)):
        raise UsageError(
            f"the blocks of a rule hold the groups {', '.join(map(str, listed))};"
            f" each of 1 to {draw.groups} must be in exactly one"
        )
