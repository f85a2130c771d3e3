"""When a plan is made, what makes it stale, and when it is made anew.

Nothing is decided when a class is defined. What follows is found out when it is first used, and
compared with what is there each time a serializer reads.

=====================================  ==============================  ==========================
what may change                        when it is noticed              what is redone
=====================================  ==============================  ==========================
a class before it is first used        then                            nothing: nothing was done
`_declared_fields`, attributes of      with the next `.data`           the plan of the class, from
`Meta`, lists and dicts in them                                        fields made anew
the same of a nested class             with the next `.data`           the same
a field of one serializer, its         with the next row that is       the plan of that serializer
options, the fields that it has        asked of it, or the next list
`Meta`, `get_fields` and other hooks   with the next `.data`           the plan of that serializer
set on one serializer
a setting                              when Django says so             every plan
=====================================  ==============================  ==========================

To be read in this order:

- `declarations.py`: what a class, or a serializer, says of its fields
- `plans.py`: a plan that is kept together with what it was made from
- `readings.py`: what was found out about a class, and the plan that is in use
"""
