"""The certificate of separation: it accepts every optimal draw and no other, whoever wrote it."""

from __future__ import annotations

import ast
import copy
import json
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from scheduler.solve.draws.flow import optimum
from scheduler.solve.draws.separation import separate
from scheduler.solve.draws.separation_field import field_of
from scheduler.verify import certificate as checker
from scheduler.verify.certificate import check
from solve.draws.separation_naive import draws, price, random_field, seeded_field


def rng_of(seed: int) -> np.random.Generator:
    return np.random.default_rng(seed)


def proof(fixed: dict[int, int], codes: list[list[int]], order: str) -> dict[str, Any]:
    """A certificate of 8 lines by potentials, even where counting would do, as it comes from a file."""
    field = field_of(8, fixed, codes, order=order)
    part = optimum(field, 0, rng_of(0)).part(0)
    assert part["by"] == "potentials"
    whole = {"certificate": "separation", "version": 1, "size": 8, "parts": [part]}
    return json.loads(json.dumps(whole))


def counted(order: str) -> dict[str, Any]:
    """A certificate of 8 lines that rests on counting."""
    rounds = [1, 2] if order == "earliest-first" else [2, 1]
    part = {"attribute": 0, "rounds": rounds, "by": "filling"}
    return {"certificate": "separation", "version": 1, "size": 8, "parts": [part]}


@pytest.mark.parametrize("order", ["earliest-first", "halves-first"])
def test_of_all_draws_of_8_lines_exactly_the_optimal_ones_are_accepted(order: str) -> None:
    judged = short = 0
    for seed in range(120):
        fixed, codes = random_field(rng_of(seed), 8, 1)
        proven = proof(fixed, codes, order)
        every = [(price(d, codes, order), d) for d in draws(8, fixed, codes)]
        best = min(p for p, _ in every)
        simple = counted(order)
        enough = any(check(d, fixed, codes, simple) == [] for _, d in every)
        for p, d in every:
            assert (check(d, fixed, codes, proven) == []) == (p == best), seed
            assert (check(d, fixed, codes, simple) == []) == (enough and p == best), seed
        judged += len(every)
        short += not enough
    assert judged > 4000
    assert short > 0


def test_after_any_swap_a_draw_of_64_lines_is_accepted_if_it_is_as_good() -> None:
    accepted = 0
    for seed in range(6):
        fixed, codes = seeded_field(rng_of(seed), 64, 55, 16, (9,))
        made = separate(64, fixed, codes, rng=rng_of(seed))
        free = [i for i in range(64) if i + 1 not in fixed]
        for _ in range(100):
            other = list(made.lines)
            i, j = rng_of(seed + accepted).choice(free, 2, replace=False)
            other[i], other[j] = other[j], other[i]
            good = price(other, codes) == price(made.lines, codes)
            assert (check(other, fixed, codes, made.certificate) == []) == good
            accepted += 1
    assert accepted == 600


def _forged(true: dict[str, Any], rng: np.random.Generator) -> dict[str, Any]:
    """A true certificate with a few of its numbers, nodes or rounds changed."""
    forged = copy.deepcopy(true)
    part = forged["parts"][int(rng.integers(len(forged["parts"])))]
    for _ in range(int(rng.integers(1, 6))):
        what = int(rng.integers(7))
        vectors, nodes = part.get("vectors"), part.get("expanded")
        if what == 0 and vectors:
            vector = vectors[int(rng.integers(len(vectors)))]
            if vector:
                vector[int(rng.integers(len(vector)))] += int(rng.integers(-3, 4))
        elif what == 1 and nodes:
            nodes.pop(int(rng.integers(len(nodes))))
        elif what == 2 and nodes:
            node = nodes[int(rng.integers(len(nodes)))]
            node[2] = int(rng.integers(len(vectors)))
        elif what == 3 and vectors:
            place = int(rng.integers(len(part["sections"])))
            part["sections"][place] = int(rng.integers(len(vectors)))
        elif what == 4 and nodes:
            code, section = (int(rng.integers(1, 4)) for _ in range(2))
            nodes.append([code - 1, section, int(rng.integers(len(vectors)))])
        elif what == 5:
            part["by"] = "filling"
        elif what == 6 and vectors:
            vectors[:] = [[0] * len(v) for v in vectors]
    return forged


def test_no_forgery_that_speaks_of_all_rounds_gets_a_bad_draw_accepted() -> None:
    """Thousands of changed certificates, each with a draw that is worse than the best."""
    tried = 0
    for seed in range(150):
        rng = rng_of(seed)
        fixed, codes = random_field(rng, 8, 1)
        true = proof(fixed, codes, "earliest-first")
        every = [(price(d, codes), d) for d in draws(8, fixed, codes)]
        worse = [d for p, d in every if p != min(every)[0]]
        for _ in range(40 if worse else 0):
            bad = worse[int(rng.integers(len(worse)))]
            assert check(bad, fixed, codes, _forged(true, rng)) != []
            tried += 1
    assert tried > 2000


def test_the_proof_of_another_field_proves_nothing() -> None:
    """Other codes, other seeds or byes elsewhere: what holds there accepts no worse draw here."""
    refused = 0
    for seed in range(60):
        fixed, codes = random_field(rng_of(seed), 8, 1)
        every = [(price(d, codes), d) for d in draws(8, fixed, codes)]
        best = min(every)[0]
        others = [[codes[0][1:] + codes[0][:1]], [[c % 2 for c in codes[0]]]]
        for other in others:
            strange = proof(fixed, other, "earliest-first")
            for p, d in every:
                wrong = check(d, fixed, codes, strange)
                assert wrong or p == best
                refused += bool(wrong)
    assert refused > 1000


def test_a_draw_that_moves_what_is_fixed_is_refused_though_it_were_better() -> None:
    fixed, codes = {1: 1, 2: 2, 4: 0}, [[0, 0, 1]]
    made = separate(4, fixed, codes, rng=rng_of(0))
    assert check(made.lines, fixed, codes, made.certificate) == []
    for lines in ([1, 3, 2, 0], [1, 2, 0, 3], [1, 2, 2, 0], [1, 2, 3], [1, 2, 9, 0], [1, 2, 0, 0], []):
        assert check(lines, fixed, codes, made.certificate) != [], lines


def test_a_part_says_no_more_than_its_rounds() -> None:
    """Cut down to round 1 it accepts what is best in round 1; nothing lets it accept less."""
    cut = 0
    for seed in range(60):
        fixed, codes = random_field(rng_of(seed), 8, 1)
        true = proof(fixed, codes, "earliest-first")
        part = true["parts"][0]
        part["rounds"] = part["rounds"][:1]
        part["vectors"] = [v[:1] for v in part["vectors"]]
        every = [(price(d, codes)[0], d) for d in draws(8, fixed, codes)]
        for p, d in every:
            assert (check(d, fixed, codes, true) == []) == (p == min(every)[0])
        cut += len(every)
    assert cut > 2000


POTENTIALS = {"attribute": 0, "rounds": [1], "by": "potentials", "vectors": [[0]],
              "sections": [0, 0, 0], "expanded": [[0, 1, 0]]}


@pytest.mark.parametrize(
    "change",
    [
        {"attribute": 1}, {"attribute": True}, {"attribute": None}, {"rounds": [2]}, {"rounds": [1, 1]},
        {"rounds": [0]}, {"rounds": "1"}, {"by": "faith"}, {"by": ["filling"]}, {"vectors": [[0.0]]},
        {"vectors": [[10**30]]}, {"vectors": [[]]}, {"vectors": {}}, {"vectors": [["0"]]}, {"sections": [0]},
        {"sections": [0, 0, 1]}, {"sections": [0, 0, -1]}, {"expanded": [[0, 2, 0]]}, {"expanded": [[0, 1]]},
        {"expanded": [[0, 1, 7]]}, {"expanded": [[-1, 1, 0]]}, {"expanded": [[0, 0, 0]]}, {"expanded": None},
    ],
)
def test_malformed_parts_are_refused_and_nothing_is_raised(change: dict[str, Any]) -> None:
    lines, codes = [1, 3, 2, 4], [[0, 0, 1, 1]]
    whole = {"certificate": "separation", "version": 1, "size": 4, "parts": [POTENTIALS]}
    assert check(lines, {}, codes, whole) == []
    part = {**POTENTIALS, **change}
    wrong = check(lines, {}, codes, {**whole, "parts": [part]})
    assert [w for w in wrong if "not a certificate" in w]
    for key in change:
        less = {k: v for k, v in POTENTIALS.items() if k != key}
        assert check(lines, {}, codes, {**whole, "parts": [less]}) != []


@pytest.mark.parametrize(
    "whole", [None, [], "x", 1, {}, {"parts": []}, {"certificate": "separation", "version": 2, "size": 4,
     "parts": []}, {"certificate": "separation", "version": 1, "size": 8, "parts": []},
     {"certificate": "separation", "version": 1, "size": 4, "parts": [1]},
     {"certificate": "separation", "version": 1, "size": 4, "parts": [{}] * 9}],
)
def test_what_is_no_certificate_is_refused(whole: Any) -> None:
    assert check([1, 3, 2, 4], {}, [[0, 0, 1, 1]], whole) != []


def test_the_checker_is_short_and_stands_alone() -> None:
    """At most 150 lines, and it imports nothing that is not Python's own."""
    text = Path(checker.__file__).read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 150
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import | ast.ImportFrom):
            names = [node.module or ""] if isinstance(node, ast.ImportFrom) else [n.name for n in node.names]
            assert {name.split(".")[0] for name in names} <= sys.stdlib_module_names
