"""What a director does with an event file: one function for each, read by every door.

Reading order: ``desk`` (open, fold, decide), ``making`` (a new event), ``entering`` (who takes part),
``rounds``, ``scores``, ``looking`` (what is shown), ``past`` (undo, history, verification, copies).
"""
