"""What is proposed to a director: decisions, why they are the least, and what everybody must be told."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from scheduler.event import Report
from scheduler.live.decisions import Payload
from scheduler.live.state import LiveEvent

__all__ = ["Case", "Difference", "Proposal", "Tell", "differences"]

Decision = tuple[str, Payload]


@dataclass(frozen=True, slots=True)
class Tell:
    """What one entrant (id) must be told of a round: where it stood before and where it stands now.

    Each is (opponent's id, table, home), the opponent 0 for a bye; None for not playing.
    """

    id: int
    round: int
    before: tuple[int, int, bool] | None
    now: tuple[int, int, bool] | None

    def as_json(self, event: LiveEvent) -> dict[str, Any]:
        """The documented JSON shape, by numbers."""
        return {
            "entrant": event.number(self.id), "round": self.round, "before": _side(event, self.before),
            "now": _side(event, self.now)}


def _side(event: LiveEvent, stands: tuple[int, int, bool] | None) -> dict[str, Any] | None:
    if stands is None:
        return None
    opponent, table, home = stands
    return {"opponent": event.number(opponent), "table": table, "home": home} if opponent else {"bye": True}


@dataclass(frozen=True, slots=True)
class Difference:
    """How a rule's count of violations, or its price, differs: hard ones have level 0."""

    rule: str
    clause: str
    level: int
    before: int
    now: int


@dataclass(frozen=True)
class Proposal:
    """One answer to all facts. ``kind`` is what is done; ``changed`` how many matches not yet started
    change, their tables included; ``minimal`` is True only where it is proven that fewer do not do, and
    ``proof`` how. ``decisions`` are what accepting it writes, the ``tells`` are by table.

    ``excused`` are broken hard rules that were told as they happened, and that nobody mends by moving others.
    ``least`` is the number of changes that is proven to be the smallest, where that is known.
    ``report`` is the verifier's of what is repaired, ``was`` its reading before; ``ledger`` maps ids to
    (home, away, byes) after the repair; ``outlook`` is about the rounds to come. ``byes``: where nobody is
    moved, how many sit out, how many do as a rule (1 of an odd field, else 0), and how many did before.
    ``voids`` is False where the published list stands, though somebody is told to play by it.
    """

    name: str
    kind: str
    changed: int
    minimal: bool
    proof: str
    decisions: tuple[Decision, ...]
    tells: tuple[Tell, ...] = ()
    report: Report | None = None
    was: Report | None = None
    ledger: Mapping[int, tuple[int, int, int]] = field(default_factory=dict)
    outlook: str = ""
    reasons: tuple[str, ...] = ()
    least: int | None = None
    excused: int = 0
    byes: tuple[int, int, int] = (0, 0, 0)
    voids: bool = True

    @property
    def spare_byes(self) -> int:
        """How many sit out beyond the one of an odd field: no rule counts them, for to each of them alone
        a bye is as good as a match."""
        return max(0, self.byes[0] - self.byes[1])

    @property
    def broken(self) -> int:
        """How many hard rules it breaks, but for what was told as it happened."""
        return (self.report.hard if self.report else 0) - self.excused

    @property
    def key(self) -> str:
        """Six hexadecimal digits of what accepting it would write: a proposal that was shown, and no other
        of its letter, is accepted by them."""
        text = json.dumps(self.decisions, sort_keys=True, ensure_ascii=False)
        return sha256(text.encode()).hexdigest()[:6]

    @property
    def holds(self) -> bool:
        """True where no hard rule is broken by it."""
        return self.report is None or self.report.holds

    @property
    def differences(self) -> tuple[Difference, ...]:
        """Rule by rule, what the repair makes worse or better."""
        return differences(self.was, self.report) if self.was and self.report else ()

    def as_json(self, event: LiveEvent) -> dict[str, Any]:
        """The documented JSON shape, by numbers."""
        return {
            "name": self.name, "key": self.key, "kind": self.kind, "changed": self.changed,
            "minimal": self.minimal, "least": self.least, "holds": self.holds,
            "spare_byes": self.spare_byes,
            "proof": self.proof, "reasons": list(self.reasons), "outlook": self.outlook,
            "tells": [t.as_json(event) for t in self.tells],
            "report": self.report.as_json() if self.report else None,
            "differences": [
                {"rule": d.rule, "clause": d.clause, "level": d.level, "before": d.before, "now": d.now}
                for d in self.differences],
            "ledger": [
                {"entrant": event.number(id), "home": h, "away": a, "byes": b}
                for id, (h, a, b) in sorted(self.ledger.items(), key=lambda x: event.number(x[0]))],
            "decisions": [kind for kind, _ in self.decisions],
        }


@dataclass(frozen=True)
class Case:
    """All facts of a stage together: ``settled`` are the positions of those that are answered, ``told``
    what follows from them by itself, in words; ``proposals`` are ranked, the first recommended. ``state``
    is the event with the facts in it, so that who has just come has a number."""

    stage: int
    round: int
    active: int
    settled: tuple[int, ...]
    told: tuple[str, ...]
    proposals: tuple[Proposal, ...]
    state: LiveEvent

    def needs_force(self, proposal: Proposal) -> bool:
        """True for a proposal that breaks more hard rules than another does: what cannot be helped, such as
        a second meeting that was played by mistake, needs no insisting."""
        return proposal.broken > min(p.broken for p in self.proposals)


def differences(was: Report, now: Report) -> tuple[Difference, ...]:
    """What one report counts that another does not, by rule and level."""
    def counted(report: Report) -> dict[tuple[str, str, int], int]:
        out: dict[tuple[str, str, int], int] = {}
        for v in report.violations:
            key = (v.rule, v.clause, v.level)
            out[key] = out.get(key, 0) + (v.cost if v.level else 1)
        return out

    before, after = counted(was), counted(now)
    return tuple(
        Difference(*key, before.get(key, 0), after.get(key, 0))
        for key in sorted({*before, *after}, key=lambda k: (k[2], k[0]))
        if before.get(key, 0) != after.get(key, 0))
