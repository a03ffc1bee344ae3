"""A live event in words: one round as it is hung up, and where the event stands."""

from __future__ import annotations

from scheduler.live.carrying import carried_otherwise
from scheduler.live.plays import play_of
from scheduler.live.rulings import disputed_in
from scheduler.live.state import LiveEvent, LiveMatch, LiveRound, LiveStage, Score
from scheduler.views.columns import clean, cut, pad, width
from scheduler.views.messages import Translator
from scheduler.views.so_far import so_far_text

__all__ = [
    "below_lines", "disputed_lines", "event_text", "open_lines", "points_text", "round_text", "score_text",
]

_LONGEST = 28
_BYES = {
    "idle": "rounds.bye-idle", "phantom": "rounds.bye-phantom", "given": "rounds.bye-given",
    "absent": "rounds.bye-absent",
}


def score_text(score: Score | None, t: Translator) -> str:
    """A result as it is hung up: points of both sides, the IMPs or goals behind them, or its kind."""
    if score is None:
        return ""
    if score.kind != "played":
        return t(f"rounds.{score.kind}")
    home, away = (points_text(points, t) for points in (score.home_points, score.away_points))
    told = t("rounds.points", home=home, away=away)
    if score.margin_known:
        told = t("rounds.scored", points=told, home=score.home_for, away=score.away_for)
    return t("rounds.provisional", result=told) if score.provisional else told


def points_text(hundredths: int, t: Translator) -> str:
    """Hundredths of a point, without decimals where they are whole."""
    sign = "-" if hundredths < 0 else ""
    whole, rest = divmod(abs(hundredths), 100)
    return t.decimal(f"{sign}{whole}.{rest:02d}") if rest else f"{sign}{whole}"


def _side(event: LiveEvent, id: int, t: Translator) -> str:
    if not id:
        return t("rounds.unknown")
    return f"{event.number(id)} {cut(clean(event.name_of(id)), _LONGEST)}"


def round_text(event: LiveEvent, round: LiveRound, t: Translator) -> str:
    """A round: tables, sides, results so far, byes; a draft says that it is one."""
    head = t("rounds.head", event=clean(event.name), round=round.number)
    status = t("rounds.finished") if round.finished else t(f"rounds.{round.status}")
    lines = [f"{head} - {status}"]
    rows = [_row(event, m, t) for m in sorted(round.matches, key=lambda m: (m.table, m.id))]
    wide = [max((width(row[i]) for row in rows), default=0) for i in range(4)]
    for table, home, away, result in rows:
        lines.append(
            f"{pad(table, wide[0], 'right')}  {pad(home, wide[1])}  {pad(away, wide[2])}  {result}".rstrip())
    lines += below_lines(event, round, t)
    return "\n".join(lines) + "\n"


def below_lines(event: LiveEvent, round: LiveRound, t: Translator) -> list[str]:
    """What stands below a round: who has a bye, who is absent, which three play each other."""
    lines = []
    for kind in sorted({b.kind for b in round.byes}):
        who = [_side(event, b.id, t) for b in round.byes if b.kind == kind]
        lines.append(t(_BYES.get(kind, "rounds.bye-idle"), who=t.join(who)))
    if round.three.get("ids"):
        who = [_side(event, int(id), t) for id in round.three["ids"]]
        lines.append(t("rounds.three-long" if round.three.get("long") else "rounds.three", who=t.join(who)))
    lines += [t("repairs.sitting", table=int(table), at=int(at))
              for table, at in round.proof.get("sittings", ())]
    if round.version > 1:
        lines.append(t("repairs.version", round=round.number, version=round.version))
    return lines


def _row(event: LiveEvent, match: LiveMatch, t: Translator) -> tuple[str, str, str, str]:
    table = str(match.table or "") if not match.group else f"{clean(match.group)} {match.table}"
    result = score_text(match.result, t)
    if not result and match.claims:
        result = t("rounds.claimed", n=len(match.claims))
    result = result or so_far_text(match, t)
    if not result and match.started:
        result = t("rounds.playing")
    return table, _side(event, match.home, t), _side(event, match.away, t), result


def event_text(event: LiveEvent, t: Translator) -> str:
    """Where an event stands: its stages, the round in play, what is waited for."""
    active = [c for c in event.contestants.values() if c.status == "active"]
    lines = [
        f"{clean(event.name)}{f', {t.moment(event.date)}' if event.date else ''}",
        t("rounds.entrants", n=len(active), all=len(event.contestants)),
    ]
    for stage in event.stages:
        lines += _stage_lines(event, stage, t)
    gone = [c for c in event.contestants.values() if c.status != "active"]
    for one in gone:
        key = "rounds.late" if one.status == "waiting" else "rounds.withdrawn"
        lines.append(t(key, who=f"{one.number} {clean(one.name)}", round=one.last))
    lines += open_lines(event, t)
    return "\n".join(lines) + "\n"


def disputed_lines(stage: LiveStage, until: int, t: Translator) -> list[str]:
    """What stands below standings that count a result which may still change, of rounds up to ``until``."""
    tables = disputed_in(stage, until)
    return [t("rounds.disputed", round=n, tables=t.numbers(at), n=len(at)) for n, at in tables.items()]


def open_lines(event: LiveEvent, t: Translator) -> list[str]:
    """What waits about rulings, and stages whose points brought along are no longer those of the stage
    before."""
    lines = []
    for case in event.cases.values():
        if not case.waits:
            continue
        about = t.join([f"{event.number(id)} {clean(event.name_of(id))}" for id in case.ids])
        match = event.stages[case.stage - 1].match(case.match) if case.match else None
        round, table = (match.round, match.table) if match else (0, 0)
        lines.append(t(f"rounds.{_WAITS[case.waits]}", ruling=case.key, who=about, when=clean(case.order),
                       board=case.board, round=round, table=table))
    for position, queued in event.queued.items():
        when = str(queued["due"])
        told = t("title.round", number=when.removeprefix("round ")) if when.startswith("round ") else (
            t.moment(when))
        lines.append(t("rounds.queued", entry=position, when=told))
    lines += [t("rounds.carried-otherwise", name=clean(stage.name)) for stage in event.stages
              if carried_otherwise(event, stage)]
    return lines


_WAITS = {
    "approval": "waits-approval", "appeal": "waits-appeal", "board": "waits-board", "facts": "waits-facts"}


def _stage_lines(event: LiveEvent, stage: LiveStage, t: Translator) -> list[str]:
    # Who plays in a later stage, and so how many rounds it has, is known once it has begun.
    known = len(event.contestants) > 1 and (stage.index == 1 or bool(stage.playing))
    planned = play_of(stage).rounds(event, stage) if known else 0
    of = str(planned) if planned else "?"
    lines = [t("rounds.stage", name=clean(stage.name), format=stage.stage.format, model=stage.stage.model,
               round=stage.current, of=of, status=t(f"rounds.{stage.status}"))]
    if stage.status == "over" or not stage.current:
        return lines
    here = stage.rounds[stage.current]
    waiting = [m.table for m in here.open]
    if waiting:
        lines.append(t("rounds.waiting", round=here.number, tables=t.numbers(waiting), n=len(waiting)))
    else:
        lines.append(t("rounds.all-in", round=here.number))
    if stage.drafted:
        lines.append(t("rounds.drafted-round", round=stage.drafted))
    return lines
