"""From a serializer or a page to what reads it: rules 1, 2, 3, 6 and 7.

In: a serializer and an object, a list, or a paginator's queryset. Out: the representation, by a
compiled plan or by REST framework, and why. Read `replaced` first (the doors), then `objects`,
`lists` and `pages` (the decisions), `state` (who reads fast), `class_plan` (when a class is
planned) and `chosen_fields` (which fields a serializer has).
"""
