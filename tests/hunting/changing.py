"""What a project's serializers change of their fields: when they are made, or for a request."""

from dateutil import tz
from rest_framework import serializers

from tests.named import all_of, by_name


def first_field(serializer):
    """Return the name of the first field and the field, or None twice."""
    return next(iter(serializer.fields.items()), (None, None))


class Changes:
    """What is done to the fields of one serializer, in any order."""

    def pop_a_field(serializer):
        return serializer.fields.pop(first_field(serializer)[0], None)

    def replace_a_field(serializer):
        name, _ = first_field(serializer)
        if name is not None:
            serializer.fields[name] = serializers.CharField(default="replaced")

    def loosen_fields(serializer):
        for field in serializer.fields.values():
            field.allow_null = True
            field.format = None

    def add_a_field(serializer):
        serializer.fields["added"] = serializers.CharField(default="added")

    def choose_fields(serializer):
        for name in [*serializer.fields][::2]:
            del serializer.fields[name]


FIELD_CHANGES = all_of(Changes)


def when_made(change):
    """Return a base whose serializers change their fields in `__init__()`."""

    class ChangesWhenMade:
        def __init__(self, *args, **kwargs):
            super().__init__(*args, **kwargs)
            change(self)

    return ChangesWhenMade


# Options of fields that are made for a request.

ZONES = (None, tz.tzoffset("own", 60), tz.gettz("Europe/Berlin"))


def give_options(field, user):
    if isinstance(field, serializers.ChoiceField):
        field.choices = [("a", "A"), (user, "")]
    elif isinstance(field, serializers.DateTimeField):
        field.timezone = ZONES[user % len(ZONES)]
    elif isinstance(field, serializers.JSONField):
        field.binary = user % 2 == 0
    elif isinstance(field, serializers.CharField):
        field.default = f"default of {user}"
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
