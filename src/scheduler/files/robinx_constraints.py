"""One constraint of a RobinX file, held against the attributes that its type has."""

from __future__ import annotations

from collections.abc import Mapping

from scheduler.errors import did_you_mean
from scheduler.event.league import CONSTRAINTS, Attribute, Constraint
from scheduler.files.robinx_values import Reading, ids, pairs, word
from scheduler.files.robinx_xml import Element

__all__ = ["read_constraint"]

_MOST_PENALTY = 10**6


def read_constraint(
    element: Element, id: int, read: Reading, teams: set[int], slots: set[int],
    groups: Mapping[str, set[int]],
) -> Constraint:
    """The constraint that ``element`` states; ids must be among ``teams``, ``slots``, ``groups``.

    Raises FileError with the line for an unknown type, a missing attribute, a wrong word or id.
    """
    if element.tag not in CONSTRAINTS:
        raise read.error(
            element, f"there is no constraint type <{element.tag}>",
            maybe=did_you_mean(element.tag, tuple(CONSTRAINTS)),
        )
    kind = word(element.attributes.get("type", ""), ("HARD", "SOFT"), element, "type", read)
    penalty = read.number(element, "penalty") if "penalty" in element.attributes else 1
    if abs(penalty) > _MOST_PENALTY:
        raise read.error(element, f"a penalty is at most {_MOST_PENALTY}, not {penalty}")
    sets: dict[str, tuple[int, ...]] = {}
    numbers: dict[str, int] = {}
    words: dict[str, str] = {}
    listed: tuple[tuple[int, int], ...] = ()
    for attribute in CONSTRAINTS[element.tag][1]:
        name = attribute.name
        if attribute.kind in ("teams", "slots"):
            sets |= _sets(element, attribute, read, teams if attribute.kind == "teams" else slots, groups)
        elif attribute.kind == "pairs":
            listed = _pairs(element, name, read, teams if name == "meetings" else slots)
        elif name in element.attributes or attribute.needed:
            if attribute.kind == "int":
                numbers[name] = read.number(element, name)
            else:
                text = element.attributes.get(name, "")
                words[name] = word(text, attribute.words, element, f'"{name}"', read)
    if element.tag == "BR1":
        _break_bounds(element, numbers, words, read)
    return Constraint(id, element.tag, kind == "HARD", penalty, sets, numbers, words, listed, element.line)


def _sets(
    element: Element, attribute: Attribute, read: Reading, among: set[int],
    groups: Mapping[str, set[int]],
) -> dict[str, tuple[int, ...]]:
    """The ids of an attribute and of its groups, empty ones left out."""
    kind, which = attribute.kind[:-1], attribute.name[len(attribute.kind):]
    out: dict[str, tuple[int, ...]] = {}
    for name, known in ((f"{kind}s{which}", among), (f"{kind}Groups{which}", groups[f"{kind}Group"])):
        found = ids(element, name, read)
        for id in found:
            if id not in known:
                what = f"{kind} group" if "Groups" in name else kind
                raise read.error(element, f'"{name}": there is no {what} {id}')
        if found:
            out[name] = found
    return out


def _pairs(element: Element, name: str, read: Reading, among: set[int]) -> tuple[tuple[int, int], ...]:
    found = pairs(element, name, read)
    for pair in found:
        for id in pair:
            if id not in among:
                what = "team" if name == "meetings" else "slot"
                raise read.error(element, f'"{name}": there is no {what} {id}')
    return tuple(dict.fromkeys(found))


def _break_bounds(
    element: Element, numbers: Mapping[str, int], words: Mapping[str, str], read: Reading
) -> None:
    """A break constraint has a bound in one of its two forms: intp with modes, or min and max."""
    newer = "intp" in numbers and {"mode1", "mode2"} <= set(words)
    older = bool({"min", "max"} & set(numbers)) and "homeMode" in words
    if not (newer or older):
        raise read.error(element, "<BR1> needs intp, mode1 and mode2, or homeMode, min and max")
