"""What of a round stands before it is paired: tables that have started, the director's own matches."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace

from scheduler.errors import NoAnswer, UsageError
from scheduler.event import Report
from scheduler.facts.pairing import BYE, Pairing, pairing_facts, pairing_space
from scheduler.formats.swiss.state import SwissState
from scheduler.formats.swiss.tables import frame_with_tables
from scheduler.rules import Rulebook
from scheduler.verify import verify

__all__ = ["MOST_TABLES", "Fixed", "fixed_of"]

MOST_TABLES = 100_000


@dataclass(frozen=True)
class Fixed:
    """``sides`` are matches (home, away), ``byes`` who sits out, ``tables`` the table of a match, by its
    home side, where it is known."""

    sides: tuple[tuple[int, int], ...] = ()
    byes: tuple[int, ...] = ()
    tables: Mapping[int, int] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.sides or self.byes)

    @property
    def pairs(self) -> tuple[tuple[int, int], ...]:
        """What stands as pairs, a bye as (BYE, entrant)."""
        return (*self.sides, *((BYE, e) for e in self.byes))

    @property
    def named(self) -> frozenset[int]:
        """Everybody who is in it."""
        return frozenset((*self.byes, *(e for pair in self.sides for e in pair)))

    def rest_of(self, made: Pairing) -> Pairing:
        """The round without what stands."""
        if not self:
            return made
        named = self.named
        return replace(
            made, order=tuple(e for e in made.order if e not in named),
            matches=tuple(p for p in made.matches if p[0] not in named),
            bye=BYE if made.bye in named else made.bye)

    def sentence(self) -> str:
        """What stands, in words; "" for nothing."""
        if not self:
            return ""
        words = [
            f"{a}-{b}{f' at table {self.tables[a]}' if a in self.tables else ''}" for a, b in self.sides]
        words += [f"the bye of {e}" for e in self.byes]
        return f"the rest is paired around what stands: {', '.join(words)}"


def fixed_of(
    state: SwissState, rulebook: Rulebook, order: Sequence[int],
    given: Collection[tuple[int, int, int]], *, force: bool = False,
) -> Fixed:
    """What stands of a round of ``order``, from (home, away, table), table 0 for "not yet known"; a bye is
    (BYE, entrant, 0).

    UsageError for entrants or tables that are named twice or do not exist. NoAnswer where what stands
    breaks a hard rule of its own, unless it is forced: then the verdict on the round shows it.
    """
    sides = tuple((a, b) for a, b, _ in given if BYE not in (a, b))
    byes = tuple(a or b for a, b, _ in given if BYE in (a, b))
    fixed = Fixed(sides, byes, {a: t for a, b, t in given if t and BYE not in (a, b)})
    _makes_sense(fixed, given, set(order), state.round)
    broken = _report(state, rulebook, order, fixed) if fixed and not force else None
    if broken and not broken.holds:
        clash = [
            f'"{v.rule}" with {" and ".join(map(str, v.subject))}{f" ({v.reason})" if v.reason else ""}'
            for v in broken.violations if v.level == 0]
        raise NoAnswer(
            f"what stands of round {state.round} breaks {'a hard rule' if len(clash) == 1 else 'hard rules'}",
            clash=clash, about="round",
            maybe="take that match out, or force it: the verdict on the round then shows it.")
    return fixed


def _makes_sense(
    fixed: Fixed, given: Collection[tuple[int, int, int]], there: Collection[int], round_number: int
) -> None:
    named = [*fixed.byes, *(e for pair in fixed.sides for e in pair)]
    for what, many in (("entrant", Counter(named)), ("table", Counter(fixed.tables.values()))):
        twice = [x for x, times in many.items() if times > 1]
        if twice:
            raise UsageError(f"what stands of round {round_number} names {what} {twice[0]} twice")
    strange = [e for e in named if e not in there]
    if strange:
        raise UsageError(
            f"{strange[0]} is not among those to be paired in round {round_number}",
            maybe="it is absent, or in a block of three.")
    tables = [t for _, _, t in given if not 0 <= t <= MOST_TABLES]
    if tables:
        raise UsageError(f"tables go from 1 to {MOST_TABLES}, not {tables[0]}")
    if len(fixed.byes) > len(there) % 2:
        raise UsageError(
            f"{len(there)} entrants have {'one bye' if len(there) % 2 else 'no bye'}, and "
            f"{len(fixed.byes)} {'is' if len(fixed.byes) == 1 else 'are'} to stand",
            maybe="mark who does not play as absent.")


def _report(state: SwissState, rulebook: Rulebook, order: Sequence[int], fixed: Fixed) -> Report:
    """The verdict on what stands alone: as if nobody else were there."""
    others = frozenset(range(1, state.entrants + 1)) - fixed.named
    tables = [fixed.tables.get(a, 0) for a, _ in fixed.sides]
    frame = replace(frame_with_tables(state, rulebook, order, tables), absent=others)
    space = pairing_space(frame)
    asked = rulebook if all(tables) else rulebook.without("at-tables")  # the others get theirs later
    facts = pairing_facts(space, fixed.sides, fixed.byes, tables=tables)
    return verify(space, asked.stated(space, frame), facts)
