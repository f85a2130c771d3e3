"""Fields whose options are made for a request: what one request has, another never sees."""

from __future__ import annotations

import datetime
import linecache

from rest_framework import serializers

from fastserializers import read_only
from tests.differential import spelled_out
from tests.hunting.changing import MakesOptionsForTheRequest
from tests.values import UTC


class Chosen(MakesOptionsForTheRequest, serializers.Serializer):
    one = serializers.ChoiceField(choices=[])
    some = serializers.MultipleChoiceField(choices=[])
    listed = serializers.ListField(child=serializers.ChoiceField(choices=[]))
    named = serializers.DictField(child=serializers.ListField(child=serializers.DateTimeField()))
    moment = serializers.DateTimeField()
    document = serializers.JSONField()


class Outer(serializers.Serializer):
    inner = Chosen(source="*")
    inners = serializers.SerializerMethodField()

    def get_inners(self, row):
        return Chosen([row], many=True, context=self.context).data


MOMENT = datetime.datetime(2024, 5, 1, 12, tzinfo=UTC)
ROW = {
    "one": "a",
    "some": ["b", 3, "x"],
    "listed": ["c", 4],
    "named": {"first": [MOMENT]},
    "moment": MOMENT,
    "document": {"b": 1, "a": 2},
}


def test_each_request_has_its_own():
    for cls in (Chosen, Outer):
        for user in (1, 2, 3, 1):
            context = {"user": user}
            for source, options in ((ROW, {}), ([ROW, {**ROW, "one": user}] * 6, {"many": True})):
                expected = cls(source, context=context, **options).data
                for _ in range(2):
                    found = read_only(cls)(source, context=context, **options).data
                    # The text of a label says whose it is.
                    assert spelled_out(found) == spelled_out(expected)


def test_many_requests_need_no_more_code_than_two():
    def sources_after(users):
        for user in users:
            assert twin([{**ROW, "one": 1}] * 12, many=True, context={"user": user}).data
        return {name for name in linecache.cache if "fastserializers" in name}

    twin = read_only(Chosen)
    assert sources_after(range(3)) == sources_after(range(3, 200))
