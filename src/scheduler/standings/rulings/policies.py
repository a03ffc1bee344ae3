"""What becomes of the matches of somebody who leaves: policies as data, previewed and applied to a ledger.

No policy is the usual one: it must be chosen. Those of the EBU White Book (2.4) are in paraphrase, the
others are what general league tools are asked for.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from typing import Any

from scheduler.errors import RulebookError, UsageError, did_you_mean
from scheduler.standings.awards import unplayed_award
from scheduler.standings.results import Ledger, MatchScore
from scheduler.standings.rounding import part_of, rounded

__all__ = ["PLAYED", "POLICIES", "UNPLAYED", "Applied", "Change", "Policy", "apply_policy", "policy_from"]

PLAYED = ("stand", "void", "forfeit")
"""What becomes of a match that was played: it stands, does not count for anybody, or is lost to the
opponent."""

UNPLAYED = ("best", "average-plus", "walkover", "void")
"""What an opponent has for one that was not: the best of his own average, the converse of the leaver's
and ``percent``; ``percent`` of the points; a walkover; nothing."""


@dataclass(frozen=True, slots=True)
class Policy:
    """``before`` and ``after`` (:data:`PLAYED`) are about matches played by somebody who left before he had
    played ``half`` of his matches, or later; ``unplayed`` (:data:`UNPLAYED`) about the others, which are
    void where those played are. ``own`` is the leaver's per cent of a match that he did not play."""

    name: str
    before: str = "stand"
    after: str = "stand"
    unplayed: str = "void"
    half: Fraction = Fraction(1, 2)
    percent: int = 60
    own: int = 0


POLICIES: Mapping[str, Policy] = {p.name: p for p in (
    Policy("all-play-all", "void", "stand", "best"),
    Policy("session", "void", "stand", "average-plus"),
    Policy("swiss", "stand", "stand", "average-plus"),
    Policy("void-all", "void", "void", "void"),
    Policy("forfeits", "stand", "stand", "walkover"),
    Policy("forfeit-all", "forfeit", "forfeit", "walkover"),
    Policy("unplayed-nothing", "stand", "stand", "void"),
)}
"""``all-play-all`` and ``session`` (EBU): cancelled before half; ``swiss``: matches played stand."""


def policy_from(data: object) -> Policy:
    """A policy by its name, or a table of its parts (``from`` names one to begin with). RulebookError.

    Nothing is an error too: which policy holds is for the regulations or the director to say.
    """
    if isinstance(data, str) and data in POLICIES:
        return POLICIES[data]
    if not isinstance(data, Mapping):
        raise RulebookError(
            f'"{str(data)[:40]}" is no policy for those who leave' if data else
            "a policy for those who leave must be chosen: there is none that is usual",
            maybe=did_you_mean(str(data)[:40], [*POLICIES]) or f"choose one of {', '.join(POLICIES)}.")
    known = {f.name for f in fields(Policy)} | {"from"}
    odd = sorted(set(map(str, data)) - known)
    if odd:
        raise RulebookError(f'a policy has no "{odd[0][:40]}"', maybe=did_you_mean(odd[0], sorted(known)))
    start = policy_from(data["from"]) if "from" in data else Policy("own")
    told: dict[str, Any] = {k: v for k, v in data.items() if k != "from"}
    if "half" in told:
        told["half"] = part_of(str(told["half"]))
    return _checked(replace(start, **told))


def _checked(policy: Policy) -> Policy:
    words = ((policy.before, PLAYED), (policy.after, PLAYED), (policy.unplayed, UNPLAYED))
    for word, known in words:
        if word not in known:
            raise RulebookError(f'a policy cannot say "{str(word)[:40]}" there',
                                maybe=did_you_mean(str(word)[:40], known))
    numbers = (policy.percent, policy.own)
    if not all(type(n) is int and 0 <= n <= 100 for n in numbers):
        raise RulebookError("the per cent of a policy are whole numbers from 0 to 100")
    if not isinstance(policy.half, Fraction) or not 0 <= policy.half <= 1:
        raise RulebookError('"half" of a policy is a part such as "1/2"')
    return policy


@dataclass(frozen=True, slots=True)
class Change:
    """``entrant`` has ``after`` hundredths of ``round`` and had ``before``; ``why``: ``cancelled``,
    ``forfeited``, or one of :data:`UNPLAYED`."""

    round: int
    entrant: int
    before: int
    after: int
    why: str


@dataclass(frozen=True)
class Applied:
    """A ledger under a policy. ``early`` where the leaver had not played half of his ``total`` matches;
    ``changes`` are those of his opponents, in order of rounds."""

    ledger: Ledger
    changes: tuple[Change, ...]
    played: int
    total: int
    early: bool


def apply_policy(
    ledger: Ledger, leaver: int, policy: Policy, *, planned: Sequence[MatchScore] = (), total: int = 0,
    top: int = 2_000, win: int = 0, least: int = 0,
) -> Applied:
    """What the ledger becomes when ``leaver`` is out.

    ``planned`` are his matches that the ledger does not have yet, ``total`` how many he was to play (0:
    those of both). ``top`` is the most that a match gives and ``win`` what a walkover is worth (0: as
    much); ``least`` hundredths bound the award of ``best`` from below (three boards of average plus and
    the rest average, on the match's scale). Ranked is he no more. UsageError for somebody there is not.
    """
    if not 1 <= leaver <= ledger.entrants:
        raise UsageError(f"there is no entrant {leaver} to leave")
    mine = [m for m in (*ledger.matches, *planned) if leaver in (m.home, m.away)]
    played = [m for m in mine if not _waits(m)]
    wanted = max(total, len(mine))
    early = len(played) < policy.half * wanted
    how = _How(ledger, leaver, policy, policy.before if early else policy.after, top, win or top, least)
    made = {id(m): how.match(m) for m in mine}
    matches = tuple(made.get(id(m), m) for m in (*ledger.matches, *planned))
    changes = [
        Change(m.round, how.other(m), m.points_of(how.other(m)), new.points_of(how.other(m)), how.why(m))
        for m in mine if (new := made[id(m)]) != m]
    after = replace(ledger, matches=matches, unranked=ledger.unranked | {leaver})
    changes.sort(key=lambda c: (c.round, c.entrant))
    return Applied(after, tuple(changes), len(played), wanted, early)


def _waits(match: MatchScore) -> bool:
    """True for a match without a result; a void one with points is an award that was ruled."""
    return match.kind == "unplayed" or (match.kind == "void" and not (match.home_points or match.away_points))


@dataclass(frozen=True)
class _How:
    """A policy at work on one leaver."""

    ledger: Ledger
    leaver: int
    policy: Policy
    branch: str
    top: int
    win: int
    least: int

    def other(self, match: MatchScore) -> int:
        """Whom the leaver met."""
        return match.away if match.home == self.leaver else match.home

    def why(self, match: MatchScore) -> str:
        """The code of what is done to a match."""
        if _waits(match) and self.branch != "void":
            return self.policy.unplayed
        return {"void": "cancelled", "forfeit": "forfeited", "stand": "stand"}[self.branch]

    def match(self, match: MatchScore) -> MatchScore:
        """A match of the leaver under the policy."""
        why = self.why(match)
        if why == "stand":
            return match
        if why in ("cancelled", "void"):
            return self._with(match, "void", 0, 0)
        if why in ("forfeited", "walkover"):
            kind = "away-walkover" if match.home == self.leaver else "home-walkover"
            return self._with(match, kind, self.win, 0)
        own = rounded(Fraction(self.policy.own * self.top, 100))
        if why == "average-plus":
            return self._with(match, "void", rounded(Fraction(self.policy.percent * self.top, 100)), own)
        return self._with(match, "void", self._best(self.other(match)), own)

    def _best(self, opponent: int) -> int:
        own = [m.points_of(opponent) for m in self.ledger.matches
               if m.played and m.share == 1 and opponent in (m.home, m.away)
               and self.leaver not in (m.home, m.away)]
        his = [m.points_of(self.leaver) for m in self.ledger.matches
               if m.played and m.share == 1 and self.leaver in (m.home, m.away)]
        return max(self.least, unplayed_award(own, his, self.top, self.policy.percent))

    def _with(self, match: MatchScore, kind: str, theirs: int, own: int) -> MatchScore:
        home, away = (own, theirs) if match.home == self.leaver else (theirs, own)
        return replace(
            match, kind=kind, home_points=home, away_points=away, home_for=0, away_for=0, home_boards=0,
            away_boards=0)
