"""django-mptt: a node remembers its parent, and the columns that its siblings are ordered by.

Read: 0.20. `save()` compares them. Nothing is asked of the database, and no column is changed.
"""

from __future__ import annotations

from fastserializers.packages.table import about


@about("mptt.models.MPTTModel.__init__")
def is_ordinary(model: type) -> bool:
    """Return whether a model has no hook of django-mptt's own tests."""
    return not hasattr(model, "_check_no_testing_generators")
