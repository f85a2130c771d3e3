"""Fields that read a method: it is called where DRF calls it, and its errors are DRF's."""

from __future__ import annotations

import functools
from types import SimpleNamespace

import pytest
from django.core.exceptions import ObjectDoesNotExist
from django.utils import translation
from django.utils.functional import lazystr
from django.utils.translation import gettext_lazy, pgettext_lazy
from rest_framework import serializers
from rest_framework.fields import SkipField

from tests.differential import assert_same, every_form, outcome
from tests.idioms.agreement import assert_agreement
from tests.models import Blurb, Book
from tests.relations.serializers import serializer_of


class Thing:
    def __repr__(self):
        return "a thing"

    def plain(self):
        return "plain"

    def with_default(self, more="default"):
        return more

    def with_anything(self, *args, **kwargs):
        return [args, kwargs]

    def with_argument(self, more):
        return more

    @classmethod
    def of_class(cls):
        return cls.__name__

    @staticmethod
    def static():
        return "static"

    @functools.lru_cache  # noqa: B019
    def cached(self):
        return "cached"

    partial = functools.partialmethod(with_argument, more="partial")
    wrapped = functools.wraps(plain)(lambda self, more=1: more)
    positional = functools.partialmethod(with_default, "positional")

    def none(self):
        return None

    def method_of_another(self):
        return self.plain

    def lacking(self):
        raise AttributeError("lacking")

    def keyless(self):
        raise KeyError("keyless")

    def absent(self):
        raise ObjectDoesNotExist("absent")

    def broken(self):
        raise ValueError("broken")

    def skipping(self):
        raise SkipField

    built_in = len


NAMES = [name for name in vars(Thing) if not name.startswith("_")]


@pytest.mark.parametrize("name", NAMES)
def test_methods(name):
    def shadowed():
        thing = Thing()
        thing.plain = getattr(thing, name)
        return thing

    for field in (serializers.CharField, serializers.ReadOnlyField):
        for options in ({"default": None}, {"required": False}, {}):
            assert_same(lambda: {"value": field(source=name, **options)}, Thing)  # noqa: B023
        for source in (SimpleNamespace(thing=Thing()), {"thing": Thing()}):
            assert_same(lambda: {"value": field(source=f"thing.{name}")}, source)  # noqa: B023
        assert_same(lambda: {"plain": field(), "none": field()}, shadowed)  # noqa: B023


def test_a_function_is_looked_at_for_itself():
    """Methods of one name on rows of several classes."""

    class Other(Thing):
        def with_default(self, more):
            return more

    class Attribute(Thing):
        with_default = "attribute"

    rows = [Thing(), Other(), Attribute(), Thing()]
    for row in (*rows, *reversed(rows)):
        assert_same(lambda: {"value": serializers.ReadOnlyField(source="with_default")}, row)


class TestDisplays:
    def make(self, base):
        declared = {
            "format_name": serializers.CharField(source="get_format_display"),
            "same": serializers.ReadOnlyField(source="get_format_display"),
            "grade_name": serializers.CharField(source="get_grade_display", default="none"),
            "length": serializers.CharField(source="get_grade_display", max_length=3),
        }
        return serializer_of(base, Book, ["id"], declared)

    def test_of_any_value(self):
        values = "H", "", "unknown", None, 1, Book.Format.PAPERBACK
        rows = [Book(pk=1, format=value, grade=value) for value in values]
        assert_agreement(self.make, lambda: rows)
        reference, *forms = every_form(self.make, serializers.ModelSerializer)
        for fast in forms:
            book = Book(pk=1, format=[])
            assert outcome(fast, lambda: book) == outcome(reference, lambda: book)  # noqa: B023

    def test_of_deferred_columns(self):
        assert_agreement(self.make, lambda: Book.objects.only("title").order_by("pk"))

    def test_of_an_instance_and_of_a_class_that_have_another(self):
        class Shouting(Book):
            class Meta:
                proxy = True
                app_label = "tests"

            def get_format_display(self):
                return super()._get_FIELD_display(Book._meta.get_field("format")).upper()

        books = [cls(pk=1, format="H") for cls in (Shouting, *[Book] * 5)]
        for book, shadow in zip(
            books[2:], (None, "text", lambda: "called", lambda more: more), strict=True
        ):
            book.get_format_display = shadow
        field = serializers.CharField
        for book in books:
            assert_same(lambda: {"value": field(source="get_format_display")}, book)

    def test_choices_that_change(self):
        field = Book._meta.get_field("format")
        kept = field.choices
        serializer = self.make(serializers.ModelSerializer)
        try:
            for choices in ([("H", "Hard")], [("P", "Soft"), ("H", None)], kept):
                field.choices = choices
                assert_agreement(self.make, lambda: [Book(pk=1, format="H")])
        finally:
            field.choices = kept
        assert serializer(Book(pk=1, format="H")).data["format_name"] == "Hardback"


class TestLanguages:
    @pytest.fixture(autouse=True)
    def translated(self, monkeypatch):
        field = Blurb._meta.get_field("text")
        choices = [
            ("y", gettext_lazy("Yes")),
            ("n", gettext_lazy("No")),
            ("x", lazystr("any")),
            ("z", pgettext_lazy("month", "May")),
            ("p", "plain"),
        ]
        monkeypatch.setattr(field, "choices", choices)
        # As Django does for a field that has choices from the start.
        display = functools.partialmethod(Blurb._get_FIELD_display, field=field)
        monkeypatch.setattr(Blurb, "get_text_display", display, raising=False)

    def test_labels_are_those_of_the_language(self):
        def make(base):
            declared = {
                "before": serializers.CharField(source="get_text_display"),
                "lazy": serializers.SerializerMethodField(),
                "get_lazy": lambda serializer, blurb: gettext_lazy("Yes"),
                "after": serializers.CharField(source="get_text_display"),
            }
            names = ["id", "before", "lazy", "after"]
            return serializer_of(base, Blurb, names, declared)

        def blurbs():
            return [Blurb(pk=number, text=text) for number, text in enumerate("ynxzp?")]

        for language in ("de", "en", "de", None):
            with translation.override(language):
                rows = assert_agreement(make, blurbs)
            assert str(rows[0]["before"]) == ("Ja" if language == "de" else "Yes")
