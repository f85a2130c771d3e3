"""`manage.py fastserializers compare`: output that is another one each time proves nothing."""

from __future__ import annotations

import itertools

import pytest
from django.utils import timezone
from rest_framework import serializers

from fastserializers.plans.switch import reader
from tests.commands.calls import command, document, path_of
from tests.models import Tag

pytestmark = pytest.mark.django_db


class AgeSerializer(serializers.ModelSerializer):
    """Shows the time of day, as ages and links that expire do."""

    now = serializers.SerializerMethodField()

    class Meta:
        model = Tag
        fields = ("label", "now")

    def get_now(self, tag):
        return timezone.now().isoformat()


class TokenSerializer(AgeSerializer):
    """Raises with another message each time."""

    numbers = itertools.count()

    def get_now(self, tag):
        raise LookupError(f"request {next(self.numbers)} was refused")


class AgeAndNoteSerializer(AgeSerializer):
    """Has a difference beside what is not stable."""

    note = serializers.SerializerMethodField()

    class Meta:
        model = Tag
        fields = ("now", "note")

    def get_note(self, tag):
        return "by REST framework" if reader.get() == "drf" else "by the fast code"


@pytest.fixture(autouse=True)
def tags():
    return [Tag.objects.create(label=label) for label in "ab"]


def test_the_time_of_day_is_no_failure():
    text = command("compare", path_of(AgeSerializer))

    first = text.splitlines()[1].split()
    assert first[:4] == [path_of(AgeSerializer), "not", "stable", "tests.Tag"]
    assert "AgeSerializer is equal, but for what is not stable: now has another value" in text
    assert "\n0 equal, 0 different, 1 not stable, 0 not compared.\n" in text


def test_the_time_of_day_is_named_in_the_document():
    [found] = document("compare", path_of(AgeSerializer))["serializers"]

    assert (found["result"], found["difference"]) == ("not stable", None)
    assert found["remark"].startswith("now has another value each time")


def test_what_is_stable_beside_the_time_of_day_is_compared(tags):
    [found] = document("compare", path_of(AgeAndNoteSerializer), code=1)["serializers"]

    assert (found["result"], found["difference"]["path"]) == ("different", "[0].note")
    assert found["difference"]["pk"] == tags[0].pk


def test_an_exception_with_another_message_each_time_is_compared_with_nothing():
    [found] = document("compare", path_of(TokenSerializer), code=1)["serializers"]

    assert found["result"] == "not compared"
