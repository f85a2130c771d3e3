"""The first use of a class is REST framework's: most classes of a process have but one."""

from __future__ import annotations

import itertools
import linecache
from collections import Counter
from functools import partial

import pytest
from rest_framework import serializers
from rest_framework.serializers import ModelSerializer, Serializer

from fastserializers import FastReadOnlySerializer, read_only
from fastserializers.testing import assert_same_output
from tests.differential import FAST_FORMS, of_a_thing, outcome_and_calls
from tests.models import Publisher

THING = {"name": "Ruritania", "size": 5}


def is_compiled(name):
    return any(file.startswith(f"<fastserializers {name} ") for file in linecache.cache)


@pytest.mark.parametrize("form", FAST_FORMS, ids=lambda form: form.__name__)
@pytest.mark.parametrize("many", [False, True])
def test_the_second_use_is_compiled(form, many):
    # Equal plans share what is compiled for them.
    name = f"used_{form.__name__}_{many}"
    fast = form(
        lambda base: type(base)(name, (base,), {"name": serializers.CharField()}), Serializer
    )
    source = [THING] * 100 if many else THING
    assert fast(source, many=many).data
    assert not is_compiled(name)
    assert fast(source, many=many).data
    assert is_compiled(name)


def test_rows_of_the_database_and_comparisons_are_compiled_at_once(db):
    publisher = Publisher.objects.create(name="P")

    def read_rows(cls):
        assert read_only(cls)(Publisher.objects.all(), many=True).data == [{"name": "P"}]

    for use in (read_rows, lambda cls: assert_same_output(cls, publisher)):
        meta = type("Meta", (), {"model": Publisher, "fields": ["name"]})
        name = f"AtOnce{use.__name__}"
        assert not is_compiled(name)
        use(type(ModelSerializer)(name, (ModelSerializer,), {"Meta": meta}))
        assert is_compiled(name)


def test_a_serializer_that_was_the_first_reads_more_rows():
    serializer = of_a_thing(FastReadOnlySerializer)(THING)
    assert serializer.data == THING
    for size in range(120):
        row = {"name": "x", "size": size}
        assert serializer.to_representation(row) == row


def test_fields_of_the_project_are_made_and_bound_no_more_often_than_ever(calls):
    class Made(serializers.CharField):
        def __init__(self, **options):
            # As a field does that asks the database for its choices.
            calls.append("made")
            super().__init__(**options)

    class Copied:
        """An argument that says how often it is copied."""

        def __deepcopy__(self, memo):
            calls.append("copied")
            return Copied()

    class Bound(serializers.CharField):
        def bind(self, field_name, parent):
            super().bind(field_name, parent)
            calls.append(f"bound {self.context['mark']}")

    class Secret(serializers.CharField):
        def __init__(self, **options):
            calls.append("secret")
            super().__init__(write_only=True, **options)

    def make(kind, base):
        inner = type(base)("Inner", (base,), {"name": kind(), "size": serializers.IntegerField()})
        declared = {
            "name": kind(),
            "listed": serializers.ListField(child=Made(), source="name"),
            "copied": serializers.ListField(child=Made(help_text=Copied()), source="name"),
            "styled": Made(style={"by": [Copied()]}, source="name"),
            "secret": Secret(),
            "inner": inner(source="*"),
            "rows": inner(many=True, source="parts"),
        }
        return type(base)("Outer", (base,), declared)

    def noted(serializer_class, many):
        source, context = {**THING, "parts": [THING]}, {"mark": 1}
        found = outcome_and_calls(serializer_class, lambda: source, calls, context, many=many)
        return found[0], Counter(found[1])

    for kind, form in itertools.product((Made, Bound), FAST_FORMS):
        reference, fast = make(kind, Serializer), form(partial(make, kind), Serializer)
        for many in (False, False, True, False):
            (expected, most), (found, made) = noted(reference, many), noted(fast, many)
            assert found == expected, (form, kind)
            # A field that nobody asks for is not made.
            assert made <= most, (form, kind)
