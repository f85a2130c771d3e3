"""Bases among which a mixin does nothing, or the wrong thing, are refused with what to do."""

import pytest
from rest_framework import generics, serializers

from fastserializers import FastReadOnlyMixin, FastSerializerMixin


def test_a_view_is_refused():
    with pytest.raises(TypeError, match=r"BookList is a view: put .*views\.FastReadMixin among"):

        class BookList(FastReadOnlyMixin, generics.ListAPIView): ...


def test_a_field_is_refused():
    with pytest.raises(TypeError, match=r"PriceField is a field: put the mixin among"):

        class PriceField(FastSerializerMixin, serializers.DecimalField): ...


def test_a_serializer_without_fields_is_refused():
    class Base(serializers.BaseSerializer):
        def to_representation(self, instance):
            return str(instance)

    with pytest.raises(TypeError, match="TextSerializer has a representation of its own"):

        class TextSerializer(FastSerializerMixin, Base): ...


def test_a_list_class_is_refused():
    with pytest.raises(TypeError, match="BookList is a list class: put the mixin among"):

        class BookList(FastSerializerMixin, serializers.ListSerializer): ...


def test_a_mixin_of_the_project_may_have_the_mixin_among_its_bases():
    class WithTenant(serializers.BaseSerializer):
        tenant = None

    class Fast(FastSerializerMixin, WithTenant): ...

    class BookSerializer(Fast, serializers.Serializer):
        title = serializers.CharField()

    assert BookSerializer({"title": "Ulysses"}).data == {"title": "Ulysses"}
