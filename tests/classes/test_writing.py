"""All that would write is refused."""

import re

import pytest
from rest_framework import fields, serializers
from rest_framework.serializers import ListSerializer, Serializer

from fastserializers import FastReadOnlySerializer
from fastserializers.exceptions import ReadOnlySerializerError
from tests.classes.examples import Fast
from tests.differential import made_fast, made_of
from tests.values import THING


class Writing(Serializer):
    name = serializers.CharField()

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)

    def is_valid(self, *, raise_exception=False):
        return True

    def run_validation(self, data=fields.empty):
        return data

    def save(self, **kwargs):
        return "saved"

    create = update = save


REFUSES = r"(?s){name} is read-only.*writable serializer.*get_serializer_class"
GIVEN_DATA = {
    "data": {"data": {}},
    "data and an instance": {"instance": THING, "data": {}, "partial": True},
    "no data": {"data": None},
    "rows of data": {"data": [], "many": True},
}
ONE, NEW = {"instance": THING}, {}
ROWS, NEW_ROWS = {"instance": [THING], "many": True}, {"many": True}
METHODS = {
    "is_valid": (ONE, "is_valid", ()),
    "save": (ONE, "save", ()),
    "create": (NEW, "create", ({},)),
    "update": (NEW, "update", (THING, {})),
    "run_validation": (NEW, "run_validation", ({},)),
    "is_valid of rows": (ROWS, "is_valid", ()),
    "save rows": (ROWS, "save", ()),
    "create rows": (NEW_ROWS, "create", ([{}],)),
    "validate rows": (NEW_ROWS, "run_validation", ([{}],)),
    "validate no rows": (NEW_ROWS, "run_validation", ([],)),
    "update rows": (NEW_ROWS, "update", ([THING], [{}])),
}
every_class = pytest.mark.parametrize("cls", [Fast, made_fast(Writing)])


def refused(use, *arguments, **options):
    """Return the message with which a class or a method refuses."""
    with pytest.raises(ReadOnlySerializerError) as error:
        use(*arguments, **options)
    return str(error.value)


@every_class
def test_it_is_given_no_data(cls):
    messages = [refused(cls, **options) for options in GIVEN_DATA.values()]
    assert all(re.match(REFUSES.format(name=cls.__name__), message) for message in messages)
    with pytest.raises(ReadOnlySerializerError):
        cls(THING, {})


@every_class
def test_each_method_that_writes_refuses(cls):
    messages = [
        refused(getattr(cls(**options), method), *arguments)
        for options, method, arguments in METHODS.values()
    ]
    assert all(re.match(REFUSES.format(name=cls.__name__), message) for message in messages)


class Listed(ListSerializer): ...


class WithAListClass(FastReadOnlySerializer):
    class Meta:
        list_serializer_class = Listed


def test_a_list_class_of_the_project_is_given_no_data_and_validates_nothing():
    with pytest.raises(ReadOnlySerializerError, match="WithAListClass"):
        WithAListClass(data=[], many=True)
    with pytest.raises(ReadOnlySerializerError, match="WithAListClass"):
        WithAListClass(many=True).run_validation([{}])


class Inner(FastReadOnlySerializer):
    name = serializers.CharField()


every_value = pytest.mark.parametrize("value", [{"name": "a"}, None, [{"name": "a"}]], ids=repr)


@every_value
@pytest.mark.parametrize("many", [False, True], ids=["one", "many"])
def test_nested_in_a_writable_serializer_it_refuses_to_validate(value, many):
    outer = made_of({"inner": Inner(many=many)})
    with pytest.raises(ReadOnlySerializerError, match=r"Inner is read-only.*read_only="):
        outer(data={"inner": value}).is_valid()


@every_value
def test_nested_and_declared_to_be_read_only_it_is_not_asked(value):
    class Outer(Serializer):
        title = serializers.CharField()
        one = Inner(read_only=True)
        rows = Inner(many=True, read_only=True)

    outer = Outer(data={"title": "t", "one": value, "rows": value})
    assert outer.is_valid()
    assert outer.validated_data == {"title": "t"}
