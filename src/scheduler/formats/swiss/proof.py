"""What a round claims, as plain data that is kept with it; and the claim checked, long after.

Nothing is paired again: the order, the bans and the lots follow from what was known before the round, and
every opponent denied from the barriers that were kept.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, Any

from scheduler.facts.pairing import BYE, Bans, Barrier, Pairing
from scheduler.formats.swiss.asked import Asked, asked_of
from scheduler.formats.swiss.state import SwissState
from scheduler.rules import Rulebook
from scheduler.rules.pairings import bans_of, wish_levels
from scheduler.verify.pairing import check_pairing

if TYPE_CHECKING:
    from scheduler.formats.swiss.round import SwissRound

__all__ = ["check_proof", "proof_of"]

_MOST_NUMBERS = 10_000_000


def proof_of(made: SwissRound) -> dict[str, Any]:
    """The JSON shape of the claim of a round.

    ``order``; ``witnesses``: each an ``entrant`` (0: the bye) with those ``denied`` to it, and a barrier
    ``around`` and in ``groups``, or ``body``, the place of the witness whose barrier it shares; ``passed``
    for the sake of later rounds; the ``outlook``. Where they are so: ``fixed`` pairs, ``levels`` of wishes
    kept before score, and ``matches``, the exact round that wishes chose among equals of.
    """
    pairing, asked = made.seen.pairing, made.asked
    view = made.seen.outlook
    out: dict[str, Any] = {
        "exact": made.proven,
        "order": list(pairing.order),
        "witnesses": _witnesses(pairing.witnesses),
        "passed": [
            {"entrant": p.top, "opponent": p.other, "proven": p.proven} for p in made.seen.passed],
        "outlook": {"verdict": view.verdict, "by": view.by, "rounds": view.rounds},
    }
    if asked.fixed:
        out["fixed"] = [list(p) for p in asked.fixed.pairs]
    if asked.above:
        out["levels"] = sorted({u.level for u in asked.above})
    if made.wished:
        out["matches"] = [list(p) for p in pairing.matches]
    return out


def _witnesses(witnesses: Sequence[Barrier]) -> list[dict[str, Any]]:
    bodies: dict[tuple[int, int], int] = {}
    out: list[dict[str, Any]] = []
    for place, w in enumerate(witnesses):
        one: dict[str, Any] = {"entrant": w.top, "denied": list(w.denied)}
        first = bodies.setdefault((id(w.around), id(w.groups)), place)
        if first != place:
            one["body"] = first
        else:
            one["around"], one["groups"] = list(w.around), [list(g) for g in w.groups]
        out.append(one)
    return out


def check_proof(
    proof: Mapping[str, Any], state: SwissState, rulebook: Rulebook, matches: Sequence[tuple[int, int]],
    byes: Sequence[int] = (), *, seed: str = "0",
) -> tuple[str, ...]:
    """What is wrong with the claim that a round of ``matches`` and ``byes`` is exact; () proves it.

    ``state`` is that before the round, ``seed`` the one of its lots. Whatever the proof is, it is a
    sentence about it that comes back and no exception. That ``passed`` pairs had to be is not shown by
    it: they are only excused where they are named. A round without a witness for a denied pair, or made
    from another order, is not proven; whether it obeys the rules is for the rulebook's verdict.
    """
    try:
        pairing, passed, fixed, levels, changed = _read(proof, matches, byes)
    except (KeyError, TypeError, ValueError, AttributeError, IndexError):
        return ("the proof is not of the shape of one",)
    asked = asked_of(state, rulebook, Random(f"{seed}:{state.round}"))
    faults = list(_same_field(asked, pairing))
    if not faults and not pairing.order:
        return ()
    if changed:
        faults += _among_equals(state, pairing, changed)
    stand = {e for pair in fixed for e in pair} | {BYE}
    place = {e: i for i, e in enumerate(pairing.order)}
    if any(e not in place for e in stand - {BYE}):
        return (*faults, "what stood is not in the round")
    return (*faults, *check_pairing(
        pairing, _bans(state, rulebook, asked, levels), asked.may_bye, first_idle=asked.idle,
        prefer=asked.prefer, passed=passed, fixed=fixed))


def _read(
    proof: Mapping[str, Any], matches: Sequence[tuple[int, int]], byes: Sequence[int]
) -> tuple[Pairing, list[tuple[int, int]], list[tuple[int, int]], list[int], list[tuple[int, int]]]:
    """(the pairing, passed, fixed, levels, the matches as changed by wishes)."""
    order = tuple(_numbers(proof["order"]))
    place = {e: i for i, e in enumerate(order)}
    witnesses: list[Barrier] = []
    for one in proof["witnesses"]:
        denied = tuple(_numbers(one["denied"]))
        if "body" in one:
            body = witnesses[_number(one["body"])]
            around, groups = body.around, body.groups
        else:
            around, groups = tuple(_numbers(one["around"])), tuple(tuple(_numbers(g)) for g in one["groups"])
        witnesses.append(Barrier(_number(one["entrant"]), denied, around, groups))
    if sum(len(w.denied) for w in witnesses) > _MOST_NUMBERS:
        raise ValueError("too many")
    exact = [_pair(p) for p in proof.get("matches", matches)]
    ranked = tuple((a, b) if place.get(a, -1) < place.get(b, -1) else (b, a) for a, b in exact)
    passed = [(_number(p["entrant"]), _number(p["opponent"])) for p in proof["passed"]]
    fixed = [_pair(p) for p in proof.get("fixed", ())]
    changed = [_pair(p) for p in matches] if "matches" in proof else []
    if len(byes) > 1:
        raise ValueError("one bye at most")
    return (
        Pairing(order, ranked, byes[0] if byes else BYE, tuple(witnesses)), passed, fixed,
        _numbers(proof.get("levels", ())), changed)


def _number(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError("not a number")
    return value


def _numbers(values: Any) -> list[int]:
    return [_number(v) for v in values]


def _pair(values: Any) -> tuple[int, int]:
    a, b = _numbers(values)
    return a, b


def _same_field(asked: Asked, pairing: Pairing) -> Sequence[str]:
    """The order is that of the draw, but for a block of three that begins."""
    there = set(pairing.order)
    if tuple(e for e in asked.order if e in there) != pairing.order:
        return ("the round was drawn from another order than the standings before it give",)
    if len(asked.order) - len(pairing.order) not in (0, 3):
        return ("the round leaves out entrants who are there",)
    return ()


def _among_equals(
    state: SwissState, pairing: Pairing, changed: Sequence[tuple[int, int]]
) -> Sequence[str]:
    """Wishes may exchange opponents only where the same score groups meet."""
    def kinds(rows: Sequence[tuple[int, int]]) -> list[list[int]]:
        return sorted(sorted((state.points.get(a, 0), state.points.get(b, 0))) for a, b in rows)

    same = sorted(e for p in changed for e in p) == sorted(e for p in pairing.matches for e in p)
    if not same or (state.points and kinds(changed) != kinds(pairing.matches)):
        return ("wishes exchanged opponents between score groups",)
    return ()


def _bans(state: SwissState, rulebook: Rulebook, asked: Asked, levels: Sequence[int]) -> Bans:
    if not levels:
        return asked.bans
    wishes = wish_levels(rulebook)
    above = [u for level in levels for u in wishes.get(level, ())]
    hard = [u for u in rulebook.uses if u.hard]
    return bans_of(rulebook, state.frame(asked.order), [*hard, *above])
