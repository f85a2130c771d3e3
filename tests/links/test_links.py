"""Hyperlinks: many rows of one call, whose addresses are made from one look at the URLconf."""

import pickle
import uuid
from functools import partial
from types import SimpleNamespace

import pytest
from django.core.handlers.wsgi import WSGIRequest
from django.test import RequestFactory, override_settings
from django.urls import NoReverseMatch, get_script_prefix, set_script_prefix
from django.utils import translation
from rest_framework import serializers

from fastserializers import FastReadOnlySerializer
from fastserializers.views import reading_fast
from tests.differences import differences
from tests.differential import assert_alike, made_of, of_body, outcome_and_calls, read_fast
from tests.links.addresses import (
    CONTEXTS,
    KEYS,
    NUMBERING,
    RELATED,
    ROWS,
    VIEWS,
    CallingIdentity,
    ReversingIdentity,
    a_plain_request,
    assert_same_links,
    identity,
    publisher,
    related,
    request,
)
from tests.models import Book, Publisher, Review, Tag
from tests.objects.kinds import book_with_tags
from tests.relations.serializers import serializer_of

pytestmark = pytest.mark.urls("tests.links.addresses")


def assert_same_links_of_each(subtests, name, links, *sources):
    """Assert the same of several sources by a serializer for each of the links, of that name."""
    for key, link in links.items():
        with subtests.test(link=key):
            for rows in sources:
                assert_same_links({name: link}, rows)


SOME_KEYS = ("texts to be quoted", "mixed", "nothing")
every_key = pytest.mark.parametrize("keys", KEYS.values(), ids=KEYS)


@every_key
def test_keys_of_rows(subtests, keys):
    links = {view: identity(view) for view in VIEWS}
    assert_same_links_of_each(subtests, "url", links, [publisher(key) for key in keys])


VIEWS_OF_RELATED_ROWS = {
    "router": {},
    "formats": {"format": "html"},
    "code": {"lookup_field": "code"},
    "any": {"lookup_field": "code", "lookup_url_kwarg": "pk"},
    "int": {},
    "missing": {},
}


@every_key
def test_keys_of_related_rows(subtests, keys):
    books = [Book(publisher=publisher(key, code=key)) for key in keys]
    things = [{"publisher": SimpleNamespace(pk=key, code=key)} for key in keys]
    links = {view: related(view, **options) for view, options in VIEWS_OF_RELATED_ROWS.items()}
    assert_same_links_of_each(subtests, "publisher", links, books, things)


@pytest.mark.parametrize("field_class", RELATED[1:])
def test_fields_of_the_project(subtests, field_class):
    links = {
        view: related(view, field_class, **options)
        for view, options in VIEWS_OF_RELATED_ROWS.items()
    }
    books = [
        [Book(publisher=publisher(key, code=key)) for key in KEYS[name]] for name in SOME_KEYS
    ]
    assert_same_links_of_each(subtests, "publisher", links, *books)


@every_key
def test_another_field_than_the_key(subtests, keys):
    saved = [publisher(5, code=key, name=str(key)) for key in keys]
    unsaved = [publisher(key, code=f"c{number}") for number, key in enumerate(keys)]
    things = [SimpleNamespace(pk=1, code=key) for key in keys]
    links = {
        name: identity("code", lookup_field=name, lookup_url_kwarg="code")
        for name in ("code", "initials", "missing")
    }
    assert_same_links_of_each(subtests, "url", links, saved, unsaved, things)


@pytest.mark.parametrize("view", ["formats", "versioned"])
@pytest.mark.parametrize("make_context", CONTEXTS.values(), ids=CONTEXTS)
def test_keys_in_any_context(view, make_context):
    rows = [publisher(key) for key in KEYS["mixed"]]
    assert_same_links({"url": identity(view)}, rows, make_context)
    assert_same_links({"url": CallingIdentity(view, format="html")}, rows, make_context)
    assert_same_links({"url": ReversingIdentity(view, format="html")}, rows, make_context)


class TestSurroundings:
    @pytest.mark.parametrize(("language", "prefix"), [("de", "/app/"), ("fr", "/a b/100%/")])
    def test_languages_and_script_prefixes(self, language, prefix):
        before = get_script_prefix()
        set_script_prefix(prefix)
        with translation.override(language):
            assert_same_links({"url": identity("local")}, ROWS)
        set_script_prefix(before)

    @override_settings(ROOT_URLCONF="tests.idioms.urls")
    @pytest.mark.parametrize("view", ["router", "publisher-detail"])
    def test_another_urlconf(self, view):
        assert_same_links({"url": identity(view)}, ROWS)

    def test_a_language_that_changes_after_the_second_row(self):
        class SpokenSerializer(serializers.Serializer):
            url = identity("local")
            spoken = serializers.SerializerMethodField(method_name="change")

            def change(self, row):
                translation.activate("fr" if row.pk > 2 else "de")

        def languages():
            return [row["url"][1:3] for row in spoken_list(SpokenSerializer)]

        assert languages() == ["de", "de", "de", "fr", "fr"]
        assert read_fast(languages) == ["de"] * 5


def spoken_list(serializer_class):
    with translation.override("de"):
        return serializer_class(ROWS, many=True, context={"request": None}).data


PublisherSerializer = serializer_of(
    serializers.HyperlinkedModelSerializer,
    Publisher,
    ["url", "name"],
    extra_kwargs={"url": {"view_name": "router"}},
)


class TestCodeOfTheProject:
    @pytest.mark.parametrize("make_context", NUMBERING, ids=["patched", "of the project"])
    @pytest.mark.parametrize(
        "field",
        [made_of({"url": identity("router")})(), related("router")],
        ids=["nested", "link"],
    )
    def test_makes_an_address_anew_for_each_row(self, field, make_context):
        rows = [Book(publisher=row) for row in (*ROWS[:1] * 3, *ROWS)]
        assert_same_links({"publisher": field}, rows, make_context)

    @pytest.mark.parametrize("field_class", RELATED[:2])
    @pytest.mark.parametrize("many", [False, True])
    def test_is_asked_once_what_an_address_is_made_of(self, calls, field_class, many):
        class Coded:
            pk = 1

            def __init__(self, value):
                self.value = value

            @property
            def code(self):
                calls.append(self.value)
                return self.value

        def row_of(value):
            coded = Coded(value)
            return {"row": [coded, coded] if many else coded}

        link = related("any", field_class, many=many, lookup_field="code", lookup_url_kwarg="pk")
        codes = 1, "a", 2.5, True, uuid.UUID(int=1)
        sources = {repr(code): partial(row_of, code) for code in codes}
        assert differences({"row": link}, sources, context=a_plain_request(), calls=calls) == []

    @pytest.mark.parametrize("many", [False, True])
    @pytest.mark.parametrize("error", [NoReverseMatch("none"), ValueError("odd")], ids=repr)
    def test_raises_an_error_for_one_of_the_rows(self, many, error, calls):
        class RaisingLink(serializers.HyperlinkedRelatedField):
            def get_url(self, obj, *arguments):
                calls.append(obj.pk)
                if obj.pk == 3:
                    raise error
                return super().get_url(obj, *arguments)

        fields = {"tags" if many else "publisher": related("router", RaisingLink, many=many)}
        rows = [book_with_tags(row) if many else Book(publisher=row) for row in ROWS]

        def outcome_of(serializer_class):
            next_row = iter(rows).__next__
            return outcome_and_calls(
                serializer_class, next_row, calls, a_plain_request(), many=len(rows)
            )

        assert_alike(outcome_of, made_of(fields))


class TestSerializers:
    def test_nested_ones_of_one_row_and_of_many(self):
        sources = [SimpleNamespace(publisher=row, all=ROWS) for row in ROWS]
        fields = {
            "one": PublisherSerializer(source="publisher"),
            "rows": PublisherSerializer(source="all", many=True),
        }
        assert_same_links(fields, sources)

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
        books = Book.objects.all()
        assert_same_links(fields, [*books, *books, *books])
        prefetched = Book.objects.prefetch_related("tags", "reviews")
        assert_same_links(fields, [*prefetched, *prefetched, *prefetched])
        assert_same_links({"tags": related("nowhere", many=True)}, [*prefetched, *prefetched])

    @pytest.mark.parametrize("field_class", RELATED)
    def test_of_many_related_rows_with_keys_of_several_types(self, field_class):
        rows = [book_with_tags(*map(publisher, KEYS["mixed"])), book_with_tags()]
        assert_same_links({"tags": related("router", field_class, many=True)}, rows)

    def test_a_link_is_what_drf_s_is(self):
        with reading_fast():
            cls = made_of({"url": identity("router")})
            link = cls(ROWS, many=True, context=a_plain_request()).data[3]["url"]
        assert link.obj is ROWS[3]
        assert link.is_hyperlink
        assert pickle.loads(pickle.dumps(link)).name == "Name 4 (code-4)"  # noqa: S301


# Fields whose `get_url()` is the project's, and asks `self.reverse()` for URLs.


class NamedByModel(serializers.HyperlinkedIdentityField):
    """A link that names its view when it is asked for the URL, as those of NetBox do."""

    def __init__(self, **kwargs):
        super().__init__(view_name="", **kwargs)

    def get_url(self, obj, view_name, request, format):  # noqa: A002
        if obj.pk in (None, ""):
            return None
        kwargs = {self.lookup_url_kwarg: getattr(obj, self.lookup_field)}
        return self.reverse("router", kwargs=kwargs, request=request, format=format)


class CountingRequest(WSGIRequest):
    """A request that counts the URLs which REST framework makes: it asks for the query of each."""

    urls = 0

    @property
    def GET(self):
        self.urls += 1
        return super().GET


def a_counting_request():
    return CountingRequest(RequestFactory().get("/").environ)


def fast_serializer(link):
    return of_body({"url": link}.copy)(FastReadOnlySerializer)


@pytest.mark.parametrize(
    "link", [NamedByModel(), CallingIdentity("router")], ids=["self.reverse()", "super()"]
)
def test_urls_of_a_list_are_made_by_the_pattern_of_the_second(link):
    request = a_counting_request()
    rows = fast_serializer(link)(ROWS, many=True, context={"request": request}).data
    urls = [row["url"].partition("#")[0] for row in rows]
    assert urls == [f"http://testserver/router/{pk}/" for pk in range(1, 6)]
    assert request.urls == 2


def test_urls_of_a_nested_serializer_share_a_pattern():
    class ShelfSerializer(FastReadOnlySerializer):
        publisher = fast_serializer(NamedByModel())()

    request = a_counting_request()
    rows = ShelfSerializer(
        [{"publisher": row} for row in ROWS], many=True, context={"request": request}
    ).data
    assert rows[4]["publisher"]["url"] == "http://testserver/router/5/"
    assert request.urls == 2


def test_an_instance_that_is_not_saved_has_no_url():
    assert_same_links({"url": NamedByModel()}, [*ROWS, type(ROWS[0])(name="New")])


def test_one_row_whose_key_no_pattern_matches():
    assert_same_links(
        {"url": CallingIdentity("not seven")}, [*ROWS, type(ROWS[0])(pk=7, name="7")]
    )


class TestWhatGetUrlChanges:
    """The URL is that of what is active when `get_url()` asks for it, as REST framework's is."""

    def test_the_language(self):
        class TranslatedLink(serializers.HyperlinkedIdentityField):
            def get_url(self, obj, *arguments):
                with translation.override("fr" if obj.pk == 4 else "de"):
                    return super().get_url(obj, *arguments)

        assert_same_links({"url": TranslatedLink("local")}, ROWS)

    def test_the_request(self):
        other = request(HTTP_HOST="example.org")

        class ElsewhereLink(serializers.HyperlinkedIdentityField):
            def get_url(self, obj, view_name, request, format):  # noqa: A002
                request = other if obj.pk == 4 else request
                return super().get_url(obj, view_name, request, format)

        assert_same_links({"url": ElsewhereLink("router")}, ROWS)


def test_arguments_of_another_kind():
    class AnyLink(serializers.HyperlinkedIdentityField):
        def get_url(self, obj, view_name, request, format):  # noqa: A002
            return " ".join(
                (
                    self.reverse("any", args=[obj.pk], request=request),
                    self.reverse("two arguments", kwargs={"pk": obj.pk, "other": "a"}),
                    self.reverse("any", kwargs={"pk": obj.pk}, urlconf=None),
                    self.reverse("any", kwargs={"pk": f"{obj.pk} "}),
                )
            )

    assert_same_links({"url": AnyLink("any")}, ROWS)


def test_a_list_that_is_read_again_for_another_request():
    serializer = fast_serializer(CallingIdentity("router"))(ROWS, many=True, context={})
    for scheme in ("http", "https"):
        serializer._context["request"] = request(**{"wsgi.url_scheme": scheme})
        urls = [row["url"] for row in serializer.to_representation(ROWS)]
        assert [url.partition("://")[0] for url in urls] == [scheme] * 5
