"""Boards and segments of a match in play: both rooms, IMPs, the score so far."""

from __future__ import annotations

from collections.abc import Iterator

from scheduler.live.boards import Running, papers_of, running, segments_of
from scheduler.live.papers import BoardKey, Papers, Room, contract_text
from scheduler.live.state import LiveEvent, LiveMatch, LiveStage
from scheduler.standings.boards import BoardResult, board_imps, north_south
from scheduler.views.columns import clean
from scheduler.views.leaves import Leaf, leaves_page, leaves_text
from scheduler.views.messages import Translator
from scheduler.views.rounds import score_text
from scheduler.views.so_far import imps_text

__all__ = ["boards_page", "boards_text"]


def boards_text(event: LiveEvent, stage: LiveStage, match: LiveMatch, translator: Translator) -> str:
    """The boards of a match for a terminal: a table for each segment, then the score."""
    return leaves_text(list(_leaves(event, stage, match, translator)))


def boards_page(event: LiveEvent, stage: LiveStage, match: LiveMatch, translator: Translator) -> str:
    """The same as a page that prints on A4; write it as UTF-8."""
    head = translator("boards.head", round=match.round, table=match.table)
    leaves = list(_leaves(event, stage, match, translator))
    return leaves_page(f"{clean(event.name)}: {head}", leaves, translator)


def _leaves(event: LiveEvent, stage: LiveStage, match: LiveMatch, t: Translator) -> Iterator[Leaf]:
    papers, lengths = papers_of(match), segments_of(stage, match)
    run = running(papers, lengths)
    home, away = (f"{event.number(id)} {clean(event.name_of(id))}" for id in (match.home, match.away))
    head = (t("boards.board"), t("boards.open"), t("boards.score"), t("boards.closed"), t("boards.score"),
            home, away)
    kinds = ("", "word", "", "word", "", "", "")
    yield Leaf(t("boards.title", home=home, away=away), legend=t("boards.legend"),
               remarks=(t("boards.head", round=match.round, table=match.table),))
    for k in range(1, len(lengths) + 1):
        rows = tuple(_rows(papers, k, t))
        if rows:
            yield Leaf(t("boards.segment", number=k), head, rows, kinds)
    yield Leaf(t("boards.total"), remarks=tuple(_remarks(match, run, sum(lengths), papers, home, away, t)))


def _rows(papers: Papers, segment: int, t: Translator) -> Iterator[tuple[str, ...]]:
    typed = papers.segments.get(segment)
    if typed is not None:
        yield ("", t("boards.typed"), "", "", "", str(typed.home), str(typed.away))
        return
    boards = papers.boards
    for key in sorted({*boards, *papers.void}):
        if key[0] == segment:
            yield _row(key, boards.get(key), t)


def _row(key: BoardKey, result: BoardResult | None, t: Translator) -> tuple[str, ...]:
    if result is None:
        return (str(key[1]), t("boards.void"), "", "", "", "", "")
    made = board_imps(result)
    if result.ruling is not None:
        cells = [t("boards.ruling"), "", "", ""]
    else:
        cells = [cell for room in (result.open, result.closed) for cell in _room(key[1], room, t)]
    if made is None:
        return (str(key[1]), *cells, "", "")
    won = made[0] == -made[1] != 0  # the usual case: IMPs stand on the side of who won them
    return (str(key[1]), *cells, *("" if won and side < 0 else imps_text(side, t) for side in made))


def _room(board: int, room: Room | None, t: Translator) -> tuple[str, str]:
    if room is None:
        return "", ""
    score = str(north_south(board, room))
    if isinstance(room, int):
        return "", score
    return (contract_text(room) if room.level else t("boards.passed")), score


def _remarks(
    match: LiveMatch, run: Running, boards: int, papers: Papers, home: str, away: str, t: Translator
) -> Iterator[str]:
    if match.ahead:
        side, imps = (home, match.ahead) if match.ahead > 0 else (away, -match.ahead)
        yield t("boards.ahead", side=side, imps=imps_text(imps, t))
    yield t("boards.margin", home=imps_text(run.home, t), away=imps_text(run.away, t), home_side=home,
            away_side=away)
    missing = boards - run.boards - len(papers.void)
    if not run.complete and missing > 0 and not papers.segments:
        yield t("boards.missing", n=missing)
    if match.result is not None:
        yield t("boards.final", result=score_text(match.result, t))
