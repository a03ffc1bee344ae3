"""The catalogue is complete in every language, and the translator reads it safely."""

from __future__ import annotations

import ast
import copy
import pickle
import re
import string
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

import scheduler
from scheduler import views
from scheduler.app.knowledge import models
from scheduler.errors import UsageError
from scheduler.event import Said, Stage, said
from scheduler.event.said import numbered
from scheduler.formats.round_robin import rulebook_for
from scheduler.formats.round_robin.frame import MODES
from scheduler.verify import certificate
from scheduler.views.messages import LANGUAGES, Translator, catalogue, ranges, reasons, sentences

SAMPLE_DRAWS = (
    "sample-champions-league-2021", "sample-world-cup-2018", "sample-world-cup-2022", "sample-world-cup-2026",
    "round-of-16-2012", "round-of-16-2015",
)


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
    rooms = [folder, *(folder.parent / room for room in ("cli", "standings", "live"))]
    files = [path for room in rooms for path in room.rglob("*.py")]
    code = "\n".join(path.read_text(encoding="utf-8") for path in files)
    quoted = set(re.findall(r"[\"']([a-z-]+(?:\.[a-z-]+)?)[\"']", code))
    groups = "|".join({key.split(".")[0] for key in catalogue("en")})
    called = {key for key in quoted if re.match(rf"(?:{groups})\.", key)} - {"page.css"}
    keys = set(catalogue("en"))
    assert called <= keys
    # A key may be made from a group and a quoted name, but must be said in one way or the other.
    assert not {key for key in keys if key not in called and key.split(".")[1] not in quoted}


def test_the_reasons_of_the_rulebooks_are_told_in_every_language() -> None:
    """Every one-line reason that a printed report can have, those that legs and samples add included."""
    books = [b for b in models() if b.format in ("round-robin", "knockout", "groups")]
    robin = next(b for b in books if b.format == "round-robin")
    stage = (Stage(legs=2, options={"mode": mode}) for mode in MODES if mode != "cba")
    books += [rulebook_for(robin, None, s) for s in stage]
    told = {use.reason for book in books for use in book.uses if use.reason}
    stages = [s for name in SAMPLE_DRAWS for s in scheduler.load(name).stages]
    told |= {rule["reason"] for s in stages for rule in s.rules if "reason" in rule}
    assert told <= set(reasons("en"))
    for language in ("zh", "vi"):
        assert all(Translator(language).reason(reason) not in ("", reason) for reason in told)
    assert Translator("zh").reason("a reason of a club's own") == "a reason of a club's own"


def _templates() -> set[str]:
    """Every English template that the program makes a sentence of, read from its source."""
    room = Path(views.__file__).parent.parent
    found: set[str] = set()
    for path in sorted(room.rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        listed = {
            target.id: {x.value for x in ast.walk(node.value) if isinstance(x, ast.Constant)
                        and isinstance(x.value, str) and " " in x.value}
            for node in tree.body if isinstance(node, ast.Assign)
            for target in node.targets if isinstance(target, ast.Name)
        }
        for call in ast.walk(tree):
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "said":
                first = call.args[0]
                if isinstance(first, ast.Constant):
                    found.add(first.value)
                elif isinstance(first, ast.Subscript) and isinstance(first.value, ast.Name):
                    found |= listed[first.value.id]
    return found


def _certificate_reasons() -> set[str]:
    """The reasons of the checker of certificates as templates; all of their values are whole numbers."""
    tree = ast.parse(Path(certificate.__file__).read_text(encoding="utf-8"))
    said = [
        "".join(x.value if isinstance(x, ast.Constant) else "7" for x in text.values)
        for text in ast.walk(tree) if isinstance(text, ast.JoinedStr)
    ]
    inner = ("pairs within", "is told apart", "of code", "those without")
    return {
        numbered(f"attribute 1: {text}" if any(k in text for k in inner) else text).template
        for text in said if text != "attribute 7: 7"
    }


def test_every_sentence_is_told_in_every_language_with_its_values() -> None:
    told = _templates() | _certificate_reasons()
    assert len(told) > 60
    assert told <= set(sentences("en"))
    for language in ("zh", "vi"):
        for english, other in sentences(language).items():
            # The article and the direction of a plural may go unsaid, a value may not.
            assert _fields(english) == _fields(other) or "-{n2}" in english, english


def test_no_sentence_is_kept_that_nobody_says() -> None:
    assert set(sentences("en")) <= _templates() | _certificate_reasons() | {
        "line {n1} holds -{n2}: another is fixed there, or no bye is"}


def test_a_sentence_is_translated_with_the_sentences_in_it() -> None:
    about = said("{attribute}, round {round}", attribute="region", round=3)
    told = said("not proven from here on: {level}", level=about)
    assert told == "not proven from here on: region, round 3"
    assert Translator("zh").said(told) == "自此以下未经证明：地区，第3轮"
    assert Translator("zh").said("a text of a stranger") == "a text of a stranger"
    many = said("{many} move: {names}", many=2, names=("A {n}", "B"))
    assert Translator("zh").said(many) == "移动2方：A {n}、B"


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda x: pickle.loads(pickle.dumps(x))])
def test_a_copied_sentence_keeps_its_values(copied: Callable[[Said], Said]) -> None:
    told = copied(said("{first}; {second}", first=said("lot"), second="x"))
    assert (told, Translator("zh").said(told)) == ("lot; x", "抽签；x")


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


def test_decimals_have_the_mark_of_the_language_and_counts_keep_theirs() -> None:
    told = {code: (Translator(code).decimal("-20.89"), Translator(code).decimal("7")) for code in LANGUAGES}
    assert told == {"en": ("-20.89", "7"), "zh": ("-20.89", "7"), "vi": ("-20,89", "7")}


def test_no_view_writes_a_decimal_point_but_through_the_translator() -> None:
    """Whoever formats a fraction of a number within a view hands it to ``decimal``."""
    written = re.compile(r"\.[0-9]f\}|\}\.\{[^}]*:0?[0-9]|\.\{[^}]*:0[0-9]")
    found, kept = [], 0
    for path in sorted(Path(views.__file__).parent.glob("*.py")):
        for line in path.read_text("utf-8").splitlines():
            if written.search(line):
                kept += "decimal(" in line
                found += [] if "decimal(" in line else [f"{path.name}: {line.strip()}"]
    assert found == []
    assert kept > 5, "the pattern still finds those that are right"


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


@pytest.mark.parametrize(
    ("language", "told"), [("en", "1,234,567"), ("zh", "1,234,567"), ("vi", "1.234.567")])
def test_large_numbers_of_a_sentence_are_grouped_as_the_language_does(language: str, told: str) -> None:
    """From 10,000 on; years and numbers of entrants stay as they are."""
    sentence = said("drawn uniformly from {many} valid draws", many=1_234_567)
    assert told in Translator(language).said(sentence)
    assert "2026" in Translator(language).said(said("drawn uniformly from {many} valid draws", many=2026))
