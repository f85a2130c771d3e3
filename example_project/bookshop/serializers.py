from __future__ import annotations

from dataclasses import dataclass

from django.contrib.auth.models import User
from rest_framework import serializers

from bookshop.models import Author, Book, Publisher, Review, Tag
from fastserializers import FastReadOnlyMixin

BOOK_FIELDS = (
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
    "publisher",
    "author",
)


@dataclass(frozen=True)
class Serializers:
    user: type[serializers.ModelSerializer]
    book: type[serializers.ModelSerializer]
    nested_book: type[serializers.ModelSerializer]
    publisher: type[serializers.ModelSerializer]


class WritablePublisherSerializer(serializers.ModelSerializer):
    """Reads and writes. It reads fast in views with the mixin."""

    class Meta:
        model = Publisher
        fields = ("id", "name", "country", "website", "same_day_until")
        read_only_fields = ("id",)


class UserSerializer(serializers.ModelSerializer):
    class Meta:
        model = User
        fields = (
            "id",
            "last_login",
            "is_superuser",
            "username",
            "first_name",
            "last_name",
            "email",
            "is_staff",
            "is_active",
            "date_joined",
        )
        read_only_fields = fields


class BookSerializer(serializers.ModelSerializer):
    class Meta:
        model = Book
        fields = BOOK_FIELDS
        read_only_fields = fields


class PublisherSerializer(serializers.ModelSerializer):
    class Meta:
        model = Publisher
        fields = ("id", "name", "country", "website", "same_day_until")
        read_only_fields = fields


class AuthorSerializer(serializers.ModelSerializer):
    class Meta:
        model = Author
        fields = ("id", "name", "born")
        read_only_fields = fields


class TagSerializer(serializers.ModelSerializer):
    class Meta:
        model = Tag
        fields = ("id", "name")
        read_only_fields = fields


class ReviewSerializer(serializers.ModelSerializer):
    class Meta:
        model = Review
        fields = ("id", "user", "stars", "text", "created")
        read_only_fields = fields


class NestedBookSerializer(serializers.ModelSerializer):
    publisher = PublisherSerializer(read_only=True)
    author = AuthorSerializer(read_only=True)
    tags = TagSerializer(many=True, read_only=True)
    reviews = ReviewSerializer(many=True, read_only=True)
    average_stars = serializers.SerializerMethodField()

    class Meta:
        model = Book
        fields = (*BOOK_FIELDS, "tags", "reviews", "average_stars")
        read_only_fields = fields

    def get_average_stars(self, book: Book) -> float | None:
        stars = [review.stars for review in book.reviews.all()]
        return round(sum(stars) / len(stars), 1) if stars else None


class FastUserSerializer(FastReadOnlyMixin, UserSerializer):
    pass


class FastBookSerializer(FastReadOnlyMixin, BookSerializer):
    pass


class FastNestedBookSerializer(FastReadOnlyMixin, NestedBookSerializer):
    pass


plain = Serializers(
    user=UserSerializer,
    book=BookSerializer,
    nested_book=NestedBookSerializer,
    publisher=WritablePublisherSerializer,
)
fast = Serializers(
    user=FastUserSerializer,
    book=FastBookSerializer,
    nested_book=FastNestedBookSerializer,
    publisher=WritablePublisherSerializer,
)
