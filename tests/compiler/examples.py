"""The serializers whose generated functions lie in `golden/`: one for each thing to see there."""

from __future__ import annotations

from types import SimpleNamespace

from rest_framework import serializers

from fastserializers import FastReadOnlyModelSerializer, FastReadOnlySerializer
from tests.models import Book, Country, Publisher, Tag
from tests.overrides.fields import Shouted
from tests.relations.serializers import serializer_of

MODEL = FastReadOnlyModelSerializer

CountrySerializer = serializer_of(MODEL, Country, ["id"])
BookSerializer = serializer_of(MODEL, Book, ["pages", "title", "added"])
RelationsSerializer = serializer_of(
    MODEL,
    Book,
    ["by_code", "shelves"],
    {
        "publisher": serializer_of(MODEL, Publisher, ["id"])(),
        "tags": serializer_of(MODEL, Tag, ["id"])(many=True),
    },
)


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


# The name of each example: the serializer, and the type of what it reads.
EXAMPLES = {
    # What the documentation explains.
    "smallest": (CountrySerializer, Country),
    "flat": (serializer_of(MODEL, Book, ["title", "in_print", "added", "format"]), Book),
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
