"""What was asked for reaches the format, and what makes no sense does not."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import scheduler
from scheduler.app.planning import Asked, limits_of, prepare
from scheduler.errors import FileError, NoAnswer, RulebookError, UsageError

EVENT = """
[event]
name = "Cup"
[[stage]]
format = "round-robin"
model = "round-robin"
{stage}
[[entrant]]
name = "Ann"
[[entrant]]
name = "Bo"
[[entrant]]
name = "Cy"
[[entrant]]
name = "Di"
{rules}
"""


def write(folder: Path, stage: str = "", rules: str = "") -> Path:
    path = folder / "cup.toml"
    path.write_text(EVENT.format(stage=stage, rules=rules), encoding="utf-8")
    return path


@pytest.mark.parametrize("n", [2, 3, 4, 5, 8, 23, 30])
def test_tables_of_any_size_obey_the_associations_rulebook(n: int) -> None:
    result = scheduler.plan(n)
    assert result.report.holds
    assert len(result.schedule) == n * (n - 1) // 2


def test_the_callers_wishes_win_over_the_file(tmp_path: Path) -> None:
    path = str(write(tmp_path, 'legs = 2\nmode = "phased"'))
    assert prepare(path).stage.legs == 2
    job = prepare(path, Asked(model="plain-round-robin", legs=3, options={"mode": "mirrored"}))
    assert (job.stage.legs, job.stage.options["mode"]) == (3, "mirrored")
    assert job.rulebook.name == "plain-round-robin"


def test_start_times_of_the_event_stand_in_the_table(tmp_path: Path) -> None:
    path = write(tmp_path, 'starts = { 1 = "2026-05-30T09:30", 2 = 2026-05-30 14:00:00 }')
    starts = scheduler.plan(path).schedule.starts
    assert starts == {1: "2026-05-30T09:30", 2: "2026-05-30T14:00:00"}


def test_start_times_may_be_a_list_in_order_of_rounds(tmp_path: Path) -> None:
    path = write(tmp_path, 'starts = ["2026-05-30T09:30", 2026-05-30 14:00:00]')
    assert scheduler.plan(path).schedule.starts == {1: "2026-05-30T09:30", 2: "2026-05-30T14:00:00"}


def test_a_start_of_a_round_that_there_is_not_is_refused(tmp_path: Path) -> None:
    path = write(tmp_path, 'starts = { 9 = "2026-05-30T09:30" }')
    with pytest.raises(UsageError, match="no round 9, rounds go from 1 to 3"):
        scheduler.plan(path)


def test_the_second_cycle_has_start_times_too(tmp_path: Path) -> None:
    (tmp_path / "first.csv").write_text(
        "round,table,home,away\n1,1,1,4\n1,2,2,3\n2,1,4,3\n2,2,1,2\n3,1,2,4\n3,2,3,1\n", "utf-8"
    )
    stage = 'mode = "cba"\nfirst = "first.csv"\nranking = [1, 2, 3, 4]\nstarts = ["2026-05-30T09:30"]'
    result = scheduler.plan(write(tmp_path, stage), model="cba-second-cycle")
    assert result.schedule.starts == {1: "2026-05-30T09:30"}


@pytest.mark.parametrize("starts", ['"noon"', '{ 1 = "noon" }', '{ x = "2026-05-30T09:30" }'])
def test_starts_that_are_no_times_are_named(tmp_path: Path, starts: str) -> None:
    with pytest.raises(FileError, match=r"cup\.toml"):
        prepare(str(write(tmp_path, f"starts = {starts}")))


def test_the_first_cycle_is_read_beside_the_event(tmp_path: Path) -> None:
    (tmp_path / "first.csv").write_text(
        "round,table,home,away\n1,1,Ann,Di\n1,2,Bo,Cy\n2,1,Di,Cy\n2,2,Ann,Bo\n3,1,Bo,Di\n3,2,Cy,Ann\n",
        encoding="utf-8",
    )
    stage = 'mode = "cba"\nfirst = "first.csv"\nranking = ["Cy", "Ann", "Di", "Bo"]'
    result = scheduler.plan(write(tmp_path, stage), model="cba-second-cycle")
    assert result.report.holds
    event = result.extra["event"]
    assert [e.name for e in event.entrants] == ["Cy", "Ann", "Di", "Bo"]
    met = {(event.name_of(m.home), event.name_of(m.away)) for m in result.schedule.matches}
    assert met == {
        ("Di", "Ann"), ("Cy", "Bo"), ("Cy", "Di"), ("Bo", "Ann"), ("Di", "Bo"), ("Ann", "Cy"),
    }


def test_contradictory_locks_are_a_clash_that_names_them(tmp_path: Path) -> None:
    rules = "".join(
        f'[[rule]]\nid = "lock"\nhome = "Ann"\naway = "{other}"\nrounds = [1]\n'
        for other in ("Bo", "Cy")
    )
    with pytest.raises(NoAnswer) as caught:
        scheduler.plan(write(tmp_path, rules=rules))
    assert caught.value.minimal
    assert sum("lock" in line for line in caught.value.clash) == 2


@pytest.mark.parametrize(
    ("rule", "message"),
    [
        ('id = "lok"', "lok"),
        ('id = "lock"\nhome = "Ann"\naway = "Bob"', "Bob"),
        ('id = "unavailable"\nentrants = [9]\nrounds = [1]', "9"),
    ],
)
def test_rules_of_the_event_that_name_nobody_are_refused(
    tmp_path: Path, rule: str, message: str
) -> None:
    with pytest.raises(RulebookError, match=message):
        scheduler.plan(write(tmp_path, rules=f"[[rule]]\n{rule}\n"))


@pytest.mark.parametrize(
    "asked",
    [
        {"stage": 2},
        {"stage": 0},
        {"legs": -1},
        {"legs": 101},
        {"model": "no-such-rulebook"},
        {"mode": "sideways"},
        {"method": "magic"},
        {"mode": "cba"},
        {"without": ["no-such-rule"]},
        {"changes": [("no-such-rule", "most", 1)]},
        {"seconds": 0},
        {"seconds": float("nan")},
        {"workers": 0},
        {"seed": -1},
    ],
)
def test_arguments_that_make_no_sense_are_usage_errors(asked: dict[str, Any]) -> None:
    with pytest.raises(UsageError):
        scheduler.plan(6, **asked)


def test_another_format_is_refused_with_its_name(tmp_path: Path) -> None:
    path = tmp_path / "swiss.toml"
    path.write_text(EVENT.format(stage="", rules="").replace("round-robin", "swiss", 1), "utf-8")
    with pytest.raises(UsageError, match='"swiss"'):
        prepare(str(path))


def test_no_time_limit_is_allowed() -> None:
    assert limits_of(None).seconds is None


def test_a_seed_is_carried_into_the_answer() -> None:
    assert scheduler.plan(6, seed=7).seed == 7


@pytest.mark.parametrize(
    ("option", "advice"),
    [('modell = "cba"', "model"), ('mode = "miror"', "mirrored"), ('method = "bergr"', "berger"),
     ('blocks = [2, 2]\nmethod = "cba"', "joined")],
)
def test_an_option_that_makes_no_sense_is_named_with_its_line(
    tmp_path: Path, option: str, advice: str
) -> None:
    with pytest.raises(FileError, match=r"cup\.toml:[78]: ") as caught:
        prepare(str(write(tmp_path, option)))
    assert advice in caught.value.maybe
