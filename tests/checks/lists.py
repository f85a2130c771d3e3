"""Lists of books, some of which ask the database for every row."""

from __future__ import annotations

from typing import Any

from django.db import connection
from django.db.models import Prefetch
from django.test import RequestFactory
from django.test.utils import CaptureQueriesContext
from rest_framework import generics, serializers

from fastserializers import FastReadOnlyModelSerializer
from tests.checks.examples import (
    BOOKS,
    OfPublisher,
    key,
    related,
    serializer_of,
    slug,
    text,
    view_of,
)
from tests.models import Blurb, Book, Country, Publisher, Review, Tag

OfReview = serializer_of(FastReadOnlyModelSerializer, Review, book=key())
WithAnswers = serializer_of(model=Review, answers=OfReview(many=True))
BackToBook = serializer_of(model=Review, title=text(source="book.title"))
Whole = serializer_of(serializers.Serializer, shown=related(source="publisher"))
WITH_PUBLISHER = BOOKS.select_related("publisher")
WITH_REVIEWS = BOOKS.prefetch_related("reviews")
WITH_ANSWERS = BOOKS.prefetch_related(
    Prefetch("reviews", queryset=Review.objects.prefetch_related("answers"))
)
WITH_GOOD_REVIEWS = BOOKS.prefetch_related(Prefetch("reviews", to_attr="good"))
PUBLISHER = '.select_related("publisher")'
COUNTRY = '.select_related("publisher__country")'
REVIEWS = '.prefetch_related("reviews")'

# The field of a list of books, their queryset, and the calls that H304 asks for.
LISTS = {
    "a column": (text(source="title"), BOOKS, ""),
    "a key": (key(source="publisher"), BOOKS, ""),
    "the column of a key": (text(source="publisher_id"), BOOKS, ""),
    "what is not read": (text(source="publisher", write_only=True), BOOKS, ""),
    "the key of the related": (text(source="publisher.id"), BOOKS, PUBLISHER),
    "a key beyond": (key(source="publisher.country"), BOOKS, PUBLISHER),
    "a relation as text": (related(source="publisher"), BOOKS, PUBLISHER),
    "a relation in a text field": (text(source="publisher"), BOOKS, PUBLISHER),
    "a slug": (slug("code", source="publisher"), BOOKS, PUBLISHER),
    "a slug beyond": (slug("country__name", source="publisher"), BOOKS, COUNTRY),
    "a dotted source": (text(source="publisher.country.name"), WITH_PUBLISHER, COUNTRY),
    "a property of the related": (text(source="publisher.initials"), BOOKS, PUBLISHER),
    "a nested one": (OfPublisher(source="publisher"), BOOKS, COUNTRY),
    "a nested one, selected": (OfPublisher(source="publisher"), WITH_PUBLISHER, COUNTRY),
    "a nested one, all selected": (
        OfPublisher(source="publisher"),
        BOOKS.select_related("publisher__country"),
        "",
    ),
    "a nested one, prefetched": (
        OfPublisher(source="publisher"),
        BOOKS.prefetch_related("publisher"),
        COUNTRY,
    ),
    "a whole as source": (Whole(source="*"), BOOKS, PUBLISHER),
    "keys of many": (key(source="tags", many=True), BOOKS, '.prefetch_related("tags")'),
    "slugs of many": (
        slug("label", source="tags", many=True),
        BOOKS.prefetch_related("tags"),
        "",
    ),
    "a nested list": (OfReview(source="reviews", many=True), BOOKS, REVIEWS),
    "a nested list within another": (
        WithAnswers(source="reviews", many=True),
        WITH_REVIEWS,
        '.prefetch_related("reviews__answers")',
    ),
    "a prefetch that prefetches": (WithAnswers(source="reviews", many=True), WITH_ANSWERS, ""),
    "the way back": (BackToBook(source="reviews", many=True), WITH_REVIEWS, ""),
    "another attribute": (OfReview(source="reviews", many=True), WITH_GOOD_REVIEWS, REVIEWS),
    "one that refers to the row": (related(source="blurb"), BOOKS, '.select_related("blurb")'),
    "its key": (key(source="blurb"), BOOKS, '.select_related("blurb")'),
}


def list_of_books(field: Any, queryset: Any) -> Any:
    serializer = serializer_of(model=Book, shown=field)
    return view_of(generics.ListAPIView, serializer, queryset=queryset)


def queries_of(view: Any) -> int:
    with CaptureQueriesContext(connection) as queries:
        response = view.as_view()(RequestFactory().get("/"))
    assert response.status_code == 200
    return len(queries)


def add_book() -> None:
    country = Country.objects.create(name="Chile")
    code = f"code-{Publisher.objects.count()}"
    publisher = Publisher.objects.create(name="Andes", code=code, country=country)
    book = Book.objects.create(title="Title", price=1, publisher=publisher)
    book.tags.add(Tag.objects.create(label="tag"))
    Blurb.objects.create(book=book, text="Good")
    Review.objects.create(book=book, answer_to=Review.objects.create(book=book))
