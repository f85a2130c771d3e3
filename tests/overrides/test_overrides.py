"""What a serializer class overrides, as a mixin: it is called as often, and decides as ever."""

import pytest
from django.utils.functional import cached_property
from rest_framework import serializers
from rest_framework.fields import SkipField
from rest_framework.serializers import ListSerializer, Serializer

from fastserializers.views import reading_fast
from tests.differential import (
    CALLS,
    FAST_BASES,
    assert_alike,
    made_fast,
    made_of,
    of_a_thing,
    of_a_thing_with,
)
from tests.hunting.overriding import WrapsItsData
from tests.named import all_of, by_name
from tests.relations.serializers import methods
from tests.values import THING

SOURCE = {
    **THING,
    "inner": THING,
    "rows": [{**THING, "name": "first"}, {**THING, "rows": [THING], "size": 2}],
}


class Lasting(ListSerializer):
    def to_representation(self, data):
        return [*super().to_representation(data), "last"]


class Overriding:
    """Mixins of the project's."""

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

    class KeepsAPrunedDict:
        """Is asked for each row, and gives a dict of its own, as in Nautobot's serializers."""

        pruned = None

        @property
        def fields(self):
            CALLS.append("fields")
            if self.pruned is None:
                self.pruned = dict(super().fields)
                del self.pruned["size"]
            return self.pruned

    class PopsAFieldEachTime:
        @property
        def fields(self):
            CALLS.append("fields")
            fields = super().fields
            fields.pop("size", None)
            return fields

    class ComputesItsContext:
        def __getattribute__(self, name):
            return {"mark": "computed"} if name == "context" else super().__getattribute__(name)

        def to_representation(self, instance):
            return [super().to_representation(instance), self.context]

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


OVERRIDES = all_of(Overriding) | by_name(WrapsItsData)
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
        return of_a_thing(base, nested=of_a_thing(base, override)(**options))

    return make


@every_override
def test_overrides_of_what_is_nested(agree, override):
    agree(nesting(override, source="*"), SOURCE, contexts=MARKED)
    agree(nesting(override, source="inner"), SOURCE, contexts=MARKED)
    agree(nesting(override, source="rows", many=True), SOURCE, contexts=MARKED)


ARGUMENTS = [
    ((), {}),
    ((THING,), {"context": {}}),
    ((), {"instance": THING, "partial": True}),
    ((), {"read_only": True, "source": "a"}),
]


def test_arguments_come_to_the_constructor_as_they_were_given():
    class Given:
        def __init__(self, *args, **kwargs):
            self.given = args, sorted(kwargs)
            super().__init__(*args, **kwargs)

    def given(cls):
        made = [
            (cls(*args, **kwargs), cls(*args, many=True, **kwargs)) for args, kwargs in ARGUMENTS
        ]
        return [(one.given, rows.child.given) for one, rows in made]

    make = of_a_thing_with(Given)
    expected = assert_alike(given, make(Serializer))
    assert given(make(FAST_BASES[Serializer])) == expected


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

    def seen(serializer, thing):
        return [serializer.parent.__class__.__name__, thing["size"]]

    meta = type("Meta", (), {"list_serializer_class": list_class})
    return of_a_thing_with(Meta=meta, **methods(seen=seen))


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


class Enveloped(ListSerializer):
    """Returns no list."""

    def to_representation(self, data):
        return {"rows": super().to_representation(data)}

    @property
    def data(self):
        return super(ListSerializer, self).data


@pytest.mark.parametrize("list_class", [Chosen, Counted, Looping, Enveloped])
def test_lists_that_read_otherwise(agree, list_class):
    make = listed_by(list_class)

    def nesting(base):
        return made_of({"listed": make(base)(many=True, source="rows")}, base)

    contexts = [{}, {"all": True}, {}]
    agree(make, SOURCE, contexts=contexts)
    agree(nesting, SOURCE, contexts=contexts)
