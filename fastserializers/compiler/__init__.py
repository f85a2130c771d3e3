"""From the fields of a serializer to a generated function, by way of a plan.

In: a serializer and its fields. Out: functions, by the type of the rows that they read:
`compile_plan(plan).many[Book](books, serializer, zone)`. `tests/compiler/golden/` shows them.
Read `plan.py` and `planner.py` first, then `representation.py` with `fields/` (what a value
becomes), `sources/` (how the value is read), `emit.py` (both together, for one field), `writer.py`
(all fields, as one function) and `functions.py` (the functions of a plan). Below them are
`templates.py` (the text of expressions) and `generated.py` (a text becomes a function).
"""
