"""One function per thing a person can do. Nothing here prints; the doors above do."""
