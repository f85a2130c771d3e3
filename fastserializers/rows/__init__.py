"""From a queryset of Django's to rows, as tuples of the database's values: no instance is made.

In: a queryset, or a relation of rows that are there. Out: a row set, which leads to others. Read
`execute` first (a query, and its `FetchedRows`, which nothing changes), with `layout` (the places
of columns), `conversions` and `pg_text` (how values differ from Django's). Then `row_sets`,
`relations` (how Django gets from rows to related ones), `related_rows` (one query for all of them)
and `prefetching` (`prefetch_related()`, in steps), and `needs` (what a plan reads of rows). Below
are `models` and `unpatched`: where Django reads a queryset, and why.
"""
