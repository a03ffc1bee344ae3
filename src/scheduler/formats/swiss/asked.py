"""What is asked of a round before it is paired: order, bans, who may sit out, how far ahead is looked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

from scheduler.event import Report
from scheduler.facts.pairing import Bans, Prefer, pairing_facts, pairing_space
from scheduler.formats.swiss.counted import counted_rounds
from scheduler.formats.swiss.fixed import Fixed
from scheduler.formats.swiss.order import draw_order, preference
from scheduler.formats.swiss.state import Settings, SwissState
from scheduler.formats.swiss.tables import Placed, frame_with_tables
from scheduler.rules import Rulebook, RuleUse
from scheduler.rules.pairings import bans_of, may_bye_of
from scheduler.verify import verify

__all__ = ["Asked", "asked_of", "horizon", "report_of", "undecided"]


@dataclass(frozen=True)
class Asked:
    """A round as the matching sees it: what was asked of it. ``idle`` is a lot for the bye, () for none;
    ``fixed`` is what of it stood before; ``above`` are wishes that are bans in it."""

    order: tuple[int, ...]
    bans: Bans
    may_bye: tuple[int, ...]
    idle: tuple[int, ...]
    prefer: Prefer | None
    settings: Settings
    busy: tuple[int, ...] = ()
    fixed: Fixed = field(default_factory=Fixed)
    above: tuple[RuleUse, ...] = ()


def asked_of(state: SwissState, rulebook: Rulebook, rng: Random) -> Asked:
    """Order, bans and takers of the bye in this round. UsageError, RulebookError as the rules have it."""
    settings = Settings.of(rulebook)
    busy = state.busy
    here = [e for e in state.active if e not in busy]
    ties = "as-given" if settings.ties == "as-given" and state.order else settings.ties
    first = counted_rounds(rulebook, state.round, state.rounds) == 0
    if first:
        ties = "as-given" if state.order else "number"
    order = draw_order(here, {} if first else state.points, state.round, ties=ties, given=state.order)
    last = state.round == state.rounds and settings.last == "one-two"
    how = settings.first if first else "neighbours" if last else settings.within
    level = {} if first else state.points
    order, prefer = preference(order, level, "neighbours" if how == "given" else how, rng)
    frame = state.frame(order)
    may_bye = may_bye_of(rulebook, frame, order)
    idle: list[int] = []
    if len(order) % 2 and state.round == 1:
        idle = list(may_bye)
        rng.shuffle(idle)
    return Asked(order, bans_of(rulebook, frame), may_bye, tuple(idle), prefer, settings, busy)


def undecided(state: SwissState, rulebook: Rulebook) -> str:
    """What is wrong where winners and losers are paired apart and a match has no winner; "" for nothing.

    A bye may be a win or not. Only rounds whose results count are looked at.
    """
    if not any(u.hard and u.id == "alike" and u.params["attribute"] == "wins" for u in rulebook.uses):
        return ""
    counted = counted_rounds(rulebook, state.round, state.rounds)
    played = sum(len(r.matches) for r in state.played if r.number <= counted)
    won = sum(state.wins.values())
    if won >= played:
        return ""
    return (
        f"{played} matches were played and {won} won: an all-wins champion wants every match decided "
        "(CBA-16.1)")


def horizon(state: SwissState, rulebook: Rulebook) -> int:
    """How many rounds after this one are looked at: those for which today's bans are known to hold.

    None where rematches are free, or become so one by one; none where results decide who may meet. Where
    all become free at once, with a round or a new session, those before it.
    """
    after = state.rounds - state.round
    lasting = False
    for use in (u for u in rulebook.uses if u.hard):
        params = use.params
        if use.id == "no-rematch":
            lasting = params["free"] == "nobody" and not params["window"]
            if params["until"]:
                after = min(after, max(0, params["until"] - 1 - state.round))
            if params["session"]:
                after = min(after, params["session"] - 1 - (state.round - 1) % params["session"])
        elif use.id == "alike":
            return 0
        elif use.id == "kept-apart" and params["rounds"] and state.round <= params["rounds"]:
            after = min(after, params["rounds"] - state.round)
    return after if lasting else 0


def report_of(
    state: SwissState, rulebook: Rulebook, asked: Asked, placed: Placed, byes: Sequence[int],
    three: Sequence[int],
) -> Report:
    """The rulebook's verdict on a round of these matches (home, away, table), byes and blocks of three."""
    tables = [t for _, _, t in placed]
    frame = frame_with_tables(state, rulebook, asked.order, tables)
    space = pairing_space(frame)
    facts = pairing_facts(space, [(a, b) for a, b, _ in placed], byes, three, tables)
    return verify(space, rulebook.stated(space, frame), facts)
