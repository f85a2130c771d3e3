"""Makes functions: fields -> plan -> generated function.

1. `planning.plan_of(serializer)` looks at the fields of a serializer, once, and says as a value
   what is read for each and what it becomes: a `Plan` (`plan.py`).
2. `representations/` knows what a value becomes: the cases of each field class, with their guards.
3. `sources/` knows how a value is read: a module a source of rows.
4. `targets.py` knows what rows are emitted as: one dict, a list of dicts.
5. `code.py` puts the three together for one field: a `FieldCode`, still with placeholders.
6. `codegen.py` gives out the names, folds the code of all fields into one function, and keeps it:
   `compile_plan(plan).many[Book](books, serializer, zone)`.

`templates.py` and `fallbacks.py` are what the pieces are made of. Read in this order: `plan.py`,
`representations/representation.py`, `sources/source.py`, `targets.py`, `code.py`, `codegen.py`;
then a field class and a source of your choice. `tests/compiler/golden/` shows what comes out.

A *plan* says what one serializer reads and emits; a *source* is what rows come from; a *reader* is
how a plan entry gets its raw value out of a row; a *representation* is how that becomes what DRF's
field would return, a list of cases, each with its guard; a *fallback* is what finishes a field
where no case holds; a *target* is what a row is emitted as.
"""
