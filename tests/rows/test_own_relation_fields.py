"""Relations that a field of the project's own represents: their rows are loaded at once, too."""

import pytest
from rest_framework import serializers

from tests.overrides.test_hooks_of_fields import WholeKey
from tests.relations.models import Author, Credit
from tests.relations.serializers import shape
from tests.rows.comparison import assert_same_list, number_of_queries
from tests.rows.querysets import authors

pytestmark = pytest.mark.usefixtures("stored")


class NameField(serializers.RelatedField):
    def to_representation(self, value):
        return {"id": value.pk, "name": str(value)}


class OneOf(serializers.Field):
    """A field that is no relation of REST framework's, and is given a related instance."""

    def to_representation(self, value):
        return str(value)


CREDIT = shape(
    Credit, ["role"], {"author": NameField(read_only=True), "work": OneOf(read_only=True)}
)
AUTHOR = shape(
    Author,
    ["name"],
    {
        "works": NameField(many=True, read_only=True),
        "credits": NameField(many=True, read_only=True),
    },
)


def roles():
    return Credit.objects.order_by("pk")


@pytest.mark.parametrize(("make", "rows"), [(CREDIT, roles), (AUTHOR, authors)])
def test_relations_are_loaded_by_one_query_each(make, rows):
    assert_same_list(make, rows)
    assert number_of_queries(make, rows()) == 3


class RolesOfWriters(serializers.ManyRelatedField):
    """Asks the database for some of the related rows: all of them are not loaded for it."""

    def to_representation(self, iterable):
        return [str(credit) for credit in iterable.filter(role="writer")]


WRITERS = shape(
    Author,
    ["name"],
    {"credits": RolesOfWriters(child_relation=NameField(read_only=True), read_only=True)},
)


def test_a_field_that_filters_a_relation_asks_for_each_row():
    assert_same_list(WRITERS, authors)
    assert number_of_queries(WRITERS, authors()) == 1 + Author.objects.count()


class WholeField(WholeKey):
    """Reads what REST framework would read the key of."""

    def to_representation(self, value):
        return str(value)


def test_relations_of_which_a_field_wants_more_than_the_key_are_loaded_by_one_query():
    make = shape(Credit, ["role"], {"author": WholeField(read_only=True)})
    assert_same_list(make, roles)
    assert number_of_queries(make, roles()) == 2
