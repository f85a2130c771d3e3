"""Settings, classes and models that are patched between two readings, as tests do it."""

from datetime import date
from decimal import Decimal
from unittest import mock

import pytest
from django.test import override_settings

from tests.models import Book
from tests.relations.serializers import shape
from tests.rows.comparison import BASES

BOOK = Book(title="Orlando", published=date(1928, 10, 11), price=Decimal("2.50"))

new_class = shape(Book, ["title", "published", "price"])


@pytest.fixture(params=[False, True], ids=["one", "many"])
def both(request):
    """A serializer of REST framework's class, and one of ours, which has its plan."""
    classes = [*map(new_class, BASES)]
    reference, fast = (cls(BOOK).data for cls in classes)
    assert fast == reference
    source = [BOOK] * 2 if request.param else BOOK
    return [cls(source, many=request.param) for cls in classes]


def seen(serializer):
    """Return what a serializer represents now, whatever `data` has kept."""
    return serializer.to_representation(serializer.instance)


def looked_at(serializer):
    return [*getattr(serializer, "child", serializer).fields]


OTHER_SETTINGS = {"DATE_FORMAT": "%d/%m/%Y", "COERCE_DECIMAL_TO_STRING": False}


@pytest.mark.parametrize("before", [seen, looked_at], ids=["has read", "was looked at"])
def test_a_serializer_that_is_older_than_the_settings(both, before):
    reference, fast = both
    before(reference)
    before(fast)
    with override_settings(REST_FRAMEWORK=OTHER_SETTINGS):
        assert seen(fast) == seen(reference)
    assert seen(fast) == seen(reference)


def patched(serializer, instance):
    return {"patched": instance.title}


def test_a_serializer_of_a_module_whose_method_is_patched(both):
    reference, fast = both
    assert seen(fast) == seen(reference)
    with mock.patch.object(type(getattr(fast, "child", fast)), "to_representation", patched):
        row = {"patched": "Orlando"}
        assert seen(fast) == ([row, row] if hasattr(fast, "child") else row)
    assert seen(fast) == seen(reference)
