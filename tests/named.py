"""Functions by what they are called, for parameters and messages of tests."""

from __future__ import annotations


def by_name(*functions):
    """Return the functions by their names, with spaces."""
    return {function.__name__.replace("_", " "): function for function in functions}
