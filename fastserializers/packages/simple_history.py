"""django-simple-history: records of a history are what Django makes of its rows.

Read: 3.13. After `as_of()` or `as_instances()`, a queryset gives instances of the model whose
history it is: Django's code and the package's make those.
"""

from __future__ import annotations

from typing import Any

from fastserializers.packages.table import about


@about("simple_history.manager.HistoricalQuerySet._fetch_all")
def gives_records(queryset: Any) -> bool:
    return not queryset._as_instances
