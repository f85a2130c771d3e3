"""Viewsets and generic views that read fast and write with a plain serializer."""

from __future__ import annotations

import pytest
from rest_framework import viewsets
from rest_framework.decorators import action
from rest_framework.renderers import AdminRenderer, BrowsableAPIRenderer, JSONRenderer
from rest_framework.response import Response

from fastserializers import read_only
from fastserializers.exceptions import ReadOnlySerializerError
from tests.neighbours.library import FAST, PLAIN, TWINS, answers_of, assert_apis_agree, urls_of

FAST_OF = {PLAIN.book: FAST.book, PLAIN.publisher: FAST.publisher}
NEW = {"name": "Seren", "code": "seren"}

every_renderer = pytest.mark.parametrize(
    "renderer", [JSONRenderer, BrowsableAPIRenderer, AdminRenderer]
)


class TwinsByMethod:
    def get_serializer_class(self):
        serializer_class = super().get_serializer_class()
        return read_only(serializer_class) if self.request.method == "GET" else serializer_class


class FastByAction:
    def get_serializer_class(self):
        serializer_class = super().get_serializer_class()
        reads = self.action in ("list", "retrieve")
        return FAST_OF[serializer_class] if reads else serializer_class


def calls_on(pk):
    """Return every kind of request, among them some that are refused, and readings of the rows."""
    each, all_of_them = f"/publishers/{pk}/", "/publishers/"
    return [
        all_of_them,
        each,
        ("options", all_of_them, None),
        ("options", each, None),
        ("post", all_of_them, NEW),
        ("post", all_of_them, NEW | {"name": ""}),
        ("post", each, NEW),
        all_of_them,
        ("put", each, {"name": "Gomer", "code": "gomer"}),
        ("put", each, {"code": "honno"}),
        ("patch", each, {"name": "Gomer & Co."}),
        ("patch", each, {"country": 0}),
        each,
        ("delete", each, None),
        each,
        all_of_them,
    ]


@every_renderer
def test_a_viewset_that_writes_answers_every_request_the_same(books, renderer):
    renderers = {"renderer_classes": [renderer, JSONRenderer]}
    for choice in (TwinsByMethod, FastByAction):
        reads_fast = type("ReadsFast", (choice, viewsets.ModelViewSet), {})
        answers = assert_apis_agree(
            urls_of(PLAIN, viewsets.ModelViewSet, **renderers),
            urls_of(PLAIN, reads_fast, **renderers),
            *calls_on(books[1].publisher.pk),
        )
        assert {answer.status_code for answer in answers} >= {200, 400, 404, 405}


@every_renderer
def test_a_write_that_is_answered_with_a_fast_serializer_is_the_same(books, renderer):
    def parent(answering):
        class AnsweringViewSet(viewsets.ModelViewSet):
            renderer_classes = [renderer, JSONRenderer]

            def create(self, request, *args, **kwargs):
                serializer = self.get_serializer(data=request.data)
                serializer.is_valid(raise_exception=True)
                made = answering(serializer.save(), context=self.get_serializer_context())
                return Response(made.data, status=201)

            @action(detail=False, methods=["post"])
            def rename(self, request):
                self.get_queryset().update(name=request.data["name"])
                return Response(answering(self.get_queryset(), many=True).data)

        return AnsweringViewSet

    calls = [("post", "/publishers/", NEW), ("post", "/publishers/rename/", {"name": "Y Lolfa"})]
    expected = urls_of(PLAIN, parent(PLAIN.publisher))
    for flavour in (FAST, TWINS):
        urls = urls_of(PLAIN, parent(flavour.publisher))
        answers = assert_apis_agree(expected, urls, *calls)
        assert [answer.status_code for answer in answers] == [201, 200]


@every_renderer
def test_a_view_that_should_not_have_a_fast_serializer_says_so_when_it_writes(books, renderer):
    renderers = {"renderer_classes": [renderer, JSONRenderer]}
    expected = urls_of(PLAIN, viewsets.ModelViewSet, **renderers)
    each = f"/publishers/{books[1].publisher.pk}/"
    reading = ["/publishers/", each, ("options", "/publishers/", None), ("options", each, None)]
    for flavour in (FAST, TWINS):
        urls = urls_of(flavour, viewsets.ModelViewSet, **renderers)
        assert_apis_agree(expected, urls, *reading)
        with pytest.raises(ReadOnlySerializerError, match="PublisherSerializer is read-only"):
            answers_of(urls, [("post", "/publishers/", NEW)])
