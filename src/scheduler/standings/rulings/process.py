"""A ruling from its facts to the end of its appeal, as a machine: what may come next, and what must be said.

Laws 81 to 85, 92 and 93; CBA-6.8 and 6.9.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from scheduler.errors import UsageError, did_you_mean
from scheduler.standings.rulings.ground import law_of

__all__ = [
    "APPEALS", "FACTS", "OUTCOMES", "VERDICTS", "Progress", "appealed", "decided", "fact_law", "outcomes_of",
    "ruled", "waived",
]

FACTS = {"agreed": "agreed-facts", "found": "found-facts", "unresolved": "unresolved-facts"}
"""State of the facts -> what rules on them: Law 84, 84 by way of 85A, 85B."""

OUTCOMES = (
    "play-on", "prescribed", "players-choice", "directors-choice", "adjusted", "no-change", "provisional")
"""What a ruling comes to: no penalty; one that is prescribed; a player's or the director's option; an
adjusted score; nothing is changed; a ruling that lets play go on, the facts being unresolved."""

APPEALS = {
    "": ("lodged",), "lodged": ("chief", "committee", "withdrawn"),
    "chief": ("committee", "decided", "withdrawn"),
    "committee": ("decided", "withdrawn"), "decided": (), "withdrawn": (),
}
"""State of an appeal -> the states that may follow (CBA-6.9)."""

VERDICTS = ("upheld", "varied", "overturned", "withdrawn")
"""How an appeal ends for the ruling."""


@dataclass(frozen=True, slots=True)
class Progress:
    """Where a ruling stands. ``notice``: the right of appeal was told (Law 83)."""

    facts: str = "agreed"
    outcome: str = "adjusted"
    final: bool = True
    notice: bool = False
    appeal: str = ""
    verdict: str = ""

    @property
    def provisional(self) -> bool:
        """True while a result that hangs on it may change."""
        return not self.final or self.appeal not in ("", "decided", "withdrawn")


def fact_law(facts: str, edition: str = "2017") -> str:
    """The Law that rules on facts in this state: 84, or 85A or 85B where they are disputed. UsageError."""
    if facts not in FACTS:
        raise UsageError(f'facts are {", ".join(FACTS)}, not "{facts[:20]}"',
                         maybe=did_you_mean(facts[:20], [*FACTS]))
    return law_of(FACTS[facts], edition)


def outcomes_of(facts: str) -> tuple[str, ...]:
    """What a ruling on facts in this state may come to: unresolved ones give a provisional one alone."""
    fact_law(facts)
    return ("provisional",) if facts == "unresolved" else OUTCOMES[:-1]


def ruled(facts: str, outcome: str, *, final: bool = True, notice: bool = False) -> Progress:
    """A ruling as it is given. UsageError where facts, outcome and notice do not go together.

    Where the facts are disputed, or it is about judgement, the right of appeal must be told (Laws 83, 85).
    """
    known = outcomes_of(facts)
    if outcome not in known:
        raise UsageError(f'a ruling on facts that are {facts} is {", ".join(known)}, not "{outcome[:20]}"',
                         maybe=did_you_mean(outcome[:20], known))
    if facts != "agreed" and not notice:
        raise UsageError("the facts are disputed: the right of appeal must be told with the ruling (Law 83)",
                         maybe="tell it to both sides, and say so: --notice.")
    return Progress(facts, outcome, final and facts != "unresolved", notice)


def appealed(ruling: Progress, to: str) -> Progress:
    """An appeal is lodged, or goes on to the ``chief`` director, to the ``committee``, or is withdrawn.
    UsageError."""
    known = APPEALS[ruling.appeal]
    if to not in known or to == "decided":
        raise UsageError(
            f'an appeal that is {ruling.appeal or "not lodged"} cannot be {to[:20]} next',
            maybe=f"it can be {', '.join(known)}." if known else "the appeal is over.")
    return replace(ruling, appeal=to, verdict="withdrawn" if to == "withdrawn" else "")


def decided(ruling: Progress, verdict: str) -> Progress:
    """The chief director or the committee has decided; the ruling is final. UsageError."""
    if "decided" not in APPEALS[ruling.appeal]:
        raise UsageError(
            f'an appeal that is {ruling.appeal or "not lodged"} cannot be decided',
            maybe="it goes to the chief director or to the committee first." if ruling.appeal == "lodged"
            else "")
    if verdict not in VERDICTS[:-1]:
        raise UsageError(f'an appeal is {", ".join(VERDICTS[:-1])}, not "{verdict[:20]}"',
                         maybe=did_you_mean(verdict[:20], VERDICTS))
    return replace(ruling, appeal="decided", verdict=verdict, final=True)


def waived(asked_by_offenders: bool) -> None:
    """A penalty may be waived on the request of the side that did no wrong, and of nobody else (CBA-6.8,
    Law 81C). UsageError."""
    if asked_by_offenders:
        raise UsageError("a penalty is never waived on the offenders' own request (CBA-6.8)",
                         maybe="the other side may ask for it.")
