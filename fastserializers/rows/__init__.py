"""From a queryset that nobody has evaluated to rows, and to instances where one is needed.

Unless `FASTSERIALIZERS = {"ROWS": False}`, or `rows = False` in the `Meta` of a serializer. In
the order in which to read:

- `demands.py`: what a plan reads of the rows of a queryset, and of those related to them.
- `stock.py`: which parts of Django on the way are its own, and not a project's.
- `conversions.py`, `layout.py`: which position of a row holds which column of which relation.
- `queries.py`, `text.py`: a query, executed by Django's compiler; what PostgreSQL has written.
- `prefetches.py`: which lookups of `prefetch_related()` are left to Django.
- `relations.py`, `levels.py`, `links.py`: the rows that a relation leads to, one query a level.
- `related_querysets.py`: the evaluated queryset of them that an instance has.
- `shapes.py`: what generated functions are kept by.
- `instances.py`: an instance made of a row, as `Model.from_db()` makes it; what was joined or
  prefetched is made when somebody asks for it.
- `rows.py`: the rows of a queryset for a list, which leaves it evaluated.
"""
