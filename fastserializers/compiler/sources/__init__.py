"""How the raw values of a plan are read, a module a source of rows.

Read `source.py` first: what a source and a reader are. Then `objects.py` (mappings and any other
objects), `instances.py` (model instances, read from where Django keeps what it has loaded),
`shapes.py` (what stands where in the rows of a query) and `rows.py` (how these are read).
"""
