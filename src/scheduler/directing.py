"""An event in progress, from Python: what the commands of ``scheduler event`` do, by the same functions.

    >>> from scheduler import directing
    >>> directing.pair("cup.event").decided.event.stage.drafted     # doctest: +SKIP
    3

Each takes the path of the event file first; what changes it takes ``who=Who(...)`` and is on disk before it
returns. They are imported when they are first used, and described in ``docs/api.md``.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from scheduler.app.directing.adopting import adopt as adopt
    from scheduler.app.directing.adopting import given_back as give_back
    from scheduler.app.directing.boards import enter_boards as enter_boards
    from scheduler.app.directing.boards import enter_segment as enter_segment
    from scheduler.app.directing.desk import Decided as Decided
    from scheduler.app.directing.desk import OpenDesk as OpenDesk
    from scheduler.app.directing.desk import Who as Who
    from scheduler.app.directing.desk import look as look
    from scheduler.app.directing.desk import read as read
    from scheduler.app.directing.entering import Entry as Entry
    from scheduler.app.directing.entering import absent as absent
    from scheduler.app.directing.entering import announce as announce
    from scheduler.app.directing.entering import come_back as admit
    from scheduler.app.directing.entering import edit as edit
    from scheduler.app.directing.entering import enter as enter
    from scheduler.app.directing.entering import lots as number_by_lot
    from scheduler.app.directing.entering import withdraw as withdraw
    from scheduler.app.directing.explaining import explain as explain
    from scheduler.app.directing.lineups import check_entries as check_entries
    from scheduler.app.directing.lineups import file_card as file_card
    from scheduler.app.directing.lineups import hand_in as hand_in
    from scheduler.app.directing.lineups import notices as notices
    from scheduler.app.directing.lineups import set_rights as set_rights
    from scheduler.app.directing.lineups import set_times as set_times
    from scheduler.app.directing.looking import event_json as event_json
    from scheduler.app.directing.looking import places as places
    from scheduler.app.directing.looking import ranked as standings
    from scheduler.app.directing.looking import round_json as round_json
    from scheduler.app.directing.making import new as new
    from scheduler.app.directing.past import copy as copy
    from scheduler.app.directing.past import history as history
    from scheduler.app.directing.past import redo as redo
    from scheduler.app.directing.past import undo as undo
    from scheduler.app.directing.past import verify as verify
    from scheduler.app.directing.printing import write_places as write_places
    from scheduler.app.directing.printing import write_round as write_round
    from scheduler.app.directing.printing import write_slips as write_slips
    from scheduler.app.directing.printing import write_standings as write_standings
    from scheduler.app.directing.repairing import accept as accept
    from scheduler.app.directing.repairing import facts as facts
    from scheduler.app.directing.repairing import note as tell_facts
    from scheduler.app.directing.repairing import proposals as proposals
    from scheduler.app.directing.rounds import close as close
    from scheduler.app.directing.rounds import pair as pair
    from scheduler.app.directing.rounds import publish as publish
    from scheduler.app.directing.rounds import start as start
    from scheduler.app.directing.rounds import tables as tables
    from scheduler.app.directing.rounds import withhold as withhold
    from scheduler.app.directing.rulings import appeal as appeal
    from scheduler.app.directing.rulings import approve as approve
    from scheduler.app.directing.rulings import decide_appeal as decide_appeal
    from scheduler.app.directing.rulings import rule as rule
    from scheduler.app.directing.rulings import settle as settle
    from scheduler.app.directing.scores import Typed as Typed
    from scheduler.app.directing.scores import enter as enter_results
    from scheduler.app.directing.scores import enter_many as paste_results
    from scheduler.app.directing.scores import penalise as penalise
    from scheduler.app.directing.scores import take_back as take_back
    from scheduler.app.directing.scores import waive as waive
    from scheduler.app.directing.sheets import sheet as sheet
    from scheduler.app.directing.stages import add as add_stage
    from scheduler.app.directing.stages import carry_again as carry_again
    from scheduler.app.directing.stages import choose as choose
    from scheduler.app.directing.stages import configure as configure
    from scheduler.app.directing.stages import next_stage as next_stage
    from scheduler.app.directing.stages import turn as turn
    from scheduler.app.directing.ways import ways as ways
    from scheduler.live.plays import Asked as Asked

_HOMES = {
    "adopt": ("adopting", "adopt"), "give_back": ("adopting", "given_back"),
    "enter_boards": ("boards", "enter_boards"), "enter_segment": ("boards", "enter_segment"),
    "Decided": ("desk", "Decided"), "OpenDesk": ("desk", "OpenDesk"), "Who": ("desk", "Who"),
    "look": ("desk", "look"), "read": ("desk", "read"),
    "Entry": ("entering", "Entry"), "absent": ("entering", "absent"), "admit": ("entering", "come_back"),
    "announce": ("entering", "announce"), "edit": ("entering", "edit"), "enter": ("entering", "enter"),
    "number_by_lot": ("entering", "lots"), "withdraw": ("entering", "withdraw"),
    "explain": ("explaining", "explain"),
    "check_entries": ("lineups", "check_entries"), "file_card": ("lineups", "file_card"),
    "hand_in": ("lineups", "hand_in"), "notices": ("lineups", "notices"),
    "set_rights": ("lineups", "set_rights"), "set_times": ("lineups", "set_times"),
    "event_json": ("looking", "event_json"), "places": ("looking", "places"),
    "round_json": ("looking", "round_json"), "standings": ("looking", "ranked"),
    "new": ("making", "new"),
    "copy": ("past", "copy"), "history": ("past", "history"), "redo": ("past", "redo"),
    "undo": ("past", "undo"), "verify": ("past", "verify"),
    "write_places": ("printing", "write_places"), "write_round": ("printing", "write_round"),
    "write_slips": ("printing", "write_slips"), "write_standings": ("printing", "write_standings"),
    "accept": ("repairing", "accept"), "facts": ("repairing", "facts"),
    "proposals": ("repairing", "proposals"), "tell_facts": ("repairing", "note"),
    "close": ("rounds", "close"), "pair": ("rounds", "pair"), "publish": ("rounds", "publish"),
    "start": ("rounds", "start"), "tables": ("rounds", "tables"), "withhold": ("rounds", "withhold"),
    "appeal": ("rulings", "appeal"), "approve": ("rulings", "approve"),
    "decide_appeal": ("rulings", "decide_appeal"), "rule": ("rulings", "rule"),
    "settle": ("rulings", "settle"),
    "Typed": ("scores", "Typed"), "enter_results": ("scores", "enter"),
    "paste_results": ("scores", "enter_many"), "penalise": ("scores", "penalise"),
    "take_back": ("scores", "take_back"), "waive": ("scores", "waive"),
    "sheet": ("sheets", "sheet"),
    "add_stage": ("stages", "add"), "carry_again": ("stages", "carry_again"), "choose": ("stages", "choose"),
    "configure": ("stages", "configure"), "next_stage": ("stages", "next_stage"), "turn": ("stages", "turn"),
    "ways": ("ways", "ways"),
}
"""Name -> the module of ``scheduler.app.directing`` that it lives in, and what it is called there."""

__all__ = [
    "Asked", "Decided", "Entry", "OpenDesk", "Typed", "Who", "absent", "accept", "add_stage", "admit",
    "adopt", "announce", "appeal", "approve", "carry_again", "check_entries", "choose", "close", "configure",
    "copy", "decide_appeal", "edit", "enter", "enter_boards", "enter_results", "enter_segment", "event_json",
    "explain", "facts", "file_card", "give_back", "hand_in", "history", "look", "new", "next_stage",
    "notices", "number_by_lot", "pair", "paste_results", "penalise", "places", "proposals", "publish",
    "read", "redo", "round_json", "rule", "set_rights", "set_times", "settle", "sheet", "standings", "start",
    "tables", "take_back", "tell_facts", "turn", "undo", "verify", "waive", "ways", "withdraw", "withhold",
    "write_places", "write_round", "write_slips", "write_standings",
]


def __getattr__(name: str) -> Any:
    """A public name, imported on first use."""
    if name == "Asked":
        home, called = "scheduler.live.plays", name
    elif name in _HOMES:
        home, called = f"scheduler.app.directing.{_HOMES[name][0]}", _HOMES[name][1]
    else:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(home), called)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
