"""Rulings, appeals and policies as decisions; until when a score may be corrected; what a policy does.

A ruling carries what follows from it (a result, a board, a penalty) in its own payload, so that both are
undone together. Nothing is decided here: the payload says what was.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from scheduler.errors import RulebookError
from scheduler.live.cases import Case, Step, disputed
from scheduler.live.decisions import KINDS, Payload, decision
from scheduler.live.state import LiveEvent, LiveMatch, LiveStage, Score
from scheduler.standings import Ledger
from scheduler.standings.awards import walkover
from scheduler.standings.rulings.ground import Ground
from scheduler.standings.rulings.period import Correction, correction_from, may_correct
from scheduler.standings.rulings.policies import Applied, apply_policy, policy_from
from scheduler.standings.rulings.process import Progress, appealed, decided
from scheduler.standings.scoring import Scoring

__all__ = [
    "FOLLOWING", "correctable", "correction_of", "disputed_in", "leavers", "under_policies", "unit_end",
    "unmet",
]

FOLLOWING = ("result", "boards", "segment", "penalty", "waived", "withdrawn", "policy", "redrawn")
"""The kinds of decisions that a ruling may carry."""

_THREE_BOARDS = 9
"""IMPs of three boards of average plus."""


# --- Decisions ------------------------------------------------------------------------------------


@decision("ruled")
def _ruled(event: LiveEvent, p: Payload) -> None:
    """A ruling in ``stage``: its ``ground``, ``facts``, ``outcome``, ``text``; ``match`` and ``board`` (0:
    none), ``ids``; ``final``, ``notice`` of the right of appeal; ``sanctions`` (id, kind); ``approval``
    ``pending`` for a disqualification; ``order``: when a board is to be played. ``do`` are the decisions
    (kind, payload) that follow from it."""
    case = Case(
        event.position, int(p["stage"]), Ground.of(p["ground"]),
        Progress(
            str(p["facts"]), str(p["outcome"]), bool(p.get("final", True)), bool(p.get("notice", False))),
        int(p.get("match", 0)), int(p.get("board", 0)), tuple(int(id) for id in p.get("ids", ())),
        str(p.get("text", "")), event.clock,
        tuple((int(id), str(kind)) for id, kind in p.get("sanctions", ())), str(p.get("approval", "")),
        tuple(str(kind) for kind, _ in p.get("do", ())), order=str(p.get("order", "")),
        late=bool(p.get("override", False)))
    event.cases[case.key] = case
    _follow(event, p.get("do", ()))
    _mark(event, case)


@decision("appealed")
def _appealed(event: LiveEvent, p: Payload) -> None:
    """The ruling of log position ``ruling`` is appealed against, or its appeal goes on ``to`` the chief
    director, the committee, or is withdrawn; ``by`` is who appeals, ``text`` what is said."""
    case = event.cases[int(p["ruling"])]
    step = Step(event.position, str(p["to"]), str(p.get("text", "")), event.clock)
    _keep(event, replace(
        case, progress=appealed(case.progress, step.what), steps=(*case.steps, step)))


@decision("decided-on-appeal")
def _decided(event: LiveEvent, p: Payload) -> None:
    """The appeal against the ruling of log position ``ruling`` is decided: ``verdict``, ``text``, and what
    follows in ``do``."""
    case = event.cases[int(p["ruling"])]
    step = Step(event.position, str(p["verdict"]), str(p.get("text", "")), event.clock)
    _follow(event, p.get("do", ()))
    _keep(event, replace(
        case, progress=decided(case.progress, step.what), steps=(*case.steps, step),
        changes=(*case.changes, *(str(kind) for kind, _ in p.get("do", ())))))


@decision("approved")
def _approved(event: LiveEvent, p: Payload) -> None:
    """The disqualification of log position ``ruling`` is approved by ``approval`` (Law 91B); ``do``
    follows from it."""
    case = event.cases[int(p["ruling"])]
    step = Step(event.position, "approved", str(p["approval"]), event.clock)
    _follow(event, p.get("do", ()))
    _keep(event, replace(case, approval=str(p["approval"]), steps=(*case.steps, step)))


@decision("case-settled")
def _settled(event: LiveEvent, p: Payload) -> None:
    """Nothing waits about the ruling of log position ``ruling``: it is final, what it ordered was played."""
    case = event.cases[int(p["ruling"])]
    step = Step(event.position, "settled", str(p.get("text", "")), event.clock)
    _keep(event, replace(case, progress=replace(case.progress, final=True), steps=(*case.steps, step)))


@decision("carried-anew")
def _carried_anew(event: LiveEvent, p: Payload) -> None:
    """``points`` (id, hundredths) are what these bring into ``stage``; ``do`` follows from it."""
    stage = event.stages[int(p["stage"]) - 1]
    stage.carried |= {int(id): int(points) for id, points in p["points"]}
    _follow(event, p.get("do", ()))


@decision("policy")
def _policy(event: LiveEvent, p: Payload) -> None:
    """``policy`` (a name or a table of parts) holds for the matches of ``id`` in ``stage``, who was to play
    ``total``; None takes it back. ``void`` are those without a result that will have none."""
    stage = event.stages[int(p["stage"]) - 1]
    id = int(p["id"])
    if p["policy"] is None:
        stage.policies.pop(id, None)
    else:
        policy_from(p["policy"])
        stage.policies[id] = {
            "policy": p["policy"], "total": int(p["total"]), "position": event.position,
            "void": [int(match) for match in p.get("void", ())]}
    for match in p.get("void", ()):
        live = stage.match(int(match))
        if p["policy"] is None:
            live.result = None if live.result is not None and live.result.kind == "void" else live.result
        elif live.open:
            live.result = Score(kind="void", text="void")


def _follow(event: LiveEvent, decisions: Iterable[Any]) -> None:
    for kind, payload in decisions:
        if kind not in FOLLOWING:
            raise ValueError(f"a ruling cannot carry {kind}")
        KINDS[kind](event, payload)


def _keep(event: LiveEvent, case: Case) -> None:
    event.cases[case.key] = case
    _mark(event, case)


def _mark(event: LiveEvent, case: Case) -> None:
    """A match's result is provisional while any ruling about it is."""
    if not case.match:
        return
    match = event.stages[case.stage - 1].match(case.match)
    if match.result is not None:
        match.result = replace(
            match.result, provisional=disputed(event.cases, case.stage, case.match))


def disputed_in(stage: LiveStage, until: int) -> dict[int, tuple[int, ...]]:
    """Round -> tables whose result is provisional, of the rounds up to ``until``."""
    found = {
        n: tuple(m.table for m in stage.rounds[n].matches if m.result is not None and m.result.provisional)
        for n in sorted(stage.rounds) if n <= until}
    return {n: tables for n, tables in found.items() if tables}


# --- Until when a score may be corrected ----------------------------------------------------------


def correction_of(stage: LiveStage) -> Correction | None:
    """The correction period of a stage, None where it says none: no limit. RulebookError."""
    return correction_from(stage.stage.options.get("correction"))


def correctable(event: LiveEvent, stage: LiveStage, match: LiveMatch, now: str) -> str:
    """``yes``, or ``override`` where the correction period of the match is over (Law 79C)."""
    period = correction_of(stage)
    if period is None or not match.posted:
        return "yes"
    return may_correct(match.posted, now, period, unit_end(event, stage, match, period))


def unit_end(event: LiveEvent, stage: LiveStage, match: LiveMatch, period: Correction) -> str:
    """When the session or the event ended that a match belongs to, by the last result of it; "" while it
    goes on.

    Sessions end with the rounds that the period names, else a session is the day on which the match was
    posted. The event ends with the last result of its last stage.
    """
    if period.unit == "event":
        over = event.stages[-1].status == "over" or _played_out(event.stages[-1])
        return max((m.posted for s in event.stages for m in s.matches()), default="") if over else ""
    if not period.sessions:
        return max(m.posted for m in stage.matches() if m.posted[:10] == match.posted[:10])
    last = min((r for r in period.sessions if r >= match.round), default=max(stage.rounds))
    first = max((r for r in period.sessions if r < match.round), default=0)
    session = [r for n, r in stage.rounds.items() if first < n <= last]
    if last not in stage.rounds or not all(r.finished for r in session):
        return ""
    return max((m.posted for r in session for m in r.matches), default="")


def _played_out(stage: LiveStage) -> bool:
    """True where all rounds that are planned, as far as the stage says, are played."""
    planned = stage.stage.options.get("rounds", 0)
    many = planned if type(planned) is int else 0
    return bool(stage.rounds) and len(stage.rounds) >= many and all(
        r.finished for r in stage.rounds.values())


# --- Who leaves -----------------------------------------------------------------------------------


def unmet(stage: LiveStage, id: int) -> tuple[LiveMatch, ...]:
    """The matches of somebody in a stage, drafted ones included, that have no result."""
    return tuple(m for m in stage.matches() if m.known and m.has(id) and m.open)


def leavers(event: LiveEvent, stage: LiveStage) -> tuple[int, ...]:
    """Ids of those whose matches are under a policy, in the order in which it was decided."""
    return tuple(id for id in stage.policies if event.contestants[id].status == "withdrawn")


def under_policies(event: LiveEvent, stage: LiveStage, ledger: Ledger, how: Scoring) -> Ledger:
    """The ledger of a stage with the matches of those who left as the policies have it."""
    for id in leavers(event, stage):
        ledger = applied(event, stage, ledger, how, id, stage.policies[id]).ledger
    return ledger


def applied(
    event: LiveEvent, stage: LiveStage, ledger: Ledger, how: Scoring, id: int, data: Payload
) -> Applied:
    """A policy at work on a ledger. RulebookError for one that makes no sense."""
    least = how.points(_THREE_BOARDS)[0] if how.boards else 0
    win = walkover(how.scale, how.walkover, how.absent)[0] if how.walkover else how.scale.top
    try:
        return apply_policy(
            ledger, event.number(id), policy_from(data["policy"]), total=int(data["total"]),
            top=how.scale.top, win=win, least=least)
    except KeyError as error:
        raise RulebookError(f"the policy of {stage.name} does not say {error}") from None
