"""The serializers whose generated functions lie in `golden/`: one for each thing to see there."""

from types import SimpleNamespace

from rest_framework import serializers

from fastserializers import FastReadOnlyModelSerializer, FastReadOnlySerializer
from tests.compiler import shapes
from tests.models import Book, Country, Publisher, Tag
from tests.overrides.fields import Shouted
from tests.relations.serializers import serializer_of

MODEL = FastReadOnlyModelSerializer
CountrySerializer = serializer_of(MODEL, Country, ["id"])
PublisherSerializer = serializer_of(MODEL, Publisher, ["id"])
TagSerializer = serializer_of(MODEL, Tag, ["id"])
BookSerializer = serializer_of(MODEL, Book, ["pages", "title", "added"])


class FlatBookSerializer(FastReadOnlyModelSerializer):
    class Meta:
        model = Book
        fields = ["title", "in_print", "added", "format"]


class RelationsSerializer(FastReadOnlyModelSerializer):
    publisher = PublisherSerializer()
    tags = TagSerializer(many=True)

    class Meta:
        model = Book
        fields = ["by_code", "shelves", "publisher", "tags"]


class DottedBookSerializer(FastReadOnlySerializer):
    publisher_name = serializers.CharField(source="publisher.name")
    country = serializers.PrimaryKeyRelatedField(source="publisher.country", read_only=True)
    publisher = serializers.SlugRelatedField("code", read_only=True)


class LinkedPublisherSerializer(FastReadOnlySerializer):
    url = serializers.HyperlinkedIdentityField("publisher-detail")
    home = serializers.HyperlinkedIdentityField("publisher-home", lookup_field="code")
    country = serializers.HyperlinkedRelatedField("country-detail", read_only=True)


class DatedBookSerializer(FastReadOnlySerializer):
    published = serializers.DateField(format="%d.%m.%Y")
    opens = serializers.TimeField()
    reading_time = serializers.DurationField()


class PricesSerializer(FastReadOnlySerializer):
    price = serializers.DecimalField(8, 2)
    by_country = serializers.DictField(child=serializers.DecimalField(8, 2))
    sizes = serializers.ListField(child=serializers.IntegerField())


class OwnCodeSerializer(FastReadOnlySerializer):
    title = Shouted()
    title_length = serializers.SerializerMethodField()
    shout = serializers.ReadOnlyField()

    def get_title_length(self, book):
        return len(book.title)


class OptionalSerializer(FastReadOnlySerializer):
    title = serializers.CharField(required=False)
    subtitle = serializers.CharField(source="details.subtitle", default="")


class ColumnsSerializer(FastReadOnlyModelSerializer):
    day = serializers.DateField(source="published", format="%d.%m.%Y")

    class Meta:
        model = Book
        fields = [
            "title",
            "isbn",
            "price",
            "published",
            "day",
            "added",
            "opens",
            "in_print",
            "metadata",
        ]


class RelatedSerializer(FastReadOnlyModelSerializer):
    publisher = PublisherSerializer()
    publisher_name = serializers.CharField(source="publisher.name")
    country = serializers.CharField(source="publisher.country.name")
    code = serializers.SlugRelatedField("code", source="publisher", read_only=True)

    class Meta:
        model = Book
        fields = ["publisher", "publisher_name", "country", "code"]


class TaggedSerializer(RelatedSerializer):
    tags = TagSerializer(many=True)
    tag_keys = serializers.PrimaryKeyRelatedField(source="tags", many=True, read_only=True)

    class Meta:
        model = Book
        fields = ["publisher", "publisher_name", "country", "code", "tags", "tag_keys"]


class MethodSerializer(FastReadOnlyModelSerializer):
    shout = serializers.SerializerMethodField()
    publisher = PublisherSerializer()
    tags = TagSerializer(many=True)

    class Meta:
        model = Book
        fields = ["title", "shout", "price", "publisher", "tags"]

    def get_shout(self, book):
        return book.title.upper()


# The name of each example: the serializer, and the type of what it reads.
EXAMPLES = {
    # What the documentation explains.
    "smallest": (CountrySerializer, Country),
    "flat": (FlatBookSerializer, Book),
    "relations": (RelationsSerializer, Book),
    "dotted": (DottedBookSerializer, Book),
    "hyperlinks": (LinkedPublisherSerializer, Publisher),
    "dates": (DatedBookSerializer, Book),
    "decimals_in_a_dict": (PricesSerializer, dict),
    "own_code": (OwnCodeSerializer, Book),
    "skipping": (OptionalSerializer, SimpleNamespace),
    "a_mapping": (BookSerializer, dict),
    "any_object": (BookSerializer, SimpleNamespace),
}

# The name of each example: the serializer, and the shape of the rows that it reads.
ROWS = {
    "rows": (ColumnsSerializer, shapes.BOOKS),
    "rows_as_text": (ColumnsSerializer, shapes.BOOKS_AS_TEXT),
    "rows_joined": (RelatedSerializer, shapes.BOOKS_JOINED),
    "rows_linked": (TaggedSerializer, shapes.BOOKS_LINKED),
    "rows_with_a_method": (MethodSerializer, shapes.BOOKS_WITH_A_METHOD),
}
