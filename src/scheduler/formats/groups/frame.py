"""From an event's stage to what rules of groups speak of: the number of groups, and the pots."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from scheduler.errors import UsageError, did_you_mean
from scheduler.event import Event, Stage
from scheduler.facts.groups import GroupFrame

__all__ = ["MOST_GROUPS", "SNAKE", "group_frame_of", "options_of", "ranked", "snake_groups"]

MOST_GROUPS = 256
_MOST_ENTRANTS = 2_000
_OPTIONS = ("groups", "placing", "pots", "earlier", "positions", "table")
PLACINGS = ("pots", "snake")
SNAKE = "cba-groups"
"""The rulebook whose groups are formed by the snake where the stage says nothing else."""


def options_of(stage: Stage) -> dict[str, Any]:
    """The stage's options; UsageError for one that groups do not have, or a value that makes no sense."""
    for key in stage.options:
        if key not in _OPTIONS:
            raise UsageError(f'groups have no option "{key}"', maybe=did_you_mean(key, _OPTIONS))
    placing = "snake" if stage.model == SNAKE else "pots"
    options = {"placing": placing, "pots": "pot", **stage.options}
    groups = options.get("groups")
    if not isinstance(groups, int) or isinstance(groups, bool) or not 1 <= groups <= MOST_GROUPS:
        raise UsageError(
            f'"groups" is a whole number from 1 to {MOST_GROUPS}, not {groups}', maybe="write groups = 8."
        )
    if options["placing"] not in PLACINGS:
        raise UsageError(
            f'groups are filled by {" or ".join(PLACINGS)}, not "{options["placing"]}"',
            maybe=did_you_mean(str(options["placing"]), PLACINGS),
        )
    return options


def ranked(event: Event) -> tuple[int, ...]:
    """Numbers from the strongest to the weakest: by seed, then by rating, then by number."""
    ordered = sorted(event.entrants, key=lambda e: (e.seed or 10**9, -e.rating, e.number))
    return tuple(e.number for e in ordered)


def snake_groups(order: Sequence[int], groups: int) -> tuple[tuple[int, ...], ...]:
    """Numbers dealt to groups by the snake: first row left to right, second right to left, and so on
    (CBA-13.6). 12 in 3 groups: 1 6 7 12, 2 5 8 11, 3 4 9 10."""
    out: list[list[int]] = [[] for _ in range(groups)]
    for i, e in enumerate(order):
        row, column = divmod(i, groups)
        out[column if row % 2 == 0 else groups - 1 - column].append(e)
    return tuple(map(tuple, out))


def group_frame_of(event: Event, stage: Stage) -> GroupFrame:
    """The frame of a group draw. Pots are the texts of the column ``pot`` (option ``pots`` names another),
    in order; without it, the strongest of the ranking, so many at a time as there are groups."""
    options = options_of(stage)
    groups = int(options["groups"])
    if not groups <= event.size <= _MOST_ENTRANTS:
        raise UsageError(
            f"{event.size} entrants in {groups} groups: it takes {groups} to {_MOST_ENTRANTS}",
            maybe="let there be fewer groups." if event.size < groups else "",
        )
    keys = {"region", "club"}.union(*(e.attributes for e in event.entrants))
    return GroupFrame(
        groups, event.size, _pots(event, groups, str(options["pots"])),
        {k: tuple(e.attribute(k) for e in event.entrants) for k in sorted(keys)},
        tuple(e.name for e in event.entrants), _earlier(options.get("earlier", ()), event),
    )


def _pots(event: Event, groups: int, column: str) -> tuple[tuple[int, ...], ...]:
    texts = {e.number: e.attribute(column) for e in event.entrants}
    if not any(texts.values()):
        order = ranked(event)
        return tuple(order[i : i + groups] for i in range(0, len(order), groups))
    missing = [e.name for e in event.entrants if not texts[e.number]]
    if missing:
        raise UsageError(f'{missing[0]} has no "{column}", but others have one')
    names = sorted(set(texts.values()), key=lambda t: (len(t), t))
    return tuple(tuple(e for e, t in texts.items() if t == name) for name in names)


def _earlier(value: object, event: Event) -> tuple[tuple[int, int], ...]:
    pairs = value if isinstance(value, list | tuple) else [None]
    names = {e.name: e.number for e in event.entrants}
    out = []
    for pair in pairs:
        known = [names.get(x, 0) if isinstance(x, str) else x for x in pair] if isinstance(
            pair, list | tuple) else []
        if len(known) != 2 or known[0] == known[1] or not all(
            isinstance(x, int) and 1 <= x <= event.size for x in known
        ):
            raise UsageError(f'"earlier" is a list of pairs of entrants, not {pair}')
        out.append((min(known), max(known)))
    return tuple(dict.fromkeys(out))
