"""Verdicts on leagues in words: which wish is unmet, by how much, what it costs; and what changed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scheduler.event.league import GAME_MODES, OBJECTIVES, Constraint, LeagueInstance
from scheduler.formats.league.judge import Judgement, Played, Unmet, judge
from scheduler.formats.league.wishes import wishes_of

__all__ = ["Change", "difference", "explain_words", "name_of", "wish_in_words"]

_SIDE = {"H": "home games", "A": "away games", "HA": "games"}
_MOST_LISTED = 12


def name_of(c: Constraint | Unmet) -> str:
    """``CA1 #17`` for the 17th constraint of the file; the bare type for what no constraint states."""
    tag = c.tag if isinstance(c, Constraint) else c.type
    return f"{tag} #{c.id}" if c.id else tag


def _names(names: Sequence[str]) -> str:
    shown = ", ".join(names[:_MOST_LISTED])
    return f"{shown} and {len(names) - _MOST_LISTED} more" if len(names) > _MOST_LISTED else shown


def _teams(instance: LeagueInstance, c: Constraint, which: str = "") -> str:
    places = instance.teams_of(c, which)
    if len(places) == len(instance.teams):
        return "all teams"
    return _names([instance.teams[k].name or str(instance.teams[k].id) for k in places])


def _slots(instance: LeagueInstance, c: Constraint, which: str = "") -> str:
    places = instance.slots_of(c, which)
    if len(places) == len(instance.slots):
        return "all slots"
    return "slots " + _names([str(instance.slots[k].id) for k in places])


def _bounds(c: Constraint) -> str:
    low, high = c.numbers.get("min", 0), c.numbers.get("max")
    if high is None:
        return f"at least {low}"
    return f"at most {high}" if low <= 0 else f"{low} to {high}"


def wish_in_words(instance: LeagueInstance, c: Constraint) -> str:
    """What a constraint asks for, with the names of its teams and the ids of its slots."""
    if c.tag == "BA1":
        return "every game is played"
    if c.tag == "BA2":
        return "no team plays twice in a slot"
    build = {"C": _capacity, "G": _game, "B": _break, "F": _fairness, "S": _separation}[c.tag[0]]
    return build(instance, c)


def _capacity(instance: LeagueInstance, c: Constraint) -> str:
    if c.tag == "CA1":
        return (f"{_teams(instance, c)}: {_bounds(c)} {_SIDE[c.words['mode']]} in "
                f"{_slots(instance, c)}")
    one, other = _teams(instance, c, "1"), _teams(instance, c, "2")
    if c.tag == "CA5":
        return f"{one}: {_bounds(c)} games against {other} on each away trip"
    side = _SIDE[c.words["mode1"]]
    if c.tag == "CA3":
        unit = c.words["mode2"].lower()
        return f"{one}: {_bounds(c)} {side} against {other} in any {c.numbers['intp']} {unit} running"
    each = {"CA2": " each", "CA4": " in each"}[c.tag] if c.words["mode2"] == "EVERY" else ""
    together = " together" if c.tag == "CA4" else ""
    return f"{one}{together}: {_bounds(c)} {side} against {other}{each}, {_slots(instance, c)}"


def _game(instance: LeagueInstance, c: Constraint) -> str:
    if c.tag == "GA1":
        games = _names([f"{h}-{a}" for h, a in c.pairs])
        return f"{_bounds(c)} of the games {games} in {_slots(instance, c)}"
    teams = [_teams(instance, c, k) for k in "1234"]
    then = "there is" if c.words["mode2"] == "EQ" else "there is no"
    return (f"if {teams[0]} meet {teams[1]} in {_slots(instance, c, '1')}, {then} game of "
            f"{teams[2]} with {teams[3]} in {_slots(instance, c, '2')}")


def _break(instance: LeagueInstance, c: Constraint) -> str:
    limit = f"at most {c.numbers['intp']}" if "intp" in c.numbers else _bounds(c)
    if "EQ" in c.words.values():
        limit = f"exactly {c.numbers['intp']}"
    who = _teams(instance, c)
    if c.tag == "BR3":
        return f"{who}: breaks of any two differ by at most {c.numbers['intp']}"
    together = " together" if c.tag == "BR2" else ""
    return f"{who}{together}: {limit} breaks in {_slots(instance, c)}"


def _fairness(instance: LeagueInstance, c: Constraint) -> str:
    most = c.numbers.get("intp", 0)
    if c.tag == "FA6":
        return f"games in {_slots(instance, c)} cost at most {most}"
    what = {
        "FA1": f"home and away games so far differ by at most {most}",
        "FA2": f"{_SIDE[c.words.get('mode', 'H')]} so far of any two differ by at most {most}",
        "FA3": "two teams are home to each other in turn",
        "FA4": f"bound {most}",
        "FA5": f"travel at most {most} together",
    }[c.tag]
    return f"{_teams(instance, c)}: {what}"


def _separation(instance: LeagueInstance, c: Constraint) -> str:
    if c.tag == "SE2":
        pairs = _names([f"{one} and {other}" for one, other in c.pairs])
        return f"{_teams(instance, c)}: who meets in one slot of a pair meets in the other ({pairs})"
    return f"{_teams(instance, c)}: {_bounds(c)} slots between two mutual games"


def explain_words(judgement: Judgement) -> tuple[str, ...]:
    """One line for each unmet wish, the dearest first: what it is, by how much, what it costs."""
    instance = judgement.instance
    if instance is None:
        return ()
    by_id = {c.id: c for c in instance.constraints}
    ordered = sorted(judgement.by_constraint, key=lambda u: (not u.hard, -u.cost))
    return tuple(_line(instance, by_id.get(u.id), u) for u in ordered)


def _line(instance: LeagueInstance, c: Constraint | None, u: Unmet) -> str:
    if c is not None:
        what = wish_in_words(instance, c)
    elif u.type in OBJECTIVES:
        what = OBJECTIVES[u.type]
    elif u.type in GAME_MODES:
        what = f"the legs are {GAME_MODES[u.type]}"
    else:
        what = wish_in_words(instance, Constraint(0, u.type, u.hard, u.penalty))
    names = {t.id: t.name or str(t.id) for t in instance.teams}
    who = "-".join(names[t] for t in u.subject[:_MOST_LISTED])
    when = f"slots {', '.join(map(str, u.slots))}" if u.slots else ""
    where = f" [{', '.join(x for x in (who, when) if x)}]" if who or when else ""
    kind = "infeasibility" if u.hard else "objective"
    return f"{name_of(u)}: {what}{where}: {u.found}, off by {u.deviation}, {kind} {u.cost:+d}"


@dataclass(frozen=True, slots=True)
class Change:
    """What a wish costs in one solution and in the other; ``words`` say what it asks for."""

    type: str
    id: int
    hard: bool
    before: int
    after: int
    words: str


def difference(one: Played, other: Played, instance: LeagueInstance) -> tuple[Change, ...]:
    """The wishes that cost something else in ``other`` than in ``one``; hard ones first, then by how much.

    Raises FileError for a team or slot that the instance does not have.
    """
    wishes = wishes_of(instance)
    costs: list[dict[tuple[str, int, bool], int]] = []
    for played in (one, other):
        found: dict[tuple[str, int, bool], int] = {}
        for u in judge(instance, played, wishes).by_constraint:
            key = (u.type, u.id, u.hard)
            found[key] = found.get(key, 0) + u.cost
        costs.append(found)
    by_id = {c.id: c for c in instance.constraints}
    changes = []
    for key in dict.fromkeys((*costs[0], *costs[1])):
        before, after = (c.get(key, 0) for c in costs)
        if before != after:
            known = by_id.get(key[1])
            words = wish_in_words(instance, known) if known else OBJECTIVES.get(
                key[0], GAME_MODES.get(key[0], key[0]))
            changes.append(Change(*key, before, after, words))
    return tuple(sorted(changes, key=lambda c: (not c.hard, -abs(c.after - c.before), c.type, c.id)))
