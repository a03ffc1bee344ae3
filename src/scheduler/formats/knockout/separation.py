"""How far entrants of one attribute value are kept apart: counted, bounded, and told in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from scheduler.event import BYE, Draw, Report, Said, said
from scheduler.facts import DrawFrame
from scheduler.rules import Rulebook, RuleUse, Stated
from scheduler.rules.draws import shared_values

__all__ = [
    "Meeting", "attributes_of", "bounds_of", "conflicts", "early_meetings", "first_reasons", "reasons",
    "together",
]

Counts = NDArray[np.int64]

_REASONS = {
    (True, False, True):
        "{many} of {entrants} are from {value}; {sections} first-round matches: at least {pairs} meeting",
    (True, False, False):
        "{many} of {entrants} are from {value}; {sections} first-round matches: at least {pairs} meetings",
    (True, True, True):
        "{many} of {entrants} are from {value}, {placed} of them on fixed lines; {sections} first-round"
        " matches: at least {pairs} meeting",
    (True, True, False):
        "{many} of {entrants} are from {value}, {placed} of them on fixed lines; {sections} first-round"
        " matches: at least {pairs} meetings",
    (False, False, True):
        "{many} of {entrants} are from {value}; {sections} sections of {lines} lines: at least {pairs}"
        " meeting possible by round {round}",
    (False, False, False):
        "{many} of {entrants} are from {value}; {sections} sections of {lines} lines: at least {pairs}"
        " meetings possible by round {round}",
    (False, True, True):
        "{many} of {entrants} are from {value}, {placed} of them on fixed lines; {sections} sections of"
        " {lines} lines: at least {pairs} meeting possible by round {round}",
    (False, True, False):
        "{many} of {entrants} are from {value}, {placed} of them on fixed lines; {sections} sections of"
        " {lines} lines: at least {pairs} meetings possible by round {round}",
}
"""By: about round 1, some are on fixed lines, one pair at least."""


@dataclass(frozen=True, slots=True)
class Meeting:
    """Entrants of one ``value`` who stand in one section of 2^round lines."""

    round: int
    value: str
    entrants: tuple[int, ...]


def attributes_of(rulebook: Rulebook) -> tuple[str, ...]:
    """The attributes that the rulebook keeps apart, in order."""
    uses = [u for u in rulebook.uses if u.id == "apart"]
    return tuple(dict.fromkeys(str(u.params["attribute"]) for u in uses))


def conflicts(
    draw: Draw, frame: DrawFrame, attributes: Sequence[str]
) -> dict[str, tuple[int, ...]]:
    """For each attribute the pairs of one value that can meet in round 1, 2 ... for the first time."""
    lines = np.array(draw.lines, dtype=np.int64)
    where = np.flatnonzero(lines > 0)
    out = {}
    for name in attributes:
        code, groups = shared_values(frame, name)
        mine = code[lines[where] - 1]
        within = [0]
        for r in range(1, draw.rounds + 1):
            keys = (mine * draw.size + (where >> r))[mine >= 0]
            many = np.unique(keys, return_counts=True)[1]
            within.append(int((many * (many - 1) // 2).sum()) if groups else 0)
        out[name] = tuple(b - a for a, b in pairwise(within))
    return out


def early_meetings(
    draw: Draw, frame: DrawFrame, attribute: str, round: int
) -> tuple[Meeting, ...]:
    """Who of one value stands in one section of 2^round lines, in order of value, then of line."""
    code, groups = shared_values(frame, attribute)
    texts = frame.attributes.get(attribute, ())
    found: dict[tuple[int, int], list[int]] = {}
    for i, e in enumerate(draw.lines):
        if e > 0 and code[e - 1] >= 0:
            found.setdefault((int(code[e - 1]), i >> round), []).append(e)
    return tuple(
        Meeting(round, texts[groups[c][0] - 1], tuple(who))
        for (c, _), who in sorted(found.items()) if len(who) > 1
    )


def bounds_of(
    stated: Sequence[Stated], frame: DrawFrame, fixed: Mapping[int, int], report: Report
) -> dict[int, int]:
    """A lower bound of the price at each level, whatever the other levels cost.

    Separation is bounded round by round: each value fills the sections as evenly as seeds and byes
    let it, the other values left aside. The number of seeds is as given, so it costs what it costs.
    """
    bounds = {s.use.level: 0 for s in stated if not s.use.hard}
    for v in report.violations:
        if v.rule == "seed-number" and v.level:
            bounds[v.level] += v.cost
    water: dict[tuple[str, int], int] = {}
    for entry in stated:
        if entry.use.id == "apart" and not entry.use.hard:
            r = entry.count.labels[0][1][0]
            key = str(entry.use.params["attribute"]), r
            if key not in water:
                water[key] = _water(frame, fixed, *key)
            bounds[entry.use.level] += water[key] * entry.use.price[0]
    return bounds


def _water(frame: DrawFrame, fixed: Mapping[int, int], attribute: str, r: int) -> int:
    """The fewest pairs of one value within sections of 2^r lines, each value for itself."""
    _, groups = shared_values(frame, attribute)
    free, held = _rooms(frame, fixed, r)
    slots = _slots(free)
    return sum(_fill(group, free, slots, held, r) for group in groups)


def _rooms(
    frame: DrawFrame, fixed: Mapping[int, int], r: int
) -> tuple[Counts, dict[int, int]]:
    """(free lines of each section of 2^r lines, line of each fixed entrant)."""
    free = np.full(frame.size >> r, 1 << r, dtype=np.int64)
    held = {}
    for line, who in fixed.items():
        free[(line - 1) >> r] -= 1
        if who != BYE:
            held[who] = line
    return free, held


def _slots(free: Counts) -> Counts:
    """How many sections have more than 0, 1, 2 ... free lines."""
    return np.bincount(free)[::-1].cumsum()[::-1][1:]


def _fill(
    group: Sequence[int], free: Counts, slots: Counts, held: Mapping[int, int], r: int
) -> int:
    """Pairs when a group is poured as evenly as can be: each entrant to the section with fewest."""
    base = Counter((held[e] - 1) >> r for e in group if e in held)
    units = len(group) - base.total()
    pairs = sum(b * (b - 1) // 2 for b in base.values())
    if not base and units <= (slots[0] if len(slots) else 0):
        return pairs
    # Whoever joins a section of b finds b pairs: so many places there are at 0, 1, 2 ... pairs each.
    places = np.zeros(len(slots) + max(base.values(), default=0), dtype=np.int64)
    places[: len(slots)] = slots
    for s, b in base.items():
        places[: free[s]] -= 1
        places[b : b + free[s]] += 1
    taken = np.minimum(places.cumsum(), units)
    return pairs + units * (len(places) - 1) - int(taken[:-1].sum())


def first_reasons(
    frame: DrawFrame, fixed: Mapping[int, int], use: RuleUse
) -> tuple[Said, ...]:
    """The reasons of the first round that a use names in which there are any."""
    last = min(int(use.params["to-round"]) or frame.rounds - 1, frame.rounds)
    for r in range(max(1, int(use.params["from-round"])), last + 1):
        if told := reasons(frame, fixed, use, r):
            return told
    return ()


def together(frame: DrawFrame, uses: Sequence[RuleUse]) -> tuple[Said, ...]:
    """Why entrants of the same values must meet in round 1 when several attributes are kept apart there:
    there are more of them than byes and entrants who share none of these values."""
    names = [str(u.params["attribute"]) for u in uses if int(u.params["from-round"]) <= 1]
    if len(names) < 2:
        return ()
    codes = np.stack([shared_values(frame, name)[0] for name in names], axis=1)
    texts = [frame.attributes.get(name, ("",) * frame.entrants) for name in names]
    byes, out = frame.size - frame.entrants, []
    for kind in sorted(set(map(tuple, codes.tolist()))):
        same = (codes == kind).all(axis=1)
        many, others = int(same.sum()), int((~((codes == kind) & (codes >= 0)).any(axis=1)).sum())
        if min(kind) >= 0 and many > others + byes:
            e = int(np.flatnonzero(same)[0])
            out.append(said(
                "{many} of {entrants} are from {value}; {others} share none of that, and {byes} have byes:"
                " first-round meetings at least {pairs}",
                many=many, entrants=frame.entrants, value=" + ".join(t[e] for t in texts),
                others=others, byes=byes, pairs=-(-(many - others - byes) // 2),
            ))
    return tuple(out)


def reasons(
    frame: DrawFrame, fixed: Mapping[int, int], use: RuleUse, r: int = 1
) -> tuple[Said, ...]:
    """Why pairs of one value must meet by round r, one line for each value of which that is so."""
    attribute = str(use.params["attribute"])
    texts = frame.attributes.get(attribute, ())
    _, groups = shared_values(frame, attribute)
    free, held = _rooms(frame, fixed, r)
    slots = _slots(free)
    sections = frame.size >> r
    out = []
    for group in groups:
        pairs = _fill(group, free, slots, held, r)
        if pairs:
            values = {
                "many": len(group), "entrants": frame.entrants, "value": texts[group[0] - 1],
                "placed": sum(e in held for e in group), "sections": sections, "lines": 1 << r,
                "pairs": pairs, "round": r,
            }
            out.append(said(_REASONS[r == 1, bool(values["placed"]), pairs == 1], **values))
    return tuple(out)
