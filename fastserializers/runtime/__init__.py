"""The functions that generated code calls.

In: a row or one of its values, and the serializer or its context. Out: the value that REST
framework's field would return, or its error. `generated_names.py` has the names that generated
code may use. Read `nested.py` first (which serializer a row has), then `fallbacks.py` (how a field
is finished if no guard holds), `attributes.py`, `values.py`, `zones.py` and `links.py`.
`overrides.py` tells a project's methods from REST framework's, and `drf_types.py` has the types of
annotations.
"""
