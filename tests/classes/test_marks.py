"""Serializers that a view, or the setting, makes fast: what a project's code sees of them."""

from __future__ import annotations

from unittest import mock

import pytest
from django.test import override_settings
from rest_framework import generics, serializers
from rest_framework.response import Response
from rest_framework.serializers import ListSerializer, ModelSerializer, Serializer
from rest_framework.test import APIRequestFactory

from fastserializers import FastReadOnlyMixin, FastSerializerMixin
from fastserializers.classes.replaced import replace
from fastserializers.views import FastReadMixin
from tests.differential import of_a_thing, spelled_out
from tests.models import Book, Publisher
from tests.relations.serializers import serializer_of
from tests.values import THING


def answers_of(serializer_class, get, *mixins):
    """Return what a view gives that answers by `get(view)`, or what its code raises, thrice."""

    attributes = {
        "serializer_class": serializer_class,
        "get": lambda self, request: Response(get(self)),
        "authentication_classes": (),
        "permission_classes": (),
    }
    view = type("View", (*mixins, generics.GenericAPIView), attributes).as_view()
    for _ in range(3):
        try:
            yield spelled_out(view(APIRequestFactory().get("/")).data)
        except Exception as error:  # noqa: PERF203
            yield type(error), str(error)


def assert_read_alike(make, get):
    """Assert that a view with the mixin answers as one without, by `get(view)`; return it."""
    expected = [*answers_of(make(), get)]
    assert [*answers_of(make(), get, FastReadMixin)] == expected
    return expected[-1]


def one(view):
    return view.get_serializer(THING).data


def rows(view):
    return view.get_serializer([THING, {**THING, "name": "second"}], many=True).data


EVERY = pytest.mark.parametrize("get", [one, rows])


@EVERY
def test_the_type_of_a_serializer_is_its_class(get):
    """Registries of subclasses, senders of signals and `super(type(self), self)` rely on it."""

    def make():
        class Listed(ListSerializer):
            def to_representation(self, data):
                return [type(self) is Listed, *super().to_representation(data)]

        class Inner(Serializer):
            types = serializers.SerializerMethodField()

            def get_types(self, thing):
                return [type(self) is self.__class__ is Inner, type(self.parent) is Outer]

        class Outer(Serializer):
            inner = Inner(source="*")

            class Meta:
                list_serializer_class = Listed

            def to_representation(self, instance):
                own = super(type(self), self).to_representation(instance)
                return {"own": own, "is": type(self) is Outer and not Outer.__subclasses__()}

        return Outer

    answer = repr(assert_read_alike(make, get))
    assert "True" in answer
    assert "False" not in answer


# Validating and writing while reading.


@EVERY
def test_serializers_that_validate_and_write_while_they_are_read(get):
    def make():
        class Part(Serializer):
            size = serializers.IntegerField(max_value=4)

            def create(self, validated_data):
                return {"size": validated_data["size"] + 1}

            def to_representation(self, instance):
                value = super().to_representation(instance)
                if hasattr(self, "initial_data"):
                    return value
                new, wrong = (type(self)(data={"size": size}) for size in (3, 5))
                new.is_valid(raise_exception=True)
                validated = self.run_validation({"size": 2})
                return [new.save(), new.data, wrong.is_valid(), wrong.errors, validated]

        class Thing(Serializer):
            part = Part(source="*")
            valid = serializers.SerializerMethodField()

            def get_valid(self, thing):
                part = self.fields["part"]
                part.initial_data = {"size": "7"}
                try:
                    return [part.is_valid(), part.errors]
                finally:
                    del part.initial_data, part._validated_data, part._errors

        return Thing

    assert "max_value" in repr(assert_read_alike(make, get))


def test_what_validation_would_tell_is_refused_as_ever():
    def asked(view):
        serializer = view.get_serializer(THING)
        said = [serializer.data]
        for name in ("errors", "validated_data", "is_valid", "save"):
            with pytest.raises(AssertionError) as error:
                getattr(serializer, name)()
            said.append(str(error.value))
        return said

    assert assert_read_alike(lambda: of_a_thing(Serializer), asked)[0] is list


def test_a_view_that_gives_no_serializer():
    for given in (lambda *args, **kwargs: None, mock.Mock(return_value=mock.Mock(data=[1]))):

        def get(view, given=given):
            view.get_serializer_class = lambda: given
            return getattr(view.get_serializer(THING), "data", None)

        assert_read_alike(lambda: of_a_thing(Serializer), get)


# Serializers that read fast because the project says so for all, or their class for itself.


replace()


@pytest.fixture(params=[{"EVERYWHERE": True}, {"EVERYWHERE": True, "ENABLED": False}], ids=str)
def everywhere(request):
    """A context in which all serializers read fast; or would, if the library was not off."""
    return override_settings(FASTSERIALIZERS=request.param)


PublisherSerializer = serializer_of(ModelSerializer, Publisher, ["id", "name", "code"])


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
def books(db):
    for number in range(3):
        publisher = Publisher.objects.create(name=f"P{number}", code=f"p{number}")
        Book.objects.create(title=f"T{number}", price=number, pages=number, publisher=publisher)
    return Book.objects.select_related("publisher").order_by("pk")


def answers(books):
    """Return what serializers give that are made in every place where a project makes one."""
    made = (
        *(cls(books[0], context={"mark": 1}) for cls in (BookSerializer, Sparse)),
        *(cls(books.all(), many=True) for cls in (BookSerializer, Sparse)),
        *(BookSerializer(list(books), many=True), BookSerializer(), BookSerializer(many=True)),
    )
    as_a_function = BookSerializer().to_representation(books[1])
    return [spelled_out(as_a_function), *((spelled_out(each.data), repr(each)) for each in made)]


def test_whatever_makes_a_serializer(everywhere, books):
    expected = answers(books)
    with everywhere:
        for _ in range(3):
            assert answers(books) == expected
    assert answers(books) == expected


def test_writing_is_rest_framework_s(everywhere, books):
    def written():
        made = [PublisherSerializer(data=data) for data in ({"name": "n", "code": "c"}, {})]
        made.append(PublisherSerializer(data=[{"name": "a"}, {}], many=True))
        said = [(each.is_valid(), each.errors, repr(each)) for each in made]
        part = PublisherSerializer(made[0].save(), data={"name": "part"}, partial=True)
        said += [part.is_valid(), part.save().name, part.data["name"], made[1].data]
        said += [made[0].data["code"], made[0].validated_data["name"]]
        Publisher.objects.filter(code="c").delete()
        return [spelled_out(each) for each in said]

    expected = written()
    for _ in range(3):
        with everywhere:
            assert written() == expected


def test_a_class_that_reads_fast_and_writes(books):
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
        shown = {"id": 1, "name": "n", "code": "c"}
        assert Fast(Publisher(**shown)).data == shown
        maker = {"name": "m", "code": f"m{number}"}
        made = Nesting(data={"title": "T", "pages": 5, "price": 1, "maker": maker})
        assert made.is_valid(), made.errors
        book = made.save()
        assert made.data == Nesting(book).data
        assert made.data["maker"]["id"] == book.publisher.pk
        wrong = Nesting(data={"maker": {"name": ""}})
        assert not wrong.is_valid()
        assert {*wrong.errors} >= {"title", "maker", "price"}
