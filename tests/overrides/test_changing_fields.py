"""`self.fields` that `__init__()` or a view changes: fields go, come, or get other options."""

import copy
import functools
from functools import partial
from types import SimpleNamespace

import pytest
from rest_framework import serializers
from rest_framework.serializers import Serializer

from tests.differential import assert_alike, spelled_out
from tests.hunting.changing import FIELD_CHANGES
from tests.named import all_of
from tests.rendering.values import outcome
from tests.values import BERLIN, THING


class Other(Serializer):
    other = serializers.CharField(source="name")


class RowByRow(Other):
    """Decides for each row which fields it reads."""

    size = serializers.IntegerField()

    @property
    def _readable_fields(self):
        yield self.fields["other"]


class Changes:
    """What is done to the fields of one serializer."""

    def adds_a_serializer_that_decides_row_by_row(serializer):
        serializer.fields["more"] = RowByRow(source="inner")

    def replaces_a_field(serializer):
        serializer.fields["made"] = serializers.DateField(format="%Y")

    def replaces_all_fields(serializer):
        serializer.fields = {"name": serializer.fields["name"]}

    def takes_the_fields_of_another(serializer):
        serializer.fields = Other().fields

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


CHANGES = FIELD_CHANGES | all_of(Changes)


# What attributes of fields are set to.


def as_named(instance):
    return {"name": instance["name"]}


# Attributes of the serializer, or of fields by their path from `fields`, and what is set: of a
# field, a copy.
ATTRIBUTES = [
    ("get_method", as_named),
    ("to_representation", as_named),
    ("inner.to_representation", as_named),
    ("rows.child.to_representation", as_named),
    ("get_fields", Other().get_fields),
    ("_declared_fields", {"other": serializers.CharField(source="name")}),
    ("inner._declared_fields", {"other": serializers.CharField(source="name")}),
    ("made.format", "%d.%m.%Y"),
    ("made.timezone", BERLIN),
    ("price.coerce_to_string", False),
    ("link.view_name", "hashed"),
    ("pick.choices", [("5", "Five")]),
    ("name.write_only", True),
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
        inner = Inner()
        rows = Inner(many=True)
        link = serializers.HyperlinkedRelatedField(
            "publisher-detail", read_only=True, lookup_field="pk"
        )

        def __init__(self, *args, **kwargs):
            super().__init__(*args, **kwargs)
            if self.context.get("mark"):
                change(self)

        def get_method(self, thing):
            return thing["size"]

    return ExampleSerializer


SOURCE = {
    **THING,
    "inner": THING,
    "rows": [THING, {**THING, "name": "second"}],
    "link": SimpleNamespace(pk=1, size=5),
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
