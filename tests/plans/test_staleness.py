"""What may change after a class was defined, and is noticed by its fingerprint."""

from __future__ import annotations

import copy
import functools
from collections import OrderedDict
from functools import partial
from types import SimpleNamespace

import pytest
from django.db import models
from django.test.utils import isolate_apps
from django.utils.functional import classproperty
from rest_framework import fields, serializers
from rest_framework.serializers import ModelSerializer, Serializer

from fastserializers.compiler.representation import guarded
from fastserializers.representations import represents
from tests.differential import every_form, of_a_thing, of_a_thing_with, outcome
from tests.models import Book, Publisher
from tests.overrides.fields import Shouted
from tests.relations.serializers import shape
from tests.values import SUMMER

THING = {"name": "Ruritania", "size": 5, "text": "t"}
NESTED = {**THING, "inner": THING, "rows": [THING]}
PUBLISHER = Publisher(name="n", code="c")


def outcomes(serializer_class, source):
    """Return what a class makes of an object, and of a list of two."""
    return [outcome(serializer_class, lambda: source, many=many) for many in (False, True)]


def assert_alike(reference, *forms, source):
    expected = outcomes(reference, source)
    assert [outcomes(fast, source) for fast in forms] == [expected] * len(forms)


def assert_change_before_use_is_noticed(make, base, change, source):
    unchanged = outcomes(make(base), source)
    classes = every_form(make, base)
    for serializer_class in classes:
        change(serializer_class)
    assert_alike(*classes, source=source)
    assert outcomes(classes[0], source) != unchanged, "the change changes nothing"


def assert_change_after_use_is_noticed(make, base, change, source):
    classes = every_form(make, base)
    unchanged = outcomes(classes[0], source)
    for serializer_class in classes:
        outcomes(serializer_class, source)
        change(serializer_class)
    assert_alike(*classes, source=source)
    assert outcomes(classes[0], source) != unchanged, "the change changes nothing"


def assert_change_is_noticed(make, base, change, source):
    """Assert that a change before or after the first use is noticed, as REST framework does."""
    assert_change_before_use_is_noticed(make, base, change, source)
    assert_change_after_use_is_noticed(make, base, change, source)


# Plain serializers.


def nesting(base):
    inner = of_a_thing(base)
    return of_a_thing(base, inner=inner(), rows=inner(many=True))


ONLY = {"only": serializers.CharField(source="name")}


def declares_others(cls):
    cls._declared_fields = ONLY


def declares_another(cls):
    cls._declared_fields["name"] = serializers.CharField(source="size")


def declares_one_more(cls):
    cls._declared_fields["text"] = serializers.CharField()


def declares_one_less(cls):
    del cls._declared_fields["size"]


def gets_others(cls):
    def get_fields(self):
        return copy.deepcopy(ONLY)

    cls.get_fields = get_fields


def has_other_data(cls):
    @property
    def data(self):
        return {"patched": 1}

    cls.data = data


def represents_otherwise(cls):
    def to_representation(self, instance):
        return {"patched": 1}

    cls.to_representation = to_representation


def has_no_fields(cls):
    @property
    def fields(self):
        return {}

    cls.fields = fields


def has_no_readable_fields(cls):
    @property
    def _readable_fields(self):
        return []

    cls._readable_fields = _readable_fields


CHANGED_DECLARATIONS = [declares_another, declares_one_more, declares_one_less]
# None asks a nested serializer for its data.
CHANGED_HOOKS = [
    declares_others,
    gets_others,
    represents_otherwise,
    has_no_fields,
    has_no_readable_fields,
]


@pytest.mark.parametrize("change", [*CHANGED_DECLARATIONS, *CHANGED_HOOKS, has_other_data])
def test_declared_fields_and_hooks(change):
    assert_change_is_noticed(of_a_thing, Serializer, change, THING)


def in_nested(change):
    """Return a function that changes the class of the nested serializers."""

    def change_nested(cls):
        change(type(cls._declared_fields["inner"]))

    return change_nested


@pytest.mark.parametrize("change", CHANGED_DECLARATIONS)
def test_declared_fields_of_nested_serializers(change):
    assert_change_is_noticed(nesting, Serializer, in_nested(change), NESTED)


@pytest.mark.parametrize("change", CHANGED_HOOKS)
def test_hooks_of_nested_serializers_before_the_first_use(change):
    assert_change_before_use_is_noticed(nesting, Serializer, in_nested(change), NESTED)


# Model serializers.


def of_a_model(base):
    class PublisherSerializer(base):
        class Meta:
            model = Publisher
            fields = ["name"]
            extra_kwargs = OrderedDict(name=OrderedDict(help_text="which name"))

    return PublisherSerializer


def of_a_namespace(base):
    class PublisherSerializer(base):
        Meta = SimpleNamespace(model=Publisher, fields=["name"])

    return PublisherSerializer


def of_a_base(base):
    parent = of_a_model(base)

    class HeirSerializer(parent):
        class Meta(parent.Meta):
            pass

    return HeirSerializer


def changes_the_base(cls):
    cls.Meta.__mro__[1].fields = ["code"]
    cls.Meta.__mro__[1].extra_kwargs = {}


SHOUTED = {**ModelSerializer.serializer_field_mapping, models.CharField: Shouted}


class CodeMeta:
    model = Publisher
    fields = ["code"]


def changes_an_attribute(cls):
    cls.Meta.fields = ["code"]


def changes_arguments(cls):
    cls.Meta.extra_kwargs = {"name": {"source": "code"}}


def replaces_meta(cls):
    cls.Meta = CodeMeta


def replaces_meta_by_no_class(cls):
    cls.Meta = SimpleNamespace(model=Publisher, fields=["code"])


def changes_a_list(cls):
    cls.Meta.fields.append("code")


def changes_an_ordered_dict(cls):
    cls.Meta.extra_kwargs["name"].update(source="code")


def changes_the_mapping_of_fields(cls):
    cls.serializer_field_mapping = SHOUTED


def changes_how_fields_are_built(cls):
    def build_standard_field(self, name, field):
        return Shouted, {}

    cls.build_standard_field = build_standard_field


@pytest.mark.parametrize(
    ("make", "change"),
    [
        (of_a_model, changes_an_attribute),
        (of_a_model, changes_arguments),
        (of_a_model, replaces_meta),
        (of_a_model, replaces_meta_by_no_class),
        (of_a_model, changes_a_list),
        (of_a_model, changes_an_ordered_dict),
        (of_a_model, changes_the_mapping_of_fields),
        (of_a_model, changes_how_fields_are_built),
        (of_a_namespace, changes_an_attribute),
        (of_a_base, changes_the_base),
    ],
)
def test_meta(make, change):
    assert_change_is_noticed(make, ModelSerializer, change, PUBLISHER)


names = []


def by_a_class_property(base):
    class PublisherSerializer(base):
        @classproperty
        def Meta(cls):
            class Meta:
                model = Publisher
                fields = list(names)

            return Meta

    return PublisherSerializer


class ComputingMeta(type):
    @property
    def fields(cls):
        return list(names)


def by_a_metaclass(base):
    class PublisherSerializer(base):
        class Meta(metaclass=ComputingMeta):
            model = Publisher

    return PublisherSerializer


@pytest.mark.parametrize("make", [by_a_class_property, by_a_metaclass])
def test_what_meta_computes(make):
    names[:] = ["name"]
    classes = every_form(make, ModelSerializer)
    assert_alike(*classes, source=PUBLISHER)
    names.append("code")
    assert_alike(*classes, source=PUBLISHER)
    names.append("id")
    assert_alike(*classes, source=PUBLISHER)


def test_a_model_that_got_one_more_field(agree):
    with isolate_apps("tests"):

        class Translated(models.Model):
            title = models.CharField(max_length=9)

    models.CharField(max_length=9).contribute_to_class(Translated, "title_de")

    translated = Translated(title="Title", title_de="Titel")
    agree(shape(Translated, "__all__"), translated, base=ModelSerializer)


# Classes of fields.


def noisily(function):
    @functools.wraps(function)
    def wrapper(self, value):
        return f"<{function(self, value)}>"

    return wrapper


def given(value):
    return f"given {value}"


class Giving:
    """A descriptor that is no function, and gives one."""

    def __get__(self, field, owner=None):
        return given


class Called(str):
    """A callable that is no function."""

    def __call__(self, value):
        return f"{self} {value}"


def a_date(self, instance):
    return "1894-04-01"


def without_its_time(self, value):
    return value.date()


def patched(self, instance):
    return {"patched": 1}


PATCHES = [
    (ModelSerializer, "serializer_field_mapping", SHOUTED),
    (fields.Field, "get_attribute", a_date),
    (fields.DateTimeField, "enforce_timezone", without_its_time),
    (fields.CharField, "to_representation", Giving()),
    (fields.CharField, "to_representation", Called("called")),
    (Serializer, "to_representation", patched),
    (fields.DateField, "to_representation", noisily(fields.DateField.to_representation)),
]


of_book = shape(Book, ["title", "published", "publisher", "added"])


@pytest.mark.parametrize("patch", PATCHES, ids=lambda patch: f"{patch[0].__name__}.{patch[1]}")
@pytest.mark.parametrize("is_made_before", [False, True])
def test_drf_s_own_classes_when_they_are_patched_before_first_use(
    monkeypatch, patch, is_made_before
):
    book = Book(title="t", publisher_id=3, published="1894-04-01", added=SUMMER)
    unpatched = outcome(of_book(ModelSerializer), lambda: book)
    before = every_form(of_book, ModelSerializer)
    monkeypatch.setattr(*patch)
    classes = before if is_made_before else every_form(of_book, ModelSerializer)
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
    agree(of_a_thing_with(Counting, **seen), THING)


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

    def plans_asked_of(fast):
        """Return how often a plan asks for its field, in two uses after the first two."""
        outcomes_of_thing = partial(outcome, fast, THING.copy)
        outcomes_of_thing()
        outcomes_of_thing()
        before = AskedField.asked
        outcomes_of_thing()
        outcomes_of_thing(many=True)
        return AskedField.asked - before

    _, *forms = every_form(of_a_thing_with(Keeping, text=AskedField()), Serializer)
    assert [plans_asked_of(fast) for fast in forms] == [0] * len(forms)
