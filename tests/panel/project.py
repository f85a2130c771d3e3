"""The API of a bookshop, as a project has it."""

from django.db.models import Prefetch
from django.urls import path
from rest_framework import generics, pagination, serializers
from rest_framework.response import Response
from rest_framework.views import APIView

from fastserializers.views import FastReadMixin
from tests.endpoints.project import PublisherSerializer, TagSerializer
from tests.models import Book, Review, Tag


class BookSerializer(serializers.ModelSerializer):
    publisher = PublisherSerializer()
    tags = TagSerializer(many=True)

    class Meta:
        model = Book
        fields = ("id", "title", "publisher", "tags")


class ShoutedSerializer(BookSerializer):
    def to_representation(self, instance):
        return super().to_representation(instance) | {"title": instance.title.upper()}


class ByRowSerializer(BookSerializer):
    @property
    def _readable_fields(self):
        return list(super()._readable_fields)


class OwnReadSerializer(BookSerializer):
    def __getattribute__(self, name):
        return super().__getattribute__(name)


class SignedSerializer(serializers.ModelSerializer):
    signed_by = serializers.SerializerMethodField()

    class Meta:
        model = Book
        fields = ("id", "signed_by")

    def get_signed_by(self, book):
        return book.publisher and book.publisher.name


class ShelfMarkSerializer(serializers.ModelSerializer):
    tags = serializers.SerializerMethodField()

    class Meta:
        model = Book
        fields = ("id", "tags")

    def get_tags(self, book):
        return [TagSerializer(tag).data for tag in book.tags.all()]


class ReviewSerializer(serializers.ModelSerializer):
    book = BookSerializer()

    class Meta:
        model = Review
        fields = ("id", "stars", "book")


class FivePages(pagination.PageNumberPagination):
    page_size = 5


class OwnNumbers(FivePages):
    def get_page_number(self, request, paginator):
        return super().get_page_number(request, paginator)


class Slow(generics.ListAPIView):
    authentication_classes = permission_classes = ()
    queryset = Book.objects.order_by("pk")
    serializer_class = BookSerializer


class Shop(FastReadMixin, Slow): ...


class Evaluated(Shop):
    def filter_queryset(self, queryset):
        bool(queryset := queryset.all())
        return queryset


class Listed(Shop):
    def filter_queryset(self, queryset):
        return list(queryset.all())


class One(FastReadMixin, generics.RetrieveAPIView):
    authentication_classes = permission_classes = ()
    queryset = Book.objects.all()
    serializer_class = BookSerializer


class ByHand(APIView):
    authentication_classes = permission_classes = ()
    rows = Tag.objects.order_by("pk")

    def get(self, request):
        return Response([TagSerializer(tag).data for tag in self.rows.all()])


class Nothing(APIView):
    authentication_classes = permission_classes = ()

    def get(self, request):
        return Response({"is_open": True})


VIEWS = {
    "books": Shop.as_view(),
    "joined": Shop.as_view(queryset=Book.objects.select_related("publisher__country")),
    "loaded": Shop.as_view(queryset=Book.objects.prefetch_related("publisher__country", "tags")),
    "page": Shop.as_view(pagination_class=FivePages),
    "own-page": Shop.as_view(pagination_class=OwnNumbers),
    "evaluated": Evaluated.as_view(),
    "listed": Listed.as_view(),
    "deferred": Shop.as_view(queryset=Book.objects.only("publisher")),
    "by-django": Shop.as_view(
        queryset=Slow.queryset.prefetch_related(Prefetch("publisher", to_attr="house")),
        pagination_class=FivePages,
    ),
    "no-books": Shop.as_view(queryset=Book.objects.none()),
    "slow": Slow.as_view(),
    "shouted": Shop.as_view(serializer_class=ShoutedSerializer),
    "own-read": Shop.as_view(serializer_class=OwnReadSerializer),
    "by-row": Shop.as_view(serializer_class=ByRowSerializer),
    "signed": Listed.as_view(serializer_class=SignedSerializer),
    "shelf-marks": Shop.as_view(serializer_class=ShelfMarkSerializer),
    "reviews": Shop.as_view(queryset=Review.objects.all(), serializer_class=ReviewSerializer),
    "tags-by-hand": ByHand.as_view(),
    "nothing": Nothing.as_view(),
}

urlpatterns = [path(f"{name}/", view) for name, view in VIEWS.items()]
urlpatterns += [path("books/<int:pk>/", One.as_view())]
