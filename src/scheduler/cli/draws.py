"""``scheduler draw`` and ``grade``: brackets and groups from a public seed, or ball by ball."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scheduler.cli import options as o
from scheduler.cli import options_more as more
from scheduler.cli.asking import source_of
from scheduler.cli.screen import put, put_json, say
from scheduler.errors import Interrupted, UsageError

if TYPE_CHECKING:
    from scheduler.app.draw_files import DrawContent
    from scheduler.app.draws import DrawAsked, DrawJob
    from scheduler.formats.groups import GroupResult
    from scheduler.formats.knockout import DrawRecord, DrawResult, DrawSession

__all__ = ["asked_draw", "draw", "grade"]


def draw(
    event: more.DrawnEvent,
    model: o.Model = "",
    stage: more.DrawStage = 0,
    seed: more.DrawSeed = "",
    seeds: more.Seeds = None,
    size: more.Size = "",
    groups: more.Groups = 0,
    from_groups: more.FromGroups = "",
    advance: more.Advance = 2,
    numbered: o.Numbered = None,
    bracket: more.BracketKind = "",
    places: more.Places = "",
    count: more.Count = False,
    commit: more.Commit = False,
    balls: more.Balls = False,
    by_hand: more.ByHandDraw = False,
    author: o.Author = "",
    replay: more.ReplayDraw = "",
    change: o.Set = None,
    without: o.Without = None,
    time_limit: o.TimeLimit = 20.0,
    language: o.Language = "en",
    json: o.JsonOption = False,
    out: o.Out = None,
    format: more.DrawFormat = None,
    force: o.Force = False,
) -> None:
    """Draw a bracket or groups, and prove how good the draw is.

    --balls and --by-hand follow the association's procedure; --replay makes a recorded draw again.
    """
    _exclude(count, commit, balls, by_hand, bool(replay))
    asked = asked_draw(model, stage, bracket, places, change, without, seeds, size, groups)
    job = _job(event, asked, from_groups, advance, numbered, force)
    if _told(job, seed, count, commit, json):
        return
    _ask_first(job, out, format or (), force, language)
    made = _made(job, seed, balls, by_hand, author, replay, time_limit)
    _deliver(job, made, out, format or (), force, language, json, verified=bool(replay))


def _exclude(*asked: bool) -> None:
    if asked.count(True) > 1:
        raise UsageError("--count, --commit, --balls, --by-hand and --replay exclude each other")


def asked_draw(
    model: str, stage: int, bracket: str, places: str, change: Sequence[str] | None,
    without: Sequence[str] | None, seeds: int | None = None, size: str = "", groups: int = 0,
) -> DrawAsked:
    """What the options that the commands for draws share ask for."""
    from scheduler.app.draws import DrawAsked
    from scheduler.app.rulebooks import parse_change

    parts = [p.strip() for p in places.split(",") if p.strip()]
    if not all(p.isascii() and p.isdecimal() and len(p) < 6 for p in parts):
        raise UsageError(f'"{places[:40]}" is no list of places', maybe="write --places 3,5.")
    return DrawAsked(
        model, stage, seeds, size, groups, bracket, tuple(map(int, parts)),
        changes=[parse_change(text) for text in change or ()], without=tuple(without or ()),
    )


def _job(
    event: str, asked: DrawAsked, from_groups: str = "", advance: int = 2, numbered: Path | None = None,
    force: bool = False,
) -> DrawJob:
    from scheduler.app.draws import prepare_draw

    if event == "-" and from_groups == "-":
        raise UsageError("standard input is either the event or the standings")
    source, called = source_of(event)
    if not from_groups:
        if numbered is not None:
            raise UsageError("--numbered writes who goes through", maybe="add --from-groups FILE.")
        return prepare_draw(source, asked, name=called)
    from dataclasses import replace

    from scheduler.app.draw_stages import advanced, entry_list
    from scheduler.app.exporting import write_new

    standings, there = source_of(from_groups)
    through = advanced(source, standings, advance, name=called, called=there)
    job = prepare_draw(through, asked)
    # Who met in a group comes in place of the rulebook's own wish to keep entrants apart.
    job = replace(job, rulebook=job.rulebook.without("apart"))
    if numbered is not None:
        write_new(numbered, entry_list(through), force=force)
        say(f"wrote {numbered}")
    return job


def _told(job: DrawJob, seed: str, count: bool, commit: bool, json: bool) -> bool:
    """Tell what needs no draw: how many there are, or the commitment; False where neither is asked for."""
    from scheduler.app import draws
    from scheduler.app.draw_words import count_words

    if commit:
        digest = draws.commit(job, seed)
        put_json({"commitment": digest, "entrants": job.event.size}) if json else put(digest + "\n")
    elif count:
        found = draws.count(job, seed)
        put_json(found) if json else put(count_words(found))
    return count or commit


def _ask_first(
    job: DrawJob, out: str | None, formats: Sequence[str], force: bool, language: str
) -> None:
    from scheduler.app.draw_files import FORMATS, draw_targets
    from scheduler.app.exporting import formats as known
    from scheduler.views import Translator

    Translator(language)
    if out is not None and out != "-":
        draw_targets(out, names=formats, stem=_stem(job), force=force, groups=job.groups)
    elif len(known(formats, FORMATS)) > 1:
        raise UsageError("standard output holds one format", maybe="name a folder with --out.")


def _stem(job: DrawJob) -> str:
    from scheduler.cli.delivery import stem_of

    return stem_of(job.event)


def _made(
    job: DrawJob, seed: str, balls: bool, by_hand: bool, author: str, replay: str, seconds: float
) -> DrawRecord | DrawResult | GroupResult:
    from scheduler.app import draws
    from scheduler.app.planning import limits_of

    if by_hand:
        session = draws.session_of(job, seed)
        _by_hand(session, author)
        return session.record()
    if balls:
        return draws.by_lots(job, seed)
    limits = limits_of(seconds)
    if replay:
        source, called = source_of(replay)
        return draws.remade(source, job, limits, name=called)
    return draws.make_draw(job, limits, seed)


def _by_hand(session: DrawSession, author: str) -> None:
    """Ask for ball after ball until nobody waits; the admissible lines are shown each time."""
    if not author:
        raise UsageError("balls by hand need the name of who draws", maybe="add --author NAME.")
    say("An empty line lets the public seed draw." if session.seed else "Enter the line drawn.")
    while session.waiting:
        entrant = session.waiting[0]
        name = session.event.name_of(entrant)
        say(f"{name} draws from: {_chances(session.chances(entrant))}")
        answer = _line(session)
        time = datetime.now().astimezone().isoformat(timespec="seconds")
        try:
            if not answer and session.seed:
                say(f"the seed draws {session.draw_from_seed(entrant, time).number}")
            elif not answer.isascii() or not answer.isdecimal() or len(answer) > 6:
                raise UsageError(f'"{answer[:40]}" is not a number')
            else:
                session.draw(entrant, int(answer), author, time)
        except UsageError as error:
            say(str(error))


def _chances(chances: dict[int, int]) -> str:
    """Admissible lines; where they are not alike, with the share of draws that each leaves."""
    if len(set(chances.values())) == 1:
        return ", ".join(map(str, chances))
    total = sum(chances.values())
    return ", ".join(f"{line} ({weight}/{total})" for line, weight in chances.items())


def _line(session: DrawSession) -> str:
    try:
        line = sys.stdin.readline() if sys.stdin is not None else ""
    except KeyboardInterrupt:
        line = ""
    if line:
        return line.strip()
    left = sum(1 for who in session.lines().lines if who < 0)
    raise Interrupted(f"the drawing was stopped with {left} lines open, nothing kept")


def _deliver(
    job: DrawJob, made: Any, out: str | None, formats: Sequence[str], force: bool, language: str,
    json: bool, *, verified: bool,
) -> None:
    from scheduler.app.draw_files import DrawContent, export_draw

    groups = made.groups if job.groups else ()
    content = DrawContent(
        None if job.groups else made.draw, job.event, job.stage, groups, _data(job, made), language
    )
    if out is not None and out != "-":
        for path in export_draw(content, out, names=formats, stem=_stem(job), force=force):
            say(f"wrote {path}")
    elif formats or out == "-":
        from scheduler.app.draw_files import render_draw
        from scheduler.cli.screen import put_bytes

        put_bytes(render_draw(content, formats[0] if formats else "text"))
        return
    if json:
        put_json(content.data or {})
    else:
        _print(content, made, verified)


def _data(job: DrawJob, made: Any) -> dict[str, Any]:
    """What JSON holds: a record is published as it is, a draw says for which event it was made."""
    told: dict[str, Any] = made.as_json()
    return told if "format" in told else {**told, "event": job.event.name, "model": job.rulebook.name}


def _print(content: DrawContent, made: Any, verified: bool) -> None:
    from scheduler.app import draw_words as words
    from scheduler.app.draw_files import render_draw
    from scheduler.formats.groups import GroupResult
    from scheduler.formats.knockout import DrawResult

    put(render_draw(content, "text").decode() + "\n")
    if isinstance(made, GroupResult):
        put(words.group_words(made))
    elif isinstance(made, DrawResult):
        put(words.draw_words(made))
    else:
        put(words.record_words(made, verified=verified))
    if verified and isinstance(made, GroupResult | DrawResult):
        put("made again from its seed: it is the same draw\n")


def grade(
    draw: more.DrawFileArgument,
    event: more.EventOfDraw = "",
    model: o.Model = "",
    stage: more.DrawStage = 0,
    samples: more.Samples = 1_000,
    seed: more.DrawSeed = "0",
    change: o.Set = None,
    without: o.Without = None,
    json: o.JsonOption = False,
) -> None:
    """Say how far a published draw is from the best, and how lucky it was.

    Every level is compared with its proven bound, and the whole with draws by lot that keep the lines
    of seeds and byes.
    """
    from scheduler.app.draw_words import grade_words
    from scheduler.app.draws_judged import grade_draw, open_draw

    if draw == "-" and event == "-":
        raise UsageError("standard input is either the draw or the event")
    source, called = source_of(draw)
    asked = asked_draw(model, stage, "", "", change, without)
    judged = open_draw(source, source_of(event)[0] if event else None, asked, name=called)
    found = grade_draw(judged, samples=samples, seed=seed or "0")
    if json:
        put_json({**found.as_json(), "table": judged.name, "model": judged.rulebook.name})
    else:
        say(f"{judged.name} under {judged.rulebook.name}")
        put(grade_words(found))
