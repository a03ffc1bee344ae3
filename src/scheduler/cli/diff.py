"""``scheduler diff``: what two tables or two solutions of a league differ in."""

from __future__ import annotations

from scheduler.cli import options as o
from scheduler.cli import options_more as more
from scheduler.cli.screen import put, put_json
from scheduler.errors import UsageError

__all__ = ["diff"]


def diff(
    one: more.One,
    other: more.Other,
    instance: more.Instance = "",
    model: o.Model = "",
    event: o.EventOption = "",
    stage: o.StageNumber = 1,
    legs: o.Legs = 0,
    change: o.Set = None,
    without: o.Without = None,
    json: o.JsonOption = False,
) -> int:
    """Compare two tables rule by rule.

    Says which rules cost something else, and how many matches differ. Two solutions of a league are
    compared wish by wish with --instance. The exit code is 1 where anything differs.
    """
    from scheduler.app.differences import diff as difference
    from scheduler.app.differences import difference_json, difference_words
    from scheduler.app.rulebooks import parse_change
    from scheduler.cli.asking import source_of

    if [one, other, instance, event].count("-") > 1:
        raise UsageError("standard input is one of the files only")
    found = difference(
        source_of(one)[0], source_of(other)[0],
        instance=source_of(instance)[0] if instance else None,
        model=model, event=source_of(event)[0] if event else None, stage=stage, legs=legs,
        changes=[parse_change(text) for text in change or ()], without=tuple(without or ()),
    )
    put_json(difference_json(found)) if json else put(difference_words(found, league=bool(instance)))
    return 0 if found.same else 1
