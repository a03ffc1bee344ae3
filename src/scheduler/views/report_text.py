"""A report, a clash and an engine's result in words.

Frame words come in the language of the translator, and so do the one-line reasons of the rulebooks
that come along; ``reasons`` may translate those of others. A clash is an error, told in English, its
frame apart.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

from scheduler.errors import NoAnswer
from scheduler.event import Report, Result, Violation
from scheduler.views.columns import clean, cut
from scheduler.views.messages import Translator

__all__ = ["no_answer_text", "report_text", "result_text"]

MOST_LINES = 20
MOST_SUBJECTS = 12
LONGEST_REASON = 300
STATUSES = ("optimal", "feasible", "interrupted")

_Alike = tuple[tuple[int, ...], int, int | None, int | None, int | None, tuple[tuple[str, int, int], ...]]
_EVERYWHERE = {"table": "report.everywhere", "draw": "draw.everywhere"}
_NOTHING = {
    "schedule": "answer.no-answer", "draw": "answer.no-draw", "groups": "answer.no-groups",
    "round": "answer.no-round", "day": "answer.no-day",
}
_PLACES = {
    "line": "draw.draw-line", "match": "draw.draw-match", "section": "draw.draw-section",
    "pot": "draw.draw-pot", "group": "draw.draw-group",
}
NO_REASONS: Mapping[str, str] = MappingProxyType({})


def _numbers(subject: Sequence[int], t: Translator, names: Sequence[str]) -> str:
    """The numbers of one subject in its own order, with names where they are not too many."""
    if names and len(subject) <= MOST_SUBJECTS:
        called = {n: clean(names[n - 1]) for n in subject if 1 <= n <= len(names)}
        return t.join([f"{n} {called.get(n, '')}".rstrip() for n in subject])
    if len(subject) > 2 and list(subject) == sorted(set(subject)):
        return t.numbers(subject)
    return t.join([str(n) for n in subject])


def _who(subjects: Sequence[tuple[int, ...]], t: Translator, names: Sequence[str], about: str) -> str:
    """``numbers 9 and 10`` for single numbers; ``numbers 3 and 5; 4 and 7`` for pairs and more."""
    kept = list(dict.fromkeys(subject for subject in subjects if subject))
    if not kept:
        return t(_EVERYWHERE[about])
    if all(len(subject) == 1 for subject in kept):
        told = _numbers(sorted(subject[0] for subject in kept), t, names)
    else:
        parts = [_numbers(subject, t, names) for subject in kept[:MOST_SUBJECTS]]
        if len(kept) > MOST_SUBJECTS:
            parts.append(t("phrase.more", n=len(kept) - MOST_SUBJECTS))
        told = t("language.also").join(parts)
    return t("phrase.number", list=told, n=sum(map(len, kept)))


def _what(found: int, least: int | None, most: int | None, t: Translator) -> str:
    if least is None and most is None:
        key = "unbounded"
    elif least is None:
        key = "at-most"
    elif most is None:
        key = "at-least"
    else:
        key = "exactly" if least == most else "between"
    return t(f"report.{key}", found=found, least=least, most=most)


def _where(who: str, v: Violation, whole: bool, t: Translator) -> str:
    """Who, and at which table; the place alone where it is about nobody in particular."""
    if v.places:
        places = [t(_PLACES[kind], number=number, of=of) for kind, number, of in v.places]
        return t("language.comma").join(places if whole else [who, *places])
    if v.table is None:
        return who
    return t("phrase.table", number=v.table) if whole else t("report.at-table", who=who, table=v.table)


def _lines(violations: Sequence[Violation], t: Translator, names: Sequence[str], about: str) -> list[str]:
    """One line for all subjects that share rounds, count, bounds and place."""
    alike: dict[_Alike, list[Violation]] = {}
    for v in violations:
        alike.setdefault((v.rounds, v.found, v.least, v.most, v.table, v.places), []).append(v)
    lines: list[str] = []
    for members in list(alike.values())[:MOST_LINES]:
        v, subjects = members[0], [m.subject for m in members]
        what = _what(v.found, v.least, v.most, t)
        if len(subjects) > len(set(subjects)):
            what = t("report.repeated", what=what, n=len(subjects))
        values = {"who": _where(_who(subjects, t, names, about), v, not any(subjects), t), "what": what}
        if v.rounds:
            lines.append(t("report.line-rounds", rounds=t.listed("round", v.rounds), **values))
        else:
            lines.append(t("report.line", **values))
    if len(alike) > MOST_LINES:
        lines.append(t("phrase.more", n=len(alike) - MOST_LINES))
    return lines


def _groups(
    violations: Iterable[Violation],
    t: Translator,
    names: Sequence[str],
    reasons: Mapping[str, str],
    about: str,
) -> list[str]:
    """The violations rule by rule, in the order of the report."""
    rules: dict[tuple[str, str, str], list[Violation]] = {}
    for v in violations:
        rules.setdefault((v.rule, v.clause, v.reason), []).append(v)
    lines: list[str] = []
    for (rule, clause, reason), members in rules.items():
        key = "report.group" if clause else "report.group-bare"
        title = t(key, rule=clean(rule), clause=clean(clause))
        if members[0].level:
            title = t("report.group-price", group=title, price=sum(v.cost for v in members))
        said = cut(clean(reasons.get(reason, t.reason(reason))), LONGEST_REASON)
        lines.append(t("report.because", group=title, reason=said) if said else title)
        lines += [f"  {line}" for line in _lines(members, t, names, about)]
    return lines


def _head(report: Report, t: Translator) -> list[str]:
    broken = {(v.rule, v.clause) for v in report.violations if v.level == 0}
    lines: list[str] = []
    if not report.holds:
        lines.append(t("report.broken", n=max(1, len(broken))))
    elif report.rules:
        lines.append(t("report.holds"))
    if len(report.soft) == 1:
        lines.append(t("report.price-one", price=report.price[0]))
    elif report.soft:
        told = [f"{level}: {cost}" for level, cost in report.soft]
        lines.append(t("report.price", price=t("language.comma").join(told)))
    if report.rules:
        rules = t("count.rule", n=len(report.rules))
        rows = t("count.row", n=sum(count for _, _, count in report.rules))
        lines.append(t("report.checked", rules=rules, counts=rows))
    else:
        lines.append(t("report.nothing-checked"))
    return lines


def report_text(
    report: Report,
    translator: Translator,
    *,
    names: Sequence[str] = (),
    reasons: Mapping[str, str] = NO_REASONS,
    about: str = "table",
) -> str:
    """The verdict, then every broken rule, then what was paid level by level.

    ``about`` is ``table`` or ``draw``: what a count is about that speaks of nobody in particular.
    ``names`` gives the name of number i at index i - 1. Subjects with the same rounds, count and
    bounds share a line; a rule shows at most 20 lines and says how many more there are.
    """
    t = translator
    lines = _head(report, t)
    levels = sorted({v.level for v in report.violations})
    for level in levels:
        title = t("report.soft-title", level=level) if level else t("report.hard-title")
        members = [v for v in report.violations if v.level == level]
        lines += ["", title, *_groups(members, t, names, reasons, about)]
    return "\n".join(lines) + "\n"


def no_answer_text(
    error: NoAnswer, translator: Translator, *, reasons: Mapping[str, str] = NO_REASONS
) -> str:
    """A clash in words: its members one a line, and whether each of them is needed.

    ``reasons`` may translate the message, a member of the clash and the advice.
    """
    t = translator

    def said(text: str) -> str:
        return clean(reasons.get(text, text))

    key = _NOTHING.get(error.about, "answer.no-answer")
    lines = [t(key, message=said(error.message))]
    if error.clash:
        key = "answer.clash-minimal" if error.minimal else "answer.clash-reduced"
        lines.append(t(key, n=len(error.clash)))
        lines += [f"  {said(member)}" for member in error.clash]
    if error.maybe:
        lines.append(t("answer.maybe", advice=said(error.maybe)))
    return "\n".join(lines) + "\n"


def result_text(
    result: Result, translator: Translator, *, reasons: Mapping[str, str] = NO_REASONS
) -> str:
    """How far the answer is proven, what made it, and the engine's notes."""
    t = translator
    known = result.status in STATUSES
    lines = [
        t(f"answer.{result.status}")
        if known
        else t("answer.other-status", status=clean(result.status))
    ]
    if any(result.bound) and result.status != "optimal":
        lines.append(t("answer.bound", bound=" / ".join(map(str, result.bound))))
    lines.append(
        t(
            "answer.made-by",
            engine=clean(result.engine),
            seconds=t.decimal(f"{result.seconds:.2f}"),
            seed=result.seed,
        )
    )
    lines += [t("answer.note", note=clean(reasons.get(note, note))) for note in result.notes]
    return "\n".join(lines) + "\n"
