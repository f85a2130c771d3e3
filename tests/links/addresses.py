"""Views, keys and contexts of every kind, and what both classes make links of them."""

from __future__ import annotations

import uuid
from types import SimpleNamespace

from django.conf.urls.i18n import i18n_patterns
from django.urls import include, path, re_path, register_converter
from django.urls.converters import get_converters
from django.utils.translation import gettext_lazy
from rest_framework import serializers, versioning
from rest_framework.request import Request
from rest_framework.reverse import reverse
from rest_framework.test import APIRequestFactory

from tests.differential import both, spelled_out
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


CONVERTERS = ("int", "str", "uuid", "hexadecimal")
inner = [
    path("books/<int:pk>/", page, name="versioned"),
    path("books/<int:pk>.<format>", page, name="versioned"),
]
urlpatterns = [
    *(path(f"{name}/<{name}:pk>/", page, name=name) for name in CONVERTERS),
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


class Shouted(versioning.BaseVersioning):
    def reverse(self, viewname, *args, **kwargs):
        return super().reverse(viewname, *args, **kwargs).upper()


def numbered(scheme, name, numbers):
    """Return a versioning scheme, or a class of one, whose addresses have a number each."""
    method = getattr(scheme, name)
    setattr(scheme, name, lambda *args, **kwargs: f"{method(*args, **kwargs)}?{next(numbers)}")
    return scheme


def a_plain_request():
    return {"request": request()}


SCHEMES = {
    "a version in the path": (versioning.URLPathVersioning, "v1"),
    "no version in the path": (versioning.URLPathVersioning, None),
    "a scheme of the project": (type("Own", (versioning.URLPathVersioning,), {}), "v2"),
    "a scheme that reverses itself": (Shouted, "v2"),
    "a namespace": (versioning.NamespaceVersioning, "v1"),
    "an unknown namespace": (versioning.NamespaceVersioning, "v7"),
    "a version in the query": (versioning.QueryParameterVersioning, "v 1"),
    "a version in a header": (versioning.AcceptHeaderVersioning, "v 1"),
    "a version in the host": (versioning.HostNameVersioning, "v 1"),
    "an odd scheme": (SimpleNamespace, "v1"),
}
CONTEXTS = {
    "a plain request": a_plain_request,
    "Django's own request": lambda: {"request": APIRequestFactory().get("/")},
    "no request to ask": lambda: {"request": None},
    "no request": dict,
    "another host": lambda: {"request": request(HTTP_HOST="example.org:8000")},
    "https": lambda: {"request": request(**{"wsgi.url_scheme": "https"})},
    "a format": lambda: {"request": request(), "format": "json"},
    "a format in the query": lambda: {"request": request(address="/?format=json&x=1")},
    "a request that says where it is": lambda: {
        "request": SimpleNamespace(build_absolute_uri=lambda url: f"<{url}>", GET={})
    },
    **{
        name: lambda scheme=scheme, version=version: {"request": request(scheme(), version)}
        for name, (scheme, version) in SCHEMES.items()
    },
}


def assert_same_links(fields, sources, *about, make_context=a_plain_request):
    """Assert that both classes make the same of all sources, each of them alone and together."""
    assert_classes_link_alike(*both(fields), sources, make_context, about)


def assert_classes_link_alike(reference, fast, sources, make_context=a_plain_request, about=()):
    # The first use of a class is DRF's. Its other uses are compiled.
    for count in (1, len(sources)):
        for start in range(0, len(sources), count):
            rows = sources[start : start + count]
            expected = links(reference, rows, make_context())
            assert links(fast, rows, make_context()) == expected, (about, start, count)


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


NUMBERING_REQUESTS = (
    lambda number: request(numbered(versioning.BaseVersioning(), "reverse", number), "v1"),
    lambda number: request(
        numbered(type("Own", (versioning.BaseVersioning,), {}), "reverse", number)(), "v1"
    ),
    lambda number: SimpleNamespace(build_absolute_uri=lambda url: f"{url}?{next(number)}", GET={}),
)


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


class Imported:
    """Calls a function that it has imported."""

    def get_url(self, obj, view_name, request, format):  # noqa: A002
        return reverse(view_name, kwargs={"pk": obj.pk}, request=request, format=format)


OWN = (Calling, Reversing, Imported)


def own_class(own, base=serializers.HyperlinkedRelatedField):
    return type("Own", (own, base), {})


RELATED = (serializers.HyperlinkedRelatedField, *map(own_class, OWN))
IDENTITY = [own_class(own, identity) for own in OWN]
