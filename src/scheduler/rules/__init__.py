"""The rules, one file a family; each a count over facts. Rulebooks choose among them."""

from scheduler.rules import draws as draws
from scheduler.rules import meetings as meetings
from scheduler.rules import pairings as pairings
from scheduler.rules import requests as requests
from scheduler.rules import round_tables as round_tables
from scheduler.rules import sides as sides
from scheduler.rules import tables as tables
from scheduler.rules.count import UNBOUNDED, Count, Row, Term, from_rows
from scheduler.rules.registry import Param, Rule, all_rules, find_rule, rule
from scheduler.rules.rulebook import Rulebook, RuleUse, Stated, read_rulebook, read_uses

__all__ = [
    "UNBOUNDED",
    "Count",
    "Param",
    "Row",
    "Rule",
    "RuleUse",
    "Rulebook",
    "Stated",
    "Term",
    "all_rules",
    "find_rule",
    "from_rows",
    "read_rulebook",
    "read_uses",
    "rule",
]
