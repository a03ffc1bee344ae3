"""The live event: what has been decided so far, folded from the log, and what may be decided next.

Pure values; no file, no clock, no command. Reading order: ``state`` (the nouns), ``decisions`` (what each
kind of entry means), ``fold`` (entries to state, undo and redo), ``allowed`` (what may be changed when),
``scoring`` (ledger and standings of a stage), ``plays`` (how each format makes its rounds).
"""
