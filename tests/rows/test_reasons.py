"""Why Django reads a queryset, as tools tell it."""

import pytest
from django.db.models import QuerySet
from django.db.models.sql.compiler import SQLCompiler
from rest_framework.serializers import ModelSerializer

from fastserializers import FastSerializerMixin
from fastserializers.plans.class_plan import class_plan
from fastserializers.plans.strategy import decide
from fastserializers.rows.queryset import read
from fastserializers.rows.reasons import why_django_reads
from tests.hunting.packages import Routers
from tests.models import Book
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
    reading = decide(None, Work.objects.values())
    assert not reading.rows
    assert reading.why == "it gives what django.db.models.query.ValuesIterable makes of a row"


def test_a_queryset_that_is_evaluated():
    works = Work.objects.all()
    len(works)
    assert why_django_reads(works) == "it is evaluated already"


def test_a_compiler_that_converts_in_its_own_way(monkeypatch):
    results_iter = SQLCompiler.results_iter

    def counted(self, *args, **options):
        return results_iter(self, *args, **options)

    monkeypatch.setattr(SQLCompiler, "results_iter", counted)
    assert why_django_reads(Work.objects.all()) == "SQLCompiler.results_iter is not Django's own"


def test_a_router_that_is_asked_for_every_instance(settings):
    settings.DATABASE_ROUTERS = [Routers.Permitting()]
    reason = "its columns, joins or owners are ones that only Django makes instances of"
    assert why_django_reads(Author.objects.first().credits.all()) == reason


# Of a page, which is read before its serializer is made.


class BookSerializer(FastSerializerMixin, ModelSerializer):
    class Meta:
        model = Book
        fields = ["title"]


class PruningSerializer(BookSerializer):
    """Prunes its fields by a property, as Nautobot's serializers do."""

    @property
    def fields(self):
        return dict(super().fields)


class DecidingSerializer(BookSerializer):
    @property
    def _readable_fields(self):
        return reversed(list(super()._readable_fields))


def test_a_page_is_read_as_rows():
    assert decide(BookSerializer, Book.objects.all()).rows
    assert decide(PruningSerializer, Book.objects.all()).rows


def test_a_page_whose_rows_rest_framework_represents_is_left_to_django():
    class_plan(DecidingSerializer)
    reading = decide(DecidingSerializer, Book.objects.all())
    assert (reading.rows, reading.why) == (False, "it decides for each row which fields it reads")
