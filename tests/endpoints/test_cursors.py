"""Pages of cursors that are fetched as rows: the links, the pages and the errors are DRF's."""

from __future__ import annotations

import datetime

import pytest
from django.db import connection, transaction
from django.db.models import F, Prefetch
from django.test import RequestFactory
from django.test.utils import CaptureQueriesContext
from rest_framework import filters, generics, pagination, serializers
from rest_framework.renderers import AdminRenderer, BrowsableAPIRenderer, JSONRenderer
from rest_framework.response import Response

from fastserializers import pagination as fast_pagination
from fastserializers.streams import iterate
from fastserializers.views import FastReadMixin
from tests.endpoints.paginators import is_rows
from tests.models import Book, Publisher, Tag
from tests.neighbours.library import CSRF_TOKEN

NOON = datetime.datetime(2024, 5, 1, 12, tzinfo=datetime.timezone.utc)


class PublisherSerializer(serializers.ModelSerializer):
    class Meta:
        model = Publisher
        fields = ("id", "name")


class TagSerializer(serializers.ModelSerializer):
    class Meta:
        model = Tag
        fields = ("id", "label")


class BookSerializer(serializers.ModelSerializer):
    publisher = PublisherSerializer()
    tags = TagSerializer(many=True)
    headline = serializers.SerializerMethodField()

    class Meta:
        model = Book
        fields = ("id", "title", "pages", "added", "publisher", "tags", "headline")

    def get_headline(self, book) -> str:
        return f"{book.title}: {book.added}"


class Cursors(pagination.CursorPagination):
    page_size = 3
    page_size_query_param = "size"
    ordering = "pk"


class OwnCursors(fast_pagination.CursorPagination):
    page_size = 3
    page_size_query_param = "size"
    ordering = "pk"


class Books(generics.ListAPIView):
    queryset = Book.objects.select_related("publisher").prefetch_related("tags")
    serializer_class = BookSerializer
    authentication_classes = permission_classes = ()
    pagination_class = Cursors
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


def answer_of(view_class, path, **attributes):
    """Return what a view answers, or the error that it raises."""
    view = type("BookList", (view_class,), attributes).as_view()
    try:
        with transaction.atomic():
            return view(RequestFactory().get(path)).render()
    except Exception as error:
        return error


def told(answer):
    if isinstance(answer, Exception):
        return type(answer), str(answer)
    content = CSRF_TOKEN.sub(b"", answer.content)
    return answer.status_code, content, sorted(answer.headers.items())


def fast_view(view, how):
    return type("Fast", (FastReadMixin, view), {}) if how != "class" else view


def walk(how, path="/", *, view=Books, cursors=None, queries=True, **attributes):
    """Follow every link from `path` on, to the last page and back, and return the paths.

    Each is answered as DRF answers it, with no more queries.
    """
    drf = cursors or attributes.pop("pagination_class", Cursors)
    base = OwnCursors if how != "mixin" else Cursors
    own = type("Cursors", (base,), own_attributes(drf))
    waiting, seen = [path], {}
    while waiting:
        path = waiting.pop()
        if path in seen:
            continue
        with CaptureQueriesContext(connection) as by_drf:
            plain = answer_of(view, path, pagination_class=drf, **attributes)
        with CaptureQueriesContext(connection) as by_rows:
            fast = answer_of(fast_view(view, how), path, pagination_class=own, **attributes)
        assert told(fast) == told(plain), path
        assert len(by_rows) <= len(by_drf) or not queries
        seen[path] = plain
        if getattr(plain, "data", None) and "results" in plain.data:
            waiting += filter(None, (plain.data["next"], plain.data["previous"]))
    return seen


def own_attributes(cls):
    return {name: value for name, value in vars(cls).items() if not name.startswith("__")}


WAYS = ("mixin", "class")
ORDERINGS = [
    "pk",
    "-pk",
    "pages",
    "-pages",
    "added",
    "-added",
    ("pages", "pk"),
    ["-added", "-pages"],
    "title",
    "publisher_id",
]


def ordered(ordering, base=Cursors):
    return type("Ordered", (base,), {"ordering": ordering})


def test_every_page_and_every_link_is_the_same(books):
    for number, ordering in enumerate(ORDERINGS):
        assert len(walk(WAYS[number % 2], cursors=ordered(ordering))) > 4, ordering


def test_whatever_the_setting_says(books, settings):
    for setting in ({"ROWS": False}, {"ENABLED": False}, {"VERIFY": 1}):
        settings.FASTSERIALIZERS = setting
        for ordering in ("pk", "-pages"):
            queries = "VERIFY" not in setting
            assert len(walk("mixin", cursors=ordered(ordering), queries=queries)) > 4, setting


def test_every_size_of_a_page(books):
    for size in (1, 2, 10, 11, 12, 50):
        assert walk("mixin", f"/?size={size}")


def test_positions_that_are_null(books):
    Book.objects.filter(pages=5).update(added=None)
    for ordering in ("added", "-added", "pages"):
        assert walk("mixin", cursors=ordered(ordering)), ordering


def test_orderings_whose_position_is_no_column(books):
    for ordering in ("publisher", "-publisher", "publisher__name", "nothing"):
        assert walk("mixin", cursors=ordered(ordering)), ordering


def test_no_rows(books):
    for queryset in (Book.objects.filter(pages=77), Book.objects.none()):
        assert walk("mixin", queryset=queryset)


INVALID = ["!", "bz1hYmM=", "cD14", "cj14", "cj0xJnA9Mg==", "bz0xMDAwMA==", "bz0z", "", "é"]


def test_cursors_that_a_client_makes_up(books):
    for number, cursor in enumerate(INVALID):
        cursors = ordered(("pk", "added")[number % 2])
        for path in (f"/?cursor={cursor}", f"/?cursor={cursor}&size=11"):
            assert walk("mixin", path, cursors=cursors), cursor


def test_a_filter_that_orders(books):
    class Ordered(Books):
        filter_backends = (filters.OrderingFilter,)
        ordering_fields = ("pages", "added", "pk")

    for query in ("?ordering=-pages", "?ordering=added,-pk", "?ordering=x"):
        for how in WAYS:
            assert len(walk(how, f"/{query}", view=Ordered)) > 3, query


QUERYSETS = {
    "annotated": Book.objects.annotate(doubled=F("pages") * 2),
    "deferred": Book.objects.defer("pages"),
    "only": Book.objects.only("title"),
    "distinct": Book.objects.distinct(),
    "nothing joined": Book.objects.all(),
    "to_attr": Book.objects.prefetch_related(Prefetch("tags", to_attr="some")),
    "sliced": Book.objects.all()[:4],
}


def test_every_kind_of_queryset(books):
    for case, queryset in QUERYSETS.items():
        cursors = ordered("doubled" if case == "annotated" else "pages")
        assert walk("mixin", cursors=cursors, queryset=queryset), case


@pytest.mark.parametrize("renderer", [BrowsableAPIRenderer, AdminRenderer])
def test_the_page_controls_of_the_browsable_api(books, renderer):
    assert len(walk("mixin", renderer_classes=[renderer, JSONRenderer])) > 4


class Telling:
    """Tells what it knows of the page."""

    def get_paginated_response(self, data):
        names = ("has_next", "has_previous", "next_position", "previous_position")
        names += ("display_page_controls",)
        response = super().get_paginated_response(data)
        told_by_itself = {name: getattr(self, name, None) for name in names}
        rows = [row.title for row in self.page], len(self.page), bool(self.page)
        ends = [row.pk for row in (*self.page[:1], *self.page[-1:])] if self.page else []
        back = [row.pk for row in reversed(self.page)]
        return Response({**response.data, **told_by_itself, "rows": [rows, ends, back]})


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


@pytest.mark.parametrize("how", WAYS)
@pytest.mark.parametrize("own", OVERRIDES)
def test_what_a_project_overrides_is_called(books, how, own):
    def cursors(base):
        return type("Cursors", (own, base), {})

    seen, waiting = set(), ["/"]
    while waiting and len(seen) < 9:
        path = waiting.pop()
        if path in seen:
            continue
        seen.add(path)
        plain = answer_of(Books, path, pagination_class=cursors(Cursors))
        base = OwnCursors if how != "mixin" else Cursors
        fast = answer_of(fast_view(Books, how), path, pagination_class=cursors(base))
        assert told(fast) == told(plain)
        waiting += filter(None, (plain.data["next"], plain.data["previous"]))
    assert len(seen) > 3


def seen_page(queryset, path="/", cursors=Cursors):
    """Return the page that a view with the mixin gets, and the view."""
    view = type("BookList", (FastReadMixin, Books), {})(pagination_class=cursors)
    view.setup(RequestFactory().get(path))
    view.request, view.format_kwarg = view.initialize_request(view.request), None
    return view.paginate_queryset(queryset), view


def test_links_ask_for_nothing_after_the_page(books, django_assert_num_queries):
    with django_assert_num_queries(2):
        page, view = seen_page(Books.queryset.all())
    assert is_rows(page)
    with django_assert_num_queries(0):
        assert view.paginator.page is page
        data = view.get_serializer(page, many=True).data
        assert view.paginator.get_next_link() is not None
        assert [row["id"] for row in data] == [book.pk for book in page]


def test_a_paginator_has_all_that_drf_has_set(books):
    def state(*bases):
        view = type("BookList", (*bases, Books), {})(pagination_class=Cursors)
        view.setup(RequestFactory().get("/"))
        view.request, view.format_kwarg = view.initialize_request(view.request), None
        view.paginate_queryset(Book.objects.all())
        assert type(view.paginator) is Cursors
        return {**vars(view.paginator), "request": None}, view.paginator.to_html()

    assert state(FastReadMixin) == state()


def test_a_page_that_is_changed_leaves_the_links_as_they_were(books):
    page, view = seen_page(Book.objects.all())
    page.append(page[0])
    assert (len(page), view.paginator.has_next, len(view.paginator.page)) == (4, True, 4)


def test_the_rows_are_those_from_before_a_write(books):
    page, view = seen_page(Book.objects.all())
    Book.objects.filter(title__in=["Book 1", "Book 4"]).delete()
    titles = [row["title"] for row in view.get_serializer(page, many=True).data]
    assert titles == ["Book 0", "Book 1", "Book 2"]
    assert view.paginator.has_next


def test_a_page_that_is_given_to_a_stream(books, django_assert_num_queries):
    page, view = seen_page(Books.queryset.all())
    with django_assert_num_queries(0):
        rows = [*iterate(view.get_serializer(page, many=True))]
    assert [row["title"] for row in rows] == ["Book 0", "Book 1", "Book 2"]
