"""What may change after a class was defined: noticed when the table in lifecycle/ says."""

from __future__ import annotations

import functools
from collections import OrderedDict
from types import SimpleNamespace
from unittest import mock

import pytest
from django.db import models
from django.utils.functional import classproperty
from rest_framework import fields, serializers
from rest_framework.serializers import ModelSerializer, Serializer

from tests.differential import FAST_FORMS, outcome, spelled_out
from tests.models import Book, Publisher

THING = {"name": "Ruritania", "size": 5, "text": "t"}


@pytest.fixture(params=FAST_FORMS, ids=lambda form: form.__name__)
def fast_form(request):
    return request.param


class Shouted(fields.CharField):
    def to_representation(self, value):
        return f"{super().to_representation(value).upper()}!"


def assert_change_is_noticed(make, base, fast_form, change, source, *, used, many=(False, True)):
    """Assert that both classes represent the same after a change, one object first, then lists."""
    reference, fast = make(base), fast_form(make, base)
    for serializer_class in (reference, fast):
        if used:
            outcome(serializer_class, lambda: source)
            outcome(serializer_class, lambda: source, many=True)
        change(serializer_class)
    before = outcome(make(base), lambda: source)
    for is_list in many:
        expected = outcome(reference, lambda: source, many=is_list)
        assert outcome(fast, lambda: source, many=is_list) == expected
    assert outcome(reference, lambda: source) != before, "the change changes nothing"


# Plain serializers.


def plain(base):
    class ExampleSerializer(base):
        name = serializers.CharField()
        size = serializers.IntegerField()

    return ExampleSerializer


def reordered(declared):
    declared["name"] = declared.pop("name")


DECLARED = {
    "replaced": lambda cls: setattr(
        cls, "_declared_fields", {"only": serializers.CharField(source="name")}
    ),
    "in another order": lambda cls: reordered(cls._declared_fields),
    "replaced by another order": lambda cls: setattr(
        cls, "_declared_fields", dict(reversed(cls._declared_fields.items()))
    ),
    "a field more": lambda cls: cls._declared_fields.update(text=serializers.CharField()),
    "a field less": lambda cls: cls._declared_fields.pop("size"),
    "get_fields": lambda cls: setattr(
        cls, "get_fields", lambda self: {"only": serializers.CharField(source="name")}
    ),
    "to_representation": lambda cls: setattr(
        cls, "to_representation", lambda self, instance: {"patched": 1}
    ),
    "fields": lambda cls: setattr(cls, "fields", property(lambda self: {})),
    "_readable_fields": lambda cls: setattr(cls, "_readable_fields", property(lambda self: [])),
}


@pytest.mark.parametrize("used", [False, True], ids=["before first use", "after it"])
@pytest.mark.parametrize("change", DECLARED.values(), ids=DECLARED)
def test_declared_fields_and_hooks(fast_form, change, used):
    assert_change_is_noticed(plain, Serializer, fast_form, change, THING, used=used)


def with_options(base):
    class ExampleSerializer(base):
        name = serializers.CharField(source="text")
        size = serializers.DecimalField(max_digits=8, decimal_places=2)

    return ExampleSerializer


OPTIONS = {
    "more": lambda cls: cls._declared_fields["size"]._kwargs.update(decimal_places=1),
    "other": lambda cls: cls._declared_fields["name"]._kwargs.update(source="name"),
    "fewer": lambda cls: cls._declared_fields["name"]._kwargs.pop("source"),
}


@pytest.mark.parametrize("change", OPTIONS.values(), ids=OPTIONS)
def test_arguments_of_a_declared_field(fast_form, change):
    assert_change_is_noticed(with_options, Serializer, fast_form, change, THING, used=False)
    assert_change_is_noticed(
        with_options, Serializer, fast_form, change, THING, used=True, many=(True, False)
    )


# Model serializers.


def of_a_model(base):
    class ExampleSerializer(base):
        class Meta:
            model = Publisher
            fields = ["name"]
            extra_kwargs = OrderedDict(name=OrderedDict(help_text="which name"))

    return ExampleSerializer


META = {
    "replaced": lambda cls: setattr(
        cls, "Meta", type("Meta", (), {"model": Publisher, "fields": ["code"]})
    ),
    "replaced by no class": lambda cls: setattr(
        cls, "Meta", SimpleNamespace(model=Publisher, fields=["code", "name"])
    ),
    "a list in it": lambda cls: cls.Meta.fields.append("code"),
    "its order": lambda cls: cls.Meta.fields.insert(0, "code"),
    "an ordered dict in it": lambda cls: cls.Meta.extra_kwargs["name"].update(source="code"),
    "the mapping of fields": lambda cls: setattr(
        cls,
        "serializer_field_mapping",
        {**cls.serializer_field_mapping, models.CharField: Shouted},
    ),
    "how fields are built": lambda cls: setattr(
        cls, "build_standard_field", lambda self, name, field: (Shouted, {})
    ),
}


@pytest.mark.parametrize("used", [False, True], ids=["before first use", "after it"])
@pytest.mark.parametrize("change", META.values(), ids=META)
def test_meta(fast_form, change, used):
    publisher = Publisher(name="n", code="c")
    assert_change_is_noticed(of_a_model, ModelSerializer, fast_form, change, publisher, used=used)


def of_a_namespace(base):
    class ExampleSerializer(base):
        Meta = SimpleNamespace(model=Publisher, fields=["name"])

    return ExampleSerializer


@pytest.mark.parametrize("used", [False, True], ids=["before first use", "after it"])
def test_meta_that_is_no_class(fast_form, used):
    for change in (
        lambda cls: cls.Meta.fields.append("code"),
        lambda cls: setattr(cls.Meta, "fields", ["code"]),
    ):
        assert_change_is_noticed(
            of_a_namespace,
            ModelSerializer,
            fast_form,
            change,
            Publisher(name="n", code="c"),
            used=used,
        )


def test_meta_by_a_class_property(fast_form):
    names = ["name"]

    def make(base):
        class ExampleSerializer(base):
            @classproperty
            def Meta(cls):
                return type("Meta", (), {"model": Publisher, "fields": list(names)})

        return ExampleSerializer

    reference, fast = make(ModelSerializer), fast_form(make, ModelSerializer)
    for more in ([], ["code"], ["id"]):
        names += more
        for many in (False, True):
            expected = outcome(reference, lambda: Publisher(name="n", code="c"), many=many)
            assert outcome(fast, lambda: Publisher(name="n", code="c"), many=many) == expected


def test_what_meta_computes(fast_form):
    """By properties of its metaclass, or descriptors of its own."""
    names = ["name"]

    class Computing(type):
        @property
        def fields(cls):
            return list(names)

    def by_metaclass(base):
        class ExampleSerializer(base):
            class Meta(metaclass=Computing):
                model = Publisher

        return ExampleSerializer

    def by_descriptor(base):
        class ExampleSerializer(base):
            class Meta:
                model = Publisher
                fields = classproperty(lambda cls: list(names))

        return ExampleSerializer

    for make in (by_metaclass, by_descriptor):
        reference, fast = make(ModelSerializer), fast_form(make, ModelSerializer)
        for name in ("code", "id"):
            for many in (False, True):
                expected = outcome(reference, lambda: Publisher(name="n", code="c"), many=many)
                assert outcome(fast, lambda: Publisher(name="n", code="c"), many=many) == expected
            names.append(name)
        del names[1:]


def test_meta_that_a_row_changes_while_the_list_is_represented(fast_form):
    def make(base):
        class ExampleSerializer(base):
            class Meta:
                model = Publisher
                fields = ["name"]

            def to_representation(self, instance):
                row = super().to_representation(instance)
                self.Meta.fields = ["name", "code"]
                return row

        return ExampleSerializer

    publishers = [Publisher(name=name, code="c") for name in "abc"]
    reference, fast = make(ModelSerializer), fast_form(make, ModelSerializer)
    for _ in range(2):
        expected = spelled_out(reference(publishers, many=True).data)
        assert spelled_out(fast(publishers, many=True).data) == expected


# Classes of fields, and models.


def noisily(function):
    @functools.wraps(function)
    def wrapper(self, value):
        return f"<{function(self, value)}>"

    return wrapper


@pytest.mark.parametrize(
    "cls", [fields.CharField, fields.DateField, serializers.PrimaryKeyRelatedField]
)
def test_classes_of_fields_that_are_wrapped_before_first_use(fast_form, cls, monkeypatch):
    def make(base):
        class ExampleSerializer(base):
            class Meta:
                model = Book
                fields = ["title", "published", "publisher"]

        return ExampleSerializer

    reference, fast = make(ModelSerializer), fast_form(make, ModelSerializer)
    monkeypatch.setattr(cls, "to_representation", noisily(cls.to_representation))
    book = Book(title="t", publisher_id=3, published="1894-04-01")
    for many in (False, True):
        expected = outcome(reference, lambda: book, many=many)
        assert "'<" in repr(expected)
        assert outcome(fast, lambda: book, many=many) == expected


class Shelved(Publisher):
    class Meta:
        proxy = True
        app_label = "tests"

    @property
    def mark(self):
        return f"mark of {self.name}"

    def shout(self):
        return self.name.upper()


def of_a_proxy(base):
    class ExampleSerializer(base):
        mark = serializers.CharField()
        shout = serializers.CharField()

        class Meta:
            model = Shelved
            fields = ["name", "mark", "shout"]

    return ExampleSerializer


@pytest.mark.parametrize(
    ("owner", "name", "many"),
    [
        (Shelved, "mark", False),
        (Shelved, "mark", True),
        (Shelved, "shout", False),
        (Shelved, "shout", True),
    ],
)
def test_attributes_of_models_that_are_patched_after_first_use(fast_form, owner, name, many):
    reference, fast = of_a_proxy(ModelSerializer), fast_form(of_a_proxy, ModelSerializer)
    publisher = Shelved(name="n")
    before = (
        outcome(fast, lambda: publisher, many=False),
        outcome(fast, lambda: publisher, many=True),
    )
    with mock.patch.object(owner, name, property(lambda self: "patched")):
        expected = outcome(reference, lambda: publisher, many=many)
        assert "patched" in repr(expected)
        assert outcome(fast, lambda: publisher, many=many) == expected
    assert outcome(fast, lambda: publisher, many=True) == before[True]
    assert outcome(fast, lambda: publisher, many=False) == before[False]


# What is no change.


def test_an_attribute_that_counts_is_no_change(fast_form):
    def make(base):
        class ExampleSerializer(base):
            made = 0
            name = serializers.CharField()

            def __init__(self, *args, **kwargs):
                type(self).made += 1
                super().__init__(*args, **kwargs)

        return ExampleSerializer

    fast = fast_form(make, Serializer)
    for _ in range(3):
        assert fast(THING).data == {"name": "Ruritania"}
    assert fast.made == 3
