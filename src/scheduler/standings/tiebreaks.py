"""Tie-breaks: one small function each, from tallies to a value that is compared, greater first.

Values are exact. A criterion of a group (head to head) is counted among those who are level and may
say that it does not apply; the others count the same whoever is level.

Terms: Buchholz is the sum of the opponents' scores (EBU: tie-break points), median leaves out the
highest and the lowest, Sonneborn-Berger adds the scores of those beaten and half of those drawn
with.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from hashlib import sha256
from typing import Any

from scheduler.errors import RulebookError, UsageError, did_you_mean
from scheduler.standings.tally import Meeting, Tally

__all__ = ["CRITERIA", "NAMED", "TieBreak", "Value", "is_of_group", "tie_break_from", "values_of"]

Value = Fraction | tuple[int, Fraction]
"""What is compared. A quotient is (1, 0) where nothing was lost and something won, else (0,
quotient)."""

UNPLAYED = ("skip", "own", "virtual")
"""What a round without an opponent at the table adds to the sum of the opponents' scores."""

_MOST_CUT = 100
_MOST_DRAW = 1_000_000_00


@dataclass(frozen=True, slots=True)
class TieBreak:
    """A criterion and its settings, which matter only where they are named.

    ``cut_low``, ``cut_high``: opponents' scores left out (Buchholz and its kin). ``unplayed``: a
    round without an opponent at the table adds nothing (``skip``), the entrant's own total (``own``), or
    the score of a virtual opponent (``virtual``), who had as much before that round, got the rest of it,
    and draws in every round after. ``draw`` is what a draw is worth then, in hundredths, 0 for what the
    standings are told. ``penalties`` False takes opponents' totals without them. ``partial`` lets head to
    head decide though not all of the group have met equally often; ``again`` counts it anew among
    those it leaves level. ``seed`` is the public seed of lots.
    """

    name: str
    cut_low: int = 0
    cut_high: int = 0
    unplayed: str = "skip"
    penalties: bool = True
    partial: bool = False
    again: bool = False
    seed: str = ""
    draw: int = 0


NAMED: Mapping[str, TieBreak] = {
    "buchholz": TieBreak("opponents"),
    "buchholz-cut-1": TieBreak("opponents", cut_low=1),
    "buchholz-cut-2": TieBreak("opponents", cut_low=2),
    "buchholz-virtual": TieBreak("opponents", unplayed="virtual"),
    "median": TieBreak("opponents", cut_low=1, cut_high=1),
    "median-2": TieBreak("opponents", cut_low=2, cut_high=2),
}
"""Common names of criteria with settings."""

Tallies = Mapping[int, Tally]
Criterion = Callable[[Tallies, TieBreak, Sequence[int]], "dict[int, Value] | None"]


def _each(function: Callable[[Tally], int | Fraction]) -> Criterion:
    def criterion(tallies: Tallies, how: TieBreak, group: Sequence[int]) -> dict[int, Value]:
        return {e: Fraction(function(tallies[e])) for e in group}

    return criterion


def _played(value: Callable[[Meeting], int]) -> Criterion:
    """The sum of ``value`` over the matches played, half matches counting for a half."""
    return _each(lambda t: Fraction(sum(m.halves * value(m) for m in t.meetings if m.played), 2))


def _quotient(won: Callable[[Meeting], int], lost: Callable[[Meeting], int]) -> Criterion:
    """Won by lost. Where neither is anything, 1: as if all had been drawn."""

    def criterion(tallies: Tallies, how: TieBreak, group: Sequence[int]) -> dict[int, Value]:
        out: dict[int, Value] = {}
        for e in group:
            played = [m for m in tallies[e].meetings if m.played]
            up = sum(m.halves * won(m) for m in played)
            down = sum(m.halves * lost(m) for m in played)
            endless = down == 0 and up > 0
            ratio = Fraction(up, down) if down else Fraction(1)
            out[e] = (1, Fraction(0)) if endless else (0, ratio)
        return out

    return criterion


def _totals(tallies: Tallies, how: TieBreak) -> dict[int, int]:
    back = not how.penalties
    return {e: t.total + t.penalties if back else t.total for e, t in tallies.items()}


def _virtual(tally: Tally, how: TieBreak, last: int) -> list[int]:
    """The scores after round ``last`` of the opponents that stand for the rounds without one.

    FIDE's formula until 2023, as it is remembered: SPR + (1 - SfPR) + (n - R) / 2, where a game is worth
    1; here a round is worth twice a draw.
    """
    before = {r: tally.carried + sum(p for other, p in tally.rounds.items() if other < r)
              for r in tally.empty}
    return [before[r] + 2 * how.draw - tally.rounds.get(r, 0) + how.draw * (last - r) for r in tally.empty]


def _last_round(tallies: Tallies) -> int:
    return max((r for t in tallies.values() for r in t.rounds), default=0)


def _scores(
    totals: Mapping[int, int], tally: Tally, how: TieBreak, last: int
) -> list[tuple[int, int]]:
    """(score, halves) of each opponent met at the table, cuts made, lowest first."""
    scores = [(totals[m.opponent], m.halves) for m in tally.meetings if m.played]
    if how.unplayed == "own":
        scores += [(totals[tally.entrant], 2)] * tally.free
    if how.unplayed == "virtual":
        scores += [(score, 2) for score in _virtual(tally, how, last)]
    if how.cut_low or how.cut_high:
        scores.sort()
        scores = scores[how.cut_low : max(how.cut_low, len(scores) - how.cut_high)]
    return scores


def _buchholz(tallies: Tallies, how: TieBreak, group: Iterable[int]) -> dict[int, int]:
    """Twice the sum of the opponents' scores."""
    totals, last = _totals(tallies, how), _last_round(tallies)
    return {e: sum(s * w for s, w in _scores(totals, tallies[e], how, last)) for e in group}


def _opponents(tallies: Tallies, how: TieBreak, group: Sequence[int]) -> dict[int, Value]:
    return {e: Fraction(twice, 2) for e, twice in _buchholz(tallies, how, group).items()}


def _mean(tallies: Tallies, how: TieBreak, group: Sequence[int]) -> dict[int, Value]:
    totals, last = _totals(tallies, how), _last_round(tallies)
    out: dict[int, Value] = {}
    for e in group:
        scores = _scores(totals, tallies[e], how, last)
        halves = sum(w for _, w in scores)
        out[e] = Fraction(sum(s * w for s, w in scores), halves or 1)
    return out


def _of_opponents(tallies: Tallies, how: TieBreak, group: Sequence[int]) -> dict[int, Value]:
    twice = _buchholz(tallies, how, tallies)
    return {
        e: Fraction(sum(m.halves * twice[m.opponent] for m in tallies[e].meetings if m.played), 4)
        for e in group
    }


def _against(share: Callable[[Meeting], int], parts: int) -> Criterion:
    """The sum of the opponents' scores, each times ``share`` / ``parts`` of the match with them."""

    def criterion(tallies: Tallies, how: TieBreak, group: Sequence[int]) -> dict[int, Value]:
        totals = _totals(tallies, how)
        return {
            e: Fraction(sum(m.halves * share(m) * totals[m.opponent]
                            for m in tallies[e].meetings if m.played), 2 * parts)
            for e in group
        }

    return criterion


def _head_to_head(value: Callable[[Meeting], int]) -> Criterion:
    def criterion(
        tallies: Tallies, how: TieBreak, group: Sequence[int]
    ) -> dict[int, Value] | None:
        inside = frozenset(group)
        met: dict[tuple[int, int], int] = {}
        out: dict[int, Value] = {}
        for e in group:
            among = [m for m in tallies[e].meetings if m.opponent in inside]
            for m in among:
                key = (e, m.opponent)
                met[key] = met.get(key, 0) + m.halves
            out[e] = Fraction(sum(m.halves * value(m) for m in among), 2)
        everybody = len(met) == len(group) * (len(group) - 1) and len(set(met.values())) == 1
        return out if everybody or (how.partial and met) else None

    return criterion


def _progressive(tallies: Tallies, how: TieBreak, group: Sequence[int]) -> dict[int, Value]:
    """The sum of the scores after each round: early points count more often."""
    after = _last_round(tallies) + 1
    return {e: Fraction(sum((after - r) * points for r, points in tallies[e].rounds.items()))
            for e in group}


def _koya(tallies: Tallies, how: TieBreak, group: Sequence[int]) -> dict[int, Value]:
    """Points against those who have at least as much as a draw in each of their rounds."""
    totals = _totals(tallies, how)
    strong = {e for e, t in tallies.items() if totals[e] - t.carried >= how.draw * len(t.rounds)}
    return {
        e: Fraction(sum(m.halves * m.points for m in tallies[e].meetings if m.opponent in strong), 2)
        for e in group
    }


def _lots(tallies: Tallies, how: TieBreak, group: Sequence[int]) -> dict[int, Value]:
    """SHA-256 of the UTF-8 text ``seed LF number``, as a big-endian number: the greatest is
    first."""
    if not how.seed:
        raise UsageError("lots decide places, but there is no seed for them",
                         maybe="publish a seed before the last round ends, and name it.")
    return {
        e: Fraction(int.from_bytes(
            sha256(f"{how.seed}\n{e}".encode("utf-8", "surrogatepass")).digest(), "big"))
        for e in group
    }


CRITERIA: Mapping[str, tuple[str, str, Criterion]] = {
    "points": ("points after penalties", "points", _each(lambda t: t.total)),
    "score": ("points before penalties", "points", _each(lambda t: t.score + t.carried)),
    "head-to-head": ("points in matches among those level", "points",
                     _head_to_head(lambda m: m.points)),
    "head-to-head-net": ("net score in matches among those level", "count",
                         _head_to_head(lambda m: m.margin_for - m.margin_against)),
    "head-to-head-wins": ("wins in matches among those level", "count",
                          _head_to_head(lambda m: int(m.outcome > 0))),
    "opponents": ("opponents' points", "points", _opponents),
    "opponents-mean": ("mean of opponents' points", "points", _mean),
    "opponents-of-opponents": ("sum of opponents' Buchholz", "points", _of_opponents),
    "sonneborn-berger": ("points of those beaten, half of those drawn with", "points",
                         _against(lambda m: 1 + m.outcome, 2)),
    "sonneborn-berger-points": ("opponents' points times own points against them", "points",
                                _against(lambda m: m.points, 100)),
    "net": ("net score of all matches", "count",
            _played(lambda m: m.margin_for - m.margin_against)),
    "for": ("score made in all matches", "count", _played(lambda m: m.margin_for)),
    "quotient": ("score made by score conceded", "ratio",
                 _quotient(lambda m: m.margin_for, lambda m: m.margin_against)),
    "points-quotient": ("points won by points conceded", "ratio",
                        _quotient(lambda m: m.points, lambda m: m.against)),
    "wins": ("matches won, walkovers included", "count", _each(lambda t: t.count(1))),
    "wins-played": ("matches won at the table", "count", _each(lambda t: t.count(1, played=True))),
    "wins-away": ("matches won as the away side", "count",
                  _played(lambda m: int(m.away and m.outcome > 0))),
    "boards": ("boards won, half of those level", "count",
               _played(lambda m: m.boards_for)),
    "progressive": ("sum of the scores after each round", "points", _progressive),
    "koya": ("points against those with half of the points or more", "points", _koya),
    "fewest-penalties": ("fewest penalty points", "points", _each(lambda t: -t.penalties)),
    "lots": ("lots from the public seed", "lot", _lots),
    "number": ("smaller number", "count", _each(lambda t: -t.entrant)),
}
"""Name -> (what it is in words, unit of its values, how it is counted). ``points`` are
hundredths."""

_OF_GROUP = ("head-to-head", "head-to-head-net", "head-to-head-wins")


def is_of_group(how: TieBreak) -> bool:
    """Whether the criterion is counted among those level only."""
    return how.name in _OF_GROUP


def values_of(
    how: TieBreak, tallies: Tallies, group: Sequence[int]
) -> dict[int, Value] | None:
    """Entrant -> value for those in ``group``; None where the criterion does not apply to them.

    UsageError for a criterion that there is not.
    """
    if how.name not in CRITERIA:
        known = (*CRITERIA, *NAMED)
        raise UsageError(f'no tie-break is called "{how.name:.60}"',
                         maybe=did_you_mean(how.name, known))
    return CRITERIA[how.name][2](tallies, how, group)


def tie_break_from(data: str | Mapping[str, Any], where: str = "") -> TieBreak:
    """A criterion as a rulebook writes it: a name, or a table of ``name`` and settings.

    Names are those of :data:`CRITERIA` and :data:`NAMED`. RulebookError, at ``where``, where it
    cannot be read.
    """
    table: Mapping[str, Any] = {"name": data} if isinstance(data, str) else data
    name = table.get("name")
    known = (*CRITERIA, *NAMED)
    if not isinstance(name, str) or name not in known:
        raise RulebookError(f'no tie-break is called "{name!s:.60}"', where=where,
                            maybe=did_you_mean(f"{name!s:.60}", known))
    settings = {k: v for k, v in table.items() if k != "name"}
    for key, value in settings.items():
        _setting(key, value, where)
    return replace(NAMED.get(name, TieBreak(name)), **settings)


def _setting(key: str, value: Any, where: str) -> None:
    wanted = {
        "cut_low": (type(value) is int and 0 <= value <= _MOST_CUT, f"0 to {_MOST_CUT}"),
        "cut_high": (type(value) is int and 0 <= value <= _MOST_CUT, f"0 to {_MOST_CUT}"),
        "unplayed": (value in UNPLAYED, ", ".join(UNPLAYED)),
        "draw": (type(value) is int and 0 <= value <= _MOST_DRAW, "hundredths"),
        "penalties": (isinstance(value, bool), "true or false"),
        "partial": (isinstance(value, bool), "true or false"),
        "again": (isinstance(value, bool), "true or false"),
        "seed": (isinstance(value, str) and len(value) <= 1_000, "a text of at most 1,000 signs"),
    }
    if key not in wanted:
        raise RulebookError(f'a tie-break has no setting "{key:.60}"', where=where,
                            maybe=did_you_mean(key, tuple(wanted)))
    fits, told = wanted[key]
    if not fits:
        raise RulebookError(f'"{key}" of a tie-break must be {told}, not {value!r:.40}',
                            where=where)
