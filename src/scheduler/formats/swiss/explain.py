"""Why a match was made: everybody who stood higher, and what spoke against."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scheduler.errors import UsageError
from scheduler.facts.pairing import BYE, Pairing
from scheduler.formats.swiss.round import SwissRound
from scheduler.formats.swiss.state import SwissState
from scheduler.rules import Rulebook
from scheduler.rules.pairings import bans_of

__all__ = ["Answer", "clause_of", "explain_match", "known", "spoken_ban", "stands", "words_of"]


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
    known(made, entrant)
    if pairing.bye == entrant and entrant not in made.asked.fixed.byes:
        return _explain_bye(made, rulebook, entrant)
    rank = {e: i for i, e in enumerate(pairing.order, start=1)}
    if entrant in made.asked.fixed.named:
        return stands(made, entrant)
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
        lines.append(f"{top}-{other}: {_spoken(made, state, rulebook, left, other)}")
    if len(lines) == 1:
        lines.append(f"{low} is the first whom {top} may meet of those unpaired")
    made_before = pairing.matches.index((top, low)) - len(made.asked.fixed.sides)
    if len(pairing.order) - len(gone) >= 4 and made_before < pairing.head:
        lines.append("no look at the rest was needed: enough opponents are left for everybody (Dirac)")
    return Answer("high-meets-high", clause_of(rulebook, "high-meets-high"), 0, tuple(lines), pairing)


def stands(made: SwissRound, entrant: int) -> Answer:
    """What is said of a match or bye that stood before."""
    other = made.seen.pairing.opponent(entrant)
    return Answer("fixed", "", 0, (
        f"{words_of(entrant, other)} stood before the round was paired, which was done around it",),
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


def _explain_bye(made: SwissRound, rulebook: Rulebook, entrant: int) -> Answer:
    pairing, asked, clause = made.seen.pairing, made.asked, clause_of(rulebook, "paired-once")
    if asked.idle:
        lot = f"{entrant} has the bye by lot, as round 1 has it"
        return Answer("paired-once", clause, 0, (lot,), pairing)
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
    return Answer("paired-once", clause, 0, tuple(lines), pairing)


def _spoken(
    made: SwissRound, state: SwissState, rulebook: Rulebook, left: Sequence[int], other: int
) -> str:
    """What spoke against a pair of the first of those ``left`` that stood higher."""
    top = left[0]
    banned = spoken_ban(state, rulebook, made, top, other)
    if banned:
        return banned[1]
    for w in made.seen.pairing.witnesses:
        if w.top == top and other in w.denied:
            return w.among(set(left)).sentence(other)
    return "allowed now, but passed over: with it the rounds to come cannot all be paired"


def spoken_ban(
    state: SwissState, rulebook: Rulebook, made: SwissRound, a: int, b: int
) -> tuple[str, str, str] | None:
    """(rule, words, clause) of the hard rule that forbids a pair, None where none does."""
    frame = state.frame(made.asked.order)
    for use in (*(u for u in rulebook.uses if u.hard), *made.asked.above):
        if not bans_of(rulebook, frame, [use]).allowed(a, b):
            if use.id == "no-rematch":
                when = [r for x, y, r in frame.met if {x, y} == {a, b}]
                return use.id, f"they met in round {when[-1]}", use.clause
            how = "forbidden by" if use.hard else f"at level {use.level}, before score, against"
            return use.id, f'{how} "{use.id}"{": " if use.reason else ""}{use.reason}', use.clause
    return None


def words_of(a: int, b: int) -> str:
    """A pair, or a bye, in words."""
    return f"a bye of {a or b}" if BYE in (a, b) else f"{a}-{b}"


def clause_of(rulebook: Rulebook, id: str) -> str:
    """The article that a rulebook gives for a rule, "" for none."""
    use = rulebook.find(id)
    return use.clause if use else ""


def known(made: SwissRound, e: int) -> None:
    """UsageError for an entrant that is not in the pairing."""
    if e not in made.seen.pairing.order:
        raise UsageError(
            f"{e} is not paired in round {made.number}",
            maybe="it is absent, or in a block of three." if e > 0 else "")
