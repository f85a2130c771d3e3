"""From a queryset that is not evaluated yet to rows, and to instances where one is needed.

A queryset, a page or a stream goes in (`queryset`, `pages`); the dicts of its rows come out
(`represented`), and the queryset or the page is left with a list of instances that wait
(`evaluated`). Read on from `execute`, whose `FetchedRows` nothing changes, to `row_instances`:
its `Instances` are made of them when code asks. Then read `loading` and `loans`: a relation that a
plan reads is lent while the rows are represented. `given_instances` has the lists of instances,
which are lent it, too.
"""
