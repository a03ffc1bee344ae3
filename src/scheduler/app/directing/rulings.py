"""Rulings, appeals and disqualifications at the desk: recorded with their ground, and what follows shown.

Nothing of play is decided here: what is ruled is what the director said. Each ruling and what follows from
it are one decision, undone as one.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from typing import Any

from scheduler.app.directing.awarding import board_award, redrawn, result_change
from scheduler.app.directing.desk import Decided, Decision, Who, act
from scheduler.app.directing.policies import policy_decision
from scheduler.app.directing.rounds import at_table, round_of, stage_of
from scheduler.app.directing.timing import in_time, now
from scheduler.errors import UsageError, did_you_mean
from scheduler.live.allowed import require
from scheduler.live.cases import Case
from scheduler.live.decisions import KINDS
from scheduler.live.rulings import correction_of
from scheduler.live.scoring import standings_of
from scheduler.live.stages import late_notes
from scheduler.live.state import LiveEvent, LiveMatch, LiveStage
from scheduler.standings import Standings
from scheduler.standings.rulings import (
    Ground,
    appealed,
    decided,
    edition_of,
    fact_law,
    ground_of,
    may_correct,
    moved,
    ruled,
)

__all__ = [
    "SANCTIONS", "Asked", "Ruled", "appeal", "approve", "decide_appeal", "rule", "settle", "standing",
]

PathLike = str | os.PathLike[str]
SANCTIONS = ("warning", "suspension", "deposit-lost", "ban-next", "no-show")
"""What may be laid on somebody beside points; ``no-show`` is both of CBA-11.3."""

_MOST_TEXT = 4_000
_MOST_ORDER = 80


@dataclass(frozen=True)
class Asked:
    """A ruling as it is said. ``ground`` as :func:`ground_of` reads it, "" for what rules on the facts.

    ``table`` of ``round`` (0: the current one) and ``numbers`` say whom it is about. ``result`` gives the
    match another result, ``award`` a ``board`` of a ``segment`` another score, ``penalty`` hundredths off
    the one of ``numbers``; ``sanction`` one of :data:`SANCTIONS`; ``disqualify`` opens that procedure.
    ``order``: when ``board`` is to be played, "now" or any words (Law 82B); it waits until it is settled.
    ``outcome`` "" is told from these. ``override`` insists after the correction period.
    """

    ground: str = ""
    text: str = ""
    table: int = 0
    round: int = 0
    numbers: tuple[int, ...] = ()
    facts: str = "agreed"
    outcome: str = ""
    final: bool = True
    notice: bool = False
    result: str = ""
    board: int = 0
    segment: int = 1
    award: str = ""
    penalty: int = 0
    sanction: str = ""
    disqualify: bool = False
    override: bool = False
    order: str = ""


@dataclass(frozen=True)
class Ruled:
    """What a ruling did: the decision, the log position of the case, the standings before and after (None
    where they are the same, or there are none)."""

    decided: Decided
    key: int
    stage: int
    before: Standings | None = None
    after: Standings | None = None
    notes: tuple[str, ...] = ()


def rule(path: PathLike, asked: Asked, *, stage: int = 0, who: Who | None = None) -> Ruled:
    """Record a ruling with what follows from it.

    A dry run shows the standings before and after. UsageError where facts, outcome and notice do not go
    together, for a ground that is none, and for a change after the correction period without override.
    """
    by, made = who or Who(), list[Ruled]()

    def think(event: LiveEvent) -> Sequence[Decision]:
        where = stage_of(event, stage)
        require(event, "rule", stage=where, reason=by.reason, what="a ruling")
        said = _said(event, where, asked, by)
        made[:] = [_shown(event, where, "ruled", said)]
        elsewhere = moved(Ground.of(said["ground"]))
        if elsewhere:
            told = f"is Law {' or '.join(elsewhere)} in the Laws of {said['ground']['edition']}"
            made[0] = replace(
                made[0], notes=(*made[0].notes, f"what other editions have under that number {told}"))
        return [("ruled", said)]

    decided_ = act(path, think, by)
    return replace(made[0], decided=decided_)


def _said(event: LiveEvent, stage: LiveStage, asked: Asked, who: Who) -> dict[str, Any]:
    match = _match(stage, asked)
    ids = [event.by_number(n).id for n in asked.numbers] or (
        [match.home, match.away] if match else [])
    do = _follows(event, stage, match, asked, ids)
    outcome = asked.outcome or _outcome(asked, do)
    progress = ruled(asked.facts, outcome, final=asked.final, notice=asked.notice)
    edition = edition_of(stage.stage.options.get("laws"))
    ground = ground_of(asked.ground or fact_law(asked.facts, edition), edition)
    late: dict[str, Any] = {}
    if match is not None and match.result is not None and any(k in ("result", "boards") for k, _ in do):
        late = in_time(event, stage, match, override=asked.override, reason=who.reason)
    if len(asked.text) > _MOST_TEXT or len(asked.order) > _MOST_ORDER:
        raise UsageError(f"a ruling is told in at most {_MOST_TEXT:,} characters, an order in {_MOST_ORDER}")
    if asked.order and not asked.board:
        raise UsageError("a board is ordered to be played", maybe="say which: --table N --board N.")
    return {
        "stage": stage.index, "ground": ground.as_json(), "facts": progress.facts,
        "outcome": progress.outcome, "final": progress.final, "notice": progress.notice,
        "text": asked.text.strip(), **({"match": match.id} if match else {}),
        **({"board": asked.board} if asked.board else {}),
        **({"order": asked.order.strip()} if asked.order.strip() else {}), "ids": ids,
        "sanctions": _sanctions(asked, ids), **({"approval": "pending"} if asked.disqualify else {}),
        "do": [list(d) for d in do], **late, **({"reason": who.reason} if who.reason else {})}


def _match(stage: LiveStage, asked: Asked) -> LiveMatch | None:
    if not asked.table:
        if asked.result or asked.award or asked.board:
            raise UsageError("which match? A result or a board is that of a table", maybe="say --table N.")
        return None
    here = round_of(stage, asked.round)
    match = at_table(stage, here, asked.table)
    if not match.known:
        raise UsageError(f"table {asked.table} of round {here.number}: it is not known yet who plays")
    return match


def _follows(
    event: LiveEvent, stage: LiveStage, match: LiveMatch | None, asked: Asked, ids: Sequence[int]
) -> list[Decision]:
    do: list[Decision] = []
    if asked.result and asked.award:
        raise UsageError("a ruling changes the result or a board, not both", maybe="make two rulings.")
    if match is not None and asked.result:
        do.append(result_change(event, stage, match, asked.result))
    if match is not None and asked.award:
        do.append(board_award(event, stage, match, asked.segment, asked.board, asked.award))
    if asked.penalty:
        do.append(_penalty(event, stage, asked, ids))
    if asked.disqualify and len(asked.numbers) != 1:
        raise UsageError("a disqualification is of one entrant", maybe="say whose: --of NUMBER.")
    return [*do, *(redrawn(stage) if do else [])]


def _penalty(event: LiveEvent, stage: LiveStage, asked: Asked, ids: Sequence[int]) -> Decision:
    if len(asked.numbers) != 1:
        raise UsageError("a penalty is laid on one entrant, and recorded against it alone",
                         maybe="say whom: --of NUMBER; for both sides make two rulings.")
    if not 0 < asked.penalty <= 100_000:
        raise UsageError("a penalty is more than 0 and at most 1,000 points")
    if stage.playing and ids[0] not in stage.playing:
        raise UsageError(f"{asked.numbers[0]} {event.name_of(ids[0])} does not play in {stage.name}")
    return "penalty", {"stage": stage.index, "id": ids[0], "points": asked.penalty,
                       "round": asked.round or stage.current, "reason": asked.text.strip()[:200]}


def _sanctions(asked: Asked, ids: Sequence[int]) -> list[list[Any]]:
    if not asked.sanction:
        return []
    if asked.sanction not in SANCTIONS:
        raise UsageError(f'no sanction is called "{asked.sanction[:20]}"',
                         maybe=did_you_mean(asked.sanction[:20], SANCTIONS))
    if not asked.numbers:
        raise UsageError("a sanction is laid on somebody", maybe="say whom: --of NUMBER.")
    kinds = ("deposit-lost", "ban-next") if asked.sanction == "no-show" else (asked.sanction,)
    return [[id, kind] for id in ids for kind in kinds]


def _outcome(asked: Asked, do: Sequence[Decision]) -> str:
    if asked.facts == "unresolved":
        return "provisional"
    if any(kind in ("result", "boards") for kind, _ in do):
        return "adjusted"
    if asked.order:
        return "directors-choice"
    return "prescribed" if do or asked.sanction or asked.disqualify else "no-change"


def _shown(event: LiveEvent, stage: LiveStage, kind: str, said: dict[str, Any]) -> Ruled:
    """The standings before and after a decision, tried on a copy."""
    after = deepcopy(event)
    after.position += 1
    KINDS[kind](after, said)
    before, then = standing(event, stage.index), standing(after, stage.index)
    same = before is None or then is None or before.rows == then.rows
    notes: tuple[str, ...] = ()
    if any(k == "redrawn" for k, _ in said.get("do", ())):
        notes = (f"round {stage.drafted} was drafted on the old scores and is dropped: pair it again",)
    elif not same and stage.status == "over":
        notes = tuple(n for later in after.stages for n in late_notes(after, later, stage.index)) or (
            "what was taken into the next stage is as it would be",)
    elif not same and stage.current and any(r.number > 1 for r in stage.rounds.values()):
        notes = ("rounds that are published stand; see event facts to draw anew",)
    return Ruled(Decided(event), after.position, stage.index, None if same else before,
                 None if same else then, notes)


def standing(event: LiveEvent, stage: int) -> Standings | None:
    """The standings of a stage with all that is in; None before it has begun."""
    where = event.stages[stage - 1]
    return standings_of(event, where) if where.playing else None


# --- Appeals --------------------------------------------------------------------------------------


def _case(event: LiveEvent, key: int) -> Case:
    if key not in event.cases:
        have = ", ".join(map(str, event.cases)) or "there is none"
        raise UsageError(f"nothing was ruled at position {key}", maybe=f"see history: {have}.")
    return event.cases[key]


def appeal(
    path: PathLike, key: int, to: str = "lodged", *, by: int = 0, text: str = "", override: bool = False,
    who: Who | None = None,
) -> Ruled:
    """An appeal against the ruling of log position ``key`` is ``lodged`` by an entrant, or goes on to the
    ``chief`` director or the ``committee``, or is ``withdrawn`` (CBA-6.9). The match is provisional.

    UsageError out of order, and for one lodged after the correction period without ``override``.
    """
    author, made = who or Who(), list[Ruled]()

    def think(event: LiveEvent) -> Sequence[Decision]:
        case = _case(event, key)
        where = event.stages[case.stage - 1]
        require(event, "appeal", stage=where, reason=author.reason, what="an appeal")
        appealed(case.progress, to)
        late = {} if to != "lodged" else _appeal_time(where, case, override, author.reason)
        id = event.by_number(by).id if by else 0
        said = {"ruling": key, "to": to, "text": text.strip()[:_MOST_TEXT], **late,
                **({"by": id} if id else {}), **({"reason": author.reason} if author.reason else {})}
        made[:] = [replace(_shown(event, where, "appealed", said), key=key)]
        return [("appealed", said)]

    decided_ = act(path, think, author)
    return replace(made[0], decided=decided_)


def _appeal_time(stage: LiveStage, case: Case, override: bool, reason: str) -> dict[str, Any]:
    """The right to appeal ends with the period, counted from the ruling (Law 92B)."""
    period = correction_of(stage)
    if period is None or not case.at or period.unit != "match":
        return {}
    if may_correct(case.at, now(), period) == "yes":
        return {}
    if not (override and reason.strip()):
        raise UsageError(
            f"the time for an appeal is over: {period.minutes} minutes after the ruling (Law 92B)",
            maybe='admit it with --override --reason "...", which the log keeps.')
    return {"override": True}


def decide_appeal(
    path: PathLike, key: int, verdict: str, asked: Asked | None = None, *, who: Who | None = None
) -> Ruled:
    """The chief director or the committee decides: ``upheld``, ``varied`` or ``overturned``; ``asked`` says
    what follows (its ``text``, ``result``, ``award``, ``penalty``).

    A penalty that the ruling gave is waived where it is overturned. UsageError where the ruling changed a
    result and it is not said what it is now.
    """
    by, wanted, made = who or Who(), asked or Asked(), list[Ruled]()

    def think(event: LiveEvent) -> Sequence[Decision]:
        case = _case(event, key)
        where = event.stages[case.stage - 1]
        require(event, "appeal", stage=where, reason=by.reason, what="deciding an appeal")
        decided(case.progress, verdict)
        said = {"ruling": key, "verdict": verdict, "text": wanted.text.strip()[:_MOST_TEXT],
                "do": [list(d) for d in _after_appeal(event, where, case, verdict, wanted)],
                **({"reason": by.reason} if by.reason else {})}
        made[:] = [replace(_shown(event, where, "decided-on-appeal", said), key=key)]
        return [("decided-on-appeal", said)]

    decided_ = act(path, think, by)
    return replace(made[0], decided=decided_)


def _after_appeal(
    event: LiveEvent, stage: LiveStage, case: Case, verdict: str, wanted: Asked
) -> list[Decision]:
    if verdict == "upheld":
        if wanted.result or wanted.award or wanted.penalty:
            raise UsageError("a ruling that is upheld changes nothing", maybe='say "varied".')
        return []
    match = stage.match(case.match) if case.match else None
    changed = {"result", "boards"} & set(case.changes)
    if changed and not (wanted.result or wanted.award):
        raise UsageError("the ruling changed a result: say what it is now",
                         maybe="say --result, or --board with --award.")
    if (wanted.result or wanted.award) and match is None:
        raise UsageError(f"ruling {case.key} is about no match")
    numbers = tuple(event.number(id) for id in case.ids)
    board = wanted.board or case.board
    do = _follows(event, stage, match, replace(wanted, numbers=numbers, board=board), case.ids)
    if "penalty" in case.changes and not event.penalties[case.key].waived:
        do.insert(0, ("waived", {"penalty": case.key}))
        do += [] if any(k == "redrawn" for k, _ in do) else redrawn(stage)
    return do


def settle(path: PathLike, key: int, text: str = "", *, who: Who | None = None) -> Ruled:
    """The board that the ruling of log position ``key`` ordered was played, or its provisional ruling is
    final. UsageError where nothing waits, or something else is to be done first."""
    by, made = who or Who(), list[Ruled]()
    first = {"approval": "event approve", "appeal": "event decide"}

    def think(event: LiveEvent) -> Sequence[Decision]:
        case = _case(event, key)
        where = event.stages[case.stage - 1]
        require(event, "appeal", stage=where, reason=by.reason, what="settling a ruling")
        if case.waits not in ("board", "facts"):
            raise UsageError(
                f"ruling {key} waits for {case.waits or 'nothing'}",
                maybe=f"see {first[case.waits]}." if case.waits else "")
        reason = {"reason": by.reason} if by.reason else {}
        said = {"ruling": key, "text": text.strip()[:_MOST_TEXT], **reason}
        made[:] = [replace(_shown(event, where, "case-settled", said), key=key)]
        return [("case-settled", said)]

    decided_ = act(path, think, by)
    return replace(made[0], decided=decided_)


# --- Disqualification -----------------------------------------------------------------------------


def approve(
    path: PathLike, key: int, approval: str, policy: Any = None, *, who: Who | None = None
) -> Ruled:
    """The committee or the organiser approves a disqualification (Law 91B): the entrant is out, and
    ``policy`` says what becomes of its matches; one must be chosen where it has any. Under CBA-19.3 all
    results are cancelled, unless another is.

    UsageError for a ruling that is none, approved already, or without the number of the approval.
    """
    by, made = who or Who(), list[Ruled]()

    def think(event: LiveEvent) -> Sequence[Decision]:
        case = _case(event, key)
        where = event.stages[case.stage - 1]
        require(event, "rule", stage=where, reason=by.reason, what="approving a disqualification")
        if case.approval != "pending":
            raise UsageError(f"ruling {key} is no disqualification that waits for approval")
        if not approval.strip():
            raise UsageError("a disqualification needs the approval of the committee or organiser (Law 91B)",
                             maybe="say which decision approves it.")
        said = {"ruling": key, "approval": approval.strip()[:200], "do": _out(event, where, case, policy),
                **({"reason": by.reason} if by.reason else {})}
        made[:] = [replace(_shown(event, where, "approved", said), key=key)]
        return [("approved", said)]

    decided_ = act(path, think, by)
    return replace(made[0], decided=decided_)


def _out(event: LiveEvent, stage: LiveStage, case: Case, policy: Any) -> list[list[Any]]:
    one = event.contestants[case.ids[0]]
    do: list[list[Any]] = []
    if one.status != "withdrawn":
        do.append(["withdrawn", {"id": one.id, "last": stage.current, "reason": str(case.ground)}])
    if any(m.known and m.has(one.id) for m in stage.matches()):
        cancelled = "void-all" if case.ground.number.startswith("CBA-19") else policy
        do.append(["policy", policy_decision(event, stage, one.id, policy or cancelled)])
    return do
