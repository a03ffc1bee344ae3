"""From an event's stage to what rules of draws speak of: the size, the seeds, the frame."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from scheduler.errors import UsageError, did_you_mean
from scheduler.event import Draw, Entrant, Event, Said, Stage, said
from scheduler.facts import DrawFrame
from scheduler.rules import Rulebook, read_uses

__all__ = [
    "MOST_LINES",
    "POLICIES",
    "Size",
    "frame_of",
    "frame_of_draw",
    "options_of",
    "rulebook_for",
    "seeds_of",
    "size_of",
]

MOST_LINES = 4_096
POLICIES = ("ceiling", "nearest")
_OPTIONS = (
    "size", "seeds", "placing", "earlier", "third-place", "places", "kind", "final", "drops", "losers",
    "first-side", "lives", "skip-first", "number-byes", "repechage", "straight", "chosen-rounds",
)
_PLACINGS = ("lot", "ranking", "chosen")
_MOST_PAIRS = 20_000
_POLICIES = {"given": said("as asked"), "ceiling": said("ceiling"), "nearest": said("nearest")}


@dataclass(frozen=True, slots=True)
class Size:
    """How many lines a draw has, and why (CBA-13.1).

    ``standard`` is the size that the number of seeds is measured by. With ``play_in`` matches the
    entry is larger than that, and their round is drawn as round 1 of twice the lines.
    """

    entrants: int
    policy: str
    standard: int
    lines: int

    @property
    def play_in(self) -> int:
        """Matches played before the standard size is reached."""
        return max(0, self.entrants - self.standard)

    @property
    def byes(self) -> int:
        """Lines left empty."""
        return self.lines - self.entrants

    def as_json(self) -> dict[str, Any]:
        """The documented JSON shape."""
        return {
            "policy": self.policy, "standard": self.standard, "lines": self.lines,
            "byes": self.byes, "play_in": self.play_in,
        }

    @property
    def said(self) -> Said:
        """The size in words."""
        nearest = {
            "entrants": self.entrants, "standard": self.standard, "matches": self.play_in,
            "lines": self.lines,
        }
        if self.play_in == 1:
            return said(
                "{entrants} entrants, nearest size {standard}: {matches} play-in match, drawn as round 1 "
                "of {lines} lines", **nearest)
        if self.play_in:
            return said(
                "{entrants} entrants, nearest size {standard}: {matches} play-in matches, drawn as round 1 "
                "of {lines} lines", **nearest)
        lines = {
            "entrants": self.entrants, "lines": self.lines, "policy": _POLICIES[self.policy],
            "byes": self.byes,
        }
        if self.byes == 1:
            return said("{entrants} entrants on {lines} lines ({policy}), {byes} bye", **lines)
        return said("{entrants} entrants on {lines} lines ({policy}), {byes} byes", **lines)

    def __str__(self) -> str:
        return str(self.said)


def size_of(entrants: int, policy: str | int = "ceiling") -> Size:
    """The size of a draw for so many entrants: ``ceiling``, ``nearest`` (6, 12, 24 ... go up), or a
    power of two. UsageError for fewer than 2 entrants, more than 4,096 lines, other sizes."""
    if not 2 <= entrants <= MOST_LINES:
        raise UsageError(
            f"a draw has 2 to {MOST_LINES} entrants, not {entrants}",
            maybe="split the field into groups." if entrants > MOST_LINES else "",
        )
    above = 1 << (entrants - 1).bit_length()
    if isinstance(policy, int) and not isinstance(policy, bool):
        if not 2 <= policy <= MOST_LINES or policy & (policy - 1):
            raise UsageError(
                f"a draw has 2, 4, 8 ... {MOST_LINES} lines, not {policy}", maybe=f"write {above}."
            )
        if policy < entrants:
            raise UsageError(
                f"{entrants} entrants do not fit {policy} lines",
                maybe=f'write size = {above}, or size = "nearest" for a play-in round.',
            )
        if policy >= 2 * above:
            raise UsageError(
                f"{entrants} entrants on {policy} lines: byes would meet byes",
                maybe=f"write size = {above}.",
            )
        return Size(entrants, "given", policy, policy)
    if policy not in POLICIES:
        raise UsageError(
            f'the size of a draw is a number or one of {", ".join(POLICIES)}, not "{policy}"',
            maybe=did_you_mean(str(policy), POLICIES),
        )
    below = above // 2
    down = policy == "nearest" and below >= 2 and entrants - below < above - entrants
    return Size(entrants, policy, below if down else above, above)


def options_of(stage: Stage) -> dict[str, Any]:
    """The stage's options; UsageError for one that no knockout has, or a value that makes no sense."""
    for key in stage.options:
        if key not in _OPTIONS:
            raise UsageError(f'a knockout has no option "{key}"', maybe=did_you_mean(key, _OPTIONS))
    options = dict(stage.options)
    placing = options.setdefault("placing", "lot")
    if placing not in _PLACINGS:
        raise UsageError(
            f'entrants are placed by {" or ".join(_PLACINGS)}, not "{placing}"',
            maybe=did_you_mean(str(placing), _PLACINGS),
        )
    return options


def seeds_of(
    entrants: Sequence[Entrant], asked: object = None, *, keep_gaps: bool = False
) -> tuple[int, ...]:
    """Numbers in order of seeding: ``asked`` many, None: as many as have a seed.

    Seeds come in order of their seed, then those without one in order of rating. With ``keep_gaps``
    the place of a seed that nobody has holds 0; else the next moves up. UsageError where two have
    one seed, or fewer are known than asked for.
    """
    seeded = sorted((e for e in entrants if e.seed), key=lambda e: e.seed)
    for a, b in pairwise(seeded):
        if a.seed == b.seed:
            raise UsageError(
                f"{a.name} and {b.name} are both seed {a.seed}",
                maybe="number the seeds 1, 2, 3 ...; lots within a block are drawn by the rulebook.",
            )
    if asked is not None and (not isinstance(asked, int) or isinstance(asked, bool) or asked < 0):
        raise UsageError(f'"seeds" is a whole number from 0, not {asked}')
    if keep_gaps and asked is None and seeded:
        places = [0] * seeded[-1].seed
        if len(places) > MOST_LINES:
            raise UsageError(f"{seeded[-1].name} is seed {len(places)}, more than any draw has lines")
        for e in seeded:
            places[e.seed - 1] = e.number
        return tuple(places)
    rated = sorted((e for e in entrants if not e.seed and e.rating), key=lambda e: (-e.rating, e.number))
    known = [e.number for e in (*seeded, *(rated if asked else ()))]
    if asked is not None and asked > len(known):
        raise UsageError(
            f"{asked} seeds are asked for, but only {len(known)} have a seed or a rating",
            maybe="fill the column seed of the entry list.",
        )
    return tuple(known if asked is None else known[:asked])


def frame_of(event: Event, stage: Stage, size: Size) -> DrawFrame:
    """The frame of a draw to be made. UsageError for more seeds than lines, and pairs of nobody."""
    options = options_of(stage)
    seeds = seeds_of(event.entrants, options.get("seeds"))
    if len(seeds) > size.lines // 2:
        raise UsageError(
            f"{len(seeds)} seeds on {size.lines} lines: at most {size.lines // 2} can have a match "
            "of their own",
            maybe=f"write seeds = {size.standard // 4}.",
        )
    return DrawFrame(
        size.lines, event.size, seeds, _attributes(event), tuple(e.name for e in event.entrants),
        _earlier(options.get("earlier", ()), event), _ranking(event, seeds), size.standard,
    )


def frame_of_draw(draw: Draw, event: Event | None = None, stage: Stage | None = None) -> DrawFrame:
    """The frame of a draw that is there: its own seeds, else those of the entry list with their gaps."""
    if not 2 <= draw.size <= MOST_LINES or draw.size & (draw.size - 1):
        raise UsageError(f"a draw has 2, 4, 8 ... {MOST_LINES} lines, not {draw.size}")
    highest = max(draw.lines)
    entrants = event.size if event is not None else max(draw.entrants, highest)
    if highest > entrants:
        raise UsageError(
            f"number {highest} is drawn, but the entry list goes to {entrants}",
            maybe="this is the entry list of another event.",
        )
    options = options_of(stage) if stage is not None else {}
    seeds = draw.seeds
    if not seeds and event is not None:
        seeds = seeds_of(event.entrants, options.get("seeds"), keep_gaps=True)
    standard = size_of(max(2, entrants), options.get("size", "ceiling")).standard if stage else 0
    if event is None:
        return DrawFrame(draw.size, entrants, seeds, standard=standard)
    return DrawFrame(
        draw.size, entrants, seeds, _attributes(event), tuple(e.name for e in event.entrants),
        _earlier(options.get("earlier", ()), event), _ranking(event, seeds), standard,
    )


def rulebook_for(rulebook: Rulebook, event: Event | None, stage: Stage | None) -> Rulebook:
    """The rulebook with the stage's own rules."""
    if stage is None or not stage.rules:
        return rulebook
    return rulebook.adding(
        read_uses(
            stage.rules, where=event.source if event and event.source else "event", places=stage.places)
    )


def _attributes(event: Event) -> Mapping[str, tuple[str, ...]]:
    keys = {"region", "club"}.union(*(e.attributes for e in event.entrants))
    return {k: tuple(e.attribute(k) for e in event.entrants) for k in sorted(keys)}


def _ranking(event: Event, seeds: Sequence[int]) -> tuple[int, ...]:
    """The seeds, then by rating, then by number."""
    place = {s: k for k, s in enumerate(seeds) if s}
    ordered = sorted(
        event.entrants, key=lambda e: (place.get(e.number, len(place) + 1), -e.rating, e.number)
    )
    return tuple(e.number for e in ordered)


def _earlier(value: object, event: Event) -> tuple[tuple[int, int], ...]:
    """Pairs that have met, as numbers or names."""
    pairs = value if isinstance(value, list | tuple) else None
    if pairs is None or len(pairs) > _MOST_PAIRS:
        raise UsageError(f'"earlier" is a list of at most {_MOST_PAIRS} pairs such as [[1, 7], [2, 8]]')
    names = {e.name: e.number for e in event.entrants}
    out = []
    for pair in pairs:
        known = [names.get(x, 0) if isinstance(x, str) else x for x in pair] if isinstance(
            pair, list | tuple) else []
        if len(known) != 2 or not all(
            isinstance(x, int) and 1 <= x <= event.size for x in known
        ) or known[0] == known[1]:
            raise UsageError(f'"earlier": {pair} is no pair of entrants')
        out.append((min(known), max(known)))
    return tuple(dict.fromkeys(out))
