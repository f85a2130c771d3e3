"""Versioning, format suffixes, and links in responses."""

from __future__ import annotations

import pytest
from django.urls import include, path, re_path
from rest_framework import versioning, viewsets
from rest_framework.response import Response
from rest_framework.reverse import reverse

from tests.neighbours.library import FLAVOURS, PLAIN, assert_apis_agree, urls_of


class VersionedViewSet(viewsets.ReadOnlyModelViewSet):
    """Answers with its version and with links that it makes itself, too."""

    def retrieve(self, request, *args, **kwargs):
        book = super().retrieve(request, *args, **kwargs)
        link = reverse("book-list", request=request, format=kwargs.get("format"))
        return Response(
            {"book": book.data, "link": link, "version": request.version},
            headers={"Location": self.reverse_action("list")},
        )


def in_the_path(urls):
    return (re_path("^(?P<version>v1|v2)/", include(list(urls))),)


def in_a_namespace(urls):
    return tuple(
        path(f"{version}/", include((list(urls), "library"), namespace=version))
        for version in ("v1", "v2")
    )


def as_they_are(urls):
    return urls


SCHEMES = {
    versioning.URLPathVersioning: (in_the_path, "/v2{}", {}),
    versioning.NamespaceVersioning: (in_a_namespace, "/v2{}", {}),
    versioning.QueryParameterVersioning: (as_they_are, "{}?version=v2", {}),
    versioning.HostNameVersioning: (as_they_are, "{}", {"host": "v2.example.org"}),
    versioning.AcceptHeaderVersioning: (
        as_they_are,
        "{}",
        {"accept": "application/json; version=v2"},
    ),
}


@pytest.mark.parametrize("scheme", SCHEMES)
def test_every_versioning_scheme_gives_the_same_links(books, scheme, settings):
    settings.ALLOWED_HOSTS = ["*"]
    arrange, address, headers = SCHEMES[scheme]
    paths = ("/books/", f"/books/{books[4].pk}/", f"/books/{books[4].pk}.json", "/books/0/")
    calls = [address.format(path) for path in paths]
    for flavour in FLAVOURS:
        urls = [
            arrange(urls_of(which, VersionedViewSet, versioning_class=scheme))
            for which in (PLAIN, flavour)
        ]
        answers = assert_apis_agree(*urls, *calls, headers=headers)
        assert [answer.status_code for answer in answers] == [200, 200, 200, 404]
        assert answers[1].data["version"] == "v2"


def test_every_format_suffix_gives_the_same_answer(books):
    for suffix in (".json", ".api", "/?format=json", "/?format=api", ".xml"):
        paths = [f"/books{suffix}", f"/books/{books[4].pk}{suffix}"]
        for flavour in FLAVOURS:
            answers = assert_apis_agree(urls_of(PLAIN), urls_of(flavour), *paths)
            assert {answer.status_code for answer in answers} == {404 if suffix == ".xml" else 200}
