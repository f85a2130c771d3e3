"""Fields that are changed after they were bound."""

from __future__ import annotations

import itertools
import uuid
from functools import partial
from types import SimpleNamespace

import pytest
from rest_framework import serializers
from rest_framework.serializers import Serializer

from tests.differential import every_form, spelled_out
from tests.overrides.fields import Shouted
from tests.rendering.values import outcome
from tests.values import BERLIN, SUMMER, THING

CHANGES = {
    "removes a field": lambda s: s.fields.pop("name"),
    "adds a field": lambda s: s.fields.update(more=serializers.CharField(source="name")),
    "replaces a field": lambda s: s.fields.update(made=serializers.DateField(format="%Y")),
    "replaces all fields": lambda s: setattr(s, "fields", {"name": s.fields["name"]}),
    "replaces a nested serializer": lambda s: s.fields.update(inner=serializers.JSONField()),
    "moves a field to the end": lambda s: s.fields.update(name=s.fields.pop("name")),
    "removes a nested field": lambda s: s.fields["inner"].fields.pop("size"),
    "removes a field in a list": lambda s: s.fields["rows"].child.fields.pop("size"),
    "changes a nested format": lambda s: setattr(s.fields["inner"].fields["made"], "format", "%Y"),
    "overrides a method": lambda s: setattr(s, "get_method", lambda thing: "instance"),
    "is represented otherwise": lambda s: setattr(s, "to_representation", lambda thing: "set"),
    "has other declarations": lambda s: setattr(s, "_declared_fields", other_fields()),
    "gets other fields": lambda s: setattr(s, "get_fields", other_fields),
    "looks at the fields": lambda s: s.fields,
    "looks at nested fields": lambda s: s.fields["rows"].child.fields["name"],
}


def other_fields():
    return {"own": serializers.CharField(source="name")}


def other_items():
    return serializers.ListField(child=serializers.CharField())


# Attributes of fields, by their path from `fields`, and functions that make what they are set to.
ATTRIBUTES = [
    ("made.format", lambda: "%d.%m.%Y"),
    ("made.timezone", lambda: BERLIN),
    ("price.coerce_to_string", lambda: False),
    ("price.decimal_places", lambda: 1),
    ("dates.child.format", lambda: "%d.%m."),
    ("dates.child", lambda: Shouted()),
    ("dates.child", serializers.CharField),
    ("dates.child.to_representation", lambda: lambda value: "item"),
    ("by_name.child", other_items),
    ("by_name.child.child.format", lambda: "%d.%m."),
    ("key.pk_field.uuid_format", lambda: "hex"),
    ("keys.child_relation.pk_field.uuid_format", lambda: "hex"),
    ("link.view_name", lambda: "hashed"),
    ("link.lookup_field", lambda: "size"),
    ("link.get_url", lambda: lambda *arguments: "address"),
    ("link.reverse", lambda: lambda *arguments, **options: "reversed"),
    ("file.use_url", lambda: False),
    ("pick.choices", lambda: [("5", "Five")]),
    ("name.write_only", lambda: True),
    ("name.read_only", lambda: True),
    ("name.source", lambda: "size"),
    ("name.source_attrs", lambda: ["size"]),
    ("name.source_attrs", list),
    ("name.field_name", lambda: "renamed"),
    ("name.to_representation", lambda: lambda value: f"<{value}>"),
    ("name.get_attribute", lambda: lambda instance: "got"),
    ("method.method_name", lambda: "get_other"),
    ("missing.default", lambda: "default"),
    ("missing.allow_null", lambda: True),
    ("missing.required", lambda: True),
    ("inner.get_attribute", lambda: lambda instance: {"name": "got"}),
    ("inner.to_representation", lambda: lambda instance: "nested"),
    ("inner.get_method", lambda: lambda thing: "nested"),
    ("rows.to_representation", lambda: lambda instances: "list"),
    ("rows.child.to_representation", lambda: lambda instance: "row"),
    ("rows.child", lambda: Other()),
]


def setting(path, make_value):
    def change(serializer):
        name, *steps, attribute = path.split(".")
        field = serializer.fields[name]
        for step in steps:
            field = getattr(field, step)
        setattr(field, attribute, make_value())

    return change


CHANGES |= {
    f"{number}: {path}": setting(path, make_value)
    for number, (path, make_value) in enumerate(ATTRIBUTES)
}


class Other(Serializer):
    other = serializers.CharField(source="name")


def serializer_with_everything(base, change):
    class Inner(base):
        name = serializers.CharField()
        size = serializers.IntegerField()
        made = serializers.DateTimeField()
        method = serializers.SerializerMethodField()

        def get_method(self, thing):
            return [thing["name"], self.context.get("mark")]

    class ExampleSerializer(Inner):
        price = serializers.DecimalField(8, 2)
        pick = serializers.ChoiceField([(5, "five")], source="size")
        missing = serializers.CharField(required=False)
        inner = Inner()
        rows = Inner(many=True)
        dates = serializers.ListField(child=serializers.DateTimeField())
        by_name = serializers.DictField(
            child=serializers.ListField(child=serializers.DateTimeField())
        )
        key = serializers.PrimaryKeyRelatedField(pk_field=serializers.UUIDField(), read_only=True)
        keys = serializers.PrimaryKeyRelatedField(
            pk_field=serializers.UUIDField(), read_only=True, many=True
        )
        link = serializers.HyperlinkedRelatedField(
            "publisher-detail", read_only=True, lookup_field="pk"
        )
        file = serializers.FileField()

        def __init__(self, *args, **kwargs):
            super().__init__(*args, **kwargs)
            if self.context.get("mark"):
                change(self)

        def get_method(self, thing):
            return thing["size"]

        def get_other(self, thing):
            return "other"

    return ExampleSerializer


SOURCE = {
    **THING,
    "inner": THING,
    "rows": [THING, {**THING, "name": "second"}],
    "dates": [SUMMER, None, "text"],
    "by_name": {"a": [SUMMER]},
    "key": SimpleNamespace(pk=uuid.UUID(int=1)),
    "keys": [SimpleNamespace(pk=uuid.UUID(int=2)), SimpleNamespace(pk="text")],
    "link": SimpleNamespace(pk=1, size=5),
    "file": SimpleNamespace(url="/cover.png", name="cover.png"),
}
pytestmark = pytest.mark.urls("tests.idioms.urls")
every_change = pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)


@every_change
def test_fields_changed_in_the_constructor(agree, change):
    unchanged, changed = {"request": None}, {"request": None, "mark": 1}
    contexts = unchanged, changed, changed, unchanged
    agree(
        lambda base: serializer_with_everything(base, change),
        SOURCE,
        contexts=contexts,
        reads=(False, 12),
    )


@every_change
def test_fields_changed_from_outside(change):
    def changed(serializer_class, many, used):
        """Return what a serializer gives before a change, if it is used before, and after."""
        source = [SOURCE, SOURCE] if many else SOURCE
        serializer = serializer_class(source, many=many, context={"request": None})
        before = serializer.to_representation(source) if used else None
        change(serializer.child if many else serializer)
        return before, spelled_out(serializer.data)

    reference, *forms = every_form(lambda base: serializer_with_everything(base, change))
    turns = [*itertools.product((False, True), repeat=2)]
    expected = [outcome(partial(changed, reference, *turn)) for turn in turns]
    for fast in forms:
        # The first use of a class is REST framework's.
        outcome(partial(changed, fast, False, False))
        assert [outcome(partial(changed, fast, *turn)) for turn in turns] == expected
