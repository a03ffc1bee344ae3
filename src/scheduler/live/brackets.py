"""Decisions about a draw: who stands where, and whom the highest ranked chose."""

from __future__ import annotations

from scheduler.event import BYE, Bracket
from scheduler.live.decisions import Payload, decision
from scheduler.live.filling import fill
from scheduler.live.state import MATCHES_A_ROUND, NOBODY, LiveEvent, LiveMatch, LiveRound, LiveStage, Tree

__all__ = ["rounds_of", "tree_of"]


@decision("drawn")
def _drawn(event: LiveEvent, p: Payload) -> None:
    """``stage``, ``lines`` (ids, 0 for a bye), ``bracket`` (its JSON), ``playing``, ``proof``: the draw, as
    drafted. Rounds are the slots of the bracket; a draw of before that nobody has seen is gone."""
    stage = event.stages[int(p["stage"]) - 1]
    if any(r.status != "drafted" for r in stage.rounds.values()):
        raise ValueError("a round of this draw is published")
    stage.tree, stage.rounds = tree_of(event, p)
    stage.proof = stage.tree.record
    stage.playing = stage.playing or tuple(int(id) for id in p["playing"])
    fill(stage)


def tree_of(event: LiveEvent, p: Payload) -> tuple[Tree, dict[int, LiveRound]]:
    """The draw that a decision ``drawn`` holds, and its rounds, in which nobody stands yet. ValueError,
    TypeError or KeyError where it holds none."""
    lines = tuple(int(id) for id in p["lines"])
    bracket = Bracket.from_json(p["bracket"])
    who = [id for id in lines if id != BYE]
    if len(lines) != bracket.size or len(set(who)) < len(who) or not set(who) <= set(event.contestants):
        raise ValueError("the lines do not fit the bracket, or name somebody twice or unknown")
    return Tree(lines, bracket, dict(p.get("proof", {}))), rounds_of(bracket)


def rounds_of(bracket: Bracket) -> dict[int, LiveRound]:
    """One round a slot, its matches at tables 1, 2 ... in the bracket's order; sides are filled later."""
    rounds: dict[int, LiveRound] = {}
    for match in bracket.matches:
        if match.slot < 1:
            raise ValueError(f"match {match.number} has no slot")
        here = rounds.setdefault(match.slot, LiveRound(match.slot, []))
        table = len(here.matches) + 1
        here.matches.append(LiveMatch(
            match.slot * MATCHES_A_ROUND + table, match.slot, table, NOBODY, NOBODY, number=match.number,
            way="waiting"))
    return dict(sorted(rounds.items()))


@decision("chosen")
def _chosen(event: LiveEvent, p: Payload) -> None:
    """In ``stage``, ``who`` chose ``whom`` (ids) as opponent, or whose match is to meet his next."""
    stage: LiveStage = event.stages[int(p["stage"]) - 1]
    stage.choices.append((int(p["who"]), int(p["whom"])))
