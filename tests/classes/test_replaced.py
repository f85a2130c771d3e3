"""The six attributes of REST framework's classes that are replaced, each in a new process."""

import pytest

from tests.processes import output_of

pytestmark = pytest.mark.long

BEGIN = """
import django
from django.conf import settings
settings.configure(
    INSTALLED_APPS=["fastserializers"],
    USE_TZ=True,
    REST_FRAMEWORK={"UNAUTHENTICATED_USER": None},
    FASTSERIALIZERS=%r,
)
django.setup()
from unittest import mock
from rest_framework import generics, pagination, serializers
from rest_framework.response import Response
from rest_framework.serializers import ListSerializer, Serializer
from rest_framework.test import APIRequestFactory

ATTRIBUTES = [(Serializer, "to_representation"), (Serializer, "fields")]
ATTRIBUTES += [(ListSerializer, "to_representation")]
ATTRIBUTES += [(pagination.PageNumberPagination, "paginate_queryset")]
ATTRIBUTES += [(pagination.LimitOffsetPagination, "paginate_queryset")]
ATTRIBUTES += [(pagination.CursorPagination, "paginate_queryset")]
shipped = [vars(cls)[name] for cls, name in ATTRIBUTES]

class Inner(Serializer):
    size = serializers.IntegerField()

class Outer(Serializer):
    name = serializers.CharField()
    inner = Inner()
    listed = Inner(many=True)

THING = {"name": "n", "inner": {"size": 1}, "listed": [{"size": 2}]}

def now():
    return [vars(cls)[name] for cls, name in ATTRIBUTES]

def view(*bases):
    class View(*bases, generics.GenericAPIView):
        serializer_class = Outer
        authentication_classes = permission_classes = ()
        def get(self, request):
            one = self.get_serializer(THING).data
            return Response([one, self.get_serializer([THING, THING], many=True).data])
    return View.as_view()

def answers(*bases):
    request = APIRequestFactory().get("/")
    return [view(*bases)(request).data for _ in range(3)]

def wrapped(self, instance, before=Serializer.to_representation):
    return {"wrapped": before(self, instance)}

def wrapped_list(self, data, before=ListSerializer.to_representation):
    return [{"listed": row} for row in before(self, data)]
"""


def run(code, **setting):
    """Run code in a new process, after `BEGIN` with the setting of this library."""
    output_of("-c", BEGIN % setting + code)


def test_they_are_replaced_by_the_mixin_of_serializers():
    run("""
expected, plain = answers(), Outer
from fastserializers import FastSerializerMixin
assert not set(now()) & set(shipped)
assert answers() == expected
Outer = type("Outer", (FastSerializerMixin, Outer), {})
assert answers() == expected
""")


def test_they_are_replaced_by_the_mixin_of_views():
    run("""
expected = answers()
from fastserializers.views import FastReadMixin
assert not set(now()) & set(shipped)
assert answers(FastReadMixin) == expected == answers()
# A second time, as by the tools and the setting, nothing is put before what stands there.
from fastserializers.reading.replaced import replace
replaced = now()
replace()
assert now() == replaced
assert Serializer.fields.__doc__ == shipped[1].func.__doc__
assert Serializer.to_representation.__doc__.strip()
""")


def test_nothing_is_replaced_where_the_setting_says_so():
    run(
        """
expected = answers()
from fastserializers.views import FastReadMixin
assert now() == shipped
assert answers(FastReadMixin) == expected
""",
        ENABLED=False,
        EVERYWHERE=True,
    )


def test_a_paginator_that_another_package_has_patched_stays_as_it_is():
    run("""
before = pagination.CursorPagination.paginate_queryset

def patched(self, queryset, request, view=None):
    return before(self, queryset, request, view=view)

pagination.CursorPagination.paginate_queryset = patched
import fastserializers.views
assert pagination.CursorPagination.paginate_queryset is patched
assert not set(now()[:5]) & set(shipped)
""")


def test_what_another_package_had_put_there_is_called():
    run("""
Serializer.to_representation = wrapped
ListSerializer.to_representation = wrapped_list
expected = answers()
from fastserializers.views import FastReadMixin
assert answers(FastReadMixin) == expected == answers()
assert str(expected).count("wrapped") > 5 and "'listed': {'wrapped'" in str(expected)
""")


def test_what_another_package_puts_there_is_called():
    run("""
from fastserializers.views import FastReadMixin
before = answers(FastReadMixin)
for cls, patch in ((Serializer, wrapped), (ListSerializer, wrapped_list)):
    replaced = cls.to_representation
    patch.__defaults__ = (replaced,)
    cls.to_representation = patch
    assert answers(FastReadMixin) == answers() != before
    cls.to_representation = replaced
    assert answers(FastReadMixin) == answers() == before
""")
