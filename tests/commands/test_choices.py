"""Views that choose their serializers by code: what that code names is listed and warmed."""

import pytest
from django.urls import path
from rest_framework import serializers, viewsets

from fastserializers.project.warming import warm
from fastserializers.views import FastReadMixin
from tests.commands.calls import document, path_of
from tests.commands.test_views import PublisherSerializer
from tests.models import Tag

pytestmark = [pytest.mark.django_db, pytest.mark.urls(__name__)]


class LabelSerializer(serializers.ModelSerializer):
    class Meta:
        model = Tag
        fields = ("label",)


class NamedByMethod(LabelSerializer): ...


class NamedByFunction(LabelSerializer): ...


class InTable(LabelSerializer): ...


class ByFormattedName(LabelSerializer): ...


class Imported(LabelSerializer): ...


class OfSlowView(LabelSerializer): ...


class Nesting(LabelSerializer):
    publishers = PublisherSerializer(many=True)

    class Meta(LabelSerializer.Meta):
        fields = ("label", "publishers")


def serializer_for(action):
    return NamedByFunction if action == "retrieve" else LabelSerializer


class Choosing(FastReadMixin, viewsets.ModelViewSet):
    queryset = Tag.objects.all()
    serializer_classes = {"list": InTable}
    update_serializer_class = ByFormattedName

    def get_serializer_class(self):
        if self.action == "list" and self.request.query_params.get("all"):
            return NamedByMethod
        if self.action == "destroy":
            from tests.commands.test_choices import Imported

            return Imported
        named = getattr(self, f"{self.action}_serializer_class", self.serializer_of_action())
        return named or self.serializer_classes[self.action]

    def serializer_of_action(self):
        return Nesting if self.action == "create" else serializer_for(self.action)


class ChoosingSlowly(viewsets.ModelViewSet):
    queryset = Tag.objects.all()

    def get_serializer_class(self):
        return OfSlowView


ACTIONS = {"get": "list", "post": "create"}
urlpatterns = [
    path("choosing/", Choosing.as_view(ACTIONS)),
    path("slow/", ChoosingSlowly.as_view(ACTIONS)),
]

CHOSEN = [NamedByMethod, NamedByFunction, InTable, ByFormattedName, Imported, Nesting]


def listed(*classes):
    """Return what makes each of the serializers fast, and the views that it is listed with."""
    found = {each["serializer"]: each for each in document("list")["serializers"]}
    return [(found[name]["fast_by"], found[name]["views"]) for name in map(path_of, classes)]


def test_the_choices_of_a_view_with_the_mixin_are_listed_as_fast():
    chosen = ("view (chosen by code)", ["Choosing"])
    assert listed(*CHOSEN) == [chosen] * len(CHOSEN)


def test_what_a_choice_nests_is_fast_and_what_no_view_with_the_mixin_may_choose_is_not():
    nested, *others = listed(PublisherSerializer, OfSlowView, TextSerializer)
    assert nested[0] == "view (chosen by code)"
    assert [fast_by for fast_by, _ in others] == [None, None]


def test_choices_are_warmed():
    warmed = {each.serializer: each for each in warm()}

    assert warmed.keys() >= {path_of(each) for each in CHOSEN}
    assert warmed[path_of(InTable)].is_compiled
    assert warmed.keys().isdisjoint(map(path_of, (OfSlowView, TextSerializer)))


class TextSerializer(serializers.BaseSerializer):
    def to_representation(self, instance):
        return str(instance)
