"""What a serializer class overrides, as a mixin: it is called as often, and decides as ever."""

from collections import UserDict
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
from tests.hunting.changing import CHANGING_OVERRIDES
from tests.hunting.overriding import ReadsInReverse, WrapsItsData
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


class IsMadeByItself:
    def __new__(cls, *args, **kwargs):
        CALLS.append((cls.__name__, sorted(kwargs)))
        return super().__new__(cls, *args, **kwargs)


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


class HasNamesThatWeMayUse:
    _state = "state"

    def get_fields(self):
        plan, state = serializers.IntegerField(source="size"), serializers.SerializerMethodField()
        return {**super().get_fields(), "plan": plan, "state": state}

    def get_state(self, thing):
        self.mark = self.strategy = self.class_plan = thing["size"]
        return [self.mark, self._state]


class NotesItsArguments:
    def __init__(self, *args, **kwargs):
        CALLS.append((len(args), sorted(kwargs)))
        super().__init__(*args, **kwargs)


RETURNED = [None, "text", [("a", 1)], UserDict(a=1)]
RAISED = [SkipField(), KeyError("k")]


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
    ReadsInReverse,
    KeepsItsReadableFields,
    IsMadeByItself,
    MakesItsList,
    ChangesItsList,
    HasNamesThatWeMayUse,
)
OVERRIDES |= {f"returns {value!r}": returning(value) for value in RETURNED}
OVERRIDES |= {f"raises {error!r}": raising(error) for error in RAISED}
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


@pytest.mark.parametrize("override", CHANGING_OVERRIDES.values(), ids=CHANGING_OVERRIDES)
def test_fields_that_change_before_each_row(agree, override):
    def make(base):
        inner = of_a_thing(base)
        return of_a_thing(base, override, inner=inner(), rows=inner(many=True))

    agree(make, SOURCE)


def test_a_base_that_overrides_everything(agree):
    class Everything(
        IsMadeByItself,
        NotesItsArguments,
        ChangesItsList,
        ChoosesFields,
        ReadsAnotherInstance,
        WrapsItsData,
    ):
        pass

    agree(of_a_thing_with(Everything), THING, contexts=(None, {}), read_only=True)


class OtherSerializer(Serializer):
    size = serializers.IntegerField()


def as_set(instances):
    return ["set"]


def test_what_is_set_on_a_list():
    def data_of_changed_lists(serializer_class):
        """Return the data of a list whose method is replaced, and of one whose child is."""
        first, second = (serializer_class([THING], many=True) for _ in range(2))
        first.to_representation = as_set
        second.child = OtherSerializer()
        return first.data, second.data

    cls = of_a_thing(Serializer)
    assert assert_alike(data_of_changed_lists, cls) == (["set"], [{"size": 5}])
    assert data_of_changed_lists(made_fast(cls)) == (["set"], [{"size": 5}])


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


@pytest.mark.parametrize("returned", ["text", {"rows": []}, None], ids=repr)
def test_a_list_that_returns_no_list(agree, returned):
    class Listed(ListSerializer):
        def to_representation(self, data):
            return returned

        @property
        def data(self):
            return super(ListSerializer, self).data

    agree(listed_by(Listed), THING)


class Filtered(ListSerializer):
    def get_attribute(self, instance):
        CALLS.append("get_attribute")
        return [row for row in super().get_attribute(instance) if row["size"] > 3]


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


every_list_class = pytest.mark.parametrize("list_class", [Filtered, Chosen, Counted, Looping])
CHOOSING = [{}, {"all": True}, {}]


@every_list_class
def test_lists_that_read_otherwise(agree, list_class):
    agree(listed_by(list_class), SOURCE, contexts=CHOOSING)


@every_list_class
def test_nested_lists_that_read_otherwise(agree, list_class):
    def nesting(base):
        class Nesting(base):
            listed = listed_by(list_class)(base)(many=True, source="rows")

        return Nesting

    agree(nesting, SOURCE, contexts=CHOOSING)


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


@pytest.mark.parametrize("inner", [None, {**THING, "demanding": "it"}], ids=["none", "a thing"])
def test_a_nested_serializer_that_needs_a_context_it_does_not_get(agree, inner):
    class Demanding(serializers.CharField):
        def bind(self, field_name, parent):
            super().bind(field_name, parent)
            self.context["needed"]

    def make(base):
        class Outer(base):
            inner = of_a_thing(base, demanding=Demanding())()

        return Outer

    agree(make, {"inner": inner}, contexts=[{}, {"needed": 1}, {}])


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


def patched_many_init(*args, **kwargs):
    return Serializer()


def patched_init(self, *args, **kwargs):
    CALLS.append(args)
    Serializer.__init__(self, *args, **kwargs)


@pytest.mark.parametrize(
    ("name", "patched", "one", "rows"),
    [
        ("to_representation", patched_representation, PATCHED, [PATCHED]),
        ("data", patched_data, PATCHED, [UNPATCHED]),
        ("many_init", patched_many_init, UNPATCHED, {}),
        ("__init__", patched_init, UNPATCHED, [UNPATCHED]),
    ],
    ids=["to_representation", "data", "many_init", "__init__"],
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


def computing(name):
    """Return a mixin that computes an attribute, and a method that shows it."""

    class Computing:
        def get_seen(self, thing):
            return repr(getattr(self, name))

    setattr(Computing, name, property(the_attribute, ignored))
    return Computing


def the_attribute(serializer):
    return "computed"


def ignored(serializer, value):
    pass


@pytest.mark.parametrize("name", ["label", "read_only", "style"])
def test_a_base_after_the_mixin_keeps_the_attributes_that_it_computes(name):
    class Base(computing(name), Serializer):
        name = serializers.CharField()
        seen = serializers.SerializerMethodField()

    class Fast(FastReadOnlyMixin, Base):
        pass

    assert outcomes(Fast, THING.copy) == outcomes(Base, THING.copy)
