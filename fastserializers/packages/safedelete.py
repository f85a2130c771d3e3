"""django-safedelete: a query is filtered by what is deleted, before it is compiled.

Read: 1.5. The query of the queryset itself is filtered, once. The instances are made as Django
makes them.
"""

from __future__ import annotations

from typing import Any

from fastserializers.names import path_of
from fastserializers.packages.table import about

QUERY = "safedelete.query.SafeDeleteQuery"


@about(f"{QUERY}.get_compiler")
def filters_once(query: Any) -> bool:
    return path_of(type(query)._filter_visibility) == f"{QUERY}._filter_visibility"
