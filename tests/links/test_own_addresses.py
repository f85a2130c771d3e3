"""Hyperlinked fields whose `get_url()` is the project's: what it calls, and what it is given."""

from __future__ import annotations

import itertools
from types import SimpleNamespace

import pytest
from django.test import override_settings
from django.urls import NoReverseMatch, set_script_prefix
from django.utils import translation
from rest_framework import serializers, versioning
from rest_framework.relations import HyperlinkedIdentityField, HyperlinkedRelatedField
from rest_framework.reverse import reverse

from tests.differential import both
from tests.links.test_links import (
    CONTEXTS,
    KEYS,
    ROWS,
    VIEWS,
    Coded,
    Context,
    assert_same_links,
    book_with_tags,
    links,
    numbered,
    publisher,
    request,
)
from tests.models import Book

pytestmark = pytest.mark.urls("tests.links.test_links")


class Calling:
    """Calls super, and says so."""

    def get_url(self, obj, view_name, request, format):  # noqa: A002
        url = super().get_url(obj, view_name, request, format)
        return url and f"{url}#{view_name}"


class Reversing:
    """Reverses by itself, without a look at the key."""

    def get_url(self, obj, view_name, request, format):  # noqa: A002
        return self.reverse(view_name, kwargs={"pk": obj.pk}, request=request, format=format)


class Twice:
    """Asks for two addresses, by one name and two keys."""

    def get_url(self, obj, view_name, request, format):  # noqa: A002
        kwargs = {"pk": obj.pk}
        first = self.reverse(view_name, None, kwargs, request)
        again = self.reverse(view_name, kwargs=kwargs, request=request, format=format)
        other = self.reverse("code", kwargs={"code": "a"})
        by_position = self.reverse("any", args=["b"], request=request)
        return f"{first} {again} {other} {by_position} {kwargs}"


class Imported:
    """Reverses by a function that it has imported."""

    def get_url(self, obj, view_name, request, format):  # noqa: A002
        return reverse(view_name, kwargs={"pk": obj.pk}, request=request, format=format)


OWN = [Calling, Reversing, Twice, Imported]


def identity(own):
    return type("Own", (own, HyperlinkedIdentityField), {})


def related(own):
    return type("Own", (own, HyperlinkedRelatedField), {})


@pytest.mark.parametrize("own", OWN)
@pytest.mark.parametrize("keys", KEYS.values(), ids=KEYS)
class TestKeys:
    def test_of_rows(self, own, keys):
        for view in VIEWS:
            assert_same_links(
                lambda view=view: {"url": identity(own)(view)},
                [publisher(key) for key in keys],
                CONTEXTS["a plain request"],
            )

    def test_in_any_context(self, own, keys):
        for view, make_context in itertools.product(
            ("router", "formats", "versioned"), CONTEXTS.values()
        ):
            assert_same_links(
                lambda view=view: {"url": identity(own)(view, format="html")},
                [publisher(key) for key in keys],
                make_context,
            )

    def test_of_related_rows(self, own, keys):
        for options in ({}, {"lookup_field": "code", "lookup_url_kwarg": "pk"}):
            body = lambda: {"publisher": related(own)("any", read_only=True, **options)}  # noqa: B023, E731
            for rows in (
                [Book(publisher=publisher(key, code=key)) for key in keys],
                [{"publisher": SimpleNamespace(pk=key, code=key)} for key in keys],
            ):
                assert_same_links(body, rows, CONTEXTS["a plain request"])

    def test_of_many_related_rows(self, own, keys):
        assert_same_links(
            lambda: {"tags": related(own)("router", read_only=True, many=True)},
            [book_with_tags(*map(publisher, keys)), book_with_tags()],
            CONTEXTS["a plain request"],
        )


@pytest.mark.parametrize("own", OWN)
class TestSurroundings:
    @override_settings(LANGUAGE_CODE="de")
    @pytest.mark.parametrize("change", [
        lambda row: translation.activate("de" if row.pk % 2 else "fr"),
        lambda row: set_script_prefix(f"/{row.pk}/"),
    ], ids=["the language", "the prefix"])  # fmt: skip
    def test_that_it_changes_itself(self, own, change):
        class Changing(own):
            def get_url(self, obj, *arguments):
                change(obj)
                return super().get_url(obj, *arguments)

        outcomes = []
        for serializer_class in both(lambda: {"url": identity(Changing)("local")}):
            set_script_prefix("/")
            with translation.override("en"):
                outcomes.append(links(serializer_class, ROWS, CONTEXTS["a plain request"]()))
        set_script_prefix("/")
        assert outcomes[0] == outcomes[1]

    def test_a_request_and_a_version_that_change_between_the_rows(self, own):
        requests = [request(HTTP_HOST=f"host{number}") for number in range(len(ROWS))]

        class Changing:
            def get_change(self, row):
                if row.pk % 2:
                    self.context["request"] = requests[row.pk - 1]
                else:
                    self.context["request"].version = f"v{row.pk}"

        assert_same_links(
            lambda: {
                "change": serializers.SerializerMethodField(),
                "url": identity(own)("versioned"),
                "get_change": Changing.get_change,
            },
            ROWS,
            CONTEXTS["a version in the path"],
        )

    @pytest.mark.parametrize("nested", [False, True])
    @pytest.mark.parametrize("make_request", [
        lambda number: request(numbered(versioning.BaseVersioning(), "reverse", number), "v1"),
        lambda number: SimpleNamespace(
            build_absolute_uri=lambda url: f"{url}?{next(number)}", GET={}
        ),
    ], ids=["versioning", "request"])  # fmt: skip
    def test_addresses_that_are_made_anew_for_each_row(self, own, make_request, nested):
        class Inner(serializers.Serializer):
            url = identity(own)("router")

        assert_same_links(
            lambda: {"publisher": Inner() if nested else related(own)("router", read_only=True)},
            [Book(publisher=row) for row in (*ROWS[:1] * 3, *ROWS)],
            lambda: {"request": make_request(itertools.count())},
        )


class TestCodeOfTheProject:
    @pytest.mark.parametrize("make_context", [*CONTEXTS.values(), Context], ids=[*CONTEXTS, "own"])
    @pytest.mark.parametrize("many", [False, True])
    def test_is_asked_once_what_an_address_is_made_of(self, make_context, many):
        def body():
            link = related(Calling)(
                "any", lookup_field="code", lookup_url_kwarg="pk", read_only=True, many=many
            )
            return {"row": link}

        for code in (1, "a", 2.5, True):
            read = []
            for serializer_class in both(body):
                coded = [Coded(code), Coded(code)]
                rows = [{"row": [row, row] if many else row} for row in coded]
                links(serializer_class, rows, make_context())
                read.append([row.read for row in coded])
            assert read[0] == read[1]

    @pytest.mark.parametrize(
        "error", [NoReverseMatch("none"), ValueError("odd"), AttributeError("no")], ids=repr
    )
    @pytest.mark.parametrize("many", [False, True])
    def test_raises_for_one_of_the_rows(self, error, many):
        class Raising:
            calls = 0

            def get_url(self, obj, *arguments):
                type(self).calls += 1
                if obj.pk == 3:
                    raise error
                return super().get_url(obj, *arguments)

        def body():
            field = related(Raising)("router", read_only=True, many=many)
            return {"tags" if many else "publisher": field}

        rows = [book_with_tags(row) if many else Book(publisher=row) for row in ROWS]
        outcomes = []
        for serializer_class in both(body):
            Raising.calls = 0
            made = links(serializer_class, rows, CONTEXTS["a plain request"]())
            field = next(iter(serializer_class().fields.values()))
            own = type(getattr(field, "child_relation", field))
            outcomes.append((made, own.calls))
        assert outcomes[0] == outcomes[1]

    def test_keeps_a_function_of_its_own(self):
        class Keeping:
            def get_url(self, obj, *arguments):
                if obj.pk == 3:
                    self.reverse = lambda *args, **kwargs: "kept"
                return super().get_url(obj, *arguments)

        assert_same_links(
            lambda: {"url": identity(Keeping)("router")}, ROWS, CONTEXTS["a plain request"]
        )

    def test_finds_its_field_as_it_was(self):
        class Seeing:
            def get_url(self, obj, *arguments):
                super().get_url(obj, *arguments)
                return f"{self.field_name} {type(self.parent).__name__} {sorted(vars(self))}"

        assert_same_links(
            lambda: {"url": identity(Seeing)("router")}, ROWS, CONTEXTS["a plain request"]
        )

    def test_returns_what_is_no_text(self):
        for returned in (None, "", 5, b"bytes"):
            own = type("Returning", (), {"get_url": lambda self, *arguments: returned})  # noqa: B023
            assert_same_links(
                lambda: {"url": identity(own)("router")},  # noqa: B023
                ROWS,
                CONTEXTS["a plain request"],
            )
