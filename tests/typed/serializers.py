"""A strictly typed project's serializers, with the overrides that projects have.

Nothing here runs: mypy and pyright read it, and `assert_type()` says what they are to find.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from django.db.models import Model
from rest_framework import serializers
from typing_extensions import assert_type, override

from bookshop.models import Author, Book, Publisher
from fastserializers import (
    FastReadOnlyMixin,
    FastReadOnlyModelSerializer,
    FastReadOnlySerializer,
    FastSerializerMixin,
)

if TYPE_CHECKING:
    from rest_framework.request import Request
    from rest_framework.utils.serializer_helpers import ReturnDict

AnyModel = TypeVar("AnyModel", bound=Model)


class Money:
    amount: int
    currency: str


class MoneySerializer(FastReadOnlySerializer[Money]):
    amount = serializers.IntegerField()
    currency = serializers.CharField()

    @override
    def to_representation(self, instance: Money) -> dict[str, Any]:
        representation = super().to_representation(instance)
        representation["text"] = f"{instance.amount} {instance.currency}"
        return representation


class PublisherSerializer(serializers.HyperlinkedModelSerializer[Publisher]):
    class Meta:
        model = Publisher
        fields = ("url", "name")

    @override
    def create(self, validated_data: dict[str, Any]) -> Publisher:
        return Publisher.objects.create(**validated_data)

    @override
    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        return attrs


class FastPublisherSerializer(
    FastReadOnlyMixin[Publisher], serializers.HyperlinkedModelSerializer[Publisher]
):
    class Meta:
        model = Publisher
        fields = ("url", "name")


class WritingPublisherSerializer(FastSerializerMixin[Publisher], PublisherSerializer):
    @override
    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        return super().validate(attrs)


class PickedFields(FastReadOnlyModelSerializer[AnyModel]):
    """A base of the project's, generic as DRF's is."""

    def __init__(self, *args: Any, only: tuple[str, ...] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in set(self.fields) - set(only or self.fields):
            self.fields.pop(name)


class AuthorSerializer(PickedFields[Author]):
    books = serializers.SerializerMethodField()

    class Meta:
        model = Author
        fields = ("name", "books")

    def get_books(self, author: Author) -> int:
        return Book.objects.filter(author=author).count()


class BookSerializer(FastReadOnlyModelSerializer[Book]):
    author = AuthorSerializer(read_only=True)
    publisher = FastPublisherSerializer(read_only=True)
    price = MoneySerializer(source="*")

    class Meta:
        model = Book
        fields = ("title", "author", "publisher", "price")

    @property
    @override
    def data(self) -> ReturnDict[Any, Any]:
        return super().data

    @override
    def to_representation(self, instance: Book) -> dict[str, Any]:
        request: Request | None = self.context.get("request")
        representation = super().to_representation(instance)
        if request is None:
            del representation["price"]
        return representation


class AnyBookSerializer(FastReadOnlyModelSerializer):
    """Says nothing of the type of its instances."""

    class Meta:
        model = Book
        fields = "__all__"


class AnyPublisherSerializer(FastReadOnlyMixin, PublisherSerializer):
    """Has the mixin before a class that says it."""


def types_of(book: Book, books: list[Book]) -> None:
    serializer = BookSerializer(book, context={"request": None})
    assert_type(serializer.instance, Book | None)
    assert_type(serializer.data, ReturnDict[Any, Any])
    assert_type(serializer.to_representation(book), dict[str, Any])
    assert_type(MoneySerializer(Money()).instance, Money | None)
    assert_type(FastPublisherSerializer().instance, Publisher | None)
    assert_type(WritingPublisherSerializer().instance, Publisher | None)
    assert_type(AuthorSerializer(only=("name",)).instance, Author | None)
    assert_type(BookSerializer(books, many=True), BookSerializer)
    # What is wrong with DRF's classes is wrong with these, too.
    serializer.to_representation(Author())  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    assert_type(AnyBookSerializer().data, ReturnDict[Any, Any])
