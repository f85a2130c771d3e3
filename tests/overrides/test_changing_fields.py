"""Fields that are changed after they were bound."""

from __future__ import annotations

import uuid
from types import SimpleNamespace

import pytest
from rest_framework import serializers
from rest_framework.serializers import Serializer

from tests.differential import every_form, spelled_out
from tests.overrides.fields import Shouted
from tests.values import BERLIN, SUMMER, THING

CHANGES = {
    "removes a field": lambda s: s.fields.pop("name"),
    "adds a field": lambda s: s.fields.update(more=serializers.CharField(source="name")),
    "replaces a field": lambda s: s.fields.update(made=serializers.DateField(format="%Y")),
    "replaces all fields": lambda s: setattr(s, "fields", {"name": s.fields["name"]}),
    "changes a format": lambda s: setattr(s.fields["made"], "format", "%d.%m.%Y"),
    "changes a zone": lambda s: setattr(s.fields["made"], "timezone", BERLIN),
    "changes a coercion": lambda s: setattr(s.fields["price"], "coerce_to_string", False),
    "changes places": lambda s: setattr(s.fields["price"], "decimal_places", 1),
    "changes the format of items": lambda s: setattr(s.fields["dates"].child, "format", "%d.%m."),
    "replaces the child of items": lambda s: setattr(s.fields["dates"], "child", Shouted()),
    "replaces the child of items by one of DRF's": lambda s: setattr(
        s.fields["dates"], "child", serializers.CharField()
    ),
    "replaces a list of items": lambda s: setattr(
        s.fields["by_name"], "child", serializers.ListField(child=serializers.CharField())
    ),
    "changes the format of deeper items": lambda s: setattr(
        s.fields["by_name"].child.child, "format", "%d.%m."
    ),
    "overrides the representation of items": lambda s: setattr(
        s.fields["dates"].child, "to_representation", lambda value: "item"
    ),
    "changes the format of a key": lambda s: setattr(
        s.fields["key"].pk_field, "uuid_format", "hex"
    ),
    "changes the format of keys": lambda s: setattr(
        s.fields["keys"].child_relation.pk_field, "uuid_format", "hex"
    ),
    "changes where a link leads": lambda s: setattr(s.fields["link"], "view_name", "other"),
    "changes what is looked up": lambda s: setattr(s.fields["link"], "lookup_field", "size"),
    "overrides an address": lambda s: setattr(
        s.fields["link"], "get_url", lambda *arguments: "address"
    ),
    "replaces what reverses": lambda s: setattr(
        s.fields["link"], "reverse", lambda *arguments, **options: "reversed"
    ),
    "changes whether an address is shown": lambda s: setattr(s.fields["file"], "use_url", False),
    "changes choices": lambda s: setattr(s.fields["pick"], "choices", [("5", "Five")]),
    "makes write-only": lambda s: setattr(s.fields["name"], "write_only", True),
    "makes read-only": lambda s: setattr(s.fields["name"], "read_only", True),
    "changes a source": lambda s: setattr(s.fields["name"], "source", "size"),
    "changes where it reads": lambda s: setattr(s.fields["name"], "source_attrs", ["size"]),
    "reads the whole": lambda s: setattr(s.fields["name"], "source_attrs", []),
    "changes a method": lambda s: setattr(s.fields["method"], "method_name", "get_other"),
    "renames a field": lambda s: setattr(s.fields["name"], "field_name", "renamed"),
    "sets a default": lambda s: setattr(s.fields["missing"], "default", "default"),
    "allows null": lambda s: setattr(s.fields["missing"], "allow_null", True),
    "requires a field": lambda s: setattr(s.fields["missing"], "required", True),
    "overrides a representation": lambda s: setattr(
        s.fields["name"], "to_representation", lambda value: f"<{value}>"
    ),
    "overrides a reading": lambda s: setattr(
        s.fields["name"], "get_attribute", lambda instance: "got"
    ),
    "overrides a nested reading": lambda s: setattr(
        s.fields["inner"], "get_attribute", lambda instance: {"name": "got"}
    ),
    "overrides a nested representation": lambda s: setattr(
        s.fields["inner"], "to_representation", lambda instance: "nested"
    ),
    "overrides a list": lambda s: setattr(
        s.fields["rows"], "to_representation", lambda instances: "list"
    ),
    "overrides the child of a list": lambda s: setattr(
        s.fields["rows"].child, "to_representation", lambda instance: "row"
    ),
    "removes a nested field": lambda s: s.fields["inner"].fields.pop("size"),
    "removes a field in a list": lambda s: s.fields["rows"].child.fields.pop("size"),
    "changes a nested format": lambda s: setattr(s.fields["inner"].fields["made"], "format", "%Y"),
    "overrides a nested method": lambda s: setattr(
        s.fields["inner"], "get_method", lambda thing: "nested"
    ),
    "overrides a method": lambda s: setattr(s, "get_method", lambda thing: "instance"),
    "has fields of its own": lambda s: setattr(
        s, "_declared_fields", {"own": serializers.CharField(source="name")}
    ),
    "changes what is readable": lambda s: setattr(
        s, "get_fields", lambda: {"own": serializers.CharField(source="name")}
    ),
    "replaces a nested serializer": lambda s: s.fields.update(inner=serializers.JSONField()),
    "replaces the child of a list": lambda s: setattr(s.fields["rows"], "child", Other()),
    "moves a field to the end": lambda s: s.fields.update(name=s.fields.pop("name")),
    "looks at the fields": lambda s: s.fields,
    "looks at nested fields": lambda s: s.fields["rows"].child.fields["name"],
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

    class ExampleSerializer(base):
        name = serializers.CharField()
        size = serializers.IntegerField()
        made = serializers.DateTimeField()
        price = serializers.DecimalField(8, 2)
        pick = serializers.ChoiceField([(5, "five")], source="size")
        missing = serializers.CharField(required=False)
        method = serializers.SerializerMethodField()
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
            mark = kwargs.pop("mark", None)
            super().__init__(*args, **kwargs)
            if self.context.get("mark") or mark:
                change(self)

        def get_method(self, thing):
            return thing["size"]

        def get_other(self, thing):
            return "other"

    return ExampleSerializer


@pytest.mark.urls("tests.overrides.urls")
class TestFieldsChangedAfterBinding:
    source = {
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

    @pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
    def test_in_the_constructor(self, agree, change):
        def make(base):
            return serializer_with_everything(base, change)

        contexts = {"request": None}, {"request": None, "mark": 1}, {"request": None}
        agree(make, self.source, contexts=contexts)

    @pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
    def test_from_outside(self, change):
        def changed(serializer_class, many, used):
            source = [self.source, self.source] if many else self.source
            serializer = serializer_class(source, many=many, context={"request": None})
            before = serializer.to_representation(source) if used else None
            change(serializer.child if many else serializer)
            return before, spelled_out(serializer.data)

        reference, *forms = every_form(lambda base: serializer_with_everything(base, change))
        for fast in forms:
            for many in (False, True):
                for used in (False, True):
                    expected = tried(changed, reference, many, used)
                    for _ in range(2):
                        assert tried(changed, fast, many, used) == expected


def tried(function, *args):
    """Return what a function gives, or the exception that it raised."""
    try:
        return function(*args)
    except Exception as error:
        return type(error), str(error)
