"""How DRF's fields represent values, a module a kind of field.

Read `representation.py` first: what a representation is. `registry.py` has the one table, which
the modules fill: `values.py`, `times.py`, `choices.py`, `relations.py`, `hyperlinks.py`, and
`items.py` for lists and dicts of any of them. `mistakes.py` says what is wrong with those that a
project has registered.
"""

from fastserializers.compiler.representations import (
    choices as choices,
)
from fastserializers.compiler.representations import (
    hyperlinks as hyperlinks,
)
from fastserializers.compiler.representations import (
    items as items,
)
from fastserializers.compiler.representations import (
    relations as relations,
)
from fastserializers.compiler.representations import (
    times as times,
)
from fastserializers.compiler.representations import (
    values as values,
)
