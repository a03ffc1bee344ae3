"""Draws that are there: what ``check``, ``show`` and ``export`` do with them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from scheduler.cli.asking import source_of
from scheduler.cli.draws import asked_draw
from scheduler.cli.screen import put, put_bytes, put_json, say
from scheduler.errors import UsageError

if TYPE_CHECKING:
    from scheduler.app.draw_files import DrawContent
    from scheduler.app.draws import DrawAsked
    from scheduler.app.draws_judged import JudgedDraw
    from scheduler.files.draw_results import PlayedRow
    from scheduler.repair.draws import Proposal

__all__ = ["check_drawn", "drawn_kind", "export_drawn", "repair_drawn", "show_drawn"]

Given = tuple[str | bytes, str]


def drawn_kind(given: Given) -> str:
    """``draw``, ``groups`` or "" for anything else."""
    from scheduler.app.draws_judged import draw_kind

    return draw_kind(given[0])


def _opened(given: Given, event: str, asked: DrawAsked) -> JudgedDraw:
    from scheduler.app.draws_judged import open_draw

    if isinstance(given[0], bytes) and event == "-":
        raise UsageError("standard input is either the draw or the event")
    known = source_of(event)[0] if event else None
    return open_draw(given[0], known, asked, name=given[1])


def check_drawn(
    given: Given, event: str, *, model: str, stage: int, change: Sequence[str] | None,
    without: Sequence[str] | None, certificate: str, language: str, priced: bool, json: bool,
) -> int:
    """The verdict on a draw, and on its certificate; the exit code of ``check``."""
    from scheduler.app.draws_judged import check_draw, check_draw_json, conflicts_of, proof_of
    from scheduler.cli.words import hard_only
    from scheduler.views import Translator, report_text
    from scheduler.views.draw_text import conflict_lines, proof_text

    t = Translator(language)
    judged = _opened(given, event, asked_draw(model, stage, "", "", change, without))
    report = check_draw(judged)
    proof = proof_of(judged, certificate) if certificate else None
    if json:
        put_json(check_draw_json(judged, report, proof))
    else:
        say(f"{judged.name} under {judged.rulebook.name}")
        put(report_text(report if priced else hard_only(report), t, names=_names(judged), about="draw"))
        put("".join(line + "\n" for line in conflict_lines(conflicts_of(judged), t)))
        put(proof_text(proof.reasons, proof.claims, t) if proof is not None else "")
        if judged.event is None:
            say("Note: without --event nothing is known of regions and names.")
    return 0 if report.holds and (proof is None or proof.proves) else 1


def _names(judged: JudgedDraw) -> tuple[str, ...]:
    return tuple(e.name for e in judged.event.entrants) if judged.event is not None else ()


def _content(
    judged: JudgedDraw, asked: DrawAsked, language: str, day: str = "", results: str = ""
) -> DrawContent:
    from scheduler.app.draw_day import day_of
    from scheduler.app.draw_files import DrawContent
    from scheduler.app.draw_repair import rows_in
    from scheduler.event import Stage
    from scheduler.formats.knockout.brackets import played_as

    stage = judged.stage or Stage("groups" if judged.groups else "knockout")
    if not judged.groups:
        stage = played_as(stage, asked.kind, asked.places)
    played: tuple[PlayedRow, ...] = ()
    if results:
        source, called = source_of(results)
        played = rows_in(judged, source, name=called, rematches=True)
    return DrawContent(
        judged.draw, judged.event, stage, judged.groups, None, language, day_of(day) if day else None, played
    )


def show_drawn(
    given: Given, event: str, *, stage: int, bracket: str, places: str, day: str, language: str, json: bool,
    results: str = "",
) -> None:
    """A draw as a bracket, or groups."""
    from scheduler.app.draw_files import render_draw

    asked = asked_draw("", stage, bracket, places, None, None)
    content = _content(_opened(given, event, asked), asked, language, day, results)
    put_bytes(render_draw(content, "json" if json else "text"))


def export_drawn(
    given: Given, event: str, *, bracket: str, places: str, day: str, out: str | None,
    formats: Sequence[str], language: str, force: bool, results: str = "",
) -> None:
    """A draw as files, or as one format to standard output."""
    from scheduler.app.draw_files import FORMATS, export_draw, render_draw
    from scheduler.app.exporting import formats as known
    from scheduler.cli.delivery import stem_of

    asked = asked_draw("", 0, bracket, places, None, None)
    judged = _opened(given, event, asked)
    content = _content(judged, asked, language, day, results)
    if out is None and not formats:
        raise UsageError("export needs --out or --format", maybe="write --out draw.html.")
    if out is None or out == "-":
        if len(known(formats, FORMATS)) > 1:
            raise UsageError("standard output holds one format", maybe="name a folder with --out.")
        put_bytes(render_draw(content, formats[0] if formats else "text"))
        return
    stem = stem_of(judged.event, judged.name)
    for path in export_draw(content, out, names=formats, stem=stem, force=force):
        say(f"wrote {path}")


def repair_drawn(
    given: Given, event: str, *, model: str, stage: int, change: Sequence[str] | None,
    without: Sequence[str] | None, facts: Sequence[str], pick: int, seconds: float, language: str,
    json: bool, out: str | None, formats: Sequence[str], force: bool, results: str = "",
) -> None:
    """Ways to mend a draw, with their reasons; one of them into files."""
    from scheduler.app.draw_files import draw_targets
    from scheduler.app.draw_repair import facts_of, mend, played_in, proposals_json
    from scheduler.app.planning import limits_of
    from scheduler.views import Translator
    from scheduler.views.draw_text import proposals_text

    t = Translator(language)
    happened, played = facts_of(facts)
    judged = _opened(given, event, asked_draw(model, stage, "", "", change, without))
    if results:
        source, called = source_of(results)
        played = (*played, *played_in(judged, source, name=called))
    if out is not None and out != "-":
        draw_targets(out, names=formats, stem="repaired", force=force)
    found = mend(judged, happened, played, limits_of(seconds))
    if not 1 <= pick <= len(found):
        raise UsageError(f"there is no proposal {pick}: there are 1 to {len(found)}")
    if _written(found[pick - 1], judged, out, formats, language, force):
        return
    if json:
        put_json(proposals_json(judged, found))
    else:
        say(f"{judged.name} under {judged.rulebook.name}")
        put(proposals_text([p.as_json() for p in found], t))


def _written(
    proposal: Proposal, judged: JudgedDraw, out: str | None, formats: Sequence[str], language: str,
    force: bool,
) -> bool:
    """Write a proposal with the numbers of those who take part; True where stdout now has it."""
    from scheduler.app.draw_files import DrawContent, export_draw, render_draw
    from scheduler.event import Stage

    if out is None and not formats:
        return False
    draw, event = proposal.renumbered()
    content = DrawContent(draw, event, judged.stage or Stage("knockout"), (), None, language)
    if out is None or out == "-":
        put_bytes(render_draw(content, formats[0] if formats else "text"))
        return True
    for path in export_draw(content, out, names=formats, stem="repaired", force=force):
        say(f"wrote {path}")
    return False
