"""Hyperlinked fields whose `get_url()` is the project's: what it calls, and what it is given."""

from __future__ import annotations

import pytest
from django.urls import NoReverseMatch
from rest_framework.relations import HyperlinkedIdentityField, HyperlinkedRelatedField
from rest_framework.reverse import reverse

from tests.differential import both
from tests.links.addresses import (
    CONTEXTS,
    KEYS,
    ROWS,
    assert_codes_read_as_often,
    assert_same_links,
    book_with_tags,
    links,
    publisher,
    related,
)
from tests.models import Book

pytestmark = pytest.mark.urls("tests.links.addresses")


class Calling:
    """Calls super, and adds to the address."""

    def get_url(self, obj, view_name, request, format):  # noqa: A002
        url = super().get_url(obj, view_name, request, format)
        return url and f"{url}#{view_name}"


class Reversing:
    """Calls `self.reverse()`, more than once, whatever the key is."""

    def get_url(self, obj, view_name, request, format):  # noqa: A002
        kwargs = {"pk": obj.pk}
        first = self.reverse(view_name, None, kwargs, request)
        again = self.reverse(view_name, kwargs=kwargs, request=request, format=format)
        other = self.reverse("code", kwargs={"code": "a"})
        by_position = self.reverse("any", args=["b"], request=request)
        return f"{first} {again} {other} {by_position} {kwargs}"


class Imported:
    """Calls a function that it has imported."""

    def get_url(self, obj, view_name, request, format):  # noqa: A002
        return reverse(view_name, kwargs={"pk": obj.pk}, request=request, format=format)


def identity(own):
    return type("Own", (own, HyperlinkedIdentityField), {})


def related_class(own):
    return type("Own", (own, HyperlinkedRelatedField), {})


@pytest.mark.parametrize("own", [Calling, Reversing, Imported])
def test_addresses_of_any_key(own):
    related_to = related_class(own)
    by_code = {"lookup_field": "code", "lookup_url_kwarg": "pk"}
    for name, keys in KEYS.items():
        rows = [Book(publisher=publisher(key, code=key)) for key in keys]
        for view, options in (("any", {}), ("any", by_code), ("int", {}), ("missing", {})):
            assert_same_links(
                lambda view=view, options=options: {
                    "publisher": related(view, related_to, **options)
                },
                rows,
                CONTEXTS["a plain request"],
                (name, view, options),
            )


@pytest.mark.parametrize("own", [Calling, Reversing, Imported])
def test_addresses_in_any_context(own):
    for name, make_context in CONTEXTS.items():
        for view in ("router", "formats", "versioned"):
            assert_same_links(
                lambda view=view: {"url": identity(own)(view, format="html")},
                [publisher(key) for key in KEYS["mixed"]],
                make_context,
                (name, view),
            )


@pytest.mark.parametrize("own", [Calling, Reversing, Imported])
def test_addresses_of_many_related_rows(own):
    assert_same_links(
        lambda: {"tags": related("router", related_class(own), many=True)},
        [book_with_tags(*map(publisher, KEYS["mixed"])), book_with_tags()],
        CONTEXTS["a plain request"],
    )


def test_a_key_is_read_as_often():
    for make_context in CONTEXTS.values():
        assert_codes_read_as_often(related_class(Calling), make_context)


@pytest.mark.parametrize("many", [False, True])
def test_an_error_for_one_of_the_rows(many):
    class Raising:
        def get_url(self, obj, *arguments):
            calls.append(obj.pk)
            if obj.pk == 3:
                raise error
            return super().get_url(obj, *arguments)

    def body():
        field = related("router", related_class(Raising), many=many)
        return {"tags" if many else "publisher": field}

    rows = [book_with_tags(row) if many else Book(publisher=row) for row in ROWS]
    for error in (NoReverseMatch("none"), ValueError("odd"), AttributeError("no")):
        outcomes = []
        for serializer_class in both(body):
            for _ in range(2):
                calls = []
                made = links(serializer_class, rows, CONTEXTS["a plain request"]())
                outcomes.append((made, calls))
        assert outcomes[:2] == outcomes[2:], error
