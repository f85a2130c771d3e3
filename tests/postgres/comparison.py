"""Holds DRF's classes and the fast ones together: their data, their JSON, their queries."""

from functools import partial

from rest_framework import fields, serializers
from rest_framework.renderers import JSONRenderer

from fastserializers.renderers import OrjsonRenderer
from tests.differential import of_body, read_fast
from tests.relations.comparison import assert_no_more_queries, made
from tests.values import BERLIN

MODEL = serializers.ModelSerializer


def assert_same_output(make, make_rows, *, base=MODEL):
    """Assert equal data and JSON by DRF's queries or fewer, or equal exceptions; return DRF's."""
    assert_no_more_queries(make, make_rows, base, None)
    cls = made(make, base)
    expected = output(cls, JSONRenderer, make_rows)
    assert read_fast(output, cls, OrjsonRenderer, make_rows) == expected
    return expected


def output(serializer_class, renderer, make_rows):
    try:
        return renderer().render(serializer_class(make_rows(), many=True).data).decode()
    except Exception as error:
        return type(error), str(error)


def json_of(outcome):
    """Return an outcome that is JSON."""
    assert isinstance(outcome, str)
    return outcome


def list_of(child_class, **child_options):
    """Return a function that makes a list of such fields, each time with a new one."""

    def make(**options):
        return fields.ListField(child=child_class(**child_options), **options)

    return make


# Functions that make a field.
FIELDS = {
    "array": fields.ListField,
    "array of texts": list_of(fields.CharField, allow_null=True),
    "array of moments": list_of(fields.DateTimeField, default_timezone=BERLIN),
    "boolean": fields.BooleanField,
    "decimal": partial(fields.DecimalField, 8, 3, coerce_to_string=False),
    "document": fields.JSONField,
    "duration": fields.DurationField,
    "integer": fields.IntegerField,
    "map": fields.HStoreField,
    "moment": fields.DateTimeField,
    "text": fields.CharField,
    "uuid": fields.UUIDField,
}


def assert_same_of_values(make_field, source, rows):
    make = of_body({"shown": make_field(source=source)}.copy)
    assert_same_output(make, lambda: rows, base=serializers.Serializer)
