"""A serializer that a view may choose for writing is not certain to only read."""

from __future__ import annotations

import pytest
from rest_framework import generics, serializers

from tests.models import Book, Publisher


class NestedPublisherSerializer(serializers.ModelSerializer):
    class Meta:
        model = Publisher
        fields = ("name",)


class NewBookSerializer(serializers.ModelSerializer):
    publisher = NestedPublisherSerializer()

    class Meta:
        model = Book
        fields = ("title", "publisher")


class Publishers(generics.ListAPIView):
    queryset = Publisher.objects.all()
    serializer_class = NestedPublisherSerializer


class NewBook(generics.CreateAPIView):
    queryset = Book.objects.all()

    def get_serializer_class(self):
        return NewBookSerializer


# Not named by the code of a test: a check takes that for code which may write with it.
only_nested = pytest.mark.parametrize("serializer", [NestedPublisherSerializer])


@only_nested
def test_a_serializer_that_is_only_read_is_found(found, serializer):
    assert len(found("H301", serializer, Publishers)) == 1


@only_nested
def test_a_serializer_nested_in_one_that_is_chosen_for_writing_is_not_found(found, serializer):
    assert found("H301", serializer, Publishers, NewBook) == []
