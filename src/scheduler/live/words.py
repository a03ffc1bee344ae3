"""A decision in one English sentence, for the history."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from scheduler.event.plural import many
from scheduler.live.state import LiveEvent
from scheduler.standings.rulings.ground import Ground

__all__ = ["told"]

Payload = Mapping[str, Any]


def told(event: LiveEvent, kind: str, payload: Payload) -> str:
    """What a decision says, in the state before it (for the first one: after it). Never raises."""
    words = _WORDS.get(kind)
    try:
        text = words(event, payload) if words else kind
    except (KeyError, TypeError, ValueError, IndexError, AttributeError):
        return kind
    reason = str(payload.get("reason", ""))
    return f"{text} ({reason})" if reason else text


def _who(event: LiveEvent, id: Any) -> str:
    return f"{event.number(int(id))} {event.name_of(int(id))}"


def _stage(event: LiveEvent, p: Payload) -> str:
    return f" of {event.stages[int(p['stage']) - 1].name}" if len(event.stages) > 1 else ""


def _round(event: LiveEvent, p: Payload) -> str:
    return f"round {p['round']}{_stage(event, p)}"


def _result(event: LiveEvent, p: Payload) -> str:
    stage = event.stages[int(p["stage"]) - 1]
    match = stage.match(int(p["match"]))
    where = f"table {match.table} of round {match.round}{_stage(event, p)}"
    if p["score"] is None:
        return f"{where}: result taken back"
    by = "" if p.get("by", "desk") == "desk" else f", as the {p['by']} side says"
    score = p["score"]
    return (f"{where}: {event.number(match.home)}-{event.number(match.away)} "
            f"{score.get('text') or score.get('kind', 'played')}{by}")


def _match(event: LiveEvent, p: Payload) -> str:
    stage = event.stages[int(p["stage"]) - 1]
    match = stage.match(int(p["match"]))
    return f"table {match.table} of round {match.round}{_stage(event, p)}"


def _total(p: Payload) -> str:
    if "score" not in p:
        return ""
    return f", result {p['score'].get('text') or 'by a ruling'}" if p["score"] else ", result taken back"


def _boards(event: LiveEvent, p: Payload) -> str:
    boards = list(dict.fromkeys(str(row[1]) for row in p["rows"]))
    more = f" and {len(boards) - 10} more" if len(boards) > 10 else ""
    return (f"{_match(event, p)}: board{'s' if len(boards) > 1 else ''} "
            f"{', '.join(boards[:10])}{more}{_total(p)}")


def _segment(event: LiveEvent, p: Payload) -> str:
    told = f"{p['imps'][0]}-{p['imps'][1]} IMPs" if p["imps"] else "taken back"
    return f"{_match(event, p)}: segment {p['segment']} {told}{_total(p)}"


def _handed(event: LiveEvent, p: Payload) -> str:
    """Without the players: the history is no place to look at hidden line-ups."""
    return f"{_match(event, p)}: line-up of the {p['side']} side for segment {p['segment']}"


def _rights(event: LiveEvent, p: Payload) -> str:
    picks = f", picks {', '.join(map(str, p['picks']))}" if p["picks"] else ""
    return f"{_match(event, p)}: the {p['lot']} side won the lot for seating rights{picks}"


def _card(event: LiveEvent, p: Payload) -> str:
    pair = f" of {' and '.join(p['players'])}" if p.get("players") else ""
    unusual = ", highly unusual system" if p.get("unusual") else ""
    return f"convention card{pair} {'filed' if p.get('filed', True) else 'taken back'}: " \
           f"{_who(event, p['id'])}{unusual}"


def _listed(event: LiveEvent, p: Payload) -> str:
    names = [str(e["name"]) for e in p["entrants"]]
    more = f" and {len(names) - 3} more" if len(names) > 3 else ""
    return f"entered{' late' if p.get('status') == 'waiting' else ''}: {', '.join(names[:3])}{more}"


def _ruled(event: LiveEvent, p: Payload) -> str:
    whom = ", ".join(_who(event, id) for id in p.get("ids", ()))
    text = f": {p['text']}" if p.get("text") else ""
    follows = "; ".join(told(event, kind, payload) for kind, payload in p.get("do", ()))
    about = f", {whom}" if whom else ""
    return f"ruled ({Ground.of(p['ground'])}){about}{text}{f' - {follows}' if follows else ''}"


def _policy_name(policy: Any) -> str:
    return policy if isinstance(policy, str) else f"a policy of its own from {policy.get('from', 'nothing')}"


def _fact(event: LiveEvent, p: Payload) -> str:
    kind = p["fact"]
    if kind == "withdrawal":
        return f"{_who(event, p['id'])} leaves {p['when']} the round"
    if kind in ("late", "return"):
        return f"{p['name'] if 'name' in p else _who(event, p['id'])} comes in"
    if kind == "opponents":
        pairs = ", ".join(f"{_who(event, a)} - {_who(event, b)}" for a, b in p["pairs"])
        return f"really played in round {p['round']}: {pairs}"
    if kind == "apart":
        return f"{_who(event, p['ids'][0])} cannot meet {_who(event, p['ids'][1])}"
    if kind == "rounds":
        return f"there are {p['rounds']} rounds"
    if kind == "lost-table":
        return f"tables that cannot be used: {', '.join(map(str, p['tables']))}"
    stage = event.stages[int(p["stage"]) - 1]
    if kind == "tables":
        return "played elsewhere: " + ", ".join(
            f"table {stage.match(int(id)).table} at {table}" for id, table in p["moves"])
    if kind == "started":
        return "begun: " + (", ".join(
            f"table {stage.match(int(id)).table}" for id in p["matches"]) or "all tables")
    match = stage.match(int(p["match"]))
    where = f"table {match.table} of round {match.round}"
    return f"{where}: {p['text']}" if kind == "score" else f"{where}: sides the wrong way round"


_WORDS: dict[str, Callable[[LiveEvent, Payload], str]] = {
    "created": lambda e, p: f"{p['name']}: {many(len(p['entrants']), 'entrant')}, "
                            f"{many(len(p['stages']), 'stage')}",
    "entered": _listed,
    "admitted": lambda e, p: f"admitted: {_who(e, p['id'])}",
    "edited": lambda e, p: f"edited: {_who(e, p['id'])}",
    "numbered": lambda e, p: f"numbers of {len(p['numbers'])} drawn by lot",
    "withdrawn": lambda e, p: f"withdrawn: {_who(e, p['id'])}, after round {p.get('last', 0)}",
    "away": lambda e, p: f"{_who(e, p['id'])} sits out round {', '.join(map(str, p['rounds']))}"
                         if p["kind"] else f"{_who(e, p['id'])} plays round "
                                           f"{', '.join(map(str, p['rounds']))} after all",
    "configured": lambda e, p: f"settings of stage {p['stage']}",
    "announced": lambda e, p: f"format announced{_stage(e, p)}",
    "opened": lambda e, p: f"{e.stages[int(p['stage']) - 1].name} begins with {len(p['playing'])}",
    "ended": lambda e, p: f"{e.stages[int(p['stage']) - 1].name} is over",
    "paired": lambda e, p: f"{_round(e, p)} drafted: {many(len(p['matches']), 'match', 'matches')}",
    "scheduled": lambda e, p: f"table of {many(len(p['rounds']), 'round')} drafted{_stage(e, p)}",
    "drawn": lambda e, p: f"bracket of {len(p['lines'])} lines drafted{_stage(e, p)}",
    "chosen": lambda e, p: f"opponents chosen{_stage(e, p)}",
    "redrawn": lambda e, p: f"drafts dropped{_stage(e, p)}",
    "published": lambda e, p: f"{_round(e, p)} published",
    "withheld": lambda e, p: f"list of {_round(e, p)} taken down",
    "started": lambda e, p: f"{_round(e, p)} started"
                            f"{' at ' + many(len(p['matches']), 'table') if p.get('matches') else ''}",
    "closed": lambda e, p: f"{_round(e, p)} closed",
    "placed": lambda e, p: f"{many(len(p['tables']), 'match', 'matches')} moved to other tables"
                           f"{_stage(e, p)}",
    "result": _result,
    "boards": _boards,
    "rights": _rights,
    "times": lambda e, p: f"{_round(e, p)}: segments start at {', '.join(map(str, p['starts']))}",
    "line-up": _handed,
    "seated": lambda e, p: f"{_match(e, p)}: {', '.join(p['players'])} sat down for the {p['side']} side in "
                           f"segment {p['segment']}{', by leave' if p.get('leave') else ''}",
    "card": _card,
    "segment": _segment,
    "penalty": lambda e, p: f"penalty of {int(p['points']) / 100:.2f} for {_who(e, p['id'])}",
    "waived": lambda e, p: f"penalty {p['penalty']} waived",
    "fact": _fact,
    "fact-dropped": lambda e, p: f"fact {p['fact']} was none",
    "settled": lambda e, p: f"{many(len(p['facts']), 'fact')} settled: {p['proposal']}, "
                            f"{many(p.get('changed', 0), 'table')} changed",
    "repaired": lambda e, p: f"{_round(e, p)} repaired",
    "rescheduled": lambda e, p: f"table of {many(len(p['rounds']), 'round')} repaired{_stage(e, p)}",
    "redrawn-lines": lambda e, p: f"lines of the draw repaired{_stage(e, p)}",
    "reversed": lambda e, p: f"sides exchanged{_stage(e, p)}",
    "barred": lambda e, p: f"{_who(e, p['ids'][0])} cannot meet {_who(e, p['ids'][1])}",
    "closed-table": lambda e, p: f"tables out of use: {', '.join(str(t) for t, _ in p.get('tables', ()))}",
    "queued": lambda e, p: f"repair {p['kind']} decided, due {p['due']}",
    "unqueued": lambda e, p: f"the facts of decision {p['queued']} wait again",
    "credited": lambda e, p: f"{_who(e, p['id'])} begins with {int(p['points']) / 100:.2f}",
    "carried-anew": lambda e, p: f"points carried anew{_stage(e, p)}: " + ", ".join(
        f"{e.number(int(id))} {points / 100:.2f}" for id, points in p["points"]),
    "mismatch": lambda e, p: f"sides of {_round(e, p)} drawn by a wrong score: {len(p['sides'])}",
    "ruled": _ruled,
    "appealed": lambda e, p: f"appeal against ruling {p['ruling']}: {p['to']}",
    "decided-on-appeal": lambda e, p: f"appeal against ruling {p['ruling']} decided: {p['verdict']}",
    "case-settled": lambda e, p: f"ruling {p['ruling']} settled{': ' + p['text'] if p.get('text') else ''}",
    "approved": lambda e, p: f"disqualification {p['ruling']} approved: {p['approval']}",
    "policy": lambda e, p: f"matches of {_who(e, p['id'])}{_stage(e, p)}: "
                           f"{_policy_name(p['policy']) if p['policy'] else 'as they were'}",
    "note": lambda e, p: f"note: {p.get('text', '')}",
    "undo": lambda e, p: f"decision {p['of']} undone",
    "redo": lambda e, p: f"decision {p['of']} holds again",
}
