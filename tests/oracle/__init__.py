"""A second, deliberately naive reading of every rule: plain loops, nothing shared with the engine."""
