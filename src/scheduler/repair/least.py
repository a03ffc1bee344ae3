"""``repair``: a published schedule and a rulebook in, the least change and its proof out."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from scheduler.event import Event, Match, Result, Schedule, Stage
from scheduler.formats.round_robin import frame_of, rulebook_for
from scheduler.repair.account import account
from scheduler.repair.published import published
from scheduler.repair.search import Search
from scheduler.rules import Rulebook
from scheduler.solve.problem import Limits

__all__ = ["repair"]


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
    frame = frame_of(event, stage, table)
    given = published(
        table, rulebook_for(rulebook, event, stage), frame,
        prices=prices or {}, may_change=may_change,
    )
    search = Search(given, limits)
    search.run()
    best = search.best
    assert best is not None
    report = search.report(best)
    bound = search.soft_bound or (0,) * len(report.price)
    proven = search.optimal and search.soft_bound is not None and report.price == bound
    return Result(
        "optimal" if proven else "interrupted" if search.stopped else "feasible",
        best.replace(starts=dict(table.starts)), report, "repair", bound, search.seconds, limits.seed,
        extra={
            "changes": [c.as_json() for c in account(given, best)],
            "optimal": search.optimal,
            "bound": search.bound,
            "unique": search.unique,
        },
    )
