"""``scheduler draw --choice``: opponents chosen by the highest ranked, at once or one by one."""

from __future__ import annotations

import sys
from datetime import datetime
from typing import TYPE_CHECKING

from scheduler.cli.screen import say
from scheduler.errors import Interrupted, UsageError

if TYPE_CHECKING:
    from scheduler.app.draws import DrawJob
    from scheduler.formats.knockout.choosing import ChoiceRecord, ChoiceSession
    from scheduler.views import Translator

__all__ = ["chosen"]



def chosen(job: DrawJob, choices: str, author: str, language: str) -> ChoiceRecord:
    """The record of ``choices``: ``1=7,2=5,1+3``; ``ask`` takes one line of standard input a choice, and
    ``ask:2`` for so many rounds."""
    from scheduler.app.draw_choice import choose_all, parse_choices, session_for
    from scheduler.views import Translator

    ask, _, rounds = choices.strip().partition(":")
    if ask != "ask":
        told = parse_choices(choices, job.event)
        return choose_all(session_for(job, max((r for _, _, r in told), default=1)), told, author)
    if rounds and (not rounds.isascii() or not rounds.isdecimal() or len(rounds) > 2):
        raise UsageError(f'"{rounds[:40]}" is no number of rounds', maybe="write --choice ask:2.")
    session = session_for(job, int(rounds or 0))
    if not author:
        raise UsageError("choices typed in need the name of who enters them", maybe="add --author NAME.")
    t = Translator(language)
    while session.turn is not None:
        _ask(session, author, t)
    return session.record()


def _ask(session: ChoiceSession, author: str, t: Translator) -> None:
    """One choice: who is open, with what speaks against them; asked again until it is one of these."""
    from scheduler.app.draw_choice import enter, parse_choices
    from scheduler.views.choice_text import caution_text

    turn = session.turn
    assert turn is not None
    sign = "=" if turn.round == 1 else "+"
    what = "an opponent" if turn.round == 1 else f"the match to meet in round {turn.round}"
    say(f"{turn.chooser} {session.event.name_of(turn.chooser)} chooses {what}:")
    for e in turn.among:
        against = t.clauses(caution_text(c, t) for c in session.cautions(e))
        say(f"  {e} {session.event.name_of(e)}{f' - {against}' if against else ''}")
    answer = _line(session)
    try:
        whom = parse_choices(f"{turn.chooser}{sign}{answer}", session.event)[0][1]
        time = datetime.now().astimezone().isoformat(timespec="seconds")
        enter(session, whom, author, time)
    except UsageError as error:
        say(str(error))


def _line(session: ChoiceSession) -> str:
    try:
        line = sys.stdin.readline() if sys.stdin is not None else ""
    except KeyboardInterrupt:
        line = ""
    if line:
        return line.strip()
    raise Interrupted(f"the choice was stopped after {len(session.steps)} steps, nothing kept")
