"""Which serializers a view may choose for which action, by what its code says."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from django.urls import include, path
from rest_framework import generics, permissions, routers, serializers, viewsets
from rest_framework.decorators import action

from fastserializers import read_only
from fastserializers.project.certainty import read_only_serializers, reads_are_fast
from fastserializers.project.views import Use, uses
from fastserializers.views import FastReadMixin
from tests.models import Publisher

if TYPE_CHECKING:
    from pytest_django.fixtures import SettingsWrapper


class Short(serializers.ModelSerializer):
    class Meta:
        model = Publisher
        fields = ("name",)


class Long(Short):
    pass


class Written(serializers.ModelSerializer):
    class Meta:
        model = Publisher
        fields = ("name",)


class Publishers(viewsets.ModelViewSet):
    queryset = Publisher.objects.all()
    serializer_class = Long


class ByAction(Publishers):
    def get_serializer_class(self) -> Any:
        """Return what the action wants."""
        if self.action == "list":
            return Short
        if self.action in ("retrieve",):
            return Long
        return Written


class ByMethod(Publishers):
    def get_serializer_class(self) -> Any:
        chosen = Written
        if self.request.method in permissions.SAFE_METHODS:
            chosen = Short if self.action == "list" else Long
        return chosen


class ByTable(Publishers):
    serializer_classes = {"list": Short, "retrieve": Long}

    def get_serializer_class(self) -> Any:
        try:
            return self.serializer_classes[self.action]
        except (KeyError, AttributeError):
            return Written


class ByTableWithDefault(Publishers):
    serializer_class = Written
    serializer_classes = {"list": Short, "retrieve": Long}

    def get_serializer_class(self) -> Any:
        return self.serializer_classes.get(self.action, super().get_serializer_class())


class ByAnotherMethod(Publishers):
    serializer_class = Written

    def get_serializer_class(self) -> Any:
        from tests.project.test_choices import Short as Brief

        if self.is_short():
            return Brief
        return self.long_class() or super().get_serializer_class()

    def is_short(self) -> Any:
        return self.action == "list"

    def long_class(self) -> Any:
        if self.action != "retrieve":
            return None
        return Long


def found(settings: SettingsWrapper, view: Any) -> dict[str, set[tuple[str, bool]]]:
    """The names of the serializers for each action, and whether there is no other."""
    by_action: dict[str, set[tuple[str, bool]]] = {}
    for use in uses_of_viewset(settings, view):
        for name in use.actions:
            by_action.setdefault(name, set()).add((use.serializer.__name__, use.is_certain))
    return by_action


def uses_of_viewset(settings: SettingsWrapper, view: Any) -> list[Use]:
    router = routers.SimpleRouter()
    router.register("rows", view, basename="rows")
    settings.ROOT_URLCONF = (path("", include(router.urls)),)
    return uses()


BY_ACTION = {
    "list": {("Short", True)},
    "retrieve": {("Long", True)},
    **{name: {("Written", True)} for name in ("create", "update", "partial_update", "destroy")},
}


@pytest.mark.parametrize(
    "view", [ByAction, ByMethod, ByTable, ByTableWithDefault, ByAnotherMethod]
)
def test_what_depends_on_the_action_alone_is_known(settings: SettingsWrapper, view: Any) -> None:
    assert found(settings, view) == BY_ACTION
    for use in uses():
        assert use.reads_only is (use.serializer is not Written or use.actions == {"destroy"})


def test_what_a_view_chooses_is_certain_enough_to_only_read(settings: SettingsWrapper) -> None:
    for view in (ByMethod, ByTable):
        known = uses_of_viewset(settings, view)
        only_reading = read_only_serializers(known)
        # The other views of this module are not routed, but their code names these classes.
        assert Written not in only_reading
        assert {use.serializer for use in known} == {Short, Long, Written}


def test_what_depends_on_the_request_may_be_each_of_them(settings: SettingsWrapper) -> None:
    class ByUser(Publishers):
        def get_serializer_class(self) -> Any:
            if self.request.user.is_staff:
                return Long
            return Short

    class ByName(Publishers):
        serializer_classes = {"short": Short, "long": Long}

        def get_serializer_class(self) -> Any:
            return self.serializer_classes[self.kwargs["which"]]

    for view in (ByUser, ByName):
        assert found(settings, view)["list"] == {("Short", False), ("Long", False)}


def test_what_can_not_be_followed_may_be_the_one_that_is_named(settings: SettingsWrapper) -> None:
    class Somehow(Publishers):
        def get_serializer_class(self) -> Any:
            return max([Short], key=str)

    class MakingItself(Publishers):
        def get_serializer(self, *args: Any, **kwargs: Any) -> Any:
            return Short(*args, **kwargs)

    for view in (Somehow, MakingItself):
        assert found(settings, view)["list"] == {("Long", False)}


def test_the_serializer_of_an_extra_action_is_the_one_it_says(settings: SettingsWrapper) -> None:
    class WithExtra(Publishers):
        def get_serializer_class(self) -> Any:
            return super().get_serializer_class()

        @action(detail=True, methods=["post"], serializer_class=Written)
        def publish(self, request: Any, pk: Any) -> Any: ...

    by_action = found(settings, WithExtra)

    assert by_action["publish"] == {("Written", True)}
    assert by_action["list"] == {("Long", True)}
    [publishing] = [use for use in uses() if "publish" in use.actions]
    assert publishing.writing == {"publish"}


def test_a_view_without_actions_chooses_by_the_method(settings: SettingsWrapper) -> None:
    class Listing(generics.ListCreateAPIView):
        def get_serializer_class(self) -> Any:
            return Written if self.request.method == "POST" else read_only(Short)

    settings.ROOT_URLCONF = (path("", Listing.as_view()),)

    assert {(use.serializer, *use.actions, use.is_certain) for use in uses()} == {
        (read_only(Short), "list", True),
        (Written, "create", True),
    }


def test_a_class_and_its_twin_are_two_uses(settings: SettingsWrapper) -> None:
    class Listing(generics.ListCreateAPIView):
        def get_serializer_class(self) -> Any:
            return Short if self.request.method == "POST" else read_only(Short)

    settings.ROOT_URLCONF = (path("", Listing.as_view()),)

    assert {(*use.actions, use.serializer is Short, use.reads_only) for use in uses()} == {
        ("list", False, True),
        ("create", True, False),
    }


def test_reads_are_fast_with_the_mixin_or_a_fast_class(settings: SettingsWrapper) -> None:
    class Nesting(Short):
        others = Written(many=True)

    def fast_with(view: Any) -> dict[Any, bool]:
        settings.ROOT_URLCONF = (path("", view.as_view({"get": "list", "post": "create"})),)
        return reads_are_fast(uses())

    plain = type("Plain", (Publishers,), {"serializer_class": Nesting})
    mixed = type("Mixed", (FastReadMixin, plain), {})

    assert fast_with(plain) == {Nesting: False, Written: False}
    assert fast_with(mixed) == {Nesting: True, Written: True}
