"""Field classes as projects write them, each with code of its own."""

from django.utils import translation
from rest_framework import serializers
from rest_framework.fields import SkipField

from tests.values import BERLIN


def of_the_context(key, default):
    """Return a property of a field: what its context has, whatever the field sets it to."""

    def value(field):
        return field.context.get(key, default)

    def ignore(field, value):
        pass

    return property(value, ignore)


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


class CopiedByItself(serializers.DateTimeField):
    def __deepcopy__(self, memo):
        return type(self)(format=in_german("%d.%m.%Y", "%m/%d/%Y"))


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


class CoercedByTheContext(serializers.DecimalField):
    coerce_to_string = of_the_context("coerce", True)

    def __init__(self, **kwargs):
        super().__init__(max_digits=8, decimal_places=2, **kwargs)


class ChoicesOfTheContext(serializers.ChoiceField):
    choice_strings_to_values = of_the_context("choices", {"5": "five"})

    def __init__(self, **kwargs):
        super().__init__(choices=[], **kwargs)


class ChoicesOfTheLanguage(serializers.ChoiceField):
    def __init__(self, **kwargs):
        super().__init__(choices=[(in_german("5", 5), "Five")], **kwargs)


class OtherTruths(serializers.BooleanField):
    TRUE_VALUES = {5}
    FALSE_VALUES = {True}


class NamedByTheContext(serializers.CharField):
    def bind(self, field_name, parent):
        super().bind(field_name, parent)
        self.field_name = self.context.get("renamed", field_name)


def everything(value):
    return "everything"


class Everything(serializers.ReadOnlyField):
    def __getattribute__(self, name):
        return everything if name == "to_representation" else super().__getattribute__(name)


class CopiedReadable(serializers.CharField):
    def __deepcopy__(self, memo):
        return type(self)()


class Unread(serializers.Field):
    """A field that does not say how it is represented."""


class SourceOfTheContext(serializers.CharField):
    source_attrs = of_the_context("sources", ["name"])


class HiddenByTheContext(serializers.CharField):
    write_only = of_the_context("hide", False)


class FormatOfTheContext(serializers.DateTimeField):
    format = of_the_context("format", "%Y")


class MethodOfTheContext(serializers.SerializerMethodField):
    method_name = of_the_context("method", None)


def copied_readable():
    return CopiedReadable(write_only=True)


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
        NamedByTheContext,
        SourceOfTheContext,
        HiddenByTheContext,
        Everything,
        Unread,
        SourceOfTheLanguage,
        copied_readable,
    ],
    "made": [FormatOfTheLanguage, CopiedByItself, DefaultZone, EnforcedZone, FormatOfTheContext],
    "price": [rounded, CoercedByTheContext],
    "size": [ChoicesOfTheContext, ChoicesOfTheLanguage, OtherTruths],
}
CONTEXTS = [
    {},
    {"suffix": "!", "source": "size", "sources": ["size"]},
    {"format": "%m", "coerce": False},
    {"skip": 1, "hide": 1, "renamed": "other", "choices": {"5": "cinq"}},
    {},
]
