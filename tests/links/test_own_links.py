"""Hyperlinked fields whose `get_url()` is the project's, and asks `self.reverse()` for URLs."""

import pytest
from django.core.handlers.wsgi import WSGIRequest
from django.test import RequestFactory
from django.utils import translation
from rest_framework import serializers

from fastserializers import FastReadOnlySerializer
from tests.differential import of_body
from tests.links.addresses import (
    ROWS,
    CallingIdentity,
    assert_same_links,
    request,
)

pytestmark = pytest.mark.urls("tests.links.addresses")


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
