from __future__ import annotations


class ReadOnlySerializerError(TypeError):
    """A read-only serializer was asked to validate or to save."""


class RepresentationError(Exception):
    """A project has registered a representation for a field class that has a mistake."""
