"""Why Django reads a queryset, as tools tell it."""

import pytest
from django.db.models import QuerySet
from django.db.models.sql.compiler import SQLCompiler

from fastserializers.rows.queryset import read, why_django_reads
from tests.relations.models import Author, Work

pytestmark = pytest.mark.usefixtures("stored")


class ClonedQuerySet(QuerySet):
    """Keeps a value of its own in what is made of it."""

    def _clone(self):
        clone = super()._clone()
        clone.tenant = getattr(self, "tenant", None)
        return clone


@pytest.mark.parametrize("queryset_class", [QuerySet, ClonedQuerySet])
def test_a_queryset_that_is_read_as_rows(queryset_class):
    rows = queryset_class(Work).filter(pk__gt=1)
    assert why_django_reads(rows) == ""
    assert read(rows) is not None


def test_a_queryset_that_django_reads():
    reason = "it gives what django.db.models.query.ValuesIterable makes of a row"
    assert why_django_reads(Work.objects.values()) == reason


def test_a_compiler_that_converts_in_its_own_way(monkeypatch):
    results_iter = SQLCompiler.results_iter

    def counted(self, *args, **options):
        return results_iter(self, *args, **options)

    monkeypatch.setattr(SQLCompiler, "results_iter", counted)
    assert why_django_reads(Work.objects.all()) == "SQLCompiler.results_iter is not Django's own"


def test_rows_of_a_related_manager():
    reason = "it gives each instance its owner, as author.books.all() does"
    assert why_django_reads(Author.objects.first().credits.all()) == reason
