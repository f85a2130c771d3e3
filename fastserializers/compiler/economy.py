"""The economy of plans and functions: they are made only when they have paid.

Planning the fields of a class, and compiling functions for them, takes as long as REST framework
takes for many rows, and many a class or a set of fields is used once. So nothing is made before
the rows that have been read would have paid for it:

==========================  ===============================  ======================================
until then                  what is counted                  what is made then
==========================  ===============================  ======================================
each serializer has its     rows that have been              the plan of the class, and what makes
own fields                  represented by the class         its fields one by one
REST framework reads the    values that are to be read by    a plan of those fields
fields of one serializer    those that differ
REST framework reads the    rows of a list that a method     a plan of those fields
lists of one serializer     of the project's is called for
REST framework's field      values that a field has          a function of the field alone, which
represents a value          represented                      all plans with it share
the functions of its        rows that have been read by the  one function for all fields
fields read a row           plan
==========================  ===============================  ======================================
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple


class Prices(NamedTuple):
    """The rows or values that have to be read before something is made.

    Measured on twelve plain columns, next to REST framework's 80 µs a row and 550 µs for making
    the fields: planning takes as long as making them twice. The functions of the fields take
    6,700 µs to compile and 9.7 µs a row, or 17 for one object; that of the plan 4,100 µs and 5.5.
    """

    plan_of_class: int = 40
    """Rows. The plan costs 20, and what it saves is not much before functions are compiled."""
    plan_of_field: int = 5
    """Values of a field that is not as the class has it. Lists of ten such columns, planned, are
    read at 0.87 of REST framework's speed for 3 rows, at 0.97 for 5, and at 1.2 for 10."""
    plan_of_own_rows: int = 100
    """Rows of a list, each of which is given to a method of the project's: its instance is made,
    and fields of one serializer are compared, whatever is planned."""
    rows: int = 3
    """Rows of a queryset. To read two of them as rows takes longer than Django's instances."""
    function_of_field: int = 100
    """Values."""
    function_of_plan: int = 1_000
    """Rows."""


AT_ONCE = Prices(0, 0, 0, 0, 0, 0)

VALUES_IN_MAKING = 7
"""REST framework makes a field in the time in which it represents so many values of it."""

ROWS_IN_OBJECT = 3
"""An object by itself loses as much as so many rows of a list: all is looked up for it alone."""


class Economy:
    """The prices of this process."""

    prices = Prices()


@contextmanager
def paid(prices: Prices) -> Iterator[None]:
    """Have other prices in this process, such as `AT_ONCE` where code is compared or measured."""
    before, Economy.prices = Economy.prices, prices
    try:
        yield
    finally:
        Economy.prices = before
