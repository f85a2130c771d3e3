"""How often the fields of a project are made and bound."""

import itertools
from collections import Counter
from functools import partial

from rest_framework import serializers
from rest_framework.serializers import Serializer

from tests.differential import FAST_FORMS, outcome_and_calls
from tests.values import THING


def test_fields_of_the_project_are_made_and_bound_no_more_often_than_ever(calls):
    class Made(serializers.CharField):
        def __init__(self, **options):
            # As a field does that asks the database for its choices.
            calls.append("made")
            super().__init__(**options)

    class Copied:
        """An argument that says how often it is copied."""

        def __deepcopy__(self, memo):
            calls.append("copied")
            return Copied()

    class Bound(serializers.CharField):
        def bind(self, field_name, parent):
            super().bind(field_name, parent)
            calls.append(f"bound {self.context['mark']}")

    class Secret(serializers.CharField):
        def __init__(self, **options):
            calls.append("secret")
            super().__init__(write_only=True, **options)

    def make(kind, base):
        inner = type(base)("Inner", (base,), {"name": kind(), "size": serializers.IntegerField()})
        declared = {
            "name": kind(),
            "listed": serializers.ListField(child=Made(), source="name"),
            "copied": serializers.ListField(child=Made(help_text=Copied()), source="name"),
            "styled": Made(style={"by": [Copied()]}, source="name"),
            "secret": Secret(),
            "inner": inner(source="*"),
            "rows": inner(many=True, source="parts"),
        }
        return type(base)("Outer", (base,), declared)

    def noted(serializer_class, many):
        source, context = {**THING, "parts": [THING]}, {"mark": 1}
        found = outcome_and_calls(serializer_class, lambda: source, calls, context, many=many)
        return found[0], Counter(found[1])

    for kind, form in itertools.product((Made, Bound), FAST_FORMS):
        reference, fast = make(kind, Serializer), form(partial(make, kind), Serializer)
        for many in (False, False, True, False):
            (expected, most), (found, made) = noted(reference, many), noted(fast, many)
            assert found == expected, (form, kind)
            # A field that nobody asks for is not made.
            assert made <= most, (form, kind)
