"""Contradictions between the matches, byes and results of rounds that were played elsewhere."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from scheduler.errors import UsageError
from scheduler.files.rounds_value import AdoptedBye, AdoptedMatch, Findings
from scheduler.standings.entry import parse_result, plain
from scheduler.standings.entry_checks import doubts
from scheduler.standings.scoring import Scoring

__all__ = ["check_results", "check_rounds", "mirrored", "same_result"]

_NUMBER = r"[0-9]{1,7}(?:[.,][0-9]{1,6})?"
_PAIR = re.compile(rf"({_NUMBER})\s*([-:])\s*({_NUMBER})(\D*)")
_MARGIN = re.compile(r"([+-]?)\s*([0-9]{1,7}(?:[.,][0-9]{1,6})?)(\D*|\s*/\s*[0-9]{1,4})")
_OPPOSITE = {
    "h": "a", "home": "away", "主": "客", "主胜": "客胜", "chủ": "khách", "w-": "-w", "+-": "-+",
    "+:-": "-:+", "wo h": "wo a", "w/o h": "w/o a", "woh": "woa",
}
_OPPOSITE |= {away: home for home, away in _OPPOSITE.items()}
_EQUAL = frozenset((
    "d", "=", "draw", "x", "平", "平局", "和", "hòa", "--", "-:-", "void", "取消", "hủy", "unplayed", "?",
    "未赛", "hoãn", "双弃权", "postponed", "adjourned", "cancelled",
))
_LISTED = 12


def mirrored(text: str) -> str:
    """A result seen from the other side, as plain text; "" where that cannot be said."""
    told = plain(text)
    if told in _EQUAL:
        return told
    if told in _OPPOSITE:
        return _OPPOSITE[told]
    pair = _PAIR.fullmatch(told)
    if pair:
        return f"{pair[3]}{pair[2]}{pair[1]}{pair[4]}"
    margin = _MARGIN.fullmatch(told)
    if not margin:
        return ""
    zero = not margin[2].strip("0.,")
    return told if zero else f"{'' if margin[1] == '-' else '-'}{margin[2]}{margin[3]}"


def same_result(one: str, other: str) -> bool:
    """Do two texts, seen from the same side, say the same? A plus sign and blanks do not count."""
    return _bare(one) == _bare(other)


def _bare(text: str) -> str:
    return plain(text).replace(" ", "").replace(",", ".").lstrip("+")


def check_rounds(
    matches: Sequence[AdoptedMatch], byes: Sequence[AdoptedBye], size: int, findings: Findings
) -> None:
    """Who plays when: twice in a round, beside a bye, tables, rounds left out, entrants that are silent.

    ``size`` is the number of entrants. Matches of round 0 have no round and are only counted.
    """
    timed = [m for m in matches if m.round]
    busy: dict[tuple[int, int], int] = {}
    tables: dict[tuple[int, int], int] = {}
    for i, m in enumerate(timed):
        for who in (m.home, m.away):
            before = busy.setdefault((m.round, who), i)
            if before != i:
                first = timed[before].where
                findings.add("twice", f"number {who} plays twice in round {m.round}{_at(first)}", m.where)
        taken = tables.setdefault((m.round, m.table), i) if m.table else i
        if taken != i:
            told = f"table {m.table} has two matches in round {m.round}{_at(timed[taken].where)}"
            findings.add("table", told, m.where)
    idle: dict[tuple[int, int], str] = {}
    for b in byes:
        key = b.round, b.entrant
        told = f"number {b.entrant} has a bye in round {b.round} and"
        if key in busy:
            findings.add("bye", f"{told} plays in it{_at(timed[busy[key]].where)}", b.where)
        if key in idle:
            findings.add("bye", f"{told} another one{_at(idle[key])}", b.where)
        idle.setdefault(key, b.where)
    last = max([0, *(r for r, _ in busy), *(r for r, _ in idle)])
    _left_out(timed, last, findings)
    if timed:
        loose = [m for m in matches if not m.round]
        if loose:
            told = f"{len(loose)} matches have no round, others have one"
            findings.add("round", told, loose[0].where, grave=False)
        _silent({*busy, *idle}, {who for m in loose for who in (m.home, m.away)}, size, last, findings)
        _rematches(timed, size, last, findings)
        _waiting(timed, last, findings)


def _at(first: str) -> str:
    return f", first in {first}" if first else ""


def _left_out(timed: Sequence[AdoptedMatch], last: int, findings: Findings) -> None:
    missing = sorted(set(range(1, last + 1)) - {m.round for m in timed})
    if missing:
        many = "round" if len(missing) == 1 else "rounds"
        findings.add("missing", f"{many} {_some(missing)} of {last}: there is no match")


def _silent(
    known: set[tuple[int, int]], loose: set[int], size: int, last: int, findings: Findings
) -> None:
    """Entrants of whom a round says nothing, and those who never appear, each told once."""
    ever = {who for _, who in known}
    appear = ever | loose
    never = [who for who in range(1, size + 1) if who not in appear]
    if never:
        findings.add("silent", f"{_numbers(never)} never plays and never has a bye", grave=False)
    playing: dict[int, set[int]] = {}
    for number, who in known:
        playing.setdefault(number, set()).add(who)
    for number in range(1, last + 1):
        silent = sorted(ever - playing.get(number, ever))
        if silent:
            findings.add(
                "silent", f"round {number} says nothing of {_numbers(silent)}: no match and no bye",
                grave=False,
            )


def _rematches(timed: Sequence[AdoptedMatch], size: int, last: int, findings: Findings) -> None:
    """Pairs that meet again, unless there are so many rounds that they must."""
    if last >= size + size % 2:
        return
    met: dict[tuple[int, int], int] = {}
    for m in timed:
        pair = min(m.home, m.away), max(m.home, m.away)
        first = met.setdefault(pair, m.round)
        if first != m.round:
            findings.add(
                "rematch", f"{pair[0]} and {pair[1]} meet in round {first} and again in round {m.round}",
                m.where, grave=False,
            )


def _waiting(timed: Sequence[AdoptedMatch], last: int, findings: Findings) -> None:
    """Matches of earlier rounds that have no result, told once a round, if any match has one."""
    if not any(m.text for m in timed):
        return
    open_now: dict[int, list[str]] = {}
    for m in timed:
        if m.round < last and not m.text:
            open_now.setdefault(m.round, []).append(f"{m.home}-{m.away}")
    for number, pairs in sorted(open_now.items()):
        shown = ", ".join(pairs[:_LISTED]) + (" ..." if len(pairs) > _LISTED else "")
        findings.add("waiting", f"round {number} has no result of {shown}", grave=False)


def _numbers(who: Sequence[int]) -> str:
    return f"number{'' if len(who) == 1 else 's'} {_some(who)}"


def _some(numbers: Sequence[int]) -> str:
    return ", ".join(map(str, numbers[:_LISTED])) + (" ..." if len(numbers) > _LISTED else "")


# --- Results --------------------------------------------------------------------------------------


def check_results(
    matches: Sequence[AdoptedMatch], findings: Findings, scoring: Scoring | None = None
) -> None:
    """Results that cannot be read or do not agree.

    With ``scoring`` each result is read as it would be entered, points must be such as two sides share, and
    IMPs must make the points beside them. Without it, pairs of points must add up to what most pairs do,
    and who wins by IMPs must win by points.
    """
    if scoring is None:
        _pools(matches, findings)
        for m in matches:
            _signs(m, findings)
        return
    for m in matches:
        for text in dict.fromkeys(filter(None, (m.text, m.points if m.text else ""))):
            try:
                parse_result(text, scoring)
            except UsageError as error:
                findings.add("result", error.message, m.where)
                break
        else:
            _scaled(m, scoring, findings)


def _scaled(m: AdoptedMatch, scoring: Scoring, findings: Findings) -> None:
    """IMPs against the points beside them, by the scale."""
    if not m.points or not m.text or m.text == m.points:
        return
    entered, beside = parse_result(m.text, scoring), parse_result(m.points, scoring)
    if entered.form == "points" and (entered.home, entered.away) != (beside.home, beside.away):
        findings.add("imps-vp", f'the result says "{m.text}", the points "{m.points}"', m.where)
    elif beside.form == "points":
        for doubt in doubts(entered, scoring, points=(beside.home, beside.away))[:1]:
            findings.add("imps-vp", doubt.question, m.where, grave=False)


def _pair(text: str) -> tuple[int, int] | None:
    """Both numbers of a result, in millionths; None where it has not two."""
    found = _PAIR.fullmatch(plain(text))
    return (_millionths(found[1]), _millionths(found[3])) if found else None


def _millionths(number: str) -> int:
    whole, _, part = number.replace(",", ".").partition(".")
    return int(whole) * 1_000_000 + int(f"{part or '0':0<6}")


def _pools(matches: Iterable[AdoptedMatch], findings: Findings) -> None:
    """Pairs of points that add up to something else than more than half of all do."""
    pairs = [(m, _pair(m.points or m.result)) for m in matches if m.points or m.result]
    sums = Counter(sum(pair) for _, pair in pairs if pair)
    if not sums or sums.total() < 3:
        return
    usual, count = sums.most_common(1)[0]
    if 2 * count <= sums.total():
        return
    shared = f"{usual // 1_000_000}" + f".{usual % 1_000_000:06d}".rstrip("0").rstrip(".")
    for m, pair in pairs:
        if pair and sum(pair) != usual:
            told = (m.points or m.result).removesuffix(" vp")
            findings.add("pool", f"{told} does not add up to {shared}, as the others do", m.where)


def _signs(m: AdoptedMatch, findings: Findings) -> None:
    points = _pair(m.points) if m.points else None
    imps = _pair(m.text) if all(m.imps) and not m.result else None
    if imps and points and (imps[0] - imps[1]) * (points[0] - points[1]) < 0:
        findings.add(
            "imps-vp", f"{m.imps[0]}-{m.imps[1]} IMPs, but {m.vp[0]}-{m.vp[1]} points: who won?", m.where,
            grave=False,
        )
