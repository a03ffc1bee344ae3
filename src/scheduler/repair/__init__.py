"""A published schedule and the least change that makes it obey the rules."""

from scheduler.repair.account import Change
from scheduler.repair.least import repair
from scheduler.repair.published import KINDS

__all__ = ["KINDS", "Change", "repair"]
