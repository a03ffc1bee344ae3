"""The article's own exchange rule, literally: where two have met, the lower is exchanged with the next
team below, again and again (CBA-16.4). It does not look ahead, so it can get stuck at the foot."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scheduler.facts.pairing import Bans, Pairing

__all__ = ["Exchanged", "by_exchange"]


@dataclass(frozen=True, slots=True)
class Exchanged:
    """``matches`` as far as the rule came; ``exchanges`` are (team, with whom); ``stuck`` is the entrant
    that found nobody, 0 for none, and ``left`` are those then unpaired, it included."""

    matches: tuple[tuple[int, int], ...]
    exchanges: tuple[tuple[int, int], ...] = ()
    stuck: int = 0
    left: tuple[int, ...] = ()

    def compared(self, made: Pairing) -> str:
        """One sentence on the rule beside the round that was made."""
        if self.stuck:
            names = ", ".join(map(str, self.left))
            differ = [m for m in made.matches if m not in set(self.matches)]
            shown = ", ".join(f"{a}-{b}" for a, b in differ[:12]) + (" ..." if len(differ) > 12 else "")
            return (
                f"the article's exchange gets stuck at {self.stuck}, with {names} unpaired; "
                f"this round has {shown} instead")
        if self.matches == made.matches:
            done = f" ({len(self.exchanges)} exchanges)" if self.exchanges else ""
            return f"as the article's exchange{done}"
        return "not as the article's exchange, for the sake of the rounds to come"


def by_exchange(order: Sequence[int], bans: Bans) -> Exchanged:
    """The round of an even field by the exchange rule alone. Takes n^2 / 2 steps at worst."""
    line = list(order)
    made: list[tuple[int, int]] = []
    exchanges: list[tuple[int, int]] = []
    at = 0
    while at < len(line):
        top, below = line[at], at + 1
        while below < len(line) and not bans.allowed(top, line[below]):
            below += 1
        if below == len(line):
            return Exchanged(tuple(made), tuple(exchanges), top, tuple(line[at:]))
        for j in range(at + 1, below):
            exchanges.append((line[at + 1], line[j + 1]))
            line[at + 1], line[j + 1] = line[j + 1], line[at + 1]
        made.append((top, line[at + 1]))
        at += 2
    return Exchanged(tuple(made), tuple(exchanges))
