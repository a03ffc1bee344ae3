"""``scheduler rules``: what the program knows."""

from __future__ import annotations

from typing import Annotated

import typer

from scheduler.cli.options import JsonOption
from scheduler.cli.screen import put, put_json

__all__ = ["rules"]


def rules(
    rule: Annotated[str, typer.Argument(metavar="[RULE]", help="One rule, in full.")] = "",
    models: Annotated[
        bool, typer.Option("--models", help="List the rulebooks that come along instead.")
    ] = False,
    json: JsonOption = False,
) -> None:
    """List the rules, or explain one.

    Each with its parameters, what it counts, the clause it comes from and a worked example.
    """
    from scheduler.app import as_json, knowledge
    from scheduler.cli import words
    from scheduler.errors import UsageError

    if models:
        if rule:
            raise UsageError("a rule and --models exclude each other")
        books = knowledge.models()
        put_json(as_json.models_json(books)) if json else put(words.model_words(books))
        return
    found = knowledge.rules(rule)
    if json:
        put_json(as_json.rules_json(found))
    else:
        put(words.rule_words(found[0]) if rule else words.rules_list(found))
