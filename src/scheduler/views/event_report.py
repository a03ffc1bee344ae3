"""The report of an event (CBA-6.10) as text and as a page: every section stands, empty or not."""

from __future__ import annotations

from collections.abc import Sequence

from scheduler.live.report import EventReport, Placed, Repaired, StageReview
from scheduler.live.state import Penalty
from scheduler.views.columns import clean
from scheduler.views.leaves import Leaf, leaves_page, leaves_text
from scheduler.views.messages import Translator
from scheduler.views.rulings import case_lines, points_text

__all__ = ["report_page", "report_text"]

_REPAIRS = (
    "repair-withdrawn", "repair-admitted", "repair-withheld", "repair-placed", "repair-repaired",
    "repair-rescheduled", "repair-redrawn-lines", "repair-reversed", "repair-mismatch", "repair-policy",
    "repair-corrected", "repair-corrected-late", "repair-carried-anew")


def report_text(report: EventReport, translator: Translator) -> str:
    """The report for a terminal, ending with a line feed."""
    return leaves_text(_leaves(report, translator))


def report_page(report: EventReport, translator: Translator) -> str:
    """The report as a whole HTML page that prints on A4; write it as UTF-8."""
    title = translator("ruling.title", event=clean(report.event.name))
    return leaves_page(title, _leaves(report, translator), translator, date=report.event.date)


def _leaves(report: EventReport, t: Translator) -> list[Leaf]:
    rulings = [line for case in report.cases
               for line in case_lines(report.event, case, report.authors.get(case.key, ""), t)]
    appeals = sum(bool(case.progress.appeal) for case in report.cases)
    return [
        _section("section-review", _review(report, t), t),
        *_results(report, t),
        _section("section-rulings", rulings, t,
                 legend=t("ruling.counted", n=len(report.cases), appeals=appeals)),
        _section("section-penalties", [_penalty(report, p, t) for p in report.event.penalties.values()], t),
        _section("section-repairs", [_repair(r, t) for r in report.repairs], t),
        _section("section-lessons", report.notes["lesson"], t, empty="to-write"),
        _section("section-suggestions", report.notes["suggestion"], t, empty="to-write")]


def _section(
    key: str, lines: Sequence[str], t: Translator, *, legend: str = "", empty: str = "none"
) -> Leaf:
    told = tuple(clean(line) for line in lines) or (t(f"ruling.{empty}"),)
    return Leaf(t(f"ruling.{key}"), legend=legend, remarks=told)


def _review(report: EventReport, t: Translator) -> list[str]:
    lines = [_stage(stage, t) for stage in report.stages]
    lines.append(t("ruling.log", n=report.entries, undone=report.undone))
    return [*lines, *report.notes["review"]]


def _stage(stage: StageReview, t: Translator) -> str:
    parts = [
        t("count.entrant", n=stage.entrants), t("count.round", n=stage.rounds),
        t("ruling.played", n=stage.matches)]
    parts += [t("ruling.walkovers", n=stage.walkovers)] if stage.walkovers else []
    parts += [t("ruling.void-matches", n=stage.void)] if stage.void else []
    parts += [t("ruling.open", n=stage.open)] if stage.open else []
    return t("ruling.stage", name=_called(stage, t), told=t("language.comma").join(parts))


def _called(stage: StageReview, t: Translator) -> str:
    return clean(stage.name) or t("ruling.stage-number", number=stage.index)


def _results(report: EventReport, t: Translator) -> list[Leaf]:
    title = t("ruling.section-results")
    if not any(stage.table for stage in report.stages):
        return [Leaf(title, remarks=(t("ruling.none"),))]
    head = tuple(t(f"ruling.{key}") for key in ("place", "number", "name", "points"))
    return [
        Leaf(title, head, tuple(_placed(row, t) for row in stage.table), ("", "", "word", ""),
             legend=_called(stage, t))
        for stage in report.stages if stage.table]


def _placed(row: Placed, t: Translator) -> tuple[str, str, str, str]:
    place = t("standing.unranked")
    if row.place:
        place = str(row.place) if row.last <= row.place else f"{row.place}-{row.last}"
    points = "" if row.points is None else points_text(row.points, t)
    return place, str(row.number), clean(row.name), points


def _penalty(report: EventReport, penalty: Penalty, t: Translator) -> str:
    who = f"{report.event.number(penalty.id)} {clean(report.event.name_of(penalty.id))}"
    key = "penalty-waived" if penalty.waived else "penalty"
    line = t(f"ruling.{key}", who=who, points=points_text(penalty.points, t), round=penalty.round)
    return t("ruling.said", what=line, text=clean(penalty.reason)) if penalty.reason else line


def _repair(repair: Repaired, t: Translator) -> str:
    values = {k: clean(v) if isinstance(v, str) else v for k, v in repair.values}
    line = t(f"ruling.repair-{repair.kind}", **values)
    return t("ruling.said", what=line, text=clean(repair.reason)) if repair.reason else line
