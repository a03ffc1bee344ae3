"""Repairs of an event in progress: facts that the director told, answered all together.

Reading order: ``proposal`` (what is proposed), ``consequences`` (what facts change by themselves),
``swiss`` (the round that is left to be repaired), ``propose`` (which format's repair answers).
"""

from scheduler.repair.live.proposal import Case, Proposal, Tell
from scheduler.repair.live.propose import propose

__all__ = ["Case", "Proposal", "Tell", "propose"]
