"""The event file: an append-only log, each entry chained by its hash to the one before."""

from scheduler.store.chain import Fault, check_chain
from scheduler.store.entries import GENESIS, MOST_BYTES, Draft, Entry, canonical, digest, now
from scheduler.store.file import EventFile, Transaction

__all__ = [
    "GENESIS",
    "MOST_BYTES",
    "Draft",
    "Entry",
    "EventFile",
    "Fault",
    "Transaction",
    "canonical",
    "check_chain",
    "digest",
    "now",
]
