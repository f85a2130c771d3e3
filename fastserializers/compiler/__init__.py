"""Makes functions: the fields of a serializer -> plan -> generated function.

Read the modules in this order; `tests/compiler/golden/` shows what comes out.

- `plan.py`: what one serializer reads and emits, an immutable value without fields and instances
- `planner.py`: makes the plan of a serializer, and says which fields only DRF's code represents
- `representation.py`: what a representation is: templates of Python source
- `fields/`: what a value becomes: the guarded expressions of each field class
- `reads/`: how a raw value is read: from instances, mappings, any objects, the rows of a query
- `emit.py`: the code of one field, made of a reader and a representation
- `writer.py`: puts the code of all fields into one function, of a dict or of a list of dicts, or
  that of one field into a function of its own; gives out the names of their locals and globals
- `templates.py`: templates of Python source, their lines, and the code that may fill them
- `generated.py`: a function of what was written
- `functions.py`: the functions of a plan: `compile_plan(plan).many[Book](books, serializer, zone)`
- `kept.py`: the one bounded cache, of functions by their plans

A *plan* has an *output* for each field. A *source* is what rows come from, and a *reader* has the
value of one field of a row: the writer assigns it. A *representation* is a list of cases:
expressions, each with the *guard* that proves it right for a value. A *fallback* finishes a field
where no guard holds.
"""
