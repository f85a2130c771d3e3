"""Whatever stands before and behind the mixin is honoured as on DRF's own base."""

from __future__ import annotations

import pytest
from rest_framework import serializers
from rest_framework.serializers import ListSerializer, ModelSerializer, Serializer

from fastserializers import FastReadOnlyMixin, FastReadOnlySerializer
from tests.differential import assert_classes_agree, outcome

THING = {"name": "Ruritania", "size": 5}


class Discreet(Serializer):
    """A base of the project's that lets nobody see a size."""

    name = serializers.CharField()
    size = serializers.IntegerField()

    def to_representation(self, instance):
        row = super().to_representation(instance)
        del row["size"]
        return row

    @property
    def data(self):
        return {"wrapped": super().data}


class Front:
    def to_representation(self, instance):
        return {**super().to_representation(instance), "front": 1}

    @property
    def data(self):
        return {**super().data, "data": 1}


def made(*bases):
    return type(Serializer)("Made", bases, {})


def overriding(*bases):
    class Overriding(*bases):
        def to_representation(self, instance):
            return {**super().to_representation(instance), "more": 1}

        @property
        def data(self):
            return {"again": super().data}

    return Overriding


class TestABaseBehindTheMixin:
    def test_keeps_its_representation_and_its_data(self):
        fast, middle = made(FastReadOnlyMixin, Discreet), made(Discreet)
        for reference, cls in (
            (Discreet, fast),
            (overriding(Discreet), overriding(FastReadOnlyMixin, Discreet)),
            (overriding(Discreet), overriding(fast)),
            (made(Front, Discreet), made(Front, FastReadOnlyMixin, Discreet)),
            (made(middle, Discreet), made(middle, fast)),
        ):
            assert_classes_agree(reference, cls, THING)
            assert "wrapped" in repr(cls(THING).data)
            assert "size" not in repr(cls([THING], many=True).data)

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
        fast = made(Discreet, FastReadOnlySerializer)
        assert outcome(fast, lambda: THING) == outcome(Discreet, lambda: THING)
