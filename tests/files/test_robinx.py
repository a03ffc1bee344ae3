"""RobinX XML: read as it was meant, written so that it is read back the same, refused with its line."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from formats.league.leagues import double, every_type
from scheduler.errors import FileError
from scheduler.event import Entrant, Event, Match, Schedule
from scheduler.event.league import Game, League, LeagueSolution, Meeting
from scheduler.files.robinx import is_robinx, load_robinx_instance, load_robinx_solution
from scheduler.files.robinx_out import robinx_instance, robinx_of_schedule, robinx_solution
from scheduler.formats.league import judge

ALL = os.environ.get("SCHEDULER_ALL") == "1"

SMALL = """<?xml version="1.0" encoding="UTF-8"?>
<Instance>
  <MetaData><InstanceName>Small</InstanceName><Remarks>NULL</Remarks></MetaData>
  <Structure>
    <Format leagueIds="0"><numberRoundRobin>2</numberRoundRobin><compactness>C</compactness>
      <gameMode>P</gameMode></Format>
    <AdditionalGames/>
  </Structure>
  <ObjectiveFunction><Objective>SC</Objective></ObjectiveFunction>
  <Data><Distances/><COEWeights/><Costs/></Data>
  <Resources>
    <TeamGroups><teamGroup id="0" name="all"/></TeamGroups>
    <LeagueGroups/>
    <Leagues><league id="0" name="A"/></Leagues>
    <Teams>
      <team id="0" league="0" name="Huế" teamGroups="0"/>
      <team id="1" league="0" name="上海" teamGroups="0"/>
    </Teams>
    <SlotGroups/>
    <Slots><slot id="0" name="Jan"/><slot id="1" name="Feb"/></Slots>
  </Resources>
  <Constraints>
    <BasicConstraints/>
    <CapacityConstraints>
      <CA1 max="0" min="0" mode="H" penalty="1" slots="0" teams="1" type="HARD"/>
    </CapacityConstraints>
    <GameConstraints>
      <GA1 max="1" meetings="0,1;1,0;" min="1" penalty="3" slots="1" type="SOFT"/></GameConstraints>
    <BreakConstraints/><FairnessConstraints/><SeparationConstraints/>
  </Constraints>
</Instance>
"""


def test_an_instance_is_read() -> None:
    """Names, league, slots and constraints as the file has them."""
    instance = load_robinx_instance(SMALL.encode())
    assert (instance.name, [t.name for t in instance.teams]) == ("Small", ["Huế", "上海"])
    assert instance.leagues == (League(0, "A", 2, "C", "P"),)
    assert [(c.tag, c.hard, c.penalty, c.line) for c in instance.constraints] == [
        ("CA1", True, 1, 25), ("GA1", False, 3, 28)]
    assert instance.constraints[1].pairs == ((0, 1), (1, 0))
    assert instance.meetings == (Meeting(0, 1), Meeting(1, 0))


@pytest.mark.parametrize(("old", "new"), [
    ('slots="0" teams="1"', 'slots="0;" teams="1;" teamGroups="" slotGroups=""'),
    ('meetings="0,1;1,0;"', 'meetings="0,1;1,0"'),
    ("<TeamGroups><teamGroup", "<Slots/><TeamGroups><teamGroup"),
    ("<LeagueGroups/>", ""),
    ("<AdditionalGames/>", ""),
    ('<Data><Distances/><COEWeights/><Costs/></Data>', ""),
    ("<BasicConstraints/>", "<!-- nothing here --><BasicConstraints></BasicConstraints>"),
    ('<slot id="0" name="Jan"/><slot id="1" name="Feb"/>',
     '<slot name="Feb" id="1"/><slot name="Jan" id="0"/>'),
    ("\n", "\r\n"),
])
def test_what_says_nothing_changes_nothing(old: str, new: str) -> None:
    """Order, empty or missing attributes and elements, trailing semicolons, comments, line ends."""
    assert old in SMALL
    changed = load_robinx_instance(SMALL.replace(old, new).encode())
    assert changed == load_robinx_instance(SMALL.encode())


def test_families_may_stand_in_any_order() -> None:
    """Constraints are numbered by family, whatever their order in the file."""
    lines = SMALL.splitlines()
    start = next(k for k, line in enumerate(lines) if "<GameConstraints" in line)
    game = [lines.pop(start), lines.pop(start)]
    first = next(k for k, line in enumerate(lines) if "<BasicConstraints" in line)
    lines[first:first] = game
    assert load_robinx_instance("\n".join(lines).encode()) == load_robinx_instance(SMALL.encode())


def test_every_constraint_type_is_read_back_as_written() -> None:
    """Costs, distances, weights, groups, and constraints of all types survive the way through XML."""
    for objective in ("SC", "TR", "CR"):
        instance = every_type(double(6, objective=objective, mode="M", rounds=3))
        assert load_robinx_instance(robinx_instance(instance).encode()) == instance


def test_names_with_markup_and_control_characters_survive_or_are_replaced() -> None:
    """Quotes, angle brackets and newlines are escaped; what XML cannot hold becomes a mark."""
    solution = LeagueSolution('<"A&B">\t', "x\x00y", (Game(0, 1, 0),), (-1, 5), {"Remarks": "a\nb"})
    back = load_robinx_solution(robinx_solution(solution).encode())
    assert (back.name, back.instance) == ('<"A&B">', "x\ufffdy")
    assert (back.games, back.declared, back.meta) == (solution.games, (-1, 5), solution.meta)


@pytest.mark.parametrize(("old", "new", "line", "message"), [
    ('teams="1" type', 'teams="7" type', 25, "there is no team 7"),
    ('slots="0" teams', 'slots="9" teams', 25, "there is no slot 9"),
    ('teams="1" type', 'teams="1" teamGroups="4" type', 25, "no team group 4"),
    ('mode="H"', 'mode="X"', 25, "H, A, HA"),
    ('mode="H" ', "", 25, '"mode"'),
    ('type="HARD"', 'type="HARDER"', 25, "HARD, SOFT"),
    ("<CA1 ", "<CA9 ", 25, "there is no constraint type <CA9>"),
    ('penalty="1"', 'penalty="one"', 25, "whole number"),
    ('penalty="1"', 'penalty="99999999"', 25, "at most"),
    ('meetings="0,1;1,0;"', 'meetings="0,1,2"', 28, "pairs"),
    ('meetings="0,1;1,0;"', 'meetings="0,8"', 28, "there is no team 8"),
    ("<gameMode>P</gameMode>", "<gameMode>Q</gameMode>", 5, "gameMode"),
    ("<numberRoundRobin>2", "<numberRoundRobin>2000", 5, "20 round robins"),
    ('<team id="1"', '<team id="0"', 17, "twice"),
    ('league="0" name="上海"', 'league="3" name="上海"', 17, "no league 3"),
    ("<Objective>SC", "<Objective>XX", 9, "Objective"),
    ("</Teams>", "", 21, "not XML"),
])
def test_a_mistake_is_refused_with_its_line(old: str, new: str, line: int, message: str) -> None:
    """Unknown ids, words and types, and what is no XML: the message has file, line and reason."""
    assert old in SMALL
    with pytest.raises(FileError) as caught:
        load_robinx_instance(SMALL.replace(old, new).encode(), name="i.xml")
    assert caught.value.where == f"i.xml:{line}"
    assert message in caught.value.message


@pytest.mark.parametrize("text", [
    '<!DOCTYPE x [<!ENTITY a "b">]><Instance>&a;</Instance>',
    '<!DOCTYPE x SYSTEM "file:///etc/passwd"><Instance/>',
    "<Instance>" + "<a>" * 30 + "</a>" * 30 + "</Instance>",
    "<Instance>" + "x" * 200_000 + "</Instance>",
    "<Instance/>",
    "<Solution/>",
    "<html/>",
    "no xml at all",
    "<Instance><Structure/></Instance>",
    "\ufeff<Instance",
    '<?xml version="1.0" encoding="nonsense"?><Instance/>',
])
def test_hostile_or_foreign_files_are_refused(text: str) -> None:
    """Entities, document types, depth, endless text, other documents: a FileError, nothing else."""
    with pytest.raises(FileError):
        load_robinx_instance(text.encode())


def test_a_flood_of_elements_is_refused() -> None:
    """A million elements and more end the reading."""
    with pytest.raises(FileError, match="1000000 elements"):
        load_robinx_instance(b"<Instance>" + b"<a/>" * 1_000_001 + b"</Instance>")


def test_only_scheduled_matches_are_games() -> None:
    """The element Game of the printed rules is not read, as the official validator does not either."""
    text = ('<Solution><Games><Game home="0" away="1" slot="0"/>'
            '<ScheduledMatch home="1" away="0.0" slot="1"/></Games></Solution>')
    assert load_robinx_solution(text.encode()).games == (Game(1, 0, 1),)


@pytest.mark.parametrize("match", [
    '<ScheduledMatch home="" away="1" slot="0"/>',
    '<ScheduledMatch home="0" away="1"/>',
    '<ScheduledMatch away1="0" away2="1" venue="2" slot="0"/>',
    '<ScheduledMatch home="0" away="1" venue="2" slot="0"/>',
])
def test_a_game_without_teams_or_at_a_third_venue_is_refused(match: str) -> None:
    """With its line."""
    with pytest.raises(FileError) as caught:
        load_robinx_solution(f"<Solution><Games>\n{match}\n</Games></Solution>".encode(), name="s")
    assert caught.value.where == "s:2"


def test_kinds_are_told_apart() -> None:
    """Instance, solution, or neither, from the first characters."""
    assert is_robinx(SMALL.encode()) == "instance"
    assert is_robinx(b"<?xml?>\n<Solution>") == "solution"
    assert is_robinx(b'{"rounds": []}') == ""


def test_a_schedule_of_our_own_is_exported_with_a_warning_about_the_rest() -> None:
    """Numbers become teams from 0, rounds slots from 0; tables, times and regions are told as lost."""
    schedule = Schedule.of(3, 3, [Match(1, 2, 1, 1), Match(3, 1, 2, 1), Match(2, 3, 3, 1)],
                           starts={1: "2026-01-01T10:00"})
    event = Event("Cup", tuple(Entrant(k, f"E{k}", region="R") for k in (1, 2, 3)))
    instance, solution, lost = robinx_of_schedule(schedule, event)
    assert [t.name for t in instance.teams] == ["E1", "E2", "E3"]
    assert solution.games == (Game(0, 1, 0), Game(2, 0, 1), Game(1, 2, 2))
    assert len(lost) == 3
    assert judge(instance, solution).infeasibility == 0
    assert load_robinx_instance(robinx_instance(instance).encode()) == instance


def archive(shared: Path) -> list[Path]:
    """Instances and solutions of the archive: all of them with SCHEDULER_ALL=1, else every fortieth."""
    files = sorted((shared / "data" / "robinx").glob("**/*.xml"))
    kept = [f for f in files if f.parent.name != "Bounds"]
    return kept if ALL else kept[::40]


def test_the_archive_is_read_back_as_written(shared: Path) -> None:
    """Read, written, read again: the same instance or solution. Two files of it are broken."""
    broken = {"ITC2021Additional_99.xml": 386, "CON12Uncon_149.xml": 145}
    files = archive(shared)
    assert len(files) > 100
    for file in files:
        data = file.read_bytes()
        if file.name in broken:
            with pytest.raises(FileError, match=f":{broken[file.name]}:"):
                (load_robinx_instance if "Instances" in file.parts or "ITC" in file.name
                 else load_robinx_solution)(data)
        elif is_robinx(data) == "instance":
            instance = load_robinx_instance(data)
            assert load_robinx_instance(robinx_instance(instance).encode()) == instance, file
        else:
            solution = load_robinx_solution(data)
            assert load_robinx_solution(robinx_solution(solution).encode()) == solution, file
