"""Hyperlinks: many rows of one call, whose addresses are made from one look at the URLconf."""

from __future__ import annotations

import itertools
import pickle
from functools import partial
from types import SimpleNamespace

import pytest
from django.test import override_settings
from django.urls import NoReverseMatch, set_script_prefix
from django.utils import translation
from rest_framework import serializers

from fastserializers import FastReadOnlyMixin, FastReadOnlySerializer
from tests.differential import both
from tests.links.addresses import (
    CONTEXTS,
    IDENTITY,
    KEYS,
    NUMBERING_REQUESTS,
    RELATED,
    ROWS,
    VIEWS,
    a_plain_request,
    assert_classes_link_alike,
    assert_codes_read_as_often,
    assert_same_from_the_start,
    assert_same_links,
    book_with_tags,
    links,
    own_class,
    publisher,
    related,
    request,
)
from tests.models import Book, Publisher, Review, Tag

pytestmark = pytest.mark.urls("tests.links.addresses")


@pytest.mark.parametrize("keys", KEYS.values(), ids=KEYS)
class TestKeys:
    def test_of_rows(self, keys):
        for view in VIEWS:
            assert_same_links(
                lambda view=view: {"url": serializers.HyperlinkedIdentityField(view)},
                [publisher(key) for key in keys],
                view,
            )

    def test_of_related_rows(self, keys):
        by_code = {"lookup_field": "code", "lookup_url_kwarg": "pk"}
        sources = (
            [Book(publisher=publisher(key, code=key)) for key in keys],
            [{"publisher": SimpleNamespace(pk=key, code=key)} for key in keys],
        )
        for view, options in (
            ("router", {}),
            ("formats", {"format": "html"}),
            ("code", {"lookup_field": "code"}),
            ("any", by_code),
            ("int", {}),
            ("missing", {}),
        ):
            for cls, rows in itertools.product(RELATED, sources):
                assert_same_links(
                    lambda view=view, options=options, cls=cls: {
                        "publisher": related(view, cls, **options)
                    },
                    rows,
                    (view, options, cls.__mro__[1]),
                )

    def test_of_another_field_than_the_key(self, keys):
        rows = [publisher(5, code=key, name=str(key)) for key in keys]
        unsaved = [publisher(key, code=f"c{number}") for number, key in enumerate(keys)]
        objects = [SimpleNamespace(pk=1, code=key) for key in keys]
        for lookup_field in ("code", "initials", "name", "missing"):
            options = {"lookup_field": lookup_field, "lookup_url_kwarg": "code"}
            for sources in (rows, unsaved, objects):
                assert_same_links(
                    lambda options=options: {
                        "url": serializers.HyperlinkedIdentityField("code", **options)
                    },
                    sources,
                    lookup_field,
                )


@pytest.mark.parametrize("make_context", CONTEXTS.values(), ids=CONTEXTS)
def test_in_any_context(make_context):
    names = ("integers", "texts to be quoted", "mixed", "nothing")
    fields = [(serializers.HyperlinkedIdentityField, name) for name in names]
    fields += [(partial(cls, format="html"), "mixed") for cls in IDENTITY]
    for view in ("router", "formats", "versioned"):
        for field, name in fields:
            assert_same_links(
                lambda view=view, field=field: {"url": field(view)},
                [publisher(key) for key in KEYS[name]],
                (view, field, name),
                make_context=make_context,
            )


class TestSurroundings:
    def body(self, view="router"):
        return {"url": serializers.HyperlinkedIdentityField(view)}

    def test_languages_and_script_prefixes(self):
        for language, prefix in (("de", "/app/"), ("fr", "/a b/100%/"), ("en", "/")):
            set_script_prefix(prefix)
            with translation.override(language):
                assert_same_links(lambda: self.body("local"), ROWS)

    @override_settings(ROOT_URLCONF="tests.idioms.urls")
    def test_another_urlconf(self):
        assert_same_links(self.body, ROWS)
        assert_same_links(lambda: self.body("publisher-detail"), ROWS)

    # In tests, Django keeps the active language somewhere else after this setting was another one.
    @override_settings(LANGUAGE_CODE="de")
    def test_a_language_or_a_prefix_that_changes_between_the_rows(self):
        for change in (
            lambda row: translation.activate("de" if row.pk % 2 else "fr"),
            lambda row: set_script_prefix(f"/{row.pk}/"),
        ):

            def body(change=change):
                return {
                    "before": serializers.HyperlinkedIdentityField("local"),
                    "change": serializers.SerializerMethodField(),
                    "after": serializers.HyperlinkedIdentityField("local"),
                    "get_change": lambda serializer, row: change(row),
                }

            assert_same_from_the_start(body, change)

    def test_a_request_or_a_version_that_changes_between_the_rows(self):
        schemes = itertools.cycle(["http", "https"])
        requests = [request(**{"wsgi.url_scheme": next(schemes)}) for _ in ROWS]

        def replace_request(serializer, row):
            serializer.context["request"] = requests[row.pk - 1]

        def set_version(serializer, row):
            serializer.context["request"].version = f"v{row.pk}"

        for view, change in (("router", replace_request), ("versioned", set_version)):
            assert_same_links(
                lambda view=view, change=change: {
                    "change": serializers.SerializerMethodField(),
                    "url": serializers.HyperlinkedIdentityField(view),
                    "get_change": change,
                },
                ROWS,
                change,
                make_context=CONTEXTS["a version in the path"],
            )


class TestCodeOfTheProject:
    def test_makes_an_address_anew_for_each_row(self):
        class Inner(serializers.Serializer):
            url = serializers.HyperlinkedIdentityField("router")

        for make_request in NUMBERING_REQUESTS:
            for make_field in (Inner, lambda: related("router")):
                assert_same_links(
                    lambda make_field=make_field: {"publisher": make_field()},
                    [Book(publisher=row) for row in (*ROWS[:1] * 3, *ROWS)],
                    make_context=lambda make=make_request: {"request": make(itertools.count())},
                )

    def test_is_asked_once_what_an_address_is_made_of(self):
        context_class = type("Context", (dict,), {})
        for make_context in (*CONTEXTS.values(), lambda: context_class(a_plain_request())):
            for field_class in RELATED[:2]:
                assert_codes_read_as_often(field_class, make_context)

    @pytest.mark.parametrize("many", [False, True])
    def test_raises_an_error_for_one_of_the_rows(self, many):
        class Raising:
            def get_url(self, obj, *arguments):
                calls.append(obj.pk)
                if obj.pk == 3:
                    raise error
                return super().get_url(obj, *arguments)

        def body():
            field = related("router", own_class(Raising), many=many)
            return {"tags" if many else "publisher": field}

        rows = [book_with_tags(row) if many else Book(publisher=row) for row in ROWS]
        for error in (NoReverseMatch("none"), ValueError("odd"), AttributeError("no")):
            outcomes = []
            for serializer_class in both(body):
                for _ in range(2):
                    calls = []
                    made = links(serializer_class, rows, a_plain_request())
                    outcomes.append((made, calls))
            assert outcomes[:2] == outcomes[2:], error

    def test_says_what_the_context_of_a_field_is(self):
        for override, elsewhere in {
            "context": {"request": None},
            "root": SimpleNamespace(_context={"request": None}),
        }.items():
            link_class = type(
                "Link",
                (serializers.HyperlinkedRelatedField,),
                {override: property(lambda field, elsewhere=elsewhere: elsewhere)},
            )
            for many in (False, True):
                assert_same_links(
                    lambda cls=link_class, many=many: {
                        "tags" if many else "publisher": related("router", cls, many=many)
                    },
                    [book_with_tags(*ROWS) if many else Book(publisher=row) for row in ROWS],
                    (override, many),
                )

    def test_puts_a_link_into_a_field_of_many(self):
        class Replacing:
            def __init__(self, *args, **kwargs):
                super(type(self), self).__init__(*args, **kwargs)
                self.fields["tags"].child_relation = related("router")

        assert_same_links(
            lambda: {"tags": related("router", many=True), "__init__": Replacing.__init__},
            [book_with_tags(*ROWS)],
        )


class TestSerializers:
    def test_nested_ones_of_one_row_and_of_many(self):
        class PublisherSerializer(serializers.HyperlinkedModelSerializer):
            class Meta:
                model = Publisher
                fields = ["url", "name"]
                extra_kwargs = {"url": {"view_name": "router"}}

        class FastPublisherSerializer(FastReadOnlyMixin, PublisherSerializer):
            pass

        def make(base, nested):
            class ExampleSerializer(base):
                one = nested(source="publisher")
                rows = nested(source="all", many=True)

            return ExampleSerializer

        assert_classes_link_alike(
            make(serializers.Serializer, PublisherSerializer),
            make(FastReadOnlySerializer, FastPublisherSerializer),
            [SimpleNamespace(publisher=row, all=ROWS) for row in ROWS],
        )

    def test_of_many_related_rows(self, db):
        by_label = {"lookup_field": "label", "lookup_url_kwarg": "code"}
        book = Book.objects.create(title="t", price=1)
        book.tags.set(Tag.objects.bulk_create(Tag(label=label) for label in "abcde"))
        Review.objects.bulk_create(Review(book=book, stars=stars) for stars in (1, 2, 3))

        def body():
            return {
                "tags": related("router", many=True),
                "labels": related("code", source="tags", many=True, **by_label),
                "reviews": related("short", many=True),
            }

        for rows in (Book.objects.all(), Book.objects.prefetch_related("tags", "reviews")):
            assert_same_links(body, [*rows, *rows, *rows])

        assert_same_links(lambda: {"tags": related("nowhere", many=True)}, [*rows, *rows, *rows])
        rows = [book_with_tags(*map(publisher, KEYS["mixed"])), book_with_tags()]
        for cls in RELATED:
            assert_same_links(lambda cls=cls: {"tags": related("router", cls, many=True)}, rows)

    def test_a_link_is_what_drf_s_is(self):
        _, fast = both(lambda: {"url": serializers.HyperlinkedIdentityField("router")})
        fast(ROWS, many=True, context=a_plain_request()).data  # noqa: B018
        link = fast(ROWS, many=True, context=a_plain_request()).data[3]["url"]
        assert link.obj is ROWS[3]
        assert link.is_hyperlink
        assert pickle.loads(pickle.dumps(link)).name == "Name 4 (code-4)"  # noqa: S301

    def test_a_link_of_a_project_s_own_is_left_to_it(self):
        class CodeLink(serializers.HyperlinkedIdentityField):
            def get_url(self, obj, view_name, request, format):  # noqa: A002
                return self.reverse(view_name, kwargs={"code": obj.code}, request=request)

        class NameLink(serializers.HyperlinkedIdentityField):
            lookup_field = "name"

        def body():
            return {"code": CodeLink("code"), "name": NameLink("code", lookup_url_kwarg="code")}

        assert_same_links(body, ROWS)
