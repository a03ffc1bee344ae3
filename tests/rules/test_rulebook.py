"""Rulebooks come from strangers: every mistake is named with its file, its line and advice."""

from __future__ import annotations

from pathlib import Path

import pytest

from scheduler.errors import RulebookError
from scheduler.facts import DrawFrame, Frame, draw_space, timetable
from scheduler.facts.groups import GroupFrame, group_space
from scheduler.facts.pairing import PairingFrame, pairing_space
from scheduler.rules import Rulebook, read_rulebook, read_uses

GOOD = """\
# a rulebook
[rulebook]
name = "mine"
title = "My rules"

[[rule]]
id = "meet-each"
clause = "A-1"
reason = "everybody meets everybody"

[[rule]]
id = "run-limit"
most = 3
price = [0, 1, 3]
level = 2

[[rule]]
id = "lock"
home = "Hue"
away = 2
rounds = [1, 1, 2]
"""
FRAME = Frame(4, 3, 2, names=("Hanoi", "Hue", "Saigon", "Vinh"))


def wrong(text: str) -> RulebookError:
    with pytest.raises(RulebookError) as caught:
        read_rulebook(text, "my.toml")
    return caught.value


def in_use(line: str, *, id: str = "run-limit") -> RulebookError:
    """The error of a rulebook whose 7th line, in its second rule, is this one."""
    return wrong(f'[[rule]]\nid = "meet-each"\n\n[[rule]]\nid = "{id}"\n\n{line}\n')


def test_a_rulebook_reads_as_it_is_written() -> None:
    """Head, parameters with their defaults, clause, price and level arrive as written."""
    book = read_rulebook(GOOD, "my.toml")
    assert (book.name, book.title) == ("mine", "My rules")
    meet, run, lock = book.uses
    assert (meet.clause, meet.reason, meet.hard) == ("A-1", "everybody meets everybody", True)
    assert dict(meet.params) == {"times": 0}
    assert (run.price, run.level, run.hard) == ((0, 1, 3), 2, False)
    assert dict(run.params) == {"most": 3, "bye-breaks-run": False}
    assert run.clause == "CBA-14"
    assert lock.params["sides"] is True


def test_a_use_knows_its_line() -> None:
    """``where`` of a rule use is the line of its id."""
    assert [u.where for u in read_rulebook(GOOD, "my.toml").uses] == [
        "my.toml:7", "my.toml:12", "my.toml:18",
    ]


def test_a_price_alone_is_at_level_one() -> None:
    """A single price without a level is a linear price at level 1."""
    (use,) = read_rulebook('[[rule]]\nid = "travel"\nprice = 4\n').uses
    assert (use.price, use.level) == ((4,), 1)


@pytest.mark.parametrize("table", [[0], [3, 6], [0, 1, 3, 6], [0, 0, 0, 5], [1, 10**9]])
def test_convex_tables_are_accepted(table: list[int]) -> None:
    """Every table whose steps never shrink is a price."""
    (use,) = read_rulebook(f'[[rule]]\nid = "travel"\nprice = {table}\n').uses
    assert use.price == tuple(table)


@pytest.mark.parametrize(("line", "says", "maybe"), [
    ("mots = 3", 'no parameter "mots"', '"most"'),
    ("prise = 3", 'no parameter "prise"', ""),
    ("most = true", '"most" must be a whole number', ""),
    ("most = -1", '"most" must be a whole number', ""),
    ("most = 2.0", '"most" must be a whole number', ""),
    ("most = 1000001", "from 0 to 1000000, not 1000001", ""),
    ('most = "2"', 'not "2"', ""),
    ("most = 99999999999999999999999999", "from 0 to 1000000", ""),
    ("bye-breaks-run = 1", "must be true or false, not 1", ""),
    ("bye_breaks_run = true", 'no parameter "bye_breaks_run"', '"bye-breaks-run"'),
    ("price = [3, 1]", "must be convex", "at least as much"),
    ("price = [5, 6]", "must be convex", "at least as much"),
    ("price = []", "a price is a whole number", ""),
    ("price = -1", "a price is a whole number", ""),
    ('price = "1"', "a price is a whole number", ""),
    ("price = [1, [2]]", "a price is a whole number", ""),
    ("price = true", "not true", ""),
    ("price = 1.5", "not 1.5", ""),
    ("price = 1000000001", "a price is a whole number", ""),
    ("level = 2", "a hard rule has no level", "price"),
    ("clause = 14", '"clause" must be text, not 14', ""),
    ('reason = ["a"]', '"reason" must be text', ""),
    ("hard = 1", "either hard or has a price", "leave out"),
    ("hard = false", "either hard or has a price", "leave out"),
    ("most.deep = 1", '"most" must be a whole number', ""),
])
def test_a_mistake_is_named_with_its_own_line(line: str, says: str, maybe: str) -> None:
    """The message says what is wrong and points to the line that says it, not to the rule's id."""
    error = in_use(line)
    assert error.where == "my.toml:7"
    assert says in error.message
    assert maybe in error.maybe


@pytest.mark.parametrize(("lines", "where"), [
    ("hard = true\nprice = 2", "my.toml:7"),
    ("price = 2\nhard = true", "my.toml:8"),
    ("price = 2\nlevel = 0", "my.toml:8"),
    ("price = 2\nlevel = 101", "my.toml:8"),
    ("price = 2\nlevel = true", "my.toml:8"),
    ('price = 2\nlevel = "1"', "my.toml:8"),
])
def test_price_hard_and_level_must_agree(lines: str, where: str) -> None:
    """A rule is hard, or has a price at a level from 1."""
    assert in_use(lines).where == where


def test_unknown_rule_is_named_with_its_nearest() -> None:
    """A misspelt rule id is an error at its line with the closest known one."""
    error = wrong('\n\n[[rule]]\nid = "meat-each"\n')
    assert error.where == "my.toml:4"
    assert error.maybe == 'you mean "meet-each"?'
    assert error.exit_code == 5


def test_a_rule_needs_an_id() -> None:
    """A rule without an id is pointed to by its header."""
    assert wrong('[[rule]]\nid = "travel"\n\n[[rule]]\nmost = 2\n').where == "my.toml:4"
    assert wrong("[[rule]]\nid = 5\n").where == "my.toml:2"


@pytest.mark.parametrize(("id", "missing"), [
    ("leg-order", "mode"), ("lock", "home"), ("unavailable", "entrants"), ("side", "entrants"),
])
def test_what_must_be_given_is_asked_for(id: str, missing: str) -> None:
    """A rule without a parameter that has no default is an error that explains the parameter."""
    error = wrong(f'[[rule]]\nid = "{id}"\n')
    assert (error.where, f'needs "{missing}"' in error.message) == ("my.toml:2", True)


@pytest.mark.parametrize("value", ["[]", '"Hue"', "3", "[0]", "[true]", "[1.0]", "[[1]]", "[-1]"])
def test_lists_of_entrants_hold_names_or_numbers(value: str) -> None:
    """Entrants are a list of at least one name or number."""
    error = in_use(f"entrants = {value}\nrounds = [1]", id="unavailable")
    assert (error.where, "a list of names or numbers" in error.message) == ("my.toml:7", True)


@pytest.mark.parametrize("value", ["[]", "3", "[0]", "[true]", '["1"]', "[1.0]"])
def test_rounds_are_a_list_of_numbers(value: str) -> None:
    """Rounds that must be given are a list of at least one whole number."""
    error = in_use(f"rounds = {value}\nentrants = [1]", id="unavailable")
    assert (error.where, "a list of whole numbers" in error.message) == ("my.toml:7", True)


def test_a_choice_is_named_with_its_nearest() -> None:
    """A parameter of fixed texts lists them, and suggests the closest."""
    error = in_use('mode = "miror"', id="leg-order")
    assert "mirrored or inverted or english or french" in error.message
    assert error.maybe == 'you mean "mirrored"?'
    assert in_use("mode = 3", id="leg-order").where == "my.toml:7"


def test_unknown_key_of_the_head_is_found_in_the_head() -> None:
    """A misspelt key of [rulebook] points into [rulebook], also when a rule has a line like it."""
    error = wrong('[rulebook]\nname = "x"\ntitel = "y"\n\n[[rule]]\nid = "travel"\n')
    assert (error.where, error.maybe) == ("my.toml:3", 'you mean "title"?')


@pytest.mark.parametrize("value", ["3", "true", '["x"]'])
def test_the_head_holds_text(value: str) -> None:
    """A title that is no text is an error at its line."""
    assert wrong(f'[rulebook]\nname = "x"\ntitle = {value}\n').where == "my.toml:3"


def test_unknown_table_is_found_after_rules_too() -> None:
    """A misspelt table is pointed to by its header."""
    error = wrong('[[rule]]\nid = "travel"\n\n[[rules]]\nid = "travel"\n')
    assert (error.where, error.maybe) == ("my.toml:4", 'you mean "rule"?')


@pytest.mark.parametrize("text", [
    "rulebook = 3", '[[rulebook]]\nname = "x"', "rule = 3", 'rule = "abc"', "rule = [1]",
    '[rule]\nid = "travel"',
])
def test_tables_of_the_wrong_shape_are_refused(text: str) -> None:
    """A head that is no table, rules that are no list of tables."""
    assert wrong(text).where.startswith("my.toml")


@pytest.mark.parametrize(("text", "where"), [
    ("[[rule]]\nid = \n", "my.toml:2"),
    ("[[rule]]\nid = 'travel'\nid = 'travel'\n", "my.toml:3"),
    ("x = " + "[" * 5000, "my.toml"),
    ("x = " + "9" * 5000, "my.toml"),
    ("\0", "my.toml:1"),
    ("#" * 1_000_001, "my.toml"),
])
def test_what_is_not_toml_is_named_by_line(text: str, where: str) -> None:
    """Broken TOML, depth and numbers meant to break the reader, texts without end: a plain error."""
    error = wrong(text)
    assert error.where == where
    assert len(str(error)) < 300


def test_a_hexadecimal_giant_is_only_a_wrong_number() -> None:
    """A number too long to be written in decimals is refused without being written."""
    assert in_use("most = 0x" + "f" * 5000).where == "my.toml:7"


def test_too_many_rules_are_refused() -> None:
    """Ten thousand rules are enough."""
    with pytest.raises(RulebookError, match="at most 10000"):
        read_uses([{"id": "travel"}] * 10_001)


def test_rules_of_an_event_are_found_where_their_reader_found_them() -> None:
    """Given the places of an entry's keys, a message names the wrong key's own line."""
    places = [{}, {"id": "e.toml:6", "miles": "e.toml:7"}]
    entries = [{"id": "run-limit"}, {"id": "travel", "miles": 3}]
    with pytest.raises(RulebookError) as caught:
        read_uses(entries, where="e.toml", places=places)
    assert caught.value.where == "e.toml:7"
    assert read_uses([{"id": "travel"}], where="e.toml", places=places[1:])[0].where == "e.toml:6"


def stated(text: str, frame: Frame = FRAME) -> None:
    read_rulebook(text, "my.toml").stated(timetable(frame), frame)


@pytest.mark.parametrize(("params", "says", "maybe"), [
    ('home = "Hanoy"\naway = 2', 'no entrant "Hanoy"', 'you mean "Hanoi"?'),
    ("home = 5\naway = 2", "no entrant 5 (numbers go from 1 to 4)", ""),
    ("home = 1\naway = 2\nrounds = [4]", "rounds go from 1 to 3, not 4", ""),
    ("home = 1\naway = 2\ntables = [3]", "tables go from 1 to 2, not 3", ""),
    ("home = 2\naway = 'Hue'", "number 2 cannot meet itself", ""),
    ("home = 1\naway = 2\nrounds = [0x" + "f" * 5000 + "]", "rounds go from 1 to 3", ""),
])
def test_parameters_are_held_against_the_event(params: str, says: str, maybe: str) -> None:
    """Entrants, rounds and tables that the event does not have: an error with the rule's line."""
    with pytest.raises(RulebookError) as caught:
        stated(f'\n[[rule]]\nid = "lock"\n{params}\n')
    assert caught.value.where == "my.toml:3"
    assert says in caught.value.message
    assert caught.value.maybe == maybe


def test_names_and_numbers_of_one_entrant_count_once() -> None:
    """An entrant listed by name and by number, or a round listed twice, is still one."""
    text = '[[rule]]\nid = "not-both-home"\nentrants = ["Hue", 2, 2, 4]\n'
    (entry,) = read_rulebook(text).stated(timetable(FRAME), FRAME)
    assert entry.count.name(0) == ((2, 4), (1,))
    text = '[[rule]]\nid = "unavailable"\nentrants = [2, "Hue"]\nrounds = [3, 3, 1]\n'
    (entry,) = read_rulebook(text).stated(timetable(FRAME), FRAME)
    assert [entry.count.name(k) for k in range(entry.count.rows)] == [((2,), (3,)), ((2,), (1,))]


def test_rules_can_be_added_left_out_and_found() -> None:
    """A rulebook is a value: changes give another one."""
    book = read_rulebook(GOOD)
    fewer = book.without("lock", "meet-each")
    assert [u.id for u in fewer.uses] == ["run-limit"]
    assert fewer.adding(book.uses[:1]).uses[-1].id == "meet-each"
    assert (book.find("lock"), fewer.find("lock")) == (book.uses[2], None)
    looser = book.uses[1].with_params(bye_breaks_run=True)
    assert dict(looser.params) == {"most": 3, "bye-breaks-run": True}
    assert len(book.uses) == 3


def test_the_rulebooks_that_come_along_are_sound(root: Path) -> None:
    """Every file of models/ is read and can be stated for fields of its format, even, odd and double."""
    files = sorted((root / "models").glob("*.toml"))
    assert files
    for file in files:
        book: Rulebook = read_rulebook(file.read_text(encoding="utf-8"), file.name)
        assert book.name == file.stem
        if book.format == "knockout":
            for draw in (DrawFrame(8, 8, (1, 2)), DrawFrame(16, 11, (3,)), DrawFrame(2, 2)):
                assert book.stated(draw_space(draw), draw)
        elif book.format == "groups":
            groups = GroupFrame(3, 8, ((1, 2, 3), (4, 5, 6), (7, 8)))
            assert book.stated(group_space(groups), groups)
        elif book.format == "swiss":
            for swiss in (PairingFrame(8, 3, 7, ((1, 2, 1),), attributes={"wins": ("0",) * 8}),
                          PairingFrame(5, 1, 4, attributes={"wins": ("1",) * 5}, ranks=(0, 1, 2, 3, 4))):
                assert book.stated(pairing_space(swiss), swiss)
        else:
            for frame in (Frame(8, 7, 4), Frame(7, 7, 3), Frame(6, 10, 3, legs=2)):
                assert book.stated(timetable(frame), frame)
