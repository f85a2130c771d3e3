"""From a serializer or a page to what reads it: rules 1, 2, 3, 6 and 7.

In: a serializer and an object, a list, or a paginator's queryset. Out: the representation, by a
compiled plan or by REST framework, and why. Read `replaced` first (the doors), then `objects`,
`lists` and `pages` (the decisions, with the words of `decision`), `open_list` (a list whose rows
project code is given), `state` (who reads fast) and `class_plan` (when a class is planned, by its
`fingerprint` and `hooks`). `chosen_fields` says which fields a serializer has, `own_fields` plans
those of one serializer, and `lazy_fields` makes a field when code asks for it.
"""
