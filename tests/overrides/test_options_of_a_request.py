"""Fields whose options are made for a request: what one request has, another never sees."""

from __future__ import annotations

import datetime
import linecache

from dateutil import tz
from rest_framework import serializers
from rest_framework.utils.encoders import JSONEncoder

from fastserializers import read_only
from tests.differential import spelled_out
from tests.values import UTC


class Label(str):
    """Equal to any other of its text, and says whose it is."""

    __slots__ = ("user",)

    def __new__(cls, text, user):
        label = super().__new__(cls, text)
        label.user = user
        return label


class Encoder(JSONEncoder):
    def __init__(self, *args, **kwargs):
        super().__init__(*args, **{**kwargs, "sort_keys": True})


class Other(Encoder):
    def __init__(self, *args, **kwargs):
        super().__init__(*args, **{**kwargs, "indent": 1})


class Chosen(serializers.Serializer):
    one = serializers.ChoiceField(choices=[])
    some = serializers.MultipleChoiceField(choices=[])
    listed = serializers.ListField(child=serializers.ChoiceField(choices=[]))
    named = serializers.DictField(child=serializers.ListField(child=serializers.DateTimeField()))
    moment = serializers.DateTimeField()
    document = serializers.JSONField(binary=True)

    def get_fields(self):
        fields = super().get_fields()
        user = self.context["user"]
        choices = [(Label(letter, user), letter) for letter in "abc"] + [(user, "own")]
        zone = tz.tzoffset(f"of {user}", 60 * user)
        fields["one"] = serializers.ChoiceField(choices=choices)
        fields["some"] = serializers.MultipleChoiceField(choices=choices)
        fields["listed"].child.choices = choices
        fields["moment"] = serializers.DateTimeField(default_timezone=zone)
        fields["named"].child.child = serializers.DateTimeField(default_timezone=zone)
        fields["named"].child.child.bind("", fields["named"].child)
        fields["document"].encoder = Encoder if user % 2 else Other
        return fields


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


def with_users(value):
    """Return all that can be told of an output, the users of its labels with it."""
    if isinstance(value, dict):
        return [(key, with_users(item)) for key, item in value.items()]
    if isinstance(value, list):
        return [with_users(item) for item in value]
    if isinstance(value, set):
        return sorted(map(with_users, value), key=repr)
    return type(value), repr(value), getattr(value, "user", None)


def test_each_request_has_its_own():
    for cls in (Chosen, Outer):
        for user in (1, 2, 3, 1):
            context = {"user": user}
            for source, options in ((ROW, {}), ([ROW, {**ROW, "one": user}] * 6, {"many": True})):
                expected = cls(source, context=context, **options).data
                for _ in range(2):
                    found = read_only(cls)(source, context=context, **options).data
                    assert spelled_out(found) == spelled_out(expected)
                    assert with_users(found) == with_users(expected)


def test_many_requests_need_no_more_code_than_two():
    def sources_after(users):
        for user in users:
            assert twin([{**ROW, "one": 1}] * 12, many=True, context={"user": user}).data
        return {name for name in linecache.cache if "fastserializers" in name}

    twin = read_only(Chosen)
    assert sources_after(range(3)) == sources_after(range(3, 200))
