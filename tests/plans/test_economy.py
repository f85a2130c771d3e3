"""Nothing is planned or compiled before the rows that were read have paid for it."""

import itertools
import linecache
import re
from collections import Counter
from functools import partial

import pytest
from django.utils.functional import cached_property
from rest_framework import serializers
from rest_framework.serializers import Serializer

from fastserializers import FastReadOnlyModelSerializer, FastReadOnlySerializer
from fastserializers.compiler.economy import Prices, paid
from fastserializers.testing import assert_same_output
from tests.differential import FAST_FORMS, FORMS_THAT_DIFFER, of_a_thing, outcome_and_calls
from tests.models import Book, Publisher
from tests.plans.planned import PlannedField
from tests.relations.serializers import shape

THING = {"name": "Ruritania", "size": 5}


@pytest.fixture(autouse=True)
def as_shipped():
    with paid(Prices()):
        yield


def is_compiled(name):
    """Return whether something of a serializer class, or of one of its fields, was compiled."""
    return any(re.match(rf"<fastserializers {name}[ .]", file) for file in linecache.cache)


@pytest.mark.parametrize("form", FORMS_THAT_DIFFER)
def test_a_class_that_is_read_twice_is_not_compiled(form):
    fast = form(lambda base: class_of(base, "ReadTwice"), Serializer)
    for _ in range(2):
        assert fast([THING] * 3, many=True).data == [{"name": "Ruritania"}] * 3
    assert not is_compiled("ReadTwice")


@pytest.mark.parametrize("form", FORMS_THAT_DIFFER)
def test_a_class_is_compiled_when_it_has_read_many_rows(form):
    name = f"ReadOften{form.__name__}"
    fast = form(lambda base: class_of(base, name), Serializer)
    for _ in range(20):
        assert fast([THING] * 100, many=True).data == [{"name": "Ruritania"}] * 100
    assert is_compiled(name)


def class_of(base, name):
    return type(base)(name, (base,), {"name": serializers.CharField()})


class ChosenByClients(FastReadOnlySerializer):
    # All plans of the process with such a field share its function.
    chosen_1 = serializers.CharField()
    chosen_2 = serializers.IntegerField()
    chosen_3 = serializers.CharField()
    chosen_4 = serializers.FloatField()

    def __init__(self, *args, wanted, **kwargs):
        super().__init__(*args, **kwargs)
        for name in {*self.fields} - {*wanted}:
            self.fields.pop(name)


def test_a_client_that_asks_for_all_sets_of_fields_has_each_field_compiled_once():
    row = {"chosen_1": "Ruritania", "chosen_2": 5, "chosen_3": "s", "chosen_4": 1.5}
    sets = [chosen for size in range(1, 5) for chosen in itertools.combinations(row, size)]
    for wanted in sets * 10:
        data = ChosenByClients([row] * 2, many=True, wanted=wanted).data
        assert data == [{name: row[name] for name in wanted}] * 2
    compiled = [file.split()[1] for file in linecache.cache if "ChosenByClients" in file]
    assert sorted(compiled) == [f"ChosenByClients.chosen_{number}" for number in range(1, 5)]


class NewNameEachTime(FastReadOnlySerializer):
    stays = serializers.CharField()

    def __init__(self, *args, more, **kwargs):
        super().__init__(*args, **kwargs)
        self.fields[more] = serializers.IntegerField(source="size")


def test_a_field_that_does_not_come_back_is_not_compiled():
    row = {"stays": "Ruritania", "size": 5}
    for number in range(100):
        data = NewNameEachTime([row] * 4, many=True, more=f"more_{number}").data
        assert data == [{"stays": "Ruritania", f"more_{number}": 5}] * 4
    assert is_compiled("NewNameEachTime.stays")
    assert not is_compiled("NewNameEachTime.more_")


class KeepsChosenFields(FastReadOnlySerializer):
    kept = serializers.CharField()
    size = serializers.IntegerField()

    @cached_property
    def fields(self):
        fields = super().fields
        for name in self.context.get("without", ()):
            fields.pop(name)
        return fields


def test_a_class_that_keeps_what_it_has_chosen_in_a_property_is_compiled():
    rows = [{"kept": "Ruritania", "size": 5}] * 1_000
    for _ in range(3):
        serializer = KeepsChosenFields(rows, many=True, context={"without": ["size"]})
        assert serializer.data == [{"kept": "Ruritania"}] * 1_000
    assert is_compiled("KeepsChosenFields many")


@pytest.mark.django_db
def test_relations_take_the_same_queries_from_the_first_list_on(django_assert_num_queries):
    publisher_name = serializers.CharField(source="publisher.name")
    make = shape(Book, ["title"], {"publisher": publisher_name})
    counted = make(FastReadOnlyModelSerializer)
    for number in range(3):
        publisher = Publisher.objects.create(name=f"P{number}", code=f"p{number}")
        Book.objects.create(title=f"T{number}", publisher=publisher, price=1, pages=1)
    for _ in range(8):
        with django_assert_num_queries(2):
            data = counted(Book.objects.order_by("pk"), many=True).data
        assert [row["publisher"] for row in data] == ["P0", "P1", "P2"]


def test_a_comparison_is_of_what_is_planned():
    class Compared(Serializer):
        name = PlannedField()

    planned = PlannedField.planned
    assert_same_output(Compared, THING)
    assert PlannedField.planned > planned


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
