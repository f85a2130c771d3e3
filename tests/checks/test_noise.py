"""What a project that has not adopted anything is told once, or not at all."""

import pytest
from django.urls import path
from rest_framework import generics, serializers

from fastserializers.checks.findings import SHOWN, Finding, findings_now, first_of_each
from tests.models import Book, Publisher, Tag


class LabelSerializer(serializers.ModelSerializer):
    class Meta:
        model = Tag
        fields = ("label",)


class OnlyRead(LabelSerializer): ...


class WrittenByView(LabelSerializer): ...


class NestedInWritten(serializers.ModelSerializer):
    class Meta:
        model = Publisher
        fields = ("name",)


class WrittenWithNested(serializers.ModelSerializer):
    publisher = NestedInWritten()

    class Meta:
        model = Book
        fields = ("title", "publisher")


class SavedByFunction(LabelSerializer): ...


def import_label(label):
    serializer = SavedByFunction(data={"label": label})
    serializer.is_valid(raise_exception=True)
    serializer.save()


urlpatterns = [
    path("tags/", generics.ListAPIView.as_view(serializer_class=OnlyRead)),
    path("tags/new/", generics.CreateAPIView.as_view(serializer_class=WrittenByView)),
    path("books/new/", generics.CreateAPIView.as_view(serializer_class=WrittenWithNested)),
]


@pytest.fixture
def lacking(settings):
    """Return the names of this module's serializers that H300 finds, by its level."""
    settings.ROOT_URLCONF = __name__

    def lacking(level):
        settings.FASTSERIALIZERS = {"FIRST_PARTY_APPS": [__name__], "CHECKS": {"H300": level}}
        return {finding.obj.__name__ for finding in findings_now() if finding.id == "H300"}

    return lacking


def test_what_nothing_writes_with_is_left_out_where_that_is_asked_for(lacking):
    found = lacking("WRITTEN")

    assert found == {"WrittenByView", "WrittenWithNested", "NestedInWritten", "SavedByFunction"}


def test_every_serializer_is_found_without_that(lacking):
    assert {"OnlyRead", "LabelSerializer"} < lacking("WARNING")


class ProjectSerializer(serializers.ModelSerializer):
    Meta = LabelSerializer.Meta


class First(ProjectSerializer): ...


class Second(ProjectSerializer): ...


def labels_of(tag):
    return First(tag).data, Second(tag).data


@pytest.mark.parametrize(("base", "heirs"), [(ProjectSerializer, (First, Second))])
def test_what_is_made_by_hand_is_told_of_its_base_class_once(found, base, heirs):
    [message] = found("H309", base)

    assert message.msg.startswith(
        "What inherits from ProjectSerializer (First, Second) is made by"
    )
    assert f"{__name__}.labels_of" in message.msg
    assert "class ProjectSerializer(FastSerializerMixin, serializers.Model" in message.hint
    assert [found("H309", heir) for heir in heirs] == [[], []]


def infos(number):
    return [Finding(20, f"message {each}", None, "shop", "H301") for each in range(number)]


def test_one_more_message_is_shown_and_two_more_are_counted():
    *_, last = first_of_each(infos(SHOWN + 1))
    assert last.msg == f"message {SHOWN}"

    *shown, last = first_of_each(infos(SHOWN + 2))
    assert len(shown) == SHOWN
    assert last.msg.startswith("2 more like these.")
