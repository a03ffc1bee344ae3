"""``repair``: a published schedule and a rulebook in, the least change and its proof out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial

from scheduler.arrange import Clashing
from scheduler.errors import Interrupted, NoAnswer, SchedulerError, TimeUp
from scheduler.event import Entrant, Event, Match, Result, Schedule, Stage
from scheduler.formats.round_robin import frame_of, plan, rulebook_for
from scheduler.repair.account import account
from scheduler.repair.published import KINDS, Published, published
from scheduler.repair.search import Search
from scheduler.rules import Rulebook
from scheduler.solve.problem import Limits

__all__ = ["repair"]

_STRUCTURE = ("meet-each", "once-a-round", "one-table-a-match", "one-match-a-table", "each-way")
"""Rules without which a table is hardly one: no advice to drop them."""


def repair(
    table: Schedule,
    rulebook: Rulebook,
    limits: Limits,
    *,
    event: Event | None = None,
    stage: Stage | None = None,
    prices: Mapping[str, int | None] | None = None,
    may_change: Callable[[Match], bool] | None = None,
) -> Result:
    """The least change of ``table`` that makes it obey the hard rules of ``rulebook``.

    A match with its sides reversed, in another round, or at another table is one change each; a match
    may have several. Where the rules ask for more or fewer meetings of a pair than were published,
    matches are added or removed. An unknown table (0) costs nothing to fill. ``prices`` sets what a
    change of a kind (``reversed``, ``moved``, ``table``, ``added``, ``removed``) costs, 1 each by
    default, None: not allowed. ``may_change`` says which matches may change at all.

    The result's ``extra`` has ``changes`` (each ``{"kind", "home", "away", "round", "table", "to"}``),
    ``optimal`` (proven: nothing cheaper obeys), ``bound`` (the proven least cost) and ``unique``
    (True: every other table that obeys and costs as little differs in nothing but tables that were
    unknown; None: not decided). Among the cheapest repairs it is the one that the rulebook's own
    prices like best; ``status`` is ``optimal`` where that is proven as well.

    Raises NoAnswer with the clash where no table obeys, TimeUp or Interrupted where none was found,
    UsageError where the table or a price makes no sense, RulebookError for names in the rulebook.
    """
    full = rulebook_for(rulebook, event, stage)
    ready = partial(
        published, table, frame=frame_of(event, stage, table), prices=prices or {},
        may_change=may_change,
    )
    afresh = partial(_planned, rulebook, table, event, stage)
    return _answer(_searched(ready, full, afresh, limits), limits)


def _searched(
    ready: Callable[[Rulebook], Published], rulebook: Rulebook,
    afresh: Callable[[Limits], Schedule | None], limits: Limits,
) -> Search:
    """The search run to its end; a clash goes on with advice."""
    given = ready(rulebook)
    free = not any(given.fixed) and all(map(given.allows, KINDS))
    search = Search(given, limits, afresh if free else None)
    try:
        search.run()
    except Clashing as clash:
        clash.maybe = _advice(clash, rulebook, ready, limits)
        if not clash.maybe and any(given.fixed):
            clash.maybe = "let more matches change."
        raise
    return search


def _answer(search: Search, limits: Limits) -> Result:
    best, given = search.best, search.given
    assert best is not None
    report = search.report(best)
    bound = search.soft_bound or (0,) * len(report.price)
    proven = search.optimal and search.soft_bound is not None and report.price == bound
    return Result(
        "optimal" if proven else "interrupted" if search.stopped else "feasible",
        best.replace(starts=dict(given.table.starts)), report, "repair", bound, search.seconds,
        limits.seed,
        extra={
            "changes": [c.as_json() for c in account(given, best)],
            "optimal": search.optimal,
            "bound": search.bound,
            "unique": search.unique,
        },
    )


def _planned(
    rulebook: Rulebook, table: Schedule, event: Event | None, stage: Stage | None, limits: Limits
) -> Schedule | None:
    """A new table for the same rules, if one is made at once."""
    if event is None or event.size != table.entrants:
        numbers = range(1, table.entrants + 1)
        event = Event("", tuple(Entrant(k, str(k)) for k in numbers))
    legs = frame_of(None, stage, table).legs
    try:
        return plan(event, stage or Stage(legs=legs), rulebook, limits).schedule
    except SchedulerError:
        return None


def _advice(
    clash: Clashing, rulebook: Rulebook, ready: Callable[[Rulebook], Published], limits: Limits
) -> str:
    """The first rule of the clash without which a repair was really found, within ten seconds."""
    short = replace(limits, seconds=min(10.0, limits.seconds or 10.0), progress=None)
    wishes = [u for u in clash.uses if u.id not in _STRUCTURE and u in rulebook.uses]
    for use in sorted(wishes, key=lambda u: bool(u.clause)):
        less = replace(rulebook, uses=tuple(u for u in rulebook.uses if u is not use))
        search = Search(ready(less), short)
        try:
            search.run()
        except Interrupted:
            return ""
        except (NoAnswer, TimeUp):
            continue
        assert search.best is not None
        count = len(account(search.given, search.best))
        enough = f"{count} change{'s' * (count != 1)} will do" if count else "nothing needs to change"
        where = f" ({use.where})" if use.where else ""
        return f'drop or price "{use.id}"{where}: without it {enough}.'
    return ""
