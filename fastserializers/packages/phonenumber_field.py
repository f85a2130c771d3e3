"""django-phonenumber-field: a number is parsed, by its text alone, when code asks for it.

Read: 9.0.
"""

from __future__ import annotations


def parses_text(column: object) -> bool:
    return True


FUNCTIONS = {"phonenumber_field.modelfields.PhoneNumberField.from_db_value": parses_text}
