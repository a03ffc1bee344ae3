"""Brackets judged for what every elimination must keep, and losers sent elsewhere by hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace

from scheduler.errors import UsageError
from scheduler.event import Bracket, BracketMatch, Feed

__all__ = ["check_bracket", "rerouted"]


def check_bracket(bracket: Bracket) -> tuple[str, ...]:
    """What is wrong with a bracket, in words; empty where it can be played to its end.

    Every side is fed by a line or an earlier match of an earlier time slot; lines, winners and losers go
    to one place at most; a winner stays on his side of the bracket or comes to a final; a loser with a
    life left drops one side down, one without plays for places at most, and nobody is left hanging.
    """
    return tuple(_wrong(bracket))


def _wrong(bracket: Bracket) -> Iterator[str]:
    seen: dict[int, BracketMatch] = {}
    used: Counter[tuple[str, int]] = Counter()
    for match in bracket.matches:
        if match.number in seen:
            yield f"match {match.number} is there twice"
        for feed in (match.home, match.away):
            if not match.again:
                used[feed.kind, feed.of] += 1
            yield from _wrong_feed(match, feed, seen, bracket)
        seen[match.number] = match
    for (kind, of), times in sorted(used.items()):
        if times > 1:
            yield f"the {kind.replace('-', ' ')} of match {of} plays in {times} matches" if (
                kind != "line") else f"line {of} plays in {times} matches"
    yield from _hanging(bracket, used)


def _level(side: str) -> int | None:
    """How many matches those on a side have lost; None for finals and matches for places."""
    if side == "W":
        return 0
    if side == "L":
        return 1
    return int(side[1:]) - 1 if side[0] == "L" and side[1:].isdecimal() else None


def _wrong_feed(
    match: BracketMatch, feed: Feed, seen: Mapping[int, BracketMatch], bracket: Bracket
) -> Iterator[str]:
    if feed.kind == "line":
        if not 1 <= feed.of <= bracket.size:
            yield f"match {match.number} is fed by line {feed.of} of {bracket.size}"
        return
    before = seen.get(feed.of)
    if before is None:
        yield f"match {match.number} is fed by match {feed.of}, which is not before it"
        return
    if before.slot >= match.slot:
        yield f"match {match.number} is in slot {match.slot}, match {feed.of} that feeds it not earlier"
    mine, theirs = _level(match.side), _level(before.side)
    if mine is None or theirs is None:
        return
    lost = theirs + (feed.kind != "winner")
    if lost != mine:
        yield (
            f"the {feed.kind} of match {feed.of} has lost {lost} and comes to match {match.number}, "
            f"where everybody has lost {mine}"
        )


def _hanging(bracket: Bracket, used: Mapping[tuple[str, int], int]) -> Iterator[str]:
    ended = {(end.feed.kind, end.feed.of) for end in bracket.ends}
    repeated = {m.again for m in bracket.matches if m.again}
    for match in bracket.matches:
        level = _level(match.side)
        if match.number in repeated or match.side == "C":
            continue
        for kind in ("winner", "loser"):
            goes_on = used.get((kind, match.number), 0)
            if not goes_on and (kind, match.number) not in ended:
                yield f"the {kind} of match {match.number} goes nowhere"
        if level is not None and level + 1 < bracket.lives and not used.get(("loser", match.number)):
            yield f"the loser of match {match.number} has a life left and does not drop"


def rerouted(bracket: Bracket, losers: Mapping[int, tuple[int, str]]) -> Bracket:
    """The bracket with the loser of match m sent to ``losers[m]`` = (match, ``home`` or ``away``).

    Whoever was to come there takes the place that the other one leaves. Raises UsageError, with
    everything that is wrong, where the outcome could not be played or somebody would drop twice or
    not at all.
    """
    matches = {m.number: m for m in bracket.matches}
    for of, (target, side) in losers.items():
        if of not in matches or target not in matches or side not in ("home", "away"):
            raise UsageError(f"the loser of match {of} cannot go to match {target}, side {side[:20]}")
        moved = Feed("loser", of)
        spot = next(
            ((m.number, s) for m in matches.values() for s, f in _named(m) if f == moved), None
        )
        if spot is None:
            raise UsageError(f"the loser of match {of} does not play on in this bracket")
        there = dict(_named(matches[target]))[side]
        matches[target] = _with(matches[target], side, moved)
        if spot != (target, side):
            matches[spot[0]] = _with(matches[spot[0]], spot[1], there)
    made = replace(bracket, matches=tuple(matches[m.number] for m in bracket.matches))
    wrong = check_bracket(made)
    if wrong:
        more = f" (and {len(wrong) - 3} more)" if len(wrong) > 3 else ""
        raise UsageError(f"this routing cannot be played: {'; '.join(wrong[:3])}{more}")
    return made


def _named(match: BracketMatch) -> tuple[tuple[str, Feed], tuple[str, Feed]]:
    return ("home", match.home), ("away", match.away)


def _with(match: BracketMatch, side: str, feed: Feed) -> BracketMatch:
    return replace(match, home=feed) if side == "home" else replace(match, away=feed)
