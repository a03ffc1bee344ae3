"""Facts that the director tells, before anything is done about them; and what repairs do to a round.

A fact is noted first and changes nothing. A repair answers all of them together, and its decisions name
the facts that they settle.
"""

from __future__ import annotations

from typing import Any

from scheduler.live.decisions import Payload, decision
from scheduler.live.state import MATCHES_A_ROUND, Bye, LiveEvent, LiveMatch, LiveStage

__all__ = ["FACTS"]

FACTS = (
    "withdrawal", "late", "opponents", "tables", "seats", "score", "rounds", "lost-table", "apart",
    "started", "return")
"""What can be told: somebody leaves; somebody comes late; who really played whom; which match is at which
table; sides the other way round; a score that was wrong; rounds cut or added; a table that cannot be used;
two who cannot meet; tables that have begun; somebody is back."""


@decision("fact")
def _fact(event: LiveEvent, p: Payload) -> None:
    """``fact`` (one of :data:`FACTS`) of ``stage``, and what belongs to it; nothing is done about it yet."""
    if p["fact"] not in FACTS:
        raise ValueError(f"no fact is called {p['fact']}")
    event.facts[event.position] = dict(p)


@decision("fact-dropped")
def _dropped(event: LiveEvent, p: Payload) -> None:
    """The fact of log position ``fact`` was none."""
    del event.facts[int(p["fact"])]


@decision("settled")
def _settled(event: LiveEvent, p: Payload) -> None:
    """The facts of log positions ``facts`` are settled by the ``group`` decisions before this one, which
    are undone with it; ``proposal``, ``told`` (pairs of id and sentence)
    and ``void`` (round and version of lists that hold no more) are kept with it."""
    for position in p["facts"]:
        event.facts.pop(int(position), None)
    event.repairs.append({**p, "position": event.position})


@decision("repaired")
def _repaired(event: LiveEvent, p: Payload) -> None:
    """``round`` of ``stage`` as it is now: ``matches`` (id, home, away, table; id 0 for a new one) and
    ``byes``. A match that keeps its id keeps its result; the list has a new version if it was published.

    A row may say more: ``share`` and ``span`` of a block of three, ``started``. ``three`` is the block of
    the round from now on (none where it is not said)."""
    stage = event.stages[int(p["stage"]) - 1]
    round = stage.rounds[int(p["round"])]
    old = {m.id: m for m in round.matches}
    free = max([round.number * MATCHES_A_ROUND, *old]) + 1
    matches = []
    for row in p["matches"]:
        id, home, away, table = (int(x) for x in row[:4])
        extra = dict(row[4]) if len(row) > 4 else {}
        if id:
            match = old[id]
            match.home, match.away, match.table = home, away, table
        else:
            match = LiveMatch(
                free, round.number, table, home, away, group=str(extra.get("group", "")),
                share=int(extra.get("share", 1)), span=int(extra.get("span", 1)),
                started=bool(extra.get("started")))
            free += 1
        matches.append(match)
    round.matches = sorted(matches, key=lambda m: (m.table, m.id))
    round.byes = tuple(Bye(int(id), str(kind)) for id, kind in p["byes"])
    round.three = dict(p.get("three") or {})
    stay = {id for m in matches if m.id in old for id in (m.home, m.away)}
    round.mismatch = {id: strong for id, strong in round.mismatch.items() if id in stay}
    if round.status != "drafted":
        round.version += 1
    if p.get("proof") is not None:
        round.proof = dict(p["proof"])


@decision("reversed")
def _reversed(event: LiveEvent, p: Payload) -> None:
    """The two sides of ``match`` in ``stage`` sat the other way round: home is away. From now on the round
    is as it was played, and not as it was made."""
    stage = event.stages[int(p["stage"]) - 1]
    match = stage.match(int(p["match"]))
    match.home, match.away = match.away, match.home
    round = stage.rounds[match.round]
    round.proof = {**round.proof, "given": True}


@decision("barred")
def _barred(event: LiveEvent, p: Payload) -> None:
    """``ids``: two who cannot meet in ``stage`` from round ``first`` on."""
    stage: LiveStage = event.stages[int(p["stage"]) - 1]
    a, b = sorted(int(id) for id in p["ids"])
    stage.barred.setdefault((a, b), int(p.get("first", 1)))


@decision("closed-table")
def _closed_table(event: LiveEvent, p: Payload) -> None:
    """``tables`` (pairs of table and round) cannot be used in ``stage`` from that round on; ``open`` ones
    can again."""
    stage = event.stages[int(p["stage"]) - 1]
    for table, first in p.get("tables", ()):
        stage.lost.setdefault(int(table), int(first))
    for table in p.get("open", ()):
        stage.lost.pop(int(table), None)


@decision("queued")
def _queued(event: LiveEvent, p: Payload) -> None:
    """A repair of ``stage`` of this ``kind`` is decided now and holds when ``due`` comes, a time in ISO form
    or the round that is drawn then. The ``facts`` that it answers wait no more; they are kept with it."""
    facts = {str(position): event.facts.pop(int(position)) for position in p["facts"]}
    event.queued[event.position] = {**p, "told": facts}


@decision("unqueued")
def _unqueued(event: LiveEvent, p: Payload) -> None:
    """What was queued at log position ``queued`` is due, or is not to be: its facts wait again."""
    kept = event.queued.pop(int(p["queued"]))
    event.facts |= {int(position): dict(fact) for position, fact in kept["told"].items()}


@decision("credited")
def _credited(event: LiveEvent, p: Payload) -> None:
    """``id`` begins in ``stage`` with ``points`` hundredths, for rounds that were over when it came; it is
    drawn as if it had ``drawn`` in their place up to round ``until``."""
    stage = event.stages[int(p["stage"]) - 1]
    stage.carried[int(p["id"])] = int(p["points"])
    if "drawn" in p:
        stage.drawn_as[int(p["id"])] = (int(p["drawn"]) - int(p["points"]), int(p["until"]))


@decision("mismatch")
def _mismatch(event: LiveEvent, p: Payload) -> None:
    """``sides`` (id, whether its opponent is too strong) of ``round`` in ``stage`` were drawn by a wrong
    score: what they make in it is adjusted."""
    round = event.stages[int(p["stage"]) - 1].rounds[int(p["round"])]
    round.mismatch = {int(id): bool(strong) for id, strong in p["sides"]}


def facts_of(event: LiveEvent, index: int) -> dict[int, dict[str, Any]]:
    """The facts of a stage that wait for a repair, by log position."""
    return {k: f for k, f in sorted(event.facts.items()) if int(f["stage"]) == index}
