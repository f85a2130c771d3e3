"""What real projects mix into their serializers, one case an idiom, in the order of the table.

`idiom.py` says what a case is and holds the plain serializers that all are made of. The others
hold the cases by what the project's code decides: which fields there are (`chosen_fields`), what
a field makes of a value (`own_fields`), which lists, links and classes stand around the rows
(`around_the_rows`), what the values are (`values`), all that nothing can be compiled of
(`nonsense`), and what changes with each request (`changing`).
"""
