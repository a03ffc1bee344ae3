"""A published Swiss round as it is to be repaired: what has begun, what may be given up, who is free.

By number, as rounds are made; a bye is (BYE, entrant, 0) among what stands.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from random import Random

from scheduler.event import Report
from scheduler.facts.pairing import BYE
from scheduler.formats.swiss import SwissState
from scheduler.formats.swiss.asked import Asked, asked_of
from scheduler.formats.swiss.home import home_away, ledgers
from scheduler.live.plays import play_of
from scheduler.live.plays.swiss import book_in, state_of
from scheduler.live.state import LiveEvent, LiveMatch, LiveRound
from scheduler.repair.live.consequences import Ground
from scheduler.rules import Rulebook, read_uses

__all__ = ["IDLE", "LiveSwiss", "Row", "live_swiss", "stands"]

Row = tuple[int, int, int]
"""(home, away, table), table 0 for one that is still to be found."""
IDLE = ("idle", "phantom")
"""Kinds of byes of those who would have played."""


@dataclass(frozen=True)
class LiveSwiss:
    """``frozen`` matches have started; ``standing`` ones have not, a bye among them; whoever is ``free``
    must be paired, BYE with them where somebody is to have a bye. ``block`` are the three of a block that
    stands as it is. ``dissolved`` matches are there no more, whatever is done; ``left`` says that somebody
    who had no match is gone; ``homeless`` have a table that cannot be used; ``short`` is how many tables
    there are too few."""

    state: SwissState
    book: Rulebook
    asked: Asked
    seed: str
    frozen: tuple[Row, ...]
    standing: tuple[Row, ...]
    free: tuple[int, ...]
    block: tuple[int, ...]
    dissolved: int
    left: bool
    homeless: int
    short: int
    was: Report

    @property
    def loose(self) -> tuple[tuple[int, int], ...]:
        """The matches and the bye that stand as long as they are not given up."""
        return tuple((a, b) for a, b, _ in self.standing)

    @property
    def touched(self) -> bool:
        """True where the published list cannot stay as it is."""
        return bool(self.free or self.dissolved or self.homeless or self.left)

    def allowed(self, a: int, b: int) -> bool:
        """Whether the two may meet, or one may have the bye."""
        if BYE in (a, b):
            return (a or b) in self.asked.may_bye
        return self.asked.bans.allowed(a, b)


def stands(match: LiveMatch) -> bool:
    """True for a match that has begun."""
    return match.started or not match.open


def live_swiss(ground: Ground, here: LiveRound) -> LiveSwiss:
    """The round with every fact in it."""
    event, stage = ground.event, ground.stage
    total = max(here.number, play_of(stage).rounds(event, stage))
    book = book_in(event, stage, here.number)
    state = state_of(event, stage, here.number, total, early=True)
    seed = str(here.proof.get("seed", event.seed))
    asked = asked_of(state, book, Random(f"{seed}:{here.number}"))
    block = _block(ground, here, asked)
    if block:
        state, book = _beside(state, book, here, block)
        asked = asked_of(state, book, Random(f"{seed}:{here.number}"))
    met = {e for pair in ground.played for e in pair}
    mine = [m for m in here.matches if not {event.number(m.home), event.number(m.away)} & set(block)]
    frozen = _frozen(ground, mine, met, state, asked)
    standing = [
        _row(event, m) for m in mine
        if not stands(m) and m.share == 1 and not {m.home, m.away} & met
        and {event.number(m.home), event.number(m.away)} <= set(asked.order)
        and asked.bans.allowed(event.number(m.home), event.number(m.away))]
    unseated = [(a, b, 0 if t in ground.lost else t) for a, b, t in standing]
    moving = [(a, b, 0 if t in ground.lost and _playing(mine, t) else t) for a, b, t in frozen]
    homeless = sum(t == 0 for _, _, t in (*unseated, *moving)) + sum(
        m.open and m.table in ground.lost for m in here.matches if m.share > 1 and block)
    loose = sum(not stands(m) or m.share > 1 for m in mine) - len(standing)
    whole, rest = _free(event, here, asked, moving, unseated)
    matches = len(moving) + len([r for r in whole if BYE not in r[:2]]) + len(rest) // 2
    held = sum(m.table <= state.tables for m in here.matches if m.share > 1) if block else 0
    short = max(0, matches - max(0, _tables(ground, state, matches) - held))
    return LiveSwiss(
        state if not short else replace(state, tables=0), book, asked, seed, tuple(moving), tuple(whole),
        tuple(rest), tuple(block), loose, any(b.id in ground.gone for b in here.byes), homeless, short,
        play_of(stage).check(event, stage, here.number))


def _beside(
    state: SwissState, book: Rulebook, here: LiveRound, block: Sequence[int]
) -> tuple[SwissState, Rulebook]:
    """The others of a round in which three play each other: without them, their tables, or a second block."""
    there = state.tables or max(m.table for m in here.matches)
    taken = sorted({m.table for m in here.matches if m.share > 1 and 0 < m.table <= there})
    book = replace(book, uses=tuple(
        replace(use, params={**use.params, "odd": "bye"}) if use.id == "paired-once" else use
        for use in book.uses))
    if taken:
        book = book.adding(read_uses([{
            "id": "blocked-tables", "tables": taken, "hard": True, "reason": "three play each other there",
        }], where="the block of three"))
    return replace(state, absent=state.absent | set(block)), book


def _playing(matches: Sequence[LiveMatch], table: int) -> bool:
    """True where the match at ``table`` is still going on, so that its players must go elsewhere."""
    return any(m.table == table and m.open for m in matches)


def _tables(ground: Ground, state: SwissState, wanted: int) -> int:
    if not state.tables:
        return wanted
    return sum(1 for t in range(1, state.tables + 1) if t not in ground.lost)


def _row(event: LiveEvent, match: LiveMatch) -> Row:
    return event.number(match.home), event.number(match.away), match.table


def _block(ground: Ground, here: LiveRound, asked: Asked) -> list[int]:
    """The three who play each other in this round, as long as they can: once they have begun, or while
    all are there, may meet, and leave an even number of others."""
    event = ground.event
    ids = [int(id) for id in here.three.get("ids", ())]
    if not ids:
        return []
    numbers = [event.number(id) for id in ids]
    if any(stands(m) for m in here.matches if m.share > 1):
        return numbers
    told = {e for pair in ground.played for e in pair} & set(ids)
    apart = any(not asked.bans.allowed(a, b) for a in numbers for b in numbers if a < b)
    others = len(asked.order) - len(ids)
    return [] if told or apart or others % 2 or not set(numbers) <= set(asked.order) else numbers


def _frozen(
    ground: Ground, matches: Sequence[LiveMatch], met: Collection[int], state: SwissState, asked: Asked
) -> list[Row]:
    """What has begun as it was drawn, and what was really played instead."""
    event = ground.event
    out = [_row(event, m) for m in matches if stands(m) and not {m.home, m.away} & set(met)]
    tables = {frozenset((m.home, m.away)): m.table for m in matches}
    open_ = [m.table for m in matches if {m.home, m.away} & set(met)]
    for a, b in ground.played:
        table = tables.get(frozenset((a, b)), 0)
        if table in open_:
            open_.remove(table)
    drawn = {(m.home, m.away) for m in matches}
    for a, b in ground.played:
        table = tables.get(frozenset((a, b)), 0) or (open_.pop(0) if open_ else 0)
        known = (a, b) in drawn or (b, a) in drawn
        home, away = (event.number(a), event.number(b)) if known else _sides(
            event.number(a), event.number(b), state, asked)
        out.append((home, away, table))
    return out


def _sides(a: int, b: int, state: SwissState, asked: Asked) -> tuple[int, int]:
    """Home and away of two who play though drawn otherwise, as the rulebook has it."""
    rank = {e: i for i, e in enumerate(asked.order)}
    pair = (a, b) if rank.get(a, 0) < rank.get(b, 0) else (b, a)
    how = asked.settings.home
    return home_away([pair], state.round, how, ledgers(state.met) if how == "balance" else None)[0]


def _free(
    event: LiveEvent, here: LiveRound, asked: Asked, frozen: Sequence[Row], standing: Sequence[Row]
) -> tuple[list[Row], list[int]]:
    """(what stands, the bye of whoever may keep it with it; who is free, BYE where a bye is needed)."""
    paired = {e for a, b, _ in (*frozen, *standing) for e in (a, b)}
    rest = [e for e in asked.order if e not in paired]
    odd = len(asked.order) % 2 == 1
    held = [event.number(b.id) for b in here.byes if b.kind in IDLE]
    held = [e for e in held if e in rest and e in asked.may_bye]
    if odd and held:
        return [*standing, (BYE, held[0], 0)], [e for e in rest if e != held[0]]
    return list(standing), [*rest, BYE] if odd else rest
