"""How DRF's fields represent values, a module a kind of field.

`registry.py` has the table of field classes, which the other modules fill: `scalars.py`,
`times.py` and `related.py` (hyperlinks too). `items.py` represents lists and dicts of any of them.
"""

from fastserializers.compiler.fields import items, related, scalars, times

__all__ = ["items", "related", "scalars", "times"]
