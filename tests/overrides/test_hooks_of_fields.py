"""What a field class may override."""

from __future__ import annotations

import datetime
from types import SimpleNamespace

import pytest
from dateutil import tz
from django.db import models
from django.test.utils import isolate_apps
from rest_framework import serializers
from rest_framework.serializers import ModelSerializer

from tests.differential import every_form, outcome, value_of
from tests.models import Book, Publisher, Tag
from tests.overrides.fields import OwnDefault
from tests.values import BERLIN, SUMMER, THING, UTC


class TestHooksOfFields:
    def test_what_a_field_remembers_is_found_on_the_serializer_s_fields(self):
        class Remembering(serializers.CharField):
            seen = ()

            def to_representation(self, value):
                self.seen = (*self.seen, value)
                return super().to_representation(value)

        def make(base):
            class ExampleSerializer(base):
                name = Remembering()

            return ExampleSerializer

        serializer_classes = every_form(make)
        for serializer_class in (*serializer_classes, *serializer_classes):
            one = serializer_class(THING)
            assert one.data == {"name": "Ruritania"}
            assert one.fields["name"].seen == ("Ruritania",)
            rows = serializer_class([THING, THING], many=True)
            assert len(rows.data) == 2
            assert rows.child.fields["name"].seen == ("Ruritania", "Ruritania")

    def test_a_field_that_looks_at_its_neighbours(self, agree):
        class Neighbour(serializers.CharField):
            def to_representation(self, value):
                siblings = self.parent.fields
                siblings["price"].seen = value
                return [siblings["name"] is self, list(siblings), value]

        class Seen(serializers.CharField):
            def to_representation(self, value):
                return self.seen

        def make(base):
            class ExampleSerializer(base):
                name = Neighbour()
                price = Seen()

            return ExampleSerializer

        agree(make, THING)

    def test_a_key_field_that_refuses_the_optimization(self, agree):
        class Whole(serializers.PrimaryKeyRelatedField):
            def use_pk_only_optimization(self):
                return False

        class Text(serializers.StringRelatedField):
            def use_pk_only_optimization(self):
                return True

        class Slug(serializers.SlugRelatedField):
            def use_pk_only_optimization(self):
                return self.slug_field == "pk"

        def make(base):
            class ExampleSerializer(base):
                whole = Whole(source="publisher", read_only=True)
                text = Text(source="publisher")
                slug = Slug("pk", source="publisher", read_only=True)
                name = Slug("name", source="publisher", read_only=True)

            return ExampleSerializer

        agree(make, Book(publisher=Publisher(pk=3, name="P")))
        agree(make, Book(publisher=None))

    def test_defaults_that_are_called(self, agree, calls):
        class OfTheContext:
            requires_context = True

            def __call__(self, field):
                calls.append(type(field).__name__)
                return field.context["mark"]

        def noted():
            calls.append("noted")
            return "noted"

        def make(base):
            class ExampleSerializer(base):
                noted_ = serializers.CharField(default=noted)
                mark = serializers.CharField(default=OfTheContext())
                number = serializers.IntegerField(source="deep.er", default=OfTheContext())
                created = serializers.CharField(default=serializers.CreateOnlyDefault(noted))
                hidden = serializers.HiddenField(default=noted)

            return ExampleSerializer

        agree(make, {}, contexts=[{"mark": "5"}])
        agree(make, {"noted_": "there"}, contexts=[{"mark": 5}])
        assert agree(make, {})[0] is KeyError

    def test_a_list_of_relations_whose_child_is_any_field(self, agree):
        class Keyed(serializers.PrimaryKeyRelatedField):
            def to_representation(self, value):
                return {"id": value.pk}

        def make(base):
            class ExampleSerializer(base):
                keyed = serializers.ManyRelatedField(
                    Keyed(read_only=True), source="tags", read_only=True
                )
                texts = serializers.ManyRelatedField(
                    serializers.CharField(), source="tags", read_only=True
                )
                text = serializers.ManyRelatedField(
                    serializers.ReadOnlyField(source="label"), source="tags", read_only=True
                )

            return ExampleSerializer

        def prefetched():
            book = Book(pk=1)
            rows = Tag.objects.none()
            rows._result_cache = [Tag(pk=1, label="one"), Tag(pk=2, label="two")]
            book._prefetched_objects_cache = {"tags": rows}
            return book

        result = agree(make, prefetched)
        assert value_of(result)["texts"][0] == (str, "'one'")

    def test_callable_choices_of_a_model_field(self):
        with isolate_apps("tests"):

            class Shirt(models.Model):
                size = models.CharField(choices=lambda: sizes)

        def make(base):
            class ExampleSerializer(base):
                class Meta:
                    model = Shirt
                    fields = ["size"]

            return ExampleSerializer

        sizes = [("1", "Small")]
        reference, *forms = every_form(make, ModelSerializer)
        for size in ("1", 1, "1"):
            sizes = [(size, "Small")]
            expected = outcome(reference, lambda: Shirt(size="1"))
            for fast in forms:
                assert outcome(fast, lambda: Shirt(size="1")) == expected

    def test_zones_that_compare_equal_and_are_not_the_same(self):
        moments = SUMMER, SUMMER.astimezone(BERLIN), SUMMER.replace(tzinfo=None)
        greenwich = datetime.timezone(datetime.timedelta(0), "GMT")
        for zone in (tz.tzoffset("A", 0), tz.tzoffset("B", 0), UTC, greenwich):
            field = serializers.DateTimeField(format="%H:%M %Z", default_timezone=zone)

            def make(base, field=field):
                return type(base)("ExampleSerializer", (base,), {"made": field})

            reference, *forms = every_form(make)
            for fast in forms:
                for moment in moments:
                    expected = outcome(reference, lambda: {"made": moment})  # noqa: B023
                    assert outcome(fast, lambda: {"made": moment}) == expected  # noqa: B023


@pytest.mark.parametrize(
    "options",
    [
        {"required": False},
        {"allow_null": True},
        {"allow_null": True, "required": False},
        {"default": "given"},
        {"default": "given", "allow_null": True},
        {},
    ],
    ids=str,
)
def test_a_default_of_its_own_is_for_fields_that_have_one(agree, options):
    def make(base):
        declared = {"a": serializers.CharField(), "b": OwnDefault(**options)}
        return type("S", (base,), declared)

    agree(make, {"a": "there"})
    agree(make, SimpleNamespace(a="there"))


def test_a_copy_that_is_not_write_only_is_read(agree):
    class CopiedReadable(serializers.CharField):
        def __deepcopy__(self, memo):
            return type(self)()

    def make(base):
        declared = {"a": CopiedReadable(write_only=True), "b": serializers.CharField()}
        return type("S", (base,), declared)

    agree(make, {"a": "seen", "b": "too"})
