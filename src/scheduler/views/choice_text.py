"""A choice of opponents in words: every choice with what spoke against it, and the seal of the record."""

from __future__ import annotations

from collections.abc import Sequence

from scheduler.formats.knockout.choosing import Caution, ChoiceRecord, ChoiceStep
from scheduler.views.columns import clean
from scheduler.views.messages import Translator

__all__ = ["caution_text", "choice_text"]


def caution_text(caution: Caution, t: Translator) -> str:
    """What speaks against an opponent, in a few words."""
    key = {"shared": "choice.shared", "met": "choice.met", "kept": "choice.kept"}[caution.kind]
    return t(key, attribute=clean(caution.attribute), value=clean(caution.value))


def choice_text(record: ChoiceRecord, t: Translator, *, verified: bool = False) -> str:
    """All choices, a line each, then whether the rules hold, and the seal."""
    lines = [_step(step, record.entrants, t) for step in record.steps]
    lines.append(t("choice.rest"))
    lines.append(t("choice.holds" if record.report.holds else "choice.broken", n=record.report.hard))
    lines.append(t("choice.seal", seal=record.as_json()["sha256"]))
    lines += [t("choice.verified", n=len(record.steps))] if verified else []
    return "\n".join(lines) + "\n"


def _step(step: ChoiceStep, names: Sequence[str], t: Translator) -> str:
    key = "choice.opponent" if step.turn.round == 1 else "choice.match"
    told = t(
        key, step=step.turn.step, chooser=_named(step.turn.chooser, names), chosen=_named(step.chosen, names),
        among=_listed(step.turn.among, t), round=step.turn.round,
    )
    told = t("choice.by", told=told, author=clean(step.author)) if step.author else told
    cautions = t.clauses(caution_text(c, t) for c in step.cautions)
    return t("choice.caution", told=told, cautions=cautions) if cautions else told


def _named(number: int, names: Sequence[str]) -> str:
    return f"{number} {clean(names[number - 1])}"


def _listed(numbers: Sequence[int], t: Translator) -> str:
    return t.join([str(n) for n in numbers])
