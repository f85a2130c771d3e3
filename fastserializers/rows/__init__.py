"""From a queryset that is not evaluated yet to rows, and to instances where one is needed.

Unless `FASTSERIALIZERS = {"ROWS": False}`, or `rows = False` in the `Meta` of a serializer.

Row sets are three things by their life: `FetchedRows`, which a query has given and nothing
changes; `Instances`, made of them when code asks; `Loans`, while the rows are represented. In the
order in which to read:

- `queryset`: the rows of a queryset, for a list that leaves it evaluated, and for a stream;
  and why Django reads another one, in words.
- `needs`: the columns and relations that a plan reads of rows.
- `unpatched`, `models`: which parts of Django on the way are its own, and which models only Django
  makes instances of.
- `layout`, `conversions`: which position of a row holds which column, and what stands there.
- `execute`: a query, executed by Django's compiler, and its `FetchedRows`.
- `pg_text`: columns that are loaded as the text that PostgreSQL has written.
- `row_instances`: the `Instances` of rows, and the related rows that they lead to.
- `new_instances`: makes an instance of a row, as `Model.from_db()` makes it, and the caches whose
  values are made when code asks for them.
- `evaluated`: the list of instances of a queryset or a page, made when code looks at them.
- `represented`: the dicts that a plan makes of a row set, and what the compiler knows of it.
- `loading`: loads what a plan reads, unless Django finds it without a query.
- `loaded_instances`: loads what a plan reads of instances, as lists and evaluated querysets have.
- `related_rows`: one query for the related rows of all rows, and which belong to which.
- `relations`: the query and the keys of a relation.
- `loans`, `lent_rows`: related rows that are lent, and taken back.
- `related_querysets`: the querysets that instances have for relations to many rows.
- `prefetching`: loads what a project has asked to load.
- `pages`: a page, fetched by REST framework's own paginator as such a list.
"""
