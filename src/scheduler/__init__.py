"""A tournament scheduling engine: every answer proven or honestly bounded."""

__version__ = "0.1.0"
