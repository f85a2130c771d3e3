"""Methods that write between two fields of a row: what is read after that is read anew."""

import pytest
from django.db import connection, transaction
from django.db.models import F, QuerySet
from rest_framework import serializers

from tests.relations.models import Author, Credit, Work
from tests.relations.serializers import methods, nested, shape, slug
from tests.rows.comparison import assert_same_after_writing, assert_same_list, number_of_queries

pytestmark = pytest.mark.usefixtures("stored")


def names_of_authors():
    Author.objects.update(name=F("pk"))


def counts_by_sql():
    with connection.cursor() as cursor:
        cursor.execute("select count(*) from relations_author")


def names_by_a_common_table_expression():
    authors = connection.ops.quote_name(Author._meta.db_table)
    named = f"WITH named AS (SELECT id FROM {authors})"  # noqa: S608
    with connection.cursor() as cursor:
        cursor.execute(
            f"{named} UPDATE {authors} SET name = name || '!' WHERE id IN (SELECT id FROM named)"  # noqa: S608
        )


WRITES = {
    "updates what was read": names_of_authors,
    "asks by SQL of its own": counts_by_sql,
}
if connection.vendor != "mysql":
    WRITES["updates by a common table expression"] = names_by_a_common_table_expression
every_write = pytest.mark.parametrize("write", WRITES.values(), ids=WRITES)


def credits_of_authors():
    return Credit.objects.order_by("pk")


@pytest.fixture(params=[QuerySet.all, list], ids=["rows", "instances"])
def assert_same(request):
    """Asserts the same of a queryset, or of the list of its instances."""

    def assert_read_alike(make, make_queryset=credits_of_authors):
        assert_same_after_writing(make, lambda: request.param(make_queryset()))

    return assert_read_alike


def writing(write, read):
    """Return a method that writes, and returns what it then reads of its instance."""

    def method(serializer, instance):
        write()
        return read(instance)

    return method


def author_of(credit):
    return credit.author.name, str(credit.author.home)


@pytest.mark.parametrize("joined", [(), ("author",), ("author__home",)], ids=str)
def test_relations_that_a_field_has_read_before(assert_same, joined):
    fields = {
        "town": serializers.CharField(source="author.home.name", default=None),
        "title": slug("title", source="work"),
        **methods(method=writing(counts_by_sql, author_of)),
    }
    make = shape(Credit, ["town", "title", "method"], fields)
    assert_same(make, lambda: credits_of_authors().select_related(*joined or [None]))


def test_a_nested_serializer_that_writes_before_the_method_of_its_parent(assert_same):
    author = nested(shape(Author, ["name"], methods(written=writing(counts_by_sql, str))))
    fields = {
        "title": slug("title", source="work"),
        "author": author,
        **methods(method=lambda serializer, credit: (str(credit.work), author_of(credit))),
    }
    assert_same(shape(Credit, ["title", "author", "method"], fields))


@every_write
def test_a_relation_that_a_field_reads_after_the_write(assert_same, write):
    fields = {
        **methods(method=writing(write, str)),
        "author_name": serializers.CharField(source="author.name"),
        "title": slug("title", source="work"),
    }
    assert_same(shape(Credit, ["method", "author_name", "title"], fields))


@pytest.mark.skipif(connection.vendor != "postgresql", reason="a function of the database's")
def test_a_function_of_the_database_that_writes(assert_same):
    authors = connection.ops.quote_name(Author._meta.db_table)
    with connection.cursor() as cursor:
        cursor.execute(
            "CREATE FUNCTION rename_authors() RETURNS void LANGUAGE sql AS "  # noqa: S608
            f"$$ UPDATE {authors} SET name = name || '!' $$"
        )

    def renames():
        with connection.cursor() as cursor:
            cursor.execute("SELECT rename_authors()")

    author_name = serializers.CharField(source="author.name")
    fields = {**methods(method=writing(renames, str)), "author_name": author_name}
    assert_same(shape(Credit, ["method", "author_name"], fields))


@every_write
def test_rows_of_a_relation_to_many_that_write_one_after_the_other(assert_same, write):
    fields = {
        **methods(method=writing(write, author_of)),
        "author_name": serializers.CharField(source="author.name"),
    }
    credit = nested(shape(Credit, ["method", "author_name"], fields), many=True)
    make = shape(Work, ["title"], {"credits": credit})
    assert_same(make, Work.objects.order_by("pk").all)


def test_a_common_table_expression_is_no_write():
    # Django's compiler quotes the table, and so does this statement.
    quoted = connection.ops.quote_name(Author._meta.db_table)

    def counts(serializer, credit):
        with connection.cursor() as cursor:
            cursor.execute(f"WITH named AS (SELECT * FROM {quoted}) SELECT COUNT(*) FROM named")  # noqa: S608
            return cursor.fetchone()[0]

    fields = {"name": slug("name", source="author"), **methods(method=counts)}
    make = shape(Credit, ["name", "method"], fields)
    assert number_of_queries(make, credits_of_authors()) == 2 + Credit.objects.count()


def test_a_transaction_is_no_write():
    def counts(serializer, credit):
        with transaction.atomic():
            return Author.objects.count()

    fields = {"name": slug("name", source="author"), **methods(method=counts)}
    make = shape(Credit, ["name", "method"], fields)
    # A savepoint and its release are statements as well.
    assert number_of_queries(make, credits_of_authors()) == 2 + 3 * Credit.objects.count()


def test_a_write_that_a_method_makes_for_some_rows():
    def sometimes(serializer, credit):
        if credit.pk % 2:
            credit.role = "written"
            credit.save()
        return author_of(credit)

    fields = {"name": slug("name", source="author"), **methods(method=sometimes)}
    make = shape(Credit, ["name", "method"], fields)
    assert_same_list(make, credits_of_authors, counts_queries=False)
