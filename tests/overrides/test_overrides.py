"""What a serializer class overrides, as a mixin: it is called as often, and decides as ever."""

from functools import partial

import pytest
from django.utils.functional import cached_property
from rest_framework import serializers
from rest_framework.fields import SkipField
from rest_framework.serializers import ListSerializer, ModelSerializer, Serializer

from fastserializers import FastReadOnlyMixin
from fastserializers.views import reading_fast
from tests.differential import (
    CALLS,
    assert_alike,
    made_fast,
    of_a_thing,
    of_a_thing_with,
    outcome,
    outcomes,
    value_of,
)
from tests.hunting.overriding import WrapsItsData
from tests.models import Book, Publisher
from tests.named import by_name
from tests.relations.serializers import nested, shape
from tests.values import THING

SOURCE = {
    **THING,
    "inner": THING,
    "rows": [{**THING, "name": "first"}, {**THING, "rows": [THING], "size": 2}],
}


class NotesItsPlace:
    def to_representation(self, instance):
        parent = getattr(self.parent, "field_name", None)
        CALLS.append((self.field_name, parent, self.context.get("mark")))
        return [super().to_representation(instance)]


class ReadsAnotherInstance:
    def to_representation(self, instance):
        return super().to_representation({**instance, "name": "another"})


class ChoosesFields:
    def get_fields(self):
        CALLS.append("get_fields")
        fields = super().get_fields()
        del fields["size"]
        return {"made": serializers.DateTimeField(), **fields}


class NestsItself:
    def get_fields(self):
        again = type(self)(source="inner", required=False)
        rows = type(self)(many=True, required=False)
        return {**super().get_fields(), "again": again, "rows": rows}


class KeepsItsReadableFields:
    @cached_property
    def _readable_fields(self):
        return [field for field in super()._readable_fields if field.label == "Size"]


class ComputesItsContext:
    def __getattribute__(self, name):
        return {"mark": "computed"} if name == "context" else super().__getattribute__(name)

    def to_representation(self, instance):
        return [super().to_representation(instance), self.context]


class Lasting(ListSerializer):
    def to_representation(self, data):
        return [*super().to_representation(data), "last"]


class MakesItsList:
    @classmethod
    def many_init(cls, *args, **kwargs):
        CALLS.append((cls.__name__, sorted(kwargs)))
        return Lasting(*args, **kwargs, child=cls())


class ChangesItsList:
    @classmethod
    def many_init(cls, *args, **kwargs):
        CALLS.append((cls.__name__, sorted(kwargs)))
        serializer = super().many_init(*args, **kwargs)
        serializer.child.fields.pop("name")
        return serializer


def returning(value):
    class Returning:
        def to_representation(self, instance):
            return value

    return Returning


def raising(error):
    class Raising:
        def to_representation(self, instance):
            raise error

    return Raising


OVERRIDES = by_name(
    NotesItsPlace,
    ReadsAnotherInstance,
    WrapsItsData,
    ChoosesFields,
    NestsItself,
    KeepsItsReadableFields,
    ComputesItsContext,
    MakesItsList,
    ChangesItsList,
)
OVERRIDES |= {f"returns {value!r}": returning(value) for value in (None, "text")}
OVERRIDES |= {f"raises {error!r}": raising(error) for error in (SkipField(), KeyError("k"))}
every_override = pytest.mark.parametrize("override", OVERRIDES.values(), ids=OVERRIDES)
MARKED = [{"mark": "!"}]


@every_override
def test_overrides(agree, override):
    agree(of_a_thing_with(override), SOURCE, contexts=MARKED, read_only=True)


def nesting(override, **options):
    """Return a function that makes a class that nests one with an override."""

    def make(base):
        class Nesting(base):
            name = serializers.CharField()
            size = serializers.IntegerField()
            nested = of_a_thing(base, override)(**options)

        return Nesting

    return make


@every_override
def test_overrides_of_what_is_nested(agree, override):
    agree(nesting(override, source="*"), SOURCE, contexts=MARKED)
    agree(nesting(override, source="inner"), SOURCE, contexts=MARKED)
    agree(nesting(override, source="rows", many=True), SOURCE, contexts=MARKED)


class AddsAField:
    """Changes its own fields before each row but the first."""

    turn = 0

    def to_representation(self, instance):
        if self.turn:
            self.fields[f"added_{self.turn}"] = serializers.CharField(default="added")
        self.turn += 1
        return super().to_representation(instance)


def test_fields_that_change_before_each_row(agree):
    def make(base):
        inner = of_a_thing(base, AddsAField)
        return of_a_thing(base, AddsAField, inner=inner(), rows=inner(many=True))

    agree(make, SOURCE)


def test_the_first_values():
    class More:
        def get_initial(self):
            return {**super().get_initial(), "more": 1}

    cls = of_a_thing(Serializer, More)
    with reading_fast():
        assert cls().data == {"name": "", "size": None, "more": 1}
    assert made_fast(cls)().data == {"name": "", "size": None, "more": 1}


def listed_by(list_class):
    """Return a function that makes a class whose lists are of another class."""

    def make(base):
        class ThingSerializer(base):
            name = serializers.CharField()
            size = serializers.IntegerField()
            seen = serializers.SerializerMethodField()

            class Meta:
                list_serializer_class = list_class

            def get_seen(self, thing):
                return [self.parent.__class__.__name__, thing["size"]]

        return ThingSerializer

    return make


def test_a_list_that_returns_no_list(agree):
    class Listed(ListSerializer):
        def to_representation(self, data):
            return {"rows": super().to_representation(data)}

        @property
        def data(self):
            return super(ListSerializer, self).data

    agree(listed_by(Listed), THING)


class Chosen(ListSerializer):
    def bind(self, field_name, parent):
        super().bind(field_name, parent)
        if not self.context.get("all"):
            self.child.fields.pop("size")


class Counted(ListSerializer):
    def to_representation(self, data):
        assert type(self) is Counted
        rows = super().to_representation([row for row in data if row["size"] > 3])
        return [*rows, {"count": len(rows)}]


class Looping(ListSerializer):
    def to_representation(self, data):
        rows = map(self.child.to_representation, data)
        return [dict(row, number=number) for number, row in enumerate(rows)]


@pytest.mark.parametrize("list_class", [Chosen, Counted, Looping])
def test_lists_that_read_otherwise(agree, list_class):
    make = listed_by(list_class)

    def nesting(base):
        class Nesting(base):
            listed = make(base)(many=True, source="rows")

        return Nesting

    contexts = [{}, {"all": True}, {}]
    agree(make, SOURCE, contexts=contexts)
    agree(nesting, SOURCE, contexts=contexts)


# DRF makes the fields of a serializer when it needs them, so not for nothing and no rows.


class NotesItsFields:
    def get_fields(self):
        CALLS.append("get_fields")
        return super().get_fields()


def test_mistakes_in_a_nested_serializer_whose_value_is_none(agree):
    wrong = shape(Publisher, ["nothing"])
    plain = wrong(ModelSerializer)
    declared = {
        "publisher": nested(wrong),
        "publishers": nested(wrong, many=True),
        "plain": plain(source="publisher"),
        "plains": plain(source="publishers", many=True),
    }
    source = {"title": "T", "publisher": None, "publishers": []}
    result = agree(shape(Book, ["title"], declared), source, base=ModelSerializer)
    assert value_of(result)["title"] == "'T'"


def not_a_list():
    return 5


def failing():
    raise ValueError("no rows")
    yield


def test_no_fields_are_made_for_no_rows(calls):
    def make(base):
        class Noting(NotesItsFields, base):
            pass

        return shape(Publisher, ["nothing"])(Noting)

    def outcomes_of(cls):
        return [outcome(partial(cls, many=True), rows) for rows in (list, not_a_list, failing)]

    assert_alike(outcomes_of, make(ModelSerializer))
    assert calls == []


class Discreet:
    def to_representation(self, instance):
        row = super().to_representation(instance)
        del row["size"]
        return row


class Front:
    def to_representation(self, instance):
        return {**super().to_representation(instance), "front": 1}

    @property
    def data(self):
        return {**super().data, "data": 1}


class DiscreetSerializer(Discreet, WrapsItsData, Serializer):
    name = serializers.CharField()
    size = serializers.IntegerField()


class Fast(FastReadOnlyMixin, DiscreetSerializer):
    pass


class InFront(Front, DiscreetSerializer):
    pass


class FastInFront(Front, FastReadOnlyMixin, DiscreetSerializer):
    pass


class HeirOfAFastClass(Fast, DiscreetSerializer):
    pass


@pytest.mark.parametrize(
    ("reference", "fast"),
    [(DiscreetSerializer, Fast), (InFront, FastInFront), (DiscreetSerializer, HeirOfAFastClass)],
)
def test_a_base_after_the_mixin_keeps_its_representation_and_its_data(reference, fast):
    assert outcomes(fast, THING.copy) == outcomes(reference, THING.copy)
    assert "wrapped" in repr(fast(THING).data)
    assert "size" not in repr(fast([THING], many=True).data)


PATCHED, UNPATCHED = {"patched": 1}, {"name": "Ruritania"}


def patched_representation(self, instance):
    return PATCHED


@property
def patched_data(self):
    return PATCHED


def patched_init(self, *args, **kwargs):
    CALLS.append(args)
    Serializer.__init__(self, *args, **kwargs)


@pytest.mark.parametrize(
    ("name", "patched", "one", "rows"),
    [
        ("to_representation", patched_representation, PATCHED, [PATCHED]),
        ("data", patched_data, PATCHED, [UNPATCHED]),
        ("__init__", patched_init, UNPATCHED, [UNPATCHED]),
    ],
    ids=["to_representation", "data", "__init__"],
)
def test_a_base_after_the_mixin_keeps_what_it_is_patched_with(
    monkeypatch, calls, name, patched, one, rows
):
    """Python finds the mixin's methods first."""

    class Base(Serializer):
        name = serializers.CharField()

    class Fast(FastReadOnlyMixin, Base):
        pass

    def data():
        return Fast(THING).data, Fast([THING], many=True).data

    assert data() == (UNPATCHED, [UNPATCHED])
    with monkeypatch.context() as patch:
        patch.setattr(Base, name, patched, raising=False)
        assert data() == (one, rows)
    assert Fast(THING).data == UNPATCHED
    assert calls[:1] == ([(THING,)] if name == "__init__" else [])
