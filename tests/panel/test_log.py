"""Somebody reads the log of a process, to see what is not fast."""

import logging

import pytest
from rest_framework import serializers

from fastserializers import FastSerializerMixin
from fastserializers.views import reading_fast
from tests.panel import project


@pytest.fixture
def told(caplog):
    """Return what the log has at level INFO, and forget it."""
    caplog.set_level(logging.INFO, "fastserializers")

    def told():
        messages = [record.getMessage() for record in caplog.records]
        caplog.clear()
        return messages

    return told


class OnceSerializer(FastSerializerMixin, serializers.Serializer):
    id = serializers.IntegerField()

    def __getattribute__(self, name):
        return super().__getattribute__(name)


def test_it_says_once_for_each_class_why_rest_framework_reads_it(told):
    assert OnceSerializer([{"id": 1}] * 3, many=True).data
    [message] = told()
    assert message == (
        f"REST framework reads {__name__}.OnceSerializer: it has a __getattribute__() of its own."
    )
    assert OnceSerializer([{"id": 1}] * 3, many=True).data
    assert OnceSerializer({"id": 1}).data
    assert told() == []


def test_fast_serializers_and_those_that_nobody_has_marked_are_not_told_of(told):
    tags = [project.Tag(pk=1, label="sea")]

    assert project.TagSerializer(tags, many=True).data
    with reading_fast():
        assert project.TagSerializer(tags, many=True).data

    assert told() == []
