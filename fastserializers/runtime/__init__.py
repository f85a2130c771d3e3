"""What generated functions call.

`names.py` is the one table of the names that they may use. Read `places.py` first (the serializer
of a row, and of what is nested in it), then `fallbacks.py` (where only DRF's own field knows).
`attributes.py` reads; `zones.py`, `links.py`, `translations.py` and `values.py` represent what
takes more than an expression.
"""
