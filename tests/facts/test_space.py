"""Facts are integers in blocks: ids and coordinates determine each other."""

from __future__ import annotations

from math import prod

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scheduler.facts import Frame, Space, timetable

SHAPES = st.lists(st.lists(st.integers(1, 7), min_size=1, max_size=4), min_size=1, max_size=5)


@given(SHAPES)
def test_ids_and_coordinates_round_trip(shapes: list[list[int]]) -> None:
    """coords then ids gives every id back, and the blocks fill 0, 1, 2 ... without gap or overlap."""
    space = Space()
    for k, shape in enumerate(shapes):
        space.add(f"f{k}", " ".join("abcd"[: len(shape)]), shape)
    listed = []
    for family, shape in zip(space.families, shapes, strict=True):
        ids = family.all_ids()
        assert len(ids) == family.size == prod(shape)
        coords = family.coords(ids)
        assert all(((c >= 0) & (c < s)).all() for c, s in zip(coords, shape, strict=True))
        assert (family.ids(*coords) == ids).all()
        listed += ids.tolist()
    assert listed == list(range(len(listed)))


def test_ids_broadcast() -> None:
    """A column and a row of coordinates give a grid of ids."""
    family = Space().add("f", "a b", (3, 4))
    grid = family.ids(np.arange(3)[:, None], np.arange(4))
    assert grid.tolist() == [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11]]


def test_coordinates_outside_a_family_have_no_id() -> None:
    """Asking for a fact that cannot be is an error, never another fact's id."""
    family = Space().add("f", "a b", (3, 4))
    for wrong in ((3, 0), (0, 4), (-1, 0)):
        with pytest.raises(ValueError, match="invalid entry"):
            family.ids(*wrong)


def test_landing_drops_what_is_outside() -> None:
    """Projected coordinates outside the shape bear on nothing; the others keep their positions."""
    space = Space()
    space.add("first", "x", (5,))
    family = space.add("f", "a b", (2, 3))
    kept, ids = family.landing((np.array([0, -1, 1, 2, 1]), np.array([0, 0, 3, 0, 2])))
    assert (kept.tolist(), ids.tolist()) == ([0, 4], [5, 10])
    kept, ids = family.landing((np.array([9]), np.array([0])))
    assert (kept.tolist(), ids.tolist()) == ([], [])


def test_a_space_of_a_thousand_entrants_costs_nothing() -> None:
    """Families are blocks, not lists: a thousand entrants have 10^12 facts and no memory."""
    space = timetable(Frame(1000, 999, 500))
    plays, last = space["plays"], space.families[-1]
    assert plays.ids(999, 998, 998) == plays.size - 999 - 1 + 999 - 999
    assert last.first + last.size > 10**12
    far = np.array([last.first + last.size - 1])
    assert (last.ids(*last.coords(far)) == far).all()


def test_families_are_found_by_name_and_in_order() -> None:
    """A derived family comes after everything that it is derived from."""
    space = timetable(Frame(4, 3, 2))
    names = [f.name for f in space.families]
    assert "plays" in space
    assert "squares" not in space
    for family in space.families:
        links = getattr(family.define, "links", ())
        assert all(names.index(k.family) < names.index(family.name) for k in links)
        for source in ("of", "home", "away"):
            name = getattr(family.define, source, None)
            assert name is None or names.index(name) < names.index(family.name)
