"""Every pagination class of DRF, with both JSON renderers and with the browsable API."""

from __future__ import annotations

import pytest
from rest_framework import pagination
from rest_framework.renderers import BrowsableAPIRenderer, JSONRenderer

from fastserializers.renderers import OrjsonRenderer
from tests.neighbours.library import assert_same_answers


class PageNumbers(pagination.PageNumberPagination):
    page_size = 3
    page_size_query_param = "size"


class Offsets(pagination.LimitOffsetPagination):
    default_limit = 3


class Cursors(pagination.CursorPagination):
    page_size = 3
    ordering = "-pages"


PATHS = {
    PageNumbers: ("?page=2", "?page=last", "?size=50", "?size=2&page=3", "?page=9", "?page=x"),
    Offsets: ("?offset=3", "?limit=50", "?limit=2&offset=6", "?offset=50", "?limit=x"),
    Cursors: ("?cursor=cj0w", "?cursor=!", "?page_size=2"),
}


@pytest.mark.usefixtures("books")
@pytest.mark.parametrize("pagination_class", PATHS)
def test_every_page_is_the_same(pagination_class):
    for renderer in (JSONRenderer, OrjsonRenderer):
        path = "/books/"
        seen = []
        while path:
            page = assert_same_answers(
                path,
                pagination_class=pagination_class,
                renderer_classes=[JSONRenderer],
                fast={"renderer_classes": [renderer]},
            )
            seen += [book["pages"] for book in page.data["results"]]
            path = page.data["next"]
        assert sorted(seen) == [0, 100, 200, 300, 400, 500, 600]
    for accept in ("application/json", "text/html"):
        assert_same_answers(
            *(f"/books/{query}" for query in PATHS[pagination_class]),
            pagination_class=pagination_class,
            headers={"accept": accept},
            renderer_classes=[JSONRenderer, BrowsableAPIRenderer],
        )
