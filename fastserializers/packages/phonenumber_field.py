"""django-phonenumber-field: a number is parsed when it is read from the database.

Read: 9.0. Parsing depends on the text alone, so that it waits until code asks for the number.
"""

from __future__ import annotations


def always(column: object) -> bool:
    return True


FUNCTIONS = {"phonenumber_field.modelfields.PhoneNumberField.from_db_value": always}
