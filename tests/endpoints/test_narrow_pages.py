"""A page is fetched with the columns that are read alone; to a later look, it is whole."""

from __future__ import annotations

import pytest
from django.db import connection, transaction
from django.db.models import F
from django.test import RequestFactory
from django.test.utils import CaptureQueriesContext
from rest_framework import generics, pagination, serializers
from rest_framework.renderers import AdminRenderer, BrowsableAPIRenderer, JSONRenderer

from fastserializers.views import FastReadMixin
from tests.models import Book, Publisher
from tests.neighbours.library import CSRF_TOKEN


class BriefSerializer(serializers.ModelSerializer):
    class Meta:
        model = Book
        fields = ("id", "title", "price", "added", "publisher")


class Numbers(pagination.PageNumberPagination):
    page_size = 3


class Offsets(pagination.LimitOffsetPagination):
    default_limit = 3


class Cursors(pagination.CursorPagination):
    page_size = 3
    ordering = "pk"


class Books(generics.ListAPIView):
    queryset = Book.objects.order_by("pk")
    serializer_class = BriefSerializer
    authentication_classes = permission_classes = ()
    pagination_class = Numbers
    renderer_classes = (JSONRenderer,)


class FastBooks(FastReadMixin, Books):
    pass


@pytest.fixture
def books(db):
    publisher = Publisher.objects.create(name="Seren", code="seren")
    return [
        Book.objects.create(title=f"Book {number}", publisher=publisher, price=number)
        for number in range(8)
    ]


def answer_of(view_class, path="/", **attributes):
    view = type("BookList", (view_class,), attributes).as_view()
    with CaptureQueriesContext(connection) as queries:
        answer = view(RequestFactory().get(path)).render()
    return CSRF_TOKEN.sub(b"", answer.content), queries


def is_narrow(queries):
    return not any(
        '"subtitle"' in query["sql"] or "`subtitle`" in query["sql"] for query in queries
    )


def is_same(path="/", **attributes):
    """Return whether the answers are the same, and the fast one fetched fewer columns."""
    plain, by_drf = answer_of(Books, path, **attributes)
    fast, by_rows = answer_of(FastBooks, path, **attributes)
    assert fast == plain
    assert len(by_rows) <= len(by_drf)
    assert not is_narrow(by_drf)
    return is_narrow(by_rows)


@pytest.mark.parametrize("renderer", [JSONRenderer, BrowsableAPIRenderer, AdminRenderer])
@pytest.mark.parametrize("pages", [Numbers, Offsets])
def test_only_what_is_read_is_fetched(books, pages, renderer):
    for path in ("/", "/?page=2", "/?offset=5"):
        assert is_same(path, pagination_class=pages, renderer_classes=[renderer, JSONRenderer])


def test_a_page_of_cursors_looks_at_its_rows(books):
    assert not is_same(pagination_class=Cursors)


class WholeSerializer(serializers.ModelSerializer):
    class Meta:
        model = Book
        fields = "__all__"


class MethodSerializer(BriefSerializer):
    headline = serializers.SerializerMethodField()

    class Meta(BriefSerializer.Meta):
        fields = (*BriefSerializer.Meta.fields, "headline")

    def get_headline(self, book):
        return book.subtitle


class OwnSerializer(BriefSerializer):
    def to_representation(self, instance):
        return {**super().to_representation(instance), "subtitle": instance.subtitle}


class NestedSerializer(BriefSerializer):
    class Meta(BriefSerializer.Meta):
        depth = 1


class OwnList(serializers.ListSerializer):
    def to_representation(self, data):
        rows = super().to_representation(data)
        return [{**row, "own": book.subtitle} for row, book in zip(rows, data, strict=True)]


class ListedSerializer(BriefSerializer):
    class Meta(BriefSerializer.Meta):
        list_serializer_class = OwnList


class TextSerializer(BriefSerializer):
    publisher = serializers.StringRelatedField()


class DefaultSerializer(BriefSerializer):
    missing = serializers.CharField(source="nothing", default="none", read_only=True)

    class Meta(BriefSerializer.Meta):
        fields = (*BriefSerializer.Meta.fields, "missing")


class PickingSerializer(BriefSerializer):
    def get_fields(self):
        return {**super().get_fields(), "subtitle": serializers.CharField()}


WHOLE = [
    WholeSerializer,
    MethodSerializer,
    OwnSerializer,
    NestedSerializer,
    ListedSerializer,
    TextSerializer,
    DefaultSerializer,
    PickingSerializer,
]


@pytest.mark.parametrize("serializer", WHOLE)
def test_what_may_look_at_more_has_it_whole(books, serializer):
    assert not is_same(serializer_class=serializer)


QUERYSETS = {
    "joined": Book.objects.select_related("publisher"),
    "prefetched": Book.objects.prefetch_related("tags"),
    "annotated": Book.objects.annotate(other=F("subtitle")),
    "distinct": Book.objects.distinct(),
    "combined": Book.objects.filter(pages=0).union(Book.objects.filter(pages=1)),
    "deferred": Book.objects.defer("slug"),
    "extra": Book.objects.extra(select={"one": "1"}),
}


@pytest.mark.parametrize("case", QUERYSETS)
def test_what_a_project_has_asked_for_is_fetched_as_ever(books, case):
    assert not is_same(queryset=QUERYSETS[case].order_by("pk"))


def test_odd_values_are_what_they_are(books):
    with connection.cursor() as cursor:
        cursor.execute("UPDATE tests_book SET title = '', added = NULL")
    assert is_same()


@pytest.mark.parametrize("setting", [{"ROWS": False}, {"ENABLED": False}], ids=str)
def test_switched_off_it_is_fetched_as_ever(books, settings, setting):
    settings.FASTSERIALIZERS = setting
    assert not is_same()


def read_page(books):
    """Return a page whose rows were represented, and the view."""
    view = FastBooks()
    view.setup(RequestFactory().get("/"))
    view.request, view.format_kwarg = view.initialize_request(view.request), None
    page = view.paginate_queryset(view.get_queryset())
    assert [row["id"] for row in view.get_serializer(page, many=True).data] == [
        book.pk for book in books[:3]
    ]
    return page, view


def test_its_length_is_known(books, django_assert_num_queries):
    page, view = read_page(books)
    with django_assert_num_queries(0):
        assert (len(page), bool(page), len(view.paginator.page)) == (3, True, 3)


LOOKS = {
    "index": lambda page: [page[0], page[1], page[-1]],
    "iteration": lambda page: [*page],
    "slice": lambda page: page[:],
    "reversed": lambda page: [*reversed(page)][::-1],
    "copy": lambda page: page.copy(),
    "sum": lambda page: page + [],  # noqa: RUF005
}


@pytest.mark.parametrize("look", LOOKS)
def test_a_look_after_it_was_read_finds_whole_instances(books, look, django_assert_num_queries):
    page, view = read_page(books)
    with django_assert_num_queries(1):
        rows = LOOKS[look](page)
        assert [row.get_deferred_fields() for row in rows] == [set()] * 3
        assert rows == books[:3]
        assert list(page) == list(view.paginator.page) == rows


def test_it_is_whole_from_before_a_write_to_its_table(books, django_assert_num_queries):
    page, _ = read_page(books)
    with django_assert_num_queries(2):
        Book.objects.update(title="other")
        assert [book.title for book in page] == ["Book 0", "Book 1", "Book 2"]


def test_a_write_to_another_table_asks_for_nothing(books, django_assert_num_queries):
    page, _ = read_page(books)
    with django_assert_num_queries(1):
        Publisher.objects.update(name="other")
    del page


def test_once_it_is_gone_nothing_is_watched(books):
    before = list(connection.execute_wrappers)
    page, view = read_page(books)
    del page, view
    with transaction.atomic():
        Book.objects.update(title="other")
    assert connection.execute_wrappers == before
