"""Boards and segments of a match in play: decisions about them, and the result that they add up to.

The IMPs of single boards are hundredths, and are rounded once, when the match is added up. What a knockout
match begins with (``LiveMatch.ahead``) is shown with the running score and is no part of the result.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from scheduler.errors import RulebookError
from scheduler.live.decisions import KINDS, Payload, decision
from scheduler.live.papers import ROOMS, BoardKey, Papers, Room, Segment
from scheduler.live.scoring import boards_of
from scheduler.live.state import LiveEvent, LiveMatch, LiveStage
from scheduler.standings.boards import Contract, Ruling, board_imps
from scheduler.standings.rounding import rounded
from scheduler.standings.scoring import Entered, add_segments

__all__ = [
    "KNOCKED", "Running", "papers_of", "room_json", "running", "segments_of", "set_papers",
    "write",
]

KNOCKED = ("knockout", "double-elimination")
"""Formats in which one side must win: rulings that do not balance are averaged (Law 86B)."""

_MOST_SEGMENTS = 100
_MOST_BOARDS = 1_000
_OVER_100 = 100


# --- What the stage says --------------------------------------------------------------------------


def segments_of(stage: LiveStage, match: LiveMatch) -> tuple[int, ...]:
    """The boards of each segment of a match, 0 where the stage does not count boards.

    Option ``segments``: how many (1), whose boards are as equal as can be, the earlier ones longer; or a
    list of boards. A half match of a block of three has half of the segments. RulebookError.
    """
    asked, full = stage.stage.options.get("segments", 1), boards_of(stage, match)
    half = match.share > 1 and match.span == 1
    if isinstance(asked, list | tuple):
        if not 1 <= len(asked) <= _MOST_SEGMENTS or not all(
                type(b) is int and 1 <= b <= _MOST_BOARDS for b in asked):
            raise RulebookError(f'"segments" of {stage.name} is no list of 1 to {_MOST_SEGMENTS} lengths')
        if not half:
            if full and sum(asked) != full:
                raise RulebookError(
                    f'"segments" of {stage.name} add up to {sum(asked)} boards, and "boards" says {full}')
            return tuple(asked)
        count = len(asked)
    elif type(asked) is int and 1 <= asked <= _MOST_SEGMENTS:
        count = asked
    else:
        raise RulebookError(
            f'"segments" of {stage.name} must be from 1 to {_MOST_SEGMENTS}, not {str(asked)[:40]}')
    count = max(1, count // 2) if half else count
    if full and full < count:
        raise RulebookError(f"{count} segments of {stage.name} cannot be made of {full} boards")
    base, more = divmod(full, count)
    return tuple(base + (k < more) for k in range(count))


# --- Decisions ------------------------------------------------------------------------------------


def papers_of(match: LiveMatch) -> Papers:
    """The papers of the two who play now; empty ones where nothing is kept, or of others."""
    sides = (match.home, match.away)
    kept = match.papers
    return kept if kept is not None and kept.sides == sides else Papers(sides)


def set_papers(event: LiveEvent, p: Payload) -> Papers:
    """The papers of ``match`` in ``stage``, to be written on: those of ``sides``, who play."""
    match = event.stages[int(p["stage"]) - 1].match(int(p["match"]))
    sides = (int(p["sides"][0]), int(p["sides"][1]))
    if match.papers is None or match.papers.sides != sides:
        match.papers = Papers(sides)
    return match.papers


@decision("boards")
def _boards(event: LiveEvent, p: Payload) -> None:
    """``rows`` of ``match`` in ``stage``, whose ``sides`` are ids: (segment, board, room, what came out).

    Room ``open`` or ``closed``: N-S's score, the contract as (level, strain, doubled, declarer, tricks), or
    None, which takes it out. Room ``both``: a ruling as a table of ``home``, ``away`` (hundredths of an IMP)
    and ``average``; ``void``, not to be played; None, which takes out all that is kept of the board.
    ``score``: the result that they add up to, or None where there no longer is one.
    """
    write(set_papers(event, p), p)
    _scored(event, p)


def write(papers: Papers, p: Payload) -> None:
    """What a decision ``boards`` or ``segment`` says, written on papers. KeyError, ValueError, TypeError
    where it says nothing."""
    for segment, board, room, value in p.get("rows", ()):
        _row(papers, (int(segment), int(board)), str(room), value)
    if "segment" not in p:
        return
    number = int(p["segment"])
    if p["imps"] is None:
        papers.segments.pop(number, None)
        return
    home, away = p["imps"]
    papers.segments[number] = Segment(int(home), int(away), int(p.get("boards", 0)), str(p.get("text", "")))


def _row(papers: Papers, key: BoardKey, room: str, value: Any) -> None:
    if room in ROOMS:
        papers.void.discard(key)
        papers.rulings.pop(key, None)
        kept = papers.rooms.setdefault(key, {})
        kept.pop(room, None)
        if value is not None:
            kept[room] = room_of(value)
        if not kept:
            del papers.rooms[key]
        return
    if room != "both":
        raise ValueError(f"there is no room {room}")
    papers.void.discard(key)
    papers.rulings.pop(key, None)
    if value is None:
        papers.rooms.pop(key, None)
    elif value == "void":
        papers.void.add(key)
    else:
        papers.rulings[key] = Ruling(int(value["home"]), int(value["away"]), bool(value.get("average")))


def room_of(value: Any) -> Room:
    """What the log has of a room: a whole number or the parts of a contract. ValueError, TypeError."""
    if isinstance(value, int):
        return int(value)
    level, strain, doubled, declarer, tricks = value
    return Contract(int(level), str(strain), int(doubled), str(declarer), int(tricks))


def room_json(room: Room) -> Any:
    """The other way round."""
    if isinstance(room, int):
        return room
    return [room.level, room.strain, room.doubled, room.declarer, room.tricks]


@decision("segment")
def _segment(event: LiveEvent, p: Payload) -> None:
    """``segment`` of ``match`` in ``stage``, whose ``sides`` are ids: ``imps`` of home and away, ``boards``
    and ``text`` as typed; ``imps`` None takes it back. ``score`` as in ``boards``."""
    write(set_papers(event, p), p)
    _scored(event, p)


def _scored(event: LiveEvent, p: Payload) -> None:
    """The result, in the same decision as what it comes from, so that both are undone together."""
    if "score" in p:
        said = {k: p[k] for k in ("stage", "match", "sides", "score")}
        KINDS["result"](event, {**said, "by": "desk"})
        return
    match = event.stages[int(p["stage"]) - 1].match(int(p["match"]))
    match.started = True
    round = event.stages[int(p["stage"]) - 1].rounds[match.round]
    if round.status == "published":
        round.status = "started"


# --- What they add up to --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Running:
    """A match so far. ``home`` and ``away`` are margins in hundredths of an IMP, each from its own view;
    ``scored`` the IMPs that each side won, None where a ruling makes that no whole numbers. ``segments``
    and ``boards`` are complete; ``played`` are the boards that the result will be over (0: all)."""

    home: int = 0
    away: int = 0
    scored: tuple[int, int] | None = (0, 0)
    segments: int = 0
    boards: int = 0
    played: int = 0
    complete: bool = False

    def entered(self) -> Entered:
        """The match as one result, rounded to whole IMPs."""
        if self.scored is not None:
            home, away = self.scored
            length = f"/{self.played}" if self.played else ""
            return Entered("played", "scores", home, away, self.played, f"{home}-{away} imp{length}")
        home, away = (rounded(Fraction(side, _OVER_100), "half-away") for side in (self.home, self.away))
        return Entered("played", "margin", home, away, self.played)


def running(papers: Papers, lengths: tuple[int, ...]) -> Running:
    """The score of a match over its segments of ``lengths`` boards, from segments and boards kept."""
    typed = add_segments([
        Entered("played", "scores", s.home, s.away, s.boards) for _, s in sorted(papers.segments.items())])
    home, away = typed.home - typed.away, typed.away - typed.home
    won = [typed.home, typed.away]
    balanced = True
    done: dict[int, int] = {}
    for (segment, _), result in papers.boards.items():
        made = board_imps(result)
        if made is None:
            continue
        done[segment] = done.get(segment, 0) + 1
        home, away = home + made[0], away + made[1]
        won[made[0] < 0] += abs(made[0])
        balanced = balanced and made[0] == -made[1] and made[0] % _OVER_100 == 0
    void = {k: sum(s == k for s, _ in papers.void) for k in range(1, len(lengths) + 1)}
    over = [k in papers.segments or bool(n and done.get(k, 0) + void[k] >= n)
            for k, n in enumerate(lengths, 1)]
    played = sum(papers.segments[k].boards or n if k in papers.segments else done.get(k, 0)
                 for k, n in enumerate(lengths, 1))
    whole = (won[0] // _OVER_100, won[1] // _OVER_100) if balanced else None
    return Running(
        home, away, whole, sum(over), sum(done.values()), 0 if played == sum(lengths) else played,
        all(over) and _pending(papers) == 0)


def _pending(papers: Papers) -> int:
    """Boards that are in from one room only."""
    return sum(board_imps(result) is None for result in papers.boards.values())
