"""What a project's serializers change of themselves: between rows, for a request, by a patch."""

import copy

from dateutil import tz
from rest_framework import serializers
from rest_framework.utils.encoders import JSONEncoder

from tests.named import all_of, by_name


def first_field(serializer):
    """Return the name of the first field and the field, or None twice."""
    return next(iter(serializer.fields.items()), (None, None))


class Changes:
    """What is done to the fields of one serializer, in any order."""

    def pop_a_field(serializer):
        return serializer.fields.pop(first_field(serializer)[0], None)

    def take_a_field_out_and_put_it_back(serializer):
        name, taken = first_field(serializer)
        if taken is not None:
            del serializer.fields[name]
            # A field that is bound once more has its source already.
            taken.source = None if taken.source == name else taken.source
            serializer.fields[name] = taken

    def replace_a_field(serializer):
        name, _ = first_field(serializer)
        if name is not None:
            serializer.fields[name] = serializers.CharField(default="replaced")

    def change_what_is_nested(serializer):
        for field in serializer.fields.values():
            nested = getattr(field, "child", field)
            if isinstance(nested, serializers.Serializer):
                Changes.pop_a_field(nested)

    def loosen_fields(serializer):
        for field in serializer.fields.values():
            field.allow_null = True
            field.format = None

    def hide_all_but_one(serializer):
        for field in list(serializer.fields.values())[1:]:
            field.write_only = True

    def add_a_field(serializer):
        serializer.fields["added"] = serializers.CharField(default="added")

    def choose_fields(serializer):
        for name in [*serializer.fields][::2]:
            del serializer.fields[name]

    def rename_a_field(serializer):
        name, field = first_field(serializer)
        if name is not None and field.source != "*":
            renamed = copy.deepcopy(serializer.fields.pop(name))
            renamed.source = None
            serializer.fields["pk"] = renamed


FIELD_CHANGES = all_of(Changes)


# What is done to them between rows, or in the constructor.


def forget_fields(serializer):
    serializer.__dict__.pop("fields", None)


def between_rows(change):
    """Return a base whose serializers change their fields before each third row."""

    class ChangesBetweenRows:
        def to_representation(self, instance):
            self.turn = getattr(self, "turn", 0) + 1
            if self.turn % 3 == 2:
                change(self)
            return super().to_representation(instance)

    return ChangesBetweenRows


def when_made(change):
    """Return a base whose serializers change their fields in `__init__()`."""

    class ChangesWhenMade:
        def __init__(self, *args, **kwargs):
            super().__init__(*args, **kwargs)
            change(self)

    return ChangesWhenMade


CHANGING_OVERRIDES = {
    name: between_rows(change)
    for name, change in {**FIELD_CHANGES, **by_name(forget_fields)}.items()
    if change is not Changes.rename_a_field
}


# Options of fields that are made for a request.


class Label(str):
    """Equal to any other of its text, and says whose it is."""

    __slots__ = ("user",)

    def __new__(cls, text, user):
        label = super().__new__(cls, text)
        label.user = user
        return label

    def __repr__(self):
        return f"Label({str(self)!r}, {self.user})"


class SortingEncoder(JSONEncoder):
    def __init__(self, *args, **kwargs):
        super().__init__(*args, **{**kwargs, "sort_keys": True})


ZONES = (None, tz.tzoffset("own", 60), tz.gettz("Europe/Berlin"))


def give_options(field, user):
    if isinstance(field, serializers.ChoiceField):
        labels = [(Label(letter, user), letter) for letter in ("a", "b", "12", "")]
        field.choices = [*labels, (user, "")]
    elif isinstance(field, serializers.DateTimeField):
        field.timezone = ZONES[user % len(ZONES)]
    elif isinstance(field, serializers.JSONField):
        field.binary, field.encoder = True, (None, SortingEncoder)[user % 2]
    elif isinstance(field, serializers.UUIDField):
        field.uuid_format = ("hex", "int")[user % 2]
    elif isinstance(field, serializers.CharField):
        field.default = Label("default", user)
    elif isinstance(field, serializers.ListField | serializers.DictField):
        give_options(field.child, user)


class MakesOptionsForTheRequest:
    def get_fields(self):
        fields = super().get_fields()
        for field in fields.values():
            give_options(field, self.context.get("user", 0))
        return fields


class ChoosesFieldsForTheRequest:
    def get_fields(self):
        fields = list(super().get_fields().items())
        return dict(fields[self.context.get("user", 0) :] or fields)


REQUEST_OVERRIDES = by_name(MakesOptionsForTheRequest, ChoosesFieldsForTheRequest)
