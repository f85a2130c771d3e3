"""Hyperlinks: many rows of one call, whose addresses are made from one look at the URLconf."""

from __future__ import annotations

import itertools
import pickle
import uuid
from functools import partial
from types import SimpleNamespace

import pytest
from django.test import override_settings
from django.urls import NoReverseMatch, set_script_prefix
from django.utils import translation
from rest_framework import serializers

from fastserializers import FastReadOnlyMixin, FastReadOnlySerializer
from tests.differences import differences
from tests.differential import both, outcome_and_calls
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
    assert_same_links,
    identity,
    own_class,
    publisher,
    related,
)
from tests.models import Book, Publisher, Review, Tag
from tests.objects.kinds import book_with_tags
from tests.relations.serializers import serializer_of

pytestmark = pytest.mark.urls("tests.links.addresses")


@pytest.mark.parametrize("keys", KEYS.values(), ids=KEYS)
class TestKeys:
    def test_of_rows(self, keys):
        for view in VIEWS:
            assert_same_links({"url": identity(view)}, [publisher(key) for key in keys], view)

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
                about = view, options, cls.__mro__[1]
                assert_same_links({"publisher": related(view, cls, **options)}, rows, about)

    def test_of_another_field_than_the_key(self, keys):
        rows = [publisher(5, code=key, name=str(key)) for key in keys]
        unsaved = [publisher(key, code=f"c{number}") for number, key in enumerate(keys)]
        objects = [SimpleNamespace(pk=1, code=key) for key in keys]
        for lookup_field in ("code", "initials", "name", "missing"):
            url = identity("code", lookup_field=lookup_field, lookup_url_kwarg="code")
            for sources in (rows, unsaved, objects):
                assert_same_links({"url": url}, sources, lookup_field)


@pytest.mark.parametrize("make_context", CONTEXTS.values(), ids=CONTEXTS)
def test_in_any_context(make_context):
    names = ("integers", "texts to be quoted", "mixed", "nothing")
    fields = [(identity, name) for name in names]
    fields += [(partial(cls, format="html"), "mixed") for cls in IDENTITY]
    for view in ("router", "formats", "versioned"):
        for field, name in fields:
            rows = [publisher(key) for key in KEYS[name]]
            about = view, field, name
            assert_same_links({"url": field(view)}, rows, about, make_context=make_context)


class TestSurroundings:
    def test_languages_and_script_prefixes(self):
        for language, prefix in (("de", "/app/"), ("fr", "/a b/100%/"), ("en", "/")):
            set_script_prefix(prefix)
            with translation.override(language):
                assert_same_links({"url": identity("local")}, ROWS)

    @override_settings(ROOT_URLCONF="tests.idioms.urls")
    def test_another_urlconf(self):
        for view in ("router", "publisher-detail"):
            assert_same_links({"url": identity(view)}, ROWS)

    def test_a_language_that_changes_after_the_second_row(self):
        def change(self, row):
            translation.activate("fr" if row.pk > 2 else "de")

        class Spoken(serializers.Serializer):
            url = identity("local")
            spoken = serializers.SerializerMethodField(method_name="change")

        spoken = []
        for base in (serializers.Serializer, FastReadOnlySerializer):
            cls = type(base)("SpokenSerializer", (Spoken, base), {"change": change})
            for _ in range(2):
                with translation.override("de"):
                    data = cls(ROWS, many=True, context={"request": None}).data
            spoken.append([row["url"][1:3] for row in data])
        assert spoken == [["de", "de", "de", "fr", "fr"], ["de"] * 5]


class TestCodeOfTheProject:
    def test_makes_an_address_anew_for_each_row(self):
        class Inner(serializers.Serializer):
            url = identity("router")

        rows = [Book(publisher=row) for row in (*ROWS[:1] * 3, *ROWS)]
        for make_request, field in itertools.product(
            NUMBERING_REQUESTS, (Inner(), related("router"))
        ):
            assert_same_links(
                {"publisher": field},
                rows,
                make_context=lambda make=make_request: {"request": make(itertools.count())},
            )

    def test_is_asked_once_what_an_address_is_made_of(self, calls):
        class Coded:
            pk = 1

            def __init__(self, value):
                self.value = value

            @property
            def code(self):
                calls.append(self.value)
                return self.value

        def bodies(field_class):
            link = partial(related, "any", field_class, lookup_field="code", lookup_url_kwarg="pk")
            yield {"row": link()}, lambda row: row
            yield {"row": link(many=True)}, lambda row: [row, row]
            yield {"row": serializers.ListField(child=link())}, lambda row: [row, None, row]

        context_class = type("Context", (dict,), {})
        for make_context in (*CONTEXTS.values(), lambda: context_class(a_plain_request())):
            for fields, collect in itertools.chain(*map(bodies, RELATED[:2])):
                sources = {
                    repr(code): lambda code=code, collect=collect: {"row": collect(Coded(code))}
                    for code in (1, "a", 2.5, True, uuid.UUID(int=1))
                }
                assert not differences(fields, sources, context=make_context(), calls=calls)

    @pytest.mark.parametrize("many", [False, True])
    def test_raises_an_error_for_one_of_the_rows(self, many, calls):
        class Raising:
            def get_url(self, obj, *arguments):
                calls.append(obj.pk)
                if obj.pk == 3:
                    raise error
                return super().get_url(obj, *arguments)

        fields = {
            "tags" if many else "publisher": related("router", own_class(Raising), many=many)
        }
        rows = [book_with_tags(row) if many else Book(publisher=row) for row in ROWS]
        for error in (NoReverseMatch("none"), ValueError("odd"), AttributeError("no")):
            outcomes = [
                outcome_and_calls(
                    serializer_class, iter(rows).__next__, calls, a_plain_request(), many=len(rows)
                )
                for serializer_class in both(fields)
                for _ in range(2)
            ]
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
            one, many = related("router", link_class), related("router", link_class, many=True)
            assert_same_links({"publisher": one}, [Book(publisher=row) for row in ROWS], override)
            assert_same_links({"tags": many}, [book_with_tags(*ROWS)] * 5, override)

    def test_puts_a_link_into_a_field_of_many(self):
        class Replacing:
            def __init__(self, *args, **kwargs):
                super(type(self), self).__init__(*args, **kwargs)
                self.fields["tags"].child_relation = related("router")

        fields = {"tags": related("router", many=True), "__init__": Replacing.__init__}
        assert_same_links(fields, [book_with_tags(*ROWS)])


class TestSerializers:
    def test_nested_ones_of_one_row_and_of_many(self):
        plain = serializer_of(
            serializers.HyperlinkedModelSerializer,
            Publisher,
            ["url", "name"],
            extra_kwargs={"url": {"view_name": "router"}},
        )
        fast = type(plain)("Fast", (FastReadOnlyMixin, plain), {})

        def make(base, nested):
            fields = {"one": nested(source="publisher"), "rows": nested(source="all", many=True)}
            return type(base)("ExampleSerializer", (base,), fields)

        assert_classes_link_alike(
            make(serializers.Serializer, plain),
            make(FastReadOnlySerializer, fast),
            [SimpleNamespace(publisher=row, all=ROWS) for row in ROWS],
        )

    def test_of_many_related_rows(self, db):
        by_label = {"lookup_field": "label", "lookup_url_kwarg": "code"}
        book = Book.objects.create(title="t", price=1)
        book.tags.set(Tag.objects.bulk_create(Tag(label=label) for label in "abcde"))
        Review.objects.bulk_create(Review(book=book, stars=stars) for stars in (1, 2, 3))
        fields = {
            "tags": related("router", many=True),
            "labels": related("code", source="tags", many=True, **by_label),
            "reviews": related("short", many=True),
        }
        for rows in (Book.objects.all(), Book.objects.prefetch_related("tags", "reviews")):
            assert_same_links(fields, [*rows, *rows, *rows])
        assert_same_links({"tags": related("nowhere", many=True)}, [*rows, *rows, *rows])
        rows = [book_with_tags(*map(publisher, KEYS["mixed"])), book_with_tags()]
        for cls in RELATED:
            assert_same_links({"tags": related("router", cls, many=True)}, rows)

    def test_a_link_is_what_drf_s_is(self):
        _, fast = both(lambda: {"url": identity("router")})
        fast(ROWS, many=True, context=a_plain_request()).data  # noqa: B018
        link = fast(ROWS, many=True, context=a_plain_request()).data[3]["url"]
        assert link.obj is ROWS[3]
        assert link.is_hyperlink
        assert pickle.loads(pickle.dumps(link)).name == "Name 4 (code-4)"  # noqa: S301

    def test_a_link_of_a_project_s_own_is_left_to_it(self):
        class CodeLink(identity):
            def get_url(self, obj, view_name, request, format):  # noqa: A002
                return self.reverse(view_name, kwargs={"code": obj.code}, request=request)

        class NameLink(identity):
            lookup_field = "name"

        name = NameLink("code", lookup_url_kwarg="code")
        assert_same_links({"code": CodeLink("code"), "name": name}, ROWS)
