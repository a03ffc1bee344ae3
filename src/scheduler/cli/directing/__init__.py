"""``scheduler event``: the commands for an event in progress."""
