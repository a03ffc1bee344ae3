"""Draws: separation, sampling and counting, elimination."""
