"""Fields that read a method: it is called where DRF calls it.

`tests.objects` has methods that raise errors.
"""

from __future__ import annotations

import functools
from types import SimpleNamespace

import pytest
from django.utils import translation
from django.utils.functional import lazystr
from django.utils.translation import gettext_lazy, pgettext_lazy
from rest_framework import serializers

from tests.differential import assert_same
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


def with_displays(base):
    declared = {
        "format_name": serializers.CharField(source="get_format_display"),
        "same": serializers.ReadOnlyField(source="get_format_display"),
        "grade_name": serializers.CharField(source="get_grade_display", default="none"),
        "length": serializers.CharField(source="get_grade_display", max_length=3),
    }
    return serializer_of(base, Book, ["id"], declared)


class TestDisplays:
    def test_of_any_value(self, agree):
        values = "H", "", "unknown", None, 1, Book.Format.PAPERBACK
        rows = [Book(pk=1, format=value, grade=value) for value in values]
        assert_agreement(with_displays, lambda: rows)
        agree(with_displays, Book(pk=1, format=[]), base=serializers.ModelSerializer)
        # Deferred columns.
        assert_agreement(with_displays, Book.objects.only("title").order_by("pk").all)

    def test_of_an_instance_and_of_a_class_that_have_another(self):
        class Shouting(Book):
            class Meta:
                proxy = True
                app_label = "tests"

            def get_format_display(self):
                return super()._get_FIELD_display(Book._meta.get_field("format")).upper()

        books = [cls(pk=1, format="H") for cls in (Shouting, *[Book] * 5)]
        shadows = None, "text", lambda: "called", lambda more: more
        for book, shadow in zip(books[2:], shadows, strict=True):
            book.get_format_display = shadow
        for book in books:
            assert_same(
                lambda: {"value": serializers.CharField(source="get_format_display")}, book
            )

    def test_choices_that_change(self, monkeypatch):
        field = Book._meta.get_field("format")
        for choices in ([("H", "Hard")], [("P", "Soft"), ("H", None)], field.choices):
            with monkeypatch.context() as changed:
                changed.setattr(field, "choices", choices)
                assert_agreement(with_displays, lambda: [Book(pk=1, format="H")])


def test_labels_are_those_of_the_language(monkeypatch):
    field = Blurb._meta.get_field("text")
    labels = gettext_lazy("Yes"), gettext_lazy("No"), lazystr("any"), pgettext_lazy("month", "May")
    monkeypatch.setattr(field, "choices", [*zip("ynxz", labels, strict=True), ("p", "plain")])
    # As Django does for a field that has choices from the start.
    display = functools.partialmethod(Blurb._get_FIELD_display, field=field)
    monkeypatch.setattr(Blurb, "get_text_display", display, raising=False)

    def make(base):
        declared = {
            "before": serializers.CharField(source="get_text_display"),
            "lazy": serializers.SerializerMethodField(),
            "get_lazy": lambda serializer, blurb: gettext_lazy("Yes"),
            "after": serializers.CharField(source="get_text_display"),
        }
        return serializer_of(base, Blurb, ["id", "before", "lazy", "after"], declared)

    blurbs = [Blurb(pk=number, text=text) for number, text in enumerate("ynxzp?")]
    for language in ("de", "en", "de", None):
        with translation.override(language):
            rows = assert_agreement(make, lambda: blurbs)
        assert str(rows[0]["before"]) == ("Ja" if language == "de" else "Yes")
