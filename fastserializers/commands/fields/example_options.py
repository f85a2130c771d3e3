"""The options of fields that `fields` tries, and values for them.

An option that is in none of these tables is reported as unknown: it is new.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timezone
from decimal import ROUND_UP
from pathlib import Path
from typing import Any

from django.apps.registry import Apps
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.db.models.base import ModelBase
from rest_framework import fields, relations, serializers


def model_with(field: models.Field[Any, Any]) -> Any:
    """Return a model with the field `example`, in a registry of its own."""
    meta = type("Meta", (), {"app_label": "fastserializers", "apps": Apps()})
    attributes = {"__module__": __name__, "Meta": meta, "example": field}
    model: Any = ModelBase("Example", (models.Model,), attributes)
    return model


DATE_FORMATS = ("iso-8601", "%d %B %Y", None)

# What decides on what a field returns, and what it can't be made without: values to try. A key
# with a class is for that class and those that inherit from it. The first value of what a field
# can't be made without stays while the other options are tried.
EXAMPLES: Mapping[str | tuple[type, str], tuple[object, ...]] = {
    "binary": (True,),
    "child": (fields.IntegerField(), fields.Field(), serializers.Serializer()),
    (fields.HStoreField, "child"): (fields.CharField(),),
    (serializers.ListSerializer, "child"): (serializers.Serializer(),),
    "child_relation": (
        relations.PrimaryKeyRelatedField(read_only=True),
        relations.StringRelatedField(),
        relations.SlugRelatedField(slug_field="name", read_only=True),
        relations.HyperlinkedRelatedField(view_name="example", read_only=True),
    ),
    (fields.FilePathField, "choices"): (),
    "choices": ([("a", "A"), ("b", "B")], {"letters": {"a": "A"}}, {1: "one"}, range(3)),
    "coerce_to_string": (True, False),
    "default": (None,),
    "decimal_places": (2, 9, None),
    "default_timezone": (timezone.utc,),
    "encoder": (DjangoJSONEncoder,),
    (fields.DateField, "format"): DATE_FORMATS,
    (fields.DateTimeField, "format"): DATE_FORMATS,
    (fields.TimeField, "format"): DATE_FORMATS,
    (fields.DurationField, "format"): ("django", "iso-8601", None),
    (fields.UUIDField, "format"): ("hex_verbose", "hex", "int", "urn"),
    (relations.HyperlinkedRelatedField, "format"): ("json",),
    "localize": (True,),
    "lookup_field": ("slug",),
    "lookup_url_kwarg": ("slug",),
    (serializers.ListSerializer, "many"): (),
    "many": (True,),
    "max_digits": (8, None),
    "method_name": ("get_example",),
    "model_field": (model_with(models.CharField())._meta.get_field("example"),),
    "normalize_output": (True,),
    "path": (str(Path(__file__).parent),),
    "pk_field": (fields.UUIDField(), fields.CharField()),
    "read_only": (True,),
    "regex": ("[a-z]+",),
    "rounding": (ROUND_UP,),
    "slug_field": ("name", "author__name"),
    "use_url": (True, False),
    "view_name": ("example",),
}

# What is about input and forms only, or the same for every field.
OTHER_OPTIONS = frozenset(
    {
        "_DjangoImageField",
        "allow_blank",
        "allow_empty",
        "allow_empty_file",
        "allow_files",
        "allow_folders",
        "allow_null",
        "allow_unicode",
        "context",
        "data",
        "decoder",
        "html_cutoff",
        "html_cutoff_text",
        "input_formats",
        "instance",
        "match",
        "max_length",
        "max_value",
        "min_length",
        "min_value",
        "partial",
        "protocol",
        "queryset",
        "recursive",
        "required",
        "trim_whitespace",
    }
)

# What their signatures do not say: that one of these can't be left out.
NEEDED: Mapping[type, tuple[str, ...]] = {
    fields.HiddenField: ("default",),
    relations.RelatedField: ("read_only",),
    relations.HyperlinkedRelatedField: ("view_name",),
    relations.ManyRelatedField: ("child_relation",),
    relations.SlugRelatedField: ("slug_field",),
    serializers.ListSerializer: ("child",),
}

# What a model field can't be made without.
MODEL_FIELD_ARGUMENTS: Mapping[str, Mapping[str, Any]] = {
    "ArrayField": {"base_field": models.IntegerField()},
    "AutoField": {"primary_key": True},
    "BigAutoField": {"primary_key": True},
    "SmallAutoField": {"primary_key": True},
    "DecimalField": {"max_digits": 8, "decimal_places": 2},
    "FilePathField": {"path": EXAMPLES["path"][0]},
    "ForeignKey": {"to": "self", "on_delete": models.CASCADE},
    "GeneratedField": {
        "expression": models.Value(1),
        "output_field": models.IntegerField(),
        "db_persist": True,
    },
    "ManyToManyField": {"to": "self"},
    "OneToOneField": {"to": "self", "on_delete": models.CASCADE},
}

# Bases, and what Django adds by itself.
NOT_DECLARED = frozenset(
    {"CompositePrimaryKey", "Field", "ForeignObject", "OrderWrt", "RangeField", "RelatedField"}
)
