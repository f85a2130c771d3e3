"""Field classes as projects write them, each with code of its own."""

from django.utils import translation
from rest_framework import serializers
from rest_framework.fields import SkipField

from tests.values import BERLIN


def in_german(german, other):
    return german if translation.get_language() == "de" else other


class Shouted(serializers.CharField):
    def to_representation(self, value):
        return super().to_representation(value).upper() + "!"


class Suffixed:
    def to_representation(self, value):
        return f"{super().to_representation(value)}{self.context.get('suffix')}"


class SuffixedText(Suffixed, serializers.CharField):
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
        super().__init__(format=in_german("%d.%m.%Y", "%m/%d/%Y"), **kwargs)


class OwnDefault(serializers.CharField):
    def get_default(self):
        return f"default {self.field_name}"


class DefaultZone(serializers.DateTimeField):
    def default_timezone(self):
        return BERLIN


class EnforcedZone(serializers.DateTimeField):
    def enforce_timezone(self, value):
        return value.replace(tzinfo=None)


class Rounded(serializers.DecimalField):
    def quantize(self, value):
        return super().quantize(value).to_integral_value()


class HiddenIn(serializers.CharField):
    def __init__(self, language):
        super().__init__(write_only=translation.get_language() == language)


class HiddenByTheContext(serializers.CharField):
    write_only = property(lambda self: "hide" in self.context, lambda *_: None)


class NamedByTheContext(serializers.CharField):
    field_name = property(lambda self: self.context.get("name", "name"), lambda *_: None)


class ChoicesOfTheLanguage(serializers.ChoiceField):
    def __init__(self, **kwargs):
        super().__init__(choices=[(in_german("5", 5), "Five")], **kwargs)


class Unread(serializers.Field):
    """A field that does not say how it is represented."""


def rounded():
    return Rounded(8, 2)


# Functions that make a field, by the name of the value that it reads.
CUSTOM_FIELDS = {
    "name": [
        SuffixedText,
        Read,
        SkippedFor,
        OtherSource,
        OwnDefault,
        Unread,
        SourceOfTheLanguage,
        HiddenByTheContext,
        NamedByTheContext,
    ],
    "made": [FormatOfTheLanguage, DefaultZone, EnforcedZone],
    "price": [rounded],
    "size": [ChoicesOfTheLanguage],
}
CONTEXTS = [
    {},
    {"suffix": "!", "source": "size", "name": "other"},
    {"skip": 1, "hide": 1},
    {},
]
