"""Fields whose `__init__()` or `bind()` asks the database run it no more often than ever."""

from collections import Counter
from operator import attrgetter
from threading import Lock

import pytest
from rest_framework import serializers
from rest_framework.serializers import Serializer

from tests.differential import CALLS, outcome_and_calls, read_fast
from tests.models import Book, Publisher, Tag
from tests.relations.serializers import shape
from tests.rows.comparison import BASES
from tests.values import THING


class Made(serializers.CharField):
    def __init__(self, **options):
        CALLS.append("made")
        super().__init__(**options)


class Bound(serializers.CharField):
    def bind(self, field_name, parent):
        super().bind(field_name, parent)
        CALLS.append(f"bound {self.context['mark']}")


class Secret(serializers.CharField):
    def __init__(self, **options):
        CALLS.append("secret")
        super().__init__(write_only=True, **options)


class Copied:
    """An argument that says how often it is copied."""

    def __deepcopy__(self, memo):
        CALLS.append("copied")
        return Copied()


def class_with(kind):
    class Inner(Serializer):
        name = kind()
        size = serializers.IntegerField()

    class Outer(Serializer):
        name = kind()
        listed = serializers.ListField(child=Made(), source="name")
        copied = serializers.ListField(child=Made(help_text=Copied()), source="name")
        secret = Secret()
        inner = Inner(source="*")
        rows = Inner(many=True, source="parts")

    return Outer


@pytest.mark.parametrize("many", [False, True], ids=["one", "many"])
@pytest.mark.parametrize("kind", [Made, Bound])
def test_fields_of_the_project_are_made_and_bound_no_more_often_than_ever(calls, kind, many):
    cls, source = class_with(kind), {**THING, "parts": [THING]}
    arguments = cls, lambda: source, calls, {"mark": 1}

    expected, most = outcome_and_calls(*arguments, many=many)
    # Planning the class makes its fields once.
    read_fast(outcome_and_calls, *arguments)
    found, made = read_fast(lambda: outcome_and_calls(*arguments, many=many))

    assert found == expected
    # A field that nobody asks for is not made.
    assert Counter(made) <= Counter(most)


GIVEN = {"blob": "model_field", "publisher": "queryset", "tags": "child_relation.queryset"}


@pytest.mark.parametrize("name", GIVEN)
def test_a_field_of_a_model_has_the_manager_itself_and_no_copy(name, monkeypatch):
    """It may hold what cannot be copied."""
    monkeypatch.setattr(Publisher.objects, "lock", Lock(), raising=False)
    monkeypatch.setattr(Tag.objects, "lock", Lock(), raising=False)
    make = shape(Book, [*GIVEN])
    reference, fast = (attrgetter(GIVEN[name])(make(base)().fields[name]) for base in BASES)
    assert fast is reference


def test_a_queryset_that_one_field_has_evaluated_is_not_that_of_the_next(db):
    fast = shape(Book, ["tags"], extra_kwargs={"tags": {"queryset": Tag.objects.all()}})(BASES[1])
    evaluated, new = (fast().fields["tags"].child_relation.queryset for _ in range(2))
    assert len(evaluated) == 0
    assert new._result_cache is None
