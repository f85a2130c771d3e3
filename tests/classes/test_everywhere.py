"""Serializers that read fast because the project says so for all, or their class for itself."""

from __future__ import annotations

import pytest
from django.http import JsonResponse
from django.test import override_settings
from rest_framework import serializers
from rest_framework.response import Response
from rest_framework.serializers import ModelSerializer
from rest_framework.test import APIRequestFactory
from rest_framework.views import APIView

from fastserializers import FastReadOnlyMixin, FastSerializerMixin
from fastserializers.classes.replaced import replace
from fastserializers.exceptions import ReadOnlySerializerError
from tests.differential import spelled_out
from tests.models import Book, Publisher

replace()

EVERYWHERE = {"FASTSERIALIZERS": {"EVERYWHERE": True}}


@pytest.fixture(params=[EVERYWHERE, {"FASTSERIALIZERS": {"EVERYWHERE": True, "ENABLED": False}}])
def everywhere(request):
    """A context in which all serializers read fast; or would, if the library was not off."""
    return lambda: override_settings(**request.param)


class PublisherSerializer(ModelSerializer):
    class Meta:
        model = Publisher
        fields = ["id", "name", "code"]


class BookSerializer(ModelSerializer):
    publisher = serializers.SerializerMethodField()
    maker = PublisherSerializer(source="publisher", read_only=True)

    class Meta:
        model = Book
        fields = ["id", "title", "publisher", "maker"]

    def get_publisher(self, book):
        return PublisherSerializer(book.publisher, context=self.context).data


class Sparse(BookSerializer):
    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        for name in set(self.fields) - {"title", "maker"}:
            self.fields.pop(name)


@pytest.fixture
def rows(db):
    for number in range(3):
        publisher = Publisher.objects.create(name=f"P{number}", code=f"p{number}")
        Book.objects.create(title=f"T{number}", price=number, pages=number, publisher=publisher)
    return Book.objects.select_related("publisher").order_by("pk")


def answers(rows):
    """Return what serializers give that are made in every place where a project makes one."""

    def function(request):
        return JsonResponse(BookSerializer(rows.all(), many=True).data, safe=False)

    class View(APIView):
        authentication_classes = permission_classes = ()

        def get(self, request):
            one = Sparse(rows.first(), context={"request": request})
            return Response([one.data, Sparse(rows.all(), many=True).data, repr(one)])

    request = APIRequestFactory().get("/")
    return [
        function(request).content,
        spelled_out(View.as_view()(request).data),
        spelled_out(BookSerializer(rows[0]).data),
        spelled_out(BookSerializer(list(rows), many=True).data),
        spelled_out(BookSerializer().data),
        spelled_out(BookSerializer(many=True).data),
        spelled_out(BookSerializer().to_representation(rows[1])),
    ]


def test_whatever_makes_a_serializer(everywhere, rows):
    expected = answers(rows)
    with everywhere():
        for _ in range(3):
            assert answers(rows) == expected
    assert answers(rows) == expected


def test_what_nobody_loaded_comes_by_a_query_a_level(rows, django_assert_num_queries):
    unloaded = Book.objects.order_by("pk")
    with override_settings(**EVERYWHERE), django_assert_num_queries(2):
        data = BookSerializer(unloaded, many=True).data
    assert data == BookSerializer(rows, many=True).data


def test_writing_is_rest_framework_s(everywhere, rows):
    def written(code):
        publisher = PublisherSerializer(data={"name": "new", "code": code})
        wrong = PublisherSerializer(data={"name": ""})
        many = PublisherSerializer(data=[{"name": "a"}, {}], many=True)
        said = [publisher.is_valid(), wrong.is_valid(), wrong.errors, many.is_valid(), many.errors]
        saved = publisher.save()
        part = PublisherSerializer(saved, data={"name": "part"}, partial=True)
        part.is_valid(raise_exception=True)
        part.save()
        said += [part.data["name"], publisher.data["code"], publisher.validated_data["name"]]
        said += [repr(PublisherSerializer(data={})), wrong.data]
        return [spelled_out(each) for each in said]

    expected = written("c")
    saved = Publisher.objects.filter(code="c")
    for _ in range(3):
        saved.delete()
        with everywhere():
            assert written("c") == expected


def test_a_class_that_reads_fast_and_writes(rows):
    class Fast(FastSerializerMixin, PublisherSerializer):
        pass

    class Nesting(FastSerializerMixin, BookSerializer):
        maker = Fast(source="publisher")

        class Meta(BookSerializer.Meta):
            fields = ["title", "maker", "pages", "price"]

        def create(self, validated_data):
            maker = Publisher.objects.create(**validated_data.pop("publisher"))
            return Book.objects.create(publisher=maker, **validated_data)

    assert issubclass(FastReadOnlyMixin, FastSerializerMixin)
    for number in range(3):
        assert Fast(Publisher(pk=1, name="n", code="c")).data == {
            "id": 1,
            "name": "n",
            "code": "c",
        }
        made = Nesting(
            data={
                "title": "T",
                "pages": 5,
                "price": 1,
                "maker": {"name": "m", "code": f"m{number}"},
            }
        )
        assert made.is_valid(), made.errors
        book = made.save()
        assert made.data == Nesting(book).data
        assert made.data["maker"]["id"] == book.publisher.pk
        wrong = Nesting(data={"maker": {"name": ""}})
        assert not wrong.is_valid()
        assert {*wrong.errors} >= {"title", "maker", "price"}
        with pytest.raises(ReadOnlySerializerError):
            type("Reading", (FastReadOnlyMixin, PublisherSerializer), {})(data={})
