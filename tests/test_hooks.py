"""A project's own code: what it overrides is called as DRF calls it, and has the same effect."""

from __future__ import annotations

import datetime
import decimal
import functools
import uuid
from collections import UserDict, defaultdict
from decimal import Decimal
from types import SimpleNamespace
from zoneinfo import ZoneInfo

import pytest
from django.core.exceptions import ObjectDoesNotExist
from django.db import connection, models
from django.db.models import prefetch_related_objects
from django.test.utils import CaptureQueriesContext, isolate_apps
from django.urls import path
from django.utils import timezone, translation
from django.utils.functional import SimpleLazyObject, cached_property
from rest_framework import fields, serializers
from rest_framework.fields import SkipField
from rest_framework.serializers import (
    BaseSerializer,
    HyperlinkedModelSerializer,
    ListSerializer,
    ModelSerializer,
    Serializer,
)
from rest_framework.utils.serializer_helpers import BindingDict

from fastserializers import FastReadOnlyMixin, read_only
from tests.differential import FAST_BASES, FAST_FORMS, outcome, spelled_out
from tests.models import Book, Country, ImportedPublisher, Publisher, Tag

UTC = datetime.timezone.utc
BERLIN = ZoneInfo("Europe/Berlin")
SUMMER = datetime.datetime(2024, 7, 1, 12, 30, tzinfo=UTC)


@pytest.fixture(params=FAST_FORMS, ids=lambda form: form.__name__)
def fast_form(request):
    """Makes the fast class of a function that makes a class on a base."""
    return request.param


@pytest.fixture
def calls():
    """What the project's own code notes down while it is called."""
    return []


@pytest.fixture
def agree(fast_form, calls):
    """Asserts that a class and its fast form give the same, by the same calls; returns it."""

    def assert_agreement(make, source, *, base=Serializer, context=None):
        make_source = source if callable(source) else lambda: source
        reference, fast = make(base), fast_form(make, base)
        outcomes = []
        for many in (False, True):
            calls.clear()
            expected = outcome(reference, make_source, context, many=many), list(calls)
            calls.clear()
            assert (outcome(fast, make_source, context, many=many), list(calls)) == expected
            outcomes.append(expected[0])
        return outcomes[0]

    return assert_agreement


def value_of(result):
    """Return the pairs of a row that an outcome spells out, without their types."""
    return {key: value for key, (_, value) in result[1]}


THING = {"name": "Ruritania", "size": 5, "made": SUMMER, "price": Decimal("2.345")}


class TestRepresentation:
    def test_an_override_that_calls_super(self, agree, calls):
        def make(base):
            class ExampleSerializer(base):
                name = serializers.CharField()

                def to_representation(self, instance):
                    calls.append(instance["name"])
                    return {"more": 1, **super().to_representation(instance)}

            return ExampleSerializer

        agree(make, THING)

    def test_an_override_that_does_not_call_super(self, agree):
        def make(base):
            class ExampleSerializer(base):
                name = serializers.CharField()

                def to_representation(self, instance):
                    return {"upper": instance["name"].upper()}

            return ExampleSerializer

        agree(make, THING)

    @pytest.mark.parametrize(
        "returned",
        [None, "text", 5, [], ["a"], [("a", 1)], defaultdict(list, a=1), UserDict(a=1), {}],
        ids=repr,
    )
    def test_an_override_that_returns_something_else(self, agree, returned):
        def make(base):
            class ExampleSerializer(base):
                def to_representation(self, instance):
                    return returned

            return ExampleSerializer

        agree(make, THING)

    @pytest.mark.parametrize(
        "error", [SkipField(), KeyError("k"), AttributeError("a"), ValueError()]
    )
    @pytest.mark.parametrize("many", [False, True])
    def test_an_override_that_raises_in_a_nested_serializer(self, agree, error, many):
        def make(base):
            class Inner(base):
                def to_representation(self, instance):
                    raise error

            class ExampleSerializer(base):
                inner = Inner(many=many)
                name = serializers.CharField()

            return ExampleSerializer

        agree(make, {**THING, "inner": [THING] if many else THING})

    @pytest.mark.parametrize("many", [False, True])
    @pytest.mark.parametrize("plain_inside", [False, True])
    def test_an_override_in_a_nested_serializer(self, agree, calls, many, plain_inside):
        def make(base):
            class Inner(Serializer if plain_inside else base):
                name = serializers.CharField()

                def to_representation(self, instance):
                    calls.append((self.field_name, self.parent.field_name, self.context["mark"]))
                    return [super().to_representation(instance)]

            class ExampleSerializer(base):
                inner = Inner(many=many)

            return ExampleSerializer

        agree(make, {"inner": [THING, THING] if many else THING}, context={"mark": "!"})

    def test_an_override_between_two_fast_classes(self, agree, calls):
        def make(base):
            class First(base):
                name = serializers.CharField()

            class Second(First):
                def to_representation(self, instance):
                    calls.append("second")
                    return super().to_representation({**instance, "name": "second"})

            class ExampleSerializer(Second):
                size = serializers.IntegerField()

            return ExampleSerializer

        agree(make, THING)

    def test_a_list_serializer_of_the_project(self, agree, calls):
        def make(base):
            class Listed(ListSerializer):
                def to_representation(self, data):
                    calls.append(len(data))
                    return super().to_representation([*data, *data])[::-1]

            class ExampleSerializer(base):
                name = serializers.CharField()

                class Meta:
                    list_serializer_class = Listed

            class Outer(base):
                things = ExampleSerializer(many=True)

            return Outer

        agree(make, {"things": [THING, {"name": "Other"}]})

    @pytest.mark.parametrize("returned", ["text", {"rows": []}, None], ids=repr)
    def test_a_list_serializer_that_returns_no_list(self, agree, returned):
        def make(base):
            class Listed(ListSerializer):
                def to_representation(self, data):
                    return returned

                @property
                def data(self):
                    return super(ListSerializer, self).data

            class ExampleSerializer(base):
                class Meta:
                    list_serializer_class = Listed

            return ExampleSerializer

        agree(make, THING)

    def test_a_list_serializer_that_calls_its_child_itself(self, agree, calls):
        def make(base):
            class Listed(ListSerializer):
                def to_representation(self, data):
                    calls.append(type(self.child).__name__)
                    return [{"row": self.child.to_representation(item)} for item in data]

            class ExampleSerializer(base):
                name = serializers.CharField()
                size = serializers.SerializerMethodField()

                class Meta:
                    list_serializer_class = Listed

                def get_size(self, thing):
                    return [self.parent.__class__.__name__, thing["size"]]

            return ExampleSerializer

        agree(make, THING)

    def test_a_list_serializer_that_reads_otherwise(self, agree, calls):
        class Filtered(ListSerializer):
            def get_attribute(self, instance):
                calls.append("get_attribute")
                return [row for row in super().get_attribute(instance) if row["size"] > 3]

        class Chosen(ListSerializer):
            def bind(self, field_name, parent):
                super().bind(field_name, parent)
                if not self.context.get("all"):
                    self.child.fields.pop("size")

        class Shortened(ListSerializer):
            def __init__(self, *args, **kwargs):
                super().__init__(*args, **kwargs)
                if translation.get_language() == "de":
                    self.child.fields.pop("size")

        def make(base):
            def inner(list_class):
                meta = type("Meta", (), {"list_serializer_class": list_class})
                body = {"name": serializers.CharField(), "size": serializers.IntegerField()}
                return type(base)("Inner", (base,), {**body, "Meta": meta})(
                    many=True, source="rows"
                )

            class ExampleSerializer(base):
                filtered = inner(Filtered)
                chosen = inner(Chosen)
                shortened = inner(Shortened)

            return ExampleSerializer

        source = {"rows": [THING, {**THING, "size": 2}]}
        for context in ({}, {"all": True}, {}):
            agree(make, source, context=context)
        with translation.override("de"):
            agree(make, source)

    def test_a_representation_set_on_one_serializer(self, fast_form):
        def make(base):
            class ExampleSerializer(base):
                name = serializers.CharField()

            return ExampleSerializer

        for serializer_class in (make(Serializer), fast_form(make, Serializer)):
            one = serializer_class(THING)
            one.to_representation = lambda instance: {"set": instance["name"]}
            assert one.data == {"set": "Ruritania"}
            rows = serializer_class([THING], many=True)
            rows.child.to_representation = lambda instance: "set"
            assert rows.data == ["set"]
            rows = serializer_class([THING], many=True)
            rows.to_representation = lambda instances: ["set"]
            assert rows.data == ["set"]

    def test_another_child_put_into_a_list(self, fast_form):
        def make(base):
            class ExampleSerializer(base):
                name = serializers.CharField()

            return ExampleSerializer

        class Other(Serializer):
            size = serializers.IntegerField()

        rows = fast_form(make, Serializer)([THING], many=True)
        rows.child = Other()
        assert rows.data == [{"size": 5}]

    def test_data_is_overridden(self, agree, calls):
        def make(base):
            class ExampleSerializer(base):
                name = serializers.CharField()

                @property
                def data(self):
                    calls.append("data")
                    return {"wrapped": super().data}

            return ExampleSerializer

        agree(make, THING)

    def test_the_first_values_are_overridden(self, fast_form):
        def make(base):
            class ExampleSerializer(base):
                name = serializers.CharField(initial="first")

                def get_initial(self):
                    return {**super().get_initial(), "more": 1}

            return ExampleSerializer

        expected = make(Serializer)().data
        assert fast_form(make, Serializer)().data == expected == {"name": "first", "more": 1}


class TestFieldsChosenByTheSerializer:
    def test_get_fields_that_adds_and_removes(self, agree, calls):
        def make(base):
            class ExampleSerializer(base):
                name = serializers.CharField()
                size = serializers.IntegerField()

                def get_fields(self):
                    calls.append("get_fields")
                    fields = super().get_fields()
                    del fields["size"]
                    return {"made": serializers.DateTimeField(), **fields}

            return ExampleSerializer

        agree(make, THING)

    def test_get_fields_that_depends_on_the_context(self, agree, fast_form):
        def make(base):
            class ExampleSerializer(base):
                name = serializers.CharField()
                size = serializers.IntegerField()

                def get_fields(self):
                    fields = super().get_fields()
                    return {name: fields[name] for name in self.context["names"]}

            return ExampleSerializer

        fast = fast_form(make, Serializer)
        for names in (["name"], ["size", "name"], [], ["name", "size"], ["name"]):
            agree(make, THING, context={"names": names})
            assert list(fast(THING, context={"names": names}).data) == names
        assert agree(make, THING, context={})[0] is KeyError

    @pytest.mark.parametrize("many", [False, True])
    def test_get_fields_that_nests_the_serializer_in_itself(self, agree, many):
        def make(base):
            class ExampleSerializer(base):
                name = serializers.CharField()

                def get_fields(self):
                    fields = super().get_fields()
                    fields["inner"] = type(self)(many=many, required=False)
                    return fields

            return ExampleSerializer

        inner = {"name": "two", "inner": [] if many else {"name": "three"}}
        agree(make, {"name": "one", "inner": [inner, inner] if many else inner})

    def test_serializers_that_nest_each_other(self, agree):
        def make(base):
            class AuthorSerializer(base):
                name = serializers.CharField()

            class BookSerializer(base):
                title = serializers.CharField()
                author = AuthorSerializer(required=False)

            AuthorSerializer._declared_fields["books"] = BookSerializer(many=True, required=False)
            return AuthorSerializer

        one = {"name": "one", "books": [{"title": "A", "author": {"name": "two", "books": []}}]}
        agree(make, {"name": "root", "books": [{"title": "B", "author": one}, {"title": "C"}]})

    def test_a_serializer_declared_within_itself(self, agree):
        def make(base):
            class ExampleSerializer(base):
                name = serializers.CharField()

            ExampleSerializer._declared_fields["inner"] = ExampleSerializer(many=True)
            return ExampleSerializer

        leaf = {"name": "leaf", "inner": []}
        agree(make, {"name": "root", "inner": [leaf, {"name": "branch", "inner": [leaf, leaf]}]})

    @pytest.mark.parametrize("cached", [False, True])
    def test_a_fields_property_as_in_dynamic_fields(self, agree, calls, cached):
        def make(base):
            class ExampleSerializer(base):
                name = serializers.CharField()
                size = serializers.IntegerField()
                missing = serializers.CharField()

                @(cached_property if cached else property)
                def fields(self):
                    calls.append("fields")
                    fields = super().fields
                    for name in set(fields) - set(self.context["names"]):
                        fields.pop(name, None)
                    return fields

            return ExampleSerializer

        agree(make, THING, context={"names": ["size"]})
        agree(make, THING, context={"names": ["size", "name"]})
        agree(make, THING, context={"names": ["size", "missing"]})

    def test_a_fields_property_that_makes_the_fields_itself(self, agree, calls):
        def make(base):
            class ExampleSerializer(base):
                name = serializers.CharField()
                link = serializers.ListField()

                @property
                def fields(self):
                    calls.append("fields")
                    fields = BindingDict(self)
                    for name, field in self.get_fields().items():
                        fields[name] = field
                    fields["link"].default = ["default"]
                    return fields

            return ExampleSerializer

        agree(make, THING)

    def test_a_fields_property_that_changes_from_row_to_row(self, fast_form):
        def make(base):
            class ExampleSerializer(base):
                name = serializers.CharField()
                size = serializers.IntegerField()
                rows = 0

                @property
                def fields(self):
                    self.rows += 1
                    fields = BindingDict(self)
                    names = ["name", "size"] if self.rows % 2 else ["size"]
                    for name in names:
                        fields[name] = self.get_fields()[name]
                    return fields

            return ExampleSerializer

        expected = make(Serializer)([THING] * 3, many=True).data
        assert fast_form(make, Serializer)([THING] * 3, many=True).data == expected

    def test_readable_fields_are_overridden(self, agree, calls):
        def make(base):
            class ExampleSerializer(base):
                name = serializers.CharField()
                size = serializers.IntegerField()

                @property
                def _readable_fields(self):
                    calls.append("readable")
                    return [field for field in super()._readable_fields if field.label == "Size"]

            class Outer(base):
                one = ExampleSerializer(source="*")
                rows = ExampleSerializer(many=True)

            return Outer

        agree(make, {**THING, "rows": [THING, THING]})

    @pytest.mark.parametrize(
        "hook", ["get_field_names", "build_standard_field", "get_extra_kwargs"]
    )
    def test_hooks_of_the_model_serializer(self, agree, hook):
        class Changed:
            def get_field_names(self, declared_fields, info):
                names = super().get_field_names(declared_fields, info)
                return [*names, "code"] if hook == "get_field_names" else names

            def build_standard_field(self, field_name, model_field):
                field_class, kwargs = super().build_standard_field(field_name, model_field)
                if hook == "build_standard_field" and self.context.get("shout"):
                    field_class = Shouted
                return field_class, kwargs

            def get_extra_kwargs(self):
                extra = super().get_extra_kwargs()
                if hook == "get_extra_kwargs" and self.context.get("shout"):
                    extra["name"] = {"source": "code"}
                return extra

        def make(base):
            class ExampleSerializer(Changed, base):
                class Meta:
                    model = Publisher
                    fields = ["name"]

            return ExampleSerializer

        for context in ({}, {"shout": True}, {}):
            agree(make, Publisher(name="n", code="c"), base=ModelSerializer, context=context)


class Shouted(serializers.CharField):
    def to_representation(self, value):
        return super().to_representation(value).upper() + "!"


CHANGES = {
    "removes a field": lambda s: s.fields.pop("name"),
    "adds a field": lambda s: s.fields.update(more=serializers.CharField(source="name")),
    "replaces a field": lambda s: s.fields.update(made=serializers.DateField(format="%Y")),
    "replaces all fields": lambda s: setattr(s, "fields", {"name": s.fields["name"]}),
    "changes a format": lambda s: setattr(s.fields["made"], "format", "%d.%m.%Y"),
    "changes a zone": lambda s: setattr(s.fields["made"], "timezone", BERLIN),
    "changes a coercion": lambda s: setattr(s.fields["price"], "coerce_to_string", False),
    "changes places": lambda s: setattr(s.fields["price"], "decimal_places", 1),
    "changes the format of items": lambda s: setattr(s.fields["dates"].child, "format", "%d.%m."),
    "replaces the child of items": lambda s: setattr(s.fields["dates"], "child", Shouted()),
    "replaces the child of items by one of DRF's": lambda s: setattr(
        s.fields["dates"], "child", serializers.CharField()
    ),
    "replaces a list of items": lambda s: setattr(
        s.fields["by_name"], "child", serializers.ListField(child=serializers.CharField())
    ),
    "changes the format of deeper items": lambda s: setattr(
        s.fields["by_name"].child.child, "format", "%d.%m."
    ),
    "overrides the representation of items": lambda s: setattr(
        s.fields["dates"].child, "to_representation", lambda value: "item"
    ),
    "changes the format of a key": lambda s: setattr(
        s.fields["key"].pk_field, "uuid_format", "hex"
    ),
    "changes the format of keys": lambda s: setattr(
        s.fields["keys"].child_relation.pk_field, "uuid_format", "hex"
    ),
    "changes where a link leads": lambda s: setattr(s.fields["link"], "view_name", "other"),
    "changes what is looked up": lambda s: setattr(s.fields["link"], "lookup_field", "size"),
    "overrides an address": lambda s: setattr(
        s.fields["link"], "get_url", lambda *arguments: "address"
    ),
    "replaces what reverses": lambda s: setattr(
        s.fields["link"], "reverse", lambda *arguments, **options: "reversed"
    ),
    "changes whether an address is shown": lambda s: setattr(s.fields["file"], "use_url", False),
    "changes choices": lambda s: setattr(s.fields["pick"], "choices", [("5", "Five")]),
    "makes write-only": lambda s: setattr(s.fields["name"], "write_only", True),
    "makes read-only": lambda s: setattr(s.fields["name"], "read_only", True),
    "changes a source": lambda s: setattr(s.fields["name"], "source", "size"),
    "changes where it reads": lambda s: setattr(s.fields["name"], "source_attrs", ["size"]),
    "reads the whole": lambda s: setattr(s.fields["name"], "source_attrs", []),
    "changes a method": lambda s: setattr(s.fields["method"], "method_name", "get_other"),
    "renames a field": lambda s: setattr(s.fields["name"], "field_name", "renamed"),
    "sets a default": lambda s: setattr(s.fields["missing"], "default", "default"),
    "allows null": lambda s: setattr(s.fields["missing"], "allow_null", True),
    "requires a field": lambda s: setattr(s.fields["missing"], "required", True),
    "overrides a representation": lambda s: setattr(
        s.fields["name"], "to_representation", lambda value: f"<{value}>"
    ),
    "overrides a reading": lambda s: setattr(
        s.fields["name"], "get_attribute", lambda instance: "got"
    ),
    "overrides a nested reading": lambda s: setattr(
        s.fields["inner"], "get_attribute", lambda instance: {"name": "got"}
    ),
    "overrides a nested representation": lambda s: setattr(
        s.fields["inner"], "to_representation", lambda instance: "nested"
    ),
    "overrides a list": lambda s: setattr(
        s.fields["rows"], "to_representation", lambda instances: "list"
    ),
    "overrides the child of a list": lambda s: setattr(
        s.fields["rows"].child, "to_representation", lambda instance: "row"
    ),
    "removes a nested field": lambda s: s.fields["inner"].fields.pop("size"),
    "removes a field in a list": lambda s: s.fields["rows"].child.fields.pop("size"),
    "changes a nested format": lambda s: setattr(s.fields["inner"].fields["made"], "format", "%Y"),
    "overrides a nested method": lambda s: setattr(
        s.fields["inner"], "get_method", lambda thing: "nested"
    ),
    "overrides a method": lambda s: setattr(s, "get_method", lambda thing: "instance"),
    "has fields of its own": lambda s: setattr(
        s, "_declared_fields", {"own": serializers.CharField(source="name")}
    ),
    "changes what is readable": lambda s: setattr(
        s, "get_fields", lambda: {"own": serializers.CharField(source="name")}
    ),
    "replaces a nested serializer": lambda s: s.fields.update(inner=serializers.JSONField()),
    "replaces the child of a list": lambda s: setattr(s.fields["rows"], "child", Other()),
    "moves a field to the end": lambda s: s.fields.update(name=s.fields.pop("name")),
    "looks at the fields": lambda s: s.fields,
    "looks at nested fields": lambda s: s.fields["rows"].child.fields["name"],
}


class Other(Serializer):
    other = serializers.CharField(source="name")


def serializer_with_everything(base, change, plain_inside=False):
    class Inner(Serializer if plain_inside else base):
        name = serializers.CharField()
        size = serializers.IntegerField()
        made = serializers.DateTimeField()
        method = serializers.SerializerMethodField()

        def get_method(self, thing):
            return [thing["name"], self.context.get("mark")]

    class ExampleSerializer(base):
        name = serializers.CharField()
        size = serializers.IntegerField()
        made = serializers.DateTimeField()
        price = serializers.DecimalField(8, 2)
        pick = serializers.ChoiceField([(5, "five")], source="size")
        missing = serializers.CharField(required=False)
        method = serializers.SerializerMethodField()
        inner = Inner()
        rows = Inner(many=True)
        dates = serializers.ListField(child=serializers.DateTimeField())
        by_name = serializers.DictField(
            child=serializers.ListField(child=serializers.DateTimeField())
        )
        key = serializers.PrimaryKeyRelatedField(pk_field=serializers.UUIDField(), read_only=True)
        keys = serializers.PrimaryKeyRelatedField(
            pk_field=serializers.UUIDField(), read_only=True, many=True
        )
        link = serializers.HyperlinkedRelatedField(
            "publisher-detail", read_only=True, lookup_field="pk"
        )
        file = serializers.FileField()

        def __init__(self, *args, **kwargs):
            mark = kwargs.pop("mark", None)
            super().__init__(*args, **kwargs)
            if self.context.get("mark") or mark:
                change(self)

        def get_method(self, thing):
            return thing["size"]

        def get_other(self, thing):
            return "other"

    return ExampleSerializer


def page(request, pk):
    raise AssertionError("addresses are reversed, and not requested")


urlpatterns = [
    path("publishers/<int:pk>/", page, name="publisher-detail"),
    path("others/<slug:pk>/", page, name="other"),
]


@pytest.mark.long
@pytest.mark.urls(__name__)
@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
class TestFieldsChangedAfterBinding:
    source = {
        **THING,
        "inner": THING,
        "rows": [THING, {**THING, "name": "second"}],
        "dates": [SUMMER, None, "text"],
        "by_name": {"a": [SUMMER]},
        "key": SimpleNamespace(pk=uuid.UUID(int=1)),
        "keys": [SimpleNamespace(pk=uuid.UUID(int=2)), SimpleNamespace(pk="text")],
        "link": SimpleNamespace(pk=1, size=5),
        "file": SimpleNamespace(url="/cover.png", name="cover.png"),
    }

    @pytest.mark.parametrize("plain_inside", [False, True], ids=["fast inside", "plain inside"])
    def test_in_the_constructor(self, agree, change, plain_inside):
        def make(base):
            return serializer_with_everything(base, change, plain_inside)

        for context in ({"request": None}, {"request": None, "mark": 1}, {"request": None}):
            agree(make, self.source, context=context)

    @pytest.mark.parametrize("used", [False, True], ids=["not yet used", "used"])
    def test_from_outside(self, fast_form, change, used):
        def make(base):
            return serializer_with_everything(base, change)

        def changed(serializer_class, many):
            source = [self.source, self.source] if many else self.source
            serializer = serializer_class(source, many=many, context={"request": None})
            before = serializer.to_representation(source) if used else None
            change(serializer.child if many else serializer)
            return before, spelled_out(serializer.data)

        reference, fast = make(Serializer), fast_form(make, Serializer)
        for many in (False, True):
            assert tried(changed, fast, many) == tried(changed, reference, many)


def tried(function, *args):
    """Return what a function gives, or the exception that it raised."""
    try:
        return function(*args)
    except Exception as error:
        return type(error), str(error)


class TestConstruction:
    def test_arguments_of_the_project(self, agree, fast_form):
        def make(base):
            class ExampleSerializer(base):
                name = serializers.CharField()
                size = serializers.IntegerField()

                def __init__(self, *args, **kwargs):
                    names = kwargs.pop("names", None)
                    super().__init__(*args, **kwargs)
                    for name in set(self.fields) - set(names or self.fields):
                        self.fields.pop(name)

            return ExampleSerializer

        agree(make, THING)
        fast = fast_form(make, Serializer)
        for names in (["name"], ["size"], None, ["name"]):
            expected = make(Serializer)(THING, names=names).data
            assert fast(THING, names=names).data == expected
            expected = make(Serializer)([THING], many=True, names=names).data
            assert fast([THING], many=True, names=names).data == expected

    def test_the_arguments_come_to_the_constructor_as_they_were_given(self, fast_form):
        def make(base):
            class ExampleSerializer(base):
                def __init__(self, *args, **kwargs):
                    self.given = args, sorted(kwargs)
                    super().__init__(*args, **kwargs)

            return ExampleSerializer

        reference, fast = make(Serializer), fast_form(make, Serializer)
        for args, kwargs in (
            ((), {}),
            ((THING,), {}),
            ((THING,), {"context": {}}),
            ((), {"instance": THING}),
            ((), {"instance": THING, "partial": True}),
            ((), {"read_only": True, "source": "other"}),
        ):
            assert fast(*args, **kwargs).given == reference(*args, **kwargs).given
            expected = reference(*args, many=True, **kwargs).child.given
            assert fast(*args, many=True, **kwargs).child.given == expected

    def test_a_constructor_that_takes_only_keywords(self, fast_form):
        def make(base):
            class ExampleSerializer(base):
                name = serializers.CharField()

                def __init__(self, **kwargs):
                    super().__init__(**kwargs)

            return ExampleSerializer

        for serializer_class in (make(Serializer), fast_form(make, Serializer)):
            assert serializer_class(instance=THING).data == {"name": "Ruritania"}
            assert serializer_class(instance=[THING], many=True).data == [{"name": "Ruritania"}]

    def test_new_with_an_argument_of_its_own(self, fast_form, calls):
        def make(base):
            class ExampleSerializer(base):
                name = serializers.CharField()

                def __new__(cls, instance, **kwargs):
                    calls.append(cls.__name__)
                    return super().__new__(cls, instance, **kwargs)

            return ExampleSerializer

        for serializer_class in (make(Serializer), fast_form(make, Serializer)):
            calls.clear()
            assert serializer_class(THING).data == {"name": "Ruritania"}
            assert serializer_class([THING], many=True).data == [{"name": "Ruritania"}]
            assert len(calls) == 3

    def test_many_init_is_overridden(self, agree, calls):
        class Listed(ListSerializer):
            def to_representation(self, data):
                return [*super().to_representation(data), "last"]

        def make(base):
            class ExampleSerializer(base):
                name = serializers.CharField()

                @classmethod
                def many_init(cls, *args, **kwargs):
                    calls.append(cls.__name__)
                    kwargs["child"] = cls()
                    return Listed(*args, **kwargs)

            return ExampleSerializer

        agree(make, THING)

    def test_many_init_that_calls_super(self, agree, calls):
        def make(base):
            class ExampleSerializer(base):
                name = serializers.CharField()

                @classmethod
                def many_init(cls, *args, **kwargs):
                    calls.append(sorted(kwargs))
                    serializer = super().many_init(*args, **kwargs)
                    serializer.child.fields.pop("name")
                    return serializer

            return ExampleSerializer

        agree(make, THING)

    @pytest.mark.parametrize("how", ["depth", "fields", "exclude", "class"])
    def test_meta_that_changes_with_the_request(self, agree, fast_form, how):
        def make(base):
            class ExampleSerializer(base):
                class Meta:
                    model = Book
                    fields = ["title", "publisher"]

                def __init__(self, *args, **kwargs):
                    super().__init__(*args, **kwargs)
                    if how == "depth":
                        self.Meta.depth = self.context["wide"]
                    elif how == "fields":
                        self.Meta.fields = ["title", "pages"][: 1 + self.context["wide"]]
                    elif how == "exclude":
                        self.Meta.fields.append("pages")
                    else:
                        names = ["pages"] if self.context["wide"] else ["title", "pages"]
                        self.Meta = type("Meta", (), {"model": Book, "fields": names})

            return ExampleSerializer

        book = Book(title="T", publisher=Publisher(name="P", code="p"))
        for wide in (0, 1, 0):
            agree(make, book, base=ModelSerializer, context={"wide": wide})
        reference, fast = make(ModelSerializer), fast_form(make, ModelSerializer)
        for wide in (0, 1, 1, 0):
            context = {"wide": wide}
            assert fast(book, context=context).data == reference(book, context=context).data

    @pytest.mark.parametrize(
        "meta",
        [SimpleNamespace(model=Publisher, fields=["name"]), None],
        ids=["a namespace", "nothing"],
    )
    def test_meta_that_is_no_class(self, agree, meta):
        def make(base):
            class ExampleSerializer(base):
                name = serializers.CharField()
                Meta = meta

            return ExampleSerializer

        agree(make, Publisher(name="P"), base=ModelSerializer if meta else Serializer)

    def test_meta_as_a_property(self, agree):
        def make(base):
            class ExampleSerializer(base):
                @property
                def Meta(self):
                    return type("Meta", (), {"model": Publisher, "fields": self.context["names"]})

            return ExampleSerializer

        for names in (["name"], ["code"], ["name", "code"]):
            publisher = Publisher(name="P", code="c")
            agree(make, publisher, base=ModelSerializer, context={"names": names})

    def test_the_name_of_the_link_that_is_set_in_the_constructor(self, fast_form):
        def make(base):
            class ExampleSerializer(base):
                serializer_url_field = fields.ReadOnlyField

                class Meta:
                    model = Publisher
                    fields = "__all__"

                def __init__(self, *args, **kwargs):
                    super().__init__(*args, **kwargs)
                    self.url_field_name = self.context["link"]

                def build_url_field(self, field_name, model_class):
                    return fields.ReadOnlyField, {"source": "name"}

            return ExampleSerializer

        class Base(HyperlinkedModelSerializer):
            pass

        reference = make(Base)
        fast = read_only(make(Base))
        publisher = Publisher(name="P")
        for link in ("href", "link", "href"):
            context = {"link": link, "request": None}
            expected = outcome(reference, lambda: publisher, context)
            assert outcome(fast, lambda: publisher, context) == expected

    @pytest.mark.urls(__name__)
    @pytest.mark.parametrize("as_property", [False, True])
    def test_the_name_of_the_link_to_a_view(self, as_property):
        class SetInTheConstructor:
            def __init__(self, *args, **kwargs):
                super().__init__(*args, **kwargs)
                self.url_field_name = self.context["link"]

        class AsAProperty:
            @property
            def url_field_name(self):
                return self.context.get("link", "url")

        class Reference(
            AsAProperty if as_property else SetInTheConstructor, HyperlinkedModelSerializer
        ):
            class Meta:
                model = Publisher
                exclude = ["country"]

        class Fast(FastReadOnlyMixin, Reference):
            pass

        for serializer_class in (Fast, read_only(Reference)):
            for link in ("url", "href", "link", "href"):
                context = {"link": link, "request": None}
                expected = outcome(Reference, lambda: Publisher(pk=1), context)
                assert outcome(serializer_class, lambda: Publisher(pk=1), context) == expected

    @pytest.mark.parametrize("as_property", [False, True])
    def test_the_mapping_of_fields_that_the_serializer_chooses(self, agree, as_property):
        shouted = {**ModelSerializer.serializer_field_mapping, models.CharField: Shouted}

        class SetInTheConstructor:
            def __init__(self, *args, **kwargs):
                super().__init__(*args, **kwargs)
                if self.context["shout"]:
                    self.serializer_field_mapping = shouted

        class AsAProperty:
            @property
            def serializer_field_mapping(self):
                return shouted if self.context["shout"] else super().serializer_field_mapping

        def make(base):
            class ExampleSerializer(AsAProperty if as_property else SetInTheConstructor, base):
                class Meta:
                    model = Publisher
                    fields = ["name"]

            return ExampleSerializer

        for shout in (False, True, False):
            agree(make, Publisher(name="P"), base=ModelSerializer, context={"shout": shout})

    def test_what_meta_says_besides_is_not_looked_at(self, fast_form, calls):
        def looked_at():
            calls.append("looked at")
            return {}

        def make(base):
            class ExampleSerializer(base):
                name = serializers.CharField()

                class Meta:
                    lazy = SimpleLazyObject(looked_at)

            return ExampleSerializer

        assert fast_form(make, Serializer)(THING).data == {"name": "Ruritania"}
        assert calls == []

    @pytest.mark.parametrize("inside", [lambda value: value, lambda value: [value]])
    def test_what_meta_says_besides_is_not_compared(self, agree, inside):
        class Incomparable(dict):
            def __eq__(self, other):
                raise ValueError("compared")

            __hash__ = None

        def make(base):
            class ExampleSerializer(base):
                name = serializers.CharField()

                class Meta:
                    besides = inside(Incomparable())

            return ExampleSerializer

        agree(make, THING)

    def test_a_serializer_that_sets_initial_data_is_refused_its_data(self, agree):
        def make(base):
            class ExampleSerializer(base):
                name = serializers.CharField()

                def __init__(self, *args, **kwargs):
                    super().__init__(*args, **kwargs)
                    self.initial_data = {"name": "initial"}

            return ExampleSerializer

        assert agree(make, THING)[0] is AssertionError


class TestNestedSerializersThatAreNotUsed:
    """DRF makes the fields of a serializer when it needs them, so not for nothing and no rows."""

    @pytest.mark.parametrize("plain_inside", [False, True])
    @pytest.mark.parametrize("many", [False, True])
    def test_mistakes_in_one_whose_value_is_none(self, agree, plain_inside, many):
        def make(base):
            class Inner(ModelSerializer if plain_inside else base):
                class Meta:
                    model = Publisher
                    fields = ["nothing"]

            class ExampleSerializer(base):
                publisher = Inner(many=many)

                class Meta:
                    model = Book
                    fields = ["title", "publisher"]

            return ExampleSerializer

        source = {"title": "T", "publisher": [] if many else None}
        result = agree(make, source, base=ModelSerializer)
        assert value_of(result)["title"] == "'T'"

    def test_mistakes_in_one_that_has_no_rows(self, fast_form, calls):
        def make(base):
            class ExampleSerializer(base):
                class Meta:
                    model = Publisher
                    fields = ["nothing"]

            return ExampleSerializer

        assert make(ModelSerializer)([], many=True).data == []
        assert fast_form(make, ModelSerializer)([], many=True).data == []

        def failing():
            raise ValueError("no rows")
            yield

        reference, fast = make(ModelSerializer), fast_form(make, ModelSerializer)
        for source in (lambda: 5, failing):
            expected = outcome(lambda rows: reference(rows, many=True), source)
            assert outcome(lambda rows: fast(rows, many=True), source) == expected

    def test_no_fields_are_made_for_no_rows(self, fast_form, calls):
        def make(base):
            class ExampleSerializer(base):
                def get_fields(self):
                    calls.append("get_fields")
                    return super().get_fields()

            return ExampleSerializer

        for serializer_class in (make(Serializer), fast_form(make, Serializer)):
            assert serializer_class([], many=True).data == []
            assert calls == []

    def test_no_fields_are_made_for_a_nested_serializer_without_a_value(self, agree, calls):
        def make(base):
            class Inner(base):
                def get_fields(self):
                    calls.append("get_fields")
                    return super().get_fields()

            class ExampleSerializer(base):
                inner = Inner()

            return ExampleSerializer

        agree(make, {"inner": None})

    def test_one_that_needs_a_context_it_does_not_get(self, agree):
        class Demanding(serializers.CharField):
            def bind(self, field_name, parent):
                super().bind(field_name, parent)
                self.context["needed"]

        def make(base):
            class Inner(base):
                name = Demanding()

            class ExampleSerializer(base):
                inner = Inner()

            return ExampleSerializer

        agree(make, {"inner": None})
        agree(make, {"inner": THING})
        agree(make, {"inner": THING}, context={"needed": 1})


class TestMethodFields:
    @pytest.mark.parametrize(
        "error",
        [
            SkipField("s"),
            KeyError("k"),
            AttributeError("a"),
            ObjectDoesNotExist("o"),
            ValueError("v"),
        ],
        ids=lambda error: type(error).__name__,
    )
    @pytest.mark.parametrize("nested", [False, True])
    def test_errors_in_a_method(self, agree, error, nested):
        def make(base):
            class Inner(base):
                method = serializers.SerializerMethodField()

                def get_method(self, thing):
                    raise error

            class ExampleSerializer(base):
                inner = Inner(source="*", required=False)
                name = serializers.CharField()

            return ExampleSerializer if nested else Inner

        assert agree(make, THING) == (type(error), str(error))

    def test_a_method_that_is_missing(self, agree):
        def make(base):
            class ExampleSerializer(base):
                method = serializers.SerializerMethodField()

            return ExampleSerializer

        assert agree(make, THING)[0] is AttributeError

    def test_methods_found_in_every_possible_place(self, agree):
        class Overridden(serializers.SerializerMethodField):
            def to_representation(self, value):
                return [super().to_representation(value)]

        class Renamed(serializers.SerializerMethodField):
            @property
            def method_name(self):
                return self.context["method"]

            @method_name.setter
            def method_name(self, name):
                pass

        class Bound(serializers.SerializerMethodField):
            def bind(self, field_name, parent):
                self.method_name = parent.context["method"]
                super().bind(field_name, parent)

        def make(base):
            class Parent(base):
                inherited = serializers.SerializerMethodField()
                changed = serializers.SerializerMethodField()
                named = serializers.SerializerMethodField("other")
                static = serializers.SerializerMethodField()
                callable = serializers.SerializerMethodField()
                missing = serializers.SerializerMethodField()
                overridden = Overridden()
                renamed = Renamed()
                bound = Bound()

                def get_inherited(self, thing):
                    return thing["name"]

                def get_changed(self, thing):
                    return "parent"

                def other(self, thing):
                    return self.field_name, self.parent, self.instance is thing

                @staticmethod
                def get_static(thing):
                    return thing["size"]

                get_callable = staticmethod(functools.partial(dict, more=1))

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

        for method in ("get_static", "get_inherited", "get_static"):
            agree(make, THING, context={"method": method})

    def test_a_method_that_a_property_chooses(self, agree, calls):
        def make(base):
            class ExampleSerializer(base):
                method = serializers.SerializerMethodField()

                @property
                def get_method(self):
                    calls.append("property")
                    return self.odd if len(calls) % 2 else self.even

                def odd(self, thing):
                    return "odd"

                def even(self, thing):
                    return "even"

            return ExampleSerializer

        agree(make, THING)

    @pytest.mark.parametrize(
        "name", ["class", "from", "None", "print", "bound", "get-this", "a.b", ""]
    )
    def test_methods_with_names_that_mean_something(self, agree, name):
        def make(base):
            class ExampleSerializer(base):
                method = serializers.SerializerMethodField(name)

            setattr(ExampleSerializer, name, lambda self, thing: thing["name"])
            return ExampleSerializer

        agree(make, THING)

    def test_the_serializer_that_a_nested_method_sees(self, agree):
        def make(base):
            class Inner(base):
                method = serializers.SerializerMethodField()

                def get_method(self, thing):
                    self.seen = getattr(self, "seen", 0) + 1
                    parent = self.parent if self.field_name else self.parent.parent
                    return [
                        self.seen,
                        self.field_name,
                        self.source,
                        self.read_only,
                        self.instance,
                        self.context["mark"],
                        list(parent.fields),
                        parent.instance is None,
                    ]

            class ExampleSerializer(base):
                inner = Inner(read_only=True)
                rows = Inner(many=True, source="others")
                name = serializers.CharField()

            return ExampleSerializer

        source = {"inner": THING, "others": [THING, THING], "name": "n"}
        agree(make, source, context={"mark": "!"})

    def test_a_nested_serializer_is_the_one_among_its_parent_s_fields(self, agree):
        def make(base):
            class Inner(base):
                method = serializers.SerializerMethodField()

                def get_method(self, thing):
                    return self.parent.fields["inner"] is self

            class ExampleSerializer(base):
                inner = Inner(source="*")

            return ExampleSerializer

        agree(make, THING)


class Suffixed:
    """Something that a field adds to its values, from the context."""

    def to_representation(self, value):
        return f"{super().to_representation(value)}{self.context.get('suffix')}"


class SuffixedText(Suffixed, serializers.CharField):
    pass


class SuffixedNumber(Suffixed, serializers.IntegerField):
    pass


class Read(serializers.CharField):
    def get_attribute(self, instance):
        return super().get_attribute({"name": "read"})


class SkippedFor(serializers.CharField):
    def get_attribute(self, instance):
        if self.context.get("skip"):
            raise SkipField
        return super().get_attribute(instance)


class OtherSource(serializers.CharField):
    def bind(self, field_name, parent):
        super().bind(field_name, parent)
        self.source_attrs = [self.context.get("source", "name")]


class SourceOfTheLanguage(serializers.CharField):
    def __init__(self, **kwargs):
        super().__init__(source=f"name_{translation.get_language()}", **kwargs)


class FormatOfTheLanguage(serializers.DateTimeField):
    def __init__(self, **kwargs):
        form = "%d.%m.%Y" if translation.get_language() == "de" else "%m/%d/%Y"
        super().__init__(format=form, **kwargs)


class CopiedByItself(serializers.DateTimeField):
    def __deepcopy__(self, memo):
        form = "%d.%m.%Y" if translation.get_language() == "de" else "%m/%d/%Y"
        return type(self)(format=form)


class OwnDefault(serializers.CharField):
    def get_default(self):
        return f"default {self.field_name}"


class FormatOfTheContext(serializers.DateTimeField):
    @property
    def format(self):
        return self.context.get("format", "%Y")


class ZoneOfTheContext(serializers.DateTimeField):
    @property
    def timezone(self):
        return self.context.get("zone", UTC)


class DefaultZone(serializers.DateTimeField):
    def default_timezone(self):
        return BERLIN


class EnforcedZone(serializers.DateTimeField):
    def enforce_timezone(self, value):
        return value.replace(tzinfo=None)


class DateFormatOfTheContext(serializers.DateField):
    @property
    def format(self):
        return self.context.get("format", "%Y")


class Rounded(serializers.DecimalField):
    def quantize(self, value):
        return super().quantize(value).to_integral_value()


class CoercedByTheContext(serializers.DecimalField):
    def __init__(self, **kwargs):
        super().__init__(max_digits=8, decimal_places=2, **kwargs)

    @property
    def coerce_to_string(self):
        return self.context.get("coerce", True)

    @coerce_to_string.setter
    def coerce_to_string(self, value):
        pass


class ChoicesOfTheContext(serializers.ChoiceField):
    def __init__(self, **kwargs):
        super().__init__(choices=[], **kwargs)

    @property
    def choice_strings_to_values(self):
        return {"5": self.context.get("choice", "five")}

    @choice_strings_to_values.setter
    def choice_strings_to_values(self, value):
        pass


class ChoicesOfTheLanguage(serializers.ChoiceField):
    def __init__(self, **kwargs):
        choice = "5" if translation.get_language() == "de" else 5
        super().__init__(choices=[(choice, "Five")], **kwargs)


class OtherTruths(serializers.BooleanField):
    TRUE_VALUES = {5}
    FALSE_VALUES = {True}


class WriteOnlyInTheContext(serializers.CharField):
    @property
    def write_only(self):
        return bool(self.context.get("hide"))

    @write_only.setter
    def write_only(self, value):
        pass


class NamedByTheContext(serializers.CharField):
    def bind(self, field_name, parent):
        super().bind(field_name, parent)
        self.field_name = self.context.get("renamed", field_name)


class SourceAttributes(serializers.CharField):
    @property
    def source_attrs(self):
        return [self.context.get("source", "name")]

    @source_attrs.setter
    def source_attrs(self, value):
        pass


class Everything(serializers.ReadOnlyField):
    def __getattribute__(self, name):
        if name == "to_representation":
            return lambda value: "everything"
        return super().__getattribute__(name)


class Unread(serializers.Field):
    """A field that does not say how it is represented."""


CUSTOM_FIELDS = {
    "name": [
        SuffixedText,
        Read,
        SkippedFor,
        OtherSource,
        SourceAttributes,
        OwnDefault,
        WriteOnlyInTheContext,
        NamedByTheContext,
        Everything,
        Unread,
        SourceOfTheLanguage,
    ],
    "made": [
        FormatOfTheContext,
        FormatOfTheLanguage,
        CopiedByItself,
        ZoneOfTheContext,
        DefaultZone,
        EnforcedZone,
    ],
    "day": [DateFormatOfTheContext],
    "price": [lambda: Rounded(8, 2), CoercedByTheContext],
    "size": [SuffixedNumber, ChoicesOfTheContext, ChoicesOfTheLanguage, OtherTruths],
}
CONTEXTS = [
    {},
    {"suffix": "!", "source": "size", "format": "%m", "zone": BERLIN, "coerce": False},
    {"skip": 1, "hide": 1, "renamed": "other", "choice": "cinq"},
    {},
]


@pytest.mark.parametrize(
    ("name", "make_field"),
    [
        pytest.param(
            name, field, id=getattr(field, "__name__", "Rounded").replace("<lambda>", "Rounded")
        )
        for name, makers in CUSTOM_FIELDS.items()
        for field in makers
    ],
)
class TestFieldsOfTheProject:
    source = {**THING, "name_en": "English", "name_de": "Deutsch", "name_en-us": "US"}
    source["day"] = SUMMER.date()

    @pytest.mark.parametrize("language", ["en", "de"])
    def test_alone_and_nested(self, agree, name, make_field, language):
        def make(base):
            Inner = type(base)("Inner", (base,), {name: make_field()})
            body = {
                name: make_field(),
                "size": serializers.SerializerMethodField(),
                "inner": Inner(source="*"),
                "rows": Inner(many=True),
                "get_size": lambda self, thing: thing["size"],
            }
            if name == "size":
                del body["get_size"]
                body["size"] = make_field()
            return type(base)("ExampleSerializer", (base,), body)

        for context in CONTEXTS:
            source = {**self.source, "rows": [self.source]}
            agree(make, source, context=context)

    def test_in_a_class_that_is_defined_in_another_language(self, fast_form, name, make_field):
        def make(base):
            return type(base)("ExampleSerializer", (base,), {name: make_field()})

        with translation.override("en"):
            reference, fast = make(Serializer), fast_form(make, Serializer)
            for language in ("en", "de", "en"):
                with translation.override(language):
                    expected = outcome(reference, lambda: self.source)
                    assert outcome(fast, lambda: self.source) == expected
                    expected = outcome(reference, lambda: self.source, many=True)
                    assert outcome(fast, lambda: self.source, many=True) == expected


class TestHooksOfFields:
    def test_a_field_whose_construction_alone_is_the_project_s(self, agree, calls):
        class Noted(serializers.CharField):
            def bind(self, field_name, parent):
                calls.append(("bind", field_name, parent.context["mark"]))
                super().bind(field_name, parent)

        def make(base):
            class ExampleSerializer(base):
                name = Noted()
                size = serializers.IntegerField()

            return ExampleSerializer

        agree(make, THING, context={"mark": 1})

    def test_what_a_field_remembers_is_found_on_the_serializer_s_fields(self, fast_form):
        class Remembering(serializers.CharField):
            seen = ()

            def to_representation(self, value):
                self.seen = (*self.seen, value)
                return super().to_representation(value)

        def make(base):
            class ExampleSerializer(base):
                name = Remembering()

            return ExampleSerializer

        for serializer_class in (make(Serializer), fast_form(make, Serializer)):
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

        agree(make, {}, context={"mark": "5"})
        agree(make, {"noted_": "there"}, context={"mark": 5})
        assert agree(make, {})[0] is KeyError

    def test_serializers_inside_other_fields(self, agree, calls):
        def make(base):
            class Inner(base):
                name = serializers.CharField()
                method = serializers.SerializerMethodField()

                def get_method(self, thing):
                    calls.append((self.field_name, self.parent.field_name))
                    return self.context["mark"]

            class ExampleSerializer(base):
                values = serializers.ListField(child=Inner())
                items = serializers.DictField(child=Inner())
                rows = ListSerializer(child=Inner())

            return ExampleSerializer

        source = {"values": [THING], "items": {"a": THING, "b": None}, "rows": [THING, THING]}
        agree(make, source, context={"mark": "!"})

    def test_a_field_that_stands_for_the_serializer_it_is_in(self, agree):
        class Recursive(serializers.Field):
            """As the one of drf-recursive: what it is asked, it asks its serializer's class."""

            PROXIED = ("get_attribute", "to_representation", "source_attrs", "write_only")

            def __new__(cls, many=False, **kwargs):
                if not many:
                    return super().__new__(cls, **kwargs)
                return ListSerializer(child=cls(), **kwargs)

            def __init__(self, **kwargs):
                super().__init__()
                self.given = kwargs

            @property
            def proxied(self):
                if "_proxied" not in vars(self):
                    parent = self.parent if self.field_name else self.parent.parent
                    self._proxied = type(parent)(**self.given)
                    self._proxied.bind(self.field_name, self.parent)
                return self._proxied

            def __getattribute__(self, name):
                if name in object.__getattribute__(self, "PROXIED") and self.parent is not None:
                    return getattr(self.proxied, name)
                return object.__getattribute__(self, name)

        def make(base):
            class ExampleSerializer(base):
                name = serializers.CharField()
                parent_ = Recursive(source="up", allow_null=True)
                rows = Recursive(many=True, required=False)

            return ExampleSerializer

        leaf = {"name": "leaf", "up": None}
        agree(make, {"name": "root", "up": leaf, "rows": [leaf, {**leaf, "rows": [leaf]}]})

    def test_a_nested_default_in_a_partial_serializer(self, fast_form):
        def make(base):
            class Inner(base):
                name = serializers.CharField(default="default")

            class ExampleSerializer(base):
                inner = Inner(source="*")
                missing = Inner(default={"name": "default"})

            return ExampleSerializer

        reference, fast = make(Serializer), fast_form(make, Serializer)
        for partial in (False, True):
            assert fast({}, partial=partial).data == reference({}, partial=partial).data
            expected = reference([{}], many=True, partial=partial).data
            assert fast([{}], many=True, partial=partial).data == expected

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

    def test_a_nested_serializer_that_keeps_another_as_its_child(self, agree):
        def make(base):
            class Kept(base):
                size = serializers.IntegerField()

            class Inner(base):
                name = serializers.CharField()

                def __init__(self, *args, **kwargs):
                    super().__init__(*args, **kwargs)
                    self.child = Kept()

            class ExampleSerializer(base):
                inner = Inner(source="*")

            return ExampleSerializer

        agree(make, THING)

    def test_callable_choices_of_a_model_field(self, fast_form):
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
        reference, fast = make(ModelSerializer), fast_form(make, ModelSerializer)
        for size in ("1", 1, "1"):
            sizes = [(size, "Small")]
            expected = outcome(reference, lambda: Shirt(size="1"))
            assert outcome(fast, lambda: Shirt(size="1")) == expected

    def test_a_class_of_the_project_in_a_package_of_the_same_name_as_drf(self, agree):
        def make(base):
            field = type(
                "CharField",
                (serializers.CharField,),
                {
                    "__module__": "rest_framework.not_there",
                    "to_representation": lambda self, value: f"<{value}>",
                },
            )
            return type(base)("ExampleSerializer", (base,), {"name": field()})

        agree(make, THING)

    @pytest.mark.parametrize("equal", ["utc", "unhashable"])
    def test_zones_that_compare_equal_and_are_not_the_same(self, fast_form, equal):
        class Unhashable(datetime.timezone.__base__):
            """As the zones of dateutil are."""

            __hash__ = None

            def __init__(self, name):
                self.name = name

            def __eq__(self, other):
                return True

            def utcoffset(self, moment):
                return datetime.timedelta(0)

            def dst(self, moment):
                return None

            def tzname(self, moment):
                return self.name

        def zones():
            if equal == "unhashable":
                return Unhashable("A"), Unhashable("B")
            return UTC, datetime.timezone(datetime.timedelta(0), "GMT")

        for zone in zones():

            def make(base, zone=zone):
                class ExampleSerializer(base):
                    made = serializers.DateTimeField(format="%H:%M %Z", default_timezone=zone)

                return ExampleSerializer

            reference, fast = make(Serializer), fast_form(make, Serializer)
            for moment in (SUMMER, SUMMER.astimezone(BERLIN), SUMMER.replace(tzinfo=None)):
                source = {"made": moment}
                assert outcome(fast, lambda: source) == outcome(reference, lambda: source)  # noqa: B023


class TestSideEffects:
    """A method field that changes something acts on what is read after it, not before."""

    def agree_with_effect(self, agree, effect, source, fields, base=Serializer):
        def make(base):
            class ExampleSerializer(base):
                before = fields()[0]
                effect_ = serializers.SerializerMethodField("do")
                after = fields()[1]

                def do(self, thing):
                    return effect(thing, self)

            return ExampleSerializer

        return agree(make, source, base=base)

    def test_on_a_column(self, agree):
        def effect(book, serializer):
            book.title = book.title.upper()

        def columns():
            return serializers.CharField(source="title"), serializers.CharField(source="title")

        result = self.agree_with_effect(agree, effect, lambda: Book(title="t"), columns)
        assert value_of(result) == {"before": "'t'", "effect_": "None", "after": "'T'"}

    @pytest.mark.parametrize("what", ["dictionary", "key", "contents"])
    def test_on_a_dictionary_of_columns(self, agree, what):
        def effect(book, serializer):
            if what == "dictionary":
                book.__dict__ = {**book.__dict__, "title": "new"}
            elif what == "key":
                del book.__dict__["title"]
                book.title = "set again"
            else:
                book.__dict__.update(Book(title="other").__dict__)

        def columns():
            return serializers.CharField(source="title"), serializers.CharField(source="title")

        self.agree_with_effect(agree, effect, lambda: Book(title="t"), columns)

    @pytest.mark.parametrize("what", ["set", "forget", "state", "class", "key"])
    def test_on_a_relation(self, agree, what):
        def effect(book, serializer):
            if what == "set":
                book.publisher = Publisher(name="other", pk=9)
            elif what == "forget":
                book.publisher = None
            elif what == "state":
                book._state = models.base.ModelState()
                book._state.fields_cache["publisher"] = Publisher(name="state", pk=9)
            elif what == "class":
                book.publisher.__class__ = ImportedPublisher
            else:
                book.publisher.pk = 7

        def names():
            return (
                serializers.ReadOnlyField(source="publisher.initials"),
                serializers.CharField(source="publisher.name"),
            )

        def keys():
            return [
                serializers.PrimaryKeyRelatedField(source="publisher", read_only=True)
                for _ in "ab"
            ]

        def nested():
            class Inner(ModelSerializer):
                class Meta:
                    model = Publisher
                    fields = ["id", "name", "initials"]

            return Inner(source="publisher"), Inner(source="publisher")

        for made in (names, keys, nested):
            self.agree_with_effect(
                agree, effect, lambda: Book(publisher=Publisher(name="a b", pk=3)), made
            )

    def test_on_the_class_of_the_instance(self, agree):
        class Item:
            name = "item"

            @property
            def value(self):
                return "item"

        class OtherItem(Item):
            @property
            def value(self):
                return "other"

        class Items(UserDict):
            pass

        def effect(thing, serializer):
            thing.__class__ = OtherItem if isinstance(thing, Item) else PlainData

        class PlainData:
            value = "plain"

        def values():
            return serializers.CharField(source="value"), serializers.CharField(source="value")

        self.agree_with_effect(agree, effect, Item, values)
        self.agree_with_effect(agree, effect, lambda: Items(value="item"), values)

    def test_on_the_time_zone(self, agree):
        def moments():
            return serializers.DateTimeField(source="made"), serializers.DateTimeField(
                source="made"
            )

        def effect(thing, serializer):
            timezone.activate("Asia/Tokyo")

        def source():
            timezone.deactivate()
            return {"made": SUMMER}

        try:
            self.agree_with_effect(agree, effect, source, moments)
        finally:
            timezone.deactivate()

    def test_on_the_time_zone_of_rows_of_other_types(self, agree):
        class Thing:
            made = SUMMER

        def make(base):
            class ExampleSerializer(base):
                made = serializers.DateTimeField()
                method = serializers.SerializerMethodField()

                def get_method(self, thing):
                    timezone.activate("Asia/Tokyo")

            class Outer(base):
                rows = ExampleSerializer(many=True)

            return Outer

        def source():
            timezone.deactivate()
            return {"rows": [{"made": SUMMER}, Thing(), {"made": SUMMER}]}

        try:
            agree(make, source)
        finally:
            timezone.deactivate()

    def test_on_the_decimal_context(self, agree):
        def prices():
            return [
                serializers.DecimalField(None, 2, source="price"),
                serializers.DecimalField(None, 2, source="price"),
            ]

        def effect(thing, serializer):
            decimal.getcontext().rounding = decimal.ROUND_UP

        def source():
            decimal.setcontext(decimal.DefaultContext.copy())
            return {"price": Decimal("1.111")}

        with decimal.localcontext():
            self.agree_with_effect(agree, effect, source, prices)

    def test_on_the_language(self, agree):
        def choices():
            return serializers.ReadOnlyField(source="name"), serializers.CharField(source="name")

        def effect(thing, serializer):
            translation.activate("de")

        def source():
            translation.activate("en")
            return {"name": translation.gettext_lazy("Yes")}

        with translation.override("en"):
            self.agree_with_effect(agree, effect, source, choices)

    def test_on_the_context(self, agree):
        def effect(thing, serializer):
            serializer.context["suffix"] = serializer.context.get("suffix", "") + "!"

        self.agree_with_effect(
            agree, effect, THING, lambda: [SuffixedText(source="name") for _ in "ab"]
        )

    def test_on_the_list_of_rows(self, fast_form):
        def make(base):
            class ExampleSerializer(base):
                size = serializers.SerializerMethodField()

                def get_size(self, row):
                    if len(row["rows"]) < 5:
                        row["rows"].append(row)
                    return len(row["rows"])

            return ExampleSerializer

        for serializer_class in (make(Serializer), fast_form(make, Serializer)):
            rows = []
            rows.append({"rows": rows})
            assert serializer_class(rows, many=True).data == [{"size": n} for n in (2, 3, 4, 5, 5)]


@pytest.mark.django_db
class TestSideEffectsOnTheDatabase:
    @pytest.fixture
    def book(self):
        country = Country.objects.create(name="Ruritania")
        publisher = Publisher.objects.create(name="Hentzau Press", code="hp", country=country)
        book = Book.objects.create(title="Prisoner", price=1, publisher=publisher)
        book.tags.set([Tag.objects.create(label=label) for label in ("one", "two")])
        Tag.objects.create(label="three")
        Book.objects.create(title="Other", price=2)
        return book

    EFFECTS = {
        "prefetches": lambda book: prefetch_related_objects([book], "tags"),
        "forgets what is prefetched": lambda book: (
            book._prefetched_objects_cache.clear()
            if hasattr(book, "_prefetched_objects_cache")
            else None
        ),
        "replaces what is prefetched": lambda book: setattr(book, "_prefetched_objects_cache", {}),
        "adds a row": lambda book: book.tags.add(Tag.objects.get(label="three")),
        "removes a row": lambda book: book.tags.remove(*book.tags.filter(label="one")),
        "reads it again": lambda book: book.refresh_from_db(),
        "reads a part again": lambda book: book.refresh_from_db(fields=["publisher"]),
        "loses its key": lambda book: setattr(book, "pk", None),
        "loads a relation": lambda book: str(book.publisher),
        "becomes another": lambda book: book.__dict__.update(
            Book.objects.get(title="Other").__dict__
        ),
        "is made again": lambda book: book.__init__(title="Again"),
    }
    LOADS = {
        "nothing loaded": lambda: Book.objects.filter(title="Prisoner"),
        "loaded": lambda: (
            Book.objects.filter(title="Prisoner")
            .select_related("publisher")
            .prefetch_related("tags")
        ),
        "deferred": lambda: Book.objects.filter(title="Prisoner").only("pk"),
    }

    @pytest.mark.parametrize("effect", EFFECTS.values(), ids=EFFECTS)
    @pytest.mark.parametrize("load", LOADS.values(), ids=LOADS)
    def test_act_on_what_is_read_after_them(self, book, fast_form, load, effect):
        class Inner(ModelSerializer):
            class Meta:
                model = Tag
                fields = ["label"]

        def make(base):
            class ExampleSerializer(base):
                before = serializers.SerializerMethodField("name")
                effect_ = serializers.SerializerMethodField("do")
                keys = serializers.PrimaryKeyRelatedField(source="tags", many=True, read_only=True)
                labels = Inner(source="tags", many=True)
                publisher = serializers.StringRelatedField()
                name = serializers.CharField(source="publisher.name", default="none")

                class Meta:
                    model = Book
                    fields = [
                        "before",
                        "effect_",
                        "title",
                        "keys",
                        "labels",
                        "publisher",
                        "name",
                    ]

                def name_of(self, book):
                    return [str(tag) for tag in book.tags.all()]

                def do(self, book):
                    effect(book)

            ExampleSerializer.name = ExampleSerializer.name_of
            return ExampleSerializer

        outcomes = []
        for serializer_class in (make(ModelSerializer), fast_form(make, ModelSerializer)):
            point = connection.savepoint() if connection.in_atomic_block else None
            with CaptureQueriesContext(connection) as queries:
                result = outcome(serializer_class, lambda: load().get())
            reads = [query["sql"] for query in queries if query["sql"].startswith("SELECT")]
            connection.savepoint_rollback(point)
            outcomes.append((result, reads))
        assert outcomes[1] == outcomes[0]


class TestClassesChangedAfterTheyAreDefined:
    """As a project's tests do, and packages that patch serializers they do not own."""

    @pytest.fixture
    def changed(self, fast_form):
        def assert_agreement(make, change, source, *, base=Serializer, used=True):
            reference, fast = make(base), fast_form(make, base)
            for serializer_class in (reference, fast):
                if used:
                    outcome(serializer_class, lambda: source)
                    outcome(serializer_class, lambda: source, many=True)
                change(serializer_class)
            for many in (False, True):
                expected = outcome(reference, lambda: source, many=many)
                assert outcome(fast, lambda: source, many=many) == expected
            return expected

        return assert_agreement

    def plain(self, base):
        class Inner(base):
            name = serializers.CharField()

            def get_extra(self, thing):
                return "extra"

        class ExampleSerializer(base):
            name = serializers.CharField()
            size = serializers.IntegerField()
            inner = Inner(source="*")
            rows = Inner(many=True)

            def get_extra(self, thing):
                return "extra"

        return ExampleSerializer

    CHANGES = {
        "a declared field": lambda cls: cls._declared_fields.update(
            name=serializers.CharField(source="size")
        ),
        "one field more": lambda cls: cls._declared_fields.update(
            extra=serializers.SerializerMethodField()
        ),
        "one field less": lambda cls: cls._declared_fields.pop("size"),
        "all declared fields": lambda cls: setattr(
            cls, "_declared_fields", {"only": serializers.CharField(source="name")}
        ),
        "to_representation": lambda cls: setattr(
            cls, "to_representation", lambda self, instance: {"patched": 1}
        ),
        "get_fields": lambda cls: setattr(
            cls, "get_fields", lambda self: {"only": serializers.CharField(source="name")}
        ),
        "fields": lambda cls: setattr(cls, "fields", property(lambda self: {})),
        "_readable_fields": lambda cls: setattr(
            cls, "_readable_fields", property(lambda self: [])
        ),
        "data": lambda cls: setattr(cls, "data", property(lambda self: {"patched": 1})),
    }
    # What a class is looked at for each time. The rest is settled when it is first used.
    SEEN = ("a declared field", "one field more", "one field less", "to_representation", "data")
    SEEN_NESTED = ("a declared field", "one field more", "one field less", "data")

    @pytest.mark.parametrize("change", CHANGES)
    def test_are_what_they_are_when_first_used(self, changed, change):
        changed(self.plain, self.CHANGES[change], {**THING, "rows": [THING]}, used=False)

    @pytest.mark.parametrize("change", SEEN)
    def test_are_what_they_are_now(self, changed, change):
        changed(self.plain, self.CHANGES[change], {**THING, "rows": [THING]}, used=True)

    @pytest.mark.parametrize("change", CHANGES)
    @pytest.mark.parametrize("field", ["inner", "rows"])
    def test_nested_ones_are_what_they_are_when_first_used(self, changed, change, field):
        self.assert_change_of_a_nested_class_is_seen(changed, change, field, used=False)

    @pytest.mark.parametrize("change", SEEN_NESTED)
    @pytest.mark.parametrize("field", ["inner", "rows"])
    def test_nested_ones_are_what_they_are_now(self, changed, change, field):
        self.assert_change_of_a_nested_class_is_seen(changed, change, field, used=True)

    def assert_change_of_a_nested_class_is_seen(self, changed, change, field, *, used):
        def change_the_nested_class(cls):
            nested = cls._declared_fields[field]
            self.CHANGES[change](type(getattr(nested, "child", nested)))

        def make(base):
            made = self.plain(base)
            for name in ("inner", "rows"):
                nested = made._declared_fields[name]
                nested = type(getattr(nested, "child", nested))
                nested._declared_fields["size"] = serializers.IntegerField()
            return made

        changed(make, change_the_nested_class, {**THING, "rows": [THING]}, used=used)

    def model(self, base):
        class ExampleSerializer(base):
            class Meta:
                model = Publisher
                fields = ["name"]

        return ExampleSerializer

    MODEL_CHANGES = {
        "an attribute of Meta": lambda cls: setattr(cls.Meta, "fields", ["code"]),
        "a list in Meta": lambda cls: cls.Meta.fields.append("code"),
        "extra arguments in Meta": lambda cls: setattr(
            cls.Meta, "extra_kwargs", {"name": {"source": "code"}}
        ),
        "Meta": lambda cls: setattr(
            cls, "Meta", type("Meta", (), {"model": Publisher, "fields": ["code"]})
        ),
        "the mapping of fields": lambda cls: setattr(
            cls,
            "serializer_field_mapping",
            {**cls.serializer_field_mapping, models.CharField: Shouted},
        ),
        "how fields are built": lambda cls: setattr(
            cls, "build_standard_field", lambda self, name, field: (Shouted, {})
        ),
    }

    MODEL_SEEN = ("an attribute of Meta", "a list in Meta", "extra arguments in Meta")

    @pytest.mark.parametrize("change", MODEL_CHANGES)
    def test_model_serializers_are_what_they_are_when_first_used(self, changed, change):
        self.assert_change_is_seen(changed, change, used=False)

    @pytest.mark.parametrize("change", MODEL_SEEN)
    def test_model_serializers_are_what_they_are_now(self, changed, change):
        self.assert_change_is_seen(changed, change, used=True)

    def assert_change_is_seen(self, changed, change, *, used):
        change = self.MODEL_CHANGES[change]
        changed(self.model, change, Publisher(name="n", code="c"), base=ModelSerializer, used=used)

    def test_the_mapping_that_all_model_serializers_share(self, monkeypatch):
        def change(cls):
            monkeypatch.setitem(
                ModelSerializer.serializer_field_mapping, models.CharField, Shouted
            )

        reference, fast = self.model(ModelSerializer), self.model(FAST_BASES[ModelSerializer])
        publisher = Publisher(name="n", code="c")
        change(fast)
        assert reference(publisher).data == {"name": "N!"}
        assert fast(publisher).data == {"name": "N!"}

    def test_a_model_that_got_one_more_field(self):
        with isolate_apps("tests"):

            class Translated(models.Model):
                title = models.CharField(max_length=9)

        def make(base):
            class ExampleSerializer(base):
                class Meta:
                    model = Translated
                    fields = "__all__"

            return ExampleSerializer

        def add(cls):
            if not hasattr(Translated, "title_de"):
                models.CharField(max_length=9).contribute_to_class(Translated, "title_de")

        reference, fast = make(ModelSerializer), make(FAST_BASES[ModelSerializer])
        add(fast)
        row = Translated()
        row.title_de = "Titel"
        assert list(reference(row).data) == ["id", "title", "title_de"]
        assert fast(row).data == reference(row).data

    PATCHES = {
        "a field": (fields.CharField, "to_representation", lambda self, value: f"<{value}>"),
        "every field": (fields.Field, "get_attribute", lambda self, instance: "read"),
        "zones": (fields.DateTimeField, "enforce_timezone", lambda self, value: value.date()),
        "serializers": (Serializer, "to_representation", lambda self, instance: {"patched": 1}),
    }

    @pytest.mark.parametrize("patch", PATCHES.values(), ids=PATCHES)
    def test_drf_s_own_classes_when_they_are_patched(self, fast_form, patch, monkeypatch):
        def make(base):
            class ExampleSerializer(base):
                name = serializers.CharField()
                made = serializers.DateTimeField()

            return ExampleSerializer

        monkeypatch.setattr(*patch)
        reference, fast = make(Serializer), fast_form(make, Serializer)
        for many in (False, True):
            expected = outcome(reference, lambda: THING, many=many)
            assert outcome(fast, lambda: THING, many=many) == expected

    def test_a_base_class_gets_what_its_subclasses_inherit(self, fast_form):
        def make(base):
            class Parent(base):
                class Meta:
                    model = Publisher
                    fields = ["name"]

            class ExampleSerializer(Parent):
                class Meta(Parent.Meta):
                    pass

            return ExampleSerializer

        publisher = Publisher(name="n", code="c")
        for serializer_class in (make(ModelSerializer), fast_form(make, ModelSerializer)):
            assert serializer_class(publisher).data == {"name": "n"}
            serializer_class.Meta.__mro__[1].fields = ["code"]
            assert serializer_class(publisher).data == {"code": "c"}


class TestThirdPartyBases:
    def test_a_base_that_keeps_a_list_of_its_subclasses(self, fast_form):
        def make(base):
            class Registered(base):
                known = []

                def __init_subclass__(cls, **kwargs):
                    Registered.known.append(cls.__name__)

            class ExampleSerializer(Registered):
                name = serializers.CharField()

            return ExampleSerializer

        assert fast_form(make, Serializer)(THING).data == {"name": "Ruritania"}
        assert fast_form(make, Serializer)([THING], many=True).data == [{"name": "Ruritania"}]

    def test_a_base_that_overrides_everything_behind_the_mixin(self, agree, calls):
        class ThirdParty(Serializer):
            def __init__(self, *args, **kwargs):
                calls.append((len(args), sorted(kwargs)))
                self.extra = kwargs.pop("extra", None)
                super().__init__(*args, **kwargs)

            def __new__(cls, *args, **kwargs):
                calls.append("__new__")
                return super().__new__(cls, *args, **kwargs)

            @classmethod
            def many_init(cls, *args, **kwargs):
                calls.append("many_init")
                return super().many_init(*args, **kwargs)

            def get_fields(self):
                calls.append("get_fields")
                return super().get_fields()

            def to_representation(self, instance):
                calls.append("to_representation")
                return {"third": super().to_representation(instance)}

            @property
            def data(self):
                calls.append("data")
                return super().data

        def plain():
            class ExampleSerializer(ThirdParty):
                name = serializers.CharField()

            return ExampleSerializer

        def fast():
            class ExampleSerializer(FastReadOnlyMixin, ThirdParty):
                name = serializers.CharField()

            return ExampleSerializer

        def make(base):
            return plain()

        agree(make, THING)
        agree(make, THING, context={})
        outcomes = []
        for serializer_class in (plain(), fast()):
            calls.clear()
            outcomes.append((outcome(serializer_class, lambda: THING), list(calls)))
        assert outcomes[1] == outcomes[0]

    @pytest.mark.parametrize("returned", ["text", ["a"], {"a": 1}, 5, None], ids=repr)
    def test_a_base_serializer_without_fields(self, returned):
        class HighScore(BaseSerializer):
            def to_representation(self, instance):
                return returned

        fast = type("HighScore", (FastReadOnlyMixin, HighScore), {"__module__": __name__})
        for many in (False, True):
            assert outcome(fast, lambda: 5, many=many) == outcome(HighScore, lambda: 5, many=many)

    def test_a_base_serializer_written_on_the_mixin_itself(self):
        def make(*bases):
            class HighScore(*bases):
                def to_representation(self, instance):
                    return f"{instance} points"

            return HighScore

        assert make(BaseSerializer)(5).data == "5 points"
        assert make(FastReadOnlyMixin, BaseSerializer)(5).data == "5 points"

    def test_a_list_serializer_behind_the_mixin(self):
        class Listed(ListSerializer):
            child = serializers.CharField()

        fast = type("Listed", (FastReadOnlyMixin, Listed), {})
        assert fast(["a"]).data == Listed(["a"]).data == ["a"]

    def test_generic_serializers(self, agree):
        def make(base):
            class Generic(base[Book]):
                name = serializers.CharField()

            class ExampleSerializer(Generic[Book]):
                size = serializers.IntegerField()

            return ExampleSerializer

        agree(make, THING)
