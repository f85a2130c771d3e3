"""The serializers whose generated functions lie in `golden/`: one for each thing to see there."""

from __future__ import annotations

from types import SimpleNamespace

from django.contrib.auth.models import User
from rest_framework import serializers

from fastserializers import FastReadOnlyModelSerializer, FastReadOnlySerializer
from tests.models import Book, Country, Publisher, Review, Tag
from tests.relations.serializers import serializer_of

MODEL = FastReadOnlyModelSerializer

UserSerializer = serializer_of(
    MODEL, User, ["id", "username", "is_active", "last_login", "date_joined"]
)
CountrySerializer = serializer_of(MODEL, Country, ["id", "name"])
CountryKeySerializer = serializer_of(MODEL, Country, ["id"])
PublisherSerializer = serializer_of(
    MODEL, Publisher, ["name", "code", "country"], {"country": CountrySerializer()}
)
TagSerializer = serializer_of(MODEL, Tag, ["id", "label"])
ReviewSerializer = serializer_of(MODEL, Review, ["stars"])


class PrefetchedBookSerializer(FastReadOnlyModelSerializer):
    tags = TagSerializer(many=True)
    reviews = ReviewSerializer(many=True)
    shelves = serializers.PrimaryKeyRelatedField(many=True, read_only=True)

    class Meta:
        model = Book
        fields = ["title", "publisher", "tags", "reviews", "shelves"]


class DottedBookSerializer(FastReadOnlySerializer):
    publisher_name = serializers.CharField(source="publisher.name")
    country = serializers.PrimaryKeyRelatedField(source="publisher.country", read_only=True)
    publisher = serializers.SlugRelatedField("code", read_only=True)


class LinkedPublisherSerializer(FastReadOnlySerializer):
    url = serializers.HyperlinkedIdentityField("publisher-detail")
    home = serializers.HyperlinkedIdentityField("publisher-home", lookup_field="code")
    country = serializers.HyperlinkedRelatedField("country-detail", read_only=True)


class DatedBookSerializer(FastReadOnlySerializer):
    added = serializers.DateTimeField()
    published = serializers.DateField(format="%d.%m.%Y")
    opens = serializers.TimeField()
    reading_time = serializers.DurationField()


class PricesSerializer(FastReadOnlySerializer):
    price = serializers.DecimalField(8, 2)
    by_country = serializers.DictField(child=serializers.DecimalField(8, 2))
    sizes = serializers.ListField(child=serializers.IntegerField())


class ChosenBookSerializer(FastReadOnlyModelSerializer):
    class Meta:
        model = Book
        fields = ["format", "grade"]


class MethodsSerializer(FastReadOnlyModelSerializer):
    title_length = serializers.SerializerMethodField()
    shout = serializers.ReadOnlyField()

    class Meta:
        model = Book
        fields = ["id", "title_length", "shout"]

    def get_title_length(self, book):
        return len(book.title)


class Shouted(serializers.CharField):
    def to_representation(self, value):
        return value.upper()


class DelegatedSerializer(FastReadOnlyModelSerializer):
    title = Shouted()

    class Meta:
        model = Book
        fields = ["id", "title"]


class OptionalSerializer(FastReadOnlySerializer):
    title = serializers.CharField(required=False)
    subtitle = serializers.CharField(source="details.subtitle", default="")


# The name of each example: the serializer, and the type of what it reads.
EXAMPLES = {
    # What the documentation explains.
    "smallest": (CountryKeySerializer, Country),
    "flat": (UserSerializer, User),
    "nested": (PublisherSerializer, Publisher),
    "prefetched": (PrefetchedBookSerializer, Book),
    "dotted": (DottedBookSerializer, Book),
    "hyperlinks": (LinkedPublisherSerializer, Publisher),
    "dates": (DatedBookSerializer, Book),
    "decimals_in_a_dict": (PricesSerializer, dict),
    "choices": (ChosenBookSerializer, Book),
    "method_fields": (MethodsSerializer, Book),
    "delegated": (DelegatedSerializer, Book),
    "skipping": (OptionalSerializer, SimpleNamespace),
    "a_mapping": (UserSerializer, dict),
    "any_object": (UserSerializer, SimpleNamespace),
}
