"""The twin is not to be told from its class."""

from __future__ import annotations

import copy
import functools
import pickle

import pytest
from rest_framework import serializers
from rest_framework.serializers import (
    BaseSerializer,
    ListSerializer,
    ModelSerializer,
    Serializer,
    SerializerMetaclass,
)

from fastserializers import FastReadOnlyMixin, read_only
from fastserializers.exceptions import ReadOnlySerializerError
from fastserializers.views import twin_of
from tests.differential import assert_classes_agree
from tests.models import Publisher
from tests.values import THING


class NamedSerializer(Serializer):
    name = serializers.CharField()


class TestAClassThatAsksForItself:
    ASKED = {
        "__class__ ==": lambda serializer, cls: serializer.__class__ == cls,
        "== __class__": lambda serializer, cls: cls == serializer.__class__,
        "__class__ is": lambda serializer, cls: serializer.__class__ is cls,
        "type ==": lambda serializer, cls: type(serializer) == cls,  # noqa: E721
        "== type": lambda serializer, cls: cls == type(serializer),  # noqa: E721
        "type !=": lambda serializer, cls: type(serializer) != cls,  # noqa: E721
        "in a list": lambda serializer, cls: type(serializer) in [cls],
        "in a set": lambda serializer, cls: type(serializer) in {cls},
        "a key": lambda serializer, cls: {cls: "found"}.get(type(serializer)),
        "a key of its own": lambda serializer, cls: {type(serializer): "found"}.get(cls),
        "name": lambda serializer, cls: type(serializer).__name__,
        "qualified name": lambda serializer, cls: serializer.__class__.__qualname__,
        "module": lambda serializer, cls: type(serializer).__module__,
        "text": lambda serializer, cls: repr(type(serializer)),
        "bases": lambda serializer, cls: serializer.__class__.__bases__,
        "another": lambda serializer, cls: type(serializer) == NamedSerializer,  # noqa: E721
        "instance": lambda serializer, cls: isinstance(serializer, cls),
    }

    @pytest.mark.parametrize("asked", ASKED.values(), ids=ASKED)
    @pytest.mark.parametrize("base", [Serializer, ModelSerializer])
    def test_gets_the_answer_that_it_gets_from_drf(self, asked, base):
        class ExampleSerializer(base):
            answer = serializers.SerializerMethodField()

            class Meta:
                model = Publisher
                fields = ["answer"]

            def get_answer(self, thing):
                return repr(asked(self, ExampleSerializer))

            def to_representation(self, instance):
                row = super().to_representation(instance)
                return {**row, "asked": repr(asked(self, ExampleSerializer))}

        class Outer(Serializer):
            one = ExampleSerializer(source="*")
            rows = ExampleSerializer(many=True)

        assert_classes_agree(ExampleSerializer, read_only(ExampleSerializer), THING)
        assert_classes_agree(Outer, read_only(Outer), {**THING, "rows": [THING]})

    def test_of_the_list_that_it_is_in(self):
        class ExampleSerializer(Serializer):
            answer = serializers.SerializerMethodField()

            def get_answer(self, thing):
                cls = type(self.parent)
                return [
                    cls == ListSerializer,
                    self.parent.__class__ is ListSerializer,
                    cls.__name__,
                ]

        class Outer(Serializer):
            rows = ExampleSerializer(many=True)

        twin = read_only(ExampleSerializer)
        expected = ExampleSerializer([THING], many=True).data
        assert twin([THING], many=True).data == expected
        assert_classes_agree(Outer, read_only(Outer), {"rows": [THING]})
        rows = twin([THING], many=True)
        assert pickle.loads(pickle.dumps(read_only(NamedSerializer)([THING], many=True))).data == [  # noqa: S301
            {"name": "Ruritania"}
        ]
        assert copy.copy(rows).data == copy.deepcopy(rows).__class__([THING], child=twin()).data

    def test_functions_that_dispatch_by_class(self):
        @functools.singledispatch
        def described(serializer):
            return "any"

        class ExampleSerializer(Serializer):
            text = serializers.SerializerMethodField()

            def get_text(self, thing):
                return described(self)

        described.register(ExampleSerializer, lambda serializer: "of its own")
        assert_classes_agree(ExampleSerializer, read_only(ExampleSerializer), THING)

    def test_one_that_makes_more_of_itself(self):
        class TreeSerializer(Serializer):
            name = serializers.CharField()
            branches = serializers.SerializerMethodField()

            def get_branches(self, tree):
                return self.__class__(
                    tree.get("branches", []), many=True, context=self.context
                ).data

        tree = {"name": "root", "branches": [{"name": "a", "branches": [{"name": "b"}]}]}
        assert_classes_agree(TreeSerializer, read_only(TreeSerializer), tree)

    def test_declared_fields_that_are_required_of_a_subclass(self):
        def make():
            class Parent(ModelSerializer):
                extra = serializers.CharField()

                class Meta:
                    model = Publisher
                    fields = ["name", "extra"]

            class Forgetful(ModelSerializer):
                extra = serializers.CharField()

                class Meta:
                    model = Publisher
                    fields = ["name"]

            class Child(Parent):
                class Meta(Parent.Meta):
                    fields = ["name"]

            return Forgetful, Child

        for serializer_class in make():
            assert_classes_agree(
                serializer_class, read_only(serializer_class), Publisher(name="n")
            )


class TestRegistriesAndMetaclasses:
    def test_a_registry_has_the_class_itself(self):
        registry = {}

        class Registered(Serializer):
            def __init_subclass__(cls, **kwargs):
                super().__init_subclass__(**kwargs)
                registry[cls.__name__] = cls

        class ExampleSerializer(Registered):
            name = serializers.CharField()

        twin = read_only(ExampleSerializer)
        assert registry == {"ExampleSerializer": ExampleSerializer}
        assert registry["ExampleSerializer"] is ExampleSerializer
        assert twin(THING).data == {"name": "Ruritania"}

        class OfTheTwin(twin):
            pass

        assert registry["OfTheTwin"] is OfTheTwin
        assert OfTheTwin(THING).__class__ is OfTheTwin
        assert OfTheTwin != ExampleSerializer

    def test_a_metaclass_is_not_asked(self):
        made = []

        class Checking(SerializerMetaclass):
            def __new__(cls, name, bases, namespace):
                if len(bases) > 1:
                    raise TypeError("only one base")
                made.append(name)
                return super().__new__(cls, name, bases, namespace)

            def __init__(cls, name, bases, namespace):
                made.append(cls)
                super().__init__(name, bases, namespace)

            def __call__(cls, *args, **kwargs):
                made.append("called")
                return super().__call__(*args, **kwargs)

            def __setattr__(cls, name, value):
                raise AttributeError("final")

        class ExampleSerializer(Serializer, metaclass=Checking):
            name = serializers.CharField()

        before = list(made)
        twin = read_only(ExampleSerializer)
        assert made == before
        assert isinstance(twin, Checking)
        assert twin(THING).data == {"name": "Ruritania"}
        assert made == [*before, "called"]


class TestPickles:
    def test_of_a_serializer(self):
        twin = read_only(NamedSerializer)
        again = pickle.loads(pickle.dumps(twin(THING)))  # noqa: S301
        assert type(again) is twin
        assert again.data == {"name": "Ruritania"}

    def test_of_the_class(self):
        twin = read_only(NamedSerializer)
        assert pickle.loads(pickle.dumps(twin)) is twin  # noqa: S301
        assert pickle.loads(pickle.dumps(NamedSerializer)) is NamedSerializer  # noqa: S301

    def test_of_a_serializer_with_a_state_of_its_own(self):
        twin = read_only(StatefulSerializer)
        again = pickle.loads(pickle.dumps(twin(THING)))  # noqa: S301
        assert again.restored
        assert again.data == {"name": "Ruritania"}


class StatefulSerializer(Serializer):
    name = serializers.CharField()

    def __getstate__(self):
        return {"wrapped": self.__dict__.copy()}

    def __setstate__(self, state):
        self.__dict__.update(state["wrapped"])
        self.restored = True


class TestWhatHappensToTheClassLater:
    def test_declared_fields(self):
        class Inner(Serializer):
            name = serializers.CharField()

        class ExampleSerializer(Serializer):
            name = serializers.CharField()

        twin = read_only(ExampleSerializer)
        for _ in range(2):
            assert_classes_agree(ExampleSerializer, twin, THING)
        ExampleSerializer._declared_fields["inner"] = Inner(source="*")
        assert twin(THING).data["inner"] == {"name": "Ruritania"}
        assert_classes_agree(ExampleSerializer, twin, THING)
        assert isinstance(twin().fields["inner"], FastReadOnlyMixin)
        del ExampleSerializer._declared_fields["name"]
        assert_classes_agree(ExampleSerializer, twin, THING)

    def test_no_code_of_a_nested_class_runs_when_a_twin_is_made(self):
        made = []

        class Inner(Serializer):
            name = serializers.CharField()

            def __init__(self, *args, **kwargs):
                made.append(1)
                super().__init__(*args, **kwargs)

        class Outer(Serializer):
            inner = Inner(source="*")
            rows = Inner(many=True)

        before = len(made)
        read_only(Outer)
        assert len(made) == before
        assert_classes_agree(Outer, read_only(Outer), {**THING, "rows": [THING]})


def test_errors_name_the_twin():
    with pytest.raises(
        ReadOnlySerializerError, match="The read_only\\(\\) twin of NamedSerializer"
    ):
        read_only(NamedSerializer)(THING).is_valid()


def test_what_has_no_twin_is_left_as_it_is():
    class HighScore(BaseSerializer):
        def to_representation(self, instance):
            return {"score": instance}

    assert twin_of(HighScore) is None
    assert twin_of(ListSerializer) is None
    assert twin_of(NamedSerializer) is read_only(NamedSerializer)
    with pytest.raises(TypeError):
        read_only(HighScore)
