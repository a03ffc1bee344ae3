"""The nouns of an event in progress.

Entrants have an ``id`` for life: the order in which they were entered. Their ``number`` is drawn by lot
and is what people say; the log speaks of ids, so that a new draw of numbers changes no past decision.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from scheduler.errors import UsageError
from scheduler.event import Bracket, Entrant, Feed, Stage
from scheduler.live.cases import Case
from scheduler.live.papers import Papers

__all__ = [
    "NOBODY", "Bye", "Contestant", "LiveEvent", "LiveMatch", "LiveRound", "LiveStage", "Penalty", "Score",
    "Tree",
]

NOBODY = 0
"""The id of a side that is not known yet, or of a line with a bye."""


@dataclass(slots=True)
class Contestant:
    """Somebody who has entered. ``status``: ``active``, ``waiting`` (entered late, not admitted),
    ``withdrawn``. ``first`` and ``last`` are the rounds of the running stage between which he plays
    (0: no limit); ``away`` maps the rounds that he sits out to ``given`` or ``absent``; ``competing`` is
    False for guests, who have no place. ``cards`` are the convention cards filed: names of a pair (none:
    everybody's), and whether the system is highly unusual."""

    id: int
    entrant: Entrant
    status: str = "active"
    first: int = 0
    last: int = 0
    competing: bool = True
    roster: tuple[str, ...] = ()
    note: str = ""
    away: dict[int, str] = field(default_factory=dict)
    cards: dict[tuple[str, ...], bool] = field(default_factory=dict)

    def plays(self, round: int) -> bool:
        """True where he can be paired in ``round`` of the running stage."""
        if round in self.away or round < self.first:
            return False
        return self.status == "active" if not self.last else round <= self.last

    @property
    def number(self) -> int:
        """The number that was drawn, or that the entry list gave."""
        return self.entrant.number

    @property
    def name(self) -> str:
        """The name as it was entered."""
        return self.entrant.name


@dataclass(frozen=True, slots=True)
class Score:
    """A result as it was entered and scored. ``kind`` is one of ``standings.results.MATCH_KINDS``;
    ``home_for`` and ``away_for`` are IMPs or goals, points hundredths. ``boards`` 0: as many as planned.
    ``provisional`` while an appeal is open or a placeholder stands for it."""

    kind: str = "played"
    home_for: int = 0
    away_for: int = 0
    home_points: int = 0
    away_points: int = 0
    boards: int = 0
    text: str = ""
    provisional: bool = False
    margin_known: bool = True
    segments: tuple[tuple[int, int], ...] = ()

    def as_json(self) -> dict[str, Any]:
        """The shape in the log: what differs from a plain match."""
        plain = Score()
        out = {k: getattr(self, k) for k in self.__slots__ if getattr(self, k) != getattr(plain, k)}
        if self.segments:
            out["segments"] = [list(s) for s in self.segments]
        return out

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> Score:
        """The score of a log entry. TypeError, ValueError where it is none."""
        parts = dict(data)
        segments = tuple((int(a), int(b)) for a, b in parts.pop("segments", ()))
        return cls(**parts, segments=segments)

    @property
    def winner(self) -> int:
        """1 home, -1 away, 0 neither: by what was scored, else by points."""
        if self.kind in ("home-walkover", "away-walkover"):
            return 1 if self.kind == "home-walkover" else -1
        margin = (self.home_for - self.away_for) or (self.home_points - self.away_points)
        return (margin > 0) - (margin < 0)


@dataclass(slots=True)
class LiveMatch:
    """A match of a round; ``id`` is for life, ``table`` may change. ``claims`` holds what each side
    entered where both must; ``share`` 2 is a half match of a block of three; ``number`` is the match's
    own in a bracket. ``span`` 2 is a match of a block over two rounds. ``started`` freezes it.

    In a bracket ``way`` says why there is no match (yet): ``waiting`` for the matches before it, ``bye``
    (one goes on without), ``empty``, ``not-needed``; ``feeds`` is what fills home and away; ``ahead`` the
    hundredths of an IMP by which home begins ahead (away: below 0). ``papers``: line-ups and boards;
    ``posted``: when its result was first in, as the log has it."""

    id: int
    round: int
    table: int
    home: int
    away: int
    group: str = ""
    number: int = 0
    share: int = 1
    span: int = 1
    result: Score | None = None
    claims: dict[str, Score] = field(default_factory=dict)
    started: bool = False
    way: str = ""
    feeds: tuple[Feed, ...] = ()
    ahead: int = 0
    papers: Papers | None = None
    posted: str = ""

    @property
    def known(self) -> bool:
        """True where both sides are known."""
        return self.home != NOBODY and self.away != NOBODY

    @property
    def open(self) -> bool:
        """True where a result is still waited for."""
        return self.result is None or self.result.kind == "unplayed"

    def has(self, id: int) -> bool:
        """True where ``id`` is one of the two sides."""
        return id in (self.home, self.away)


@dataclass(frozen=True, slots=True)
class Bye:
    """``id`` has no match in a round: ``idle``, ``phantom``, ``given`` (asked for), ``absent``."""

    id: int
    kind: str = "idle"


@dataclass(slots=True)
class LiveRound:
    """A round. ``status``: ``drafted``, ``published``, ``started``; that all its results are in is read
    off its matches. ``version`` counts publications; ``proof`` is what the maker said, as data.
    ``starts`` are times of its segments, ``blind`` those at which blind line-ups are due."""

    number: int
    matches: list[LiveMatch]
    byes: tuple[Bye, ...] = ()
    status: str = "drafted"
    version: int = 0
    closed: bool = False
    start: str = ""
    proof: Mapping[str, Any] = field(default_factory=dict)
    three: Mapping[str, Any] = field(default_factory=dict)
    mismatch: dict[int, bool] = field(default_factory=dict)
    starts: tuple[str, ...] = ()
    blind: tuple[str, ...] = ()

    @property
    def open(self) -> tuple[LiveMatch, ...]:
        """The matches without a result whose sides are both known."""
        return tuple(m for m in self.matches if m.known and m.open)

    @property
    def idle(self) -> bool:
        """True for a round of a bracket in which there is nothing to play, as things stand."""
        return bool(self.matches) and all(m.way not in ("", "waiting") and m.open for m in self.matches)

    @property
    def finished(self) -> bool:
        """True where every match that ends in this round has a result."""
        return self.idle or (self.status != "drafted" and all(
            not m.open for m in self.matches if (m.known or m.way == "waiting") and m.span == 1))


@dataclass(slots=True)
class Tree:
    """A draw in play: ``lines`` of ids, 0 for a bye, and the matches they feed."""

    lines: tuple[int, ...]
    bracket: Bracket
    record: Mapping[str, Any] = field(default_factory=dict)


@dataclass(slots=True)
class LiveStage:
    """A stage. ``status``: ``planned``, ``open``, ``over``. ``playing`` are the ids that play in it, in
    order of their place in it (strongest, or number, first); ``carried`` hundredths brought along;
    ``groups`` maps ids to their group. ``choices`` is what was chosen where opponents are chosen;
    ``book`` the text of the rulebook, kept with the event, so that no later edition changes it. ``barred``
    are two who cannot meet, ``lost`` tables that cannot be used, with the round from which on;
    ``drawn_as`` the hundredths more than it has that somebody is drawn by, and up to which round."""

    index: int
    stage: Stage
    status: str = "planned"
    playing: tuple[int, ...] = ()
    carried: dict[int, int] = field(default_factory=dict)
    groups: dict[int, str] = field(default_factory=dict)
    rounds: dict[int, LiveRound] = field(default_factory=dict)
    tree: Tree | None = None
    announced: bool = False
    scheduled: bool = False
    proof: Mapping[str, Any] = field(default_factory=dict)
    choices: list[tuple[int, int]] = field(default_factory=list)
    seeding: Mapping[str, Any] = field(default_factory=dict)
    book: str = ""
    barred: dict[tuple[int, int], int] = field(default_factory=dict)
    policies: dict[int, Mapping[str, Any]] = field(default_factory=dict)
    lost: dict[int, int] = field(default_factory=dict)
    drawn_as: dict[int, tuple[int, int]] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """What the stage is called."""
        return str(self.stage.options.get("name", "")) or f"stage {self.index}"

    @property
    def current(self) -> int:
        """The latest round that is published; 0 before the first."""
        return max((r.number for r in self.rounds.values() if r.status != "drafted"), default=0)

    @property
    def drafted(self) -> int:
        """The first round that is drafted and not published, where there is something to play; 0 for none."""
        return min(
            (r.number for r in self.rounds.values() if r.status == "drafted" and not r.idle), default=0)

    def matches(self) -> Iterator[LiveMatch]:
        """All its matches, round by round."""
        for number in sorted(self.rounds):
            yield from self.rounds[number].matches

    def match(self, id: int) -> LiveMatch:
        """The match of that id; KeyError where there is none."""
        matches = self.rounds[id // MATCHES_A_ROUND].matches
        guess = id % MATCHES_A_ROUND - 1  # where it is unless tables were exchanged
        if 0 <= guess < len(matches) and matches[guess].id == id:
            return matches[guess]
        for match in matches:
            if match.id == id:
                return match
        raise KeyError(id)


MATCHES_A_ROUND = 100_000
"""A match's id is its round times this, plus its place in it."""


@dataclass(frozen=True, slots=True)
class Penalty:
    """``points`` hundredths off ``id`` in ``stage``; ``key`` is the log position it was given at."""

    key: int
    stage: int
    id: int
    points: int
    round: int = 0
    reason: str = ""
    waived: bool = False


@dataclass(slots=True)
class LiveEvent:
    """Everything that has been decided, up to log ``position``; ``clock`` is when the last of it was.
    ``cases`` are the rulings, by the position they were given at."""

    name: str = ""
    date: str = ""
    seed: str = "0"
    position: int = 0
    settings: dict[str, Any] = field(default_factory=dict)
    contestants: dict[int, Contestant] = field(default_factory=dict)
    stages: list[LiveStage] = field(default_factory=list)
    clock: str = ""
    penalties: dict[int, Penalty] = field(default_factory=dict)
    cases: dict[int, Case] = field(default_factory=dict)
    notes: list[Mapping[str, Any]] = field(default_factory=list)
    notices: list[Mapping[str, Any]] = field(default_factory=list)
    lots: Mapping[str, Any] = field(default_factory=dict)
    facts: dict[int, dict[str, Any]] = field(default_factory=dict)
    repairs: list[Mapping[str, Any]] = field(default_factory=list)
    queued: dict[int, Mapping[str, Any]] = field(default_factory=dict)
    undone: list[int] = field(default_factory=list)
    groups: dict[int, int] = field(default_factory=dict)
    effective: list[int] = field(default_factory=list)

    @property
    def running(self) -> tuple[LiveStage, ...]:
        """The stages that are open: several where one stage led into several."""
        return tuple(s for s in self.stages if s.status == "open")

    def at(self, index: int = 0) -> LiveStage:
        """The stage of an index from 1; 0 is the one that is running. UsageError where there is no such
        stage, or where several are running and none is named."""
        if not index:
            if len(self.running) > 1:
                told = ", ".join(f"{s.index} ({s.name})" for s in self.running)
                raise UsageError(f"several stages are running: {told}", maybe="say which one: --stage N.")
            return self.stage
        if not 1 <= index <= len(self.stages):
            raise UsageError(f"there is no stage {index}; stages go from 1 to {len(self.stages)}")
        return self.stages[index - 1]

    def stage_with(self, id: int) -> LiveStage:
        """The open stage in which ``id`` plays; else the one that is running."""
        return next((s for s in self.running if id in s.playing), self.stage)

    @property
    def stage(self) -> LiveStage:
        """The first stage that is running, else the first that is still to come, else the last."""
        for wanted in ("open", "planned"):
            for stage in self.stages:
                if stage.status == wanted:
                    return stage
        return self.stages[-1]

    def by_number(self, number: int) -> Contestant:
        """The contestant of that number. UsageError where there is none."""
        for one in self.contestants.values():
            if one.number == number:
                return one
        raise UsageError(
            f"nobody has the number {number}", maybe="see event show for the numbers that there are.")

    def number(self, id: int) -> int:
        """The number of an id, 0 for nobody."""
        return self.contestants[id].number if id else 0

    def name_of(self, id: int) -> str:
        """The name of an id, "" for nobody."""
        return self.contestants[id].name if id else ""

    @property
    def most_number(self) -> int:
        """The greatest number that anybody has."""
        return max((c.number for c in self.contestants.values()), default=0)
