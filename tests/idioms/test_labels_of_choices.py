"""Labels of choices: `get_format_display()` as the source of a field, as admin pages have them."""

import functools

import pytest
from django.utils import translation
from django.utils.functional import lazystr
from django.utils.translation import gettext_lazy, pgettext_lazy
from rest_framework import serializers

from tests.differential import assert_same
from tests.idioms.agreement import assert_agreement
from tests.models import Blurb, Book
from tests.relations.serializers import methods, shape

with_displays = shape(
    Book,
    ["id"],
    {
        "format_name": serializers.CharField(source="get_format_display"),
        "same": serializers.ReadOnlyField(source="get_format_display"),
        "grade_name": serializers.CharField(source="get_grade_display", default="none"),
        "length": serializers.CharField(source="get_grade_display", max_length=3),
    },
)


class ShoutingBook(Book):
    class Meta:
        proxy = True
        app_label = "tests"

    def get_format_display(self):
        return super()._get_FIELD_display(Book._meta.get_field("format")).upper()


def called():
    return "called"


def test_labels_of_any_value(agree):
    values = "H", "", "unknown", None, 1, Book.Format.PAPERBACK
    rows = [Book(pk=1, format=value, grade=value) for value in values]
    assert_agreement(with_displays, lambda: rows)
    agree(with_displays, Book(pk=1, format=[]), base=serializers.ModelSerializer)


def test_labels_of_deferred_columns():
    assert_agreement(with_displays, Book.objects.only("title").order_by("pk").all)


@pytest.mark.parametrize("model", [Book, ShoutingBook])
def test_labels_of_a_class_that_has_another(model):
    body = {"value": serializers.CharField(source="get_format_display")}
    assert_same(body, model(pk=1, format="H"))


@pytest.mark.parametrize("shadow", ["text", called])
def test_labels_of_an_instance_that_has_another(shadow):
    book = Book(pk=1, format="H")
    book.get_format_display = shadow
    assert_same({"value": serializers.CharField(source="get_format_display")}, book)


def a_lazy_text(serializer, blurb):
    return gettext_lazy("Yes")


blurbs_with_labels = shape(
    Blurb,
    ["id"],
    {
        "before": serializers.CharField(source="get_text_display"),
        **methods(lazy=a_lazy_text),
        "after": serializers.CharField(source="get_text_display"),
    },
)


def test_labels_are_those_of_the_language(monkeypatch):
    field = Blurb._meta.get_field("text")
    labels = gettext_lazy("Yes"), gettext_lazy("No"), lazystr("any"), pgettext_lazy("month", "May")
    monkeypatch.setattr(field, "choices", [*zip("ynxz", labels, strict=True), ("p", "plain")])
    # As Django does for a field that has choices from the start.
    display = functools.partialmethod(Blurb._get_FIELD_display, field=field)
    monkeypatch.setattr(Blurb, "get_text_display", display, raising=False)
    blurbs = [Blurb(pk=number, text=text) for number, text in enumerate("ynxzp?")]

    def first_label_in(language):
        with translation.override(language):
            return str(assert_agreement(blurbs_with_labels, lambda: blurbs)[0]["before"])

    found = [(language, first_label_in(language)) for language in ("de", "en", "de", None)]
    assert found == [("de", "Ja"), ("en", "Yes"), ("de", "Ja"), (None, "Yes")]
