"""django-dirtyfields: an instance remembers the values that it was made with.

Read: 1.9. It also connects a receiver of `post_save` to its class. With `ENABLE_M2M_CHECK`, it
asks the database for related rows: Django makes those instances.
"""

from __future__ import annotations

from typing import Any

from fastserializers.packages.table import about


@about("dirtyfields.dirtyfields.DirtyFieldsMixin.__init__")
def copies_columns(model: Any) -> bool:
    """Return whether a model remembers its columns alone, and by the package's own code."""
    return not model.ENABLE_M2M_CHECK and model._as_dict.__module__ == "dirtyfields.dirtyfields"
