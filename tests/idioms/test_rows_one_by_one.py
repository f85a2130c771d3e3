"""Lists whose rows a project's code, or REST framework's, represents one at a time."""

from __future__ import annotations

from rest_framework import serializers

from tests.differential import every_form, outcome
from tests.idioms.agreement import assert_agreement, books, context_of, serializer_class
from tests.models import AudioBook, Book, Review

CONTEXT = context_of()


def assert_same_in_lists(make, base=serializers.ModelSerializer, make_rows=books):
    """Assert the same of a list that is read twice, whose rows may change how they are read."""
    reference, *forms = every_form(make, base)
    expected = outcome(lambda rows: reference(rows, many=True, context=CONTEXT), make_rows)
    for fast in forms:
        actual = outcome(lambda rows: fast(rows, many=True, context=CONTEXT), make_rows)  # noqa: B023
        assert actual == expected
    return expected


class TestOwnRepresentation:
    """`to_representation()` that calls super."""

    def test_asks_itself_for_another_row_on_the_way(self):
        def make(base):
            class Threaded(base):
                answers = serializers.SerializerMethodField()
                label = serializers.CharField(required=False)

                def get_answers(self, review):
                    return [self.to_representation(row) for row in review.answers.all()]

                def to_representation(self, instance):
                    row = super().to_representation(instance)
                    return {"first": next(iter(row)), **row}

            return serializer_class(Threaded, Review, ["label", "stars", "answers"])

        rows = assert_agreement(make, lambda: Review.objects.order_by("pk"))
        assert rows[0]["answers"][0]["answers"][0]["stars"] == 1

    def test_has_rows_of_several_models(self):
        def make(base):
            class Keyed(base):
                def to_representation(self, instance):
                    return {**super().to_representation(instance), "type": type(instance)}

            return serializer_class(Keyed, Book, ["id", "title"])

        def rows():
            return [*books(), *AudioBook.objects.all(), None, {"id": 1, "title": "A"}]

        assert_same_in_lists(make, make_rows=lambda: rows()[:-2])
        assert_same_in_lists(make, make_rows=rows)
