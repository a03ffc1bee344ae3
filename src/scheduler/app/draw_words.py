"""What is said of draws in words: proofs, pairs that can meet, counts, grades."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scheduler.app.draws_judged import Proof
    from scheduler.formats.groups import GroupResult
    from scheduler.formats.knockout import DrawRecord, DrawResult, Grade

__all__ = [
    "conflict_lines", "count_words", "draw_words", "grade_words", "group_words", "proof_words",
    "record_words",
]

_HOW = {"counting": "counting", "certificate": "the certificate", "solver": "the solver's word"}


def conflict_lines(conflicts: Mapping[str, Sequence[int]]) -> list[str]:
    """One line an attribute: the pairs of one value that can meet first in round 1, 2 ..."""
    lines = []
    for name, counts in conflicts.items():
        if not any(counts):
            lines.append(f"{name}: nobody can meet another of the same")
            continue
        rounds = ", ".join(f"{n} in round {r}" for r, n in enumerate(counts, start=1) if n)
        lines.append(f"{name}: pairs that can meet first: {rounds}")
    return lines


def draw_words(result: DrawResult) -> str:
    """The one line, then the pairs that can meet, then what was chosen and what yielded."""
    seeds = sum(map(bool, result.draw.seeds))
    head = f"{result.size}, {seeds} seeds; {_proof(result)}"
    lines = [head, *conflict_lines(result.conflicts)]
    lines += [note for note in result.notes if note != str(result.size)]
    return "\n".join(lines) + "\n"


def _proof(result: DrawResult) -> str:
    """How far it is proven, and by what."""
    apart = {k: how for k, how in result.proofs.items() if k != 100}
    used = [_HOW[how] for how in dict.fromkeys(result.proofs.values()) if how]
    if result.status == "optimal":
        if not apart:
            return "all rules proven"
        return f"no draw is better, proven by {' and '.join(used)}"
    first = result.proven
    return f"all hard rules hold; {first} of {len(result.bound)} levels proven the best"


def group_words(result: GroupResult) -> str:
    """The one line of a draw into groups."""
    held = "all rules proven" if result.report.holds else f"rules broken by {result.report.hard}"
    return "; ".join([*result.notes, held]) + "\n"


def record_words(record: DrawRecord, *, verified: bool = False) -> str:
    """What a record of balls holds, and its seal."""
    hands = sum(step.author != "seed" for step in record.steps)
    kept = f", entrants of one {record.attribute} as far apart as can be" if record.attribute else ""
    lines = [
        f"{len(record.entrants)} entrants, {len(record.steps)} balls ({hands} by hand){kept}",
        f"seal {record.as_json()['sha256']}",
    ]
    lines += [f"commitment {record.commitment}"] if record.seed else []
    lines += ["the record was made again, step by step: it is as it says"] if verified else []
    return "\n".join(lines) + "\n"


def count_words(found: Mapping[str, object]) -> str:
    """The number of draws, and of those as good as can be."""
    lines = [f"{found['valid']} valid draws"]
    if found["fixed"]:
        lines[0] += f" with these {len(found['fixed'])} lines of seeds and byes"  # type: ignore[arg-type]
    if found["best"] is not None:
        lines.append(f"{found['best']} of them keep entrants as far apart as can be")
    return "\n".join(lines) + "\n"


def proof_words(proof: Proof) -> str:
    """What a certificate proves, part by part; what it leaves out it does not speak of."""
    if proof.reasons:
        return "\n".join(["the certificate does not prove this draw:", *proof.reasons]) + "\n"
    if not proof.claims:
        return "the certificate is well-formed, but it has no parts: it proves nothing\n"
    return "\n".join(["the certificate proves:", *proof.claims]) + "\n"


def grade_words(grade: Grade) -> str:
    """How far a draw is from the best, level by level, and where it lies among draws by lot."""
    lines = []
    if not grade.report.holds:
        lines.append(f"hard rules are broken by {grade.report.hard}: check tells which")
    for x in grade.levels:
        at = "the best there is, proven" if x.price == x.bound else f"at least {x.bound} is needed, proven"
        mean = f"; by lot {x.mean[0] / x.mean[1]:.1f} on average" if x.mean[1] else ""
        lines.append(f"level {x.level} ({x.about}): {x.price}; {at}{mean}")
    lines += conflict_lines(grade.conflicts)
    share, of = grade.percentile
    if of:
        hundredths = share * 10_000 // of
        lines.append(
            f"of {of} draws by lot {grade.better} are better, {grade.equal} as good, {grade.worse} worse:"
            f" percentile {hundredths // 100}.{hundredths % 100:02}"
        )
    if grade.refused:
        lines.append(f"{grade.refused} further draws by lot broke a hard rule and are left out")
    if grade.optimal:
        lines.append("no draw is better, proven")
    return "\n".join(lines) + "\n"
