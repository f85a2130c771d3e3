"""How serializers and their fields are made."""

from __future__ import annotations

import pytest
from django.db import models
from django.utils.functional import SimpleLazyObject
from rest_framework.serializers import HyperlinkedModelSerializer, ModelSerializer

from fastserializers import FastReadOnlyMixin, read_only
from tests.differential import every_form, of_a_thing, outcome
from tests.models import Book, Publisher
from tests.overrides.fields import Shouted
from tests.values import THING


def test_arguments_that_the_constructor_pops():
    class Pops:
        def __init__(self, *args, **kwargs):
            names = kwargs.pop("names", None)
            super().__init__(*args, **kwargs)
            for name in set(self.fields) - set(names or self.fields):
                self.fields.pop(name)

    for serializer_class in every_form(lambda base: of_a_thing(base, Pops)):
        for names in (["name"], ["size"], None, ["name"]):
            expected = {name: THING[name] for name in names or ["name", "size"]}
            assert serializer_class(THING, names=names).data == expected
            rows = serializer_class([THING] * 12, many=True, names=names)
            assert rows.data == [expected] * 12


def test_arguments_come_to_the_constructor_as_they_were_given():
    class Given:
        def __init__(self, *args, **kwargs):
            self.given = args, sorted(kwargs)
            super().__init__(*args, **kwargs)

    reference, *forms = every_form(lambda base: of_a_thing(base, Given))
    for args, kwargs in (
        ((), {}),
        ((THING,), {}),
        ((THING,), {"context": {}}),
        ((), {"instance": THING}),
        ((), {"instance": THING, "partial": True}),
        ((), {"read_only": True, "source": "other"}),
    ):
        for fast in forms:
            assert fast(*args, **kwargs).given == reference(*args, **kwargs).given
            expected = reference(*args, many=True, **kwargs).child.given
            assert fast(*args, many=True, **kwargs).child.given == expected


# What a model serializer is made from, as it is in the constructor: `how` and the contexts.

WIDE = [{"wide": wide} for wide in (0, 1, 1, 0)]


def meta_of(*names):
    return type("Meta", (), {"model": Book, "fields": [*names]})


def changing(change):
    class Changing:
        def __init__(self, *args, **kwargs):
            super().__init__(*args, **kwargs)
            change(self, self.context["wide"])

    return Changing


def computing(**attributes):
    properties = {
        name: property(lambda self, value=value: value(self.context["wide"]))
        for name, value in attributes.items()
    }
    return type("Computing", (), properties)


def mapping(wide):
    fields = ModelSerializer.serializer_field_mapping
    return {**fields, models.CharField: Shouted} if wide else fields


def other_meta(wide):
    return meta_of("pages", *["title"] * (1 - wide))


FROM_THE_CONTEXT = {
    "depth": changing(lambda self, wide: setattr(self.Meta, "depth", wide)),
    "fields": changing(lambda self, wide: setattr(self.Meta, "fields", ["pages", "title"][wide:])),
    "a list of fields": changing(lambda self, wide: self.Meta.fields.append("pages")),
    "Meta": changing(lambda self, wide: setattr(self, "Meta", other_meta(wide))),
    "Meta as a property": computing(Meta=other_meta),
    "the mapping of fields": changing(
        lambda self, wide: setattr(self, "serializer_field_mapping", mapping(wide))
    ),
    "the mapping of fields as a property": computing(serializer_field_mapping=mapping),
}


@pytest.mark.parametrize("what", FROM_THE_CONTEXT)
def test_what_a_model_serializer_is_made_from_changes_with_the_request(agree, what):
    def make(base):
        class ExampleSerializer(FROM_THE_CONTEXT[what], base):
            pass

        if "Meta as" not in what:
            ExampleSerializer.Meta = meta_of("title", "publisher")
        return ExampleSerializer

    book = Book(title="T", publisher=Publisher(name="P", code="p"))
    agree(make, book, base=ModelSerializer, contexts=WIDE)


@pytest.mark.urls("tests.overrides.urls")
@pytest.mark.parametrize("as_property", [False, True])
def test_the_name_of_the_link_to_a_view_changes_with_the_request(as_property):
    def init(self, *args, **kwargs):
        HyperlinkedModelSerializer.__init__(self, *args, **kwargs)
        self.url_field_name = self.context["link"]

    name = property(lambda self: self.context.get("link", "url"))
    meta = type("Meta", (), {"model": Publisher, "exclude": ["country"]})
    own = {"url_field_name": name} if as_property else {"__init__": init}
    Reference = type(HyperlinkedModelSerializer)(
        "Reference", (HyperlinkedModelSerializer,), {"Meta": meta, **own}
    )

    class Fast(FastReadOnlyMixin, Reference):
        pass

    for serializer_class in (Fast, read_only(Reference)):
        for link in ("url", "href", "link", "href"):
            context = {"link": link, "request": None}
            expected = outcome(Reference, lambda: Publisher(pk=1), context)
            assert outcome(serializer_class, lambda: Publisher(pk=1), context) == expected


def test_what_meta_says_besides_is_neither_looked_at_nor_compared(agree, calls):
    class Incomparable(dict):
        def __eq__(self, other):
            raise ValueError("compared")

        __hash__ = None

    lazy = SimpleLazyObject(lambda: calls.append("looked at"))
    besides = {"lazy": lazy, "besides": Incomparable(), "listed": [Incomparable()]}
    agree(lambda base: of_a_thing(base, Meta=type("Meta", (), besides)), THING)
    assert calls == []
