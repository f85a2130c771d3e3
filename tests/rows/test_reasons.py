"""Why Django reads a queryset, as tools tell it."""

import pytest
from django.db.models import QuerySet
from django.db.models.sql.compiler import SQLCompiler

from fastserializers.instances.queryset import read, why_django_reads
from tests.relations.models import Author, Work

pytestmark = pytest.mark.usefixtures("stored")


class ClonedQuerySet(QuerySet):
    """Keeps a value of its own in what is made of it."""

    def _clone(self):
        clone = super()._clone()
        clone.tenant = getattr(self, "tenant", None)
        return clone


def of_an_author():
    return Author.objects.first().credits.all()


@pytest.mark.parametrize(
    "make_queryset",
    [Work.objects.filter(pk__gt=1).all, lambda: ClonedQuerySet(Work).all(), of_an_author],
    ids=["plain", "of an own class", "of a related manager"],
)
def test_a_queryset_that_is_read_as_rows(make_queryset):
    rows = make_queryset()
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
    assert read(Work.objects.all()) is None
