"""Field classes as projects write them, each with code of its own."""

from __future__ import annotations

from django.utils import translation
from rest_framework import serializers
from rest_framework.fields import SkipField

from tests.values import BERLIN, UTC


class Shouted(serializers.CharField):
    def to_representation(self, value):
        return super().to_representation(value).upper() + "!"


class Suffixed:
    """Something that a field adds to its values, from the context."""

    def to_representation(self, value):
        return f"{super().to_representation(value)}{self.context.get('suffix')}"


class SuffixedText(Suffixed, serializers.CharField):
    pass


class SuffixedNumber(Suffixed, serializers.IntegerField):
    pass


class Read(serializers.CharField):
    def get_attribute(self, instance):
        return super().get_attribute({"name": "read"})


class SkippedFor(serializers.CharField):
    def get_attribute(self, instance):
        if self.context.get("skip"):
            raise SkipField
        return super().get_attribute(instance)


class OtherSource(serializers.CharField):
    def bind(self, field_name, parent):
        super().bind(field_name, parent)
        self.source_attrs = [self.context.get("source", "name")]


class SourceOfTheLanguage(serializers.CharField):
    def __init__(self, **kwargs):
        super().__init__(source=f"name_{translation.get_language()}", **kwargs)


class FormatOfTheLanguage(serializers.DateTimeField):
    def __init__(self, **kwargs):
        form = "%d.%m.%Y" if translation.get_language() == "de" else "%m/%d/%Y"
        super().__init__(format=form, **kwargs)


class CopiedByItself(serializers.DateTimeField):
    def __deepcopy__(self, memo):
        form = "%d.%m.%Y" if translation.get_language() == "de" else "%m/%d/%Y"
        return type(self)(format=form)


class OwnDefault(serializers.CharField):
    def get_default(self):
        return f"default {self.field_name}"


class FormatOfTheContext(serializers.DateTimeField):
    @property
    def format(self):
        return self.context.get("format", "%Y")


class ZoneOfTheContext(serializers.DateTimeField):
    @property
    def timezone(self):
        return self.context.get("zone", UTC)


class DefaultZone(serializers.DateTimeField):
    def default_timezone(self):
        return BERLIN


class EnforcedZone(serializers.DateTimeField):
    def enforce_timezone(self, value):
        return value.replace(tzinfo=None)


class DateFormatOfTheContext(serializers.DateField):
    @property
    def format(self):
        return self.context.get("format", "%Y")


class Rounded(serializers.DecimalField):
    def quantize(self, value):
        return super().quantize(value).to_integral_value()


class CoercedByTheContext(serializers.DecimalField):
    def __init__(self, **kwargs):
        super().__init__(max_digits=8, decimal_places=2, **kwargs)

    @property
    def coerce_to_string(self):
        return self.context.get("coerce", True)

    @coerce_to_string.setter
    def coerce_to_string(self, value):
        pass


class ChoicesOfTheContext(serializers.ChoiceField):
    def __init__(self, **kwargs):
        super().__init__(choices=[], **kwargs)

    @property
    def choice_strings_to_values(self):
        return {"5": self.context.get("choice", "five")}

    @choice_strings_to_values.setter
    def choice_strings_to_values(self, value):
        pass


class ChoicesOfTheLanguage(serializers.ChoiceField):
    def __init__(self, **kwargs):
        choice = "5" if translation.get_language() == "de" else 5
        super().__init__(choices=[(choice, "Five")], **kwargs)


class OtherTruths(serializers.BooleanField):
    TRUE_VALUES = {5}
    FALSE_VALUES = {True}


class WriteOnlyInTheContext(serializers.CharField):
    @property
    def write_only(self):
        return bool(self.context.get("hide"))

    @write_only.setter
    def write_only(self, value):
        pass


class NamedByTheContext(serializers.CharField):
    def bind(self, field_name, parent):
        super().bind(field_name, parent)
        self.field_name = self.context.get("renamed", field_name)


class SourceAttributes(serializers.CharField):
    @property
    def source_attrs(self):
        return [self.context.get("source", "name")]

    @source_attrs.setter
    def source_attrs(self, value):
        pass


class Everything(serializers.ReadOnlyField):
    def __getattribute__(self, name):
        if name == "to_representation":
            return lambda value: "everything"
        return super().__getattribute__(name)


class Unread(serializers.Field):
    """A field that does not say how it is represented."""


CUSTOM_FIELDS = {
    "name": [
        SuffixedText,
        Read,
        SkippedFor,
        OtherSource,
        SourceAttributes,
        OwnDefault,
        WriteOnlyInTheContext,
        NamedByTheContext,
        Everything,
        Unread,
        SourceOfTheLanguage,
    ],
    "made": [
        FormatOfTheContext,
        FormatOfTheLanguage,
        CopiedByItself,
        ZoneOfTheContext,
        DefaultZone,
        EnforcedZone,
    ],
    "day": [DateFormatOfTheContext],
    "price": [lambda: Rounded(8, 2), CoercedByTheContext],
    "size": [SuffixedNumber, ChoicesOfTheContext, ChoicesOfTheLanguage, OtherTruths],
}
CONTEXTS = [
    {},
    {"suffix": "!", "source": "size", "format": "%m", "zone": BERLIN, "coerce": False},
    {"skip": 1, "hide": 1, "renamed": "other", "choice": "cinq"},
    {},
]
