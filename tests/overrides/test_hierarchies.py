"""Whatever stands before and behind the mixin is honoured as on DRF's own base."""

from __future__ import annotations

import pytest
from rest_framework import serializers
from rest_framework.serializers import ListSerializer, ModelSerializer, Serializer

from fastserializers import FastReadOnlyMixin, FastReadOnlySerializer
from tests.differential import assert_classes_agree, outcome

THING = {"name": "Ruritania", "size": 5}


def discreet(*bases):
    """Return a base of the project's that lets nobody see a size."""

    class ProjectBase(*bases):
        name = serializers.CharField()
        size = serializers.IntegerField()

        def to_representation(self, instance):
            row = super().to_representation(instance)
            del row["size"]
            return row

    return ProjectBase


class TestABaseBehindTheMixin:
    def test_keeps_its_representation(self):
        base = discreet(Serializer)

        class A(FastReadOnlyMixin, base):
            pass

        assert A(THING).data == {"name": "Ruritania"}
        assert_classes_agree(base, A, THING)

    def test_keeps_it_below_an_override_in_front(self):
        base = discreet(Serializer)

        def make(*bases):
            class A(*bases):
                def to_representation(self, instance):
                    return {**super().to_representation(instance), "more": 1}

            return A

        assert make(FastReadOnlyMixin, base)(THING).data == {"name": "Ruritania", "more": 1}
        assert_classes_agree(make(base), make(FastReadOnlyMixin, base), THING)

    def test_keeps_it_below_a_third_class(self):
        class Front:
            def to_representation(self, instance):
                return {**super().to_representation(instance), "front": 1}

            @property
            def data(self):
                return {**super().data, "data": 1}

        base = discreet(Serializer)
        plain = type("X", (Front, base), {})
        fast = type("X", (Front, FastReadOnlyMixin, base), {})
        assert fast(THING).data == {"name": "Ruritania", "front": 1, "data": 1}
        assert_classes_agree(plain, fast, THING)

    def test_keeps_it_in_a_diamond(self):
        base = discreet(Serializer)
        middle = type("Middle", (base,), {})
        plain = type("B", (middle, base), {})
        fast = type("B", (middle, type("Fast", (FastReadOnlyMixin, base), {})), {})
        assert_classes_agree(plain, fast, THING)

    def test_keeps_its_data(self):
        class ProjectBase(Serializer):
            name = serializers.CharField()

            @property
            def data(self):
                return {"wrapped": super().data}

        def make(*bases):
            class A(*bases):
                @property
                def data(self):
                    return {"again": super().data}

            return A

        assert_classes_agree(
            make(ProjectBase), make(type("F", (FastReadOnlyMixin, ProjectBase), {})), THING
        )

    @pytest.mark.parametrize("is_used", [False, True])
    def test_keeps_what_its_base_is_patched_with(self, monkeypatch, is_used):
        """A base behind the mixin: Python finds the mixin's methods first."""
        base = type("Base", (Serializer,), {"name": serializers.CharField()})
        fast = type("A", (FastReadOnlyMixin, base), {})
        for _ in range(2 if is_used else 0):
            assert fast(THING).data == {"name": "Ruritania"}
            assert fast([THING], many=True).data == [{"name": "Ruritania"}]
        with monkeypatch.context() as patch:
            patched = lambda self, instance: {"patched": 1}  # noqa: E731
            patch.setattr(base, "to_representation", patched, raising=False)
            assert fast(THING).data == {"patched": 1}
            assert fast([THING], many=True).data == [{"patched": 1}]
        with monkeypatch.context() as patch:
            patch.setattr(base, "data", property(lambda self: {"patched": 1}), raising=False)
            assert fast(THING).data == {"patched": 1}
        assert fast(THING).data == {"name": "Ruritania"}
        with monkeypatch.context() as patch:
            patch.setattr(base, "many_init", lambda *args, **kwargs: "patched", raising=False)
            assert fast([THING], many=True) == "patched"
        called = []

        def init(self, *args, **kwargs):
            called.append(args)
            Serializer.__init__(self, *args, **kwargs)

        with monkeypatch.context() as patch:
            patch.setattr(base, "__init__", init, raising=False)
            assert fast(THING).data == {"name": "Ruritania"}
            assert called == [(THING,)]
        assert fast(THING).data == {"name": "Ruritania"}
        assert called == [(THING,)]

    def test_keeps_the_attributes_that_it_computes(self):
        for name in ("label", "source", "read_only", "default", "style"):

            class ProjectBase(Serializer):
                seen = serializers.SerializerMethodField()

                def get_seen(self, thing):
                    return repr(getattr(self, name))  # noqa: B023

            kept = property(lambda self: f"the {name}", lambda self, value: None)  # noqa: B023
            setattr(ProjectBase, name, kept)
            fast = type("A", (FastReadOnlyMixin, ProjectBase), {})
            assert_classes_agree(ProjectBase, fast, THING)


class TestAMixinInTheWrongPlace:
    def test_is_refused_when_the_class_is_defined(self):
        for base in (Serializer, ModelSerializer, ListSerializer):
            plain = type(base)("Plain", (base,), {})
            with pytest.raises(TypeError, match="FastReadOnlyMixin before Plain"):
                type(base)("Wrong", (plain, FastReadOnlyMixin), {})

    def test_is_right_before_a_fast_base(self):
        base = discreet(Serializer)
        fast = type("Right", (base, FastReadOnlySerializer), {})
        assert outcome(fast, lambda: THING) == outcome(base, lambda: THING)
