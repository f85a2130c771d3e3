"""Numbers, keys and documents as SQLite has stored them, which is not always as Django stores."""

from __future__ import annotations

import pytest
from django.db import connection
from django.db.models import F
from rest_framework import serializers

from tests.models import Book
from tests.relations.serializers import serializer_of
from tests.rows.comparison import assert_same_list, each

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.skipif(connection.vendor != "sqlite", reason="only SQLite takes any value"),
]


def stored(column, *values):
    """Return a queryset of a book for each value, which its column holds as it is."""
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA ignore_check_constraints = on")
        for number, value in enumerate(values):
            book = Book.objects.create(title=str(number), price=1)
            cursor.execute(f"UPDATE tests_book SET {column} = %s WHERE id = %s", [value, book.pk])  # noqa: S608
    return Book.objects.order_by("pk")


def prices(base):
    return serializer_of(base, Book, ["price"])


def other_prices(base):
    declared = {
        "short": serializers.DecimalField(8, 1, source="price"),
        "narrow": serializers.DecimalField(4, 2, source="price"),
        "wide": serializers.DecimalField(30, 2, source="price"),
        "any": serializers.DecimalField(None, 2, source="price"),
        "annotated": serializers.DecimalField(8, 2),
    }
    return serializer_of(base, Book, [], declared)


NUMBERS = [
    *(0, -0.0, 1, -1, 12, 0.5, -0.25, 2.5, 19.99, 0.01, 0.07, 1.1),
    *(0.005, 0.015, 2.675, 1.005, 12.345, 1e-7, 0.1 + 0.2, 99.995),
    *(99.99, 100, 999999.99, 1000000, 9999999.5, 123456789, 2**53 + 1, 1e20, 1e300),
]


@each("make", [prices, other_prices])
@each("value", NUMBERS)
def test_numbers_of_a_decimal_column(make, value):
    queryset = stored("price", value).annotate(annotated=F("price"))
    assert_same_list(make, queryset.all)


@each(
    "text",
    [
        "abcdef01234567890123456789012345",
        "ABCDEF01234567890123456789012345",
        "abcdef01-2345-6789-0123-456789012345",
        "{abcdef01234567890123456789012345}",
        "abcdefg1234567890123456789012345",
        "abcdef 1234567890123456789012345",
        "abcdef0123456789012345678901234",
        "",
    ],
)
def test_texts_of_a_key(text):
    assert_same_list(lambda base: serializer_of(base, Book, ["isbn"]), stored("isbn", text).all)


DOCUMENTS = [
    *("-0", "-0.0", "1e5", "1E5", "0e0", "1.0", "1e400", "-1e400", "1e-400", "5e-324"),
    *("18446744073709551615", "18446744073709551616", "-9223372036854775809", "9" * 400),
    *("0.1234567890123456789", "123456789012345678.9", "[1, 1e5, 10000000000000000000000]"),
    *('"\\u221e"', '"\\ud83d\\ude00"', '"\\ud800"', '"\\u0000"', '"3e5 NaN"', '"\x7f"'),
    *('{"a": 1, "b": 2, "a": 3}', '{"": {"": []}}', " [1 , 2] ", "null", "true"),
    *("NaN", "[Infinity, -Infinity]", "01", "[1,]", "{", "text", '"\t"', "\ufeff1", ""),
]


@pytest.mark.parametrize("source", ["metadata", "annotated"])
def test_texts_of_a_document(source):
    def documents(base):
        return serializer_of(base, Book, [], {"document": serializers.JSONField(source=source)})

    queryset = stored("metadata", *DOCUMENTS).annotate(annotated=F("metadata"))
    assert_same_list(documents, queryset.all)
