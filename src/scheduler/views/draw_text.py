"""What is said of draws: how far they are proven, who can meet, counts, balls, grades, the day, repairs.

These are printed artefacts, to be hung up beside the draw, and come in the translator's language.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from scheduler.views.columns import clean
from scheduler.views.messages import Translator

if TYPE_CHECKING:
    from scheduler.event import Event
    from scheduler.formats.groups import GroupRecord, GroupResult
    from scheduler.formats.knockout import DrawRecord, DrawResult, Grade
    from scheduler.formats.public import LotsStep
    from scheduler.solve.draws.order_of_play import OrderOfPlay

__all__ = [
    "conflict_lines",
    "count_text",
    "day_text",
    "draw_text",
    "fixtures_text",
    "grade_text",
    "group_record_text",
    "group_result_text",
    "groups_text",
    "proof_text",
    "proposals_text",
    "record_text",
    "round_lines",
]

_HOW = {"counting": "draw.counting", "certificate": "draw.certificate", "solver": "draw.solver"}
_PARTS = {"related": "lots.related", "rest": "lots.rest"}
_KINDS = {"promotion": "mend.promotion", "in-place": "mend.in-place", "obedient": "mend.obedient"}
_SEED_NUMBER = 100
"""The level at which rulebooks price the number of seeds, of which there is nothing to prove."""
_DAY = 24 * 60


def _text(lines: Iterable[str]) -> str:
    return "".join(f"{clean(line)}\n" for line in lines)


def conflict_lines(conflicts: Mapping[str, Sequence[int]], translator: Translator) -> list[str]:
    """One line an attribute: the pairs of one value that can meet first in round 1, 2 ..."""
    t = translator
    lines = []
    for name, counts in conflicts.items():
        told = [t("draw.in-round", pairs=t.amount(n), round=r) for r, n in enumerate(counts, start=1) if n]
        key = "draw.meetings" if told else "draw.nobody"
        lines.append(clean(t(key, attribute=t.attribute(name), list=t("language.comma").join(told))))
    return lines


def draw_text(result: DrawResult, translator: Translator) -> str:
    """The one line, then the pairs that can meet, then what was chosen and what yielded."""
    t = translator
    seeds = t("draw.seeds", n=sum(map(bool, result.draw.seeds)))
    head = t("draw.head", size=t.said(result.size.said), seeds=seeds, proof=_proof(result, t))
    notes = [t.said(note) for note in result.notes if note != result.size.said]
    return _text([head, *conflict_lines(result.conflicts, t), *notes])


def _proof(result: DrawResult, t: Translator) -> str:
    """How far it is proven, and by what."""
    if result.status != "optimal":
        return t("draw.levels-proven", first=result.proven, n=len(result.bound))
    if not any(level != _SEED_NUMBER for level in result.proofs):
        return t("draw.all-proven")
    used = [t(_HOW[how]) for how in dict.fromkeys(result.proofs.values()) if how]
    return t("draw.best-proven", how=t.join(used))


def group_result_text(result: GroupResult, translator: Translator) -> str:
    """The one line of a draw into groups."""
    t = translator
    held = result.report.holds
    proof = t("draw.all-proven") if held else t("draw.broken", off=result.report.hard)
    if held and result.bound:
        met = [price == bound for price, bound in zip(result.report.price, result.bound, strict=True)]
        if not all(met):
            proof = t("draw.levels-proven", first=met.index(False), n=len(met))
    return _text([t("draw.groups", size=t.clauses(map(t.said, result.notes)), proof=proof)])


def groups_text(groups: Sequence[Sequence[int]], translator: Translator, event: Event | None = None) -> str:
    """Groups one below the other, numbers with names."""
    wide = len(str(max((e for g in groups for e in g), default=0)))
    lines: list[str] = []
    for k, members in enumerate(groups, start=1):
        lines.append(translator("draw.group", number=k))
        lines += [
            f"  {e:>{wide}}{'' if event is None else '  ' + clean(event.name_of(e))}" for e in members
        ]
    return "\n".join(lines) + "\n"


def fixtures_text(fixtures: Sequence[Sequence[Sequence[tuple[int, int]]]], translator: Translator) -> str:
    """The matches of each group by round; nothing where there are none."""
    lines: list[str] = []
    for k, rounds in enumerate(fixtures, start=1):
        lines.append(translator("draw.group-matches", number=k))
        lines += [f"  {line}" for line in round_lines(rounds, translator)]
    return "\n" + "\n".join(lines) + "\n" if lines else ""


def round_lines(rounds: Sequence[Sequence[tuple[int, int]]], translator: Translator) -> list[str]:
    """One line a round: ``Round 1: 1-4, 2-3``."""
    t = translator
    told = (t("language.comma").join(f"{home}-{away}" for home, away in matches) for matches in rounds)
    return [t("draw.group-round", round=r, list=text) for r, text in enumerate(told, start=1)]


def record_text(record: DrawRecord, translator: Translator, *, verified: bool = False) -> str:
    """A drawing ball by ball, and its seal. ``verified``: every step was made anew."""
    t = translator
    hands = sum(step.author != "seed" for step in record.steps)
    lines = [t(
        "balls.head-apart" if record.attribute else "balls.head",
        entrants=t("count.entrant", n=len(record.entrants)), n=len(record.steps), hands=hands,
        attribute=t("language.comma").join(map(t.attribute, record.attribute.split("+"))),
    )]
    lines += [
        t("balls.step", step=step.step, name=clean(record.entrants[step.entrant - 1]), line=step.number,
          told=_step(step, t))
        for step in record.steps
    ]
    return _text([*lines, *_sealed(record, t, verified)])


def group_record_text(record: GroupRecord, translator: Translator, *, verified: bool = False) -> str:
    """A drawing of groups ball by ball, and its seal. ``verified``: every step was made anew."""
    t = translator
    hands = sum(step.author != "seed" for step in record.steps)
    entrants = t("count.entrant", n=len(record.entrants))
    lines = [t("balls.head", entrants=entrants, n=len(record.steps), hands=hands)]
    lines += [
        t("balls.group-step", step=step.step, name=clean(record.entrants[step.entrant - 1]),
          group=step.number, told=_step(step, t))
        for step in record.steps
    ]
    return _text([*lines, *_sealed(record, t, verified)])


def _sealed(record: DrawRecord | GroupRecord, t: Translator, verified: bool) -> list[str]:
    lines = [t("balls.seal", seal=record.as_json()["sha256"])]
    lines += [t("balls.commitment", commitment=record.commitment)] if record.seed else []
    return [*lines, t("balls.again")] if verified else lines


def _step(step: LotsStep, t: Translator) -> str:
    """Of how many lines or groups it was drawn, by whom, and how many draws it left where these were
    counted."""
    pot = step.part.removeprefix("pot ")
    told = t(_PARTS[step.part], n=len(step.admissible)) if step.part in _PARTS else t(
        "balls.pot", pot=pot, n=len(step.admissible))
    if step.weights:
        share = step.weights[step.admissible.index(step.number)]
        told = t("balls.chance", told=told, share=t.amount(share), all=t.amount(sum(step.weights)))
    return told if step.author == "seed" else t("lots.drawn-by", part=told, author=clean(step.author))


def count_text(found: Mapping[str, Any], translator: Translator, event: Event | None = None) -> str:
    """The number of draws, of those as good as can be, and what the federations' procedure is off by."""
    t = translator
    fixed = len(found["fixed"])
    lines = [t("draw.count-fixed" if fixed else "draw.count", many=t.amount(int(found["valid"])), n=fixed)]
    if found["best"] is not None:
        lines.append(t("draw.count-best", many=t.amount(int(found["best"]))))
    lines += _procedure(found["procedure"], t, event) if found.get("procedure") else []
    return _text(lines)


def _procedure(told: Mapping[str, Any], t: Translator, event: Event | None) -> list[str]:
    """How far drawing ball by ball is from a uniform draw."""
    one, other = (event.name_of(e) if event else str(e) for e in told["pair"])
    chances = {key: _percent(Fraction(told[key]), t) for key in ("by_balls", "uniform", "dead_end")}
    return [t("draw.procedure", one=one, other=other, **chances)]


def _percent(share: Fraction, t: Translator) -> str:
    """In hundredths of a percent, rounded half up."""
    hundredths = (20_000 * share.numerator + share.denominator) // (2 * share.denominator)
    return t.decimal(f"{hundredths // 100}.{hundredths % 100:02}")


def proof_text(reasons: Sequence[str], claims: Sequence[str], translator: Translator) -> str:
    """What a certificate proves, part by part (``claims``), or why it proves nothing (``reasons``)."""
    t = translator
    if reasons:
        return _text([t("draw.refused"), *map(t.said, reasons)])
    return _text([t("draw.proves"), *map(t.said, claims)] if claims else [t("draw.empty")])


def grade_text(grade: Grade, translator: Translator) -> str:
    """How far a draw is from the best, level by level, and where it lies among draws by lot."""
    t = translator
    lines = [] if grade.report.holds else [t("grade.broken", off=grade.report.hard)]
    for x in grade.levels:
        proof = t("grade.best") if x.price == x.bound else t("grade.least", bound=x.bound)
        sum_, of = x.mean
        tenths = (20 * sum_ + of) // (2 * of) if of else 0
        lines.append(t(
            "grade.level-lots" if of else "grade.level", level=x.level, about=t.said(x.about), price=x.price,
            proof=proof, mean=t.decimal(f"{tenths // 10}.{tenths % 10}"),
        ))
    lines += conflict_lines(grade.conflicts, t)
    share, of = grade.percentile
    if of:
        hundredths = share * 10_000 // of
        lines.append(t(
            "grade.place", of=of, better=grade.better, equal=grade.equal, worse=grade.worse,
            percentile=t.decimal(f"{hundredths // 100}.{hundredths % 100:02}"),
        ))
    lines += [t("grade.refused", n=grade.refused)] if grade.refused else []
    lines += [t("grade.optimal")] if grade.optimal else []
    return _text(lines)


def day_text(order: OrderOfPlay, translator: Translator) -> str:
    """The matches by time with their tables, then the end and how far it is proven the earliest."""
    t = translator
    times: dict[int, list[str]] = {}
    for m in order.matches:
        times.setdefault(m.start, []).append(t("day.match", match=m.match, table=m.table))
    lines = [
        f"{_clock(start, t)}  {t('language.comma').join(found)}" for start, found in times.items()
    ]
    key = "day.end-proven" if order.status == "optimal" else "day.end"
    end = t(key, finish=_clock(order.finish, t), bound=_clock(order.bound, t))
    return "\n".join([t("day.title"), *lines, end]) + "\n"


def _clock(minute: int, t: Translator) -> str:
    day, rest = divmod(minute, _DAY)
    time = f"{rest // 60}:{rest % 60:02}"
    return t("day.clock", day=day + 1, time=time) if day else time


def proposals_text(found: Sequence[Mapping[str, Any]], translator: Translator) -> str:
    """Every way to mend a draw (in the documented JSON shape) with its changes and reasons."""
    t = translator
    lines: list[str] = []
    for k, p in enumerate(found, start=1):
        proof = t("mend.minimal") if p["minimal"] else t("mend.bound", bound=p["bound"])
        held = t("mend.broken") if p["report"]["hard"] else t("mend.holds")
        kind = t(_KINDS[p["kind"]])
        lines.append(t("mend.proposal", k=k, kind=kind, n=len(p["moved"]), proof=proof, held=held))
        said = [t.said(line) for line in p["difference"]] or [t("mend.same")]
        said += [t("mend.because", reason=t.said(reason)) for reason in p["reasons"]]
        said += [t("mend.walkover", round=w["round"], match=w["match"]) for w in p["walkovers"]]
        lines += [f"   {clean(line)}" for line in said]
    return "\n".join(lines) + "\n"
