"""The pages of the browsable API, by Django's test client."""

from __future__ import annotations

import re

import pytest
from rest_framework.pagination import PageNumberPagination
from rest_framework.renderers import AdminRenderer, BrowsableAPIRenderer, JSONRenderer

from fastserializers.renderers import OrjsonRenderer
from tests.models import Book
from tests.neighbours.library import assert_same_answers

INPUT = re.compile(r"<(?:input|select|textarea)[^>]* name=.(\w+)")


class Pages(PageNumberPagination):
    page_size = 3


def calls_on(pk):
    return [
        "/books/",
        "/books/?page=2",
        f"/books/{pk}/",
        f"/books/{pk}/?format=json",
        "/books/0/",
        ("post", "/books/", {"title": "x"}),
        ("options", "/books/", None),
        "/",
    ]


either_renderer = pytest.mark.parametrize("page_renderer", [BrowsableAPIRenderer, AdminRenderer])


@either_renderer
def test_every_page_is_the_same_and_has_no_form_to_write(books, page_renderer):
    for call in calls_on(books[4].pk):
        answer = assert_same_answers(
            call,
            headers={"accept": "text/html"},
            pagination_class=Pages,
            renderer_classes=[page_renderer, JSONRenderer],
            fast={"renderer_classes": [page_renderer, OrjsonRenderer]},
        )
        assert set(INPUT.findall(answer.text)) <= {"csrfmiddlewaretoken"}, call


@pytest.mark.django_db
@either_renderer
def test_a_list_without_rows_is_the_same_page(page_renderer):
    Book.objects.all().delete()
    renderers = [page_renderer, JSONRenderer]
    answer = assert_same_answers("/books/", renderer_classes=renderers)
    assert answer["Content-Type"].startswith("text/html")
