"""Draws that are there already: read, checked with their certificate, graded, put into words."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from scheduler.app.draws import DrawAsked, prepare_draw
from scheduler.app.inputs import EventLike
from scheduler.app.rulebooks import rulebook_for
from scheduler.errors import FileError, UsageError
from scheduler.event import Draw, Event, Report, Said, Stage, said
from scheduler.files.draws import SURE_LINE_WORDS, load_draw
from scheduler.files.groups import GROUP_WORDS, Groups, load_groups
from scheduler.files.source import MEGABYTE, Source, read_bytes
from scheduler.formats import groups as grouped
from scheduler.formats import knockout
from scheduler.formats.knockout.frame import rulebook_for as draw_rules
from scheduler.formats.knockout.separation import attributes_of
from scheduler.rules import Rulebook

__all__ = [
    "JudgedDraw", "Proof", "check_draw", "check_draw_json", "claims", "conflicts_of", "draw_kind",
    "grade_draw", "open_draw", "proof_of",
]

_LIMIT = 32 * MEGABYTE
_LINES = re.compile(rb'"lines"\s*:\s*\[\s*[\]{]')
_GROUPS = re.compile(rb'"groups"\s*:\s*\[\s*\[')
_LINE_HEADINGS = {"line": SURE_LINE_WORDS}

_BY = {"filling": said("filling"), "potentials": said("potentials")}


@dataclass(frozen=True)
class JudgedDraw:
    """A draw, or groups, with the rules it is held against, and entry list and stage where known."""

    name: str
    rulebook: Rulebook
    draw: Draw | None = None
    groups: Groups = ()
    event: Event | None = None
    stage: Stage | None = None


@dataclass(frozen=True)
class Proof:
    """What became of a certificate: ``reasons`` why it proves nothing, ``claims`` what its parts claim."""

    reasons: tuple[str, ...]
    claims: tuple[str, ...]

    @property
    def proves(self) -> bool:
        """True when it was accepted and claims anything."""
        return bool(self.claims) and not self.reasons


def draw_kind(source: Source) -> str:
    """``draw``, ``groups`` or "": what a file or bytes look like. Never raises; its reader will."""
    if not isinstance(source, bytes) and (
        Path(source).suffix.lower() in (".toml", ".xml") or not _is_file(Path(source))
    ):
        return ""
    try:
        data, where = read_bytes(source, limit=128 * MEGABYTE)
    except FileError:
        return ""
    if data.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] == b"{":
        return "draw" if _LINES.search(data) else "groups" if _GROUPS.search(data) else ""
    from scheduler.files.sheets import read_sheets
    from scheduler.files.words import find_header

    try:
        sheets = read_sheets(data, name=where)
        if any(find_header(s, _LINE_HEADINGS, ["line"]) for s in sheets):
            return "draw"
        return "groups" if any(find_header(s, GROUP_WORDS, ["group", "number"]) for s in sheets) else ""
    except FileError:
        return ""


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):  # a name that no file can have
        return False


def open_draw(
    source: Draw | Source, event: EventLike | None = None, asked: DrawAsked | None = None, *, name: str = ""
) -> JudgedDraw:
    """The draw in ``source`` with its rulebook; groups too, which without an event are but numbers.

    ``event`` is the entry list; without it, the one that a sheet itself holds. Raises FileError,
    RulebookError and UsageError for what cannot be read, found or done.
    """
    if not isinstance(source, Draw) and draw_kind(source) == "groups":
        return _open_groups(source, event, asked, name)
    job = None if event is None else prepare_draw(event, asked)
    title = name or (Path(source).name if isinstance(source, str | Path) else "the draw")
    if job is not None and job.groups:
        raise UsageError(
            f"{title} is a bracket, but the stage of {job.event.name} is groups",
            maybe="name another --stage.",
        )
    found = None if isinstance(source, Draw) else load_draw(source, job.event if job else None, name=name)
    drawn = source if isinstance(source, Draw) else found.draw  # type: ignore[union-attr]
    if job is not None:
        return JudgedDraw(title, job.rulebook, drawn, (), job.event, job.stage)
    asked = asked or DrawAsked()
    known = found.event if found else None
    rulebook = rulebook_for(
        None, None, asked.model or "cba-knockout", changes=asked.changes, without=asked.without
    )
    return JudgedDraw(title, rulebook, drawn, (), known, Stage("knockout") if known else None)


def _open_groups(source: Source, event: EventLike | None, asked: DrawAsked | None, name: str) -> JudgedDraw:
    """Groups with their rulebook; an event that draws no groups is taken to draw so many."""
    asked = asked or DrawAsked()
    title = name or (Path(source).name if isinstance(source, str | Path) else "the groups")
    if event is None:
        return JudgedDraw(title, rulebook_for(None, None, asked.model or "groups-from-pots"), None,
                          load_groups(source, name=name))
    job = prepare_draw(event, asked)
    groups = load_groups(source, job.event, name=name)
    if not job.groups:
        job = prepare_draw(event, replace(asked, groups=len(groups)))
    return JudgedDraw(title, job.rulebook, None, groups, job.event, job.stage)


def _json(data: bytes, where: str) -> Any:
    try:
        return json.loads(data)
    except (ValueError, RecursionError):
        raise FileError("not JSON", where=where) from None


def check_draw(judged: JudgedDraw) -> Report:
    """What the verifier says of a draw. UsageError where draw and entry list do not fit."""
    if judged.draw is not None:
        return knockout.check(judged.draw, judged.rulebook, judged.event, judged.stage)
    if judged.event is None or judged.stage is None:
        raise UsageError("groups are judged by their entry list", maybe="add --event EVENT.")
    asked = judged.stage.options.get("groups", len(judged.groups))
    if len(judged.groups) != asked:
        raise UsageError(f"{judged.name} has {len(judged.groups)} groups, asked for are {asked}")
    return grouped.check_groups(judged.groups, judged.rulebook, judged.event, judged.stage)


def conflicts_of(judged: JudgedDraw) -> dict[str, tuple[int, ...]]:
    """For each attribute that is kept apart the pairs that can meet first in round 1, 2 ..."""
    if judged.draw is None or judged.event is None:
        return {}
    rules = draw_rules(judged.rulebook, judged.event, judged.stage)
    frame = knockout.frame_of_draw(judged.draw, judged.event, judged.stage)
    return knockout.conflicts(judged.draw, frame, attributes_of(rules))


def proof_of(judged: JudgedDraw, certificate: Source, *, name: str = "") -> Proof:
    """What a certificate proves of a draw: the file is one, or what ``draw --json`` printed.

    Raises UsageError without an entry list, FileError for a file that is no JSON.
    """
    if judged.draw is None or judged.event is None:
        raise UsageError("a certificate speaks of a bracket and its entry list", maybe="add --event EVENT.")
    data, where = read_bytes(certificate, limit=_LIMIT, name=name)
    told = _json(data, where)
    if isinstance(told, dict) and "draw" in told:
        told = told.get("certificate")
    if told is None:
        return Proof((said("there is no certificate in it"),), ())
    names = told.get("attributes") if isinstance(told, dict) else None
    if isinstance(names, list) and not all(isinstance(n, str) for n in names):
        return Proof((said("the certificate names attributes by something else than texts"),), ())
    reasons = knockout.check_certificate(judged.draw, told, judged.event, judged.stage)
    return Proof(tuple(reasons), () if reasons else claims(told))


def claims(certificate: Any) -> tuple[str, ...]:
    """What the parts of a certificate claim, in words; no parts claim nothing."""
    names = certificate["attributes"]
    return tuple(
        _claim(names[part["attribute"]], tuple(part["rounds"]), _BY[part["by"]])
        for part in certificate["parts"] if part["rounds"]
    )


def _claim(attribute: str, rounds: tuple[int, ...], by: Said) -> Said:
    if len(rounds) == 1:
        return said(
            "{attribute}: no draw with these lines of seeds and byes has fewer pairs that can meet by round"
            " {round} (by {by})", attribute=attribute, round=rounds[0], by=by,
        )
    return said(
        "{attribute}: no draw with these lines of seeds and byes has fewer pairs that can meet by rounds"
        " {rounds}, the first named mattering most (by {by})", attribute=attribute, rounds=rounds, by=by,
    )


def check_draw_json(judged: JudgedDraw, report: Report, proof: Proof | None = None) -> dict[str, Any]:
    """A report, its keys at the top, with the pairs that can meet and what the certificate proves."""
    rules = [{"rule": r, "clause": c, "counts": n} for r, c, n in report.rules]
    proven = proof and {
        "proves": proof.proves, "claims": list(proof.claims), "reasons": list(proof.reasons),
    }
    return {
        **report.as_json(), "table": judged.name, "model": judged.rulebook.name, "rules": rules,
        "conflicts": {k: list(v) for k, v in conflicts_of(judged).items()},
        "certificate": proven,
    }


def grade_draw(judged: JudgedDraw, *, samples: int = 1_000, seed: str = "0") -> knockout.Grade:
    """How far a draw is from the best, and where it lies among draws by lot. UsageError for groups,
    without an entry list, and for less than one or more than 100,000 samples."""
    if judged.draw is None or judged.event is None:
        raise UsageError("a bracket is graded, by its entry list", maybe="add --event EVENT.")
    if not 1 <= samples <= 100_000:
        raise UsageError(f"the number of samples goes from 1 to 100000, not {samples}")
    return knockout.grade(
        judged.draw, judged.rulebook, judged.event, judged.stage, samples=samples, seed=seed
    )
