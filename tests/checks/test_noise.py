"""What a project that has not adopted anything is told once, or not at all."""

import pytest
from django.core import checks
from rest_framework import serializers

from fastserializers.checks.findings import SHOWN, Finding, first_of_each
from tests.models import Tag


class LabelSerializer(serializers.ModelSerializer):
    class Meta:
        model = Tag
        fields = ("label",)


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
    assert str(last) == (
        "fastserializers: (H301) 2 more like these. "
        "To see all of them: manage.py fastserializers check --id H301"
    )
    assert last.level == checks.INFO
