"""Values to text, pages and pictures: pure functions, in three languages from one catalogue."""

from scheduler.views.columns import clean, cut, pad, width
from scheduler.views.findings import completions_text, lots_text, repair_text
from scheduler.views.html import page
from scheduler.views.messages import LANGUAGES, Translator
from scheduler.views.report_text import no_answer_text, report_text, result_text
from scheduler.views.summary import Verdict, summary, verdict_line
from scheduler.views.svg import pattern_svg, pattern_svgs
from scheduler.views.text import (
    VIEWS,
    by_entrant,
    by_round,
    crosstable,
    pattern_table,
    published,
    show,
)

__all__ = [
    "LANGUAGES",
    "VIEWS",
    "Translator",
    "Verdict",
    "by_entrant",
    "by_round",
    "clean",
    "completions_text",
    "crosstable",
    "cut",
    "lots_text",
    "no_answer_text",
    "pad",
    "page",
    "pattern_svg",
    "pattern_svgs",
    "pattern_table",
    "published",
    "repair_text",
    "report_text",
    "result_text",
    "show",
    "summary",
    "verdict_line",
    "width",
]
