"""Rows as project code sees them: instances that are made when it asks, and their loans.

In: a queryset, a page, a stream or a list of instances, and a plan. Out: the dicts of its rows.
The queryset or the page is left with a list of instances that wait. Read `represented` first (a
list of dicts from rows), then `queryset` and `row_pages` (what is fetched), and `evaluated` (the
list that waits). `row_instances` has the instances of a row set, which `new_instances` makes, and
`related_querysets` what they have for a relation. `loading` and `loans` lend a relation that a
plan reads while the list is read. `given_instances` lends it to instances that were there before.
"""
