"""Fields as projects write and use them: hooks, methods and options."""

from functools import partial

import pytest
from django.core.exceptions import ObjectDoesNotExist
from django.utils import translation
from rest_framework import serializers
from rest_framework.fields import SkipField

from tests.differential import (
    assert_alike,
    made_of,
    of_a_thing,
    of_a_thing_with,
    of_body,
    outcomes,
    value_of,
)
from tests.hunting.changing import MakesOptionsForTheRequest
from tests.models import Book, Publisher, Tag
from tests.overrides.fields import (
    CONTEXTS,
    CUSTOM_FIELDS,
    ChoicesOfTheLanguage,
    FormatOfTheLanguage,
    HiddenIn,
    SourceOfTheLanguage,
)
from tests.relations.serializers import methods
from tests.values import SUMMER, THING


def test_what_a_field_remembers_is_found_on_the_serializer_s_fields():
    class Remembering(serializers.CharField):
        seen = ()

        def to_representation(self, value):
            self.seen = (*self.seen, value)
            return super().to_representation(value)

    def seen(serializer_class):
        one, rows = serializer_class(THING), serializer_class([THING, THING], many=True)
        assert rows.data == [one.data] * 2
        return one.fields["name"].seen, rows.child.fields["name"].seen

    found = assert_alike(seen, made_of({"name": Remembering()}))
    assert found == (("Ruritania",), ("Ruritania", "Ruritania"))


class Whole:
    """A field that wants more than the key of a related row."""

    def use_pk_only_optimization(self):
        return False


class WholeKey(Whole, serializers.PrimaryKeyRelatedField):
    pass


class SlugOfWhole(Whole, serializers.SlugRelatedField):
    pass


@pytest.mark.parametrize("publisher", [Publisher(pk=3, name="P"), None], ids=["a row", "none"])
def test_a_key_field_that_refuses_the_optimization(agree, publisher):
    fields = {
        "whole": WholeKey(source="publisher", read_only=True),
        "name": SlugOfWhole("name", source="publisher", read_only=True),
    }
    agree(of_body(fields.copy), Book(publisher=publisher))


def test_defaults_that_are_called(agree, calls):
    class OfTheContext:
        requires_context = True

        def __call__(self, field):
            calls.append(type(field).__name__)
            return field.context["mark"]

    def noted():
        calls.append("noted")
        return "noted"

    fields = {
        "noted_": serializers.CharField(default=noted),
        "mark": serializers.CharField(default=OfTheContext()),
        "number": serializers.IntegerField(source="deep.er", default=OfTheContext()),
        "created": serializers.CharField(default=serializers.CreateOnlyDefault(noted)),
        "hidden": serializers.HiddenField(default=noted),
    }
    make = of_body(fields.copy)
    agree(make, {}, contexts=[{"mark": "5"}])
    agree(make, {"noted_": "there"}, contexts=[{"mark": 5}])
    assert agree(make, {})[0] is KeyError


def test_a_list_of_relations_whose_child_is_any_field(agree):
    class Keyed(serializers.PrimaryKeyRelatedField):
        def to_representation(self, value):
            return {"id": value.pk}

    children = {
        "keyed": Keyed(read_only=True),
        "texts": serializers.CharField(),
        "text": serializers.ReadOnlyField(source="label"),
    }
    fields = {
        name: serializers.ManyRelatedField(child, source="tags", read_only=True)
        for name, child in children.items()
    }

    def prefetched():
        book = Book(pk=1)
        rows = Tag.objects.none()
        rows._result_cache = [Tag(pk=1, label="one"), Tag(pk=2, label="two")]
        book._prefetched_objects_cache = {"tags": rows}
        return book

    result = agree(of_body(fields.copy), prefetched)
    assert value_of(result)["texts"][0] == (str, "'one'")


# Field classes with code of their own, everywhere that a field may be.


SOURCE = {**THING, "name_en": "English", "name_de": "Deutsch", "name_en-us": "US"}


@pytest.mark.parametrize(
    ("name", "make_field"),
    [(name, make) for name, all_of_them in CUSTOM_FIELDS.items() for make in all_of_them],
)
def test_fields_of_the_project_alone_and_nested(agree, name, make_field):
    def size(serializer, thing):
        return thing["size"]

    def make(base):
        inner = made_of({name: make_field()}, base)
        fields = {**methods(size=size), name: make_field()}
        return made_of({**fields, "inner": inner(source="*"), "rows": inner(many=True)}, base)

    source = {**SOURCE, "rows": [SOURCE]}
    with translation.override("en"):
        agree(make, source, contexts=CONTEXTS)
    with translation.override("de"):
        agree(make, source, contexts=CONTEXTS)


@pytest.mark.parametrize(
    ("name", "make_field"),
    [
        ("name", SourceOfTheLanguage),
        ("name", partial(HiddenIn, "de")),
        ("name", partial(HiddenIn, "en")),
        ("made", FormatOfTheLanguage),
        ("size", ChoicesOfTheLanguage),
    ],
)
def test_fields_of_the_project_in_a_class_that_is_defined_in_another_language(name, make_field):
    with translation.override("en"):
        cls = made_of({name: make_field()})
    with translation.override("de"):
        assert_alike(outcomes, cls, partial(dict, SOURCE))
    with translation.override("en"):
        assert_alike(outcomes, cls, partial(dict, SOURCE))


@pytest.mark.parametrize(
    "error",
    [SkipField("s"), KeyError("k"), AttributeError("a"), ValueError("v"), ObjectDoesNotExist("o")],
    ids=lambda error: type(error).__name__,
)
def test_errors_in_a_method(agree, error):
    def get_method(self, thing):
        raise error

    make = of_body(methods(method=get_method).copy)

    def make_nesting(base):
        return of_a_thing(base, inner=make(base)(source="*", required=False))

    assert agree(make, THING) == (type(error), str(error))
    assert agree(make_nesting, THING) == (type(error), str(error))


def test_a_method_that_is_missing(agree):
    make = of_a_thing_with(method=serializers.SerializerMethodField())
    assert agree(make, THING)[0] is AttributeError


class Overridden(serializers.SerializerMethodField):
    def to_representation(self, value):
        return [super().to_representation(value)]


class ChosenByTheContext(serializers.SerializerMethodField):
    method_name = property(lambda self: self.context.get("source", "other"), lambda *_: None)


def test_methods_found_in_every_place(agree):
    def make(base):
        method = serializers.SerializerMethodField

        class Parent(base):
            chosen = ChosenByTheContext()
            inherited, changed, static = method(), method(), method()
            named, overridden = method("other"), Overridden()

            def get_inherited(self, thing):
                return thing["name"]

            def get_changed(self, thing):
                return "parent"

            def other(self, thing):
                return self.field_name, self.parent is None, self.instance is thing

            @staticmethod
            def get_static(thing):
                return thing["size"]

            def get_overridden(self, thing):
                return None

        class ExampleSerializer(Parent):
            def get_changed(self, thing):
                return super().get_changed(thing), "child"

        return ExampleSerializer

    contexts = [{}, {"source": "get_static"}]
    assert value_of(agree(make, THING, contexts=contexts))["inherited"] == "'Ruritania'"


def test_the_serializer_that_a_nested_method_sees(agree):
    def get_method(self, thing):
        self.seen = getattr(self, "seen", 0) + 1
        parent = self.parent if self.field_name else self.parent.parent
        place = self.field_name, self.source, self.read_only, self.instance
        siblings = list(parent.fields), parent.fields["inner"] is self, parent.instance is None
        return self.seen, place, siblings, self.context["mark"]

    def make(base):
        inner = of_body(methods(method=get_method).copy)(base)
        return of_a_thing(base, inner=inner(read_only=True), rows=inner(many=True))

    source = {**THING, "inner": THING, "rows": [THING, THING]}
    agree(make, source, contexts=[{"mark": "!"}])


# Fields whose options are made for a request: what one request has, another never sees.


def chosen(base):
    class ChosenSerializer(MakesOptionsForTheRequest, base):
        one = serializers.ChoiceField(choices=[])
        some = serializers.MultipleChoiceField(choices=[])
        listed = serializers.ListField(child=serializers.ChoiceField(choices=[]))
        named = serializers.DictField(
            child=serializers.ListField(child=serializers.DateTimeField())
        )
        moment = serializers.DateTimeField()
        document = serializers.JSONField()

    return ChosenSerializer


ROW = {
    "one": "a",
    "some": ["b", 3, "x"],
    "listed": ["c", 4],
    "named": {"first": [SUMMER]},
    "moment": SUMMER,
    "document": {"b": 1, "a": 2},
}


# The text of a label says whose it is.
@pytest.mark.parametrize("one", ["a", 1])
def test_each_request_has_its_own(agree, one):
    contexts = [{"user": user} for user in (1, 2, 1)]
    # A list of fewer rows than own fields would be REST framework's.
    agree(chosen, {**ROW, "one": one}, contexts=contexts, reads=(False, 6))


def test_a_source_and_a_format_of_the_request(agree):
    class Choosing:
        def get_fields(self):
            chosen = self.context["chosen"]
            shown = serializers.CharField(source=chosen)
            made = serializers.DateTimeField(format=f"{chosen} %Y")
            return {**super().get_fields(), "shown": shown, "made": made}

    contexts = [{"chosen": name} for name in ("name", "size", "name")]
    # As many rows as fields, so that they are planned.
    agree(of_a_thing_with(Choosing), THING, contexts=contexts, reads=(False, 4))
