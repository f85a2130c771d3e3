"""Settings, classes and models that are patched between two readings, as tests do it."""

from datetime import date
from decimal import Decimal
from unittest import mock

import pytest
from django.test import override_settings
from rest_framework import serializers

from tests.models import Book, Publisher
from tests.relations.serializers import shape
from tests.rows.comparison import BASES

PUBLISHER = Publisher(id=1, name="Hogarth", code="h")
BOOK = Book(
    id=2,
    title="Orlando",
    publisher=PUBLISHER,
    published=date(1928, 10, 11),
    price=Decimal("2.50"),
    format="H",
)

new_class = shape(
    Book,
    ["title", "published", "price", "publisher", "shown"],
    {
        "publisher": serializers.StringRelatedField(),
        "shown": serializers.CharField(source="get_format_display"),
    },
)


def read(serializer_class, *, many):
    return serializer_class([BOOK] * 2 if many else BOOK, many=many).data


@pytest.fixture(params=[False, True], ids=["one", "many"])
def many(request):
    return request.param


@pytest.fixture
def classes():
    """REST framework's class and ours, which has its plan."""
    reference, fast = map(new_class, BASES)
    assert read(fast, many=False) == read(reference, many=False)
    return reference, fast


def seen(serializer):
    """Return what a serializer represents now, whatever `data` has kept."""
    return serializer.to_representation(serializer.instance)


def looked_at(serializer):
    return [*getattr(serializer, "child", serializer).fields]


OTHER_SETTINGS = {"DATE_FORMAT": "%d/%m/%Y", "COERCE_DECIMAL_TO_STRING": False}


@pytest.mark.parametrize("before", [seen, looked_at], ids=["has read", "was looked at"])
def test_a_serializer_that_is_older_than_the_settings(classes, many, before):
    reference, fast = (cls([BOOK] * 2 if many else BOOK, many=many) for cls in classes)
    before(reference)
    before(fast)
    with override_settings(REST_FRAMEWORK=OTHER_SETTINGS):
        assert seen(fast) == seen(reference)
    assert seen(fast) == seen(reference)


def patched(serializer, instance):
    return {"patched": instance.title}


def test_a_serializer_of_a_module_whose_method_is_patched(classes, many):
    reference, fast = (cls([BOOK] * 2 if many else BOOK, many=many) for cls in classes)
    assert seen(fast) == seen(reference)
    with mock.patch.object(classes[1], "to_representation", patched):
        row = {"patched": "Orlando"}
        assert seen(fast) == ([row, row] if many else row)
    assert seen(fast) == seen(reference)
