"""Penalties: procedural, disciplinary, disqualification; who stayed away; line-ups that broke the rules.

Amounts are parameters. A penalty never changes a match's own score; it is a ledger of its own (Law 90).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace

from scheduler.errors import UsageError, did_you_mean
from scheduler.standings.rulings.ground import law_of

__all__ = [
    "OFFENCES", "USUAL", "Disqualification", "Sanction", "approve", "disqualify", "lineup_breach",
    "no_show", "penalise", "suspend", "targets",
]

OFFENCES = (
    "late", "slow", "loud", "comparing", "touching", "misboarding", "miscounted", "wrong-board",
    "instructions", "no-form",
)
"""What Law 90 names (the list is not exhaustive), and playing without a line-up form (CBA-18.7)."""

USUAL: Mapping[str, int] = dict.fromkeys(OFFENCES, 100) | {"late": 50, "loud": 0, "touching": 0}
"""Hundredths of a VP that are usual, 0 a warning: the regulations of an event say others."""

_MOST = 100_000


@dataclass(frozen=True, slots=True)
class Sanction:
    """What is laid on somebody. ``kind``: ``warning``, ``points``, ``suspension``, ``deposit-lost``,
    ``ban-next``; ``law`` a Law or article; ``points`` hundredths of ``unit``; ``final`` where no appeal
    can change it (91A)."""

    kind: str
    law: str
    points: int = 0
    unit: str = "vp"
    final: bool = False


def penalise(
    offence: str, amounts: Mapping[str, int] | None = None, *, edition: str = "2017", unit: str = "vp"
) -> Sanction:
    """A procedural penalty (Law 90): as many points as ``amounts``, the regulation's, or the usual ones
    say; none is a warning. UsageError for an offence that neither knows."""
    known = {**USUAL, **(amounts or {})}
    if offence not in known:
        raise UsageError(f'no amount is known for "{offence[:40]}"',
                         maybe=did_you_mean(offence[:40], [*known]))
    points = known[offence]
    if not 0 <= points <= _MOST:
        raise UsageError("a penalty is from 0 to 1,000 points")
    law = "CBA-18.7" if offence == "no-form" else law_of("procedural", edition)
    return Sanction("points" if points else "warning", law, points, unit)


def suspend(points: int = 0, *, edition: str = "2017") -> Sanction:
    """A disciplinary penalty (Law 91A): points, or, with none, suspension for (part of) the session; the
    director's decision is final."""
    if not 0 <= points <= _MOST:
        raise UsageError("a penalty is from 0 to 1,000 points")
    return Sanction("points" if points else "suspension", law_of("discipline", edition), points, final=True)


def targets(offenders: Collection[str], partners: Mapping[str, str], individual: bool) -> tuple[str, ...]:
    """Who a procedural penalty is laid on: the offender alone in an individual event, though an adjusted
    score hits both partners (Law 89); else the contestant: both."""
    if individual:
        return tuple(sorted(offenders))
    return tuple(sorted({*offenders, *(partners[o] for o in offenders if o in partners)}))


@dataclass(frozen=True, slots=True)
class Disqualification:
    """``pending`` until somebody with the right to has approved it (Law 91B); then what it ``entails``."""

    law: str
    state: str = "pending"
    approval: str = ""
    entails: tuple[str, ...] = ()


def disqualify(edition: str = "2017", *, article: str = "") -> Disqualification:
    """A disqualification for cause, which needs approval; ``article`` is one of the regulations, if any."""
    return Disqualification(article or law_of("disqualification", edition))


def approve(case: Disqualification, approval: str) -> Disqualification:
    """The committee or the organiser approves, by the number or name of its decision: the entrant is out,
    the withdrawal policy runs, and under CBA-19.3 all results are cancelled. UsageError without one."""
    if not approval.strip():
        raise UsageError("a disqualification needs the approval of the committee or organiser (Law 91B)",
                         maybe="say which decision approves it.")
    entails = ("withdrawn", "policy", *(("results-cancelled", "discipline") if "19" in case.law else ()))
    return replace(case, state="approved", approval=approval.strip(), entails=entails)


def no_show(justified: bool, *, deposit: bool = True, ban: bool = True) -> tuple[Sanction, ...]:
    """What staying away costs (CBA-11.3): the deposit, and a ban from the next edition where the event
    says so; nothing where it was justified."""
    if justified:
        return ()
    wanted = (("deposit-lost", deposit), ("ban-next", ban))
    return tuple(Sanction(kind, "CBA-11.3") for kind, here in wanted if here)


def lineup_breach(
    article: str, *, boards: int = 0, leave: bool = False, amounts: Mapping[str, int] | None = None
) -> Sanction | Disqualification | None:
    """What a breach of the line-up articles comes to; None for nothing.

    18.7: a procedural penalty for playing without a form, which up to ten boards need not be. 19.1
    (a stranger, a change within a segment), 19.2 (three in a pair): disqualification, pending; the
    director's leave clears them. UsageError for another article.
    """
    if leave:
        return None
    if article == "18.7":
        return penalise("no-form", amounts) if boards > 10 else None
    if article in ("19.1", "19.2"):
        return disqualify(article="CBA-19.3")
    raise UsageError(f'line-ups are broken under 18.7, 19.1 or 19.2, not "{article[:20]}"')
