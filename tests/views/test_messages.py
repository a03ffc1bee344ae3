"""The catalogue is complete in every language, and the translator reads it safely."""

from __future__ import annotations

import re
import string
import tomllib
from pathlib import Path

import pytest

from scheduler import views
from scheduler.app.knowledge import models
from scheduler.errors import UsageError
from scheduler.event import Stage
from scheduler.formats.round_robin import rulebook_for
from scheduler.formats.round_robin.frame import MODES
from scheduler.views.messages import LANGUAGES, Translator, catalogue, ranges, reasons


def _fields(message: object) -> set[str]:
    forms = message.values() if hasattr(message, "values") else [str(message)]
    return {name for form in forms for _, name, _, _ in string.Formatter().parse(form) if name}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_key_stands_in_every_language_with_the_same_values(language: str) -> None:
    english, other = catalogue("en"), catalogue(language)
    assert set(english) == set(other)
    for key in english:
        if not key.startswith("language."):
            # Only the number that chooses the plural may go unsaid.
            assert _fields(english[key]) ^ _fields(other[key]) <= {"n"}, key


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_group_of_messages_stands_in_two_files(language: str) -> None:
    folder = Path(views.__file__).parent / "catalogue"
    files = [*folder.glob(f"{language}.toml"), *folder.glob(f"*.{language}.toml")]
    groups = [name for path in files for name in tomllib.loads(path.read_text(encoding="utf-8"))]
    assert len(groups) == len(set(groups))


def test_every_message_is_used_and_every_used_key_is_there() -> None:
    folder = Path(views.__file__).parent
    rooms = [folder, *(folder.parent / room for room in ("cli", "standings"))]
    files = [path for room in rooms for path in room.glob("*.py")]
    code = "\n".join(path.read_text(encoding="utf-8") for path in files)
    quoted = set(re.findall(r"[\"']([a-z-]+(?:\.[a-z-]+)?)[\"']", code))
    groups = "|".join({key.split(".")[0] for key in catalogue("en")})
    called = {key for key in quoted if re.match(rf"(?:{groups})\.", key)} - {"page.css"}
    keys = set(catalogue("en"))
    assert called <= keys
    # A key may be made from a group and a quoted name, but must be said in one way or the other.
    assert not {key for key in keys if key not in called and key.split(".")[1] not in quoted}


def test_the_reasons_of_the_round_robin_rulebooks_are_told_in_every_language() -> None:
    """Every one-line reason that a printed report can have, those that legs add included."""
    books = [b for b in models() if b.format == "round-robin"]
    stage = (Stage(legs=2, options={"mode": mode}) for mode in MODES if mode != "cba")
    books += [rulebook_for(books[0], None, s) for s in stage]
    told = {use.reason for book in books for use in book.uses if use.reason}
    assert told == set(reasons("en"))
    for language in ("zh", "vi"):
        assert all(Translator(language).reason(reason) not in ("", reason) for reason in told)
    assert Translator("zh").reason("a reason of a club's own") == "a reason of a club's own"


@pytest.mark.parametrize("language", LANGUAGES)
def test_legends_speak_of_the_marks_that_are_printed(language: str) -> None:
    t = Translator(language)
    for key in ("by-entrant", "crosstable", "pattern", "svg"):
        assert t("mark.home") in t(f"legend.{key}")


def test_plural_forms_follow_the_count() -> None:
    english, chinese = Translator("en"), Translator("zh")
    assert english("count.match", n=1) == "1 match"
    assert english("count.match", n=0) == "0 matches"
    assert chinese("count.match", n=1) == "1场比赛"


def test_counts_are_grouped_as_the_language_does() -> None:
    told = {code: Translator(code).amount(499500) for code in LANGUAGES}
    assert told == {"en": "499,500", "zh": "499,500", "vi": "499.500"}


def test_values_with_braces_are_written_not_read() -> None:
    assert Translator()("page.model", model="{n} {0.__class__}") == "Model: {n} {0.__class__}"


def test_regions_and_scripts_after_a_language_are_ignored() -> None:
    assert [Translator(x).language for x in ("zh-CN", "vi_VN", "EN")] == ["zh", "vi", "en"]


def test_an_unknown_language_is_an_error_that_lists_the_known_ones() -> None:
    with pytest.raises(UsageError, match="come in en, zh, vi") as caught:
        Translator("fr")
    assert caught.value.maybe


def test_an_unknown_key_is_a_bug_and_never_printed() -> None:
    with pytest.raises(KeyError):
        Translator()("no.such")


def test_dates_follow_the_language_and_strangers_stay_as_they_are() -> None:
    told = [Translator(code).date("2026-03-05") for code in LANGUAGES]
    assert told == ["5 March 2026", "2026年3月5日", "ngày 5 tháng 3 năm 2026"]
    assert Translator().date("next week") == "next week"
    assert Translator().moment("2026-03-05T14:00:00+08:00") == "5 March 2026, 14:00"
    assert Translator().moment("2026-03-05") == "5 March 2026"
    assert Translator("vi").moment("soon") == "soon"


def test_numbers_shorten_runs_of_three_and_more() -> None:
    t = Translator()
    assert t.numbers([1, 2, 4, 5, 6, 9]) == "1, 2, 4-6 and 9"
    assert t.listed("round", [9, 10, 11]) == "rounds 9-11"
    assert t.listed("round", [7]) == "round 7"
    assert t.span(5, 5) == "5"
    assert t.span(5, 6) == "5 or 6"
    assert t.span(4, 7) == "4 to 7"


def test_ranges_are_maximal_and_ascending() -> None:
    assert ranges([5, 1, 2, 3, 3]) == [(1, 3), (5, 5)]
    assert ranges([]) == []
