"""Adopting an event that was run elsewhere: its rounds and results so far, from CSV or XLSX.

A file holds lists (round, home, away and what was the result; bye rows; penalties), perhaps its results
and its entrants in lists of their own, or a crosstable. What contradicts itself is told, all at once; only
what cannot be read at all is an error.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from scheduler.errors import FileError
from scheduler.event import Entrant
from scheduler.files.csv_out import csv_text
from scheduler.files.entrants import read_entrants
from scheduler.files.match_rows import MOST_NUMBER
from scheduler.files.rounds_checks import check_results, check_rounds, mirrored, same_result
from scheduler.files.rounds_cross import find_cross, read_cross
from scheduler.files.rounds_roster import Roster, open_roster
from scheduler.files.rounds_rows import (
    Raw,
    Rows,
    fines_header,
    list_header,
    read_list,
    results_header,
)
from scheduler.files.rounds_value import (
    AdoptedBye,
    AdoptedMatch,
    AdoptedPenalty,
    AdoptedRounds,
    Finding,
    Findings,
)
from scheduler.files.sheets import Sheet, read_sheets
from scheduler.files.source import MEGABYTE, Source
from scheduler.files.words import ENTRANT_WORDS, find_header, numeral
from scheduler.standings.scoring import Scoring

__all__ = [
    "AdoptedBye", "AdoptedMatch", "AdoptedPenalty", "AdoptedRounds", "Finding", "adopt_rounds",
]

_LIMIT = 20 * MEGABYTE
_ADVISED = 50
_HEADERS = (list_header, results_header, fines_header)


def adopt_rounds(
    source: Source, *more: Source, entrants: Sequence[Entrant] = (), scoring: Scoring | None = None,
    cells: str = "auto", name: str = "",
) -> AdoptedRounds:
    """The rounds of an event in ``source`` (and further files of the same event), path or bytes.

    ``entrants`` are those of the event, numbered 1..n; without them they come from a list in one of the
    files, or from the rounds themselves. ``scoring`` is the stage's, by which results are read;
    ``cells`` says what a crosstable holds (``auto``, ``rounds``, ``results``); ``name`` is what messages
    call ``source``.

    What is contradictory is among the ``findings`` of the value; its ``check`` raises them. Raises
    :class:`FileError` for files that cannot be read, hold no rounds, are over 20 MB, and for more than
    50,000 rows, 2,000 entrants or 5,000 rounds.
    """
    findings = Findings()
    rows = Rows(findings)
    sheets: list[Sheet] = []
    listed = tuple(entrants)
    for each, told in zip((source, *more), (name, *("" for _ in more)), strict=True):
        found = read_sheets(each, name=told, limit=_LIMIT)
        sheets += found
        listed = listed or _entrants(found)
    places = [_read_sheet(sheet, rows, cells) for sheet in sheets]
    where = sheets[0].where
    if not any(places) or not rows.raws:
        raise _nothing(sheets, findings)
    roster = Roster(listed) if listed else open_roster(_named(rows), _by_number(rows), findings)
    return _settled(rows, roster, scoring, where)


def _entrants(sheets: Sequence[Sheet]) -> tuple[Entrant, ...]:
    """The entry list among the sheets, if there is one with numbers and names."""
    for sheet in sheets:
        header = find_header(sheet, ENTRANT_WORDS, ["number", "name"])
        if header is None or any(find(sheet) for find in (*_HEADERS, find_cross)):
            continue
        lines: list[Sequence[str]] = [()] * sheet.lines[-1]  # blank ones, so that messages count right
        for line, row in zip(sheet.lines, sheet.rows, strict=True):
            lines[line - 1] = row
        name = f"{sheet.where}, sheet {sheet.name}" if sheet.name else sheet.where
        return read_entrants(csv_text(lines).encode(), name=name)
    return ()


def _read_sheet(sheet: Sheet, rows: Rows, cells: str) -> bool:
    """Read one sheet for what it is; False where it is nothing of this."""
    for find in _HEADERS:
        header = find(sheet)
        if header is not None:
            read_list(sheet, header, rows)
            return True
    cross = find_cross(sheet)
    if cross is not None and not rows.raws:  # beside a list it says the same once more
        read_cross(sheet, cross, rows, cells=cells)
    return cross is not None


def _nothing(sheets: Sequence[Sheet], findings: Findings) -> FileError:
    for sheet in sheets:
        if sheet.dates:
            return FileError(
                "no rounds were found, but dates; spreadsheets turn 3-5 into one",
                where=sheet.place(*min(sheet.dates)),
                maybe="format the cells as text and write the results again.",
            )
    if findings.kept:
        first = findings.kept[0]
        return FileError(f"no row could be read; the first: {first.text}", where=first.where)
    return FileError(
        "no rounds were found in it", where=sheets[0].place(0),
        maybe='put headings above the matches: "round, table, home, away, result", or give a crosstable.',
    )


# --- From rows to matches -------------------------------------------------------------------------


def _named(rows: Rows) -> list[str]:
    """Every cell that names an entrant, in order."""
    return [text for raw in rows.raws for text in (raw.home, raw.away) if text]


def _by_number(rows: Rows) -> dict[int, str]:
    """The names that stand beside numbers."""
    return {n: name for text, name in rows.names.items() if (n := numeral(text)) and n <= MOST_NUMBER}


def _settled(rows: Rows, roster: Roster, scoring: Scoring | None, where: str) -> AdoptedRounds:
    findings = rows.findings
    matches: dict[tuple[int, int, int], AdoptedMatch] = {}
    byes: dict[tuple[int, int, str], AdoptedBye] = {}
    fines: list[AdoptedPenalty] = []
    turned: list[AdoptedMatch] = []
    for raw in rows.raws:
        sides = [_entrant(text, raw, roster, findings) for text in (raw.home, raw.away) if text]
        home, away = [*sides, 0, 0][:2]
        for who, points in zip((home, away), raw.fines, strict=True):
            if who and points:
                fines.append(AdoptedPenalty(raw.round, who, points, raw.where))
        if not all(sides) or raw.kind == "penalty":
            continue
        if raw.kind:
            _idle(AdoptedBye(raw.round, home, raw.kind, raw.result or raw.vp[0], raw.where), byes, findings)
        elif home == away:
            findings.add("self", f"number {home} plays against itself", raw.where)
        else:
            _enter(AdoptedMatch(
                raw.round, home, away, raw.table, raw.result, raw.imps, raw.vp, raw.where
            ), matches, turned, findings)
    if turned:
        m = turned[0]
        findings.add(
            "sides", f"{len(turned)} matches stand twice with the sides exchanged, {m.home}-{m.away} first:"
            " the upper row says who is home", m.where, grave=False,
        )
    fines += _join(rows, matches, findings)
    played, idle = list(matches.values()), list(byes.values())
    check_rounds(played, idle, len(roster.entrants), findings)
    check_results(played, findings, scoring)
    return AdoptedRounds.of(roster.entrants, played, idle, fines, findings, where)


def _entrant(text: str, raw: Raw, roster: Roster, findings: Findings) -> int:
    """The number of an entrant, 0 and told where nobody is called so."""
    number = roster.number(text)
    if number is None:
        # Looking for the nearest name takes time, so the first few unknown ones have to do.
        advice = roster.advice(text) if findings.count < _ADVISED else ""
        findings.add("unknown", f'nobody is "{text[:60]}"{advice}', raw.where)
    return number or 0


def _idle(bye: AdoptedBye, byes: dict[tuple[int, int, str], AdoptedBye], findings: Findings) -> None:
    """Add a bye; the same once more only has to say the same."""
    before = byes.setdefault((bye.round, bye.entrant, bye.kind), bye)
    if before.result and bye.result and not same_result(before.result, bye.result):
        told = f'the bye of number {bye.entrant} is "{bye.result}" here and "{before.result}" before'
        findings.add("differ", told, bye.where)
    byes[bye.round, bye.entrant, bye.kind] = replace(before, result=before.result or bye.result)


def _enter(
    match: AdoptedMatch, matches: dict[tuple[int, int, int], AdoptedMatch], turned: list[AdoptedMatch],
    findings: Findings,
) -> None:
    """Add a match, or what it says to the row that has it already (a list by team has it twice)."""
    key = match.round, min(match.home, match.away), max(match.home, match.away)
    before = matches.get(key)
    if before is None:
        matches[key] = match
        return
    if before.home != match.home:
        match = _turned(match, findings)
        turned.append(match)
    matches[key] = _merged(before, match, findings)


def _turned(match: AdoptedMatch, findings: Findings) -> AdoptedMatch:
    """The match seen from the other side."""
    result = mirrored(match.result) if match.result else ""
    imps = match.imps[::-1]
    if match.imps[0] and not match.imps[1]:
        imps = mirrored(match.imps[0]), ""
    if match.result and not result:
        findings.add("sides", f'"{match.result}" cannot be seen from the other side', match.where)
    return replace(
        match, home=match.away, away=match.home, result=result, imps=imps, vp=match.vp[::-1]
    )


def _merged(before: AdoptedMatch, match: AdoptedMatch, findings: Findings) -> AdoptedMatch:
    """Both rows' knowledge; what the two say differently is told."""
    who = f"round {match.round}, {match.home}-{match.away}" if match.round else f"{match.home}-{match.away}"
    if before.table and match.table and before.table != match.table:
        told = f"{who} is at table {match.table} here and {before.table} in {before.where}"
        findings.add("differ", told, match.where)
    pairs = [
        (before.result, match.result), *zip(before.imps, match.imps, strict=True),
        *zip(before.vp, match.vp, strict=True),
    ]
    for old, new in pairs:
        if old and new and not same_result(old, new):
            findings.add("differ", f'{who} is "{new}" here and "{old}" in {before.where}', match.where)
            break
    both = [old or new for old, new in pairs]
    return replace(
        before, table=before.table or match.table, result=both[0], imps=(both[1], both[2]),
        vp=(both[3], both[4]),
    )


def _join(
    rows: Rows, matches: dict[tuple[int, int, int], AdoptedMatch], findings: Findings
) -> list[AdoptedPenalty]:
    """Results that name only round and table, put to their matches; their penalties."""
    places = {(m.round, m.table): key for key, m in matches.items() if m.table}
    fines: list[AdoptedPenalty] = []
    for place, raw in rows.results.items():
        key = places.get(place)
        if key is None:
            findings.add("unknown", f"round {place[0]} has no match at table {place[1]}", raw.where)
            continue
        known = matches[key]
        told = replace(known, result=raw.result, imps=raw.imps, vp=raw.vp, where=raw.where)
        matches[key] = _merged(known, told, findings)
        for who, points in zip((known.home, known.away), raw.fines, strict=True):
            if points:
                fines.append(AdoptedPenalty(raw.round, who, points, raw.where))
    return fines
