"""How the raw values of a plan are read, a module a source of rows.

Read `source.py` first: what a source and a reader are. Then `objects.py` (mappings and any other
objects), `instances.py` (model instances, read from where Django keeps what it has loaded) and
`rows.py` (the rows of a query). `types.py` finds the source of a type.
"""
