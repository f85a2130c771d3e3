"""Fields that run code of the project's in one object: what they see of the others."""

from __future__ import annotations

import copy
import pickle

import pytest
from rest_framework import serializers
from rest_framework.serializers import ModelSerializer, Serializer

from tests.differential import FAST_FORMS, outcome, outcome_and_calls
from tests.idioms.agreement import assert_agreement, books, serializer_class
from tests.models import Book, Publisher, Tag

COLUMNS = ["id", "title", "pages", "publisher"]


class Asking(serializers.Field):
    """Is read by code of its own."""

    def get_attribute(self, instance):
        return instance.title

    def to_representation(self, value):
        return value


def asking(seen, **attributes):
    """Return a class of fields that represent a value by what `seen` says of the field."""

    def to_representation(field, value):
        return seen(field)

    return type("Asking", (Asking,), {"to_representation": to_representation, **attributes})


def books_with(**fields):
    """Return what makes a serializer class of books that has declared fields of classes."""

    def make(base):
        declared = {name: field(read_only=True) for name, field in fields.items()}
        return serializer_class(base, Book, [*COLUMNS, *declared], declared)

    return make


class TestWhatAFieldSees:
    @pytest.mark.parametrize("seen", [
        lambda field: (field.field_name, field.source, field.label, field.source_attrs),
        lambda field: type(field.parent).__name__,
        lambda field: field.root.instance is not None,
        lambda field: sorted(field.context),
        lambda field: (*field.parent.fields,),
        lambda field: field.parent.fields[field.field_name] is field,
        lambda field: [it.field_name for it in field.parent.fields.values()],
        lambda field: [it.parent is field.parent for it in field.parent.fields.values()],
        lambda field: sorted(set(vars(field)) - {"_creation_counter"}),
        lambda field: field.parent.fields["pages"].max_value,
    ], ids=range(10))  # fmt: skip
    def test_of_itself_and_of_the_others(self, seen):
        make = books_with(first=asking(seen), second=Asking, third=asking(seen))
        for row in assert_agreement(make):
            assert row["second"] == row["title"]

    def test_what_it_has_kept_before_the_others_were_made(self):
        def count(field):
            field.count = getattr(field, "count", 0) + 1
            if field.count == 2:
                field.parent.fields["other"].count = 10
            return field.count

        _, rows = assert_same_twice(books_with(one=asking(count), other=asking(count)))
        assert [dict(pairs)["one"][1] for _, pairs in rows] == ["1", "2", "3"]

    def test_that_it_replaces_itself(self):
        def replace(field):
            field.parent.fields[field.field_name] = serializers.CharField(source="title")
            return "replaced"

        assert_same_twice(books_with(one=asking(replace), other=Asking))


def assert_same_twice(make):
    """Assert the same of a list, and of one serializer of one object that is asked twice."""

    def asked_twice(cls):
        serializer = cls(books()[0])
        first = outcome(lambda it: serializer, lambda: None)
        del serializer._data
        return first, outcome(lambda it: serializer, lambda: None), list(serializer.fields)

    reference = make(ModelSerializer)
    listed = outcome(lambda rows: reference(rows, many=True), books)
    for form in FAST_FORMS:
        fast = form(make, ModelSerializer)
        assert outcome(lambda rows: fast(rows, many=True), books) == listed  # noqa: B023
        assert asked_twice(fast) == asked_twice(reference)
    return listed


class Copied:
    """An argument that says how often it is copied."""

    copies = []

    def __init__(self, name):
        self.name = name

    def __deepcopy__(self, memo):
        self.copies.append(self.name)
        return Copied(self.name)


class TestCodeOfTheProject:
    def test_makes_and_binds_a_field_as_often_as_ever(self):
        calls = Copied.copies

        class Made(Asking):
            def __init__(self, **options):
                calls.append("made")
                super().__init__(**options)

        class Bound(Asking):
            def bind(self, field_name, parent):
                calls.append("bound")
                super().bind(field_name, parent)

        def names(field):
            return [name for name in field.parent.fields if name != "made"]

        def make(base):
            declared = {
                "asking": asking(names)(read_only=True),
                "made": Made(read_only=True),
                "bound": Bound(read_only=True),
                "copied": Asking(read_only=True, style={"by": [Copied("style")]}),
                "listed": serializers.ListField(
                    child=asking(names, to_internal_value=None)(help_text=Copied("help")),
                    source="shelves.all",
                    read_only=True,
                ),
            }
            return serializer_class(base, Book, [*COLUMNS, *declared], declared)

        for form in FAST_FORMS:
            reference, fast = make(ModelSerializer), form(make, ModelSerializer)
            for cls in (reference, fast):
                outcome(cls, lambda: books()[0])
            expected = outcome_and_calls(reference, lambda: books()[0], calls)
            assert outcome_and_calls(fast, lambda: books()[0], calls) == expected

    def test_nested_serializers_with_methods(self):
        def make(base):
            class Named(base):
                name = serializers.SerializerMethodField()

                def get_name(self, row):
                    parent = self.parent if self.source else self.parent.parent
                    return f"{type(parent).__name__} {row} {self.context['mark']}"

            declared = {
                "publisher": serializer_class(Named, Publisher, ["name"])(),
                "tags": serializer_class(Named, Tag, ["id", "name"])(many=True),
            }
            return serializer_class(base, Book, [*COLUMNS, *declared], declared)

        assert_agreement(make, contexts=[{"mark": "!"}])

    @pytest.mark.parametrize("late", [
        ("_declared_fields", {"own": serializers.CharField(source="title")}),
        ("get_fields", lambda: {"own": serializers.CharField(source="title")}),
        ("Meta", type("Meta", (), {"model": Book, "fields": ["id"]})),
    ], ids=lambda late: late[0])  # fmt: skip
    def test_sets_what_comes_too_late(self, late):
        make = books_with(one=Asking)
        for form in FAST_FORMS:
            outcomes = []
            for cls in (make(ModelSerializer), form(make, ModelSerializer)):
                serializer = cls(books()[0])
                first = serializer.data
                setattr(serializer, *late)
                outcomes.append((first, serializer.to_representation(books()[1])))
                assert getattr(serializer, late[0]) is late[1]
            assert outcomes[0] == outcomes[1]

    def test_copies_a_serializer_that_has_read(self):
        class Titles(Serializer):
            one = Asking()

        for form in FAST_FORMS:
            fast = form(lambda base: type(base)("Titles", (base,), {"one": Asking()}), Serializer)
            serializer = fast(books()[0])
            assert serializer.data == Titles(books()[0]).data
            again = copy.deepcopy(serializer)
            again.instance = books()[1]
            assert again.data == Titles(books()[1]).data


class PickledSerializer(Serializer):
    id = serializers.IntegerField()
    one = Asking()


def test_a_serializer_that_has_read_is_pickled():
    from fastserializers import read_only

    serializer = read_only(PickledSerializer)(books()[0])
    expected = serializer.data
    unpickled = pickle.loads(pickle.dumps(serializer))  # noqa: S301
    assert unpickled.data == expected
    assert unpickled.fields["one"].parent is unpickled
