"""A method that has the database write by a function: the statement doesn't say so."""

from __future__ import annotations

import pytest
from django.db import connection

from tests.relations.models import Author, Credit
from tests.relations.serializers import methods, shape, slug, text
from tests.rows.comparison import assert_same_list

pytestmark = pytest.mark.usefixtures("stored")

if connection.vendor != "sqlite":
    pytest.skip("the function is one of SQLite's connection", allow_module_level=True)


@pytest.fixture
def renaming():
    """A function of the database's that writes, as projects have in PostgreSQL."""
    pending = []
    connection.connection.create_function("rename_later", 1, lambda name: pending.append(name))

    def rename_first(execute, sql, params, many, context):
        result = execute(sql, params, many, context)
        while pending:
            execute("UPDATE relations_author SET name = %s", [pending.pop()], False, context)
        return result

    with connection.execute_wrapper(rename_first):
        yield


def renamed(serializer, credit):
    with connection.cursor() as cursor:
        cursor.execute("SELECT rename_later(%s)", [f"Renamed by {credit.pk}"])
    return credit.role


renames = shape(
    Credit,
    ["renamed", "role"],
    {**methods(renamed=renamed), "author": text(), "author_again": slug("name", source="author")},
)


def test_a_function_that_writes(renaming):
    assert_same_list(renames, Credit.objects.order_by("pk").all, counts_queries=False)
    assert Author.objects.filter(name__startswith="Renamed").exists()
