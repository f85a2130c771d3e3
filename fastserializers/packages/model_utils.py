"""django-model-utils: a `FieldTracker` remembers the values that an instance was made with.

Read: 5.0. The tracker replaces the `__init__()` of its model by a function that calls it, and puts
a descriptor around that of each column. For a loaded value, the descriptor does what the one
inside does. For a deferred one, it remembers the value that Django loads.
"""

from __future__ import annotations

import sys
from typing import Any

from fastserializers.packages.table import about

TRACKER = "model_utils.tracker"


def behind_tracker(init: Any) -> Any:
    """Return the `__init__()` that a tracker of columns calls; None for any other function."""
    code = getattr(init, "__code__", None)
    if code is None or init.__globals__.get("__name__") != TRACKER:
        return None
    module: Any = sys.modules[TRACKER]
    if code not in module.FieldTracker.patch_init.__code__.co_consts:
        return None
    cells = zip(code.co_freevars, init.__closure__, strict=True)
    of_closure = {name: cell.cell_contents for name, cell in cells}
    return init.__wrapped__ if tracks_columns(module, of_closure["self"]) else None


def tracks_columns(module: Any, tracker: Any) -> bool:
    """Return whether a tracker is the package's, and reads columns alone."""
    columns = {field.attname for field in tracker.model_class._meta.concrete_fields}
    return (
        type(tracker) in (module.FieldTracker, module.ModelTracker)
        and tracker.tracker_class in (module.FieldInstanceTracker, module.ModelInstanceTracker)
        and columns.issuperset(tracker.field_map.values())
    )


@about(f"{TRACKER}.DescriptorWrapper", f"{TRACKER}.FullDescriptorWrapper")
def inside(descriptor: Any) -> Any:
    return descriptor.descriptor
