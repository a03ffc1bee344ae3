"""The wrong board, the wrong opponents, information before the auction, a missing card: decision tables.

A table says what stands, what is cancelled, what may follow and what the director may choose; it decides
nothing for him. Laws 14, 15 and 16 (extraneous information).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from scheduler.errors import UsageError, did_you_mean
from scheduler.standings.rulings.ground import law_of

__all__ = [
    "EXTRANEOUS", "MISSING_CARD", "BoardFacts", "Kept", "Outcome", "PlayedBoard", "extraneous",
    "keep_results", "missing_card", "wrong_board",
]

_PHASES = ("auction", "play", "over")


@dataclass(frozen=True, slots=True)
class BoardFacts:
    """A board at a table that was not to play it, or with others. ``players`` are the four;
    ``before`` those who had played the board already. ``phase`` is when it was found: ``auction``,
    ``play`` or ``over``. In the auction: ``differs`` where an earlier call was not repeated (None: not
    known yet), ``disturbed`` where somebody tried to."""

    players: tuple[str, ...]
    before: frozenset[str] = frozenset()
    phase: str = "over"
    differs: bool | None = None
    disturbed: bool = False


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a Law says. ``result``: ``stands``, ``cancelled``, ``auction-again`` or ``play-on``; ``follows``
    what happens next and ``choices`` what the director may do, as codes; ``law`` its number."""

    law: str
    result: str
    follows: tuple[str, ...] = ()
    choices: tuple[str, ...] = ()


def wrong_board(facts: BoardFacts, edition: str = "2017") -> Outcome:
    """What Law 15 says of a wrong board. UsageError for facts that cannot be.

    Nobody had played it: the result stands, and the right board may follow. Somebody had: this result,
    his second, is cancelled for both sides. Found in the auction: it is cancelled, the right contestants
    are seated, and it begins again with the same calls; with any other the board is cancelled.
    """
    if len(set(facts.players)) != 4:
        raise UsageError(f"a board has four players, not {len(set(facts.players))}")
    strangers = sorted(facts.before - set(facts.players))
    if strangers:
        raise UsageError(f"{strangers[0][:60]} did not sit at that table")
    if facts.phase not in _PHASES:
        raise UsageError(f'a wrong board is found in {", ".join(_PHASES)}, not "{facts.phase[:20]}"',
                         maybe=did_you_mean(facts.phase[:20], _PHASES))
    penalty = ("procedural-penalty",)
    if facts.before:
        return Outcome(
            law_of("wrong-board-again", edition), "cancelled",
            ("cancelled-for-both", "artificial-for-deprived"), penalty)
    if facts.phase != "auction":
        return Outcome(
            law_of("wrong-board-new", edition), "stands", ("not-again", "finish-play")
            if facts.phase == "play" else ("not-again",), ("right-board-later", *penalty))
    law = law_of("wrong-board-auction", edition)
    more = ("adjusted-score", *penalty) if facts.disturbed else ()
    if facts.differs is None:
        return Outcome(law, "auction-again", ("seat-right", "tell-rights", "repeat-calls"), more)
    if facts.differs:
        return Outcome(law, "cancelled", ("artificial-for-deprived",), more)
    return Outcome(law, "play-on", ("seat-right", "tell-rights"), more)


# --- Boards and players of a whole session --------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PlayedBoard:
    """A board as it was played, in order of time: ``contestants`` are the two who were there, ``players``
    the four."""

    round: int
    table: int
    board: int
    contestants: tuple[int, int]
    players: tuple[str, ...]


@dataclass(frozen=True)
class Kept:
    """What stands of a session: ``kept`` and ``cancelled`` results; ``deprived`` are (contestant, board)
    that were scheduled and have no valid result, ``unscheduled`` those that were not and have one: when
    the board comes to them by schedule, they must not play it."""

    kept: tuple[PlayedBoard, ...]
    cancelled: tuple[PlayedBoard, ...] = ()
    deprived: tuple[tuple[int, int], ...] = ()
    unscheduled: tuple[tuple[int, int], ...] = field(default=())


def keep_results(
    played: Sequence[PlayedBoard], scheduled: Iterable[tuple[int, int]] = ()
) -> Kept:
    """Which results stand, whoever met whom on what: the first of each player; a later one of any of the
    four is cancelled for both sides (Law 15). ``scheduled`` are (contestant, board)."""
    seen: set[tuple[str, int]] = set()
    kept: list[PlayedBoard] = []
    gone: list[PlayedBoard] = []
    for one in played:
        mine = {(player, one.board) for player in one.players}
        (gone if mine & seen else kept).append(one)
        seen |= mine  # who saw the cards cannot play them again, whatever became of the result
    have = {(c, p.board) for p in kept for c in p.contestants}
    wanted = set(scheduled)
    deprived = {(c, p.board) for p in gone for c in p.contestants if (c, p.board) in wanted} - have
    return Kept(
        tuple(kept), tuple(gone), tuple(sorted(deprived)), tuple(sorted(have - wanted)) if wanted else ())


# --- Information and cards ------------------------------------------------------------------------

EXTRANEOUS: Mapping[str, tuple[str, ...]] = {
    "before-auction": ("swap-seats", "redeal", "play-on-adjust", "artificial"),
    "after-first-call": ("play-on-adjust",),
}
"""Phase -> what a director may do about information from elsewhere, before its conditions."""

MISSING_CARD: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "before-lead": {
        "found": ("returned", "auction-stands"), "not-found": ("rebuilt", "auction-stands")},
    "later": {
        "played": ("defective-trick",), "found": ("returned", "rectification", "unauthorised"),
        "not-found": ("rebuilt", "rectification", "unauthorised")},
}
"""When a hand is found short of a card -> where the card was -> what happens (Law 14)."""


def extraneous(
    phase: str, *, shared: bool = False, swaps: bool = True, redeals: bool = True, edition: str = "2017"
) -> Outcome:
    """What a director may do about accidental information (Law 16C in 2007, 16D in 2017).

    ``shared``: other tables play the same board, which excludes a new deal and, as scores are compared,
    another seating; ``swaps`` and ``redeals`` whether the format allows them. UsageError for another
    ``phase`` than those of :data:`EXTRANEOUS`.
    """
    if phase not in EXTRANEOUS:
        raise UsageError(f'the phases are {", ".join(EXTRANEOUS)}, not "{phase[:20]}"',
                         maybe=did_you_mean(phase[:20], [*EXTRANEOUS]))
    out = {name for name, allowed in (("swap-seats", swaps), ("redeal", redeals)) if shared or not allowed}
    choices = tuple(c for c in EXTRANEOUS[phase] if c not in out)
    return Outcome(law_of("extraneous", edition), "play-on", (), choices)


def missing_card(when: str, where: str, edition: str = "2017") -> Outcome:
    """What happens to a hand that is short of a card; ``when`` and ``where`` as :data:`MISSING_CARD` has
    them. The deal stays one of 52 cards. UsageError."""
    if when not in MISSING_CARD or where not in MISSING_CARD[when]:
        known = [*MISSING_CARD.get(when, MISSING_CARD)]
        raise UsageError(f'"{where[:20]}" {when[:20]} is no case of a missing card',
                         maybe=f"say one of {', '.join(known)}.")
    return Outcome(law_of("missing-card", edition), "play-on", MISSING_CARD[when][where])
