"""Repairs of an event in progress in words: what is proposed, and what everybody must be told."""

from __future__ import annotations

from collections.abc import Sequence

from scheduler.live.state import LiveEvent, LiveRound
from scheduler.repair.live import Case, Proposal, Tell
from scheduler.views.columns import clean
from scheduler.views.leaves import Leaf, leaves_page
from scheduler.views.messages import Translator

__all__ = ["case_text", "changes_page", "changes_text", "proposal_text", "tells_text"]

_KINDS = {
    "least": "repairs.least", "redraw": "repairs.redraw", "idle": "repairs.idle", "keep": "repairs.keep",
    "as-would-have-been": "repairs.as-would-have-been", "compensate": "repairs.compensate",
    "three": "repairs.three", "rematch": "repairs.rematch", "obedient": "repairs.obedient",
    "unplayed": "repairs.unplayed", "dropped": "repairs.dropped",
    "further-rounds": "repairs.further-rounds",
    "other-rounds": "repairs.other-rounds", "substitute": "repairs.substitute",
    "walkover": "repairs.walkover", "promotion": "repairs.promotion", "lines": "repairs.lines",
    "played-again": "repairs.played-again",
}
_MOST_TOLD = 12
"""So many sentences of a proposal are shown; all of them come when it is accepted, and as JSON."""


def case_text(case: Case, t: Translator) -> str:
    """The facts, and every proposal with its reasons."""
    lines = [t("repairs.case", active=case.active, round=case.round, n=len(case.settled))]
    lines += [f"  {told}" for told in case.told]
    return "\n".join(lines) + "\n" + "".join(proposal_text(case.state, p, t) for p in case.proposals)


def proposal_text(event: LiveEvent, proposal: Proposal, t: Translator) -> str:
    """One proposal: what changes, what is proven, what the rules say, who is told what."""
    p = proposal
    kind = "repairs.compensate-least" if p.kind == "compensate" and p.changed else _KINDS[p.kind]
    lines = ["", f"{t(kind, name=p.name)} [{p.name}-{p.key}]"]
    lines.append(f"  {t.clauses([t('repairs.changed', n=p.changed), *_proven(p, t), *_verdict(p, t)])}")
    lines += [f"  {line}" for line in (p.proof, *p.reasons, p.outlook) if line]
    for d in p.differences:
        rule = f"{d.rule} ({d.clause})" if d.clause else d.rule
        lines.append(f"  {t('repairs.difference', rule=rule, now=d.now, before=d.before)}")
    if p.spare_byes and p.byes[0] != p.byes[2]:
        lines.append(f"  {t('repairs.difference', rule=t('repairs.byes'), now=p.byes[0], before=p.byes[2])}")
    told = [tell for tell in p.tells if tell.id in event.contestants]
    lines += [f"    {_dated(event, p, tell, t)}{_ledger(p, tell, t)}" for tell in told[:_MOST_TOLD]]
    if len(told) > _MOST_TOLD:
        lines.append("    " + t("repairs.more", n=len(told) - _MOST_TOLD))
    return "\n".join(lines) + "\n"


def _proven(p: Proposal, t: Translator) -> list[str]:
    """What is proven of the number of changes; nothing where none is made."""
    if p.minimal and p.changed and p.least == p.changed:
        return [t("repairs.less", less=p.changed - 1)]
    if p.minimal:
        return [t("repairs.minimal")] if p.changed else []
    return [t("repairs.not-minimal")]


def _verdict(p: Proposal, t: Translator) -> list[str]:
    """What the verifier says of the hard rules; more byes than usual are said first, for no rule counts
    them."""
    said = [t("repairs.holds")] if p.holds else [t("repairs.broken", n=p.report.hard if p.report else 0)]
    if not p.spare_byes:
        return said
    key = "repairs.byes-instead-of-one" if p.byes[1] else "repairs.byes-instead-of-none"
    return [t(key, n=p.byes[0]), *([t("repairs.holds-else")] if p.holds else said)]


def _ledger(p: Proposal, tell: Tell, t: Translator) -> str:
    """Home, away and byes after the repair, behind what is told."""
    if tell.id not in p.ledger or tell.now is None:
        return ""
    home, away, byes = p.ledger[tell.id]
    return "  " + t("repairs.ledger", home=home, away=away, byes=byes)


def changes_text(event: LiveEvent, round: LiveRound, tells: Sequence[Tell], void: int, t: Translator) -> str:
    """What changed in a round: the list that is void, and one sentence for everybody concerned."""
    told = [_tell(event, tell, t) for tell in tells if tell.id in event.contestants]
    head = t("repairs.void", round=round.number, version=void, next=round.version)
    return "\n".join([head, *told]) + "\n"


def changes_page(event: LiveEvent, round: LiveRound, tells: Sequence[Tell], void: int, t: Translator) -> str:
    """The page to hang over a list that is void: what holds now in its place, by number, and the version."""
    head = (t("head.number"), t("head.name"), t("repairs.was"), t("repairs.is"))
    known = sorted((x for x in tells if x.id in event.contestants), key=lambda x: event.number(x.id))
    rows = tuple(
        (str(event.number(x.id)), clean(event.name_of(x.id)), _place(event, x.before, t),
         _place(event, x.now, t)) for x in known)
    title = t("repairs.void", round=round.number, version=void, next=round.version)
    leaf = Leaf(t("repairs.changes"), head, rows, ("", "word", "word", "word"))
    return leaves_page(f"{clean(event.name)} - {title}", [leaf], t, date=event.date, summary=title)


def _place(event: LiveEvent, place: tuple[int, int, bool] | None, t: Translator) -> str:
    """A place in a round in a few words."""
    if place is None:
        return "-"
    if not place[0]:
        return t("mark.bye")
    side = t("mark.home" if place[2] else "mark.away")
    return t("repairs.place", opponent=_who(event, place[0]), table=place[1], side=side)


def tells_text(event: LiveEvent, proposal: Proposal, t: Translator) -> str:
    """One sentence to read aloud for everybody whose place changes."""
    return "".join(f"{line}\n" for line in _tells(event, proposal, t))


def _tells(event: LiveEvent, proposal: Proposal, t: Translator) -> list[str]:
    return [_dated(event, proposal, tell, t) for tell in proposal.tells if tell.id in event.contestants]


def _dated(event: LiveEvent, proposal: Proposal, tell: Tell, t: Translator) -> str:
    """What one is told, with the round where several change."""
    told = _tell(event, tell, t)
    several = len({one.round for one in proposal.tells}) > 1
    plays = tell.now is not None and tell.now[0]
    return t("repairs.in-round", round=tell.round, told=told) if several and plays else told


def _who(event: LiveEvent, id: int) -> str:
    return f"{event.number(id)} {clean(event.name_of(id))}"


def _tell(event: LiveEvent, tell: Tell, t: Translator) -> str:
    who, now, was = _who(event, tell.id), tell.now, tell.before
    if now is None:
        told = t("repairs.out", who=who, round=tell.round)
    elif not now[0]:
        told = t("repairs.bye", who=who, round=tell.round)
    else:
        key = "repairs.plays-home" if now[2] else "repairs.plays-away"
        told = t(key, who=who, opponent=_who(event, now[0]), table=now[1])
    if was is None or now is None:
        return told
    if not was[0]:
        return t("repairs.before-bye", told=told)
    return t("repairs.before", told=told, opponent=_who(event, was[0]), table=was[1])
