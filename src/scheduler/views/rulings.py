"""Rulings in words: what changes in the standings, what a policy does, a case with its appeal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from scheduler.live.cases import Case
from scheduler.live.state import LiveEvent
from scheduler.standings.rulings.ground import Ground
from scheduler.standings.rulings.policies import Applied, Change
from scheduler.standings.table import Row, Standings
from scheduler.views.columns import clean
from scheduler.views.leaves import Leaf, leaves_text
from scheduler.views.messages import Translator

__all__ = [
    "case_lines", "compared_leaf", "compared_text", "ground_text", "law_text", "points_text",
    "policy_text",
]


def points_text(hundredths: int, t: Translator) -> str:
    """Points with two decimals, as the language writes them."""
    sign = "-" if hundredths < 0 else ""
    return t.decimal(f"{sign}{abs(hundredths) // 100}.{abs(hundredths) % 100:02d}")


def compared_text(
    before: Standings, after: Standings, translator: Translator, *, names: Sequence[str] = ()
) -> str:
    """The standings before and after, of those for whom anything changes."""
    return leaves_text([compared_leaf(before, after, translator, names)])


def compared_leaf(
    before: Standings, after: Standings, t: Translator, names: Sequence[str] = ()
) -> Leaf:
    """A row for each entrant whose place or total is another one: place and total before, and after."""
    old = {r.entrant: r for r in before.rows}
    rows = [
        (_place(old.get(r.entrant), t), _place(r, t), str(r.entrant), _name(names, r.entrant),
         points_text(old[r.entrant].total, t) if r.entrant in old else "", points_text(r.total, t))
        for r in after.rows
        if r.entrant not in old or (old[r.entrant].place, old[r.entrant].total) != (r.place, r.total)]
    head = tuple(t(f"ruling.{key}") for key in (
        "place-before", "place-after", "number", "name", "points-before", "points-after"))
    return Leaf(
        t("ruling.compared"), head if rows else (), tuple(rows), ("", "", "", "word", "", ""),
        remarks=() if rows else (t("ruling.same"),))


def _place(row: Row | None, t: Translator) -> str:
    if row is None or not row.place:
        return t("standing.unranked")
    return t("standing.shared", place=row.place) if row.shared else str(row.place)


def _name(names: Sequence[str], number: int) -> str:
    return clean(names[number - 1]) if 0 < number <= len(names) else str(number)


def policy_text(
    number: int, applied: Applied | None, before: Standings, after: Standings, translator: Translator, *,
    names: Sequence[str] = (),
) -> str:
    """What a policy does to the matches of ``number``, opponent by opponent, and to the standings."""
    t = translator
    lines: list[str] = []
    if applied is not None:
        key = "policy-early" if applied.early else "policy-late"
        who = f"{number} {_name(names, number)}"
        lines.append(t(f"ruling.{key}", who=who, played=applied.played, total=applied.total))
        lines += [f"  {_change(c, t, names)}" for c in applied.changes]
    told = "\n".join(lines)
    return (f"{told}\n\n" if told else "") + compared_text(before, after, t, names=names)


def _change(change: Change, t: Translator, names: Sequence[str]) -> str:
    return t(
        "ruling.change", round=change.round, who=f"{change.entrant} {_name(names, change.entrant)}",
        before=points_text(change.before, t), after=points_text(change.after, t),
        why=t(f"ruling.{change.why}"))


def ground_text(ground: Ground, t: Translator) -> str:
    """A ground as the language has it."""
    if ground.kind == "law":
        return t("ruling.law", number=ground.number, edition=ground.edition)
    return t("ruling.article", number=clean(ground.number)) if ground.number else t("ruling.discretion")


def case_lines(event: LiveEvent, case: Case, author: str, t: Translator) -> list[str]:
    """A ruling in sentences: what it is about, facts, ground, outcome, sanctions, appeal, approval."""
    head = t("ruling.case", position=case.key, ground=ground_text(case.ground, t),
             author=clean(author) or "-", time=t.moment(case.at) if case.at else "-")
    told = [t(f"ruling.facts-{case.progress.facts}"), t(f"ruling.outcome-{case.progress.outcome}")]
    whom = t.join([f"{event.number(id)} {clean(event.name_of(id))}" for id in case.ids])
    told += [t("ruling.about", who=whom)] if whom else []
    if case.match:
        match = event.stages[case.stage - 1].match(case.match)
        told.append(t("ruling.match", round=match.round, table=match.table))
    told += [t("ruling.board", board=case.board)] if case.board else []
    told += [t("ruling.order", when=clean(case.order))] if case.order else []
    told += [t("ruling.sanction", who=f"{event.number(id)} {clean(event.name_of(id))}",
               sanction=t(f"ruling.{kind}")) for id, kind in case.sanctions]
    if case.late:
        told.append(t("ruling.late"))
    if case.progress.notice:
        told.append(t("ruling.notice"))
    if case.approval:
        told.append(t("ruling.dq-pending") if case.approval == "pending"
                    else t("ruling.dq-approved", approval=clean(case.approval)))
    if case.provisional and case.approval != "pending":
        told.append(t("ruling.provisional"))
    lines = [head, t.clauses(told)]
    lines += [clean(case.text)] if case.text else []
    for step in case.steps:
        if step.what != "approved":
            line = t(f"ruling.step-{step.what}")
            lines.append(t("ruling.said", what=line, text=clean(step.text)) if step.text else line)
    return lines


def law_text(found: Mapping[str, Any], translator: Translator) -> str:
    """What was looked up, ending with a line feed: ``found`` as ``event law --json`` has it."""
    t = translator
    number = found["law"]
    lines = [t("ruling.law", number=number, edition=found["edition"]) if number else t("law.no-law")]
    lines.append(t("law.result", told=t(f"law.{found['result']}")))
    lines += [t("law.then", told=t(f"law.{code}")) for code in found["follows"]]
    lines += [t("law.may", told=t(f"law.{code}")) for code in found["choices"]]
    lines += [t("law.enter", told=clean(found["enter"]))] if found["enter"] else []
    return "\n".join(lines) + "\n"


# Keys that are made from codes.
_STEPS = (
    "step-lodged", "step-chief", "step-committee", "step-withdrawn", "step-upheld", "step-varied",
    "step-overturned", "step-settled")
_FACTS = ("facts-agreed", "facts-found", "facts-unresolved")
_OUTCOMES = (
    "outcome-play-on", "outcome-prescribed", "outcome-players-choice", "outcome-directors-choice",
    "outcome-adjusted", "outcome-no-change", "outcome-provisional")
_LAW = (
    "redeal-allowed", "no-redeal", "average-on-rest", "imps-for-lost", "match-void", "compensated",
    "percent-and-imps")
