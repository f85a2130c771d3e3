"""Packages wrap how Django executes a query: the list is rows, and they see what Django tells."""

from decimal import Decimal

import pytest
from django.core.exceptions import EmptyResultSet
from django.db.models.sql.compiler import SQLCompiler

from fastserializers.instances.queryset import read
from tests.hunting.packages import wrapped
from tests.relations.models import Credit, Work
from tests.relations.serializers import shape
from tests.rows.comparison import assert_same_list, assert_same_list_by, listed, number_of_queries
from tests.rows.models import OrderLine
from tests.rows.test_hooks import WITH_AUTHOR, with_credits

pytestmark = pytest.mark.usefixtures("stored")


@pytest.fixture
def measured(monkeypatch):
    """What django-silk sees, which compiles each query for itself before it is executed."""
    statements = []
    execute_sql = SQLCompiler.execute_sql

    def measure(self, *args, **options):
        try:
            statements.append(self.as_sql())
        except EmptyResultSet:
            return iter([])
        return execute_sql(self, *args, **options)

    monkeypatch.setattr(SQLCompiler, "execute_sql", measure)
    return statements


@pytest.fixture
def kept(monkeypatch):
    """What django-cachalot keeps: the rows of each query, by its statement."""
    kept = {}
    execute_sql = SQLCompiler.execute_sql

    def execute_once(self, *args, **options):
        try:
            key = str(self.as_sql())
        except EmptyResultSet:
            return iter([])
        if key not in kept:
            kept[key] = list(execute_sql(self, *args, **options))
        return iter(kept[key])

    monkeypatch.setattr(SQLCompiler, "execute_sql", execute_once)
    return kept


def test_a_list_that_is_measured(measured):
    assert number_of_queries(WITH_AUTHOR, Credit.objects.all()) == 2
    assert len(measured) == 2
    assert_same_list(WITH_AUTHOR, Credit.objects.all)
    assert_same_list(WITH_AUTHOR, Credit.objects.filter(pk__in=[]).all)
    assert_same_list(with_credits, Work.objects.prefetch_related("credits").all)


def test_a_list_that_comes_from_a_cache(kept):
    assert_same_list(WITH_AUTHOR, Credit.objects.all, counts_queries=False)
    assert number_of_queries(WITH_AUTHOR, Credit.objects.all()) == 0


def test_a_cache_keeps_what_django_reads(kept):
    OrderLine.objects.create(quantity=3, price=Decimal("9.99"))
    with_price = shape(OrderLine, ["id", "price", "total"])
    assert len(listed(with_price, OrderLine.objects.all())) == 1
    assert [line.price for line in OrderLine.objects.all()] == [Decimal("9.99")]


def test_a_statement_that_is_wrapped():
    with wrapped("as_sql"):
        assert_same_list_by(2, WITH_AUTHOR, Credit.objects.all)


def test_a_compiler_that_converts_in_its_own_way(monkeypatch):
    results_iter = SQLCompiler.results_iter

    def counted(self, *args, **options):
        return results_iter(self, *args, **options)

    monkeypatch.setattr(SQLCompiler, "results_iter", counted)
    assert read(Work.objects.all()) is None
