"""Draws from Python: what is asked for is what is drawn, and what is drawn is what is judged."""

from __future__ import annotations

import contextlib
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import scheduler
from scheduler.app.draw_files import DrawContent, export_draw, render_draw
from scheduler.app.draw_repair import facts_of
from scheduler.app.draws import DrawAsked, count, make_draw, prepare_draw
from scheduler.app.draws_judged import check_draw, draw_kind, grade_draw, open_draw
from scheduler.errors import FileError, SchedulerError, UsageError
from scheduler.event import Entrant, Event, Stage
from scheduler.formats.groups import GroupResult
from scheduler.formats.knockout import DrawResult
from scheduler.formats.knockout.brackets import bracket_of
from scheduler.repair.draws_facts import Alternate, Exchange, Played, Withdrawal


def field(n: int, stages: tuple[Stage, ...] = (Stage(),)) -> Event:
    """n entrants of three regions."""
    return Event("F", tuple(Entrant(k, f"E{k}", region=f"R{k % 3}") for k in range(1, n + 1)), stages)


@pytest.mark.parametrize("n", [2, 3, 7, 16, 31])
def test_everybody_stands_on_one_line_and_the_judge_agrees(n: int) -> None:
    made = scheduler.draw(field(n), seed="s")
    assert isinstance(made, DrawResult)
    assert sorted(e for e in made.draw.lines if e) == list(range(1, n + 1))
    report = check_draw(open_draw(made.draw, field(n)))
    assert (report.hard, report.soft) == (made.report.hard, made.report.soft)


def test_an_entry_list_is_a_knockout_and_a_table_event_is_not_drawn() -> None:
    assert prepare_draw(field(4)).stage.format == "knockout"
    with pytest.raises(UsageError, match="round-robin"):
        prepare_draw(field(4, (Stage(legs=2),)))
    assert prepare_draw(field(8), DrawAsked(groups=2)).groups


def test_the_first_stage_that_is_drawn_is_taken_unless_another_is_named() -> None:
    stages = (Stage(), Stage("groups", options={"groups": 2}), Stage("knockout"))
    assert prepare_draw(field(8, stages)).stage.format == "groups"
    assert prepare_draw(field(8, stages), DrawAsked(stage=3)).stage.format == "knockout"
    with pytest.raises(UsageError, match="no stage 4"):
        prepare_draw(field(8, stages), DrawAsked(stage=4))


def test_groups_of_the_snake_need_no_lots() -> None:
    made = scheduler.draw(field(12, (Stage("groups", options={"groups": 3, "placing": "snake"}),)))
    assert isinstance(made, GroupResult)
    assert made.groups == ((1, 6, 7, 12), (2, 5, 8, 11), (3, 4, 9, 10))


def test_a_count_is_what_as_many_seeds_can_draw() -> None:
    job = prepare_draw(field(4), DrawAsked(without=("apart",)))
    assert count(job) == {"valid": "24", "best": "24", "fixed": []}
    seen = Counter()  # type: ignore[var-annotated]
    for k in range(400):
        made = make_draw(job, None, str(k))
        assert isinstance(made, DrawResult)
        seen[made.draw.lines] += 1
    assert len(seen) == 24


def test_kinds_of_files_are_told_apart(tmp_path: Path) -> None:
    made = scheduler.draw(field(8), seed="s")
    assert isinstance(made, DrawResult)
    content = DrawContent(made.draw, field(8), Stage("knockout"))
    for path in export_draw(content, f"{tmp_path}/", names=("csv", "xlsx", "json")):
        assert draw_kind(str(path)) == "draw"
        assert open_draw(str(path), field(8)).draw == made.draw or path.suffix != ".json"
    table = scheduler.plan(8)
    from scheduler.app.exporting import Content, export

    for path in export(Content(table.schedule), tmp_path / "t", names=("csv", "json")):
        assert draw_kind(str(path)) == ""
    assert draw_kind(b"name\nA\nB\n") == ""
    assert draw_kind(str(tmp_path / "none.json")) == ""


def test_brackets_of_a_stage_have_the_matches_they_should() -> None:
    made = scheduler.draw(field(16), seed="s")
    assert isinstance(made, DrawResult)

    def matches(**options: object) -> int:
        return len(bracket_of(made.draw, Stage("knockout", options=options)).matches)

    assert (matches(), matches(**{"third-place": True}), matches(places=[5])) == (15, 16, 18)
    assert (matches(kind="double"), matches(kind="compact")) == (31, 31)
    with pytest.raises(UsageError, match="places"):
        matches(places="3")
    with pytest.raises(UsageError, match="groups have no bracket"):
        _ = DrawContent(None, None, Stage("groups"), ((1, 2),)).state


def test_pictures_of_large_brackets_become_one_file_each(tmp_path: Path) -> None:
    made = scheduler.draw(field(130), seed="s")
    assert isinstance(made, DrawResult)
    content = DrawContent(made.draw, field(130), Stage("knockout"))
    written = export_draw(content, str(tmp_path / "b.svg"))
    assert [p.name for p in written] == [f"b-{k}.svg" for k in range(1, len(written) + 1)]
    assert len(written) > 1
    with pytest.raises(UsageError, match="pictures"):
        render_draw(content, "svg")
    with pytest.raises(UsageError, match="there already"):
        export_draw(content, str(tmp_path / "b.svg"))


def test_a_grade_compares_with_the_proven_bound() -> None:
    made = scheduler.draw(field(16), seed="s")
    assert isinstance(made, DrawResult)
    found = grade_draw(open_draw(made.draw, field(16)), samples=20)
    assert found.optimal
    assert found.better == 0
    with pytest.raises(UsageError, match="entry list"):
        grade_draw(open_draw(made.draw))


def test_texts_say_what_happened() -> None:
    facts, played = facts_of([
        "withdraw=7:no-show", "withdraw=A: B", "alternate=Bo:lucky-loser", "exchange=3:Ann", "played=1:3:7:3",
    ])
    assert facts[0] == Withdrawal(7, "no-show")
    assert facts[1] == Withdrawal("A: B")
    assert isinstance(facts[2], Alternate)
    assert (facts[2].entrant.name, facts[2].kind) == ("Bo", "lucky-loser")
    assert facts[3] == Exchange(3, "Ann")
    assert played == (Played(1, 3, 7, 3),)


@given(st.binary(max_size=200), st.sampled_from([b"", b'{"lines": [{', b'{"groups": [[', b"line,number\n"]))
def test_no_bytes_at_all_get_more_than_an_error(data: bytes, head: bytes) -> None:
    draw_kind(head + data)
    with contextlib.suppress(SchedulerError):
        open_draw(head + data, field(4))


@given(st.text(max_size=60), st.sampled_from(["", "withdraw=", "played=", "exchange=", "alternate="]))
def test_no_fact_at_all_gets_more_than_an_error(text: str, head: str) -> None:
    with contextlib.suppress(UsageError):
        facts_of([head + text])


def test_a_record_of_another_event_is_refused(tmp_path: Path) -> None:
    from scheduler.app.draws import by_lots, remade

    job = prepare_draw(field(8))
    record = by_lots(job, "seed").text().encode()
    assert remade(record, job).draw == by_lots(job, "seed").draw  # type: ignore[union-attr]
    with pytest.raises(FileError):
        remade(record, prepare_draw(field(7)))
    with pytest.raises(FileError, match="not JSON"):
        remade(b"x", job)
