"""Swiss stages in play: round by round, from the results so far."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from scheduler.errors import UsageError
from scheduler.event import Bye, Match, Report, Round
from scheduler.formats.swiss import (
    Settings,
    SwissRound,
    SwissState,
    Three,
    assumed_points,
    before_the_event,
    counted_rounds,
    next_round,
    recommended_rounds,
)
from scheduler.formats.swiss.asked import asked_of, report_of
from scheduler.formats.swiss.proof import check_proof
from scheduler.live.plays.base import Asked, Draft, rulebook_of
from scheduler.live.plays.field import Places, by_standings
from scheduler.live.plays.swiss_told import as_told
from scheduler.live.scoring import scoring_of, standings_of, totals_of
from scheduler.live.state import LiveEvent, LiveMatch, LiveRound, LiveStage, Score
from scheduler.rules import Rulebook, read_uses

__all__ = ["PLAY", "block_rows", "book_in", "state_of"]

_TWICE = 2
_ROW = 3


class SwissPlay:
    """The format's next round; see :mod:`scheduler.formats.swiss`."""

    def rounds(self, event: LiveEvent, stage: LiveStage) -> int:
        """``rounds`` of the stage, else the fewest that CBA-16.2 recommends and that can be played."""
        wanted = stage.stage.options.get("rounds", 0)
        if type(wanted) is not int or not 0 <= wanted <= 1_000:
            raise UsageError(f'"rounds" of {stage.name} must be a whole number from 1 to 1,000, not {wanted}')
        if wanted:
            return wanted
        n = len(stage.playing or self.playing(event, stage))
        few = recommended_rounds(n)[0]
        return max(1, min(max(few, (n - 1).bit_length()), n - 1 + n % 2))

    def before(self, event: LiveEvent, stage: LiveStage) -> tuple[str, ...]:
        """The recommended number of rounds, and whether all are safe."""
        n = len(stage.playing or self.playing(event, stage))
        return before_the_event(n, self.rounds(event, stage), book_in(event, stage))

    def playing(self, event: LiveEvent, stage: LiveStage) -> tuple[int, ...]:
        """Everybody active, by number."""
        return tuple(sorted(
            (c.id for c in event.contestants.values() if c.status == "active"), key=event.number))

    def next_round(self, stage: LiveStage) -> int:
        """One more than the rounds published."""
        return stage.current + 1

    def draft(self, event: LiveEvent, stage: LiveStage, asked: Asked) -> Draft:
        """The next round."""
        number = self.next_round(stage)
        total = self.rounds(event, stage)
        if number > total:
            raise UsageError(
                f"all {total} rounds of {stage.name} are drawn",
                maybe='go on with the next stage, or give it more: event edit --set rounds=N.')
        state = state_of(event, stage, number, total, early=asked.early)
        made = next_round(
            state, book_in(event, stage), seed=asked.seed or event.seed, given=tuple(asked.given),
            fixed=tuple(asked.fixed), force=asked.force, effort=asked.effort)
        return _draft(event, stage, made, brought=bool(asked.given or asked.force))

    def refuses(self, event: LiveEvent, stage: LiveStage, match: LiveMatch, score: Score) -> str:
        """An all-wins champion needs every match decided (CBA-16.1)."""
        tied = score.kind == "played" and not score.winner
        if tied and book_in(event, stage).find("alike"):
            return "this match must be decided, for winners and losers are paired apart (CBA-16.1)"
        return ""

    def places(self, event: LiveEvent, stage: LiveStage) -> Places:
        """By the standings."""
        return by_standings(event, stage)

    def faults(self, event: LiveEvent, payload: Mapping[str, Any]) -> tuple[str, ...]:
        """The proof of a drafted round, read by its checker: every denied pair has a barrier."""
        proof = payload.get("proof", {})
        if any(proof.get(key) for key in ("given", "adopted", "repaired")):
            return ()
        stage, number = event.stages[int(payload["stage"]) - 1], int(payload["round"])
        state = state_of(event, stage, number, max(number, self.rounds(event, stage)), early=True)
        rows = [row for row in payload["matches"] if not (len(row) > _ROW and row[_ROW].get("share"))]
        return check_proof(
            proof, state, book_in(event, stage),
            [(event.number(int(a)), event.number(int(b))) for a, b, *_ in rows],
            [event.number(int(id)) for id, kind in payload["byes"] if kind in ("idle", "phantom")],
            seed=str(proof.get("seed", event.seed)))

    def check(self, event: LiveEvent, stage: LiveStage, round: int) -> Report:
        """The round judged as if it had been brought: by the verifier alone."""
        here = stage.rounds[round]
        state = state_of(event, stage, round, max(round, self.rounds(event, stage)), early=True, late=True)
        book = book_in(event, stage, round)
        asked = asked_of(state, book, Random(f"{here.proof.get('seed', event.seed)}:{round}"))
        rows = tuple((event.number(m.home), event.number(m.away), m.table)
                     for m in here.matches if m.share < _TWICE)
        byes = [event.number(b.id) for b in here.byes if b.kind in ("idle", "phantom")]
        block = [event.number(int(id)) for id in here.three.get("ids", ())]
        return report_of(state, book, asked, rows, byes, [*asked.busy, *block])


PLAY = SwissPlay()


def book_in(event: LiveEvent, stage: LiveStage, number: int = 0) -> Rulebook:
    """The rulebook of a stage with what was told since: who cannot meet, which tables cannot be used, as
    it held in round ``number`` (0: as it holds now)."""
    uses: list[dict[str, Any]] = [
        {"id": "never-meet", "entrants": [event.number(a), event.number(b)], "hard": True,
         "reason": "the director has it that they cannot meet"}
        for (a, b), first in sorted(stage.barred.items()) if not 0 < number < first]
    there = _tables(stage)
    lost = sorted(
        table for table, first in stage.lost.items()
        if not 0 < number < first and not 0 < there < table)
    if lost:
        uses.append({"id": "blocked-tables", "tables": lost, "hard": True,
                     "reason": "these tables cannot be used"})
    book = as_told(rulebook_of(stage), stage)
    return book.adding(read_uses(uses, where="what the director told")) if uses else book


def state_of(
    event: LiveEvent, stage: LiveStage, number: int, total: int, *, early: bool = False, late: bool = False
) -> SwissState:
    """What the drawing of round ``number`` depends on. UsageError where results are missing.

    ``early`` draws by what is there, open matches counting as the rulebook says, or as drawn; ``late``
    looks back: who was in the round then is in it.
    """
    book = book_in(event, stage)
    before = [stage.rounds[r] for r in sorted(stage.rounds) if r < number]
    counted = counted_rounds(book, number, total)
    waiting = [
        Match(event.number(m.home), event.number(m.away), r.number, m.table)
        for r in before for m in r.open if r.number + m.span - 1 <= counted]
    playing = set(stage.playing or PLAY.playing(event, stage))
    here = _here(event, stage, playing, number, late)
    most = event.most_number
    points, order, wins = _ranked(event, stage, number, counted)
    if waiting:
        held = _held(book, waiting, scoring_of(stage).match.scale.draw, early)
        points = {e: p + held.get(e, 0) for e, p in points.items()}
    as_if = {event.number(id): more for id, (more, until) in stage.drawn_as.items() if number <= until}
    points = {e: p + as_if.get(e, 0) for e, p in points.items()} if as_if else points
    names = {c.number: c.name for c in event.contestants.values()}
    return SwissState(
        most, number, total, tuple(_played(event, r) for r in before), points, order, wins,
        frozenset(range(1, most + 1)) - here, _threes(event, before), _attributes(event, most),
        tuple(names.get(n, "") for n in range(1, most + 1)), _tables(stage))


def _held(book: Rulebook, waiting: list[Match], draw: int, early: bool) -> dict[int, int]:
    """What those hold whose match is still played: as the rulebook says, else half each if ``early``."""
    try:
        return assumed_points(book, waiting, 2 * draw)
    except UsageError as error:
        if not early:
            raise UsageError(
                error.message, maybe="enter them, or draw with --early, open matches counting as drawn."
            ) from None
    return {e: draw for m in waiting for e in (m.home, m.away)}


def _tables(stage: LiveStage) -> int:
    wanted = stage.stage.options.get("tables", 0)
    if type(wanted) is not int or not 0 <= wanted <= 10_000:
        raise UsageError(f'"tables" of {stage.name} must be a whole number from 0 to 10,000, not {wanted}')
    return wanted


def _here(event: LiveEvent, stage: LiveStage, playing: set[int], number: int, late: bool) -> set[int]:
    if late:
        round = stage.rounds[number]
        ids = {m.home for m in round.matches} | {m.away for m in round.matches}
        ids |= {b.id for b in round.byes if b.kind in ("idle", "phantom")}
        before = stage.rounds.get(number - 1)
        if before is not None and before.three.get("long") and not before.three.get("second"):
            ids |= {int(id) for id in before.three["ids"]}  # their block is in its second round
    else:
        ids = {c.id for c in event.contestants.values() if c.id in playing and c.plays(number)}
    return {event.number(id) for id in ids}


def _ranked(
    event: LiveEvent, stage: LiveStage, number: int, counted: int
) -> tuple[dict[int, int], tuple[int, ...], dict[int, int]]:
    """Points, the true order and wins, by number, after round ``counted``; order and wins only where the
    rulebook draws by them."""
    if counted == 0 and not stage.carried:
        return {}, tuple(event.number(id) for id in _by_seed(event, stage)), {}
    book = book_in(event, stage)
    if counted and Settings.of(book).ties != "as-given" and not book.find("alike"):
        return totals_of(event, stage, as_of=counted), (), {}
    made = standings_of(event, stage, as_of=counted)
    points = {r.entrant: r.total for r in made.rows}
    order = tuple(r.entrant for r in made.rows)
    return points, order, {r.entrant: int(r.wins) for r in made.rows}


def _by_seed(event: LiveEvent, stage: LiveStage) -> list[int]:
    """Ids in the order of strength: the stage's own where one stage feeds it; else seeds, then numbers."""
    if stage.seeding:
        return list(stage.playing)
    last = len(event.contestants) + 1

    def key(id: int) -> tuple[int, int]:
        entrant = event.contestants[id].entrant
        return entrant.seed or last, entrant.number
    return sorted(stage.playing or PLAY.playing(event, stage), key=key)


def _played(event: LiveEvent, round: LiveRound) -> Round:
    matches = tuple(
        Match(event.number(m.home), event.number(m.away), round.number, m.table)
        for m in round.matches if m.share < _TWICE and (m.result is None or m.result.kind != "void"))
    return Round(round.number, matches, tuple(
        Bye(event.number(b.id), round.number, b.kind) for b in round.byes))


def _threes(event: LiveEvent, rounds: list[LiveRound]) -> tuple[Three, ...]:
    return tuple(
        Three(r.number, tuple(event.number(int(id)) for id in r.three["ids"]), bool(r.three.get("long")))
        for r in rounds if r.three.get("ids") and not r.three.get("second"))


def _attributes(event: LiveEvent, most: int) -> dict[str, tuple[str, ...]]:
    by_number = {c.number: c.entrant for c in event.contestants.values()}
    names = {"region", "club"} | {k for e in by_number.values() for k in e.attributes}
    return {
        name: tuple(by_number[n].attribute(name) if n in by_number else "" for n in range(1, most + 1))
        for name in sorted(names)}


def _draft(event: LiveEvent, stage: LiveStage, made: SwissRound, *, brought: bool = False) -> Draft:
    ids = {c.number: c.id for c in event.contestants.values()}
    matches: list[list[Any]] = [[ids[m.home], ids[m.away], m.table] for m in made.matches]
    three: dict[str, Any] = {}
    if made.three:
        three = {"ids": [ids[e] for e in made.three.entrants], "long": made.three.long}
        matches += block_rows(three["ids"], made.three.long, len(matches))
    said = made.as_json()
    byes = [[ids[b.entrant], b.kind] for b in made.byes]
    byes += [
        [c.id, c.away[made.number]] for c in event.contestants.values()
        if c.status == "active" and made.number in c.away]
    payload = {
        "stage": stage.index, "round": made.number, "matches": matches,
        "byes": byes,
        "proof": {**said["proof"], "seed": made.seed, "notes": list(made.notes),
                  **({"given": True} if brought else {})},
        **({"three": three} if three else {}),
    }
    return Draft("paired", payload, made.number, said, made.report, made.proven, made.notes)


def block_rows(ids: list[int], long: bool, tables: int) -> list[list[Any]]:
    """The matches of a block of three: half matches, or whole ones of which half counts in each round."""
    a, b, c = ids
    more = {"share": 2, "span": 2} if long else {"share": 2}
    rows = [(a, b), (b, c), (c, a)]
    return [[home, away, tables + 1 + i, more] for i, (home, away) in enumerate(rows)]
