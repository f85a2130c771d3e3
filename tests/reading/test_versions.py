"""A class that a project changes back and forth keeps the plans of its last few versions."""

import pytest
from django.test import override_settings
from rest_framework import serializers

from fastserializers import FastReadOnlyModelSerializer
from fastserializers.compiler.fields.registry import register
from fastserializers.compiler.representation import Guard, guarded
from fastserializers.reading import class_plan
from tests.models import Book, Publisher
from tests.relations.serializers import serializer_of, shape

PUBLISHER = Publisher(id=1, name="Hogarth", code="h")
BOOK = Book(id=2, title="Orlando", publisher=PUBLISHER)


class PlannedField(serializers.CharField):
    """Tells how often the plan of a class is made."""

    planned = 0


@register(PlannedField)
def as_planned(field):
    PlannedField.planned += 1
    return guarded(Guard("type", "str"), "$value")


@pytest.fixture(autouse=True)
def planned_at_the_second_use(monkeypatch):
    monkeypatch.setattr(class_plan, "ROWS_OF_CREATED_CLASS", 1)


new_class = shape(Book, ["title", "publisher"], {"title": PlannedField()})


def test_settings_that_come_back_have_their_plan(settings):
    settings.REST_FRAMEWORK = {"COERCE_DECIMAL_TO_STRING": True}
    fast = new_class(FastReadOnlyModelSerializer)
    assert fast(BOOK).data["title"] == fast(BOOK).data["title"] == "Orlando"
    planned = PlannedField.planned
    with override_settings(REST_FRAMEWORK={"COERCE_DECIMAL_TO_STRING": False}):
        assert fast(BOOK).data["title"] == "Orlando"
    assert fast(BOOK).data["title"] == "Orlando"
    assert PlannedField.planned == planned


def test_only_the_last_few_versions_are_kept():
    fast = new_class(FastReadOnlyModelSerializer)
    for depth in range(10):
        fast.Meta.depth = depth
        for _ in range(2):
            assert fast(BOOK).data["title"] == "Orlando"
    assert len(fast._fastserializers.plans) == fast._fastserializers.most_plans


def test_a_version_that_another_thread_has_changed_while_it_was_planned_is_planned_anew():
    requested = [["name"], ["code"]]

    class ChangingField(serializers.CharField): ...

    PublisherSerializer = serializer_of(serializers.ModelSerializer, Publisher, ["name"])
    declared = {"text": ChangingField(source="title"), "publisher": PublisherSerializer()}
    BookSerializer = serializer_of(FastReadOnlyModelSerializer, Book, [], declared)

    @register(ChangingField)
    def as_changed_meanwhile(field):
        # Runs while the class is planned, as a view does in another thread.
        PublisherSerializer.Meta.fields = requested.pop()
        return guarded(Guard("type", "str"), "$value")

    assert BookSerializer(BOOK).data["text"] == BookSerializer(BOOK).data["text"] == "Orlando"
    PublisherSerializer.Meta.fields = ["name"]
    assert BookSerializer(BOOK).data == {"text": "Orlando", "publisher": {"name": "Hogarth"}}
