"""What rows come from, a module a source.

Read `source.py` first: what a source says of its rows. Then `objects.py` (any objects, and
mappings), and `instances.py` (model instances, read from where Django keeps what it has loaded).
`types.py` finds the source of a type.
"""
