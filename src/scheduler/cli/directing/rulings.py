"""``scheduler event rule|appeal|decide|approve|policy|law|note|report``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from scheduler.cli import options as common
from scheduler.cli.directing import options as o
from scheduler.cli.screen import put, put_json, say
from scheduler.errors import UsageError

if TYPE_CHECKING:
    from scheduler.app.directing.rulings import Ruled
    from scheduler.live.state import LiveEvent
    from scheduler.standings import Standings

__all__ = ["appeal", "approve", "decide", "law", "note", "policy", "report", "rule", "settle"]

Override = Annotated[
    bool, typer.Option("--override", help="After the correction period; needs --reason.")]
Result = Annotated[str, typer.Option("--result", metavar="RESULT", help="The match now: 10-10, void 8-8 ...")]
Board = Annotated[int, typer.Option("--board", metavar="N", help="About this board.", show_default=False)]
Segment = Annotated[int, typer.Option("--segment", metavar="N", help="Of this segment.")]
Award = Annotated[
    str, typer.Option("--award", metavar="A+/A-", help="The board: A+/A-, +3/-3, void, open 620:60 -100:40.")]
Points = Annotated[str, typer.Option("--penalty", metavar="POINTS", help="Off the one of --of.")]
Order = Annotated[
    str, typer.Option("--order", metavar="WHEN", help="The board is to be played: now, after round 7.")]
Sanction = Annotated[
    str, typer.Option("--sanction", metavar="WORD", help="warning, suspension, no-show ...")]
Text = Annotated[str, typer.Option("--text", metavar="TEXT", help="What happened, and what was ruled.")]


def rule(
    file: o.File = "",
    ground: Annotated[
        str, typer.Option("--ground", metavar="LAW", help="L86B, CBA-11.3, discretion; by the facts.")] = "",
    text: Text = "",
    table: Annotated[int, typer.Option("--table", metavar="N", show_default=False)] = 0,
    round: Annotated[int, typer.Option("--round", metavar="N", show_default=False)] = 0,
    of: Annotated[list[int] | None, typer.Option("--of", metavar="NUMBER", help="Whom it is about.")] = None,
    facts: Annotated[str, typer.Option("--facts", metavar="agreed|found|unresolved")] = "agreed",
    outcome: Annotated[str, typer.Option("--outcome", metavar="WORD", help="By what follows.")] = "",
    provisional: Annotated[bool, typer.Option("--provisional", help="Not final yet.")] = False,
    notice: Annotated[bool, typer.Option("--notice", help="The right of appeal was told (Law 83).")] = False,
    result: Result = "",
    board: Board = 0,
    segment: Segment = 1,
    award: Award = "",
    penalty: Points = "",
    sanction: Sanction = "",
    disqualify: Annotated[bool, typer.Option("--disqualify", help="Pending until approved (91B).")] = False,
    order: Order = "",
    override: Override = False,
    stage: o.Stage = 0,
    by: o.By = "",
    at: o.At = 0,
    reason: o.Reason = "",
    dry_run: o.DryRun = False,
    language: common.Language = "en",
    json: o.Json = False,
) -> None:
    """Record a ruling and what follows from it; --dry-run shows the standings before and after."""
    from scheduler.app.directing import rulings

    asked = rulings.Asked(
        ground, text, table, round, tuple(of or ()), facts, outcome, not provisional, notice, result, board,
        segment, award, _points(penalty), sanction, disqualify, override, order)
    path, _ = o.split([file] if file else [], 0)
    made = rulings.rule(path, asked, stage=stage, who=o.who_of(by, at, dry_run, reason))
    _tell(made, "ruled", language, json)


def _points(text: str) -> int:
    from scheduler.standings.entry import hundredths

    return hundredths(text.replace(",", "."), text) if text else 0


def _tell(made: Ruled, told: str, language: str, json: bool) -> None:
    names = _names(made.decided.event)
    for line in made.notes:
        say(line)
    if made.before is not None and made.after is not None and not json:
        put(_compared(made.before, made.after, names, language))
    o.after(made.decided, told, json, {
        "ruling": made.key, "notes": list(made.notes),
        "before": _rows(made.before), "after": _rows(made.after)})


def _names(event: LiveEvent) -> tuple[str, ...]:
    names = {c.number: c.name for c in event.contestants.values()}
    return tuple(names.get(n, "") for n in range(1, event.most_number + 1))


def _compared(before: Standings, after: Standings, names: tuple[str, ...], language: str) -> str:
    from scheduler.views import Translator
    from scheduler.views.rulings import compared_text

    return compared_text(before, after, Translator(language), names=names)


def _rows(made: Standings | None) -> Any:
    return None if made is None else made.as_json()["standings"]


def appeal(
    words: Annotated[
        list[str] | None, typer.Argument(
            metavar="[FILE] RULING [lodged|chief|committee|withdrawn]", show_default=False)] = None,
    of: Annotated[
        int, typer.Option("--of", metavar="NUMBER", help="Who appeals.", show_default=False)] = 0,
    text: Text = "",
    override: Override = False,
    by: o.By = "",
    at: o.At = 0,
    reason: o.Reason = "",
    dry_run: o.DryRun = False,
    json: o.Json = False,
) -> None:
    """An appeal against the ruling of a log position; its match is provisional until it is decided."""
    from scheduler.app.directing import rulings

    path, rest = o.split(words, 2)
    o.needed(rest, "RULING")
    to = rest[1] if len(rest) > 1 else "lodged"
    made = rulings.appeal(
        path, o.whole(rest[0], "the ruling"), to, by=of, text=text, override=override,
        who=o.who_of(by, at, dry_run, reason))
    _tell(made, f"appeal {to}", "en", json)


def settle(
    words: Annotated[
        list[str] | None, typer.Argument(metavar="[FILE] RULING", show_default=False)] = None,
    text: Text = "",
    by: o.By = "",
    at: o.At = 0,
    reason: o.Reason = "",
    dry_run: o.DryRun = False,
    json: o.Json = False,
) -> None:
    """The board that a ruling ordered was played, or a provisional ruling is final."""
    from scheduler.app.directing import rulings

    path, rest = o.split(words, 1)
    o.needed(rest, "RULING")
    made = rulings.settle(
        path, o.whole(rest[0], "the ruling"), text, who=o.who_of(by, at, dry_run, reason))
    _tell(made, "settled", "en", json)


def decide(
    words: Annotated[
        list[str] | None,
        typer.Argument(metavar="[FILE] RULING upheld|varied|overturned", show_default=False)] = None,
    text: Text = "",
    result: Result = "",
    board: Board = 0,
    segment: Segment = 1,
    award: Award = "",
    by: o.By = "",
    at: o.At = 0,
    reason: o.Reason = "",
    dry_run: o.DryRun = False,
    language: common.Language = "en",
    json: o.Json = False,
) -> None:
    """The chief director or the committee decides an appeal; the standings follow."""
    from scheduler.app.directing import rulings

    path, rest = o.split(words, 2)
    o.needed(rest, "RULING VERDICT")
    asked = rulings.Asked(text=text, result=result, board=board, segment=segment, award=award)
    made = rulings.decide_appeal(
        path, o.whole(rest[0], "the ruling"), rest[1], asked, who=o.who_of(by, at, dry_run, reason))
    _tell(made, f"appeal decided: {rest[1]}", language, json)


def approve(
    words: Annotated[
        list[str] | None, typer.Argument(metavar="[FILE] RULING APPROVAL", show_default=False)] = None,
    policy: Annotated[
        str, typer.Option("--policy", metavar="NAME", help="What becomes of its matches.")] = "",
    by: o.By = "",
    at: o.At = 0,
    reason: o.Reason = "",
    dry_run: o.DryRun = False,
    language: common.Language = "en",
    json: o.Json = False,
) -> None:
    """A disqualification is approved by the committee or the organiser (Law 91B)."""
    from scheduler.app.directing import rulings

    path, rest = o.split(words, 2)
    o.needed(rest, "RULING APPROVAL")
    made = rulings.approve(
        path, o.whole(rest[0], "the ruling"), rest[1], policy, who=o.who_of(by, at, dry_run, reason))
    _tell(made, "disqualification approved", language, json)


def policy(
    words: Annotated[
        list[str] | None, typer.Argument(metavar="[FILE] NUMBER POLICY|none", show_default=False)] = None,
    change: Annotated[
        list[str] | None, typer.Option("--set", metavar="KEY=VALUE", help="A part of one's own.")] = None,
    stage: o.Stage = 0,
    by: o.By = "",
    at: o.At = 0,
    reason: o.Reason = "",
    dry_run: o.DryRun = False,
    language: common.Language = "en",
    json: o.Json = False,
) -> None:
    """What becomes of the matches of who left: all-play-all, swiss, void-all, forfeits ...; see --dry-run."""
    from scheduler.app.directing import policies
    from scheduler.cli.directing.entering import settings

    path, rest = o.split(words, 2)
    o.needed(rest, "NUMBER")
    name = rest[1] if len(rest) > 1 else ""  # of no name it is told which there are
    chosen: Any = {"from": name, **settings(change)} if change and name else name
    made = policies.choose_policy(
        path, o.whole(rest[0], "the number"), chosen, stage=stage, who=o.who_of(by, at, dry_run, reason))
    names = _names(made.decided.event)
    if not json:
        from scheduler.views import Translator
        from scheduler.views.rulings import policy_text

        t = Translator(language)
        put(policy_text(made.number, made.applied, made.before, made.after, t, names=names))
    o.after(made.decided, f"matches of {rest[0]}: {name}", json, {
        "changes": [
            {"round": c.round, "entrant": c.entrant, "before": _text(c.before), "after": _text(c.after),
             "why": c.why} for c in (made.applied.changes if made.applied else ())],
        "before": _rows(made.before), "after": _rows(made.after)})


def _text(hundredths: int) -> str:
    from fractions import Fraction

    from scheduler.standings.table import as_text

    return as_text(Fraction(hundredths), "points")


def law(
    words: Annotated[
        list[str] | None,
        typer.Argument(metavar="[FILE] wrong-board|extraneous|substitute ...", show_default=False)] = None,
    change: Annotated[
        list[str] | None, typer.Option("--set", metavar="KEY=VALUE", help="A fact: phase=auction.")] = None,
    stage: o.Stage = 0,
    language: common.Language = "en",
    json: o.Json = False,
) -> None:
    """Look up what the Laws allow; nothing is decided: wrong-board, extraneous, missing-card, substitute,
    wrong-seats, parts-lost, mismatch, artificial."""
    from scheduler.app.directing import laws
    from scheduler.cli.directing.entering import settings
    from scheduler.views import Translator
    from scheduler.views.rulings import law_text

    path, rest = o.split(words, 1)
    o.needed(rest, "TOPIC")
    made = laws.consult(path, rest[0], settings(change), stage=stage)
    if json:
        put_json(made.as_json())
    else:
        put(law_text(made.as_json(), Translator(language)))


def note(
    words: Annotated[list[str] | None, typer.Argument(metavar="[FILE] TEXT", show_default=False)] = None,
    about: Annotated[
        str, typer.Option("--about", metavar="review|lesson|suggestion", help="Its section.")] = "lesson",
    by: o.By = "",
    at: o.At = 0,
    dry_run: o.DryRun = False,
    json: o.Json = False,
) -> None:
    """Keep a sentence for the report of the event."""
    from scheduler.app.directing import report as reporting

    path, rest = o.split(words, 1)
    o.needed(rest, "TEXT")
    o.after(reporting.note(path, rest[0], about=about, who=o.who_of(by, at, dry_run)), "noted", json)


def report(
    file: o.File = "",
    html: Annotated[str, typer.Option("--html", metavar="FILE", help="A page to print.")] = "",
    language: common.Language = "en",
    json: o.Json = False,
) -> None:
    """The report of the event from its log (CBA-6.10): play, results, rulings, appeals, repairs, lessons."""
    from scheduler.app.directing import report as reporting
    from scheduler.views import Translator
    from scheduler.views.event_report import report_page, report_text

    path, _ = o.split([file] if file else [], 0)
    made = reporting.report(path)
    if html:
        from scheduler.files.output import write_atomic

        if not html.endswith(".html"):
            raise UsageError(f"{html[:60]}: the report is a page", maybe="write a file ending in .html.")
        write_atomic(html, report_page(made, Translator(language)).encode())
        say(f"wrote {html}")
    if json:
        put_json(made.as_json())
    elif not html:
        put(report_text(made, Translator(language)))
