"""``python -m scheduler``: the command line, where the command itself is not on the path."""

from scheduler.cli.main import main

if __name__ == "__main__":
    main()
