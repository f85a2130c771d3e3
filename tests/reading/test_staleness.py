"""What may change after a class was defined, and is noticed by its fingerprint."""

import functools

import pytest
from django.db import models
from rest_framework import fields, serializers
from rest_framework.serializers import ListSerializer, ModelSerializer, Serializer

from tests.differential import assert_alike, of_a_thing, of_a_thing_with, outcomes
from tests.models import Book, Publisher
from tests.named import by_name
from tests.overrides.fields import Shouted
from tests.relations.serializers import shape
from tests.values import SUMMER

THING = {"name": "Ruritania", "size": 5, "text": "t"}
NESTED = {**THING, "inner": THING, "rows": [THING]}
PUBLISHER = Publisher(name="n", code="c")


def assert_change_is_noticed(make, base, change, source):
    """Assert that a change before or after the first use is noticed, as REST framework does."""

    def read(is_used):
        cls = make(base)
        before = outcomes(cls, lambda: source) if is_used else None
        change(cls)
        return before, outcomes(cls, lambda: source)

    assert_alike(read, False)
    before, after = assert_alike(read, True)
    assert before != after, "the change changes nothing"


# Plain serializers.


def nesting(base):
    inner = of_a_thing(base)
    return of_a_thing(base, inner=inner(), rows=inner(many=True))


def setting(path, value):
    """Return a function that sets an attribute of a class, or of its `Meta`."""

    def change(cls):
        *owners, attribute = path.split(".")
        setattr(functools.reduce(getattr, owners, cls), attribute, value)

    return change


def declares_another(cls):
    cls._declared_fields["name"] = serializers.CharField(source="size")


def declares_one_more(cls):
    cls._declared_fields["text"] = serializers.CharField()


def declares_one_less(cls):
    del cls._declared_fields["size"]


def patched(self, instance=None):
    return {"patched": 1}


def no_fields(self):
    return {}


def other_fields(self):
    return {"only": serializers.CharField(source="name")}


class Numbered(ListSerializer):
    def to_representation(self, data):
        return [*enumerate(super().to_representation(data))]


class WithAListClass:
    list_serializer_class = Numbered


CHANGED_DECLARATIONS = by_name(declares_another, declares_one_more, declares_one_less)
CHANGES = {
    **CHANGED_DECLARATIONS,
    "declarations": setting("_declared_fields", {"only": serializers.CharField(source="name")}),
    "get_fields()": setting("get_fields", other_fields),
    "to_representation()": setting("to_representation", patched),
    "fields": setting("fields", property(no_fields)),
    "data": setting("data", property(patched)),
    "a list class": setting("Meta", WithAListClass),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_declared_fields_and_hooks(change):
    assert_change_is_noticed(of_a_thing, Serializer, change, THING)


def in_nested(change):
    """Return a function that changes the class of the nested serializers."""

    def change_nested(cls):
        change(type(cls._declared_fields["inner"]))

    return change_nested


@pytest.mark.parametrize("change", CHANGED_DECLARATIONS.values(), ids=CHANGED_DECLARATIONS)
def test_declared_fields_of_nested_serializers(change):
    assert_change_is_noticed(nesting, Serializer, in_nested(change), NESTED)


# Model serializers.


of_a_model = shape(Publisher, ["name"], extra_kwargs={"name": {"help_text": "which name"}}, seen=0)


def of_a_base(base):
    parent = of_a_model(base)

    class HeirSerializer(parent):
        class Meta(parent.Meta):
            pass

    return HeirSerializer


SHOUTED = {**ModelSerializer.serializer_field_mapping, models.CharField: Shouted}


class CodeMeta:
    model = Publisher
    fields = ["code"]


def changes_the_base(cls):
    cls.Meta.__mro__[1].fields = ["code"]
    cls.Meta.__mro__[1].extra_kwargs = {}


def changes_a_list(cls):
    cls.Meta.fields.append("code")


def changes_a_list_and_counts(cls):
    cls.Meta.seen += 1
    changes_a_list(cls)


CHANGES_OF_META = {
    "its fields": (of_a_model, setting("Meta.fields", ["code"])),
    "arguments": (of_a_model, setting("Meta.extra_kwargs", {"name": {"source": "code"}})),
    "another Meta": (of_a_model, setting("Meta", CodeMeta)),
    "a list in place": (of_a_model, changes_a_list),
    "a list in place, beside a counter": (of_a_model, changes_a_list_and_counts),
    "the mapping of fields": (of_a_model, setting("serializer_field_mapping", SHOUTED)),
    "the base of Meta": (of_a_base, changes_the_base),
}


@pytest.mark.parametrize(("make", "change"), CHANGES_OF_META.values(), ids=CHANGES_OF_META)
def test_meta(make, change):
    assert_change_is_noticed(make, ModelSerializer, change, PUBLISHER)


# Classes of fields.


def a_date(self, instance):
    return "1894-04-01"


def without_its_time(self, value):
    return value.date()


PATCHES = [
    (ModelSerializer, "serializer_field_mapping", SHOUTED),
    (fields.Field, "get_attribute", a_date),
    (fields.DateTimeField, "enforce_timezone", without_its_time),
    (Serializer, "to_representation", patched),
]


of_book = shape(Book, ["title", "published", "publisher", "added"])


@pytest.mark.parametrize("patch", PATCHES, ids=lambda patch: f"{patch[0].__name__}.{patch[1]}")
def test_drf_s_own_classes_when_they_are_patched_before_first_use(monkeypatch, patch):
    book = Book(title="t", publisher_id=3, published="1894-04-01", added=SUMMER)
    unpatched = outcomes(of_book(ModelSerializer), lambda: book)
    cls = of_book(ModelSerializer)
    monkeypatch.setattr(*patch)
    assert assert_alike(outcomes, cls, lambda: book) != unpatched


# What is no change.


def test_an_attribute_that_counts_is_no_change(agree):
    class Counting:
        made = 0

        def __init__(self, *args, **kwargs):
            type(self).made += 1
            super().__init__(*args, **kwargs)

        def get_seen(self, thing):
            return type(self).made

    seen = {"seen": serializers.SerializerMethodField()}
    agree(of_a_thing_with(Counting, **seen), THING)
