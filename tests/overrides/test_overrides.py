"""What a serializer class overrides, as a mixin: it is called as often, and decides as ever."""

from __future__ import annotations

import itertools
from collections import UserDict, defaultdict
from functools import partial

import pytest
from django.utils import translation
from django.utils.functional import cached_property
from rest_framework import serializers
from rest_framework.fields import SkipField
from rest_framework.serializers import BaseSerializer, ListSerializer, ModelSerializer, Serializer
from rest_framework.utils.serializer_helpers import BindingDict

from fastserializers import FastReadOnlyMixin, FastReadOnlySerializer
from tests.differential import (
    CALLS,
    assert_classes_agree,
    every_form,
    of_a_thing,
    outcome,
    value_of,
)
from tests.hunting.changing import CHANGING_OVERRIDES
from tests.hunting.overriding import ReadsInReverse, WrapsItsData
from tests.models import Book, Publisher
from tests.named import by_name
from tests.relations.serializers import serializer_of
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


class HasOtherFieldsForEachRow:
    row = 0

    @property
    def fields(self):
        self.row += 1
        fields = BindingDict(self)
        fields.update({"size": serializers.IntegerField()})
        if self.row % 2:
            fields["name"] = serializers.CharField()
        return fields


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


class SetsInitialData:
    """Has no data without having validated it."""

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.initial_data = {"name": "initial"}


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


RETURNED = [None, "text", 5, [], ["a"], [("a", 1)], defaultdict(list, a=1), {}, UserDict(a=1)]
RAISED = [SkipField(), KeyError("k"), AttributeError("a"), ValueError()]


def returning(value):
    return type("Returning", (), {"to_representation": lambda self, instance: value})


def raising(error):
    def to_representation(self, instance):
        raise error

    return type("Raising", (), {"to_representation": to_representation})


OVERRIDES = {
    **by_name(NotesItsPlace, ReadsAnotherInstance, WrapsItsData, ChoosesFields, NestsItself),
    **by_name(HasOtherFieldsForEachRow, ReadsInReverse, KeepsItsReadableFields, IsMadeByItself),
    **by_name(MakesItsList, ChangesItsList, SetsInitialData, HasNamesThatWeMayUse),
}
OVERRIDES |= {f"returns {value!r}": returning(value) for value in RETURNED}
OVERRIDES |= {f"raises {error!r}": raising(error) for error in RAISED}


@pytest.mark.parametrize("name", OVERRIDES)
def test_overrides(agree, name):
    """Of a serializer, alone and in a list, and of one that is nested in another."""
    override, contexts = OVERRIDES[name], [{"mark": "!"}]
    agree(lambda base: of_a_thing(base, override), SOURCE, contexts=contexts)
    for options in ({"source": "*"}, {"source": "inner"}, {"source": "rows", "many": True}):

        def nesting(base, options=options):
            # Beside one of DRF's own in a fast one.
            one, other = (of_a_thing(inner, override)(**options) for inner in (base, Serializer))
            return of_a_thing(base, one=one, other=other)

        agree(nesting, SOURCE, contexts=contexts)


@pytest.mark.parametrize("name", CHANGING_OVERRIDES)
def test_fields_that_change_before_each_row(agree, name):
    def make(base):
        inner = of_a_thing(base)
        nested = {"inner": inner(), "rows": inner(many=True)}
        return of_a_thing(base, CHANGING_OVERRIDES[name], **nested)

    agree(make, SOURCE)


def test_a_base_that_overrides_everything(agree):
    bases = IsMadeByItself, NotesItsArguments, ChangesItsList, ChoosesFields
    bases += ReadsAnotherInstance, WrapsItsData
    agree(lambda base: of_a_thing(base, *bases), THING, contexts=(None, {}))


def test_what_is_set_on_a_list():
    class Other(Serializer):
        size = serializers.IntegerField()

    for serializer_class in every_form(of_a_thing):
        for _ in range(3):
            rows = [serializer_class([THING], many=True) for _ in range(2)]
            rows[0].to_representation = lambda instances: ["set"]
            rows[1].child = Other()
            assert [each.data for each in rows] == [["set"], [{"size": 5}]]


def test_the_first_values():
    class More:
        def get_initial(self):
            return {**super().get_initial(), "more": 1}

    for serializer_class in every_form(lambda base: of_a_thing(base, More)):
        assert serializer_class().data == {"name": "", "size": None, "more": 1}


def listed_by(base, list_class, **attributes):
    meta = type("Meta", (), {"list_serializer_class": list_class})
    return of_a_thing(base, Meta=meta, **attributes)


def test_a_list_that_returns_no_list(agree):
    for returned in ("text", {"rows": []}, None):
        attributes = {
            "to_representation": lambda self, data, returned=returned: returned,
            "data": property(lambda self: super(ListSerializer, self).data),
        }
        listed = type("Listed", (ListSerializer,), attributes)
        agree(lambda base, listed=listed: listed_by(base, listed), THING)


class Filtered(ListSerializer):
    def get_attribute(self, instance):
        CALLS.append("get_attribute")
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


class Counted(ListSerializer):
    def to_representation(self, data):
        assert type(self) is Counted
        rows = super().to_representation([row for row in data if row["size"] > 3])
        return [*rows, {"count": len(rows)}]


class Looping(ListSerializer):
    def to_representation(self, data):
        rows = map(self.child.to_representation, data)
        return [dict(row, number=number) for number, row in enumerate(rows)]


@pytest.mark.parametrize("list_class", [Filtered, Chosen, Shortened, Counted, Looping])
def test_lists_that_read_otherwise(agree, list_class):
    def listed(base):
        def get_seen(self, thing):
            return [self.parent.__class__.__name__, thing["size"]]

        seen = {"seen": serializers.SerializerMethodField(), "get_seen": get_seen}
        return listed_by(base, list_class, **seen)

    def nesting(base):
        rows = listed(base)(many=True, source="rows")
        return type(base)("ExampleSerializer", (base,), {"listed": rows})

    for language, make in itertools.product(("en", "de"), (listed, nesting)):
        with translation.override(language):
            agree(make, SOURCE, contexts=[{}, {"all": True}, {}])


# DRF makes the fields of a serializer when it needs them, so not for nothing and no rows.


class OfNoColumn:
    class Meta:
        model = Publisher
        fields = ["nothing"]

    def get_fields(self):
        CALLS.append("get_fields")
        return super().get_fields()


class OfNoColumnUnnoted(OfNoColumn):
    def get_fields(self):
        return super(OfNoColumn, self).get_fields()


def test_mistakes_in_a_nested_serializer_whose_value_is_none(agree):
    def wrong(base, **options):
        return type(base)("Inner", (OfNoColumnUnnoted, base), {})(**options)

    def make(base):
        nested = {
            "publisher": wrong(base),
            "publishers": wrong(base, many=True),
            "plain": wrong(ModelSerializer, source="publisher"),
            "plains": wrong(ModelSerializer, source="publishers", many=True),
        }
        return serializer_of(base, Book, ["title"], nested)

    source = {"title": "T", "publisher": None, "publishers": []}
    result = agree(make, source, base=ModelSerializer)
    assert value_of(result)["title"] == "'T'"


def test_no_fields_are_made_for_no_rows(calls):
    def failing():
        raise ValueError("no rows")
        yield

    def make(base):
        return type(base)("ExampleSerializer", (OfNoColumn, base), {})

    expected, *found = (
        [outcome(partial(cls, many=True), source) for source in (list, lambda: 5, failing, list)]
        for cls in every_form(make, ModelSerializer)
    )
    assert found == [expected] * len(found)
    assert calls == []


def test_a_nested_serializer_that_needs_a_context_it_does_not_get(agree):
    class Demanding(serializers.CharField):
        def bind(self, field_name, parent):
            super().bind(field_name, parent)
            self.context["needed"]

    def make(base):
        return type(base)("Outer", (base,), {"inner": of_a_thing(base, demanding=Demanding())()})

    for inner in (None, {**THING, "demanding": "it"}):
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


def made(*bases):
    return type(Serializer)("Made", bases, {})


def test_a_base_after_the_mixin_keeps_its_representation_and_its_data():
    base = of_a_thing(Serializer, Discreet, WrapsItsData)
    fast = made(FastReadOnlyMixin, base)
    for reference, cls in (
        (base, fast),
        (made(Front, base), made(Front, FastReadOnlyMixin, base)),
        (made(Front, base), made(Front, fast)),
        (made(made(base), base), made(made(base), fast)),
    ):
        assert_classes_agree(reference, cls, THING)
        assert "wrapped" in repr(cls(THING).data)
        assert "size" not in repr(cls([THING], many=True).data)


@pytest.mark.parametrize("is_used", [False, True])
def test_a_base_after_the_mixin_keeps_what_it_is_patched_with(monkeypatch, is_used):
    """Python finds the mixin's methods first."""
    base = type("Base", (Serializer,), {"name": serializers.CharField()})
    fast = made(FastReadOnlyMixin, base)
    unpatched, shown, called = {"name": "Ruritania"}, {"patched": 1}, []

    def data():
        return fast(THING).data, fast([THING], many=True).data

    def init(self, *args, **kwargs):
        called.append(args)
        Serializer.__init__(self, *args, **kwargs)

    for _ in range(2 if is_used else 0):
        assert data() == (unpatched, [unpatched])
    for name, patched, one, rows in (
        ("to_representation", lambda self, instance: shown, shown, [shown]),
        ("data", property(lambda self: shown), shown, [unpatched]),
        ("many_init", lambda *args, **kwargs: made(Serializer)(), unpatched, {}),
        ("__init__", init, unpatched, [unpatched]),
    ):
        with monkeypatch.context() as patch:
            patch.setattr(base, name, patched, raising=False)
            assert data() == (one, rows), name
        assert fast(THING).data == unpatched, name
    assert called[0] == (THING,)


def test_a_base_after_the_mixin_keeps_the_attributes_that_it_computes():
    def computing(name):
        return {
            "seen": serializers.SerializerMethodField(),
            "get_seen": lambda self, thing: repr(getattr(self, name)),
            name: property(lambda self: f"the {name}", lambda self, value: None),
        }

    for name in ("label", "source", "read_only", "default", "style"):
        base = of_a_thing(Serializer, **computing(name))
        assert_classes_agree(base, made(FastReadOnlyMixin, base), THING)


def test_a_mixin_in_the_wrong_place_is_refused_when_the_class_is_defined():
    for base in (Serializer, ModelSerializer, ListSerializer):
        plain = type(base)("Plain", (base,), {})
        with pytest.raises(TypeError, match="FastReadOnlyMixin before Plain"):
            type(base)("Wrong", (plain, FastReadOnlyMixin), {})
    # After a class, it may stand as the base of another one.
    base = of_a_thing(Serializer)
    assert_classes_agree(base, made(base, FastReadOnlySerializer), THING)


def test_a_base_serializer_without_fields():
    on_the_mixin = type("WithMixin", (FastReadOnlyMixin, BaseSerializer), {})
    for returned in ("text", ["a"], {"a": 1}, 5, None):
        own = returning(returned)
        reference = type("HighScore", (own, BaseSerializer), {})
        for bases in ((FastReadOnlyMixin, reference), (own, on_the_mixin)):
            assert_classes_agree(reference, type("HighScore", bases, {}), 5)


def test_a_list_serializer_after_the_mixin():
    class Listed(ListSerializer):
        child = serializers.CharField()

    fast = type("Listed", (FastReadOnlyMixin, Listed), {})
    assert fast(["a"]).data == Listed(["a"]).data == ["a"]
