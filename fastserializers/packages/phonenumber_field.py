"""django-phonenumber-field: a number is parsed, by its text alone, when code asks for it.

Read: 9.0.
"""

from __future__ import annotations

from fastserializers.packages.table import about


@about("phonenumber_field.modelfields.PhoneNumberField.from_db_value")
def parses_text(column: object) -> bool:
    return True
