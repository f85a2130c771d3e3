"""Fields as projects write and use them: hooks, methods and options."""

from __future__ import annotations

import datetime
import functools
import itertools
import linecache
from types import SimpleNamespace

import pytest
from dateutil import tz
from django.core.exceptions import ObjectDoesNotExist
from django.db import models
from django.test.utils import isolate_apps
from django.utils import translation
from rest_framework import serializers
from rest_framework.fields import SkipField
from rest_framework.serializers import ModelSerializer

from fastserializers import read_only
from tests.differential import every_form, of_a_thing, of_body, outcome, outcome_once, value_of
from tests.hunting.changing import MakesOptionsForTheRequest
from tests.models import Book, Publisher, Tag
from tests.overrides.fields import CONTEXTS, CUSTOM_FIELDS, OwnDefault, with_attribute
from tests.relations.serializers import serializer_of
from tests.values import BERLIN, SUMMER, THING, UTC


def test_what_a_field_remembers_is_found_on_the_serializer_s_fields():
    class Remembering(serializers.CharField):
        seen = ()

        def to_representation(self, value):
            self.seen = (*self.seen, value)
            return super().to_representation(value)

    for cls in [*every_form(of_body(lambda: {"name": Remembering()}))] * 2:
        one, rows = cls(THING), cls([THING, THING], many=True)
        assert one.data == {"name": "Ruritania"}
        assert rows.data == [one.data] * 2
        assert one.fields["name"].seen == ("Ruritania",)
        assert rows.child.fields["name"].seen == ("Ruritania", "Ruritania")


def test_a_field_that_changes_its_neighbour(agree):
    class Changing(serializers.CharField):
        def to_representation(self, value):
            self.parent.fields["price"].seen = value
            return value

    class Seen(serializers.CharField):
        def to_representation(self, value):
            return self.seen

    agree(of_body(lambda: {"name": Changing(), "price": Seen()}), THING)


def test_a_key_field_that_refuses_the_optimization(agree):
    def own(field_class, use):
        return type("Own", (field_class,), {"use_pk_only_optimization": lambda self: use})

    options = {"source": "publisher", "read_only": True}
    slug = serializers.SlugRelatedField

    def body():
        return {
            "whole": own(serializers.PrimaryKeyRelatedField, use=False)(**options),
            "text": own(serializers.StringRelatedField, use=True)(source="publisher"),
            "slug": own(slug, use=True)("pk", **options),
            "name": own(slug, use=False)("name", **options),
        }

    for publisher in (Publisher(pk=3, name="P"), None):
        agree(of_body(body), Book(publisher=publisher))


def test_defaults_that_are_called(agree, calls):
    class OfTheContext:
        requires_context = True

        def __call__(self, field):
            calls.append(type(field).__name__)
            return field.context["mark"]

    def noted():
        calls.append("noted")
        return "noted"

    def body():
        return {
            "noted_": serializers.CharField(default=noted),
            "mark": serializers.CharField(default=OfTheContext()),
            "number": serializers.IntegerField(source="deep.er", default=OfTheContext()),
            "created": serializers.CharField(default=serializers.CreateOnlyDefault(noted)),
            "hidden": serializers.HiddenField(default=noted),
        }

    agree(of_body(body), {}, contexts=[{"mark": "5"}])
    agree(of_body(body), {"noted_": "there"}, contexts=[{"mark": 5}])
    assert agree(of_body(body), {})[0] is KeyError


def test_a_list_of_relations_whose_child_is_any_field(agree):
    class Keyed(serializers.PrimaryKeyRelatedField):
        def to_representation(self, value):
            return {"id": value.pk}

    def body():
        children = {
            "keyed": Keyed(read_only=True),
            "texts": serializers.CharField(),
            "text": serializers.ReadOnlyField(source="label"),
        }
        return {
            name: serializers.ManyRelatedField(child, source="tags", read_only=True)
            for name, child in children.items()
        }

    def prefetched():
        book = Book(pk=1)
        rows = Tag.objects.none()
        rows._result_cache = [Tag(pk=1, label="one"), Tag(pk=2, label="two")]
        book._prefetched_objects_cache = {"tags": rows}
        return book

    result = agree(of_body(body), prefetched)
    assert value_of(result)["texts"][0] == (str, "'one'")


def test_callable_choices_of_a_model_field():
    with isolate_apps("tests"):

        class Shirt(models.Model):
            size = models.CharField(choices=lambda: sizes)

    sizes = [("1", "Small")]
    made = every_form(lambda base: serializer_of(base, Shirt, ["size"]), ModelSerializer)
    for size in ("1", 1, "1"):
        sizes = [(size, "Small")]
        expected, *found = (outcome(cls, lambda: Shirt(size="1")) for cls in made)
        assert found == [expected] * len(found)


def test_zones_that_compare_equal_and_are_not_the_same(agree):
    moments = SUMMER, SUMMER.astimezone(BERLIN), SUMMER.replace(tzinfo=None)
    greenwich = datetime.timezone(datetime.timedelta(0), "GMT")
    for zone in (tz.tzoffset("A", 0), tz.tzoffset("B", 0), UTC, greenwich):
        field = serializers.DateTimeField(format="%H:%M %Z", default_timezone=zone)
        for moment in moments:
            agree(of_body(lambda field=field: {"made": field}), {"made": moment})


def test_a_default_of_its_own_is_for_fields_that_have_one(agree):
    for options in (
        *({}, {"required": False}, {"allow_null": True}, {"allow_null": True, "required": False}),
        *({"default": "given"}, {"default": "given", "allow_null": True}),
    ):
        make = of_body(lambda: {"a": serializers.CharField(), "b": OwnDefault(**options)})  # noqa: B023
        for source in ({"a": "there"}, SimpleNamespace(a="there")):
            agree(make, source)


# Field classes with code of their own, everywhere that a field may be.


SOURCE = {**THING, "name_en": "English", "name_de": "Deutsch", "name_en-us": "US"}
SOURCE["day"] = SUMMER.date()


@pytest.mark.parametrize("name", CUSTOM_FIELDS)
def test_fields_of_the_project_alone_and_nested(agree, name):
    for language, make_field in itertools.product(("en", "de"), CUSTOM_FIELDS[name]):

        def make(base, make_field=make_field):
            inner = type(base)("Inner", (base,), {name: make_field()})
            body = {
                "size": serializers.SerializerMethodField(),
                "get_size": lambda self, thing: thing["size"],
                name: make_field(),
                "inner": inner(source="*"),
                "rows": inner(many=True),
            }
            return type(base)("ExampleSerializer", (base,), body)

        with translation.override(language):
            agree(make, {**SOURCE, "rows": [SOURCE]}, contexts=CONTEXTS, reads=(False, 12))


@pytest.mark.parametrize("name", CUSTOM_FIELDS)
def test_fields_of_the_project_in_a_class_that_is_defined_in_another_language(name):
    for make_field in CUSTOM_FIELDS[name]:
        with translation.override("en"):
            made = every_form(of_body(lambda: {name: make_field()}))  # noqa: B023
        for language, many in itertools.product(("en", "de", "en"), (False, True)):
            with translation.override(language):
                expected, *found = (outcome_once(cls, lambda: SOURCE, many=many) for cls in made)
            assert found == [expected] * len(found), (make_field, language)


class Overridden(serializers.SerializerMethodField):
    def to_representation(self, value):
        return [super().to_representation(value)]


Renamed = with_attribute(serializers.SerializerMethodField, "method_name", "method", None)


class Bound(serializers.SerializerMethodField):
    def bind(self, field_name, parent):
        self.method_name = parent.context["method"]
        super().bind(field_name, parent)


def test_errors_in_a_method_and_one_that_is_missing(agree):
    def with_method(base, **methods):
        return of_a_thing(base, method=serializers.SerializerMethodField(), **methods)

    errors = SkipField("s"), KeyError("k"), AttributeError("a"), ValueError("v")
    for error in (*errors, ObjectDoesNotExist("o")):

        def make(base, error=error):
            def get_method(self, thing):
                raise error

            return with_method(base, get_method=get_method)

        def nesting(base, make=make):
            return of_a_thing(base, inner=make(base)(source="*", required=False))

        for each in (make, nesting):
            assert agree(each, THING) == (type(error), str(error))
    assert agree(with_method, THING)[0] is AttributeError


def test_methods_found_in_every_possible_place(agree):
    def make(base):
        method = serializers.SerializerMethodField

        class Parent(base):
            inherited, changed, static, callable, missing = (method() for _ in range(5))
            named = method("other")
            overridden, renamed, bound = Overridden(), Renamed(), Bound()
            get_callable = staticmethod(functools.partial(dict, more=1))

            def get_inherited(self, thing):
                return thing["name"]

            def get_changed(self, thing):
                return "parent"

            def other(self, thing):
                return self.field_name, self.parent is None, self.instance is thing

            @staticmethod
            def get_static(thing):
                return thing["size"]

            def __getattr__(self, name):
                if name == "get_missing":
                    return lambda thing: "found"
                raise AttributeError(name)

            def get_overridden(self, thing):
                return None

        class ExampleSerializer(Parent):
            def get_changed(self, thing):
                return super().get_changed(thing), "child"

        return ExampleSerializer

    methods = "get_static", "get_inherited", "get_static"
    found = value_of(agree(make, THING, contexts=[{"method": method} for method in methods]))
    assert (found["missing"], found["renamed"]) == ("'found'", "5")


def test_a_method_that_a_property_chooses(agree, calls):
    def chosen_method(self):
        calls.append("property")
        name = "odd" if len(calls) % 2 else "even"
        return lambda thing: name

    def make(base):
        method = serializers.SerializerMethodField()
        return of_a_thing(base, method=method, get_method=property(chosen_method))

    agree(make, THING)


def test_the_serializer_that_a_nested_method_sees(agree):
    def get_method(self, thing):
        self.seen = getattr(self, "seen", 0) + 1
        parent = self.parent if self.field_name else self.parent.parent
        place = self.field_name, self.source, self.read_only, self.instance
        siblings = list(parent.fields), parent.fields["inner"] is self, parent.instance is None
        return self.seen, place, siblings, self.context["mark"]

    def make(base):
        method = {"method": serializers.SerializerMethodField(), "get_method": get_method}
        inner = type(base)("Inner", (base,), method)
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


def test_each_request_has_its_own(agree):
    def nesting(base):
        inner, method = chosen(base), serializers.SerializerMethodField()

        def get_made(self, row):
            return inner([row], many=True, context=self.context).data

        body = {"inner": inner(source="*"), "made": method, "get_made": get_made}
        return type(base)("Nesting", (base,), body)

    contexts = [{"user": user} for user in (1, 2, 3, 1)]
    for make, one in itertools.product((chosen, nesting), ("a", 1)):
        # The text of a label says whose it is.
        agree(make, {**ROW, "one": one}, contexts=contexts)


def test_many_requests_need_no_more_code_than_two():
    def sources_after(users):
        for user in users:
            assert fast([{**ROW, "one": 1}] * 12, many=True, context={"user": user}).data
        return {name for name in linecache.cache if "fastserializers" in name}

    fast = read_only(chosen(serializers.Serializer))
    assert sources_after(range(3)) == sources_after(range(3, 200))
