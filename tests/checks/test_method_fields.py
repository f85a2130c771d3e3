"""The check H306: a method for an attribute."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers
from rest_framework.decorators import action

from fastserializers import FastReadOnlyModelSerializer, FastReadOnlySerializer, read_only
from tests.checks.examples import Found, serializer_of
from tests.models import Country, Publisher


class Methods(FastReadOnlyModelSerializer):
    name = serializers.SerializerMethodField()
    place = serializers.SerializerMethodField("find_place")
    shouted = serializers.SerializerMethodField()
    called = serializers.SerializerMethodField()
    of_self = serializers.SerializerMethodField()
    with_default = serializers.SerializerMethodField()
    decorated = serializers.SerializerMethodField()
    private = serializers.SerializerMethodField()
    fallback = serializers.SerializerMethodField()

    class Meta:
        model = Publisher
        fields = ()

    def get_name(self, publisher: Any) -> str:
        """Return the name."""
        return publisher.name

    def find_place(self, obj: Any) -> str:
        return obj.country.name

    def get_shouted(self, obj: Any) -> str:
        return obj.name.upper()

    def get_called(self, obj: Any) -> Any:
        return obj.books()

    def get_of_self(self, obj: Any) -> Any:
        return self.context

    def get_with_default(self, obj: Any) -> Any:
        return getattr(obj, "name", None)

    @action(detail=True)
    def get_decorated(self, obj: Any) -> Any:
        return obj.name

    def get_private(self, obj: Any) -> Any:
        return obj.__name

    def get_fallback(self, obj: Any) -> Any:
        return obj.name or "nameless"


def test_a_method_that_returns_an_attribute_is_found_and_no_other(found: Found) -> None:
    messages = found("H306", Methods)

    assert [message.msg for message in messages] == [
        "get_name() only returns name.",
        "find_place() only returns country.name.",
    ]
    assert [message.hint for message in messages] == [
        f"Delete it and declare {field}, which compiles to reading the attribute."
        for field in (
            "name = serializers.ReadOnlyField()",
            'place = serializers.ReadOnlyField(source="country.name")',
        )
    ]


def test_the_field_that_the_hint_declares_gives_what_the_method_gives() -> None:
    class Declared(FastReadOnlySerializer):
        name = serializers.ReadOnlyField()
        place = serializers.ReadOnlyField(source="country.name")

    publisher = Publisher(name="Andes", country=Country(name="Chile"))
    by_method = Methods()

    assert Declared(publisher).data == {
        "name": by_method.get_name(publisher),
        "place": by_method.find_place(publisher),
    }


def test_an_inherited_method_is_told_where_it_is_defined(found: Found) -> None:
    class Heir(Methods):
        def find_place(self, obj: Any) -> str:
            return obj.country.pk

    assert [m.msg for m in found("H306", Heir)] == ["find_place() only returns country.pk."]


def test_the_methods_of_a_plain_serializer_are_found_once_it_has_a_twin(found: Found) -> None:
    plain = serializer_of(
        called=serializers.SerializerMethodField("get_called"), get_called=Methods.get_name
    )
    assert found("H306", plain) == []

    read_only(plain)

    assert [m.msg for m in found("H306", plain)] == ["get_called() only returns name."]


def test_a_method_without_source_is_not_found(found: Found) -> None:
    namespace: dict[str, Any] = {}
    exec("def get_name(self, obj):\n    return obj.name", namespace)  # noqa: S102
    fast = serializer_of(
        FastReadOnlyModelSerializer,
        name=serializers.SerializerMethodField(),
        get_name=namespace["get_name"],
    )

    assert found("H306", fast) == []
