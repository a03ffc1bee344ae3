"""The score of a match that is still played, by its segments or boards."""

from __future__ import annotations

from scheduler.live.boards import papers_of, running
from scheduler.live.state import LiveMatch
from scheduler.views.messages import Translator

__all__ = ["imps_text", "so_far_text"]


def imps_text(hundredths: int, translator: Translator) -> str:
    """IMPs, with decimals only where there are some: 12, -3.5 (in Vietnamese -3,5)."""
    whole, rest = divmod(abs(hundredths), 100)
    decimals = translator.decimal(f".{rest:02d}".rstrip("0")) if rest else ""
    return f"{'-' if hundredths < 0 else ''}{whole}{decimals}"


def so_far_text(match: LiveMatch, translator: Translator) -> str:
    """IMPs of both sides, with what they begin with, and after how much; "" where nothing is kept. A
    ruling that gave both sides something leaves only the margins, each from its own side."""
    papers = papers_of(match)
    if not papers.boards and not papers.segments:
        return ""
    run = running(papers, ())
    home, away = (100 * run.scored[0], 100 * run.scored[1]) if run.scored else (run.home, run.away)
    home, away = home + max(match.ahead, 0), away + max(-match.ahead, 0)
    key, n = "boards.so-far-boards", run.boards
    if not papers.boards:
        key, n = "boards.so-far-segments", len(papers.segments)
    return translator(key, home=imps_text(home, translator), away=imps_text(away, translator), n=n)
