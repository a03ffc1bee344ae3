"""Exact pairing of a round, and whether the rounds after it can be paired at all."""

from scheduler.solve.matching.exact import pair

__all__ = ["pair"]
