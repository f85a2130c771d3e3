from __future__ import annotations


class ReadOnlySerializerError(TypeError):
    """A read-only serializer was asked to validate or to save."""
