"""What may be changed when: one table, which every door obeys and which can be printed.

A phase is where the running stage stands; an action is what somebody wants to do. ``yes``; ``why``: only
with a reason, which is kept; ``no``. What is about a round that is not the current one is looked up in
the column ``past``; about a stage that is over, in ``over``.
"""

from __future__ import annotations

from dataclasses import dataclass

from scheduler.errors import UsageError
from scheduler.live.state import LiveEvent, LiveStage

__all__ = ["ACTIONS", "PHASES", "Verdict", "allowed", "phase_of", "require"]

_TABLE = """
                entry  drawn  published  started  finished  past  over
enter           yes    why    why        why      why       -     -
late            yes    yes    yes        yes      yes       -     -
admit           yes    why    why        why      why       -     -
edit            yes    yes    yes        yes      yes       -     yes
roster          yes    yes    yes        why      why       -     -
guest           yes    yes    yes        yes      yes       -     -
lots            yes    why    no         no       no        no    no
withdraw        yes    yes    yes        yes      yes       -     -
return          yes    yes    yes        yes      yes       -     -
announce        yes    yes    yes        yes      yes       -     no
format          yes    why    no         no       no        -     no
rules           yes    why    why        why      why       -     no
rounds          yes    yes    yes        yes      yes       -     no
scoring         yes    yes    why        why      why       -     no
pair            yes    yes    no         no       yes       no    no
early-pair      yes    yes    yes        yes      yes       no    no
publish         no     yes    no         no       yes       no    no
withhold        no     no     why        no       no        no    no
start           no     no     yes        yes      no        no    no
tables          no     yes    yes        why      no        no    no
close           no     no     no         no       yes       yes   no
result          no     no     yes        yes      yes       yes   no
correct         no     no     why        yes      yes       why   why
penalty         yes    yes    yes        yes      yes       yes   why
waive           yes    yes    yes        yes      yes       yes   why
rule            yes    yes    yes        yes      yes       yes   yes
appeal          yes    yes    yes        yes      yes       yes   yes
policy          yes    yes    yes        yes      yes       yes   why
next-stage      why    why    why        why      yes       -     no
card            yes    yes    yes        yes      yes       -     yes
times           no     yes    yes        yes      no        no    no
rights          no     no     yes        yes      no        no    no
line-up         no     no     yes        yes      no        no    no
seated          no     no     yes        yes      yes       yes   yes
"""
"""``-`` does not arise: the action is about no single round or stage."""

PHASES: tuple[str, ...] = tuple(_TABLE.split("\n")[1].split())
ACTIONS: dict[str, dict[str, str]] = {
    words[0]: dict(zip(PHASES, words[1:], strict=True))
    for words in (line.split() for line in _TABLE.strip().split("\n")[1:])
}

_TOLD = {
    "entry": "before anything is drawn",
    "drawn": "while a draw is not published yet",
    "published": "once the round is published",
    "started": "while the round is played",
    "finished": "once the results of the round are in",
    "past": "in a past round",
    "over": "in a stage that is over",
}


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether ``action`` may be done in ``phase``: ``yes``, ``why`` (with a reason) or ``no``."""

    action: str
    phase: str
    answer: str


def phase_of(stage: LiveStage, round: int = 0) -> str:
    """Where a stage stands, or, for a round, whether that is the current one or past.

    A draft that is not published counts only before the first publication: later, the current round says
    where the stage stands.
    """
    if stage.status == "over":
        return "over"
    current = stage.current
    if round and round < current:
        return "past"
    if round and round > current:
        return "drawn" if round in stage.rounds else "entry"
    if not current:
        return "drawn" if stage.rounds or stage.tree else "entry"
    here = stage.rounds[current]
    if here.finished:
        return "finished"
    begun = here.status == "started" or any(not m.open or m.claims for m in here.matches)
    return "started" if begun else "published"


def allowed(event: LiveEvent, action: str, *, stage: LiveStage | None = None, round: int = 0) -> Verdict:
    """The table's answer for an action on a stage (default: the running one) or one of its rounds."""
    where = stage or event.stage
    phase = phase_of(where, round)
    return Verdict(action, phase, ACTIONS[action][phase])


def require(
    event: LiveEvent, action: str, *, stage: LiveStage | None = None, round: int = 0, reason: str = "",
    what: str = "",
) -> Verdict:
    """As :func:`allowed`; UsageError where the answer is ``no``, or ``why`` and no reason is given.

    ``what`` is what the user wants to do, in words.
    """
    verdict = allowed(event, action, stage=stage, round=round)
    told, when = what or action, _TOLD[verdict.phase]
    where = f" (round {round})" if round else ""
    if verdict.answer in ("no", "-"):
        fitting = [p for p in PHASES if ACTIONS[action][p] in ("yes", "why")]
        raise UsageError(
            f"{told}{where}: this cannot be done {when}",
            maybe=f"it can be done {_TOLD[fitting[0]]}; undo goes back." if fitting else "")
    if verdict.answer == "why" and not reason.strip():
        raise UsageError(
            f"{told}{where}: {when} this needs a reason, which is kept in the log",
            maybe='say --reason "...".')
    return verdict
