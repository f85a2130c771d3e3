from __future__ import annotations


class ReadOnlySerializerError(TypeError):
    """A read-only serializer was asked to validate or to save."""


class RepresentationError(Exception):
    """The representation that a project has registered for a field class is no code."""
