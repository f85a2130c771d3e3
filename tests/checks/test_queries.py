"""The check H304: queries for every row."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from django.core import checks
from rest_framework import filters, generics, pagination, serializers, viewsets

from fastserializers import pagination as fast_pagination
from fastserializers import read_only
from fastserializers.views import FastReadMixin
from tests.checks.examples import (
    BOOKS,
    Found,
    OfPublisher,
    Publishing,
    key,
    related,
    rest,
    serializer_of,
    view_of,
)
from tests.checks.lists import LISTS, add_book, list_of_books, queries_of
from tests.models import Book, Review
from tests.relations.models import Author, Note

if TYPE_CHECKING:
    from pytest_django.fixtures import SettingsWrapper


@pytest.mark.django_db
@pytest.mark.parametrize("case", LISTS)
def test_a_list_is_found_when_its_queries_grow_and_the_hint_stops_them(
    found: Found, case: str
) -> None:
    field, queryset, calls = LISTS[case]
    view = list_of_books(field, queryset)
    mended = list_of_books(field, eval(f"queryset{calls}"))  # noqa: S307
    add_book()
    before, before_mended = queries_of(view), queries_of(mended)
    add_book()

    messages = found("H304", view, view)

    assert [message.hint for message in messages] == (
        [f"Add {calls} to its queryset."] if calls else []
    )
    assert (queries_of(view) > before) is bool(calls)
    assert queries_of(mended) == before_mended
    assert found("H304", mended, mended) == []


def pages_of(base: Any) -> Any:
    return type("Pages", (base,), {"page_size": 9, "default_limit": 9, "ordering": "pk"})


class LookedAt(pages_of(pagination.PageNumberPagination)):  # type: ignore[misc]
    """Looks at its rows before anybody represents them."""

    def paginate_queryset(self, *arguments: Any, **options: Any) -> Any:
        return list(super().paginate_queryset(*arguments, **options))


# The mixin of the view, or the twin of its serializer, and its pages.
WITH_MIXIN = [
    (FastReadMixin, None),
    (FastReadMixin, pages_of(pagination.PageNumberPagination)),
    (FastReadMixin, pages_of(pagination.LimitOffsetPagination)),
    (FastReadMixin, pages_of(pagination.CursorPagination)),
    (FastReadMixin, pages_of(fast_pagination.LimitOffsetPagination)),
    (FastReadMixin, LookedAt),
]
WITH_TWIN = [
    (read_only, None),
    (read_only, pages_of(pagination.PageNumberPagination)),
    (read_only, pages_of(fast_pagination.PageNumberPagination)),
]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("rows", "fast", "pages"),
    [(False, FastReadMixin, None), *((True, *setup) for setup in (*WITH_MIXIN, *WITH_TWIN))],
)
@pytest.mark.parametrize("case", LISTS)
def test_of_a_list_that_is_read_fast_it_tells_what_is_true(
    found: Found, case: str, rows: bool, fast: Any, pages: Any, settings: SettingsWrapper
) -> None:
    settings.FASTSERIALIZERS = {"ROWS": rows}
    field, queryset, _ = LISTS[case]
    plain = list_of_books(field, queryset.order_by("pk"))
    attributes = {"__module__": __name__, "pagination_class": pages}
    if fast is read_only:
        attributes["serializer_class"] = read_only(plain.serializer_class)
    bases = (plain,) if fast is read_only else (fast, plain)
    view = type("View", bases, attributes)
    add_book()
    before = queries_of(view)
    add_book()

    assert bool(found("H304", view, view)) is (queries_of(view) > before)


class Eager(filters.BaseFilterBackend):
    def filter_queryset(self, request: Any, queryset: Any, view: Any) -> Any:
        return queryset.select_related("publisher")


class HiddenReviews(serializers.ListSerializer):
    def to_representation(self, data: Any) -> Any:
        return super().to_representation(data.filter(stars__gt=0))


Hidden = serializer_of(model=Review)
Hidden.Meta.list_serializer_class = HiddenReviews
OwnText = serializer_of(Publishing, Book, to_representation=lambda self, book: book.title)
ByMethod = serializer_of(
    model=Book,
    publisher=serializers.SerializerMethodField(),
    get_publisher=lambda self, book: str(book.publisher),
    tags=serializers.IntegerField(source="tags.count"),
    reviews=Hidden(many=True),
)


@pytest.mark.parametrize(
    ("base", "attributes"),
    [
        (generics.RetrieveAPIView, {}),
        (generics.ListAPIView, {"queryset": None}),
        (generics.ListAPIView, {"get_queryset": lambda self: BOOKS}),
        (generics.ListAPIView, {"filter_queryset": lambda self, queryset: queryset}),
        (generics.ListAPIView, {"filter_backends": [Eager]}),
        (generics.ListAPIView, {"queryset": Book.objects.only("id")}),
        (generics.ListAPIView, {"queryset": BOOKS.union(BOOKS)}),
        (generics.ListAPIView, {"serializer_class": OwnText}),
        (generics.ListAPIView, {"serializer_class": ByMethod}),
    ],
)
def test_what_only_running_code_would_tell_of_queries_is_not_found(
    found: Found, base: Any, attributes: dict[str, Any]
) -> None:
    view = view_of(base, **{"serializer": Publishing, "queryset": BOOKS, **attributes})

    assert found("H304", view, view) == []


@pytest.mark.skipif(not hasattr(BOOKS, "fetch_mode"), reason="Django 6.1 has fetch modes")
def test_a_queryset_that_loads_for_all_rows_at_once_is_not_found(found: Found) -> None:
    from django.db.models import FETCH_PEERS

    view = view_of(generics.ListAPIView, Publishing, queryset=BOOKS.fetch_mode(FETCH_PEERS))

    assert found("H304", view, view) == []


def test_a_generic_relation_is_prefetched_both_ways(found: Found) -> None:
    OfNote = serializer_of(model=Note, about=related())
    OfAuthor = serializer_of(model=Author, notes=OfNote(many=True))
    notes = view_of(generics.ListAPIView, OfNote, queryset=Note.objects.all())
    authors = view_of(generics.ListAPIView, OfAuthor, queryset=Author.objects.all())

    assert [m.hint for m in found("H304", notes, notes)] == [
        'Add .prefetch_related("about") to its queryset.'
    ]
    assert [m.hint for m in found("H304", authors, authors)] == [
        'Add .prefetch_related("notes__about") to its queryset.'
    ]


def test_a_list_that_is_routed_twice_is_told_once_with_all_that_is_missing(
    found: Found,
) -> None:
    Full = serializer_of(model=Book, publisher=OfPublisher(), tags=key(many=True))
    view = view_of(viewsets.ReadOnlyModelViewSet, Full, queryset=BOOKS)

    [message] = found("H304", view, rest(view), view.as_view({"get": "list"}))

    assert message.level == checks.WARNING
    assert message.msg == (
        "View at '^rows/$' queries the database for every row that it lists: for publisher, "
        "publisher__country, tags."
    )
    assert message.hint == (
        'Add .select_related("publisher__country").prefetch_related("tags") to its queryset.'
    )
