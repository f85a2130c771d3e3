"""What `serializer.fields.pop()` gives back: the field itself, unless it is thrown away."""

from __future__ import annotations

import copy
import pickle
import weakref
from contextlib import suppress

import pytest
from rest_framework import serializers

from fastserializers import FastReadOnlyMixin
from tests.differential import spelled_out
from tests.named import by_name


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


@pytest.fixture
def serializers_of_both():
    # The first two readings of a class are not as all that follow.
    for _ in range(2):
        assert FastOuterSerializer(ROW).data == OuterSerializer(ROW).data
    return OuterSerializer(ROW), FastOuterSerializer(ROW)


def put_back(serializer):
    field = serializer.fields.pop("text")
    field.source = None
    serializer.fields["text"] = field
    return serializer.fields["text"] is field


def put_back_under_another_name(serializer):
    field = serializer.fields.pop("text")
    field.source = "kept"
    serializer.fields["other"] = field
    return serializer.fields["other"] is field, [*serializer.fields], spelled_out(serializer.data)


def another_of_its_class(serializer):
    field = serializer.fields.pop("text")
    return repr(type(field)(max_length=field.max_length + 1))


def its_class(serializer):
    return [type(serializer.fields.pop(name)) for name in ("text", "words", "inner", "rows")]


def its_class_by_a_function(serializer):
    return [*map(type, map(serializer.fields.pop, ["text", "words"]))]


def one_that_is_not_there(serializer):
    return serializer.fields.pop("nothing", None), serializer.fields.pop("nothing", "default")


def an_attribute_that_is_set_first(serializer):
    field = serializer.fields.pop("text")
    field.label = "Label"
    return repr(field), type(field)


def an_attribute_that_is_taken_away_first(serializer):
    field = serializer.fields.pop("text")
    del field.max_length
    return repr(field), hasattr(field, "max_length")


def its_attributes(serializer):
    return sorted(vars(serializer.fields.pop("text")))


def its_names(serializer):
    return "max_length" in dir(serializer.fields.pop("text"))


def the_parents_of_what_is_in_it(serializer):
    words, rows = serializer.fields.pop("words"), serializer.fields.pop("rows")
    inner = serializer.fields.pop("inner")
    parents = words.child.parent, rows.child.parent, inner.fields["size"].parent
    return [parent is field for parent, field in zip(parents, (words, rows, inner), strict=True)]


def its_own_methods_of_python_s(serializer):
    words = serializer.fields.pop("words")
    return len(words)


def its_truth(serializer):
    return [bool(serializer.fields.pop(name)) for name in ("words", "text")]


def what_it_contains(serializer):
    return "any" in serializer.fields.pop("words")


def what_it_says_when_called(serializer):
    return serializer.fields.pop("words")("word")


def what_it_equals(serializer):
    return serializer.fields.pop("words") == Words(), serializer.fields.pop("text") == 5


def its_hash(serializer):
    text = serializer.fields.pop("text")
    return hash(serializer.fields.pop("words")), len({text, text})


def the_fields_of_one_that_nests(serializer):
    return [bound.name for bound in serializer.fields.pop("inner")]


def a_bound_field_of_one_that_nests(serializer):
    return serializer.fields.pop("inner")["size"].name


def its_text(serializer):
    return repr(serializer.fields.pop("text")), str(serializer.fields.pop("inner"))


def a_weak_reference(serializer):
    field = serializer.fields.pop("text")
    reference = weakref.ref(field)
    return field.label, reference() is field


COPIES = {
    "copied": copy.copy,
    "copied deeply": copy.deepcopy,
    "pickled": lambda field: pickle.loads(pickle.dumps(field)),  # noqa: S301
}


USES = [
    put_back,
    put_back_under_another_name,
    another_of_its_class,
    its_class,
    its_class_by_a_function,
    one_that_is_not_there,
    an_attribute_that_is_set_first,
    an_attribute_that_is_taken_away_first,
    its_attributes,
    its_names,
    the_parents_of_what_is_in_it,
    its_own_methods_of_python_s,
    its_truth,
    what_it_contains,
    what_it_says_when_called,
    what_it_equals,
    its_hash,
    the_fields_of_one_that_nests,
    a_bound_field_of_one_that_nests,
    its_text,
    a_weak_reference,
]


@pytest.mark.parametrize("use", USES, ids=lambda use: use.__name__)
def test_a_popped_field_is_used_as_rest_framework_s(serializers_of_both, use):
    reference, fast = serializers_of_both
    assert use(fast) == use(reference)


@pytest.mark.parametrize("again", COPIES.values(), ids=COPIES)
def test_a_popped_field_is_copied(serializers_of_both, again):
    expected, found = (
        [again(serializer.fields.pop(name)) for name in ("text", "words", "inner", "rows")]
        for serializer in serializers_of_both
    )
    assert [*map(type, found)] == [*map(type, expected)]
    assert [*map(repr, found)] == [*map(repr, expected)]


# Code that throws away what it pops.


def a_statement(fields):
    fields.pop("noted")


def a_statement_with_a_default(fields):
    fields.pop("noted", None)


def a_loop(fields):
    for name in {*fields} - {"kept"}:
        fields.pop(name)


def a_condition(fields):
    "noted" in fields and fields.pop("noted")


def what_may_be_missing(fields):
    with suppress(KeyError):
        fields.pop("noted")


STATEMENTS = by_name(
    a_statement,
    a_statement_with_a_default,
    a_loop,
    a_condition,
    what_may_be_missing,
)


@pytest.mark.parametrize("throw_away", STATEMENTS.values(), ids=STATEMENTS)
def test_a_field_that_is_thrown_away_is_not_made(throw_away):
    made = []

    class Noted(serializers.CharField):
        def __deepcopy__(self, memo):
            made.append(self)
            return super().__deepcopy__(memo)

    class NotedSerializer(FastReadOnlyMixin, serializers.Serializer):
        kept = serializers.CharField()
        noted = Noted()

    for _ in range(2):
        assert NotedSerializer({"kept": "k", "noted": "n"}).data == {"kept": "k", "noted": "n"}
    made.clear()
    serializer = NotedSerializer({"kept": "k", "noted": "n"})
    throw_away(serializer.fields)
    assert made == []
    assert serializer.data == {"kept": "k"}
