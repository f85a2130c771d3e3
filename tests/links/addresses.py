"""Views, keys and contexts of every kind, and the links that serializers make of them."""

import itertools
import uuid
from functools import partial

from django.conf.urls.i18n import i18n_patterns
from django.urls import URLPattern, include, path, re_path, register_converter
from django.urls.converters import get_converters
from django.utils.translation import gettext_lazy
from rest_framework import serializers, versioning
from rest_framework.request import Request
from rest_framework.test import APIRequestFactory

from tests.differential import assert_alike, made_of, spelled_out
from tests.models import Publisher


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
    path("uuid/<uuid:pk>/", page, name="uuid"),
    path("hexadecimal/<hexadecimal:pk>/", page, name="hexadecimal"),
    path("slug/<slug:pk>", page, name="slug"),
    path("path/<path:pk>/end", page, name="path"),
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

# All that have a name above, and names in namespaces, or of nothing.
VIEWS = [
    *dict.fromkeys(pattern.name for pattern in urlpatterns if isinstance(pattern, URLPattern)),
    "local",
    "missing",
    "versioned",
    "v1:versioned",
    "books:versioned",
    "shelf:versioned",
    "a:b:versioned",
    "nowhere:versioned",
    "a:missing",
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


class OwnVersioning(versioning.URLPathVersioning): ...


def a_plain_request():
    return {"request": request()}


class LocatedRequest:
    """A request that says itself where it is."""

    GET = {}

    def build_absolute_uri(self, url):
        return f"<{url}>"


def in_version(scheme, version):
    return {"request": request(scheme(), version)}


def context_of(make_request, **more):
    return {"request": make_request(), **more}


# Functions that return a context.
CONTEXTS = {
    "a plain request": a_plain_request,
    "Django's own request": partial(context_of, partial(APIRequestFactory().get, "/")),
    "no request to ask": {"request": None}.copy,
    "no request": dict,
    "another host": partial(context_of, partial(request, HTTP_HOST="example.org:8000")),
    "https": partial(context_of, partial(request, **{"wsgi.url_scheme": "https"})),
    "a format": partial(context_of, request, format="json"),
    "a format in the query": partial(context_of, partial(request, address="/?format=json&x=1")),
    "a request that says where it is": partial(context_of, LocatedRequest),
    "a version in the path": partial(in_version, versioning.URLPathVersioning, "v1"),
    "no version in the path": partial(in_version, versioning.URLPathVersioning, None),
    "a scheme of the project": partial(in_version, OwnVersioning, "v2"),
    "a namespace": partial(in_version, versioning.NamespaceVersioning, "v1"),
    "a version in the query": partial(in_version, versioning.QueryParameterVersioning, "v 1"),
}


def assert_same_links(fields, sources, make_context=a_plain_request):
    """Assert that a class of `fields` makes the same of each source, and of all in a list."""
    cls = made_of(fields)

    def all_links():
        alone = [[source] for source in sources]
        return [links(cls, rows, make_context()) for rows in (*alone, sources)]

    assert_alike(all_links)


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


identity = serializers.HyperlinkedIdentityField


def related(view, field_class=serializers.HyperlinkedRelatedField, **options):
    return field_class(view, read_only=True, **options)


def publisher(key, **options):
    """Return a row with any value at all for its key."""
    row = Publisher(**{"name": "Name", **options})
    row.__dict__["id"] = key
    return row


ROWS = [publisher(key, code=f"code-{key}", name=f"Name {key}") for key in range(1, 6)]


class NumberingVersioning(versioning.BaseVersioning):
    """A scheme whose addresses have a number each."""

    def __init__(self):
        self.numbers = itertools.count()

    def reverse(self, *args, **kwargs):
        return f"{super().reverse(*args, **kwargs)}?{next(self.numbers)}"


def a_scheme_that_is_patched():
    numbers, scheme = itertools.count(), versioning.BaseVersioning()
    reverse_by_scheme = scheme.reverse

    def reverse_and_number(*args, **kwargs):
        return f"{reverse_by_scheme(*args, **kwargs)}?{next(numbers)}"

    scheme.reverse = reverse_and_number
    return {"request": request(scheme, "v1")}


NUMBERING = [a_scheme_that_is_patched, partial(in_version, NumberingVersioning, "v1")]


# What a project's `get_url()` does.


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


class CallingLink(Calling, serializers.HyperlinkedRelatedField): ...


class ReversingLink(Reversing, serializers.HyperlinkedRelatedField): ...


class CallingIdentity(Calling, identity): ...


class ReversingIdentity(Reversing, identity): ...


RELATED = [serializers.HyperlinkedRelatedField, CallingLink, ReversingLink]
