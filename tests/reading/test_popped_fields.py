"""What `serializer.fields.pop()` gives back: the field itself, unless it is thrown away.

`tests/plans/test_lazy_fields.py` has fields that are thrown away, and names that are not there.
"""

import copy
import pickle
import weakref

import pytest
from rest_framework import serializers

from fastserializers import FastReadOnlyMixin


class Words(serializers.ListField):
    """A field of a project's that counts, compares and calls."""

    child = serializers.CharField(max_length=9)

    def __len__(self):
        return 0

    def __contains__(self, word):
        return word == "any"

    def __call__(self, word):
        return self.child.run_validation(word)

    def __eq__(self, other):
        return isinstance(other, Words)

    def __hash__(self):
        return 5


class InnerSerializer(serializers.Serializer):
    size = serializers.IntegerField(max_value=9)
    name = serializers.CharField()


class OuterSerializer(serializers.Serializer):
    kept = serializers.CharField(max_length=5)
    text = serializers.CharField(max_length=5, help_text="Text")
    words = Words()
    inner = InnerSerializer(source="*")
    rows = InnerSerializer(many=True)


class FastOuterSerializer(FastReadOnlyMixin, OuterSerializer):
    pass


ROW = {"kept": "k", "text": "t", "words": ["a"], "size": 1, "name": "n", "rows": []}


@pytest.fixture(params=[OuterSerializer, FastOuterSerializer], ids=["rest framework", "fast"])
def serializer(request):
    # The first two readings of a class are not as all that follow.
    for _ in range(2):
        assert request.param(ROW).data["text"] == "t"
    return request.param(ROW)


def test_it_may_be_put_back(serializer):
    text = serializer.fields.pop("text")
    text.source = None
    serializer.fields["text"] = text
    assert serializer.fields["text"] is text
    assert [*serializer.fields] == ["kept", "words", "inner", "rows", "text"]


def test_it_may_be_put_back_under_another_name(serializer):
    text = serializer.fields.pop("text")
    text.source = "kept"
    serializer.fields["other"] = text
    assert serializer.fields["other"] is text
    assert serializer.data["other"] == "k"


def test_its_class(serializer):
    names = ["text", "words", "inner", "rows"]
    found = [*map(type, map(serializer.fields.pop, names))]
    assert found == [serializers.CharField, Words, InnerSerializer, serializers.ListSerializer]
    assert [*serializer.fields] == ["kept"]


def test_its_attributes(serializer):
    text = serializer.fields.pop("text")
    text.label = "Label"
    del text.max_length
    assert repr(text) == "CharField(help_text='Text', max_length=5)"
    assert text.label == "Label"
    assert not hasattr(text, "max_length")
    assert "min_length" in vars(text)
    assert "min_length" in dir(text)


def test_the_parents_of_what_is_in_it(serializer):
    words, rows = serializer.fields.pop("words"), serializer.fields.pop("rows")
    inner = serializer.fields.pop("inner")
    assert words.child.parent is words
    assert rows.child.parent is rows
    assert inner.fields["size"].parent is inner


def test_its_own_methods_of_python_s(serializer):
    words, text = serializer.fields.pop("words"), serializer.fields.pop("text")
    assert len(words) == 0
    assert [bool(words), bool(text)] == [False, True]
    assert "any" in words
    assert words("word") == "word"
    assert words == Words()
    assert text != 5
    assert hash(words) == 5
    assert len({text, text}) == 1
    assert weakref.ref(text)() is text


def test_the_fields_of_one_that_nests(serializer):
    inner = serializer.fields.pop("inner")
    assert [bound.name for bound in inner] == ["size", "name"]
    assert inner["size"].name == "size"
    assert str(inner).startswith("InnerSerializer(source='*')")


COPIES = {
    "copied": copy.copy,
    "copied deeply": copy.deepcopy,
    "pickled": lambda field: pickle.loads(pickle.dumps(field)),  # noqa: S301
}


@pytest.mark.parametrize("again", COPIES.values(), ids=COPIES)
def test_a_popped_field_is_copied(serializer, again):
    found = [again(serializer.fields.pop(name)) for name in ("text", "words", "inner")]
    assert [*map(type, found)] == [serializers.CharField, Words, InnerSerializer]
    assert repr(found[0]) == "CharField(help_text='Text', max_length=5)"
