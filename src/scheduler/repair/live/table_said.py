"""What is said of a repaired table: what is proven of its changes, and which rules it cannot keep."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from scheduler.event.plural import many
from scheduler.repair.live.consequences import Ground
from scheduler.repair.live.table_least import Answer, Left
from scheduler.repair.live.table_parts import Part

if TYPE_CHECKING:
    from scheduler.solve.moving import Moved

__all__ = ["DEALT", "Found", "proof_of", "reasons_of", "short_of", "unplayed_of"]

_MOST_PAIRS = 60
Found = dict[str, "tuple[Left, Moved, Answer]"]
"""By group: what was left, when everybody meets, and how."""
DEALT = frozenset((
    "highest-at-last-table", "at-tables", "blocked-tables", "stationary", "new-table", "tables-apart"))
"""Rules of tables, which are dealt out last: kept as far as the tables of a round allow."""


def proof_of(kind: str, found: Found, rounds: int, before: int) -> str:
    """What is proven of the number of changes, where there are so many rounds and were so many before."""
    loose = sum(len(left.loose) for left, _, _ in found.values())
    changes = sum(answer.changes for _, _, answer in found.values())
    bound = sum(answer.bound for _, _, answer in found.values())
    told = (f"{changes} of {many(loose, 'match that has', 'matches that have')} not begun "
            f"{'changes its' if changes == 1 else 'change their'} round or sides")
    if changes == bound:
        told += ": fewer do not do (proven)" if changes else ""
    else:
        told += _turned([answer for _, _, answer in found.values()])
    unplayed = sum(answer.unplayed for _, _, answer in found.values())
    if unplayed:
        least = all(answer.least_unplayed for _, _, answer in found.values())
        kept = any(answer.kept for _, _, answer in found.values())
        told += f"; {unplayed} {'has' if unplayed == 1 else 'have'} no round" + (
            "" if not least else ", the fewest where all others keep theirs (proven)" if kept
            else ", the fewest (proven)")
    if kind == "further-rounds":
        told += f"; {many(rounds - before, 'round is', 'rounds are')} added, {rounds} in all"
    return told


def short_of(ground: Ground, part: Part, left: Left, rounds: int) -> str:
    """Who has more matches left than rounds to play them in, up to round ``rounds``."""
    missing, who = left.shortage
    free = len(left.open_.get(who, ()))
    return (f"{ground.who(part.ids[who - 1])} has {many(missing, 'match', 'matches')} more than there are "
            f"rounds left: {many(free + missing, 'match', 'matches')}, {many(free, 'round')} up to "
            f"round {rounds}")


def unplayed_of(ground: Ground, parts: Sequence[Part], found: Found) -> list[str]:
    """Which matches have no place, by number."""
    out: list[str] = []
    for part in parts:
        if part.group not in found:
            continue
        left, _, answer = found[part.group]
        rest = Counter(left.due)
        rest.subtract((min(m.home, m.away), max(m.home, m.away)) for m in answer.matches)
        pairs = sorted(tuple(sorted(ground.event.number(part.ids[e - 1]) for e in pair))
                       for pair in rest.elements())
        out += [f"{a}-{b}" for a, b in pairs]
    if not out:
        return []
    more = f" and {len(out) - _MOST_PAIRS} more" if len(out) > _MOST_PAIRS else ""
    return [f"not played: {', '.join(out[:_MOST_PAIRS])}{more}"]


def _turned(answers: Sequence[Answer]) -> str:
    """What is proven where more change than the bound for all tables: rounds come before sides."""
    moves = sum(answer.moves for answer in answers)
    if all(answer.minimal for answer in answers):
        leave = "leaves its" if moves == 1 else "leave their"
        rounds = f"{moves} {leave} round, and fewer do not do" if moves else "none has to leave its round"
        return f"; {rounds}; where no more do, fewer changes of sides do not do (proven)"
    told = f"; at least {sum(answer.bound for answer in answers)} must (proven)"
    if sum(answer.changes for answer in answers) == sum(answer.given for answer in answers):
        told += ", and no fewer than these where everybody meets when this says (proven)"
    return told


def reasons_of(found: Found, eased: frozenset[str]) -> list[str]:
    """Which rules cannot all hold any more."""
    out = []
    dealt = eased & DEALT
    if eased - dealt:
        out.append(
            "where everybody meets when this says, these rules cannot all hold any more (proven); they "
            f"are kept as well as can be: {', '.join(sorted(eased - dealt))}")
    if dealt:
        out.append(f"kept as far as the tables of a round allow: {', '.join(sorted(dealt))}")
    return out
