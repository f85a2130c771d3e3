"""Views and viewsets with fast serializers: their requests, caches and renderers."""

import pytest
from django.template import engines
from django.test import override_settings
from django.utils.decorators import method_decorator
from django.views.decorators.cache import cache_page
from django.views.decorators.vary import vary_on_headers
from rest_framework import renderers, viewsets
from rest_framework.renderers import BrowsableAPIRenderer, JSONRenderer
from rest_framework.test import APIRequestFactory

from tests.endpoints.paginators import DRF, four_rows
from tests.neighbours.library import FAST, PLAIN, assert_apis_agree, urls_of

NEW = {"name": "Seren", "code": "seren"}


class ReadsFastByAction(viewsets.ModelViewSet):
    def get_serializer_class(self):
        reads = self.action in ("list", "retrieve")
        return FAST.publisher if reads else super().get_serializer_class()


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


def test_a_viewset_that_writes_answers_every_request_the_same(books):
    renderers = {"renderer_classes": [BrowsableAPIRenderer, JSONRenderer]}
    answers = assert_apis_agree(
        urls_of(PLAIN, viewsets.ModelViewSet, **renderers),
        urls_of(PLAIN, ReadsFastByAction, **renderers),
        *calls_on(books[1].publisher.pk),
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
