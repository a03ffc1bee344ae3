"""Why a match was not made: the round is paired again with it, and the first criterion that gets worse told.

The criteria, in their order: the hard rules; that everybody is paired; the rounds to come; who has the
bye; high meets high, or, where priced rules choose among equals, their prices; the ranking among equals.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from scheduler.errors import NoAnswer
from scheduler.facts.pairing import BYE, Pairing
from scheduler.formats.swiss.counted import counted_rounds
from scheduler.formats.swiss.explain import Answer, clause_of, known, spoken_ban, stands, words_of
from scheduler.formats.swiss.fixed import Fixed
from scheduler.formats.swiss.round import SwissRound
from scheduler.formats.swiss.state import SwissState
from scheduler.rules import Rulebook
from scheduler.rules.pairings import wishes_of
from scheduler.solve.matching.ahead import Seen, outlook_after, pair_ahead
from scheduler.solve.matching.wishes import Wish, price_of, profile_of, with_wishes

__all__ = ["why_not"]

Matches = tuple[tuple[int, int], ...]


def why_not(made: SwissRound, state: SwissState, rulebook: Rulebook, a: int, b: int) -> Answer:
    """Why ``a`` does not meet ``b`` (BYE: why it has no bye): the first criterion that gets worse.

    A hard rule; or that nobody can complete such a round; or the rounds to come, and how many of them;
    or, going down the ranking, the first entrant that gets a worse opponent than it has, and by how many
    places; or the price of a wish. The best round with the pair forced is made to see it. UsageError for
    entrants that are not in the pairing.
    """
    for e in (a, b):
        if e != BYE:
            known(made, e)
    said = _at_once(made, state, rulebook, a, b)
    if said:
        return said
    asked, seen = made.asked, made.seen
    try:
        forced = pair_ahead(
            seen.pairing.order, asked.bans, asked.may_bye, after=seen.asked, kinds=seen.kinds,
            three=seen.three, spared=seen.spared, first_idle=asked.idle, prefer=asked.prefer,
            forced=[*asked.fixed.pairs, (a, b)])
    except NoAnswer as error:
        return Answer("paired-once", clause_of(rulebook, "paired-once"), 1, (
            f"with {words_of(a, b)} the others cannot be paired: {error.message}", *error.clash))
    return _Compared(made, state, rulebook, forced, (a, b)).answer()


def _at_once(made: SwissRound, state: SwissState, rulebook: Rulebook, a: int, b: int) -> Answer | None:
    """What can be said without pairing again."""
    asked, pairing = made.asked, made.seen.pairing
    now = [{m.home, m.away} for m in made.matches] + [{BYE, e.entrant} for e in made.byes]
    if {a, b} in now:
        return Answer("", "", 0, ("that is the round as it is",), pairing)
    stand = next((e for e in (a, b) if e in asked.fixed.named), BYE)
    if stand:
        return replace(stands(made, stand), by=1)
    if BYE not in (a, b):
        banned = spoken_ban(state, rulebook, made, a, b)
        return Answer(banned[0], banned[2], 1, (f"{a}-{b}: {banned[1]}",)) if banned else None
    if asked.fixed.byes:
        return replace(stands(made, asked.fixed.byes[0]), by=1)
    if len(pairing.order) % 2 == 0:
        return Answer("paired-once", clause_of(rulebook, "paired-once"), 1, ("an even field has no bye",))
    if (a or b) not in asked.may_bye:
        return Answer("bye-once", clause_of(rulebook, "bye-once"), 1, (f"{a or b} has had a bye",))
    return None


@dataclass(frozen=True)
class _Compared:
    """The round that was made beside the best one that has the pair."""

    made: SwissRound
    state: SwissState
    rulebook: Rulebook
    seen: Seen
    pair: tuple[int, int]

    @property
    def forced(self) -> Pairing:
        return self.seen.pairing

    @property
    def words(self) -> str:
        return f"with {words_of(*self.pair)}"

    def answer(self) -> Answer:
        return (
            self._fewer_rounds() or self._bye() or self._wished() or self._further_down(self._now)
            or self._after())

    @cached_property
    def _now(self) -> Matches:
        return self.made.wished.matches if self.made.wished else self.made.seen.pairing.matches

    def _fewer_rounds(self) -> Answer | None:
        lost = self.made.seen.outlook.rounds - self.seen.outlook.rounds
        if lost <= 0:
            return None
        plain = self.seen.plain or self.forced
        view = outlook_after(
            plain, self.made.asked.bans, self.made.seen.outlook.rounds, frozenset(self.made.asked.may_bye),
            kinds=self.seen.kinds, three=self.seen.three, spared=self.seen.spared)
        can, of = self.seen.outlook.rounds, self.made.seen.outlook.rounds
        return Answer("look-ahead", clause_of(self.rulebook, "no-rematch"), lost, (
            f"{self.words} at most {can} of the {of} rounds to come can be paired; the round that is best "
            f"otherwise: {view.sentence()}",), self.forced)

    def _bye(self) -> Answer | None:
        """The bye comes before everybody's opponents: worse, or better and then it is the wrong round."""
        asked, now = self.made.asked, self.made.seen.pairing
        if self.forced.bye == now.bye:
            return None
        allowed = set(asked.may_bye)
        wanted = list(asked.idle) or [e for e in reversed(now.order) if e in allowed]
        by = wanted.index(self.forced.bye) - wanted.index(now.bye)
        if by < 0:
            return self._after()
        what = "next in the lot" if asked.idle else "higher in the ranking"
        return Answer("paired-once", clause_of(self.rulebook, "paired-once"), by, (
            f"{self.words} the bye goes to {self.forced.bye}, {by} place{'s' * (by > 1)} {what} than "
            f"{now.bye}",), self.forced)

    def _wished(self) -> Answer | None:
        """Among rounds in which the same score groups meet, prices decide before the ranking does."""
        wishes = [
            Wish(*w) for w in wishes_of(self.rulebook, self.state.frame(self.made.asked.order))]
        counted = counted_rounds(self.rulebook, self.state.round, self.state.rounds)
        groups = self.state.points if counted else {}
        if not wishes or profile_of(groups, self._now) != profile_of(groups, self.forced.matches):
            return None
        best = self._cheapest(groups, wishes)
        before, after = price_of(self._now, wishes), price_of(best, wishes)
        levels = sorted({w.level for w in wishes})
        for level, now, then in zip(levels, before, after, strict=True):
            if then > now:
                uses = [u for u in self.rulebook.uses if u.level == level and u.id in _KEEP_APART]
                return Answer(
                    " and ".join(dict.fromkeys(u.id for u in uses)), uses[0].clause, then - now, (
                        f"{self.words} the price of level {level} is {then} instead of {now}: "
                        f"{'; '.join(u.reason or u.id for u in uses)}",),
                    replace(self.forced, matches=best))
            if then < now:
                return None
        return self._further_down(best)

    def _cheapest(self, groups: Mapping[int, int], wishes: Sequence[Wish]) -> Matches:
        """The matches of the round with the pair, as the wishes want the others."""
        kept = Fixed((*self.made.asked.fixed.sides, self.pair) if BYE not in self.pair else (
            self.made.asked.fixed.sides))
        stay = tuple(p for p in self.forced.matches if p[0] in kept.named)
        chosen = with_wishes(kept.rest_of(self.forced), self.made.asked.bans, groups, wishes)
        return (*stay, *chosen.matches) if chosen else self.forced.matches

    def _further_down(self, matches: Matches) -> Answer | None:
        """The first entrant, from the top, whose opponent is another one, if it is worse off."""
        asked, order = self.made.asked, self.made.seen.pairing.order
        other = self.forced.matches if matches is self._now else matches
        before, after = _opponents(self._now), _opponents(other)
        rank = {e: i for i, e in enumerate(order, start=1)}
        settled = {self.forced.bye, *asked.fixed.named}
        for top in order:
            if top in settled:
                continue
            if before[top] != after[top]:
                likes = [e for e in order if e not in settled]
                wanted = list(asked.prefer(likes)) if asked.prefer else likes[1:]
                by = wanted.index(after[top]) - wanted.index(before[top])
                if by < 0:
                    return None
                return Answer("high-meets-high", clause_of(self.rulebook, "high-meets-high"), by, (
                    f"{self.words} number {top} (rank {rank[top]}) would meet {after[top]} (rank "
                    f"{rank[after[top]]}) instead of {before[top]} (rank {rank[before[top]]}): {by} "
                    f"place{'s' * (by > 1)} further down",), replace(self.forced, matches=other))
            settled |= {top, before[top]}
        return None

    def _after(self) -> Answer:
        """No criterion of this round gets worse: only where time ran out on the rounds to come."""
        return Answer("look-ahead", clause_of(self.rulebook, "no-rematch"), 1, (
            f"{self.words} the round is as good; whether the rounds to come can then be paired was not "
            "settled in the time given",), self.forced)


_KEEP_APART = ("no-rematch", "kept-apart", "never-meet", "alike")


def _opponents(matches: Matches) -> Mapping[int, int]:
    return {x: y for a, b in matches for x, y in ((a, b), (b, a))}
