"""`warm`: everything is compiled before the first request, and nothing stops it."""

from __future__ import annotations

import json
from io import StringIO

import pytest
from django.core.management import call_command
from django.db import models
from rest_framework import serializers
from rest_framework.serializers import ModelSerializer

from bookshop.models import Book
from fastserializers import FastReadOnlyModelSerializer, read_only
from fastserializers.debug import source_of
from fastserializers.project.warming import warm


class WarmSerializer(FastReadOnlyModelSerializer):
    class Meta:
        model = Book
        fields = ("id", "title")


class BrokenSerializer(FastReadOnlyModelSerializer):
    class Meta:
        model = Book
        fields = ("id", "no_such_field")


class PlainSerializer(ModelSerializer):
    class Meta:
        model = Book
        fields = ("id", "pages")


class ChoosingSerializer(WarmSerializer):
    def get_fields(self):
        return {"id": serializers.IntegerField()}


def paths(*classes):
    return [f"{cls.__module__}.{cls.__qualname__}" for cls in classes]


def warm_command(*arguments):
    output = StringIO()
    code = 0
    try:
        call_command("fastserializers", "warm", "--json", *arguments, stdout=output)
    except SystemExit as error:
        code = error.code
    return code, json.loads(output.getvalue())["serializers"]


def test_all_of_a_project_without_a_query(django_assert_num_queries, db):
    with django_assert_num_queries(0):
        names = {each.serializer for each in warm() if not each.error}
    assert names >= set(paths(WarmSerializer))


def test_it_counts_what_the_list_counts():
    listed = StringIO()
    call_command("fastserializers", "list", "--third-party", "--json", stdout=listed)
    items = json.loads(listed.getvalue())["serializers"]

    fast = {item["serializer"] for item in items if item["fast_by"]}
    ready = {each["serializer"] for each in warm_command()[1]}
    # A class that a test has defined may be collected in between.
    assert not [name for name in fast ^ ready if "<locals>" not in name]
    assert paths(WarmSerializer)[0] in fast


def test_what_can_not_be_made_is_named_and_not_raised():
    right, broken = paths(WarmSerializer, BrokenSerializer)
    code, found = warm_command(right, broken, "no.such.Serializer", "bookshop.models.Book")
    assert code == 1
    errors = {each["serializer"]: each["error"] for each in found}
    assert errors[right] == ""
    assert "no_such_field" in errors[broken]
    assert "ModuleNotFoundError" in errors["no.such.Serializer"]
    assert "TypeError" in errors["bookshop.models.Book"]


@pytest.mark.parametrize(
    ("serializer", "is_compiled"),
    [(WarmSerializer, True), (ChoosingSerializer, False), (PlainSerializer, True)],
)
def test_which_are_compiled(serializer, is_compiled):
    code, (found,) = warm_command(*paths(serializer))
    assert (code, found["is_compiled"]) == (0, is_compiled)


def test_a_serializer_that_raises_when_it_is_used_raises_then():
    (found,) = warm([BrokenSerializer])
    assert "no_such_field" in found.error
    with pytest.raises(Exception, match="no_such_field"):
        BrokenSerializer(Book()).data  # noqa: B018


def test_the_first_object_is_read_by_what_was_compiled():
    class LateSerializer(ModelSerializer):
        class Meta:
            model = Book
            fields = ("id", "title")

    warm([LateSerializer])
    assert read_only(LateSerializer)(Book(pk=1, title="t")).data == {"id": 1, "title": "t"}
    assert "def represent_LateSerializer" in source_of(read_only(LateSerializer), Book)


def test_a_model_that_is_none():
    class NoModelSerializer(FastReadOnlyModelSerializer):
        class Meta:
            model = models.Model
            fields = ("id",)

    (found,) = warm([NoModelSerializer])
    assert not found.is_compiled
