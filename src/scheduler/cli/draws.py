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
    from scheduler.formats.groups import GroupRecord, GroupResult, GroupSession
    from scheduler.formats.knockout import DrawRecord, DrawResult, DrawSession
    from scheduler.formats.knockout.choosing import ChoiceRecord

__all__ = ["asked_draw", "draw", "grade"]

_GROUP_OPTIONS = ("placing", "positions", "pots", "table")


def draw(
    event: more.DrawnEvent,
    model: o.Model = "",
    stage: more.DrawStage = 0,
    seed: more.DrawSeed = "",
    seeds: more.Seeds = None,
    size: more.Size = "",
    groups: more.Groups = "",
    from_groups: more.FromGroups = "",
    advance: more.Advance = 0,
    ranking: more.RankingFile = "",
    numbered: o.Numbered = None,
    bracket: more.BracketKind = "",
    places: more.Places = "",
    choice: more.Choice = "",
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
    """Draw a bracket or groups, and prove how good it is; or let the highest ranked choose opponents."""
    _exclude(count, commit, balls, by_hand, bool(replay), bool(choice))
    asked = asked_draw(model, stage, bracket, places, change, without, seeds, size, groups)
    job = _job(event, asked, from_groups, advance, numbered, force, ranking)
    if _told(job, seed, count, commit, json, language):
        return
    _ask_first(job, out, format or (), force, language)
    made = _made(job, seed, balls, by_hand, author, replay, time_limit, choice, language)
    _deliver(job, made, out, format or (), force, language, json, verified=bool(replay))


def _exclude(*asked: bool) -> None:
    if asked.count(True) > 1:
        raise UsageError("--count, --commit, --balls, --by-hand, --choice and --replay exclude each other")


def asked_draw(
    model: str, stage: int, bracket: str, places: str, change: Sequence[str] | None,
    without: Sequence[str] | None, seeds: int | None = None, size: str = "", groups: str = "",
) -> DrawAsked:
    """What the options that the commands for draws share ask for."""
    from scheduler.app.draws import DrawAsked
    from scheduler.app.rulebooks import parse_change

    parts = [p.strip() for p in places.split(",") if p.strip()]
    if not all(p.isascii() and p.isdecimal() and len(p) < 6 for p in parts):
        raise UsageError(f'"{places[:40]}" is no list of places', maybe="write --places 3,5.")
    many, options = _groups(groups)
    return DrawAsked(
        model, stage, seeds, size, many, bracket, tuple(map(int, parts)), options,
        changes=[parse_change(text) for text in change or ()], without=tuple(without or ()),
    )


def _groups(text: str) -> tuple[int, dict[str, str]]:
    """How many groups, 0 for an empty text, and options: ``8:positions=lot:table=cba-round-robin``."""
    many, *parts = text.split(":")
    if text and not (many.isascii() and many.isdecimal() and len(many) < 6 and int(many)):
        raise UsageError(f'"{many[:40]}" is no number of groups', maybe="write --groups 8.")
    options = {}
    for part in parts:
        key, equals, value = (x.strip() for x in part.partition("="))
        if key not in _GROUP_OPTIONS or not equals:
            raise UsageError(
                f'groups have no option "{part[:40]}" here',
                maybe="write positions=lot or table=cba-round-robin; an event file says the others.",
            )
        options[key] = value
    return int(many or 0), options


def _job(
    event: str, asked: DrawAsked, from_groups: str = "", advance: int = 0, numbered: Path | None = None,
    force: bool = False, ranking: str = "",
) -> DrawJob:
    from scheduler.app.draws import prepare_draw

    if event == "-" and "-" in (from_groups, ranking):
        raise UsageError("standard input is either the event or the standings")
    if from_groups and ranking:
        raise UsageError("who goes through comes from groups or from a ranking, not from both")
    if not from_groups and not ranking:
        if numbered is not None or advance:
            told = "--numbered writes who goes through" if numbered else "--advance says how many go through"
            raise UsageError(told, maybe="add --from-groups FILE or --ranking FILE.")
        source, called = source_of(event)
        return prepare_draw(source, asked, name=called)
    job = _through(event, asked, from_groups, ranking, advance)
    if numbered is not None:
        from scheduler.app.draw_stages import entry_list
        from scheduler.app.exporting import write_new

        write_new(numbered, entry_list(job.event), force=force)
        say(f"wrote {numbered}")
    return job


def _through(event: str, asked: DrawAsked, from_groups: str, ranking: str, advance: int) -> DrawJob:
    """The job of those who go through: of groups in their final order, or of one ranking."""
    from dataclasses import replace

    from scheduler.app.draw_choice import ranked, read_ranking
    from scheduler.app.draw_stages import advanced
    from scheduler.app.draws import prepare_draw
    from scheduler.app.inputs import open_event

    source, called = source_of(event)
    standings, there = source_of(from_groups or ranking)
    if ranking:
        opened = open_event(source, name=called)
        return prepare_draw(ranked(opened, read_ranking(standings, opened, name=there), advance), asked)
    job = prepare_draw(advanced(source, standings, advance or 2, name=called, called=there), asked)
    # Who met in a group comes in place of the rulebook's own wish to keep entrants apart.
    return replace(job, rulebook=job.rulebook.without("apart"))


def _told(
    job: DrawJob, seed: str, count: bool, commit: bool, json: bool, language: str
) -> bool:
    """Tell what needs no draw: how many there are, or the commitment; False where neither is asked for."""
    from scheduler.app import draws
    from scheduler.views import Translator
    from scheduler.views.draw_text import count_text

    t = Translator(language)
    if commit:
        digest = draws.commit(job, seed)
        put_json({"commitment": digest, "entrants": job.event.size}) if json else put(digest + "\n")
    elif count:
        found = draws.count(job, seed)
        put_json(found) if json else put(count_text(found, t, job.event))
    return count or commit


def _ask_first(
    job: DrawJob, out: str | None, formats: Sequence[str], force: bool, language: str
) -> None:
    from scheduler.app.draw_files import FORMATS, draw_targets
    from scheduler.app.exporting import formats as known
    from scheduler.views import Translator

    Translator(language)
    if out is not None and out != "-":
        draw_targets(out, names=formats, stem=_stem(job), force=force)
    elif len(known(formats, FORMATS)) > 1:
        raise UsageError("standard output holds one format", maybe="name a folder with --out.")


def _stem(job: DrawJob) -> str:
    from scheduler.cli.delivery import stem_of

    return stem_of(job.event)


def _made(
    job: DrawJob, seed: str, balls: bool, by_hand: bool, author: str, replay: str, seconds: float,
    choice: str, language: str,
) -> ChoiceRecord | DrawRecord | DrawResult | GroupRecord | GroupResult:
    from scheduler.app import draws
    from scheduler.app.planning import limits_of

    if choice:
        from scheduler.cli.draw_choice import chosen

        return chosen(job, choice, author, language)
    if by_hand:
        session = draws.session_of(job, seed)
        _by_hand(session, author, language, "balls.ask-group" if job.groups else "balls.ask")
        return session.record()
    if balls:
        return draws.by_lots(job, seed)
    limits = limits_of(seconds)
    if replay:
        source, called = source_of(replay)
        return draws.remade(source, job, limits, name=called)
    return draws.make_draw(job, limits, seed)


def _by_hand(session: DrawSession | GroupSession, author: str, language: str, asking: str) -> None:
    """Ask for ball after ball until nobody waits; what is admissible is shown each time. ``17=3`` gives 3 to
    entrant 17, where another one was shown."""
    if not author:
        raise UsageError("balls by hand need the name of who draws", maybe="add --author NAME.")
    from scheduler.views import Translator

    t = Translator(language)
    say(t("balls.ask-seed" if session.seed else asking))
    while session.waiting:
        entrant = session.waiting[0]
        name = session.event.name_of(entrant)
        say(t("balls.from", name=name, list=_chances(session.chances(entrant))))
        answer = _line(session)
        time = datetime.now().astimezone().isoformat(timespec="seconds")
        try:
            if not answer and session.seed:
                say(t("balls.drawn", number=session.draw_from_seed(entrant, time).number))
            else:
                session.draw(*_ball(answer, entrant), author, time)
        except UsageError as error:
            say(str(error))


def _ball(answer: str, entrant: int) -> tuple[int, int]:
    """(entrant, what he drew): ``3`` for the one shown, ``17=3`` for another."""
    who, equals, drawn = answer.partition("=")
    told = (who, drawn) if equals else (str(entrant), answer)
    if not all(x.strip().isascii() and x.strip().isdecimal() and len(x) < 7 for x in told):
        raise UsageError(f'"{answer[:40]}" is not a number')
    return int(told[0]), int(told[1])


def _chances(chances: dict[int, int]) -> str:
    """Admissible lines; where they are not alike, with the share of draws that each leaves."""
    if len(set(chances.values())) == 1:
        return ", ".join(map(str, chances))
    total = sum(chances.values())
    return ", ".join(f"{line} ({weight}/{total})" for line, weight in chances.items())


def _line(session: DrawSession | GroupSession) -> str:
    try:
        line = sys.stdin.readline() if sys.stdin is not None else ""
    except KeyboardInterrupt:
        line = ""
    if line:
        return line.strip()
    raise Interrupted(f"the drawing was stopped with {session.left} balls to draw, nothing kept")


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
    if "format" in told:
        return told
    from scheduler.app.draw_fixtures import fixtures_json, fixtures_of

    fixtures = fixtures_json(fixtures_of(made.groups, job.stage)) if job.groups else []
    more = {"schedule": fixtures} if fixtures else {}
    return {**told, "event": job.event.name, "model": job.rulebook.name, **more}


def _print(content: DrawContent, made: Any, verified: bool) -> None:
    from scheduler.app.draw_files import render_draw
    from scheduler.formats.groups import GroupRecord, GroupResult
    from scheduler.formats.knockout import DrawResult
    from scheduler.formats.knockout.choosing import ChoiceRecord
    from scheduler.views import Translator
    from scheduler.views import draw_text as words
    from scheduler.views.choice_text import choice_text

    t = Translator(content.language)
    put(render_draw(content, "text").decode() + "\n")
    if isinstance(made, GroupResult):
        put(words.group_result_text(made, t))
    elif isinstance(made, DrawResult):
        put(words.draw_text(made, t))
    elif isinstance(made, GroupRecord):
        put(words.group_record_text(made, t, verified=verified))
    elif isinstance(made, ChoiceRecord):
        put(choice_text(made, t, verified=verified))
    else:
        put(words.record_text(made, t, verified=verified))
    if verified and isinstance(made, GroupResult | DrawResult):
        put(t("draw.again") + "\n")


def grade(
    draw: more.DrawFileArgument,
    event: more.EventOfDraw = "",
    model: o.Model = "",
    stage: more.DrawStage = 0,
    samples: more.Samples = 1_000,
    seed: more.DrawSeed = "0",
    change: o.Set = None,
    without: o.Without = None,
    language: o.Language = "en",
    json: o.JsonOption = False,
) -> None:
    """Say how far a published draw is from the best, and how lucky it was.

    Every level is compared with its proven bound, and the whole with draws by lot that keep the lines
    of seeds and byes.
    """
    from scheduler.app.draws_judged import grade_draw, open_draw
    from scheduler.views import Translator
    from scheduler.views.draw_text import grade_text

    if draw == "-" and event == "-":
        raise UsageError("standard input is either the draw or the event")
    t = Translator(language)
    source, called = source_of(draw)
    asked = asked_draw(model, stage, "", "", change, without)
    judged = open_draw(source, source_of(event)[0] if event else None, asked, name=called)
    found = grade_draw(judged, samples=samples, seed=seed or "0")
    if json:
        put_json({**found.as_json(), "table": judged.name, "model": judged.rulebook.name})
    else:
        say(f"{judged.name} under {judged.rulebook.name}")
        put(grade_text(found, t))
        if not found.levels:
            say(f"Note: no rule of {judged.rulebook.name} has a price, so no draw is better than another;"
                " --set apart.attribute=region --set apart.price=1 gives it one.")
