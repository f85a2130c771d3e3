from __future__ import annotations

from rest_framework import serializers
from rest_framework.reverse import reverse

from library.models import Author, Book, Category, Chapter, Loan, Publisher, Review, Shelf, Tag

REGISTRY: dict[str, type] = {}


class Registered(serializers.ModelSerializer):
    """The project's base: known by the names of its models."""

    def __init_subclass__(cls, **kwargs):
        super().__init_subclass__(**kwargs)
        REGISTRY[cls.Meta.model.__name__] = cls

    class Meta:
        model = Tag
        fields = ("id",)


class TagSerializer(Registered):
    class Meta:
        model = Tag
        fields = ("id", "label")


class PublisherSerializer(Registered):
    """A house that publishes."""

    books = serializers.HyperlinkedRelatedField(many=True, read_only=True, view_name="book-detail")

    class Meta:
        model = Publisher
        fields = ("id", "name", "website", "founded", "books")
        read_only_fields = ("id",)


class ChapterSerializer(serializers.ModelSerializer):
    class Meta:
        model = Chapter
        fields = ("number", "title", "length")


class AuthorSerializer(Registered):
    initials = serializers.ReadOnlyField()
    books = serializers.SlugRelatedField(many=True, read_only=True, slug_field="title")
    kind = serializers.SerializerMethodField()

    class Meta:
        model = Author
        fields = ("id", "name", "born", "biography", "initials", "books", "kind")
        extra_kwargs = {"biography": {"style": {"base_template": "textarea.html"}}}

    def get_kind(self, author) -> str:
        what = "page" if isinstance(self.instance, list) else type(self.instance).__name__
        return f"{what} in {type(self).__name__}"

    def to_representation(self, instance):
        data = super().to_representation(instance)
        # Two keys that only the view's own serializer has.
        view = self.context.get("view")
        if view is None or self.__class__ != view.serializer_class:
            del data["biography"], data["books"]
        return data


class BookSerializer(serializers.HyperlinkedModelSerializer):
    """A book with its chapters, which are written with it."""

    author = AuthorSerializer(read_only=True)
    author_id = serializers.PrimaryKeyRelatedField(
        source="author", queryset=Author.objects.all(), write_only=True
    )
    chapters = ChapterSerializer(many=True)
    tags = serializers.SlugRelatedField(many=True, slug_field="label", queryset=Tag.objects.all())
    shown_as = serializers.CharField(source="get_format_display", read_only=True)
    publisher_name = serializers.CharField(
        source="publisher.name", default="unknown", read_only=True
    )
    stars = serializers.FloatField(read_only=True)
    here = serializers.SerializerMethodField()
    source_of_it = serializers.HiddenField(default="api")

    class Meta:
        model = Book
        fields = ("url", "id", "title", "isbn", "price", "format", "shown_as", "added", "details")
        fields += ("cover", "author", "author_id", "publisher", "publisher_name", "chapters")
        fields += ("tags", "stars", "here", "source_of_it")
        extra_kwargs = {"publisher": {"required": False}, "url": {"lookup_field": "pk"}}

    def get_here(self, book) -> str:
        view = self.context["view"]
        return f"{view.action} {reverse('author-detail', [book.author_id])}"

    def validate_title(self, title):
        if title.islower():
            raise serializers.ValidationError("A title begins with a capital.")
        return title

    def create(self, validated):
        chapters, tags = validated.pop("chapters"), validated.pop("tags")
        validated.pop("source_of_it")
        book = Book.objects.create(**validated)
        return self.update(book, {"chapters": chapters, "tags": tags})

    def update(self, book, validated):
        chapters = validated.pop("chapters", None)
        validated.pop("source_of_it", None)
        if chapters is not None:
            book.chapters.all().delete()
            for chapter in chapters:
                Chapter.objects.create(book=book, **chapter)
        return super().update(book, validated)


class BookOfVersion2Serializer(serializers.ModelSerializer):
    """Has the fields that a request asks for."""

    class Meta:
        model = Book
        fields = ("id", "title", "price", "added", "author", "tags")

    def get_fields(self):
        fields = super().get_fields()
        asked = self.context["request"].query_params.get("fields")
        return {name: fields[name] for name in asked.split(",")} if asked else fields


class ReviewSerializer(serializers.ModelSerializer):
    user = serializers.StringRelatedField()
    mine = serializers.SerializerMethodField()

    class Meta:
        model = Review
        fields = ("id", "book", "user", "stars", "text", "mine")

    def get_mine(self, review) -> bool:
        return review.user == self.context["request"].user


class BriefListSerializer(serializers.ListSerializer):
    def to_representation(self, data):
        return [
            {"row": number, **row} for number, row in enumerate(super().to_representation(data))
        ]


class LoanSerializer(serializers.ModelSerializer):
    book = serializers.StringRelatedField(source="book.title")

    class Meta:
        model = Loan
        fields = "__all__"
        depth = 1
        list_serializer_class = BriefListSerializer


class DueSerializer(serializers.ModelSerializer):
    class Meta:
        model = Loan
        fields = ("due",)


class CategorySerializer(Registered):
    children = serializers.SerializerMethodField()

    class Meta:
        model = Category
        fields = ("id", "name", "parent", "children")

    def get_children(self, category) -> list[dict]:
        made = self.__class__(category.children.order_by("pk"), many=True, context=self.context)
        return made.data


class ShelfSerializer(serializers.ModelSerializer):
    books = BookOfVersion2Serializer(many=True, read_only=True)

    class Meta:
        model = Shelf
        fields = ("code", "room", "books")
