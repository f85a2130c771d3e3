"""`self.fields` that `__init__()` or a view changes: fields go, come, or get other options."""

import copy
import functools
import uuid
from functools import partial
from types import SimpleNamespace

import pytest
from rest_framework import serializers
from rest_framework.serializers import Serializer

from tests.differential import assert_alike, spelled_out
from tests.named import by_name
from tests.overrides.fields import Shouted
from tests.rendering.values import outcome
from tests.values import BERLIN, SUMMER, THING


class Other(Serializer):
    other = serializers.CharField(source="name")


def removes_a_field(serializer):
    serializer.fields.pop("name")


def adds_a_field(serializer):
    serializer.fields["more"] = serializers.CharField(source="name")


def replaces_a_field(serializer):
    serializer.fields["made"] = serializers.DateField(format="%Y")


def replaces_all_fields(serializer):
    serializer.fields = {"name": serializer.fields["name"]}


def moves_a_field_to_the_end(serializer):
    serializer.fields.update(name=serializer.fields.pop("name"))


def removes_a_nested_field(serializer):
    serializer.fields["inner"].fields.pop("size")


def removes_a_field_in_a_list(serializer):
    serializer.fields["rows"].child.fields.pop("size")


def changes_a_nested_format(serializer):
    serializer.fields["inner"].fields["made"].format = "%Y"


def changes_a_dict_in_place(serializer):
    serializer.fields["pick"].choice_strings_to_values["5"] = "other"


def walks_and_changes_an_attribute(serializer):
    fields = dict(serializer.fields.items())
    fields["price"].coerce_to_string = False


def walks_through_nested_fields(serializer):
    [*serializer.fields["inner"].fields.values()]


def looks_at_the_fields(serializer):
    serializer.fields  # noqa: B018


CHANGES = by_name(
    removes_a_field,
    adds_a_field,
    replaces_a_field,
    replaces_all_fields,
    moves_a_field_to_the_end,
    removes_a_nested_field,
    removes_a_field_in_a_list,
    changes_a_nested_format,
    changes_a_dict_in_place,
    walks_and_changes_an_attribute,
    walks_through_nested_fields,
    looks_at_the_fields,
)


# What attributes of fields are set to.


def in_brackets(value):
    return f"<{value}>"


def as_nested(instance):
    return "nested"


# Attributes of the serializer, or of fields by their path from `fields`, and what is set: of a
# field, a copy.
ATTRIBUTES = [
    ("get_method", as_nested),
    ("made.format", "%d.%m.%Y"),
    ("made.timezone", BERLIN),
    ("price.coerce_to_string", False),
    ("dates.child", Shouted()),
    ("link.view_name", "hashed"),
    ("file.use_url", False),
    ("pick.choices", [("5", "Five")]),
    ("name.write_only", True),
    ("secret.write_only", False),
    ("name.source_attrs", ["size"]),
    ("name.field_name", "renamed"),
    ("name.to_representation", in_brackets),
    ("method.method_name", "get_other"),
    ("missing.default", "default"),
    ("rows.child", Other()),
]


def setting(path, value):
    def change(serializer):
        *names, attribute = path.split(".")
        owner = serializer
        if names:
            owner = functools.reduce(getattr, names[1:], serializer.fields[names[0]])
        setattr(owner, attribute, copy.deepcopy(value))

    return change


SETTINGS = {path: setting(path, value) for path, value in ATTRIBUTES}


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
        secret = serializers.CharField(write_only=True, source="name")
        inner = Inner()
        rows = Inner(many=True)
        dates = serializers.ListField(child=serializers.DateTimeField())
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
    "keys": [SimpleNamespace(pk=uuid.UUID(int=2)), SimpleNamespace(pk="text")],
    "link": SimpleNamespace(pk=1, size=5),
    "file": SimpleNamespace(url="/cover.png", name="cover.png"),
}
pytestmark = pytest.mark.urls("tests.idioms.urls")
CASES = {**CHANGES, **SETTINGS}


@pytest.mark.parametrize("change", CASES.values(), ids=CASES)
def test_fields_changed_in_the_constructor(agree, change):
    unchanged, changed = {"request": None}, {"request": None, "mark": 1}
    make = partial(serializer_with_everything, change=change)
    agree(make, SOURCE, contexts=(unchanged, changed, changed, unchanged))


def changed_from_outside(serializer_class, change, *, many, used):
    """Return what a serializer gives before a change, if it is used before, and after."""
    source = [SOURCE, SOURCE] if many else SOURCE
    serializer = serializer_class(source, many=many, context={"request": None})
    before = serializer.to_representation(source) if used else None
    change(serializer.child if many else serializer)
    return before, spelled_out(serializer.data)


def changed_before_or_after_its_first_use(serializer_class, change):
    """Return what becomes of an object and of a list."""
    return [
        outcome(partial(changed_from_outside, serializer_class, change, many=many, used=used))
        for many in (False, True)
        for used in (False, True)
    ]


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_fields_changed_from_outside(change):
    cls = serializer_with_everything(Serializer, change)
    assert_alike(changed_before_or_after_its_first_use, cls, change)


def changed_after_each_reading(serializer_class):
    """Return what one serializer gives, twice after each of several changes."""
    serializer = serializer_class(SOURCE, context={"request": None})
    representations = []
    for change in (adds_a_field, changes_a_nested_format, walks_and_changes_an_attribute):
        change(serializer)
        representations += [serializer.to_representation(SOURCE) for _ in range(2)]
    return spelled_out(representations)


def test_fields_changed_after_each_reading():
    cls = serializer_with_everything(Serializer, looks_at_the_fields)
    assert_alike(changed_after_each_reading, cls)
