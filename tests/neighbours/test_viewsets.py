"""Views and viewsets with fast serializers: their requests, caches and renderers.

`tests.adoption` asks a whole project, by each of its addresses.
"""

import pytest
from django.template import engines
from django.test import override_settings
from django.utils.decorators import method_decorator
from django.views.decorators.cache import cache_page
from django.views.decorators.vary import vary_on_headers
from rest_framework import renderers, serializers, viewsets
from rest_framework.decorators import action
from rest_framework.renderers import AdminRenderer, BrowsableAPIRenderer, JSONRenderer
from rest_framework.response import Response
from rest_framework.test import APIRequestFactory

from fastserializers.views import FastReadMixin
from tests.endpoints.paginators import DRF, four_rows
from tests.neighbours.library import FAST, PLAIN, assert_apis_agree, urls_of

NEW = {"name": "Seren", "code": "seren"}


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


class CodeSerializer(serializers.BaseSerializer):
    def to_representation(self, instance):
        return {"title": str(instance)}


class Choosing(viewsets.ModelViewSet):
    def get_serializer(self, *args, **kwargs):
        serializer = super().get_serializer(*args, **kwargs)
        if self.request is not None:
            for name in self.request.GET.getlist("without"):
                getattr(serializer, "child", serializer).fields.pop(name)
        return serializer

    @action(detail=False, serializer_class=CodeSerializer)
    def titles(self, request):
        return Response(self.get_serializer(self.get_queryset(), many=True).data)

    @action(detail=False)
    def checked(self, request):
        """Validates what it is asked for by the serializer that it answers with."""
        asked = self.get_serializer(data=request.query_params, partial=True)
        asked.is_valid(raise_exception=True)
        found = self.get_queryset().filter(**asked.validated_data)
        return Response(self.get_serializer(found, many=True).data)


class FastChoosing(FastReadMixin, Choosing): ...


class ReadsFastByAction(Choosing):
    def get_serializer_class(self):
        cls = super().get_serializer_class()
        fast = {PLAIN.book: FAST.book, PLAIN.publisher: FAST.publisher}
        return fast[cls] if self.action in ("list", "retrieve") else cls


@pytest.mark.parametrize(
    ("view", "renderer", "kind"),
    [
        (FastChoosing, JSONRenderer, None),
        (FastChoosing, BrowsableAPIRenderer, "cursors"),
        (FastChoosing, AdminRenderer, "numbers"),
        (ReadsFastByAction, BrowsableAPIRenderer, None),
    ],
)
def test_a_viewset_answers_every_request_the_same(books, view, renderer, kind):
    attributes = {
        "renderer_classes": [renderer, JSONRenderer],
        "pagination_class": four_rows(DRF[kind]) if kind else None,
    }
    calls = [
        "/books/?without=title&without=tags",
        f"/books/{books[4].pk}/?without=url",
        "/books/?page=2",
        "/books/?offset=4",
        "/books/?cursor=x",
        "/books/0/",
        "/publishers/titles/",
        "/publishers/checked/?name=Honno",
        *calls_on(books[1].publisher.pk),
    ]
    if renderer is not AdminRenderer:
        # DRF's own admin raises an error.
        calls.append("/publishers/checked/?name=")

    answers = assert_apis_agree(
        urls_of(PLAIN, Choosing, **attributes), urls_of(PLAIN, view, **attributes), *calls
    )

    assert {answer.status_code for answer in answers} >= {200, 400, 404, 405}


class CachedViewSet(viewsets.ReadOnlyModelViewSet):
    pagination_class = four_rows(DRF["numbers"], page_size=3)

    @method_decorator(cache_page(60))
    @method_decorator(vary_on_headers("Accept", "X-Library"))
    def dispatch(self, request, *args, **kwargs):
        return super().dispatch(request, *args, **kwargs)


@pytest.mark.parametrize("accept", ["application/json", "text/html"])
def test_a_cached_page_is_the_same_page(books, accept):
    """The second answer of each is pickled: the cache does that."""
    calls = [f"/books/{books[4].pk}/", "/books/", "/books/?page=2", "/books/?page=9"]
    headers = {"accept": accept, "x-library": "1"}
    plain, fast = urls_of(PLAIN, CachedViewSet), urls_of(FAST, CachedViewSet)
    assert_apis_agree(plain, fast, *calls, *calls, headers=headers)


TEMPLATES = {
    "data": "{{ data.title }} {{ data.publisher.name }} {{ data.tags.0.label }} {{ data }}",
    "fields": "{% for field in form %}{{ field.name }}: {{ field.value }} {{ field.label }},"
    "{% endfor %}",
    "one field": "{{ form.title.value }} {{ form.publisher.name.value }} {{ form.title.errors }}",
    "a form": "{% load rest_framework %}{% render_form form %}",
    "a form in another style": "{% load rest_framework %}"
    "{% render_form form template_pack='rest_framework/inline' %}",
}


def rendered(flavour, books):
    """Return what templates make of a flavour's serializers, and a form in parts."""
    context = {"request": APIRequestFactory().get("/")}
    with override_settings(ROOT_URLCONF=urls_of(flavour)):
        for name, template in TEMPLATES.items():
            for number in (0, 4):
                form = flavour.book(books[number], context=context)
                given = {"form": form, "data": form.data}
                yield name, engines["django"].from_string(template).render(given)
        data = flavour.publisher(books[1].publisher, context=context).data
    # A form has no way to say None.
    data["country"] = data["country"] or ""
    yield "parts", renderers.MultiPartRenderer().render(data)


def test_templates_and_forms_are_the_same(books):
    expected = [*rendered(PLAIN, books)]
    assert "Book 4" in expected[1][1]
    assert "Honno" in str(expected[-1])
    assert [*rendered(FAST, books)] == expected
