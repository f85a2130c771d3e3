"""django-lifecycle: an instance remembers the values that it was made with.

Read: 1.3. A hook with `when="author.name"` has the author read as well, by a query for each
instance: Django makes those.
"""

from __future__ import annotations

from typing import Any

from fastserializers.packages.table import about


@about("django_lifecycle.mixins.LifecycleModelMixin.__init__")
def watches_columns(model: Any) -> bool:
    """Return whether no hook of a model watches a related one."""
    return not model._watched_fk_model_fields()
