"""How serializers and their fields are made."""

from __future__ import annotations

import pytest
from django.db import models
from django.utils.functional import SimpleLazyObject
from rest_framework.serializers import HyperlinkedModelSerializer, ModelSerializer

from tests.differential import every_form, of_a_thing, value_of
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

    all_arguments = (
        *(((), {}), ((THING,), {}), ((THING,), {"context": {}}), ((), {"instance": THING})),
        *(((), {"instance": THING, "partial": True}), ((), {"read_only": True, "source": "a"})),
    )
    expected, *found = (
        [
            (cls(*args, **kwargs).given, cls(*args, many=True, **kwargs).child.given)
            for args, kwargs in all_arguments
        ]
        for cls in every_form(lambda base: of_a_thing(base, Given))
    )
    assert found == [expected] * len(found)


# What a model serializer is made from, as it is in the constructor.


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
    "the name of the link": changing(
        lambda self, wide: setattr(self, "url_field_name", ["link", "href"][wide])
    ),
    "the name of the link as a property": computing(
        url_field_name=lambda wide: ["link", "href"][wide]
    ),
}


@pytest.mark.urls("tests.idioms.urls")
@pytest.mark.parametrize("what", FROM_THE_CONTEXT)
def test_what_a_model_serializer_is_made_from_changes_with_the_request(agree, what):
    is_link, publisher = "link" in what, Publisher(name="P", code="p", pk=1)
    source = publisher if is_link else Book(title="T", publisher=publisher)

    def make(base):
        bases = (HyperlinkedModelSerializer, base) if is_link else (base,)
        linked = type("Meta", (), {"model": Publisher, "exclude": ["country"]})
        meta = linked if is_link else meta_of("title", "publisher")
        body = {} if "Meta as" in what else {"Meta": meta}
        return type(base)("ExampleSerializer", (FROM_THE_CONTEXT[what], *bases), body)

    contexts = [{"request": None, "wide": wide} for wide in (0, 1, 1, 0)]
    assert value_of(agree(make, source, base=ModelSerializer, contexts=contexts))


def test_what_meta_says_besides_is_neither_looked_at_nor_compared(agree, calls):
    class Incomparable(dict):
        def __eq__(self, other):
            raise ValueError("compared")

        __hash__ = None

    lazy = SimpleLazyObject(lambda: calls.append("looked at"))
    besides = {"lazy": lazy, "besides": Incomparable(), "listed": [Incomparable()]}
    agree(lambda base: of_a_thing(base, Meta=type("Meta", (), besides)), THING)
    assert calls == []
