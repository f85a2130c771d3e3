"""Pages of cursors that are fetched as rows: the links, the pages and the errors are DRF's."""

import datetime

import pytest
from rest_framework import serializers

from tests.endpoints.paginators import DRF, FastTags, Tags, four_rows, seen_page, told
from tests.endpoints.project import PublisherSerializer, TagSerializer
from tests.models import Book, Publisher, Tag
from tests.relations.serializers import methods, serializer_of

NOON = datetime.datetime(2024, 5, 1, 12, tzinfo=datetime.timezone.utc)


def headline(serializer, book):
    return f"{book.title}: {book.added}"


BOOKS = {
    "queryset": Book.objects.select_related("publisher__country").prefetch_related("tags"),
    "serializer_class": serializer_of(
        serializers.ModelSerializer,
        Book,
        ["id", "title", "pages", "added"],
        {
            "publisher": PublisherSerializer(),
            "tags": TagSerializer(many=True),
            **methods(headline=headline),
        },
    ),
}


def cursors_by(ordering):
    """Return a project's class of cursors."""
    return four_rows(DRF["cursors"], page_size=3, page_size_query_param="size", ordering=ordering)


BY_KEY = cursors_by("pk")
PAGES = [5, 5, 5, 5, 5, 5, 5, 8, 8, 9, 1]


@pytest.fixture(scope="module")
def book_rows(until_the_module_ends):
    with until_the_module_ends():
        publishers = [Publisher.objects.create(name=name, code=name) for name in ("A", "B")]
        tags = [Tag.objects.create(label=f"tag {number}") for number in range(3)]
        for number, pages in enumerate(PAGES):
            book = Book.objects.create(
                title=f"Book {number}",
                publisher=publishers[number % 2],
                price=number,
                pages=pages,
                added=NOON + datetime.timedelta(days=number // 4),
            )
            book.tags.set(tags[: number % 4])
        yield


@pytest.fixture(autouse=True)
def books(book_rows, db):
    """Eleven books, many of which have the same number of pages."""


def walk(path="/", *, cursors=BY_KEY, most=99):
    """Follow every link from `path` on, to the last page and back, and return the paths.

    Each is answered as DRF answers it, with no more queries.
    """
    waiting, seen = [path], []
    while waiting and len(seen) < most:
        path = waiting.pop()
        if path in seen:
            continue
        plain, data, by_drf = told(Tags, path, pagination_class=cursors, **BOOKS)
        fast, _, by_rows = told(FastTags, path, pagination_class=cursors, **BOOKS)
        assert fast == plain, path
        assert by_rows <= by_drf, path
        seen.append(path)
        if data and "results" in data:
            waiting += filter(None, (data["next"], data["previous"]))
    return seen


@pytest.mark.parametrize(
    "ordering",
    ["-pk", "pages", "-added", "publisher_id", ("pages", "pk")],
    ids=str,
)
def test_every_page_and_every_link_is_the_same(ordering):
    assert len(walk(cursors=cursors_by(ordering))) > 4


@pytest.mark.parametrize("ordering", ["publisher__name", "nothing"])
def test_positions_that_are_no_column(ordering):
    assert walk(cursors=cursors_by(ordering))


@pytest.mark.parametrize("ordering", ["added", "-added"])
def test_positions_that_are_null(ordering):
    Book.objects.filter(pages=5).update(added=None)

    assert walk(cursors=cursors_by(ordering))


@pytest.mark.parametrize(
    ("cursor", "ordering"),
    [
        ("!", "pk"),
        ("cj0xJnA9Mg==", "pk"),
        ("bz0xMDAwMA==", "added"),
    ],
)
def test_cursors_that_a_client_makes_up(cursor, ordering):
    assert walk(f"/?cursor={cursor}", cursors=cursors_by(ordering))
    assert walk(f"/?cursor={cursor}&size=11", cursors=cursors_by(ordering))


# What a project overrides of its paginators.


class Sizing:
    def get_page_size(self, request):
        return 4

    def get_ordering(self, request, queryset, view):
        return ("-pages", "pk")


class Linking:
    def get_next_link(self):
        return super().get_next_link() and f"{super().get_next_link()}&rows={self.page[0].pk}"


@pytest.mark.parametrize("own", [Sizing, Linking])
def test_what_a_project_overrides_is_called(own):
    class Cursors(own, BY_KEY): ...

    # Links may have something of the page in them, and are other ones each time.
    assert len(walk(cursors=Cursors, most=9)) > 3


# What the paginator knows.


def test_a_paginator_has_all_that_drf_has_set():
    def state(view_class):
        _, view = seen_page(BY_KEY, Book.objects.all(), view_class=view_class)
        assert type(view.paginator) is view.pagination_class
        return {**vars(view.paginator), "request": None}, view.paginator.to_html()

    # Its page is equal, too: a list of the same instances.
    assert state(FastTags) == state(Tags)
