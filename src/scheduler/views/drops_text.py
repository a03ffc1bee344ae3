"""Where losers drop, and how often two are expected to meet again: lines below a bracket."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from scheduler.solve.draws.elimination import Drop
from scheduler.solve.draws.rematches import Rematches
from scheduler.views.messages import Translator

__all__ = ["drops_text", "rematches_line", "sent_line"]


def rematches_line(rematches: Rematches, t: Translator) -> str:
    """Expected rematches before the losers' final and before the final, at even odds, exactly."""
    before, whole = _exactly(rematches.before_losers_final, t), _exactly(rematches.before_final, t)
    return t("drops.rematches", before=before, all=whole)


def sent_line(sent: Sequence[tuple[int, int]], t: Translator) -> str:
    """Losers who go elsewhere than the table says, each (match, the match he goes to)."""
    told = [t("drops.sent-one", match=of, target=target) for of, target in sent]
    return t("drops.sent", list=t("language.comma").join(told))


def drops_text(
    drops: Sequence[Drop], rematches: Rematches | None, t: Translator, sent: Sequence[tuple[int, int]] = ()
) -> str:
    """The drop table, a line a round, who goes elsewhere, and the expected rematches; nothing where there is
    none of it."""
    lines = [
        t("drops.round", round=d.round, order=" ".join(map(str, d.order))) for d in drops if len(d.order) > 1
    ]
    if lines:
        lines = ["", t("title.drops"), *lines]
    if sent:
        lines += [sent_line(sent, t)] if lines else ["", sent_line(sent, t)]
    if rematches is not None:
        lines += [rematches_line(rematches, t)] if lines else ["", rematches_line(rematches, t)]
    return "".join(line + "\n" for line in lines)


def _exactly(value: Fraction, t: Translator) -> str:
    """A fraction with its value to four places, rounded half up."""
    places = (value.numerator * 20_000 + value.denominator) // (2 * value.denominator)
    whole = str(value)
    if value.denominator == 1:
        return whole
    return t.decimal(f"{whole} = {places // 10_000}.{places % 10_000:04}")
