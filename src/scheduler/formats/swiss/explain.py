"""Why a match was made, and why another was not: the first criterion that gets worse, re-paired to see."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from scheduler.errors import NoAnswer, UsageError
from scheduler.facts.pairing import BYE, Pairing
from scheduler.formats.swiss.asked import horizon
from scheduler.formats.swiss.round import SwissRound
from scheduler.formats.swiss.state import SwissState
from scheduler.rules import Rulebook
from scheduler.rules.pairings import bans_of
from scheduler.solve.matching import pair
from scheduler.solve.matching.ahead import outlook_after

__all__ = ["Answer", "explain_match", "why_not"]


@dataclass(frozen=True)
class Answer:
    """``criterion`` is the rule or principle that decides, ``clause`` its article; ``by`` how much it
    gets worse (places in the ranking, rounds, or 1 for a hard rule); ``forced`` the exact round with the
    pair in it, None where there is none; ``lines`` are sentences."""

    criterion: str
    clause: str
    by: int
    lines: tuple[str, ...]
    forced: Pairing | None = None


def explain_match(made: SwissRound, state: SwissState, rulebook: Rulebook, entrant: int) -> Answer:
    """Why ``entrant`` meets whom it does, or has the bye: everyone who stood higher, and what spoke against.

    UsageError where it is not in the pairing.
    """
    pairing = made.seen.pairing
    _known(made, entrant)
    if pairing.bye == entrant and entrant not in made.asked.fixed.byes:
        return _explain_bye(made, entrant)
    rank = {e: i for i, e in enumerate(pairing.order, start=1)}
    if entrant in made.asked.fixed.named:
        return _stands(made, entrant)
    if made.wished and (change := _by_wish(made, entrant)):
        return change
    top, low = next(p for p in pairing.matches if entrant in p)
    lines = [f"{top} (rank {rank[top]}) meets {low} (rank {rank[low]})"]
    gone = {pairing.bye}
    for a, b in pairing.matches:
        if (a, b) == (top, low):
            break
        gone |= {a, b}
    left = [e for e in pairing.order if e not in gone]
    wanted = made.asked.prefer(left) if made.asked.prefer else left[1:]
    for other in wanted:
        if other == low:
            break
        lines.append(f"{top}-{other}: {_spoken(made, state, rulebook, top, other)}")
    if len(lines) == 1:
        lines.append(f"{low} is the first whom {top} may meet of those unpaired")
    made_before = pairing.matches.index((top, low)) - len(made.asked.fixed.sides)
    if len(pairing.order) - len(gone) >= 4 and made_before < pairing.head:
        lines.append("no look at the rest was needed: enough opponents are left for everybody (Dirac)")
    return Answer("high-meets-high", "CBA-16.4", 0, tuple(lines), pairing)


def _stands(made: SwissRound, entrant: int) -> Answer:
    other = made.seen.pairing.opponent(entrant)
    return Answer("fixed", "", 0, (
        f"{_pair(entrant, other)} stood before the round was paired, which was done around it",),
        made.seen.pairing)


def _by_wish(made: SwissRound, entrant: int) -> Answer | None:
    """A match that priced rules changed among equals; None where they left it."""
    assert made.wished is not None
    match = next(p for p in made.wished.matches if entrant in p)
    if match in made.seen.pairing.matches:
        return None
    return Answer("wishes", "", 0, (
        f"{match[0]} meets {match[1]} as the priced rules want it: without them {entrant} would meet "
        f"{made.seen.pairing.opponent(entrant)}, and the same score groups would meet",))


def _explain_bye(made: SwissRound, entrant: int) -> Answer:
    pairing, asked = made.seen.pairing, made.asked
    if asked.idle:
        lot = f"{entrant} has the bye by lot, as round 1 has it"
        return Answer("bye-once", "CBA-16.8", 0, (lot,), pairing)
    lines = [f"{entrant} has the bye: the lowest who may have it and leaves a round for the others"]
    allowed = set(asked.may_bye)
    for e in reversed(pairing.order):
        if e == entrant:
            break
        if e not in allowed:
            lines.append(f"{e} has had a bye")
            continue
        witness = next((w for w in pairing.witnesses if w.top == BYE and e in w.denied), None)
        lines.append(witness.sentence(e) if witness else f"a bye of {e} is passed over for later rounds")
    return Answer("bye-once", "CBA-16.8", 0, tuple(lines), pairing)


def _spoken(made: SwissRound, state: SwissState, rulebook: Rulebook, top: int, other: int) -> str:
    """What spoke against a pair that stood higher."""
    banned = _banned(state, rulebook, made, top, other)
    if banned:
        return banned[1]
    for w in made.seen.pairing.witnesses:
        if w.top == top and other in w.denied:
            return w.sentence(other)
    return "allowed now, but passed over: with it the rounds to come cannot all be paired"


def _banned(
    state: SwissState, rulebook: Rulebook, made: SwissRound, a: int, b: int
) -> tuple[str, str, str] | None:
    """(rule, words, clause) of the hard rule that forbids a pair, None where none does."""
    frame = state.frame(made.asked.order)
    for use in (u for u in rulebook.uses if u.hard):
        if not bans_of(rulebook, frame, [use]).allowed(a, b):
            if use.id == "no-rematch":
                when = [r for x, y, r in frame.met if {x, y} == {a, b}]
                return use.id, f"they met in round {when[-1]}", use.clause
            return use.id, f'forbidden by "{use.id}"{": " if use.reason else ""}{use.reason}', use.clause
    return None


def why_not(made: SwissRound, state: SwissState, rulebook: Rulebook, a: int, b: int) -> Answer:
    """Why ``a`` does not meet ``b`` (BYE: why it has no bye): the first criterion that gets worse.

    A hard rule; or that nobody can complete such a round; or, going down the ranking, the first entrant
    that gets a worse opponent than it has, and by how many places; or the rounds to come. The round with
    the pair forced is made to see it. UsageError for entrants that are not in the pairing.
    """
    for e in (a, b):
        if e != BYE:
            _known(made, e)
    asked, pairing = made.asked, made.seen.pairing
    if pairing.opponent(a or b) == (b if a else a) and (a == BYE or b == BYE) == (pairing.bye in (a, b)):
        return Answer("", "", 0, ("that is the round as it is",), pairing)
    stand = next((e for e in (a, b) if e in asked.fixed.named), BYE)
    if stand:
        return Answer("fixed", "", 1, _stands(made, stand).lines)
    if BYE in (a, b):
        if asked.fixed.byes:
            return Answer("fixed", "", 1, _stands(made, asked.fixed.byes[0]).lines)
        if len(pairing.order) % 2 == 0:
            return Answer("paired-once", "CBA-16.8", 1, ("an even field has no bye",))
        if (a or b) not in asked.may_bye:
            return Answer("bye-once", "CBA-16.8", 1, (f"{a or b} has had a bye",))
    else:
        banned = _banned(state, rulebook, made, a, b)
        if banned:
            return Answer(banned[0], banned[2], 1, (f"{a}-{b}: {banned[1]}",))
    try:
        forced = pair(
            pairing.order, asked.bans, asked.may_bye, forced=[*asked.fixed.pairs, (a, b)],
            first_idle=asked.idle, prefer=asked.prefer)
    except NoAnswer as error:
        return Answer("paired-once", "CBA-16.4", 1, (
            f"with {_pair(a, b)} the others cannot be paired: {error.message}", *error.clash))
    return _compared(made, state, rulebook, forced, _pair(a, b))


def _pair(a: int, b: int) -> str:
    return f"a bye of {a or b}" if BYE in (a, b) else f"{a}-{b}"


def _compared(
    made: SwissRound, state: SwissState, rulebook: Rulebook, forced: Pairing, pair_: str
) -> Answer:
    """Down the ranking: who is the first to be worse off than in the round that was made?"""
    asked, pairing = made.asked, made.seen.pairing
    rank = {e: i for i, e in enumerate(pairing.order, start=1)}
    if forced.bye != pairing.bye:
        wanted = list(asked.idle) or [e for e in reversed(pairing.order) if e in set(asked.may_bye)]
        by = wanted.index(forced.bye) - wanted.index(pairing.bye)
        if by > 0:
            what = "next in the lot" if asked.idle else "higher in the ranking"
            return Answer("paired-once", "CBA-16.8", by, (
                f"with {pair_} the bye goes to {forced.bye}, {by} place{'s' * (by > 1)} {what} than "
                f"{pairing.bye}",), forced)
    before, after = _opponents(pairing), _opponents(forced)
    settled = {pairing.bye, *asked.fixed.named}
    for top in pairing.order:
        if top in settled:
            continue
        if before[top] != after[top]:
            likes = [e for e in pairing.order if e not in settled]
            wanted = list(asked.prefer(likes)) if asked.prefer else likes[1:]
            by = wanted.index(after[top]) - wanted.index(before[top])
            if by > 0:
                return Answer("high-meets-high", "CBA-16.4", by, (
                    f"with {pair_} number {top} (rank {rank[top]}) would meet {after[top]} (rank "
                    f"{rank[after[top]]}) instead of {before[top]} (rank {rank[before[top]]}): {by} "
                    f"place{'s' * (by > 1)} further down",), forced)
            break
        settled |= {top, before[top]}
    return _later(made, state, rulebook, forced, pair_)


def _later(
    made: SwissRound, state: SwissState, rulebook: Rulebook, forced: Pairing, pair_: str
) -> Answer:
    view = outlook_after(
        forced, made.asked.bans, horizon(state, rulebook), frozenset(made.asked.may_bye))
    return Answer("look-ahead", "CBA-16.4", max(1, made.seen.outlook.rounds), (
        f"with {pair_} the round is as good, but after it: {view.sentence()}",), forced)


def _opponents(pairing: Pairing) -> Mapping[int, int]:
    return {x: y for a, b in pairing.matches for x, y in ((a, b), (b, a))} | {pairing.bye: BYE}


def _known(made: SwissRound, e: int) -> None:
    if e not in made.seen.pairing.order:
        raise UsageError(
            f"{e} is not paired in round {made.number}",
            maybe="it is absent, or in a block of three." if e > 0 else "")
