"""The verifier: all facts known, every count added up. Imports no solver and shares no code with one."""

from scheduler.verify.truth import Truth
from scheduler.verify.verifier import verify

__all__ = ["Truth", "verify"]
