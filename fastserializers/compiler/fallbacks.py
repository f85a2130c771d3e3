"""What finishes a field where no case holds: DRF's own, told how far reading has got."""

from __future__ import annotations

from typing import NamedTuple


class Fallback(NamedTuple):
    """Templates of the calls that finish a field."""

    value: str
    """Where the value that was read fits no case."""
    error: str
    """Where reading raised `error`."""


DELEGATE = "delegate(serializer, $name, $instance, skipped)"
RECOVER = "recover(serializer, $name, $instance, error, skipped)"

NOT_READ = Fallback(DELEGATE, DELEGATE)
"""No code of the project's has run yet: DRF reads the field itself."""
READ = Fallback("resume(serializer, $name, $instance, $value, skipped)", RECOVER)
"""The source has been read, and is not read again: DRF gets the value, and calls a callable."""
READ_OR_MISSING = Fallback(
    "represent_or_skip(serializer, $name, $instance, $value, skipped)", RECOVER
)
"""The value is what DRF would represent, or says that the row has none."""
READ_AND_CALLED = Fallback("represent(serializer, $name, $value)", RECOVER)
"""The value is what DRF would represent."""
