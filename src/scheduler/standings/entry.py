"""One result as a director types it, made exact: :func:`parse_result`.

Home comes first. What a keyboard or an input method adds is taken away: full-width characters, dashes
and minus signs of every kind, Chinese punctuation, decimal commas.

    +18  -7  18        IMPs, seen from home           h  a  d  =        home won, away won, drawn
    +18/12             the same, over 12 boards       w-  -w  wo h      walkovers: home, away, home got it
    61-43  61:43       IMPs or goals of both sides    --                nobody was there
    13.25-6.75         points of both sides           void  unplayed    cancelled; still to be played
    12-8 vp  12-8 imp  said outright                  1-0  0.5-0.5      points of who won, where there are
    12-12 adj          adjusted points of a match that was played: they need not be what two sides share
    void 8-8           a match that was cancelled, and the points that the sides get all the same
"""

from __future__ import annotations

import re
from dataclasses import replace
from unicodedata import category, normalize

from scheduler.errors import UsageError
from scheduler.standings.scales import OutcomePoints, Scale, TableVP
from scheduler.standings.scoring import Entered, Scoring, pool

__all__ = ["MOST_TEXT", "hundredths", "parse_result", "plain"]

MOST_TEXT = 80
"""The longest result, in characters."""

_MOST_BOARDS = 1_000
_MOST_MARGIN = 1_000_000
_SIGNS = str.maketrans({
    "\u2212": "-", "\u2013": "-", "\u2014": "-", "\u2015": "-", "\u2010": "-", "\u2011": "-",
    "\u2012": "-", "\ufe63": "-", "\u30fc": "-", "\u2500": "-", "\u2044": "/", "\u2215": "/",
    "\u3002": ".", "\uff61": ".", "\u00b7": ".", "\u3001": ",", "\u066b": ".", "\u2236": ":",
    "\u6bd4": ":", "\u2796": "-", "\u2795": "+",
})
_HALF = re.compile(r"([0-9]*)\s*½")
_NUMBER = r"[0-9]{1,7}(?:[.,][0-9]{1,6})?"
_PAIR = re.compile(rf"({_NUMBER})\s*[-:]\s*({_NUMBER})(?:\s*(imps?|i|vps?|v|pts?|p|adj|!|调整))?")
_AWARD = re.compile(rf"(?:void|cancelled|取消|hủy)\s*({_NUMBER}\s*[-:]\s*{_NUMBER})")
_MARGIN = re.compile(r"([+-]?)\s*([0-9]{1,7})(?:\s*(?:imps?|i))?")
_LENGTH = re.compile(r"(.+?)\s*/\s*([0-9]{1,4})")

_WORDS: dict[str, tuple[str, str, int]] = {
    **dict.fromkeys(("h", "home", "主", "主胜", "chủ"), ("played", "outcome", 1)),
    **dict.fromkeys(("a", "away", "客", "客胜", "khách"), ("played", "outcome", -1)),
    **dict.fromkeys(("d", "=", "draw", "x", "平", "平局", "和", "hòa"), ("played", "outcome", 0)),
    **dict.fromkeys(("w-", "+-", "+:-", "woh", "hwo"), ("home-walkover", "none", 0)),
    **dict.fromkeys(("-w", "-+", "-:+", "woa", "awo"), ("away-walkover", "none", 0)),
    **dict.fromkeys(("--", "-:-", "wo-", "wo--", "双弃权"), ("double-walkover", "none", 0)),
    **dict.fromkeys(("void", "cancelled", "取消", "hủy"), ("void", "none", 0)),
    **dict.fromkeys(("unplayed", "?", "postponed", "adjourned", "未赛", "hoãn"),
                    ("unplayed", "none", 0)),
}
# Not "1" and "2": they are 1 and 2 IMPs.


def plain(text: str) -> str:
    """``text`` in plain signs, lower case and single blanks: what an input method added is undone."""
    halves = _HALF.sub(lambda found: f"{found[1] or '0'}.5", text)
    told = normalize("NFKC", halves.translate(_SIGNS)).translate(_SIGNS).casefold()
    seen = "".join(" " if c.isspace() else c for c in told if category(c) not in ("Cc", "Cf") or c == "\t")
    return " ".join(seen.split())


def parse_result(text: str, scoring: Scoring, boards: int = 0) -> Entered:
    """The result that ``text`` says, home first, in a stage of this ``scoring``. UsageError.

    ``boards`` is the length of this match where it is not the stage's (a half match of a block of three),
    so that its points are read on its own scale; a length in the text goes before it, and only that one
    is kept in the result.

    Two numbers are points where they have decimals, or where the scale could give them; else IMPs or
    goals. Points must be such as two sides share, and the message says what would be.
    """
    if len(text) > MOST_TEXT:
        raise UsageError(f'"{text[:40]}..." is too long for a result (at most {MOST_TEXT} characters)')
    told = plain(text)
    if not told:
        raise UsageError("there is no result", maybe='write "unplayed" for a match that waits for one.')
    word = _WORDS.get(told.replace(" ", "").replace("w/o", "wo"))
    if word:
        kind, form, won = word
        return Entered(kind, form, won, -won, 0, text)
    award = _AWARD.fullmatch(told)
    if award:
        return replace(parse_result(f"{award[1]} adj", scoring, boards), kind="void", text=text)
    body, said = _length(told, text)
    for pattern, made in ((_MARGIN, _margin), (_PAIR, _pair)):
        found = pattern.fullmatch(body)
        if found:
            return replace(made(found, text, scoring, said or boards), boards=said, text=text)
    raise UsageError(f'"{_shown(text)}" is no result', maybe=_advice(scoring))


def _length(told: str, text: str) -> tuple[str, int]:
    """The result without ``/12`` behind it, and the 12; 0 where no length is said."""
    if told.replace(":", "-").replace(" ", "") == "1/2-1/2":
        return "0.5-0.5", 0
    found = _LENGTH.fullmatch(told)
    if not found:
        return told, 0
    boards = int(found[2])
    if not 1 <= boards <= _MOST_BOARDS:
        raise UsageError(f'"{_shown(text)}" says {boards} boards; a match has 1 to {_MOST_BOARDS:,}')
    return found[1], boards


def _margin(found: re.Match[str], text: str, scoring: Scoring, boards: int) -> Entered:
    margin = int(found[2]) * (-1 if found[1] == "-" else 1)
    if abs(margin) > _MOST_MARGIN:
        raise UsageError(f'"{_shown(text)}" is beyond every match', maybe="check the digits.")
    return Entered("played", "margin", margin, -margin)


def _pair(found: re.Match[str], text: str, scoring: Scoring, boards: int) -> Entered:
    scale = scoring.scale_for(boards)
    home, away = (hundredths(number, text) for number in found.groups()[:2])
    whole = not (home % 100 or away % 100)
    said = (found[3] or "")[:1]
    if said in ("a", "!", "调"):
        return _adjusted(scale, home, away, text)
    wanted = {"i": "scores", "v": "points", "p": "points"}.get(said, scoring.pair)
    if wanted == "auto":
        wanted = _told_by(scale, home, away, whole)
    if wanted == "scores":
        if not whole:
            raise UsageError(f'"{_shown(text)}" are no IMPs or goals: those are whole numbers')
        return Entered("played", "scores", home // 100, away // 100)
    if isinstance(scale, OutcomePoints):
        return _outcome(scale, home, away, text)
    _shared(scale, home, away, text)
    return Entered("played", "points", home, away)


def _adjusted(scale: Scale, home: int, away: int, text: str) -> Entered:
    """Points that a ruling gave each side (Laws 82C, 86): only what one side can get bounds them."""
    if max(home, away) > scale.top:
        raise UsageError(f'"{_shown(text)}" is more than a side can get, {_decimal(scale.top)}')
    return Entered("played", "points", home, away)


def _told_by(scale: Scale, home: int, away: int, whole: bool) -> str:
    """``points`` or ``scores``: what two bare numbers are on this scale."""
    if not whole:
        return "points"
    if isinstance(scale, OutcomePoints):
        # On 1-1/2-0, "1-0" is the result itself; where a win is 3, it is a goal.
        return "points" if scale.win == 100 and (home, away) in _outcomes(scale) else "scores"
    return "points" if max(home, away) <= scale.top else "scores"


def _outcomes(scale: OutcomePoints) -> dict[tuple[int, int], int]:
    return {(scale.win, scale.loss): 1, (scale.loss, scale.win): -1, (scale.draw, scale.draw): 0}


def _outcome(scale: OutcomePoints, home: int, away: int, text: str) -> Entered:
    won = 0 if (home, away) == (50, 50) else _outcomes(scale).get((home, away))
    if won is None:
        known = " or ".join(f"{_decimal(a)}-{_decimal(b)}" for a, b in _outcomes(scale))
        raise UsageError(f'"{_shown(text)}" are no points of a match here: they would be {known}',
                         maybe="write h, a or d for who won.")
    return Entered("played", "outcome", won, -won)


def _shared(scale: Scale, home: int, away: int, text: str) -> None:
    """UsageError unless two sides can share a match's points like this."""
    told = f'"{_shown(text)}"'
    total = pool(scale)
    if total is not None and home + away != total:
        other = f"{_decimal(home)}-{_decimal(total - home)}"
        raise UsageError(
            f"{told} adds up to {_decimal(home + away)}, but the two sides share {_decimal(total)}",
            maybe=f'write {other} if home\'s is right, or "imp" behind it for IMPs by side.'
            if home <= total else "check both numbers.")
    if max(home, away) > scale.top:
        raise UsageError(f"{told} is more than a side can get, {_decimal(scale.top)}")
    if total is None and isinstance(scale, TableVP):
        pairs = {(w, b) for _, w, b in scale.rows} | {(scale.draw, scale.draw)}
        if (max(home, away), min(home, away)) not in pairs:
            with_it = sorted({b for w, b in pairs if w == max(home, away)}, reverse=True)
            raise UsageError(
                f"{told} is in no row of the scale",
                maybe=f"{_decimal(max(home, away))} goes with "
                f"{' or '.join(map(_decimal, with_it))}." if with_it else "check both numbers.")


_DECIMAL = re.compile(r"[0-9]{1,9}(?:[.,][0-9]{0,9})?|[.,][0-9]{1,9}")


def hundredths(number: str, text: str = "") -> int:
    """A decimal with a point or comma and at most two places, as hundredths. UsageError."""
    if not _DECIMAL.fullmatch(number):
        raise UsageError(f'"{_shown(text or number)}" is no number of points', maybe="write 1 or 0.5.")
    whole, _, part = number.replace(",", ".").partition(".")
    if len(part.rstrip("0")) > 2:
        raise UsageError(f'"{_shown(text or number)}" has more than two decimals',
                         maybe="round it as the regulation says.")
    return 100 * int(whole or 0) + int(f"{part.rstrip('0'):0<2}")


def _decimal(points: int) -> str:
    return f"{points // 100}.{points % 100:02d}" if points % 100 else str(points // 100)


def _shown(text: str) -> str:
    return "".join(c if c.isprintable() else " " for c in text)[:MOST_TEXT]


def _advice(scoring: Scoring) -> str:
    if isinstance(scoring.scale, OutcomePoints):
        return 'write "2-1", "h", "a" or "d", "w-" for a walkover.'
    return 'write "+18" (IMPs, home first), "13.25-6.75", "w-" for a walkover or "unplayed".'
