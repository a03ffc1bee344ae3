"""The one line for organisers: what the schedule is, how fair it is, and what is proven of it.

Every statement is counted from the schedule itself; what was proven comes from the verifier's
report and the engine's status. What does not hold is said as it is, never left out.
"""

from __future__ import annotations

from dataclasses import dataclass

from scheduler.errors import UsageError, did_you_mean
from scheduler.event import Report, Result, Schedule
from scheduler.views.figures import Figures, Run, figures
from scheduler.views.messages import Translator

__all__ = ["NOUNS", "Verdict", "size_line", "summary", "verdict_line"]

NOUNS = ("team", "pair", "player", "entrant")

MOST_RUNS_TOLD = 3


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is known about a schedule from outside of it.

    ``report`` is the verifier's, None where nobody checked; ``status`` and ``bound`` as in
    :class:`Result`, "" and () for a schedule that no engine made; ``model`` names the rulebook;
    ``seed`` is None where no random choice was made; ``bye_breaks_run`` is how the rulebook counts runs.
    """

    report: Report | None = None
    status: str = ""
    bound: tuple[int, ...] = ()
    model: str = ""
    seed: int | None = None
    bye_breaks_run: bool = False

    @classmethod
    def of(cls, result: Result, model: str = "", bye_breaks_run: bool = False) -> Verdict:
        """The verdict that a :class:`Result` carries."""
        return cls(result.report, result.status, result.bound, model, result.seed, bye_breaks_run)


def size_line(schedule: Schedule, translator: Translator, noun: str = "team") -> str:
    """``23 teams, 23 rounds, 253 matches``. ``noun`` is one of :data:`NOUNS`."""
    if noun not in NOUNS:
        raise UsageError(
            f'there is no word for an entrant called "{noun[:40]}"', maybe=did_you_mean(noun, NOUNS)
        )
    t = translator
    return t(
        "summary.size",
        entrants=t(f"count.{noun}", n=schedule.entrants),
        rounds=t("count.round", n=schedule.rounds),
        matches=t("count.match", n=len(schedule)),
    )


def _sides(facts: Figures, t: Translator) -> str:
    low_home, high_home = int(facts.home.min()), int(facts.home.max())
    low_away, high_away = int(facts.away.min()), int(facts.away.max())
    key = "summary.sides"
    if low_home == high_home and low_away == high_away:
        key = "summary.sides-equal"
    return t(key, home=t.span(low_home, high_home), away=t.span(low_away, high_away))


def _run(run: Run, t: Translator) -> str:
    return t("summary.run", number=run.entrant, first=run.first, last=run.last)


def _running(facts: Figures, t: Translator) -> str:
    longest = int(facts.longest.max())
    if longest <= 2:
        return t("summary.never-three")
    told = [_run(run, t) for run in facts.longest_runs[:MOST_RUNS_TOLD]]
    if facts.longest_count > len(told):
        told.append(t("phrase.more", n=facts.longest_count - len(told)))
    return t("summary.longest", n=longest, runs=t("language.also").join(told))


def _byes(facts: Figures, t: Translator) -> list[str]:
    idle = facts.idle
    if not any(idle):
        return []
    if all(numbers == (r,) for r, numbers in enumerate(idle, start=1)):
        return [t("summary.bye-order")]
    if all(len(numbers) == 1 for numbers in idle):
        return [t("summary.bye-one")]
    return [t("summary.byes", n=sum(map(len, idle)))]


def _meetings(facts: Figures, t: Translator) -> list[str]:
    """Nothing where every pair meets exactly once: that is what a round robin is."""
    least, most = facts.meet_least, facts.meet_most
    if least == most:
        return [] if most == 1 else [t("summary.legs", n=most)]
    if least:
        return [t("summary.meet-unequal", least=least, most=most)]
    told = t("summary.once-at-most") if most == 1 else t("summary.meet-at-most", most=most)
    return [told, t("summary.unmet", n=facts.unmet)]


def _price(verdict: Verdict, report: Report, t: Translator) -> str:
    price = " / ".join(map(str, report.price))
    if verdict.status == "optimal" or (verdict.bound and verdict.bound == report.price):
        return t("summary.price-least", price=price)
    if any(verdict.bound):
        return t("summary.price-bound", price=price, bound=" / ".join(map(str, verdict.bound)))
    return t("summary.price", price=price)


def verdict_line(verdict: Verdict, translator: Translator) -> str:
    """What is proven, as independent statements: ``all rules proven``, ``2 rules broken`` ...

    A price that could not be avoided is proven least when the engine says optimal or its bound
    equals the price; levels are separated by slashes.
    """
    t = translator
    report = verdict.report
    if report is None:
        return t("summary.unchecked")
    priced = any(report.price)
    if not report.holds:
        broken = {(v.rule, v.clause) for v in report.violations if v.level == 0}
        told = [t("summary.broken", n=max(1, len(broken)))]
    elif not report.rules:
        told = [t("summary.no-rules")]
    else:
        told = [t("summary.hard-proven" if priced else "summary.all-proven")]
    if priced:
        told.append(_price(verdict, report, t))
    if verdict.status == "interrupted":
        told.append(t("summary.stopped"))
    return t.clauses(told)


def summary(
    schedule: Schedule,
    translator: Translator,
    verdict: Verdict | None = None,
    *,
    noun: str = "team",
) -> str:
    """The line, without a line feed. ``noun`` is one of :data:`NOUNS`.

    Runs pass over byes unless the verdict says otherwise; where that matters the line says which.
    Raises :class:`UsageError` for an unknown noun.
    """
    t, verdict = translator, verdict or Verdict()
    told = [size_line(schedule, t, noun)]
    if len(schedule):
        facts = figures(schedule, bye_breaks_run=verdict.bye_breaks_run)
        told += _meetings(facts, t)
        told += [_sides(facts, t), _running(facts, t)]
        if any(facts.idle) and verdict.bye_breaks_run:
            told.append(t("summary.bye-ends-run"))
        elif any(facts.idle) and int(facts.longest.max()) > 2:
            told.append(t("summary.bye-passed"))
        told += _byes(facts, t)
    return t.clauses([*told, verdict_line(verdict, t)])
