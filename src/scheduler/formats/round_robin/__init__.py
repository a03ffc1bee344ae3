"""Round robins: planned, checked, repeated over legs, with numbers drawn by lot."""

from scheduler.formats.round_robin.frame import frame_of, rulebook_for
from scheduler.formats.round_robin.plan import METHODS, check, plan

__all__ = ["METHODS", "check", "frame_of", "plan", "rulebook_for"]
