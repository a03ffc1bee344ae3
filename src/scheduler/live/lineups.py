"""Seating rights, line-ups, who sat down and convention cards: decisions about them, and what is wrong.

Directing rules of the CBA, articles 11.2, 18, 19 and 21.1; what they say is in ``standings.notices`` and
``standings.lineups``, here it is read off an event in play. Sides are ``home`` and ``away``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from itertools import pairwise

from scheduler.errors import RulebookError, UsageError
from scheduler.event import said
from scheduler.live.boards import papers_of, segments_of, set_papers
from scheduler.live.decisions import Payload, decision
from scheduler.live.papers import SIDES, Form, Seated
from scheduler.live.scoring import scoring_of
from scheduler.live.state import Contestant, LiveEvent, LiveMatch, LiveRound, LiveStage
from scheduler.standings.lineups import LineUps, Stamp
from scheduler.standings.notices import (
    BLIND,
    Fault,
    consequences,
    entry_faults,
    lineup_faults,
    pair_faults,
    roster_faults,
    seating_rights,
    used_faults,
    without_card,
)

__all__ = [
    "card_faults", "check_options", "entry_check", "label", "limits_of", "line_ups", "match_faults",
    "pairs_of", "rights_of", "side_of", "start_of", "unusual",
]

_CBA_ROSTER = (4, 6)
_MOST_ROSTER = 100
_PAIR = 2
_FOUR = 4


# --- Decisions ------------------------------------------------------------------------------------


@decision("rights")
def _rights(event: LiveEvent, p: Payload) -> None:
    """``match`` of ``stage`` with its ``sides``: who won the ``lot``, the segments picked in turn
    (``picks``), and those for which forms are ``written`` though they are short."""
    papers = set_papers(event, p)
    papers.lot, papers.picks = str(p["lot"]), tuple(int(k) for k in p["picks"])
    papers.written = frozenset(int(k) for k in p.get("written", ()))


@decision("times")
def _times(event: LiveEvent, p: Payload) -> None:
    """When the segments of ``round`` of ``stage`` start (``starts``), and when blind line-ups are due
    (``blind``): ISO times by segment, "" where nothing is said."""
    round = event.stages[int(p["stage"]) - 1].rounds[int(p["round"])]
    round.starts = tuple(str(at) for at in p["starts"])
    round.blind = tuple(str(at) for at in p.get("blind", ()))


@decision("line-up")
def _line_up(event: LiveEvent, p: Payload) -> None:
    """A form for ``segment`` of ``match``: ``side``, ``players`` (N, S, E, W), ``at`` and its ``kind``."""
    set_papers(event, p).forms.append(Form(
        int(p["segment"]), _side(p), tuple(str(name) for name in p["players"]), str(p["at"]),
        str(p.get("kind", "form"))))


@decision("seated")
def _seated(event: LiveEvent, p: Payload) -> None:
    """Who was found at the table for ``side`` in ``segment``; ``leave`` where the director allows it."""
    set_papers(event, p).seated.append(Seated(
        int(p["segment"]), _side(p), tuple(str(name) for name in p["players"]), str(p.get("at", "")),
        bool(p.get("leave"))))


@decision("card")
def _card(event: LiveEvent, p: Payload) -> None:
    """A convention card of ``id``: of the ``players`` of a pair, or of all; ``unusual`` systems; not
    ``filed``: it is taken back."""
    cards = event.contestants[int(p["id"])].cards
    key = tuple(sorted(str(name) for name in p.get("players", ())))
    cards.pop(key, None)
    if p.get("filed", True):
        cards[key] = bool(p.get("unusual"))


def _side(p: Payload) -> str:
    if p["side"] not in SIDES:
        raise ValueError(f"there is no side {p['side']}")
    return str(p["side"])


# --- What the stage says --------------------------------------------------------------------------


def limits_of(stage: LiveStage) -> tuple[int, int] | None:
    """The least and the most players of an entry: option ``roster``, a pair of numbers or one (2: pairs).

    Where it is not said, 4 to 6 in a stage that counts boards (CBA-11.2), else None. RulebookError.
    """
    asked = stage.stage.options.get("roster")
    if asked is None:
        return _CBA_ROSTER if scoring_of(stage).match.boards else None
    both = [asked, asked] if type(asked) is int else asked
    fits = isinstance(both, list | tuple) and len(both) == len(SIDES) and all(type(n) is int for n in both)
    if not fits or not 1 <= both[0] <= both[1] <= _MOST_ROSTER:
        raise RulebookError(f'"roster" of {stage.name} is no least and most: {str(asked)[:40]}',
                            maybe="write roster = [4, 6], or 2 for pairs.")
    return both[0], both[1]


def check_options(stage: LiveStage) -> None:
    """Read what a stage says about segments and rosters once. RulebookError for what makes no sense."""
    limits_of(stage)
    segments_of(stage, LiveMatch(0, 1, 1, 1, 2))


def side_of(event: LiveEvent, match: LiveMatch, side: str) -> Contestant:
    """Who is ``home`` or ``away``. UsageError."""
    if side not in SIDES:
        raise UsageError(f'a side is "home" or "away", not "{side[:20]}"')
    return event.contestants[match.home if side == "home" else match.away]


def unusual(one: Contestant) -> bool:
    """True where a card of somebody has a highly unusual system (CBA-18.3)."""
    return any(one.cards.values())


def rights_of(event: LiveEvent, stage: LiveStage, match: LiveMatch) -> Mapping[int, str]:
    """Who has the seating right in each segment, BLIND for nobody; a segment still to be picked is not in
    it (CBA-18.2, 18.3). UsageError."""
    papers = papers_of(match)
    first = papers.lot or "home"
    second = "away" if first == "home" else "home"
    using = [side for side in SIDES if unusual(side_of(event, match, side))]
    return seating_rights(len(segments_of(stage, match)), first, second, papers.picks, unusual=using)


def start_of(round: LiveRound, segment: int) -> datetime | None:
    """When a segment of a round starts; None where nobody said."""
    told = round.starts[segment - 1] if segment <= len(round.starts) else ""
    return _time(told or (round.start if segment == 1 else ""))


def _time(told: str) -> datetime | None:
    try:
        found = datetime.fromisoformat(told)
    except ValueError:
        return None
    return found.replace(tzinfo=None) if "T" in told or " " in told else None


def line_ups(event: LiveEvent, stage: LiveStage, match: LiveMatch, segment: int) -> LineUps:
    """The line-ups of a segment as they stand, sides by their :func:`label`. UsageError where its start, its
    boards or who has the seating right is not known."""
    lengths = segments_of(stage, match)
    if not 1 <= segment <= len(lengths):
        raise UsageError(f"there is no segment {segment}; a match of {stage.name} has {len(lengths)}")
    round = stage.rounds[match.round]
    start, rights = start_of(round, segment), rights_of(event, stage, match)
    told = f"table {match.table} of round {match.round}, segment {segment}"
    if start is None:
        raise UsageError(f"{told}: nobody said when it starts",
                         maybe="say it: event rights ROUND --start 2026-05-01T14:00.")
    if not lengths[segment - 1]:
        raise UsageError(f"{told}: the stage does not say how many boards it has",
                         maybe="say it: event edit --set boards=16.")
    if segment not in rights:
        raise UsageError(f"{told}: nobody has picked the seating right yet",
                         maybe="say who won the lot and the picks: event rights ROUND TABLE --lot home.")
    papers = papers_of(match)
    blind = _time(round.blind[segment - 1]) if segment <= len(round.blind) else None
    called = {side: label(side_of(event, match, side)) for side in SIDES}
    return LineUps(
        called["home"], called["away"], lengths[segment - 1], start,
        {called[side]: frozenset(side_of(event, match, side).roster) for side in SIDES},
        called.get(rights[segment], BLIND), blind, segment in papers.written,
        tuple(Stamp(called[f.side], f.players, datetime.fromisoformat(f.at), f.kind)
              for f in papers.forms if f.segment == segment))


def label(one: Contestant) -> str:
    """What a side is called in notices: number and name."""
    return f"{one.number} {one.name}"


def pairs_of(players: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """The two pairs of a line-up N, S, E, W."""
    return tuple((players[k], players[k + 1]) for k in range(0, len(players) - 1, _PAIR))


# --- What is wrong --------------------------------------------------------------------------------


def card_faults(one: Contestant, players: Sequence[str]) -> tuple[Fault, ...]:
    """The pairs of a line-up without a convention card (CBA-21.1)."""
    if () in one.cards:
        return ()
    return without_card(pairs_of(players), {frozenset(key) for key in one.cards})


def entry_check(event: LiveEvent, stage: LiveStage) -> Mapping[int, tuple[Fault, ...]]:
    """What is wrong with the entries, by number: rosters, players in two entries, cards that are not filed
    (CBA-11.2, 21.1). Those without a fault are left out; so are those who withdrew."""
    limits = limits_of(stage)
    here = sorted((c for c in event.contestants.values() if c.status != "withdrawn"), key=lambda c: c.number)
    entries: dict[str, list[Contestant]] = {}
    for one in here:
        for name in dict.fromkeys(one.roster):
            entries.setdefault(name, []).append(one)
    found: dict[int, tuple[Fault, ...]] = {}
    for one in here:
        faults: tuple[Fault, ...] = ()
        if limits is not None:
            faults = roster_faults(one.roster, *limits)
            faults += () if one.cards else (Fault("CBA-21.1", said("no convention card is filed")),)
        for name in dict.fromkeys(one.roster):
            faults += entry_faults({label(c): [name] for c in entries[name]})
        if faults:
            found[one.number] = faults
    return found


def match_faults(
    event: LiveEvent, stage: LiveStage, match: LiveMatch, now: datetime
) -> tuple[tuple[int, Fault], ...]:
    """What is wrong with the line-ups of a match at ``now``: segment (0: the whole match) and fault.

    Forms late or missing (CBA-18.5, 18.7), who sat down without being entitled to (19.1, 19.2), with what
    19.3 lays down for it. Leave that was given clears what it can.
    """
    found: list[tuple[int, Fault]] = []
    for k in range(1, len(segments_of(stage, match)) + 1):
        try:
            found += [(k, fault) for fault in line_ups(event, stage, match, k).faults(now)]
        except UsageError:
            continue  # where no time is said nothing can be late
    broken = [(k, fault) for side in SIDES for k, fault in _seated_faults(event, stage, match, side)]
    found += broken
    return (*found, *((0, fault) for fault in consequences([fault for _, fault in broken])))


def _seated_faults(
    event: LiveEvent, stage: LiveStage, match: LiveMatch, side: str
) -> Iterator[tuple[int, Fault]]:
    one, papers, limits = side_of(event, match, side), papers_of(match), limits_of(stage)
    if limits == (_PAIR, _PAIR):
        yield from ((0, fault) for fault in _pair_faults(stage, match, side, one))
        return
    for k in dict.fromkeys(s.segment for s in papers.seated if s.side == side):
        sat = [s for s in papers.seated if s.side == side and s.segment == k]
        forms = [f.players for f in papers.forms if f.side == side and f.segment == k]
        told = [fault for s in sat for fault in lineup_faults(s.players, one.roster)]
        for before, now in pairwise([*forms[-1:], *(s.players for s in sat)]):
            if len(now) == _FOUR:
                told += lineup_faults(now, now, before, sat[-1].leave)
        yield from ((k, fault) for fault in dict.fromkeys(told))
    used = [s.players for s in papers.seated if s.side == side]
    used += [f.players for f in papers.forms if f.side == side]
    yield from ((0, fault) for fault in used_faults(used, limits[1] if limits else _MOST_ROSTER))


def _pair_faults(stage: LiveStage, match: LiveMatch, side: str, one: Contestant) -> tuple[Fault, ...]:
    """Who played as this pair in ``match`` (CBA-19.2); with leave, whoever sat down last may."""
    sat = [s for s in papers_of(match).seated if s.side == side]
    if not sat:
        return ()
    session = sum(other.has(one.id) and other.round <= match.round for other in stage.matches())
    leave = sat[-1].leave
    persons = {*sat[-1].players} if leave else {name for s in sat for name in s.players}
    fielded = [*[one.roster or tuple(persons)] * (session - 1), tuple(persons)]
    return pair_faults(fielded, {session} if leave else (), one.roster)
