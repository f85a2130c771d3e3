"""From a queryset that nobody has evaluated to rows, and to instances where one is needed.

Unless `FASTSERIALIZERS = {"ROWS": False}`, or `rows = False` in the `Meta` of a serializer. In
the order in which to read:

- `queryset`: the rows of a queryset, for a list that leaves it evaluated, and for a stream.
- `needs`: what a plan reads of the rows of a queryset, and of those related to them.
- `unpatched`: which parts of Django on the way are its own, and not a project's.
- `saving`: whether rows save anything, where Django makes the instances all the same.
- `reasons`: why Django reads a queryset, in words.
- `layout`, `conversions`: which position of a row holds which column, and what stands there.
- `execute`, `pg_text`: a query, executed by Django's compiler; what PostgreSQL has written.
- `relations`, `anybody`: how Django gets from rows to related rows, and from which querysets.
- `row_set`, `related_rows`: the rows of one query; which of them a relation leads to.
- `loading`: what is prefetched, or read and not loaded, one query for all rows.
- `row_shapes`: what the compiler has to know of a row set.
- `leading`: whether a relation is None in all rows.
- `new_instances`: an instance made of a row, as `Model.from_db()` makes it.
- `on_demand`, `loans`: the caches of instances: what is loaded, and what is lent for a while.
- `related_querysets`, `lent_rows`: the querysets of relations to many rows, evaluated or not.
- `represented`: the dicts that a plan makes of a row set, with the relations that it reads.
- `evaluated`: the list that has the instances of a row set, made when somebody looks at them.
- `pages`: a page, fetched by REST framework's own paginator as such a list.
"""
