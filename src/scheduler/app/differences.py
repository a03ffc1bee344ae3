"""What two tables, or two solutions of a league, differ in: rule by rule, and in how many matches."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from scheduler.app.leagues import InstanceLike, PlayedLike, open_instance, open_played, robinx_kind
from scheduler.errors import FileError, UsageError
from scheduler.event import Report, Schedule

if TYPE_CHECKING:
    from scheduler.app.inputs import EventLike
    from scheduler.app.rulebooks import Change

__all__ = ["Difference", "RuleChange", "diff", "difference_json", "difference_words"]


@dataclass(frozen=True, slots=True)
class RuleChange:
    """A rule that costs something else in the other: ``level`` 0 is hard, ``subject`` the constraint's
    number in a league, 0 for rules of a rulebook; ``words`` say what it asks for."""

    rule: str
    subject: int
    level: int
    before: int
    after: int
    words: str


@dataclass(frozen=True)
class Difference:
    """What differs. ``totals`` are (level, cost in one, cost in the other), level 0 the hard ones.

    ``only_one`` and ``only_other`` count the matches (home, away, round) that only one of them has.
    """

    rules: tuple[RuleChange, ...]
    totals: tuple[tuple[int, int, int], ...]
    only_one: int
    only_other: int

    @property
    def same(self) -> bool:
        """True when no rule and no match differs."""
        return not (self.rules or self.only_one or self.only_other)


def diff(
    one: Any,
    other: Any,
    *,
    instance: InstanceLike | None = None,
    model: str = "",
    event: EventLike | None = None,
    stage: int = 1,
    legs: int = 0,
    changes: Sequence[Change] = (),
    without: Sequence[str] = (),
) -> Difference:
    """What ``other`` differs in from ``one``, rule by rule.

    With an ``instance`` both are solutions of a league, as :func:`scheduler.judge` takes them; else tables
    under a rulebook, as :func:`scheduler.check` takes them, with the same further arguments and errors.
    Raises :class:`UsageError` where the two have different numbers of entrants.
    """
    if instance is not None:
        return _leagues(one, other, open_instance(instance))
    _no_robinx(one, other)
    from scheduler.app.planning import Asked
    from scheduler.app.tables import judge, prepare_table

    asked = Asked(model, stage, legs, {}, changes, without)
    first, second = (prepare_table(source, event, asked) for source in (one, other))
    schedules = first.table.schedule, second.table.schedule
    if schedules[0].entrants != schedules[1].entrants:
        raise UsageError(
            f"{first.table.name} has {schedules[0].entrants} entrants, {second.table.name}"
            f" {schedules[1].entrants}: they cannot be compared"
        )
    reasons = {use.id: use.reason for use in first.rulebook.uses}
    reports = judge(first), judge(second)
    return Difference(_rules(*reports, reasons), _totals(*reports), *_matches(*schedules))


def _no_robinx(*sources: Any) -> None:
    for source in sources:
        if isinstance(source, str | bytes) and robinx_kind(source):
            raise FileError(
                "this is RobinX, whose rules stand in the instance",
                where="the input" if isinstance(source, bytes) else source,
                maybe="say which one: --instance INSTANCE.xml.",
            )


def _rules(one: Report, other: Report, reasons: dict[str, str]) -> tuple[RuleChange, ...]:
    costs: list[dict[tuple[int, str], int]] = []
    for report in (one, other):
        paid: dict[tuple[int, str], int] = {}
        for v in report.violations:
            paid[v.level, v.rule] = paid.get((v.level, v.rule), 0) + v.cost
        costs.append(paid)
    return tuple(
        RuleChange(rule, 0, level, before, after, reasons.get(rule, ""))
        for level, rule in sorted({*costs[0], *costs[1]})
        for before, after in [(costs[0].get((level, rule), 0), costs[1].get((level, rule), 0))]
        if before != after
    )


def _totals(one: Report, other: Report) -> tuple[tuple[int, int, int], ...]:
    paid = [dict(((0, report.hard), *report.soft)) for report in (one, other)]
    return tuple(
        (level, paid[0].get(level, 0), paid[1].get(level, 0)) for level in sorted({*paid[0], *paid[1]})
    )


def _matches(one: Schedule, other: Schedule) -> tuple[int, int]:
    """How many matches only the one has, and only the other."""
    width = one.entrants + 1
    first, second = (
        np.unique((s.round.astype(np.int64) * width + s.home) * width + s.away) for s in (one, other)
    )
    both = len(np.intersect1d(first, second))
    return len(first) - both, len(second) - both


def _leagues(one: PlayedLike, other: PlayedLike, instance: Any) -> Difference:
    from scheduler.formats.league import difference
    from scheduler.formats.league import judge as verdict
    from scheduler.formats.league.judge import games_of
    from scheduler.formats.league.wishes import wishes_of

    kept = wishes_of(instance)
    played = [open_played(source, instance) for source in (one, other)]
    found = difference(played[0], played[1], instance)
    games = [{(g.home, g.away, g.slot) for g in games_of(instance, p)} for p in played]
    verdicts = [verdict(instance, p, kept) for p in played]
    return Difference(
        tuple(
            RuleChange(c.type, c.id, 0 if c.hard else 1, c.before, c.after, c.words) for c in found
        ),
        (
            (0, verdicts[0].infeasibility, verdicts[1].infeasibility),
            (1, verdicts[0].objective, verdicts[1].objective),
        ),
        len(games[0] - games[1]), len(games[1] - games[0]),
    )


def difference_json(found: Difference) -> dict[str, Any]:
    """The documented JSON shape."""
    return {
        "same": found.same,
        "totals": [{"level": k, "before": b, "after": a} for k, b, a in found.totals],
        "rules": [
            {
                "rule": c.rule, "id": c.subject, "level": c.level, "before": c.before,
                "after": c.after, "words": c.words,
            }
            for c in found.rules
        ],
        "matches": {"only_first": found.only_one, "only_second": found.only_other},
    }


def difference_words(found: Difference, *, league: bool) -> str:
    """One line for each rule that costs something else, then the totals, then the matches."""
    lines = []
    for c in found.rules:
        number = f" #{c.subject}" if c.subject else ""
        kind = "hard" if c.level == 0 else f"level {c.level}" if not league else "soft"
        words = f": {c.words}" if c.words else ""
        lines.append(f"{c.rule}{number} ({kind}) {c.before} -> {c.after} ({c.after - c.before:+d}){words}")
    for level, before, after in found.totals:
        name = f"level {level}" if level else "hard"
        if league:
            name = "objective" if level else "infeasibility"
        change = "as before" if before == after else f"-> {after} ({after - before:+d})"
        lines.append(f"{name} {before} {change}")
    only = found.only_one, found.only_other
    lines.append(
        f"{only[0]} matches only in the first, {only[1]} only in the second" if any(only)
        else "the matches are the same"
    )
    return "\n".join(lines) + "\n"
