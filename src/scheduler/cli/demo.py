"""``scheduler demo``: the main job on real input, in a few seconds."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from scheduler.cli.options import JsonOption, Language
from scheduler.cli.screen import put, put_json, say

if TYPE_CHECKING:
    from scheduler.app.demo import Checked, Life
    from scheduler.views import Translator

__all__ = ["demo"]


def demo(
    out: Annotated[
        Path, typer.Option("--out", metavar="FOLDER", help="Where its files are written.")
    ] = Path("out"),
    language: Language = "en",
    json: JsonOption = False,
) -> None:
    """Show the whole thing on real tables.

    Plans a sample event of 23 teams, proves it, prints it, writes its files, checks the published tables
    of 6, 8 and 12 teams, and plays two rounds of an event in progress.
    """
    from scheduler.app.demo import MODEL, demo_json
    from scheduler.app.demo import demo as run
    from scheduler.views import Translator, Verdict, by_round, summary

    t = Translator(language)
    done = run(out, language=language)
    if json:
        put_json(demo_json(done))
        return
    event, result = done.job.event, done.result
    put(t("demo.made", event=event.name, entrants=t("count.team", n=event.size), model=MODEL,
          engine=result.engine, seconds=t.decimal(f"{result.seconds:.2f}")) + "\n\n")
    put(by_round(result.schedule, t) + "\n")
    put(summary(result.schedule, t, Verdict.of(result, done.job.rulebook.name)) + "\n\n")
    put(t("demo.published") + "\n")
    for checked in done.checked:
        put(_verdict(checked, t))
    put(_lived(done.life, t))
    files = t("language.comma").join(str(path) for path in done.files)
    put(f"\n{t('demo.files', list=files)}\n")
    say(f"Maybe open {done.files[-1]} in a browser, or run: scheduler plan your-teams.xlsx")


def _lived(life: Life, t: Translator) -> str:
    """Where the sample event stands after its second round."""
    from scheduler.views.rounds import round_text
    from scheduler.views.standings import standings_text

    shown = life.shown
    return "\n".join((
        "", t("demo.event"), "", round_text(shown.event, shown.stage.rounds[shown.as_of], t),
        standings_text(shown.standings, t, names=shown.names),
        t("demo.verified", n=life.verified.entries), ""))


def _verdict(checked: Checked, t: Translator) -> str:
    from scheduler.cli.words import hard_only
    from scheduler.views import Verdict, report_text, summary

    line = summary(checked.table.schedule, t, Verdict(checked.report))
    if checked.report.holds:
        return f"\n{checked.table.name}: {line}\n"
    told = report_text(hard_only(checked.report), t).rstrip().replace("\n", "\n  ")
    return f"\n{checked.table.name}: {line}\n  {t('demo.printed')}\n  {told}\n"
