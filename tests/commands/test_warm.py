"""`warm`: everything is compiled before the first request, and nothing stops it."""

from __future__ import annotations

import pytest
from django.db import models
from rest_framework import serializers
from rest_framework.serializers import ModelSerializer

from bookshop.models import Book
from fastserializers import FastReadOnlyModelSerializer, read_only
from fastserializers.debug import source_of
from fastserializers.project.warming import warm
from tests.commands.calls import document, path_of


def of_a_book(name, base, *fields):
    meta = type("Meta", (), {"model": Book, "fields": fields})
    return type(name, (base,), {"Meta": meta, "__module__": __name__})


WarmSerializer = of_a_book("WarmSerializer", FastReadOnlyModelSerializer, "id", "title")
BrokenSerializer = of_a_book("BrokenSerializer", FastReadOnlyModelSerializer, "no_such_field")
PlainSerializer = of_a_book("PlainSerializer", ModelSerializer, "id", "pages")


class ChoosingSerializer(WarmSerializer):
    def get_fields(self):
        return {"id": serializers.IntegerField()}


def test_it_counts_what_the_list_counts_without_a_query(django_assert_num_queries, db):
    items = document("list", "--third-party")["serializers"]
    fast = {item["serializer"] for item in items if item["fast_by"]}
    with django_assert_num_queries(0):
        ready = {each["serializer"] for each in document("warm", code=1)["serializers"]}
    # A class that a test has defined may be collected in between.
    assert not [name for name in fast ^ ready if "<locals>" not in name]
    assert path_of(WarmSerializer) in fast


def test_what_can_not_be_made_is_named_and_not_raised():
    right, broken = map(path_of, (WarmSerializer, BrokenSerializer))
    names = right, broken, "no.such.Serializer", "bookshop.models.Book"
    found = document("warm", *names, code=1)["serializers"]
    errors = {each["serializer"]: each["error"] for each in found}
    assert errors[right] == ""
    assert "no_such_field" in errors[broken]
    assert "ModuleNotFoundError" in errors["no.such.Serializer"]
    assert "TypeError" in errors["bookshop.models.Book"]
    with pytest.raises(Exception, match="no_such_field"):
        BrokenSerializer(Book()).data  # noqa: B018


def test_which_are_compiled():
    compiled = {WarmSerializer, PlainSerializer}
    for serializer in (*compiled, ChoosingSerializer):
        [found] = document("warm", path_of(serializer))["serializers"]
        assert found["is_compiled"] is (serializer in compiled), serializer
    meta = type("Meta", (), {"model": models.Model, "fields": ("id",)})
    (found,) = warm([type("NoModelSerializer", (FastReadOnlyModelSerializer,), {"Meta": meta})])
    assert not found.is_compiled


def test_the_first_object_is_read_by_what_was_compiled():
    LateSerializer = of_a_book("LateSerializer", ModelSerializer, "id", "title")
    warm([LateSerializer])
    assert read_only(LateSerializer)(Book(pk=1, title="t")).data == {"id": 1, "title": "t"}
    assert "def represent_LateSerializer" in source_of(read_only(LateSerializer), Book)
