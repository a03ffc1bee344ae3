"""A live event in words: one round as it is hung up, and where the event stands."""

from __future__ import annotations

from scheduler.live.plays import play_of
from scheduler.live.state import LiveEvent, LiveMatch, LiveRound, LiveStage, Score
from scheduler.views.columns import clean, cut, pad, width
from scheduler.views.messages import Translator
from scheduler.views.so_far import so_far_text

__all__ = ["below_lines", "event_text", "round_text", "score_text"]

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
    points = t("rounds.points", home=_points(score.home_points, t), away=_points(score.away_points, t))
    if not score.margin_known:
        return points
    return t("rounds.scored", points=points, home=score.home_for, away=score.away_for)


def _points(hundredths: int, t: Translator) -> str:
    sign = "-" if hundredths < 0 else ""
    whole, rest = divmod(abs(hundredths), 100)
    return f"{sign}{whole}{t('standing.decimal')}{rest:02d}" if rest else f"{sign}{whole}"


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
    return "\n".join(lines) + "\n"


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
