"""A project's API, whose views have one base of the project's own."""

from __future__ import annotations

from django.urls import include, path, re_path
from rest_framework import filters, generics, pagination, serializers, versioning, viewsets
from rest_framework.decorators import action
from rest_framework.response import Response
from rest_framework.routers import DefaultRouter

from fastserializers.views import FastReadMixin
from tests.models import Book, Country, Publisher, Tag


class CountrySerializer(serializers.ModelSerializer):
    class Meta:
        model = Country
        fields = ("id", "name")


class PublisherSerializer(serializers.ModelSerializer):
    """A house."""

    country = CountrySerializer(read_only=True)

    class Meta:
        model = Publisher
        fields = ("id", "name", "code", "country")


class TagSerializer(serializers.ModelSerializer):
    class Meta:
        model = Tag
        fields = ("id", "label")


class BookSerializer(serializers.HyperlinkedModelSerializer):
    publisher = PublisherSerializer(read_only=True)
    publisher_id = serializers.PrimaryKeyRelatedField(
        source="publisher", queryset=Publisher.objects.order_by("pk"), write_only=True
    )
    tags = TagSerializer(many=True, read_only=True)
    headline = serializers.SerializerMethodField()
    kind = serializers.HiddenField(default="book")

    class Meta:
        model = Book
        fields = ("url", "id", "title", "subtitle", "price", "pages", "published", "added")
        fields += ("format", "publisher", "publisher_id", "tags", "headline", "kind")

    def get_headline(self, book) -> str:
        return f"{book.title}: {book.subtitle}"

    def validate_title(self, title):
        if title == "refused":
            raise serializers.ValidationError("This title is refused.")
        return title


class BriefBookSerializer(serializers.ModelSerializer):
    class Meta:
        model = Book
        fields = ("id", "title")


class PickedFieldsSerializer(BriefBookSerializer):
    """Drops fields as the request says."""

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        for name in self.context["request"].query_params.getlist("without"):
            self.fields.pop(name, None)


class TitleOnlySerializer(serializers.BaseSerializer):
    """No `Serializer`: it represents by itself."""

    def to_representation(self, instance):
        return {"title": instance.title}


class FourRows(pagination.PageNumberPagination):
    page_size = 4
    page_size_query_param = "size"


class FourOffsets(pagination.LimitOffsetPagination):
    default_limit = 4


class FourByCursor(pagination.CursorPagination):
    page_size = 4
    ordering = "pk"


def urls_of_project(*mixins, **attributes):
    """Return the URLs of the project, with `mixins` before the base of its views, and `attributes`
    on that base."""
    base = type("Base", mixins or (object,), attributes)

    class BookViewSet(base, viewsets.ModelViewSet):
        """The books."""

        queryset = Book.objects.select_related("publisher__country").prefetch_related("tags")
        serializer_class = BookSerializer
        filter_backends = (filters.OrderingFilter, filters.SearchFilter)
        search_fields = ("title",)
        ordering_fields = ("pk", "price", "pages")
        ordering = ("pk",)

        def get_serializer_class(self):
            if self.action == "brief":
                return BriefBookSerializer
            if getattr(self.request, "version", None) == "v2":
                return PickedFieldsSerializer
            return super().get_serializer_class()

        @action(detail=False)
        def brief(self, request, **kwargs):
            page = self.paginate_queryset(self.filter_queryset(self.get_queryset()))
            if page is None:
                return Response(self.get_serializer(self.get_queryset(), many=True).data)
            data = self.get_serializer(page, many=True).data
            return self.get_paginated_response([{**row, "of": len(page)} for row in data])

        @action(detail=False, serializer_class=TitleOnlySerializer, schema=None)
        def titles(self, request, **kwargs):
            self.get_serializer_class = lambda: self.serializer_class
            return Response(self.get_serializer(self.get_queryset(), many=True).data)

        @action(detail=False)
        def checked(self, request, **kwargs):
            """Validates what it is asked for by the serializer that it answers with."""
            asked = self.get_serializer(data=request.query_params, partial=True)
            asked.is_valid(raise_exception=True)
            books = self.get_queryset().filter(title=asked.validated_data.get("title"))
            return Response(self.get_serializer(books, many=True).data)

    class PublisherViewSet(base, viewsets.ModelViewSet):
        queryset = Publisher.objects.order_by("pk")
        serializer_class = PublisherSerializer

        def get_serializer(self, *args, **kwargs):
            serializer = super().get_serializer(*args, **kwargs)
            if "brief" in getattr(self.request, "query_params", ()):
                getattr(serializer, "child", serializer).fields.pop("country")
            return serializer

    class TagList(base, generics.ListCreateAPIView):
        queryset = Tag.objects.order_by("pk")
        serializer_class = TagSerializer

    class TagDetail(base, generics.RetrieveUpdateDestroyAPIView):
        queryset = Tag.objects.order_by("pk")
        serializer_class = TagSerializer

    router = DefaultRouter()
    router.register("books", BookViewSet)
    router.register("publishers", PublisherViewSet)
    patterns = [
        *router.urls,
        path("tags/", TagList.as_view(), name="tag-list"),
        path("tags/<int:pk>/", TagDetail.as_view(), name="tag-detail"),
    ]
    return (re_path("^(?P<version>v1|v2)/", include(patterns)),)


def both_projects(**attributes):
    """Return the URLs of the project as it is, and as it is with the mixin."""
    attributes = {
        "versioning_class": versioning.URLPathVersioning,
        **attributes,
    }
    return urls_of_project(**attributes), urls_of_project(FastReadMixin, **attributes)
