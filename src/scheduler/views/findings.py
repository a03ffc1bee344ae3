"""What was found about a table or drawn for it, in words: repairs, completions, lots.

These are printed artefacts, to be hung up beside the table, and come in the translator's language.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from scheduler.event import Cell, PublishedTable, Result
from scheduler.views.columns import clean
from scheduler.views.messages import Translator
from scheduler.views.summary import Verdict, summary
from scheduler.views.text import by_round

if TYPE_CHECKING:
    from scheduler.formats.public import LotsStep
    from scheduler.formats.round_robin.lots_record import LotsRecord
    from scheduler.solve.completions import Completions

__all__ = ["completions_text", "lots_text", "repair_text"]

_MOST_CELLS = 200
_CHANGES = {
    "added": "repair.added", "removed": "repair.removed", "reversed": "repair.reversed",
    "moved": "repair.moved",
}
_PARTS = {"fixed": "lots.fixed", "related": "lots.related", "rest": "lots.rest"}
_SHOWN = 16
"""Characters of a table's fingerprint that tell it from any other."""


def repair_text(
    result: Result, translator: Translator, *, table: str, model: str, bye_breaks_run: bool = False
) -> str:
    """The changes one by one, how far they are proven least, and the repaired table.

    ``result`` is one of a repair; ``table`` and ``model`` are what it was a repair of, and under;
    ``bye_breaks_run`` is how that model counts runs.
    """
    t = translator
    changes: Sequence[Mapping[str, Any]] = result.extra["changes"]
    key = "repair.changes" if changes else "repair.nothing"
    lines = [t(key, n=len(changes), table=clean(table), model=clean(model))]
    lines += [f"  {_change(change, t)}" for change in changes]
    lines.append(_proof(result, len(changes), t))
    lines += [t("answer.note", note=clean(note)) for note in result.notes]
    lines += ["", by_round(result.schedule, t).rstrip(), ""]
    lines.append(summary(result.schedule, t, Verdict.of(result, model, bye_breaks_run)))
    return "\n".join(lines) + "\n"


def _change(change: Mapping[str, Any], t: Translator) -> str:
    match = t("repair.match", **{key: change[key] for key in ("home", "away", "round")})
    kind, to = change["kind"], change["to"]
    if kind == "table":
        return t("repair.table", match=match, before=change["table"], after=to["table"])
    # The cell of an added match is the match itself, and a removed one goes nowhere.
    return t(_CHANGES[kind], match=match, **(to or {}))


def _proof(result: Result, count: int, t: Translator) -> str:
    if count == 0:
        return t("repair.obeys")
    told = t("repair.least") if result.extra["optimal"] else t("repair.bound", n=result.extra["bound"])
    unique = result.extra["unique"]
    if unique is None:
        return told
    return t("repair.unique" if unique else "repair.several", proof=told)


def completions_text(
    found: Completions,
    table: PublishedTable,
    translator: Translator,
    *,
    name: str,
    restricted: bool = True,
    assumed: Sequence[str] = (),
) -> str:
    """How many completions of ``table`` there are, what they share, and one of them.

    ``restricted`` and ``assumed`` are what the count was held to.
    """
    t = translator
    printed = len(table.printed())
    lines = [t("complete.cells", table=clean(name), n=printed, missing=len(table.cells) - printed)]
    lines.append(t(
        "complete.counted" if found.exact else "complete.counted-least",
        completions=t.amount(found.completions), matchings=t.amount(found.matchings),
    ))
    if restricted and table.lines:
        own = not table.lines_from
        lines.append(t("complete.lines-own") if own else t("complete.lines", tables=table.lines_from))
    if assumed:
        lines.append(t("complete.assumed", list=t("language.comma").join(map(clean, assumed))))
    if not found.exact:
        lines.append(t("complete.cut-short"))
    lines += _cells("complete.forced", found.forced, t)
    lines += _cells("complete.forced-matches", found.forced_matches, t)
    if found.example is not None:
        example = by_round(found.example, t, names=table.names).rstrip()
        lines += ["", t("complete.one-of-them"), "", example]
    return "\n".join(lines) + "\n"


def _cells(key: str, cells: Sequence[Cell], t: Translator) -> list[str]:
    if not cells:
        return []
    rounds: dict[int, list[str]] = {}
    for cell in cells[:_MOST_CELLS]:
        rounds.setdefault(cell.round, []).append(f"{cell.home}-{cell.away}")
    comma = t("language.comma")
    return [t(key, n=len(cells)), *(
        f"  {t('complete.round', number=number, list=comma.join(told))}"
        for number, told in sorted(rounds.items())
    )]


def lots_text(record: LotsRecord, translator: Translator, *, verified: bool = False) -> str:
    """A drawing step by step, and what it is worth. ``verified``: every step was made anew."""
    t = translator
    table, wide = record.table[:_SHOWN], len(str(len(record.entrants)))
    head = t("lots.seed", table=table, seed=repr(record.seed)) if record.seed else None
    lines = [head or t("lots.by-hand", table=table)]
    if verified:
        lines.append(t("lots.verified", n=len(record.steps)))
    for step in record.steps:
        name = clean(record.entrants[step.entrant - 1])
        lines.append(t("lots.line", number=f"{step.number:>{wide}}", name=name, told=_step(step, t)))
    if record.groups:
        key = "lots.met-proven" if record.proven else "lots.met"
        lines.append(t(key, round=record.last_round))
    return "\n".join(lines) + "\n"


def _step(step: LotsStep, t: Translator) -> str:
    part = t(_PARTS[step.part], n=len(step.admissible))
    if step.author in ("seed", "fixed"):
        return part
    return t("lots.drawn-by", part=part, author=clean(step.author))
