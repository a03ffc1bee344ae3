"""From what a director rules, as typed, to the decisions that follow: results, boards, penalties."""

from __future__ import annotations

import re
from copy import deepcopy
from dataclasses import replace
from fractions import Fraction
from typing import Any

from scheduler.app.directing.desk import Decision
from scheduler.errors import UsageError, did_you_mean
from scheduler.live.boards import KNOCKED, papers_of, running, segments_of, write
from scheduler.live.papers import Papers
from scheduler.live.plays import play_of
from scheduler.live.scoring import boards_of, scored, scoring_of
from scheduler.live.state import LiveEvent, LiveMatch, LiveStage, Score
from scheduler.standings.boards import imps, north_south
from scheduler.standings.entry import hundredths, parse_result
from scheduler.standings.rounding import part_of, rounded
from scheduler.standings.rulings import AWARDS, Part, edition_of, imps_award, weighs, weighted

__all__ = ["board_award", "redrawn", "result_change"]

_SHORT = {
    "a+": "average-plus", "ave+": "average-plus", "a": "average", "ave": "average", "a=": "average",
    "a-": "average-minus", "ave-": "average-minus"}
_IMPS = re.compile(r"[+-]?[0-9]{1,4}(?:[.,][0-9]{1,2})?")
_PART = re.compile(r"([+-]?[0-9]{1,5}):([0-9]{1,3}(?:\.[0-9]{1,2})?)%?")
_ROOMS = ("open", "closed")


def result_change(event: LiveEvent, stage: LiveStage, match: LiveMatch, text: str) -> Decision:
    """The decision that gives a match another result, as :func:`parse_result` reads it (``10-10``,
    ``12-12 adj``, ``void 8-8``). UsageError."""
    entered = parse_result(text, scoring_of(stage).match, boards_of(stage, match))
    return "result", {**_about(stage, match), "by": "desk",
                      "score": _accepted(event, stage, match, scored(event, stage, match, entered)).as_json()}


def _accepted(event: LiveEvent, stage: LiveStage, match: LiveMatch, score: Score) -> Score:
    refusal = play_of(stage).refuses(event, stage, match, score)
    if refusal:
        raise UsageError(f"table {match.table} of round {match.round}: {refusal}")
    return score


def _about(stage: LiveStage, match: LiveMatch) -> dict[str, Any]:
    return {"stage": stage.index, "match": match.id, "sides": [match.home, match.away]}


def board_award(
    event: LiveEvent, stage: LiveStage, match: LiveMatch, segment: int, board: int, text: str
) -> Decision:
    """The decision that gives a board an adjusted score, and the match the result that follows.

    ``text``: what both sides have, home first, ``A+/A-`` or IMPs ``+6/-2``; ``void``; or a weighted score of
    one room, compared with the other: ``open 620:60 -100:40`` (N-S's scores and per cent). In a knockout
    scores that do not balance are averaged (Law 86B). UsageError.
    """
    lengths, papers = segments_of(stage, match), deepcopy(papers_of(match))
    if not 1 <= segment <= len(lengths):
        raise UsageError(f"there is no segment {segment}; a match of {stage.name} has {len(lengths)}")
    if not 1 <= board <= 999:
        raise UsageError(f"boards are numbered 1 to 999, not {board}")
    if segment in papers.segments:
        raise UsageError(f"segment {segment} of table {match.table} is kept as a total, not by boards",
                         maybe="rule on the result instead: --result.")
    value = _value(stage, papers, (segment, board), text)
    said: dict[str, Any] = {**_about(stage, match), "rows": [[segment, board, "both", value]]}
    write(papers, said)
    run = running(papers, lengths)
    if run.complete:
        score = _accepted(event, stage, match, scored(event, stage, match, run.entered()))
        have = match.result
        if have is None or replace(have, text="", provisional=False) != replace(score, text=""):
            said["score"] = score.as_json()
    elif not match.open:
        raise UsageError(f"the result of table {match.table} was typed, and not added up from its boards",
                         maybe="rule on the result: --result.")
    return "boards", said


def _value(stage: LiveStage, papers: Papers, key: tuple[int, int], text: str) -> Any:
    told = " ".join(text.casefold().replace("−", "-").split())
    if told == "void":
        return "void"
    if told.startswith(_ROOMS):
        home = _weighted(stage, papers, key, told)
        away = -home
    else:
        sides = told.split("/")
        if len(sides) != 2:
            raise UsageError(f'"{text[:40]}" is no adjusted score of a board',
                             maybe="write what both sides have, home first: A+/A-, +3/-3, or void.")
        home, away = (_side(side.strip()) for side in sides)
    uneven = stage.stage.format in KNOCKED and home != -away
    return {"home": home, "away": away, **({"average": True} if uneven else {})}


def _side(text: str) -> int:
    """Hundredths of an IMP of one side."""
    name = _SHORT.get(text, text)
    if name in AWARDS:
        return imps_award(name)
    if not _IMPS.fullmatch(text):
        raise UsageError(f'"{text[:20]}" is neither an artificial score nor IMPs',
                         maybe=did_you_mean(text[:20], [*_SHORT, *AWARDS]))
    made = hundredths(text.lstrip("+-").replace(",", "."), text)
    return -made if text.startswith("-") else made


def _weighted(stage: LiveStage, papers: Papers, key: tuple[int, int], text: str) -> int:
    """Home's IMPs of a weighted score of one room, against what the other room has."""
    if not weighs(edition_of(stage.stage.options.get("laws")), committee=False):
        raise UsageError("under the Laws of 1997 only an appeal committee may weight a score (12C3)",
                         maybe="rule one result, and let the committee weight it.")
    room, *words = text.split()
    found = [_PART.fullmatch(word) for word in words]
    if room not in _ROOMS or not found or not all(found):
        raise UsageError(f'"{text[:40]}" is no weighted score', maybe="write: open 620:60 -100:40.")
    parts = [Part(int(f[1]), part_of(f[2]) or Fraction(0)) for f in found if f]
    other = papers.rooms.get(key, {}).get("closed" if room == "open" else "open")
    if other is None:
        raise UsageError(f"board {key[1]} has no result in the other room to compare with",
                         maybe="enter it first, or say IMPs: +3/-3.")
    there, sign = north_south(key[1], other), 1 if room == "open" else -1
    for part in parts:
        north_south(key[1], part.score)
    return rounded(100 * weighted(parts, lambda score: sign * imps(score - there)), "half-away")


def redrawn(stage: LiveStage) -> list[Decision]:
    """The draft of the next Swiss round is dropped where there is one: it stood on other scores."""
    if stage.stage.format != "swiss" or not stage.drafted:
        return []
    return [("redrawn", {"stage": stage.index})]
