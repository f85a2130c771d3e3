"""The functions that generated code calls.

In: a row, or a value of it, and the serializer or what stands for it. Out: what REST framework's
field would return, or the error that it would raise. `names.py` has the names that generated code
may use. Read `nested.py` first (which serializer a row has), then `fallbacks.py` (how a field is
finished where no guard holds), `attributes.py`, `values.py`, `zones.py` and `links.py`.
"""
