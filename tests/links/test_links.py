"""Hyperlinks: many rows of one call, whose addresses are made from one look at the URLconf."""

from __future__ import annotations

import itertools
import pickle
import uuid
from types import SimpleNamespace

import pytest
from django.conf.urls.i18n import i18n_patterns
from django.test import override_settings
from django.urls import include, path, re_path, register_converter, set_script_prefix
from django.urls.converters import get_converters
from django.utils import translation
from django.utils.translation import gettext_lazy
from rest_framework import serializers, versioning
from rest_framework.request import Request
from rest_framework.test import APIRequestFactory

from fastserializers import FastReadOnlyMixin, FastReadOnlySerializer
from tests.differential import both, spelled_out
from tests.models import Book, Publisher, Review, Tag


class HexConverter:
    regex = "[0-9a-f]+"

    def to_python(self, value):
        return int(value, 16)

    def to_url(self, value):
        return f"{value:x}"


if "hexadecimal" not in get_converters():
    register_converter(HexConverter, "hexadecimal")


def page(request, **kwargs):
    raise AssertionError("addresses are reversed, and not requested")


inner = [
    path("books/<int:pk>/", page, name="versioned"),
    path("books/<int:pk>.<format>", page, name="versioned"),
]
urlpatterns = [
    path("int/<int:pk>/", page, name="int"),
    path("str/<str:pk>/", page, name="str"),
    path("slug/<slug:pk>", page, name="slug"),
    path("path/<path:pk>/end", page, name="path"),
    path("uuid/<uuid:pk>/", page, name="uuid"),
    path("hexadecimal/<hexadecimal:pk>/", page, name="hexadecimal"),
    path("space in/ü/100%/<pk>/(x)?/", page, name="quoted"),
    path("<pk>/first/", page, name="first"),
    path("last/<pk>", page, name="last"),
    path("code/<code>/", page, name="code"),
    path("any/<pk>/", page, name="any"),
    path("any/<pk>.<format>", page, name="any"),
    path("two/<pk>/<other>/", page, name="two arguments"),
    path("more/<pk>/", page, {"more": 1}, name="with defaults"),
    path("more/<pk>/", page, {"pk": 7}, name="with its own key"),
    re_path(r"^router/(?P<pk>[^/.]+)/$", page, name="router"),
    re_path(r"^short/(?P<pk>[0-9]{1,2})/$", page, name="short"),
    re_path(r"^not-seven/(?P<pk>(?!7)[0-9]+)/$", page, name="not seven"),
    re_path(r"^maybe/(?:(?P<pk>[0-9]+)/)?$", page, name="maybe"),
    re_path(r"^twice/(?P<pk>[0-9])/$", page, name="twice"),
    re_path(r"^twice/long/(?P<pk>[0-9]+)/$", page, name="twice"),
    path("formats/<int:pk>/", page, name="formats"),
    path("formats/<int:pk>.<format>", page, name="formats"),
    path(gettext_lazy("<int:pk>"), page, name="plain"),
    path("spaced/", include((inner, "books"), namespace="v1")),
    path("elsewhere/<int:shelf>/", include((inner, "shelved"), namespace="shelf")),
    path("nested/", include(([path("in/", include((inner, "b"), "b"))], "a"), "a")),
    path("<version>/", include(inner)),
    *i18n_patterns(path("local/<int:pk>/", page, name="local")),
]

pytestmark = pytest.mark.urls(__name__)

VIEWS = [
    *("int", "str", "slug", "path", "uuid", "hexadecimal", "quoted", "first", "last", "router"),
    *("short", "not seven", "maybe", "twice", "formats", "local", "two arguments", "plain"),
    *("with defaults", "with its own key", "missing", "versioned", "v1:versioned"),
    *("books:versioned", "shelf:versioned", "a:b:versioned", "nowhere:versioned", "a:missing"),
]
KEYS = {
    "integers": [1, 2, 3, 20, 300, 2**70],
    "negative": [1, 2, -3, 0],
    "zero": [0, 0, 0],
    "texts": ["a", "b", "C-d_e", "f.g", "~"],
    "numbers as texts": ["1", "2", "3", "77", "100"],
    "texts to be quoted": ["a", "b", "c d", "ü", "a/b", "100%", "?", "#", "x@y.z", "(a)", "%41"],
    "steps in a path": ["a", "b", ".", "..", "...", ".a", "a.", "a..b"],
    "nothing": [1, 2, None, "", 3],
    "line ends": ["a", "b", "c\n", "\n"],
    "uuids": [uuid.UUID(int=number) for number in range(1, 5)],
    "other types": [1, 2, 2.5, True, False, b"bytes", (1,)],
    "mixed": [1, "1", 2, "2", uuid.UUID(int=1)],
}


def request(scheme=None, version=None, address="/", **extra):
    drf_request = Request(APIRequestFactory().get(address, **extra))
    drf_request.versioning_scheme = scheme
    drf_request.version = version
    return drf_request


class Recommended(versioning.URLPathVersioning):
    default_version = "v9"
    version_param = "version"


class Shouted(versioning.BaseVersioning):
    def reverse(self, viewname, *args, **kwargs):
        return super().reverse(viewname, *args, **kwargs).upper()


class Context(dict):
    """A context of another type than DRF's."""

    def __init__(self):
        super().__init__(request=request())


def numbered(scheme, name, numbers):
    """Return a versioning scheme whose addresses have a number each."""
    method = getattr(scheme, name)
    setattr(scheme, name, lambda *args, **kwargs: f"{method(*args, **kwargs)}?{next(numbers)}")
    return scheme


CONTEXTS = {
    "a plain request": lambda: {"request": request()},
    "Django's own request": lambda: {"request": APIRequestFactory().get("/")},
    "no request to ask": lambda: {"request": None},
    "no request": dict,
    "another host": lambda: {"request": request(HTTP_HOST="example.org:8000")},
    "https": lambda: {"request": request(**{"wsgi.url_scheme": "https"})},
    "a format": lambda: {"request": request(), "format": "json"},
    "a format in the query": lambda: {"request": request(address="/?format=json&x=1")},
    "a version in the path": lambda: {"request": request(versioning.URLPathVersioning(), "v1")},
    "a scheme of the project": lambda: {"request": request(Recommended(), "v2")},
    "a scheme that reverses itself": lambda: {"request": request(Shouted(), "v2")},
    "no version in the path": lambda: {"request": request(versioning.URLPathVersioning())},
    "a namespace": lambda: {"request": request(versioning.NamespaceVersioning(), "v1")},
    "an unknown namespace": lambda: {"request": request(versioning.NamespaceVersioning(), "v7")},
    "a version in the query": lambda: {
        "request": request(versioning.QueryParameterVersioning(), "v 1")
    },
    "a version in a header": lambda: {
        "request": request(versioning.AcceptHeaderVersioning(), "1")
    },
    "a version in the host": lambda: {"request": request(versioning.HostNameVersioning(), "v1")},
    "an odd scheme": lambda: {"request": request(SimpleNamespace(), "v1")},
    "a request that says where it is": lambda: {
        "request": SimpleNamespace(build_absolute_uri=lambda url: f"<{url}>", GET={})
    },
}


def assert_same_links(body, sources, make_context):
    """Assert that both classes make the same of all sources, together and each of them alone."""
    assert_classes_link_alike(*both(body), sources, make_context)


def assert_classes_link_alike(reference, fast, sources, make_context):
    for count in (len(sources), 1):
        for start in range(0, len(sources), count):
            rows = sources[start : start + count]
            expected = links(reference, rows, make_context())
            assert links(fast, rows, make_context()) == expected


def links(serializer_class, rows, context):
    try:
        data = serializer_class(rows, many=True, context=context).data
    except Exception as error:
        return type(error), str(error)
    return spelled_out(data), [named(link) for row in data for link in row.values()]


def named(link):
    """Return what a link says of the object that it was made of."""
    if isinstance(link, list):
        return [named(each) for each in link]
    return getattr(link, "name", None), type(getattr(link, "obj", None))


@pytest.mark.parametrize("keys", KEYS.values(), ids=KEYS)
class TestKeys:
    @pytest.mark.parametrize("view", VIEWS)
    def test_of_rows(self, view, keys):
        assert_same_links(
            lambda: {"url": serializers.HyperlinkedIdentityField(view)},
            [publisher(key) for key in keys],
            CONTEXTS["a plain request"],
        )

    @pytest.mark.parametrize("make_context", CONTEXTS.values(), ids=CONTEXTS)
    def test_in_any_context(self, make_context, keys):
        for view in ("router", "formats", "versioned"):
            assert_same_links(
                lambda view=view: {"url": serializers.HyperlinkedIdentityField(view)},
                [publisher(key) for key in keys],
                make_context,
            )

    @pytest.mark.parametrize("make_field", [
        lambda: serializers.HyperlinkedRelatedField("router", read_only=True),
        lambda: serializers.HyperlinkedRelatedField("formats", read_only=True, format="html"),
        lambda: serializers.HyperlinkedRelatedField(
            "code", read_only=True, lookup_field="code"
        ),
    ], ids=["by key", "with a format", "by another field"])  # fmt: skip
    def test_of_related_rows(self, make_field, keys):
        for make_context in (CONTEXTS["a plain request"], CONTEXTS["a format"]):
            assert_same_links(
                lambda: {"publisher": make_field()},
                [Book(publisher=publisher(key, code=key)) for key in keys],
                make_context,
            )
            assert_same_links(
                lambda: {"publisher": make_field()},
                [{"publisher": SimpleNamespace(pk=key, code=key)} for key in keys],
                make_context,
            )

    @pytest.mark.parametrize("lookup_field", ["code", "initials", "name", "missing"])
    def test_of_another_field_than_the_key(self, keys, lookup_field):
        def body():
            return {
                "url": serializers.HyperlinkedIdentityField(
                    "code", lookup_field=lookup_field, lookup_url_kwarg="code"
                )
            }

        rows = [publisher(5, code=key, name=str(key)) for key in keys]
        unsaved = [publisher(key, code=f"c{number}") for number, key in enumerate(keys)]
        for sources in (rows, unsaved, [SimpleNamespace(pk=1, code=key) for key in keys]):
            assert_same_links(body, sources, CONTEXTS["a plain request"])


def publisher(key, **options):
    """Return a row with any value at all for its key."""
    row = Publisher(**{"name": "Name", **options})
    row.__dict__["id"] = key
    return row


ROWS = [publisher(key, code=f"code-{key}", name=f"Name {key}") for key in range(1, 6)]


class TestSurroundings:
    def body(self, view="router"):
        return {"url": serializers.HyperlinkedIdentityField(view)}

    def test_languages(self):
        for language in ("de", "en", "fr"):
            with translation.override(language):
                assert_same_links(lambda: self.body("local"), ROWS, CONTEXTS["a plain request"])

    def test_a_script_prefix(self):
        for prefix in ("/app/", "/a b/100%/", "/"):
            set_script_prefix(prefix)
            assert_same_links(self.body, ROWS, CONTEXTS["a plain request"])

    @override_settings(ROOT_URLCONF="tests.overrides.urls")
    def test_another_urlconf(self):
        assert_same_links(self.body, ROWS, CONTEXTS["a plain request"])
        assert_same_links(lambda: self.body("publisher-detail"), ROWS, CONTEXTS["a plain request"])

    # In tests, Django keeps the active language somewhere else after this setting was another one.
    @override_settings(LANGUAGE_CODE="de")
    @pytest.mark.parametrize("change", [
        lambda row: translation.activate("de" if row.pk % 2 else "fr"),
        lambda row: set_script_prefix(f"/{row.pk}/"),
    ], ids=["the language", "the prefix"])  # fmt: skip
    def test_that_change_between_the_rows(self, change):
        class Changing:
            def get_change(self, row):
                change(row)

        def body():
            return {
                "before": serializers.HyperlinkedIdentityField("local"),
                "change": serializers.SerializerMethodField(),
                "after": serializers.HyperlinkedIdentityField("local"),
                "get_change": Changing.get_change,
            }

        reference, fast = both(body)
        outcomes = []
        for serializer_class in (reference, fast):
            set_script_prefix("/")
            with translation.override("en"):
                outcomes.append(links(serializer_class, ROWS, CONTEXTS["a plain request"]()))
        set_script_prefix("/")
        assert outcomes[0] == outcomes[1]

    def test_a_context_that_changes_between_the_rows(self):
        requests = [request(HTTP_HOST=f"host{number}") for number in range(len(ROWS))]

        class Changing:
            def get_change(self, row):
                self.context["request"] = requests[row.pk - 1]

        def body():
            return {
                "change": serializers.SerializerMethodField(),
                "url": serializers.HyperlinkedIdentityField("router"),
                "get_change": Changing.get_change,
            }

        assert_same_links(body, ROWS, CONTEXTS["a plain request"])

    def test_a_version_that_changes_between_the_rows(self):
        class Changing:
            def get_change(self, row):
                self.context["request"].version = f"v{row.pk}"

        def body():
            return {
                "change": serializers.SerializerMethodField(),
                "url": serializers.HyperlinkedIdentityField("versioned"),
                "get_change": Changing.get_change,
            }

        assert_same_links(body, ROWS, CONTEXTS["a version in the path"])


class Coded:
    """An object that says how often its code is read."""

    def __init__(self, code):
        self.pk = 1
        self.row = code
        self.read = 0

    @property
    def code(self):
        self.read += 1
        return self.row


class TestCodeOfTheProject:
    @pytest.mark.parametrize("nested", [False, True])
    @pytest.mark.parametrize("make_request", [
        lambda number: request(numbered(versioning.BaseVersioning(), "reverse", number), "v1"),
        lambda number: SimpleNamespace(
            build_absolute_uri=lambda url: f"{url}?{next(number)}", GET={}
        ),
    ], ids=["versioning", "request"])  # fmt: skip
    def test_makes_an_address_anew_for_each_row(self, make_request, nested):
        class Inner(serializers.Serializer):
            url = serializers.HyperlinkedIdentityField("router")

        def body():
            link = serializers.HyperlinkedRelatedField("router", read_only=True)
            return {"publisher": Inner() if nested else link}

        assert_same_links(
            body,
            [Book(publisher=row) for row in (*ROWS[:1] * 3, *ROWS)],
            lambda: {"request": make_request(itertools.count())},
        )

    @pytest.mark.parametrize("make_context", [*CONTEXTS.values(), Context], ids=[*CONTEXTS, "own"])
    @pytest.mark.parametrize("collect", [lambda row: row, lambda row: [row, None, row]])
    def test_is_asked_once_what_an_address_is_made_of(self, make_context, collect):
        def link(**options):
            return serializers.HyperlinkedRelatedField(
                "any", lookup_field="code", lookup_url_kwarg="pk", read_only=True, **options
            )

        def body():
            return {"row": link() if collect(1) == 1 else serializers.ListField(child=link())}

        for code in (1, "a", 2.5, True, uuid.UUID(int=1)):
            read = []
            for serializer_class in both(body):
                coded = [Coded(code), Coded(code)]
                links(serializer_class, [{"row": collect(row)} for row in coded], make_context())
                read.append([row.read for row in coded])
            assert read[0] == read[1]

    @pytest.mark.parametrize("override", ["context", "root"])
    @pytest.mark.parametrize("many", [False, True])
    def test_says_what_the_context_of_a_field_is(self, override, many):
        elsewhere = {
            "context": {"request": None},
            "root": SimpleNamespace(_context={"request": None}),
        }
        link_class = type(
            "Link",
            (serializers.HyperlinkedRelatedField,),
            {override: property(lambda field: elsewhere[override])},
        )
        assert_same_links(
            lambda: {
                "tags" if many else "publisher": link_class("router", read_only=True, many=many)
            },
            [book_with_tags(*ROWS) if many else Book(publisher=row) for row in ROWS],
            CONTEXTS["a plain request"],
        )

    def test_puts_a_link_into_a_field_of_many(self):
        def link(**options):
            return serializers.HyperlinkedRelatedField("router", read_only=True, **options)

        class Replacing:
            def __init__(self, *args, **kwargs):
                super(type(self), self).__init__(*args, **kwargs)
                self.fields["tags"].child_relation = link()

        assert_same_links(
            lambda: {"tags": link(many=True), "__init__": Replacing.__init__},
            [book_with_tags(*ROWS)],
            CONTEXTS["a plain request"],
        )


def book_with_tags(*tags):
    book = Book(pk=1)
    book._prefetched_objects_cache = {"tags": tags}
    return book


class TestSerializers:
    context = staticmethod(CONTEXTS["a plain request"])

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
            self.context,
        )

    def test_of_many_related_rows(self, db):
        book = Book.objects.create(title="t", price=1)
        book.tags.set(Tag.objects.bulk_create(Tag(label=label) for label in "abcde"))
        Review.objects.bulk_create(Review(book=book, stars=stars) for stars in (1, 2, 3))

        def body():
            return {
                "tags": serializers.HyperlinkedRelatedField("router", read_only=True, many=True),
                "labels": serializers.HyperlinkedRelatedField(
                    "code",
                    source="tags",
                    read_only=True,
                    many=True,
                    lookup_field="label",
                    lookup_url_kwarg="code",
                ),
                "reviews": serializers.HyperlinkedRelatedField("short", read_only=True, many=True),
            }

        for rows in (Book.objects.all(), Book.objects.prefetch_related("tags", "reviews")):
            assert_same_links(body, [*rows, *rows, *rows], self.context)

    def test_a_link_is_what_drf_s_is(self):
        _, fast = both(lambda: {"url": serializers.HyperlinkedIdentityField("router")})
        link = fast(ROWS, many=True, context=self.context()).data[3]["url"]
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

        assert_same_links(body, ROWS, self.context)
