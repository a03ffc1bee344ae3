"""What is played on the lines of a draw: the kinds of bracket, and what a stage may say of each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from scheduler.errors import UsageError, did_you_mean
from scheduler.event import BYE, Bracket, Draw, Stage
from scheduler.solve.draws.elimination import Drop, double_elimination, drop_table, repechage
from scheduler.solve.draws.elimination_routing import rerouted
from scheduler.solve.draws.placement_matches import consolation, single_elimination, stepladder
from scheduler.solve.draws.rematches import Rematches, expected_rematches

__all__ = ["BRACKET_OPTIONS", "KINDS", "bracket_of", "drops_of", "played_as", "rematches_of", "sent_of"]

KINDS: Mapping[str, tuple[str, ...]] = MappingProxyType({
    "single": ("places", "third-place", "number-byes", "losers"),
    "double": ("final", "drops", "skip-first", "number-byes", "losers"),
    "compact": ("final", "drops", "first-side", "lives", "losers"),
    "consolation": ("places", "third-place", "losers"),
    "repechage": ("repechage",),
    "stepladder": ("straight",),
})
"""By kind of bracket the options of a stage that it has."""

BRACKET_OPTIONS = tuple(dict.fromkeys(key for keys in KINDS.values() for key in keys))
_METHODS = {"double": "standard", "compact": "compact"}
_FLAGS = ("third-place", "skip-first", "number-byes")
_BY_NUMBER = ("drops", "losers")
_LONGEST = 20_000


def played_as(stage: Stage, kind: str = "", places: tuple[int, ...] = ()) -> Stage:
    """The stage with another kind of bracket, or other places to be played for.

    ``kind`` may name options after it: ``double:final=single:drops.2=4,3,2,1:losers.9=14-home``. What the
    stage says of another kind goes where a kind is named. UsageError for an unknown kind or option.
    """
    if len(kind) > _LONGEST:
        raise UsageError(f"a bracket of {len(kind)} characters, the limit is {_LONGEST}")
    word, *parts = [p.strip() for p in kind.split(":")]
    options = dict(stage.options)
    if word:
        _known(word)
        options = {k: v for k, v in options.items() if k not in BRACKET_OPTIONS or k in KINDS[word]}
        options["kind"] = word
    for part in parts:
        key, equals, value = (x.strip() for x in part.partition("="))
        name, dot, of = key.partition(".")
        if name in _BY_NUMBER and dot and equals:
            there = dict(options.get(name, {})) if isinstance(options.get(name, {}), dict) else {}
            options[name] = {**there, of: _numbers(value) if name == "drops" else value}
        else:
            options[key] = _value(key, value, bool(equals))
    options |= {"places": list(places)} if places else {}
    _known(options.get("kind", "single"))
    return replace(stage, options=options)


def _known(kind: Any) -> str:
    if not isinstance(kind, str) or kind not in KINDS:
        told = str(kind)[:40]
        raise UsageError(
            f'a bracket is {", ".join(KINDS)}, not "{told}"', maybe=did_you_mean(told, tuple(KINDS))
        )
    return kind


def _value(key: str, text: str, given: bool) -> Any:
    """The value of an option as it would stand in a file."""
    if key not in BRACKET_OPTIONS or key in _BY_NUMBER:
        known = [k for k in BRACKET_OPTIONS if k not in _BY_NUMBER] + ["drops.2", "losers.9"]
        raise UsageError(f'a bracket has no option "{key[:40]}"', maybe=did_you_mean(key[:40], known))
    if key in _FLAGS:
        if text not in ("", "true", "false"):
            raise UsageError(f'"{key}" is true or false, not "{text[:40]}"')
        return not given or text == "true"
    if key == "places":
        return _numbers(text)
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 7 else text


def _numbers(text: str) -> list[int]:
    parts = [p.strip() for p in text.split(",")]
    if not all(p.isascii() and p.isdecimal() and len(p) < 7 for p in parts):
        raise UsageError(f'"{text[:40]}" is no list of numbers', maybe="write 4,3,2,1.")
    return [int(p) for p in parts]


def bracket_of(draw: Draw, stage: Stage) -> Bracket:
    """The matches of a draw as its stage has them; its byes are those of the draw. The option ``losers``
    sends the loser of a match elsewhere, ``{9: "14-home"}``; who was to come there takes the place he leaves.

    UsageError for options that its kind does not have, values that make no sense, routings that cannot be
    played, and sizes.
    """
    made, losers = _arranged(draw, stage), _losers(stage)
    return rerouted(made, losers) if losers else made


def sent_of(draw: Draw, stage: Stage) -> tuple[tuple[int, int], ...]:
    """(match, the match its loser goes to) for those whom the option ``losers`` sends elsewhere, and
    those who make room for them. UsageError as :func:`bracket_of`."""
    if not _losers(stage):
        return ()
    before = _loser_targets(_arranged(draw, stage))
    after = _loser_targets(bracket_of(draw, stage))
    return tuple((of, target) for of, target in sorted(after.items()) if before.get(of) != target)


def _loser_targets(bracket: Bracket) -> dict[int, int]:
    return {
        feed.of: m.number for m in bracket.matches for feed in (m.home, m.away)
        if feed.kind == "loser" and not m.again
    }


def _losers(stage: Stage) -> dict[int, tuple[int, str]]:
    """By match, where its loser is sent: tables of a file have their keys as texts."""
    told = stage.options.get("losers", {})
    found = {}
    for of, to in told.items() if isinstance(told, Mapping) else [("", told)]:
        target, _, side = to.partition("-") if isinstance(to, str) else ("", "", "")
        if not all(x.isascii() and x.isdecimal() and len(x) < 7 for x in (str(of), target)) or (
            side not in ("home", "away")
        ):
            raise UsageError(
                f'"losers" gives for a match where its loser goes, not {str(of)[:20]} = {str(to)[:40]}',
                maybe='write losers = { 9 = "14-home" }, the second side being "away".',
            )
        found[int(str(of))] = (int(target), side)
    return found


def _arranged(draw: Draw, stage: Stage) -> Bracket:
    """The matches before any loser is sent elsewhere by hand."""
    kind, byes = _kind(stage), _byes(draw)
    entrants, options = draw.size - len(byes), stage.options
    if kind in _METHODS:
        return double_elimination(
            entrants, method=_METHODS[kind], byes=byes, final=str(options.get("final", "if-needed")),
            orders=_orders(stage), first_side=str(options.get("first-side", "top")),
            lives=_whole(stage, "lives", 2), skip_first=_flag(stage, "skip-first"),
            number_byes=_flag(stage, "number-byes"),
        )
    if kind == "repechage":
        return repechage(entrants, kind=str(options.get("repechage", "quarter-finals")), byes=byes)
    if kind == "stepladder":
        if byes != list(range(entrants + 1, draw.size + 1)):
            raise UsageError(
                "in a ladder line i is the i-th of the ranking, and the empty lines are the last ones",
                maybe="draw it with kind = \"stepladder\".",
            )
        return stepladder(entrants, straight=_whole(stage, "straight", 1))
    if kind == "consolation":
        return consolation(entrants, places=_places(stage), byes=byes)
    return single_elimination(
        entrants, places=_places(stage), byes=byes, number_byes=_flag(stage, "number-byes")
    )


def drops_of(draw: Draw, stage: Stage) -> tuple[Drop, ...]:
    """Where the losers of each winners' round drop, as the stage has it; empty without a losers' side, and
    with more than two lives. UsageError as :func:`bracket_of`."""
    kind, byes = _kind(stage), _byes(draw)
    if kind not in _METHODS or _whole(stage, "lives", 2) != 2:
        return ()
    return drop_table(
        draw.size - len(byes), method=_METHODS[kind], byes=byes, orders=_orders(stage),
        first_side=str(stage.options.get("first-side", "top")),
    )


def rematches_of(bracket: Bracket) -> Rematches | None:
    """How often two are expected to meet again, at even odds; None where it is not counted: other than two
    lives, or no losers' side."""
    if bracket.lives != 2 or not any(m.side == "L" for m in bracket.matches):
        return None
    return expected_rematches(bracket)


def _byes(draw: Draw) -> list[int]:
    return [line for line, who in enumerate(draw.lines, start=1) if who == BYE]


def _kind(stage: Stage) -> str:
    """The kind, its options held against it."""
    kind = _known(stage.options.get("kind", "single"))
    for key, value in stage.options.items():
        if key in BRACKET_OPTIONS and key not in KINDS[kind] and value not in (False, [], {}):
            having = [k for k, keys in KINDS.items() if key in keys]
            raise UsageError(
                f'a bracket of kind "{kind}" has no option "{key}"',
                maybe=f"leave it out, or let kind be {' or '.join(having)}.",
            )
    return kind


def _flag(stage: Stage, key: str) -> bool:
    value = stage.options.get(key, False)
    if not isinstance(value, bool):
        raise UsageError(f'"{key}" is true or false, not {str(value)[:40]}')
    return value


def _whole(stage: Stage, key: str, default: int) -> int:
    value = stage.options.get(key, default)
    if not isinstance(value, int) or isinstance(value, bool):
        raise UsageError(f'"{key}" is a whole number, not {str(value)[:40]}')
    return value


def _places(stage: Stage) -> tuple[int, ...]:
    places = stage.options.get("places", [])
    if not _listed(places):
        raise UsageError(f'"places" is a list of numbers such as [3, 5], not {str(places)[:40]}')
    return (*places, 3) if _flag(stage, "third-place") and 3 not in places else tuple(places)


def _orders(stage: Stage) -> dict[int, tuple[int, ...]] | None:
    """Drop orders by round: tables of a file have their keys as texts."""
    drops = stage.options.get("drops", {})
    if not isinstance(drops, Mapping) or not all(
        str(r).isascii() and str(r).isdecimal() and len(str(r)) < 3 and _listed(order)
        for r, order in drops.items()
    ):
        raise UsageError(
            f'"drops" gives for a round the matches in the order in which their losers come in, not '
            f"{str(drops)[:40]}", maybe="write drops = { 2 = [2, 1] }.",
        )
    return {int(str(r)): tuple(order) for r, order in drops.items()} or None


def _listed(value: object) -> bool:
    return isinstance(value, list | tuple) and all(
        isinstance(p, int) and not isinstance(p, bool) for p in value
    )
