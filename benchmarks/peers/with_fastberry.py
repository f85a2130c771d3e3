from __future__ import annotations

from django.contrib.auth.models import User
from fastberry.rest import FastRest, M2MLabels

from benchmarks.users import DRF, DRF_SERIALIZERS
from bookshop.models import Author, Book, Publisher


class UserRest(FastRest):
    class Meta:
        model = User
        fields = DRF_SERIALIZERS[DRF].Meta.fields


class PublisherRest(FastRest):
    class Meta:
        model = Publisher
        fields = ("id", "name", "country", "website", "same_day_until")


class AuthorRest(FastRest):
    class Meta:
        model = Author
        fields = ("id", "name", "born")


class BookRest(FastRest):
    publisher = PublisherRest()
    author = AuthorRest()
    # The only form that it has for a many-to-many relation.
    tags = M2MLabels(label="name", cap=None)

    class Meta:
        model = Book
        fields = (
            "id",
            "isbn",
            "title",
            "subtitle",
            "price",
            "rating",
            "pages",
            "reading_time",
            "published",
            "added",
            "in_print",
            "format",
            "metadata",
        )
