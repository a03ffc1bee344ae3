"""Boards and segments of a match: entered, corrected, added up to its result."""

from __future__ import annotations

import os
from collections.abc import Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from typing import Any

from scheduler.app.directing.board_lines import BoardRow, parse_boards
from scheduler.app.directing.desk import Decided, Decision, Who, act
from scheduler.app.directing.rounds import at_table, round_of, stage_of
from scheduler.app.directing.timing import in_time
from scheduler.errors import UsageError
from scheduler.live.allowed import require
from scheduler.live.boards import KNOCKED, Running, papers_of, room_json, running, segments_of, write
from scheduler.live.papers import BoardKey, Papers, Segment, contract_text
from scheduler.live.plays import play_of
from scheduler.live.scoring import scored, scoring_of
from scheduler.live.state import LiveEvent, LiveMatch, LiveStage, Score
from scheduler.standings.boards import board_imps, north_south
from scheduler.standings.entry import parse_result
from scheduler.standings.entry_many import LineFault
from scheduler.standings.scoring import add_segments

__all__ = ["Kept", "boards_json", "enter_boards", "enter_segment", "match_at"]

PathLike = str | os.PathLike[str]


@dataclass(frozen=True)
class Kept:
    """What entering boards or a segment did: the decision, lines that were not taken, the match as it
    stands now, and its score so far."""

    decided: Decided
    stage: LiveStage
    match: LiveMatch
    running: Running
    faults: tuple[LineFault, ...] = ()


def match_at(event: LiveEvent, table: int, round: int = 0, stage: int = 0) -> tuple[LiveStage, LiveMatch]:
    """The stage and its match at a table of a round (0: the current one). UsageError."""
    where = stage_of(event, stage)
    here = round_of(where, round)
    match = at_table(where, here, table)
    if not match.known:
        raise UsageError(f"table {table} of round {here.number}: it is not known yet who plays",
                         maybe="enter the matches before it first.")
    return where, match


def enter_boards(
    path: PathLike, table: int, text: str, round: int = 0, *, stage: int = 0, segment: int = 0,
    correct: bool = False, override: bool = False, who: Who | None = None,
) -> Kept:
    """Enter boards of a match, see :mod:`scheduler.app.directing.board_lines` for the lines of ``text``.

    Lines that cannot be taken are returned with the reason. Once every board is in, they make the result
    of the match. What is kept already and the same is no change; something else in its place is an error
    unless ``correct``, and then the match is added up anew; after the correction period unless ``override``,
    for a reason. UsageError for a match whose boards are not counted, and for what may not be changed now.
    """
    how, faults = _How(who or Who(), correct, override), list[LineFault]()

    def think(event: LiveEvent) -> Sequence[Decision]:
        where, match = match_at(event, table, round, stage)
        lengths = segments_of(where, match)
        if not all(lengths):
            raise UsageError(f"{where.name} does not say how many boards a match has",
                             maybe="say it: event edit --set boards=16.")
        rows, wrong = parse_boards(text, lengths, segment=segment, knocked=where.stage.format in KNOCKED)
        faults[:] = wrong
        papers = papers_of(match)
        new = [r for r in rows if _have(papers, r) != r.value]
        if not new and not (match.open and running(papers, lengths).complete):
            return []
        _may_keep(match, papers, new, correct)
        said = {**_about(where, match), "rows": [[r.segment, r.board, r.room, r.value] for r in new]}
        return _decide(event, where, match, "boards", said, how)

    return _done(act(path, think, how.who), table, round, stage, tuple(faults))


def enter_segment(
    path: PathLike, table: int, segment: int, text: str, round: int = 0, *, stage: int = 0,
    correct: bool = False, override: bool = False, who: Who | None = None,
) -> Kept:
    """Enter the IMPs of one segment, ``+12`` or ``43-31``, home first; "" takes them back.

    The match has its result once all segments are in. UsageError for a segment there is not, for one whose
    boards are kept, for a text without IMPs, another result unless ``correct`` (after the correction period:
    ``override``, for a reason), and the wrong time.
    """
    how = _How(who or Who(), correct or not text, override)

    def think(event: LiveEvent) -> Sequence[Decision]:
        where, match = match_at(event, table, round, stage)
        lengths, papers = segments_of(where, match), papers_of(match)
        if not 1 <= segment <= len(lengths):
            raise UsageError(f"there is no segment {segment}; a match of {where.name} has {len(lengths)}",
                             maybe="say how many: event edit --set segments=4.")
        if any(k == segment for k, _ in (*papers.boards, *papers.void)):
            raise UsageError(f"segment {segment} of table {table} is kept by boards",
                             maybe="enter its boards: event boards.")
        have, new = papers.segments.get(segment), _imps(where, text)
        if have == new or (have and new and replace(have, text="") == replace(new, text="")):
            return []
        if have is not None and new is not None and not correct:
            raise UsageError(f"segment {segment} of table {table} has its IMPs already: {have.text}",
                             maybe="say --correct where these are right.")
        said: dict[str, Any] = {**_about(where, match), "segment": segment, "imps": None}
        if new is not None:
            said |= {"imps": [new.home, new.away], "boards": new.boards, "text": new.text}
        return _decide(event, where, match, "segment", said, how)

    return _done(act(path, think, how.who), table, round, stage)


def _imps(stage: LiveStage, text: str) -> Segment | None:
    if not text:
        return None
    entered = parse_result(text, replace(scoring_of(stage).match, pair="scores"))
    if entered.kind != "played":
        raise UsageError(f'"{text[:40]}" is about a match and not about a segment of it',
                         maybe="enter it without --segment.")
    made = add_segments([entered])
    return Segment(made.home // 100, made.away // 100, entered.boards, text)


def _about(stage: LiveStage, match: LiveMatch) -> dict[str, Any]:
    return {"stage": stage.index, "match": match.id, "sides": [match.home, match.away]}


def _have(papers: Papers, row: BoardRow) -> Any:
    """What is kept where a row would be written, as the log has it; None for nothing."""
    key = row.segment, row.board
    if row.room != "both":
        room = papers.rooms.get(key, {}).get(row.room)
        return None if room is None else room_json(room)
    if key in papers.void:
        return "void"
    ruling = papers.rulings.get(key)
    if ruling is None:
        return None if key not in papers.rooms else "rooms"
    return {"home": ruling.home, "away": ruling.away, **({"average": True} if ruling.average else {})}


def _may_keep(match: LiveMatch, papers: Papers, rows: Sequence[BoardRow], correct: bool) -> None:
    for row in rows:
        if row.segment in papers.segments:
            raise UsageError(f"segment {row.segment} of table {match.table} has its IMPs already",
                             maybe="take them back first: event result TABLE --segment N --back.")
        key = row.segment, row.board
        there = _have(papers, row) is not None or (
            row.room != "both" and (key in papers.rulings or key in papers.void))
        if there and not correct:
            raise UsageError(
                f"board {row.board} of table {match.table} ({row.room}) is in already, as something else",
                maybe="say --correct where this is right.")


@dataclass(frozen=True, slots=True)
class _How:
    """Who decides, and on which footing."""

    who: Who
    correct: bool
    override: bool


def _decide(
    event: LiveEvent, stage: LiveStage, match: LiveMatch, kind: str, said: dict[str, Any], how: _How
) -> Sequence[Decision]:
    """The decision with the result that follows, where it follows and is another one."""
    before, after = papers_of(match), deepcopy(papers_of(match))
    write(after, said)
    lengths = segments_of(stage, match)
    _fit(stage, after, lengths)
    score = _score(event, stage, match, running(after, lengths))
    have = None if match.open else match.result
    changed = have is not None and running(before, lengths).complete if score is None else (
        not _alike(have, score))
    if have is not None and changed and not how.correct:
        raise UsageError(
            f"table {match.table} of round {match.round} has another result already: "
            f"{have.text or f'{have.home_for}-{have.away_for}'}",
            maybe="say --correct where it is to be changed.")
    reason = how.who.reason
    if how.correct and have is not None:
        require(event, "correct", stage=stage, round=match.round, reason=reason, what="correcting a result")
        said |= in_time(event, stage, match, override=how.override, reason=reason) if changed else {}
    else:
        require(event, "result", stage=stage, round=match.round, reason=reason, what="entering a result")
    if not changed and not said.get("rows", True):
        return []
    if changed:
        said["score"] = score.as_json() if score is not None else None
    return [(kind, {**said, **({"reason": reason} if reason else {})})]


def _fit(stage: LiveStage, papers: Papers, lengths: Sequence[int]) -> None:
    """No more boards in a segment than it has; extra boards of a knockout count with the last."""
    extra = stage.stage.format in KNOCKED
    for k, length in enumerate(lengths[:-1] if extra else lengths, start=1):
        have = sorted(board for segment, board in {*papers.boards, *papers.void} if segment == k)
        if have and len(have) > length:
            raise UsageError(
                f"segment {k} has {length} boards, and with these it would have {len(have)}: "
                f"{', '.join(map(str, have[:40]))}",
                maybe="check their numbers; a board that was entered by mistake goes with: N both none.")


def _score(event: LiveEvent, stage: LiveStage, match: LiveMatch, run: Running) -> Score | None:
    """The result of a match; None while something is missing, extra boards of a level knockout among it.
    UsageError where the format does not take it."""
    if not run.complete:
        return None
    score = scored(event, stage, match, run.entered())
    refusal = play_of(stage).refuses(event, stage, match, score)
    if refusal and run.boards and run.home == run.away and not match.way:
        return None
    if refusal:
        raise UsageError(f"table {match.table} of round {match.round}: {refusal}")
    return score


def _alike(have: Score | None, new: Score) -> bool:
    return have is not None and replace(have, text="", provisional=False) == replace(new, text="")


def _done(
    decided: Decided, table: int, round: int, stage: int, faults: tuple[LineFault, ...] = ()
) -> Kept:
    where, match = match_at(decided.event, table, round, stage)
    return Kept(decided, where, match, running(papers_of(match), segments_of(where, match)), faults)


def boards_json(event: LiveEvent, stage: LiveStage, match: LiveMatch) -> dict[str, Any]:
    """What is kept of a match: its segments, its boards, the score so far; IMPs as texts with decimals."""
    papers, lengths = papers_of(match), segments_of(stage, match)
    run = running(papers, lengths)
    return {
        "round": match.round, "table": match.table, "home": event.number(match.home),
        "away": event.number(match.away), "ahead": _imps_json(match.ahead),
        "segments": [{
            "segment": k, "boards": boards,
            **({"imps": [papers.segments[k].home, papers.segments[k].away]} if k in papers.segments else {}),
        } for k, boards in enumerate(lengths, start=1)],
        "boards": [_board_json(key, papers) for key in sorted({*papers.boards, *papers.void})],
        "margins": [_imps_json(run.home), _imps_json(run.away)], "complete": run.complete,
        "points": None if match.result is None else [
            _imps_json(match.result.home_points), _imps_json(match.result.away_points)]}


def _board_json(key: BoardKey, papers: Papers) -> dict[str, Any]:
    out: dict[str, Any] = {"segment": key[0], "board": key[1]}
    if key in papers.void:
        return {**out, "void": True}
    result = papers.boards[key]
    for name, room in papers.rooms.get(key, {}).items():
        out[name] = {"score": north_south(key[1], room)} | (
            {} if isinstance(room, int) else {"contract": contract_text(room)})
    if result.ruling is not None:
        out["ruling"] = [_imps_json(result.ruling.home), _imps_json(result.ruling.away)]
    made = board_imps(result)
    return {**out, "imps": None if made is None else [_imps_json(side) for side in made]}


def _imps_json(hundredths: int) -> str:
    return f"{'-' if hundredths < 0 else ''}{abs(hundredths) // 100}.{abs(hundredths) % 100:02d}"
