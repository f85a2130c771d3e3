"""Bases among which a mixin does nothing, or the wrong thing, are refused with what to do."""

import pytest
from rest_framework import generics, serializers

from fastserializers import FastReadMixin, FastReadOnlyMixin, FastSerializerMixin
from tests.commands.test_choices import TextSerializer

REFUSED = {
    "a view": (
        (FastReadOnlyMixin, generics.ListAPIView),
        r"Refused is a view: put .*views\.FastReadMixin among",
    ),
    "a field": (
        (FastSerializerMixin, serializers.DecimalField),
        "Refused is a field: put the mixin among",
    ),
    "a serializer without fields": (
        (FastSerializerMixin, TextSerializer),
        "Refused has a representation of its own",
    ),
    "a list class": (
        (FastSerializerMixin, serializers.ListSerializer),
        "Refused is a list class: put the mixin among",
    ),
    "a view before the mixin": (
        (generics.ListAPIView, FastReadMixin),
        "name FastReadMixin before ListAPIView among its bases",
    ),
    "a serializer with the mixin of views": (
        (FastReadMixin, serializers.Serializer),
        r"FastReadMixin is for views of REST framework, and .*Refused is none",
    ),
}


@pytest.mark.parametrize(("bases", "message"), REFUSED.values(), ids=REFUSED)
def test_bases_that_are_refused(bases, message):
    with pytest.raises(TypeError, match=message):

        class Refused(*bases): ...


def test_a_mixin_of_the_project_may_have_the_mixin_among_its_bases():
    class WithTenant(serializers.BaseSerializer):
        tenant = None

    class Fast(FastSerializerMixin, WithTenant): ...

    class BookSerializer(Fast, serializers.Serializer):
        title = serializers.CharField()

    assert BookSerializer({"title": "Ulysses"}).data == {"title": "Ulysses"}
