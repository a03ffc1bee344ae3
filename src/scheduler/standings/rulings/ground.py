"""What a ruling stands on: a Law and its edition, an article of the regulations, or discretion.

Numbers and powers moved between the editions of the Laws of Duplicate Bridge. They are one table here, and
a ruling names what it is about, not a number: ``law_of("knockout-average", "2017")`` is 12C4.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from scheduler.errors import RulebookError, UsageError, did_you_mean

__all__ = ["EDITIONS", "NUMBERS", "Ground", "edition_of", "ground_of", "law_of", "moved", "weighs"]

EDITIONS = ("1997", "2007", "2017")

_TABLE = """
wrong-board-new     15A      15A      15B
wrong-board-again   15B      15B      15B
wrong-board-auction 15C      15C      15B
missing-card        14       14       14
extraneous          16B      16C      16D
artificial          12C1     12C2     12C2
assigned            12C2     12C1     12C1
weighted            12C3     12C1c    12C1c
split               12C2     12C1f    12C1f
session-average     88       88       88
imps-artificial     86A      86A      12C2b
knockout-average    86B      86B      12C4
substitute          86C      86C      86A
correction-period   79C      79C      79C
rectify             81C6     81C3     81C3
waive               81C8     81C5     81C5
directors-error     82C      82C      82C
rectification       82       82       82
appeal-notice       83       83       83
agreed-facts        84       84       84
found-facts         85A      85A      85A
unresolved-facts    85B      85B      85B
fouled-board        87       87       87
individual          89       89       89
procedural          90       90       90
discipline          91A      91A      91A
disqualification    91B      91B      91B
appeal              92       92       92
"""

NUMBERS: Mapping[str, Mapping[str, str]] = {
    words[0]: dict(zip(EDITIONS, words[1:], strict=True))
    for words in (line.split() for line in _TABLE.strip().split("\n"))
}
"""What a ruling may be about -> edition -> number of the Law."""

_LAW = re.compile(r"(?:l(?:aw)?\s*)?([0-9]{1,2})\s*([a-g]?)\s*([0-9]?)\s*\(?([a-g]?)\)?", re.IGNORECASE)
_ARTICLE = re.compile(r"([A-Za-z][A-Za-z .]{0,30}?)[\s-]+([0-9]{1,3}(?:\.[0-9]{1,3}){0,3}[a-z]?)")
_MOST_LAW = 93


@dataclass(frozen=True, slots=True)
class Ground:
    """``kind`` is ``law``, ``article`` or ``discretion``; ``number`` that of the Law (``86B``) or the
    article (``CBA-11.3``), "" for discretion; ``edition`` of the Laws, "" for an article."""

    kind: str
    number: str = ""
    edition: str = ""

    def __str__(self) -> str:
        if self.kind == "law":
            return f"Law {self.number} ({self.edition})"
        return self.number or "discretion"

    def as_json(self) -> dict[str, str]:
        """The shape in the log."""
        return {k: v for k, v in (("kind", self.kind), ("number", self.number), ("edition", self.edition))
                if v}

    @classmethod
    def of(cls, data: Mapping[str, object]) -> Ground:
        """The ground of a log entry. KeyError where it has none."""
        return cls(str(data["kind"]), str(data.get("number", "")), str(data.get("edition", "")))


def edition_of(text: object) -> str:
    """The edition that a stage's ``laws`` names (2017 where it says nothing). RulebookError."""
    told = str(text or EDITIONS[-1])
    if told not in EDITIONS:
        raise RulebookError(
            f'"laws" must be one of {", ".join(EDITIONS)}, not "{told[:20]}"',
            maybe=did_you_mean(told[:20], EDITIONS))
    return told


def law_of(about: str, edition: str = "2017") -> str:
    """The number of the Law that ``about`` (a key of :data:`NUMBERS`) has in an edition. UsageError."""
    if about not in NUMBERS:
        raise UsageError(f'no Law is known as "{about[:40]}"', maybe=did_you_mean(about[:40], [*NUMBERS]))
    return NUMBERS[about][edition_of(edition)]


def ground_of(text: str, edition: str = "2017") -> Ground:
    """A ground as it is typed: ``L86B``, ``Law 12C1(c)``, ``CBA-11.3``, ``discretion``, or what the ruling is
    about (a key of :data:`NUMBERS`). UsageError for anything else, and for Laws that there are not.
    """
    told = " ".join(text.split())
    if told.lower() in ("discretion", "td", "director"):
        return Ground("discretion")
    if told in NUMBERS:
        return Ground("law", law_of(told, edition), edition_of(edition))
    law = _LAW.fullmatch(told) if len(told) < 30 else None
    if law and 1 <= int(law[1]) <= _MOST_LAW:
        return Ground("law", law[1] + law[2].upper() + law[3] + law[4].lower(), edition_of(edition))
    article = _ARTICLE.fullmatch(told) if len(told) < 60 else None
    if article and article[1].lower() not in ("l", "law"):
        return Ground("article", f"{article[1].strip()}-{article[2]}")
    raise UsageError(
        f'"{told[:40]}" is no ground of a ruling',
        maybe="name a Law (L86B), an article (CBA-11.3), or discretion.")


def moved(ground: Ground) -> tuple[str, ...]:
    """Where what an earlier or later edition has under this number stands in the ground's own: 86B of
    1997 and 2007 is 12C4 in 2017. Nothing for numbers that the edition itself has in the table."""
    if ground.kind != "law" or any(n[ground.edition] == ground.number for n in NUMBERS.values()):
        return ()
    return tuple(n[ground.edition] for n in NUMBERS.values() if ground.number in n.values())


def weighs(edition: str, committee: bool) -> bool:
    """Whether a director (or an appeal ``committee``) may weight an assigned score.

    In 1997 only a committee could (12C3); since 2007 the director can, unless the regulating authority
    forbids it (12C1(c)).
    """
    return committee or edition_of(edition) != "1997"
