"""Users, books and pages without a serializer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import orjson
from django.contrib.auth.models import User
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.duration import duration_string

from bookshop.models import Book
from bookshop.views import HundredRows

USERS = User.objects.order_by("pk")
BOOKS = Book.objects.select_related("publisher", "author").prefetch_related("tags")


def plain_book(book: Book) -> dict[str, Any]:
    publisher, author = book.publisher, book.author
    return {
        "id": book.id,
        "publisher": {
            "id": publisher.id,
            "name": publisher.name,
            "country": publisher.country,
            "website": publisher.website,
            "same_day_until": publisher.same_day_until and publisher.same_day_until.isoformat(),
        },
        "author": {
            "id": author.id,
            "name": author.name,
            "born": author.born and author.born.isoformat(),
        },
        "tags": [{"id": tag.id, "name": tag.name} for tag in book.tags.all()],
        "isbn": str(book.isbn),
        "title": book.title,
        "subtitle": book.subtitle,
        "price": str(book.price),
        "rating": book.rating,
        "pages": book.pages,
        "reading_time": None if book.reading_time is None else duration_string(book.reading_time),
        "published": book.published.isoformat(),
        "added": book.added.isoformat(),
        "in_print": book.in_print,
        "format": book.format,
        "metadata": book.metadata,
    }


def page_of_users(
    request: HttpRequest, represent: Callable[[QuerySet[User]], Any]
) -> dict[str, Any]:
    """Return the document that REST framework's PageNumberPagination makes."""
    page = Paginator(USERS.all(), HundredRows.page_size).get_page(request.GET.get("page", 1))
    address = request.build_absolute_uri(request.path)
    return {
        "count": page.paginator.count,
        "next": f"{address}?page={page.next_page_number()}" if page.has_next() else None,
        "previous": f"{address}?page={page.previous_page_number()}"
        if page.has_previous()
        else None,
        "results": represent(page.object_list),
    }


def page_view(
    represent: Callable[[QuerySet[User]], Any],
    encode: Callable[[Any], bytes | str] = orjson.dumps,
) -> Callable[[HttpRequest], HttpResponse]:
    return lambda request: HttpResponse(
        encode(page_of_users(request, represent)), content_type="application/json"
    )
