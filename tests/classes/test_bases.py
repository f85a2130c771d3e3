"""Bases among which a mixin does nothing, or the wrong thing, are refused with what to do."""

import pytest
from rest_framework import generics, serializers

from fastserializers import FastReadOnlyMixin, FastSerializerMixin


@pytest.mark.parametrize("mixin", [FastSerializerMixin, FastReadOnlyMixin])
def test_a_mixin_after_rest_framework_s_class_is_the_one_that_is_named(mixin):
    message = f"name {mixin.__name__} before ModelSerializer among its bases"

    with pytest.raises(TypeError, match=message):

        class BookSerializer(serializers.ModelSerializer, mixin): ...


def test_the_base_of_the_project_that_comes_first_is_named():
    class Base(serializers.ModelSerializer): ...

    with pytest.raises(TypeError, match="name FastSerializerMixin before Base among its bases"):

        class BookSerializer(Base, FastSerializerMixin): ...


def test_a_view_is_refused():
    with pytest.raises(TypeError, match=r"BookList is a view: put .*views\.FastReadMixin among"):

        class BookList(FastReadOnlyMixin, generics.ListAPIView): ...


def test_a_field_is_refused():
    with pytest.raises(TypeError, match=r"PriceField is a field: see .*representations"):

        class PriceField(FastSerializerMixin, serializers.DecimalField): ...


def test_a_serializer_without_fields_is_refused():
    class Base(serializers.BaseSerializer):
        def to_representation(self, instance):
            return str(instance)

    with pytest.raises(TypeError, match="TextSerializer has a representation of its own"):

        class TextSerializer(FastSerializerMixin, Base): ...


def test_a_mixin_of_the_project_may_have_the_mixin_among_its_bases():
    class WithTenant(serializers.BaseSerializer):
        tenant = None

    class Fast(FastSerializerMixin, WithTenant): ...

    class BookSerializer(Fast, serializers.Serializer):
        title = serializers.CharField()

    assert BookSerializer({"title": "Ulysses"}).data == {"title": "Ulysses"}
