"""Holds DRF's classes and the fast ones together: their data, their JSON, their queries."""

from __future__ import annotations

import operator

from django.test.utils import override_settings
from rest_framework import fields, serializers
from rest_framework.renderers import JSONRenderer

from fastserializers import read_only
from fastserializers.renderers import OrjsonRenderer
from tests.differential import assert_classes_agree, both, spelled_out
from tests.postgres.models import Survey
from tests.relations.comparison import are_no_more, executed
from tests.values import BERLIN

MODEL = serializers.ModelSerializer


def meta(model=Survey, **options):
    return {"Meta": type("Meta", (), {"model": model, **options})}


def assert_same_output(body, make_rows, *, base=MODEL):
    """Assert equal data and JSON by DRF's queries or fewer, or equal exceptions; return DRF's."""
    reference, fast = both(body, base)
    for row in make_rows():
        assert_classes_agree(reference, fast, row)
    expected = output(reference, JSONRenderer, make_rows)
    for variant in (fast, read_only(reference)):
        for is_right, setting in {are_no_more: {}, operator.eq: {"ROWS": False}}.items():
            with override_settings(FASTSERIALIZERS=setting):
                actual = output(variant, OrjsonRenderer, make_rows)
            assert actual[:2] == expected[:2]
            assert is_right(*(queries for [*_, queries] in (actual, expected)))
    return expected


def output(serializer_class, renderer, make_rows):
    try:
        data, queries = executed(lambda: serializer_class(make_rows(), many=True).data)
    except Exception as error:
        return type(error), str(error), []
    try:
        json = renderer().render(data).decode()
    except Exception as error:
        json = type(error), str(error)
    return spelled_out(data), json, queries


def json_of(outcome):
    """Return the JSON of an outcome that has some."""
    _, json, _ = outcome
    assert isinstance(json, str)
    return json


FIELDS = {
    "array": fields.ListField,
    "array of arrays": lambda **o: fields.ListField(child=fields.ListField(), **o),
    "array of texts": lambda **o: fields.ListField(child=fields.CharField(allow_null=True), **o),
    "array of moments": lambda **o: fields.ListField(
        child=fields.DateTimeField(default_timezone=BERLIN), **o
    ),
    "boolean": fields.BooleanField,
    "choices": lambda **o: fields.MultipleChoiceField(choices=[(1, "One"), ("R", "Rainy")], **o),
    "decimal": lambda **o: fields.DecimalField(8, 3, coerce_to_string=False, **o),
    "document": fields.JSONField,
    "document in bytes": lambda **o: fields.JSONField(binary=True, **o),
    "duration": fields.DurationField,
    "integer": fields.IntegerField,
    "map": fields.HStoreField,
    "map of moments": lambda **o: fields.DictField(child=fields.DateTimeField(), **o),
    "moment": fields.DateTimeField,
    "moment without format": lambda **o: fields.DateTimeField(format=None, **o),
    "text": fields.CharField,
    "uuid": fields.UUIDField,
}


def assert_same_of_values(make_field, source, rows):
    assert_same_output(
        lambda: {"shown": make_field(source=source)}, lambda: rows, base=serializers.Serializer
    )
