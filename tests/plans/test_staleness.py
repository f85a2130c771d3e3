"""What may change after a class was defined, and is noticed by its fingerprint."""

from __future__ import annotations

import copy
import functools
from collections import OrderedDict
from types import SimpleNamespace

import pytest
from django.db import models
from django.test.utils import isolate_apps
from django.utils.functional import classproperty
from rest_framework import fields, serializers
from rest_framework.serializers import ModelSerializer, Serializer

from fastserializers.compiler.representation import guarded
from fastserializers.representations import represents
from tests.differential import FAST_FORMS, every_form, of_a_thing, outcome
from tests.models import Book, Publisher
from tests.overrides.fields import Shouted
from tests.relations.serializers import serializer_of
from tests.values import SUMMER

THING = {"name": "Ruritania", "size": 5, "text": "t"}
NESTED = {**THING, "inner": THING, "rows": [THING]}
PUBLISHER = Publisher(name="n", code="c")


def assert_alike(reference, *forms, source, message=None):
    for many in (False, True):
        expected = outcome(reference, lambda: source, many=many)
        for form, fast in zip(FAST_FORMS, forms, strict=True):
            assert outcome(fast, lambda: source, many=many) == expected, (form, message)


def assert_change_is_noticed(make, base, change, source, moments=(False, True)):
    """Assert that a change before or after the first use is noticed, as REST framework does."""
    unchanged = outcome(make(base), lambda: source)
    for used in moments:
        classes = every_form(make, base)
        for serializer_class in classes:
            if used:
                outcome(serializer_class, lambda: source)
                outcome(serializer_class, lambda: source, many=True)
            change(serializer_class)
        assert_alike(*classes, source=source, message=used)
        assert outcome(classes[0], lambda: source) != unchanged, "the change changes nothing"


# Plain serializers.


def nesting(base):
    inner = of_a_thing(base)
    return of_a_thing(base, inner=inner(), rows=inner(many=True))


def setting(name, value):
    return lambda cls: setattr(cls, name, value)


ONLY = {"only": serializers.CharField(source="name")}
DECLARED = {
    "all": setting("_declared_fields", ONLY),
    "a field": lambda cls: cls._declared_fields.update(name=serializers.CharField(source="size")),
    "a field more": lambda cls: cls._declared_fields.update(text=serializers.CharField()),
    "a field less": lambda cls: cls._declared_fields.pop("size"),
    "get_fields": setting("get_fields", lambda self: copy.deepcopy(ONLY)),
    "data": setting("data", property(lambda self: {"patched": 1})),
    "to_representation": setting("to_representation", lambda self, instance: {"patched": 1}),
    "fields": setting("fields", property(lambda self: {})),
    "_readable_fields": setting("_readable_fields", property(lambda self: [])),
}


@pytest.mark.parametrize("change", DECLARED.values(), ids=DECLARED)
def test_declared_fields_and_hooks(change):
    assert_change_is_noticed(of_a_thing, Serializer, change, THING)


@pytest.mark.parametrize("field", ["inner", "rows"])
def test_nested_serializers(field):
    """Fields at any time, and hooks before the first use."""

    def changed(name):
        def change(cls):
            nested = cls._declared_fields[field]
            DECLARED[name](type(getattr(nested, "child", nested)))

        return change

    # Nobody asks a nested serializer for its data.
    for name in DECLARED.keys() - {"data"}:
        moments = (False, True) if name.startswith("a field") else (False,)
        assert_change_is_noticed(nesting, Serializer, changed(name), NESTED, moments)


# Model serializers.


def of_a_model(base):
    options = OrderedDict(name=OrderedDict(help_text="which name"))
    return serializer_of(base, Publisher, ["name"], extra_kwargs=options)


def of_a_namespace(base):
    meta = SimpleNamespace(model=Publisher, fields=["name"])
    return type(base)("ExampleSerializer", (base,), {"Meta": meta})


def of_a_base(base):
    parent = of_a_model(base)
    return type(base)("ExampleSerializer", (parent,), {"Meta": type("M", (parent.Meta,), {})})


def change_the_base(cls):
    cls.Meta.__mro__[1].fields = ["code"]
    cls.Meta.__mro__[1].extra_kwargs = {}


SHOUTED = {**ModelSerializer.serializer_field_mapping, models.CharField: Shouted}
CODE = {"model": Publisher, "fields": ["code"]}
META = {
    "an attribute": lambda cls: setattr(cls.Meta, "fields", ["code"]),
    "other arguments": lambda cls: setattr(cls.Meta, "extra_kwargs", {"name": {"source": "code"}}),
    "replaced": setting("Meta", type("Meta", (), CODE)),
    "replaced by no class": setting("Meta", SimpleNamespace(**CODE)),
    "a list in it": lambda cls: cls.Meta.fields.append("code"),
    "its order": lambda cls: cls.Meta.fields.insert(0, "code"),
    "an ordered dict in it": lambda cls: cls.Meta.extra_kwargs["name"].update(source="code"),
    "the mapping of fields": setting("serializer_field_mapping", SHOUTED),
    "how fields are built": setting(
        "build_standard_field", lambda self, name, field: (Shouted, {})
    ),
}
CHANGED_META = {name: (of_a_model, change) for name, change in META.items()}
CHANGED_META |= {
    "an attribute of a namespace": (of_a_namespace, META["an attribute"]),
    "a list in a namespace": (of_a_namespace, META["a list in it"]),
    "what a subclass inherits": (of_a_base, change_the_base),
}


@pytest.mark.parametrize("name", CHANGED_META)
def test_meta(name):
    make, change = CHANGED_META[name]
    assert_change_is_noticed(make, ModelSerializer, change, PUBLISHER)


def test_what_meta_computes():
    """By a property of the class, or one of its metaclass."""
    names = ["name"]

    def by_class_property(base):
        meta = classproperty(
            lambda cls: type("Meta", (), {"model": Publisher, "fields": list(names)})
        )
        return type(base)("ExampleSerializer", (base,), {"Meta": meta})

    def by_metaclass(base):
        computing = type("Computing", (type,), {"fields": property(lambda cls: list(names))})
        meta = computing("Meta", (), {"model": Publisher})
        return type(base)("ExampleSerializer", (base,), {"Meta": meta})

    for make in (by_class_property, by_metaclass):
        classes = every_form(make, ModelSerializer)
        for name in ("code", "id"):
            assert_alike(*classes, source=PUBLISHER, message=make)
            names.append(name)
        assert_alike(*classes, source=PUBLISHER, message=make)
        del names[1:]


def test_a_model_that_got_one_more_field(agree):
    with isolate_apps("tests"):

        class Translated(models.Model):
            title = models.CharField(max_length=9)

    models.CharField(max_length=9).contribute_to_class(Translated, "title_de")
    row = Translated(title="Title", title_de="Titel")
    agree(lambda base: serializer_of(base, Translated, "__all__"), row, base=ModelSerializer)


# Classes of fields.


def noisily(function):
    @functools.wraps(function)
    def wrapper(self, value):
        return f"<{function(self, value)}>"

    return wrapper


class Giving:
    """A descriptor that is no function, and gives one."""

    def __get__(self, field, owner=None):
        return lambda value: f"given {value}"


class Called(str):
    """A callable that is no function."""

    def __call__(self, value):
        return f"{self} {value}"


PATCHES = [
    (ModelSerializer, "serializer_field_mapping", SHOUTED),
    (fields.Field, "get_attribute", lambda self, instance: "1894-04-01"),
    (fields.DateTimeField, "enforce_timezone", lambda self, value: value.date()),
    (fields.CharField, "to_representation", Giving()),
    (fields.CharField, "to_representation", Called("called")),
    (Serializer, "to_representation", lambda self, instance: {"patched": 1}),
    *(
        (cls, "to_representation", noisily(cls.to_representation))
        for cls in (fields.CharField, fields.DateField, serializers.PrimaryKeyRelatedField)
    ),
]


@pytest.mark.parametrize("patch", PATCHES, ids=lambda patch: f"{patch[0].__name__}.{patch[1]}")
@pytest.mark.parametrize("is_made_before", [False, True])
def test_drf_s_own_classes_when_they_are_patched_before_first_use(
    monkeypatch, patch, is_made_before
):
    def make(base):
        return serializer_of(base, Book, ["title", "published", "publisher", "added"])

    book = Book(title="t", publisher_id=3, published="1894-04-01", added=SUMMER)
    unpatched = outcome(make(ModelSerializer), lambda: book)
    before = every_form(make, ModelSerializer)
    monkeypatch.setattr(*patch)
    classes = before if is_made_before else every_form(make, ModelSerializer)
    assert_alike(*classes, source=book)
    assert outcome(classes[0], lambda: book) != unpatched


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
    agree(lambda base: of_a_thing(base, Counting, **seen), THING)


class AskedField(fields.CharField):
    asked = 0


@represents(AskedField)
def as_asked(field):
    AskedField.asked += 1
    return guarded("type($value) is str", "$value")


def test_what_a_class_keeps_on_itself_is_no_reason_to_plan_it_anew():
    class Keeping:
        made = 0
        kept = None

        def __init__(self, *args, **kwargs):
            cls = type(self)
            cls.made += 1
            cls.kept = {**(cls.kept or {}), cls.made: args}
            super().__init__(*args, **kwargs)

    _, *forms = every_form(lambda base: of_a_thing(base, Keeping, text=AskedField()), Serializer)
    for fast in forms:
        for _ in range(2):
            outcome(fast, lambda: THING)
        asked = AskedField.asked
        for many in (False, True):
            outcome(fast, lambda: THING, many=many)
        assert AskedField.asked == asked
