"""How each format makes its rounds: one :class:`Play` a format, chosen by the stage's format."""

from __future__ import annotations

from importlib import import_module

from scheduler.errors import RulebookError, did_you_mean
from scheduler.live.plays.base import Asked, Draft, Play, rulebook_of
from scheduler.live.state import LiveStage

__all__ = ["FORMATS", "Asked", "Draft", "Play", "play_of", "rulebook_of"]

FORMATS = {
    "swiss": "swiss",
    "round-robin": "table",
    "groups": "groups",
    "knockout": "knockout",
    "double-elimination": "knockout",
}
"""Format of a stage -> the module here whose ``PLAY`` makes its rounds."""


def play_of(stage: LiveStage) -> Play:
    """What makes the rounds of a stage. RulebookError where no such format is played live."""
    name = FORMATS.get(stage.stage.format)
    if name is None:
        raise RulebookError(
            f'stage {stage.index} is of the format "{stage.stage.format}", which is not played live',
            maybe=did_you_mean(stage.stage.format, [*FORMATS]))
    play: Play = import_module(f"scheduler.live.plays.{name}").PLAY
    return play
