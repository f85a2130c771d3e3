"""The functions that generated code calls, and what tells a project's methods from DRF's.

`names.py` is the table of the names that they may use. Read `nested.py` first (the serializer of a
row, and of what is nested in it), then `fallbacks.py` (where only DRF's own field knows).
`attributes.py` reads. `values.py`, `zones.py` and `links.py` represent what takes more than an
expression; `own_links.py` is for links whose URLs a project makes. `lazy_fields.py` is what a
serializer has as `fields` by then: each is made when it is asked for; `snapshots.py` sees whether
it was changed since. `overrides.py` knows DRF's methods, and `drf_types.py` names its types.
"""
