"""The next round: ranked, paired with look-ahead, sides given, and verified by what did not make it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from scheduler.errors import NoAnswer, UsageError
from scheduler.event import Bye, Match, Report
from scheduler.facts.pairing import BYE, Pairing
from scheduler.formats.swiss.above import pair_above
from scheduler.formats.swiss.asked import Asked, asked_of, horizon, report_of, undecided
from scheduler.formats.swiss.counted import counted_rounds
from scheduler.formats.swiss.exchange import Exchanged, by_exchange
from scheduler.formats.swiss.fixed import fixed_of
from scheduler.formats.swiss.home import home_away, ledgers
from scheduler.formats.swiss.odd import choose_three, kinds_for
from scheduler.formats.swiss.proof import proof_of
from scheduler.formats.swiss.state import Settings, SwissState, Three, recommended_rounds
from scheduler.formats.swiss.tables import place
from scheduler.rules import Rulebook
from scheduler.rules.pairings import wishes_of
from scheduler.solve.matching.ahead import Seen, outlook_after, pair_ahead
from scheduler.solve.matching.lookahead import Outlook, safe_from_the_start
from scheduler.solve.matching.wishes import MOST_ENTRANTS, Wish, Wished, price_of, with_wishes
from scheduler.verify.pairing import check_pairing

__all__ = ["SwissRound", "before_the_event", "next_round"]


_SMALL = 500
"""Fields up to this size have the article's exchanges counted even where they went without trouble."""


@dataclass(frozen=True)
class SwissRound:
    """A round, verified: ``matches`` by table, ``byes``, and the block of three that begins, if any.

    ``report`` is the rulebook's verdict; ``faults`` are what the checker of exactness has against the
    round, () when it is proven; ``seen`` has the pairing, its witnesses and its outlook; ``exchange`` is
    what the article's own rule does (None where it does not apply). ``wished`` is what priced rules
    chose among equals, None where they had no say: then ``matches`` are those of ``seen``.
    """

    number: int
    matches: tuple[Match, ...]
    byes: tuple[Bye, ...]
    report: Report
    seen: Seen
    asked: Asked
    three: Three | None = None
    faults: tuple[str, ...] = ()
    exchange: Exchanged | None = None
    seed: str = ""
    notes: tuple[str, ...] = field(default=())
    wished: Wished | None = None

    @property
    def proven(self) -> bool:
        """True when the checker accepts the round and no hard rule is broken."""
        return not self.faults and self.report.holds

    def as_json(self) -> dict[str, Any]:
        """The documented JSON shape: round, matches, byes, report, proof, notes."""
        three = {"three": {"entrants": list(self.three.entrants), "long": self.three.long}} if (
            self.three) else {}
        return {
            "round": self.number,
            "matches": [{"home": m.home, "away": m.away, "table": m.table} for m in self.matches],
            "byes": [b.entrant for b in self.byes],
            **three,
            "report": self.report.as_json(),
            "proof": proof_of(self),
            "seed": self.seed,
            "notes": list(self.notes),
        }


def next_round(
    state: SwissState,
    rulebook: Rulebook,
    *,
    seed: str = "0",
    given: Sequence[tuple[int, int]] = (),
    fixed: Sequence[tuple[int, int, int]] = (),
    force: bool = False,
    effort: float = 4.0,
) -> SwissRound:
    """The round ``state.round``: exact under the hard rules of ``rulebook``, with look-ahead.

    ``given`` matches (home, away) and byes (BYE, entrant) make up the whole round where the organiser
    brings it. ``fixed`` matches (home, away, table; 0: any table) and a bye (BYE, entrant, 0) stand, and
    the rest is paired exactly around them; where they break a hard rule, NoAnswer names it, unless they
    are to ``force`` it. Lots come from ``seed`` and the round's number alone, so that asking twice gives
    the same round. ``effort`` bounds each question to the solver. NoAnswer where no round obeys, with the
    barrier in words; UsageError for results or numbers that make no sense.
    """
    rng = Random(f"{seed}:{state.round}")
    asked = asked_of(state, rulebook, rng)
    if len(asked.order) < 2:
        return _nearly_nobody(state, rulebook, asked, seed)
    if given and fixed:
        raise UsageError("a round is given as a whole, or some of its matches are fixed: not both")
    if given:
        return _given(state, rulebook, asked, given, seed)
    asked = replace(asked, fixed=fixed_of(state, rulebook, asked.order, fixed, force=force))
    asked, seen, three, notes = _paired(state, rulebook, asked, effort)
    return _finished(state, rulebook, asked, seen, three, seed, list(notes), effort)


def _paired(
    state: SwissState, rulebook: Rulebook, asked: Asked, effort: float
) -> tuple[Asked, Seen, Three | None, tuple[str, ...]]:
    """(what was asked in the end, the round, the block of three that begins, notes)."""
    after = horizon(state, rulebook)
    free = len(asked.order) - len(asked.fixed.named)
    if free % 2 and free >= 3 and asked.settings.odd in ("short", "long"):
        seen, three, note = _with_three(state, asked, after, effort)
        return asked, seen, three, (note,) if note else ()
    kinds, blocked = _kinds(state, asked, after)
    asked, above, notes = (asked, None, ()) if asked.busy else pair_above(state, rulebook, asked, after)
    return asked, above or pair_ahead(
        asked.order, asked.bans, asked.may_bye, after=after, kinds=kinds, three=asked.busy,
        spared=blocked, first_idle=asked.idle, prefer=asked.prefer, forced=asked.fixed.pairs,
        effort=effort), None, notes


def _kinds(state: SwissState, asked: Asked, after: int) -> tuple[tuple[str, ...], frozenset[int]]:
    """What this round and those after it are like, and who has been in a block of three."""
    blocked = frozenset(e for t in state.threes for e in t.entrants)
    if asked.busy:  # their round is like a short block's: they are back afterwards
        return ("short", *kinds_for("bye", after)), blocked
    if asked.fixed.byes:
        return ("bye", *kinds_for(asked.settings.odd, after)), blocked
    return (), blocked


def _with_three(
    state: SwissState, asked: Asked, after: int, effort: float
) -> tuple[Seen, Three | None, str]:
    blocked, stand = frozenset(e for t in state.threes for e in t.entrants), asked.fixed.pairs

    def with_bye() -> Seen:
        return pair_ahead(
            asked.order, asked.bans, asked.may_bye, after=after, prefer=asked.prefer, forced=stand,
            effort=effort)

    kinds = kinds_for(asked.settings.odd, after + 1)
    if kinds[0] == "bye":
        return with_bye(), None, "a block of three over two rounds does not fit any more: a bye is given"
    if len(asked.order) == 3:
        lone = Pairing((), ())
        return Seen(lone, Outlook("safe", "degree", 0)), Three(
            state.round, asked.order, kinds[0] == "long"), ""
    try:
        chosen, shape, note = choose_three(
            asked.order, asked.bans, asked.may_bye, kinds, spared=blocked, forced=stand)
    except NoAnswer as none:
        return with_bye(), None, f"{none.message}: a bye is given"
    rest = [e for e in asked.order if e not in chosen]
    seen = pair_ahead(
        rest, asked.bans, asked.may_bye, after=len(shape) - 1, kinds=shape, three=chosen,
        spared=blocked | set(chosen), prefer=asked.prefer, forced=stand, effort=effort)
    return seen, Three(state.round, chosen, shape[0] == "long"), note


def _nearly_nobody(state: SwissState, rulebook: Rulebook, asked: Asked, seed: str) -> SwissRound:
    """Nobody is there, or one alone, who sits out without having asked for it."""
    byes = tuple(Bye(e, state.round) for e in asked.order)
    alone = asked.order[0] if asked.order else BYE
    seen = Seen(Pairing(asked.order, (), alone), Outlook("safe", "degree", 0))
    note = "nobody is there to be paired" if not asked.order else "one entrant is there, and has the bye"
    if asked.busy:
        note = "all that are there are in a block of three"
    return SwissRound(
        state.round, (), byes, report_of(state, rulebook, asked, (), [b.entrant for b in byes], asked.busy),
        seen, asked, seed=seed, notes=(note,))


def _given(
    state: SwissState, rulebook: Rulebook, asked: Asked, given: Sequence[tuple[int, int]], seed: str
) -> SwissRound:
    """The organiser's own round: nothing is chosen, everything is judged."""
    sides = [p for p in given if BYE not in p]
    byes = [a or b for a, b in given if BYE in (a, b)]
    named = [e for p in sides for e in p] + byes
    if sorted(named) != sorted(asked.order):
        odd_ones = sorted(set(named) ^ set(asked.order))
        raise UsageError(
            f"the round given does not have everybody once: look at {odd_ones[0]}" if odd_ones
            else "the round given has somebody twice")
    place = {e: i for i, e in enumerate(asked.order)}
    ranked = tuple((a, b) if place[a] < place[b] else (b, a) for a, b in sides)
    seen = Seen(Pairing(asked.order, ranked, byes[0] if byes else BYE), Outlook("unknown", "limit", 0))
    matches = tuple(Match(a, b, state.round, t) for t, (a, b) in enumerate(sides, start=1))
    placed = tuple((m.home, m.away, m.table) for m in matches)
    report = report_of(state, rulebook, asked, placed, byes, asked.busy)
    return SwissRound(
        state.round, matches, tuple(Bye(e, state.round) for e in byes), report, seen, asked, seed=seed,
        notes=("the round is as given: it is judged, not made",))


def _finished(
    state: SwissState, rulebook: Rulebook, asked: Asked, seen: Seen, three: Three | None, seed: str,
    notes: list[str], effort: float,
) -> SwissRound:
    made, settings, fixed = seen.pairing, asked.settings, asked.fixed
    rest = fixed.rest_of(made)
    wished, said = _wished(state, rulebook, asked, seen)
    notes = [*notes, *said]
    chosen = fixed.rest_of(replace(made, matches=wished.matches)) if wished else rest
    sides = fixed.sides + home_away(
        chosen.matches, state.round, settings.home,
        ledgers(state.met) if settings.home == "balance" else None)
    placed, tables_note = place(state, rulebook, made.order, sides, fixed.tables, seconds=2 * effort)
    notes += [tables_note] if tables_note else []
    kind = "phantom" if settings.odd == "phantom" else "idle"
    byes = [made.bye] if made.bye != BYE else []
    block = (*asked.busy, *(three.entrants if three else ()))
    faults = check_pairing(
        made, asked.bans, asked.may_bye, first_idle=asked.idle, prefer=asked.prefer,
        passed=[(p.top, p.other) for p in seen.passed], fixed=fixed.pairs) if made.order else ()
    exchange = None
    if asked.prefer is None and made.order:
        # Where nobody was denied, everybody took the first allowed: that is the exchange rule already.
        plain = len(made.order) > _SMALL and not made.witnesses and not seen.passed
        exchange = Exchanged(rest.matches) if plain else by_exchange(
            [e for e in rest.order if e != rest.bye], asked.bans)
    done = SwissRound(
        state.round,
        tuple(Match(a, b, state.round, t) for a, b, t in placed),
        tuple(Bye(e, state.round, kind) for e in byes),
        report_of(state, rulebook, asked, placed, byes, block), seen, asked, three, faults, exchange, seed,
        wished=wished)
    return replace(done, notes=(*notes, *_notes(state, rulebook, done)))


def _wished(
    state: SwissState, rulebook: Rulebook, asked: Asked, seen: Seen
) -> tuple[Wished | None, list[str]]:
    """What the priced rules choose among equals, unless that would spoil the rounds to come."""
    wishes = [Wish(*w) for w in wishes_of(rulebook, state.frame(asked.order))]
    if not wishes or not seen.pairing.matches:
        return None, []
    if len(asked.order) > MOST_ENTRANTS:
        return None, [f"wishes are looked at in fields of at most {MOST_ENTRANTS}"]
    groups = state.points if counted_rounds(rulebook, state.round, state.rounds) else {}
    chosen = with_wishes(asked.fixed.rest_of(seen.pairing), asked.bans, groups, wishes)
    before = price_of(seen.pairing.matches, wishes)
    if chosen:
        kept = tuple(p for p in seen.pairing.matches if p[0] in asked.fixed.named)
        whole = (*kept, *chosen.matches)
        chosen = replace(chosen, matches=whole, price=price_of(whole, wishes))
    if chosen is None or chosen.price >= before:
        return None, [f"wishes: {' '.join(map(str, before))} by level, no less among equals"] if any(
            before) else []
    then = outlook_after(
        replace(seen.pairing, matches=chosen.matches), asked.bans, seen.outlook.rounds, asked.may_bye,
        kinds=seen.kinds, three=seen.three, spared=seen.spared)
    if then.verdict != "safe":
        return None, ["wishes: what they want among equals would spoil the rounds to come"]
    was, now = (" ".join(map(str, p)) for p in (before, chosen.price))
    return chosen, [
        f"wishes: {now} by level instead of {was}, the same score groups meeting"
        + ("" if chosen.optimal else "; that less cannot be is not proven")]


def _notes(state: SwissState, rulebook: Rulebook, made: SwissRound) -> list[str]:
    """What was chosen and why, the order of equals, the outlook."""
    notes, seen, settings = [], made.seen, made.asked.settings
    counted = counted_rounds(rulebook, state.round, state.rounds)
    if counted < state.round - 1:
        notes.append(f"drawn by the standings after round {counted}" if counted else
                     "drawn by the seeding: no result counts yet")
    if said := undecided(state, rulebook):
        notes.append(said)
    if settings.ties == "number-by-round" and counted:
        way = "the smaller" if state.round % 2 else "the larger"
        notes.append(f"equal points: {way} number first, as round {state.round} is drawn")
    if made.asked.fixed:
        notes.append(made.asked.fixed.sentence())
    if made.exchange:
        notes.append(made.exchange.compared(made.asked.fixed.rest_of(seen.pairing)))
    if seen.passed:
        pairs = ", ".join(
            f"{f'a bye of {p.other}' if p.top == BYE else f'{p.top}-{p.other}'}"
            f"{'' if p.proven else ' (not proven)'}" for p in seen.passed[:12])
        notes.append(f"passed over for the sake of the rounds to come: {pairs}")
    if seen.outlook.rounds < seen.asked:
        how = "it is proven that there cannot be more" if seen.proven else "that no more can be is not proven"
        notes.append(
            f"of the {seen.asked} rounds to come {seen.outlook.rounds} can be paired without a forbidden "
            f"pair; {how}")
    elif seen.outlook.rounds:
        notes.append(seen.outlook.sentence())
    return notes


def before_the_event(entrants: int, rounds: int, rulebook: Rulebook) -> tuple[str, ...]:
    """What can be said before round 1: the recommended number of rounds, and whether all are safe."""
    notes = []
    few, many = recommended_rounds(entrants)
    if many and not few <= rounds <= many:
        notes.append(f"{rounds} rounds for {entrants} entrants: {few} to {many} are recommended (CBA-16.2)")
    settings, hard = Settings.of(rulebook), {u.id for u in rulebook.uses if u.hard}
    if rulebook.find("alike") and (entrants & (entrants - 1) or 1 << rounds != entrants):
        notes.append(
            f"an all-wins champion takes 2^n entrants and n rounds, not {entrants} and {rounds} (CBA-16.1)")
    if "no-rematch" not in hard:
        return (*notes, "rematches are allowed")
    if hard & {"kept-apart", "never-meet", "alike"}:
        return (*notes, "bans besides rematches: whether rounds are left is looked at before each")
    most = entrants - 1 + entrants % 2
    if rounds > most:
        notes.append(f"{rounds} rounds without a rematch are impossible: there are {most} at most")
    elif safe_from_the_start(entrants, rounds, byes=settings.odd in ("bye", "phantom")):
        notes.append("safe for all rounds: no choice of pairings can force a rematch (Dirac, round by round)")
    else:
        notes.append("not every pairing is safe: the rounds to come are looked at before each is drawn")
    return tuple(notes)
