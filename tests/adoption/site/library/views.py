from django.db.models import Avg
from django.utils.decorators import method_decorator
from django.views.decorators.cache import cache_page
from django.views.decorators.http import condition
from django.views.decorators.vary import vary_on_headers
from rest_framework import mixins, permissions, status, viewsets
from rest_framework.decorators import action
from rest_framework.response import Response

from library import serializers
from library.api import CountedPages, Offsets
from library.models import Author, Book, Category, Loan, Publisher, Review, Shelf, Tag


class BaseViewSet(viewsets.GenericViewSet):
    """What all views of the project have in common."""

    def get_serializer_context(self):
        return {**super().get_serializer_context(), "project": "library"}


class WritableViewSet(viewsets.ModelViewSet, BaseViewSet):
    pass


class AuthorViewSet(WritableViewSet):
    """The authors, by name."""

    queryset = Author.objects.prefetch_related("books").order_by("name", "pk")
    serializer_class = serializers.AuthorSerializer
    filterset_fields = {"born": ["exact", "gte", "year"], "name": ["icontains"]}
    search_fields = ("name", "books__title")
    ordering_fields = ("name", "born")


class BookViewSet(WritableViewSet):
    queryset = (
        Book.objects.select_related("author", "publisher")
        .prefetch_related("chapters", "tags")
        .annotate(stars=Avg("reviews__stars"))
        .order_by("pk")
    )
    serializer_class = serializers.BookSerializer
    filterset_fields = ("format", "author", "tags")
    search_fields = ("title", "isbn")

    def get_serializer_class(self):
        if self.request and self.request.version == "2" and self.action in ("list", "retrieve"):
            return serializers.BookOfVersion2Serializer
        return super().get_serializer_class()

    @action(detail=True, serializer_class=serializers.ReviewSerializer, pagination_class=Offsets)
    def reviews(self, request, pk=None):
        reviews = self.get_object().reviews.select_related("user").order_by("pk")
        page = self.paginate_queryset(reviews)
        return self.get_paginated_response(self.get_serializer(page, many=True).data)

    @action(detail=False, filter_backends=[], pagination_class=None)
    def newest(self, request):
        serializer = self.get_serializer(self.get_queryset().order_by("-added")[:2], many=True)
        data = serializer.data
        data[0]["is_first"] = True
        return Response(data)

    @action(detail=False)
    def titles(self, request):
        """Rows that no serializer makes."""
        page = self.paginate_queryset(self.get_queryset().values("id", "title"))
        return self.get_paginated_response(page)

    @action(detail=True, methods=["post"], serializer_class=serializers.DueSerializer)
    def lend(self, request, pk=None):
        serializer = self.get_serializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        serializer.save(book=self.get_object(), user=request.user)
        return Response(serializer.data, status=status.HTTP_201_CREATED)


@method_decorator(cache_page(60), name="list")
@method_decorator(vary_on_headers("Authorization", "Cookie", "Accept"), name="list")
class PublisherViewSet(WritableViewSet):
    queryset = Publisher.objects.order_by("pk")
    serializer_class = serializers.PublisherSerializer
    pagination_class = CountedPages


class TagViewSet(WritableViewSet):
    queryset = Tag.objects.order_by("label")
    serializer_class = serializers.TagSerializer
    pagination_class = Offsets
    lookup_field = "label"

    @action(detail=False, methods=["post"])
    def several(self, request):
        serializer = self.get_serializer(data=request.data, many=True)
        serializer.is_valid(raise_exception=True)
        serializer.save()
        return Response(serializer.data, status=status.HTTP_201_CREATED)


class ReviewViewSet(WritableViewSet):
    queryset = Review.objects.order_by("-stars", "pk")
    serializer_class = serializers.ReviewSerializer
    ordering_fields = "__all__"

    def perform_create(self, serializer):
        serializer.save(user=self.request.user)


class LoanViewSet(mixins.RetrieveModelMixin, mixins.ListModelMixin, BaseViewSet):
    """One's own loans."""

    serializer_class = serializers.LoanSerializer
    permission_classes = (permissions.IsAuthenticated,)
    queryset = Loan.objects.select_related("book")

    def get_queryset(self):
        return super().get_queryset().filter(user__pk=self.request.user.pk).order_by("due", "pk")

    @action(detail=True, methods=["post"], name="Give it back")
    def give_back(self, request, pk=None):
        loan = self.get_object()
        loan.returned = True
        loan.save()
        return Response(self.get_serializer(loan).data)


class CategoryViewSet(WritableViewSet):
    queryset = Category.objects.filter(parent=None).order_by("pk")
    serializer_class = serializers.CategorySerializer
    pagination_class = None


def tag_of_shelves(request, *args, **kwargs):
    return f'"{Shelf.objects.count()}"'


class ShelfViewSet(WritableViewSet):
    queryset = Shelf.objects.prefetch_related("books__tags").order_by("pk")
    serializer_class = serializers.ShelfSerializer

    @method_decorator(condition(etag_func=tag_of_shelves))
    def list(self, request, *args, **kwargs):
        return super().list(request, *args, **kwargs)
