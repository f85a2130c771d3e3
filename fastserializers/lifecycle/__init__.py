"""When a plan is made, what makes it stale, and when it is made anew.

Nothing is decided, and nothing of the project runs, when a class is defined. What is found out
when it is first used is compared with what is there each time a serializer reads.

=======================================  ==============================  =======================
what may change                          when it is noticed              what is redone
=======================================  ==============================  =======================
anything, before a class is first used   then                            nothing was done yet
`_declared_fields`, `Meta`,              the next `.data`                the plan of the class,
`serializer_field_mapping`, replaced or                                  from fields made anew
in place, and in another order
hooks of the class and of its bases,     the next `.data`                how the class is read,
in front of the mixin and behind it                                      and its plan
the same of a nested class; there the    the next `.data`; for the       the plan of the class
order alone                              order, the next list            that nests it
what decides nothing: a counter          the next `.data`                the copies only
`_kwargs` of a declared field            first use, and the next list    the plan of the class
a column or a relation of a model        first use                       -
methods of field classes, and of         first use                       -
REST framework's own classes
`Meta`, while a list is represented      the next serializer: REST       -
                                         framework keeps the fields
                                         of the first row as well
the fields of one serializer: others,    the next row                    the plan of that
another order, an option; nested too                                     serializer
`Meta`, `get_fields` and other hooks     the next row                    the plan of that
set on one serializer                                                    serializer
a setting                                when Django says so             every plan
=======================================  ==============================  =======================

A comparison takes 0.1 to 0.3 µs of the 3 that one object takes. What only lists notice would take
another 0.3 µs; `docs/differences.md` says so.

The first object of a class, or the first short list of rows that are there, is read by
REST framework, and a plan is made when there is another one: most classes of a process have but
one, and a plan takes as long as a hundred objects. What is read from the database has its plan at
once: the queries are to be the same each time.
`project/warming.py` makes all plans before the first request.

A view that reads by the twins of its classes (`FastReadMixin`) makes none for the first of those
either: a class that is made for one request has no second one.

A serializer that chooses its fields is read by REST framework when its choice is seen for the
first time, and where there are less than ten rows: `shapes.py`.

To be read in this order:

- `declarations.py`: what a class, or a serializer, says of its fields
- `plans.py`: a plan that is kept together with what it was made from
- `readings.py`: what was found out about a class; all that is imported before a second use
- `in_use.py`: the plan that one serializer reads its next row by
- `alone.py`: declared fields that are made without the others
- `shapes.py`: which of the shapes that serializers choose are worth a plan
"""
