"""Exact counting of the ways to complete a published table.

The printed cells stay, all others are missing. A completion is a set of (round, home, away) in
which every pair meets once and every entrant plays once a round (with an odd number of entrants:
is idle once); which table a match is at does not distinguish completions.

Who meets is counted first, round by round, each set of pairs still to come only once
(``opponents``). Home sides are independent of one another unless an assumption ties them, and then
they are counted along each way to match (``sides``).
"""

from scheduler.solve.completions.count import Completions, count_completions

__all__ = ["Completions", "count_completions"]
