"""What a project's serializers change of themselves: between rows, for a request, by a patch."""

from __future__ import annotations

from dateutil import tz
from rest_framework import serializers
from rest_framework.utils.encoders import JSONEncoder

from tests.named import by_name

# The fields of a serializer, made anew, replaced or changed while it has rows to represent.


def forget_fields(serializer):
    serializer.__dict__.pop("fields", None)


def delete_fields(serializer):
    if "fields" in vars(serializer):
        del serializer.fields


def replace_fields(serializer):
    fields = dict(list(reversed(serializer.get_fields().items()))[: serializer.turn % 3 + 1])
    serializer.fields = fields
    for name, field in fields.items():
        field.bind(name, serializer)


def take_a_field_out(serializer):
    if len(serializer.fields) > 1 and serializer.turn % 3 == 2:
        serializer.fields.pop(list(serializer.fields)[-1])


def move_a_field(serializer):
    fields = getattr(serializer.fields, "fields", serializer.fields)
    if fields:
        name = next(iter(fields))
        fields[name] = fields.pop(name)


def hide_a_field(serializer):
    for field in serializer.fields.values():
        field.write_only = serializer.turn % 2 == 0
        break


def forget_nested_fields(serializer):
    for field in serializer.fields.values():
        forget_fields(getattr(field, "child", field))


def take_a_nested_field_out(serializer):
    for field in serializer.fields.values():
        nested = getattr(field, "child", field)
        is_serializer = isinstance(nested, serializers.Serializer)
        if is_serializer and serializer.turn % 3 == 2 and nested.fields:
            nested.fields.pop(next(iter(nested.fields)))


CHANGES = {
    **by_name(forget_fields, delete_fields, replace_fields, take_a_field_out, move_a_field),
    **by_name(hide_a_field, forget_nested_fields, take_a_nested_field_out),
}


def in_turn(serializer, change):
    serializer.turn = getattr(serializer, "turn", 0) + 1
    change(serializer)


def before_each_row(change):
    """Return a base whose serializers change their fields before they represent a row."""

    class ChangesBetweenRows:
        def to_representation(self, instance):
            in_turn(self, change)
            return super().to_representation(instance)

    return ChangesBetweenRows


class GetsOtherFieldsEachTurn:
    """Whose fields depend on how often they were asked for, and are made for each row."""

    def get_fields(self):
        fields = super().get_fields()
        if self.__dict__.get("turn", 0) % 3 == 2 and len(fields) > 1:
            fields.popitem()
        return fields

    def to_representation(self, instance):
        in_turn(self, forget_fields)
        return super().to_representation(instance)


CHANGING_OVERRIDES = {
    **{name: before_each_row(change) for name, change in CHANGES.items()},
    "get other fields each turn": GetsOtherFieldsEachTurn,
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


def give_choices(field, user):
    field.choices = [(Label(letter, user), letter) for letter in ("a", "b", "12", "")] + [
        (user, "")
    ]


def give_a_zone(field, user):
    field.timezone = (None, tz.tzoffset(f"of {user}", 60 * user), tz.gettz("Europe/Berlin"))[
        user % 3
    ]


def give_an_encoder(field, user):
    field.binary = True
    field.encoder = (None, SortingEncoder)[user % 2]


def give_a_key_field(field, user):
    field.pk_field = (None, serializers.CharField(), serializers.UUIDField(format="hex"))[user % 3]


def by_user(option, values):
    """Return what sets an option of a field to one of the values, for each user another."""
    return lambda field, user: setattr(field, option, values[user % len(values)])


OPTIONS = {
    serializers.ChoiceField: give_choices,
    serializers.DateTimeField: give_a_zone,
    serializers.DateField: lambda field, user: setattr(field, "format", f"%d.%m.%Y of {user}"),
    serializers.JSONField: give_an_encoder,
    serializers.DecimalField: lambda field, user: setattr(field, "decimal_places", user),
    serializers.UUIDField: by_user("uuid_format", ("hex", "int")),
    serializers.PrimaryKeyRelatedField: give_a_key_field,
    serializers.HyperlinkedIdentityField: by_user("view_name", ("book-detail", "tag-detail")),
    serializers.CharField: lambda field, user: setattr(field, "default", Label("default", user)),
}


def give_options(field, user):
    for cls, give in OPTIONS.items():
        if isinstance(field, cls):
            give(field, user)
    if isinstance(field, serializers.ListField | serializers.DictField):
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


REQUEST_OVERRIDES = {
    cls.__name__: cls for cls in (MakesOptionsForTheRequest, ChoosesFieldsForTheRequest)
}
