"""How the raw values of a plan are read, a module a source of rows.

Read `source.py` first: it defines sources and readers. Then `plain_objects.py` (mappings and any
other objects), `instances.py` (model instances), `shapes.py` (the places of columns and relations
in the rows of a query) and `rows.py` (how such rows are read).
"""
