"""Pages of cursors that are fetched as rows: the links, the pages and the errors are DRF's."""

from __future__ import annotations

import datetime

import pytest
from rest_framework import generics, pagination, serializers
from rest_framework.renderers import JSONRenderer
from rest_framework.response import Response

from fastserializers import pagination as fast_pagination
from fastserializers.streams import iterate
from fastserializers.views import FastReadMixin
from tests.endpoints.paginators import is_rows, seen_page, told
from tests.endpoints.project import PublisherSerializer, TagSerializer
from tests.models import Book, Publisher, Tag
from tests.relations.serializers import serializer_of

NOON = datetime.datetime(2024, 5, 1, 12, tzinfo=datetime.timezone.utc)

COLUMNS = ["id", "title", "pages", "added"]
DECLARED = {
    "publisher": PublisherSerializer(),
    "tags": TagSerializer(many=True),
    "headline": serializers.SerializerMethodField(),
    "get_headline": lambda serializer, book: f"{book.title}: {book.added}",
}
BookSerializer = serializer_of(serializers.ModelSerializer, Book, COLUMNS, DECLARED)


def by(ordering):
    """Return what makes a project's class of cursors on DRF's or on ours."""
    options = {"page_size": 3, "page_size_query_param": "size", "ordering": ordering}
    return lambda base: type("Cursors", (base,), options)


BY_KEY = by("pk")
DRF, OWN = pagination.CursorPagination, fast_pagination.CursorPagination


class Books(generics.ListAPIView):
    queryset = Book.objects.select_related("publisher__country").prefetch_related("tags")
    serializer_class = BookSerializer
    authentication_classes = permission_classes = ()
    pagination_class = BY_KEY(DRF)
    renderer_classes = (JSONRenderer,)


@pytest.fixture
def books(db):
    publishers = [Publisher.objects.create(name=name, code=name) for name in ("Seren", "Honno")]
    tags = [Tag.objects.create(label=f"tag {number}") for number in range(3)]
    for number in range(11):
        book = Book.objects.create(
            title=f"Book {number}",
            publisher=publishers[number % 2],
            price=number,
            pages=[5, 5, 5, 5, 5, 5, 5, 8, 8, 9, 1][number],
            added=NOON + datetime.timedelta(days=number // 4),
        )
        book.tags.set(tags[: number % 4])


class FastBooks(FastReadMixin, Books):
    pass


def walk(path="/", *, cursors=BY_KEY, most=99, **attributes):
    """Follow every link from `path` on, to the last page and back, and return the paths.

    Each is answered as DRF answers it, with no more queries: by the mixin, and by our class.
    """
    ways = (FastBooks, cursors(DRF)), (Books, cursors(OWN))
    waiting, seen = [path], []
    while waiting and len(seen) < most:
        path = waiting.pop()
        if path in seen:
            continue
        plain, data, by_drf = told(Books, path, pagination_class=cursors(DRF), **attributes)
        for view, pages in ways:
            fast, _, by_rows = told(view, path, pagination_class=pages, **attributes)
            assert fast == plain, (path, view)
            assert by_rows <= by_drf, (path, view)
        seen.append(path)
        if data and "results" in data:
            waiting += filter(None, (data["next"], data["previous"]))
    return seen


ORDERINGS = ["pk", "-pk", "pages", "-pages", "added", "-added", "title", "publisher_id"]
ORDERINGS += [("pages", "pk"), ["-added", "-pages"]]


def test_every_page_and_every_link_is_the_same(books):
    for ordering in ORDERINGS:
        assert len(walk(cursors=by(ordering))) > 4, ordering
    for size in (1, 2, 10, 11, 12, 50):
        assert walk(f"/?size={size}"), size
    for queryset in (Book.objects.filter(pages=77), Book.objects.none()):
        assert walk(queryset=queryset), queryset
    # Positions that are no column, or null.
    for ordering in ("publisher", "-publisher", "publisher__name", "nothing"):
        assert walk(cursors=by(ordering)), ordering
    Book.objects.filter(pages=5).update(added=None)
    for ordering in ("added", "-added", "pages"):
        assert walk(cursors=by(ordering)), ordering


def test_cursors_that_a_client_makes_up(books):
    made_up = ("!", "bz1hYmM=", "cD14", "cj14", "cj0xJnA9Mg==", "bz0xMDAwMA==", "bz0z", "", "é")
    for number, cursor in enumerate(made_up):
        for path in (f"/?cursor={cursor}", f"/?cursor={cursor}&size=11"):
            assert walk(path, cursors=by(("pk", "added")[number % 2])), cursor


class Telling:
    def get_paginated_response(self, data):
        names = "has_next has_previous next_position previous_position display_page_controls"
        known = {name: getattr(self, name, None) for name in names.split()}
        rows = [row.title for row in self.page], [row.pk for row in reversed(self.page)]
        return Response({**super().get_paginated_response(data).data, **known, "rows": rows})


class Encoding:
    def encode_cursor(self, cursor):
        return f"{super().encode_cursor(cursor)}&position={cursor.position}"


class Sizing:
    def get_page_size(self, request):
        return 4

    def get_ordering(self, request, queryset, view):
        return ("-pages", "pk")


class Positioned:
    def _get_position_from_instance(self, instance, ordering):
        return str(instance.pk)


class Linking:
    def get_next_link(self):
        return super().get_next_link() and f"{super().get_next_link()}&rows={self.page[0].pk}"


class Looking:
    def paginate_queryset(self, queryset, request, view=None):
        page = super().paginate_queryset(queryset, request, view)
        self.display_page_controls = self.has_next
        return page


class Locked:
    def __setattr__(self, name, value):
        super().__setattr__(name, value)


OVERRIDES = [Telling, Encoding, Sizing, Positioned, Linking, Looking, Locked]


@pytest.mark.parametrize("own", OVERRIDES)
def test_what_a_project_overrides_is_called(books, own):
    def cursors(base):
        return type("Cursors", (own, BY_KEY(base)), {})

    # Links may have something of the page in them, and are other ones each time.
    assert len(walk(cursors=cursors, most=9)) > 3


def test_a_method_before_a_relation_that_nobody_loaded(books):
    """The row after the page has its instance before the relation is loaded for the others."""
    headline = serializer_of(BookSerializer, Book, ["headline", "publisher"])
    assert len(walk(queryset=Book.objects.all(), serializer_class=headline)) > 3


def test_nothing_is_fetched_after_the_page(books, django_assert_num_queries):
    with django_assert_num_queries(2):
        page, view = seen_page(BY_KEY(DRF), view_class=FastBooks)
    assert is_rows(page)
    with django_assert_num_queries(0):
        assert view.paginator.page is page
        streamed = [*iterate(view.get_serializer(page, many=True))]
        assert view.paginator.get_next_link() is not None
        assert [row["title"] for row in streamed] == [book.title for book in page]
    page.append(page[0])
    assert (len(page), view.paginator.has_next, len(view.paginator.page)) == (4, True, 4)


def test_a_paginator_has_all_that_drf_has_set(books):
    def state(view_class):
        _, view = seen_page(BY_KEY(DRF), Book.objects.all(), view_class=view_class)
        assert type(view.paginator) is view.pagination_class
        return {**vars(view.paginator), "request": None}, view.paginator.to_html()

    # Its page is equal, too: a list of the same instances.
    assert state(FastBooks) == state(Books)
