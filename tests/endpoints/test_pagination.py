"""Pages are fetched when DRF fetches them, as rows, and no code of a project sees a difference."""

import gc
import itertools
from weakref import ReferenceType

import pytest
from django.core.paginator import Paginator
from django.db import DatabaseError, connection, transaction
from django.db.models import Count, Prefetch, QuerySet
from django.db.models.expressions import RawSQL
from django.test import RequestFactory
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from rest_framework import pagination
from rest_framework.request import Request

from fastserializers import FastSerializerMixin
from fastserializers.streams import iterate
from fastserializers.views import reading_fast
from tests.endpoints.paginators import (
    DRF,
    FastTags,
    OwnSlices,
    Tags,
    answer_of,
    four_rows,
    is_rows,
    seen_page,
    told,
)
from tests.endpoints.project import TagSerializer
from tests.models import Country, Publisher, Tag
from tests.relations.models import Credit, Work
from tests.rows.querysets import QUERYSETS

REQUEST = Request(RequestFactory().get("/"))
every_kind = pytest.mark.parametrize("kind", DRF)


def pages_of(view_class, path="/", **attributes):
    """Return the answers that following a link to the next page gives."""
    answers = []
    while path:
        answered, data, _ = told(view_class, path, **attributes)
        answers.append(answered)
        path = data.get("next")
    return answers


@pytest.mark.parametrize(
    ("kind", "path", "count"),
    [
        ("numbers", "/", 3),
        ("offsets", "/", 3),
        ("cursors", "/", 3),
        ("numbers", "/?page=x", 1),
        ("numbers", "/?page=last", 1),
        ("offsets", "/?offset=50", 1),
    ],
)
def test_every_page_is_the_same_and_one_that_is_not_there(tags, kind, path, count):
    pages = four_rows(DRF[kind])
    plain = pages_of(Tags, path, pagination_class=pages)
    assert len(plain) == count
    assert pages_of(FastTags, path, pagination_class=pages) == plain


@every_kind
def test_a_page_is_fetched_as_rows_when_it_is_asked_for(tags, kind, django_assert_num_queries):
    with django_assert_num_queries(1 if kind == "cursors" else 2):
        page, view = seen_page(four_rows(DRF[kind]))
    with django_assert_num_queries(0):
        assert is_rows(page)
        with reading_fast():
            data = view.get_serializer(page, many=True).data
            assert [*iterate(view.get_serializer(page, many=True))] == data
        assert [row["id"] for row in data] == [tag.pk for tag in tags[:4]]
        assert page == tags[:4]
        # What its methods may have changed is read again from the instances.
        with reading_fast():
            assert view.get_serializer(page, many=True).data == data


class FastTagSerializer(FastSerializerMixin, TagSerializer): ...


OF_PLAIN_VIEWS = [(TagSerializer, False), (FastTagSerializer, True), (None, False)]


@pytest.mark.parametrize(("cls", "is_of_rows"), OF_PLAIN_VIEWS)
def test_a_page_of_a_plain_view(tags, monkeypatch, cls, is_of_rows):
    monkeypatch.setattr(Tags, "serializer_class", cls)
    assert is_rows(seen_page(four_rows(DRF["numbers"]), view_class=Tags)[0]) == is_of_rows


def test_the_paginator_knows_the_same_page(tags, django_assert_num_queries):
    queryset = Tag.objects.order_by("pk")

    page, view = seen_page(four_rows(DRF["numbers"]), queryset, path="/?page=3")

    known = view.paginator.page
    with django_assert_num_queries(0):
        assert (known.number, known.has_next(), known.paginator.count) == (3, False, 10)
        assert len(known) == len(page) == 2
        assert list(known) == list(page)
    assert known.paginator.object_list is queryset
    assert queryset._result_cache is None
    assert [tag.label for tag in known.paginator.page(1)] == [tag.label for tag in tags[:4]]
    page.append("one more")
    page.insert(0, "one before")
    assert (len(known), len(page), page[0]) == (2, 4, "one before")


# What a project overrides, and when pages are fetched.


def labels(queryset):
    assert queryset[0].label == "tag 0"
    return [tag.label for tag in queryset]


class CountingPages(DRF["offsets"]):
    default_limit = 4

    def get_count(self, queryset):
        return len(labels(queryset))


class OrderingPages(four_rows(DRF["cursors"])):
    def get_ordering(self, request, queryset, view):
        return ("pk",) if labels(queryset) else ("-pk",)


class NumberingPages(four_rows(DRF["numbers"])):
    def get_page_number(self, request, paginator):
        return len(labels(paginator.object_list)) - 8


class Ordering:
    """A filter backend."""

    def get_ordering(self, request, queryset, view):
        return ("pk",) if labels(queryset) else ("-pk",)

    def filter_queryset(self, request, queryset, view):
        return queryset


class CountingPaginator(Paginator):
    count = property(lambda self: len(labels(self.object_list)))


class PagesOfAPaginator(four_rows(DRF["numbers"])):
    django_paginator_class = CountingPaginator


@pytest.mark.parametrize(
    ("pages", "backends"),
    [
        (CountingPages, []),
        (NumberingPages, []),
        (OrderingPages, []),
        (PagesOfAPaginator, []),
        (four_rows(DRF["cursors"]), [Ordering]),
    ],
)
def test_a_hook_that_is_given_the_queryset_finds_instances_there(tags, pages, backends):
    options = {"pagination_class": pages, "filter_backends": backends}
    drf, fast = (answer_of(view, **options) for view in (Tags, FastTags))
    assert fast.content == drf.content


class PagesOfTags(four_rows(DRF["numbers"])):
    """Has all rows of other models at once."""

    def paginate_queryset(self, queryset, request, view=None):
        self.page_size = 4 if queryset.model is Tag else None
        return super().paginate_queryset(queryset, request, view)


def test_a_paginator_that_is_asked_again_keeps_its_page(tags):
    _, view = seen_page(PagesOfTags)
    with reading_fast():
        assert view.paginate_queryset(Country.objects.order_by("pk")) is None
    assert view.paginator.page.paginator.object_list.model is Tag


def test_an_error_of_the_database_comes_from_paginate_queryset(tags):
    failing = Tag.objects.order_by(RawSQL("no_such_column", []))
    with pytest.raises(DatabaseError, match="no_such_column"), transaction.atomic():
        seen_page(four_rows(DRF["offsets"]), failing)


class TenantRouter:
    tenant, asked = "inside", frozenset()

    def db_for_read(self, model, **hints):
        self.asked |= {self.tenant}


class ActiveZone(RawSQL):
    """The name of the time zone that is active when the query is compiled."""

    def as_sql(self, compiler, connection):
        return "%s", [timezone.get_current_timezone_name()]


@every_kind
def test_a_page_is_fetched_in_the_context_in_which_it_is_asked_for(
    tags, kind, settings, django_assert_num_queries
):
    """By the routers, the wrappers, so of a tenant's schema, and the time zone of the moment."""
    settings.DATABASE_ROUTERS = [router := TenantRouter()]
    queryset = Tag.objects.annotate(zone=ActiveZone("", [])).order_by("pk")
    executed = []

    def execute_in_context(execute, sql, *arguments):
        executed.append(sql)
        return execute(sql, *arguments)

    with timezone.override("Asia/Kathmandu"), connection.execute_wrapper(execute_in_context):
        page, view = seen_page(four_rows(DRF[kind]), queryset)
    router.tenant = "outside"
    with django_assert_num_queries(0):
        rows = view.get_serializer(page, many=True).data
    assert [row["label"] for row in rows] == [tag.label for tag in tags[:4]]
    assert [tag.zone for tag in page] == ["Asia/Kathmandu"] * 4
    assert len(executed) == (1 if kind == "cursors" else 2)
    assert router.asked == {"inside"}


# Pages of any queryset.


class Estimated(QuerySet):
    def count(self):
        return 1_000


WORKS = Work.objects.order_by("pk")
ROLES = Credit.objects.order_by("role").values("role")
ANY_QUERYSET = {
    **QUERYSETS,
    "values": Work.objects.order_by("title").values("title").all,
    "values, distinct": ROLES.distinct().all,
    "values, grouped": ROLES.annotate(number=Count("pk")).all,
    "estimated": Estimated(Work).order_by("pk").all,
    "to an attribute, and others": WORKS.prefetch_related(
        Prefetch("credits", Credit.objects.order_by("-pk"), to_attr="found"), "credits__author"
    ).all,
}


def read(base, queryset, view_class=FastTags):
    """Return a page, the number of all rows, and the queries that were made for them."""
    paginator = four_rows(base, page_size=2, default_limit=2)()
    with CaptureQueriesContext(connection) as queries:
        try:
            page = paginator.paginate_queryset(queryset, REQUEST, view=view_class())
            found = list(page), paginator.get_paginated_response([]).data
        except Exception as error:
            found = type(error), str(error)
    # Cursors fetch what is prefetched for one row less than DRF's do.
    same = 1 if issubclass(base, pagination.CursorPagination) else 2
    sql = [query["sql"] for query in queries]
    return found, sql[:same], len(sql)


@every_kind
def test_a_page_of_any_queryset(stored, kind, subtests):
    for name, make_queryset in ANY_QUERYSET.items():
        with subtests.test(queryset=name):
            expected = read(DRF[kind], make_queryset(), Tags)
            assert read(DRF[kind], make_queryset()) == expected


# What is left of pages.


def ask_for_a_page(pages, queryset, *, is_looked_at):
    page, view = seen_page(pages, None if queryset is None else queryset.all())
    if is_looked_at:
        assert page[0].pk is not None
    if queryset is None:
        assert len(view.get_serializer(page, many=True).data) > 2
    view.get_paginated_response([])


@pytest.mark.parametrize("requests", [600, pytest.param(20_000, marks=pytest.mark.long)])
def test_nothing_of_a_page_is_left_behind(tags, requests):
    """Pages of every kind, looked at or not; some by hooks that look at the queryset."""
    country = Country.objects.create(name="C")
    Publisher.objects.create(name="P", code="p", country=country)
    joined = Publisher.objects.order_by("pk").select_related("country").prefetch_related("books")
    kinds = [(four_rows(base), None) for base in DRF.values()]
    kinds += [
        (CountingPages, None),
        (OwnSlices, None),
        (OwnSlices, joined),
    ]

    def objects_after(requests):
        for number, (pages, queryset) in zip(range(requests), itertools.cycle(kinds)):
            ask_for_a_page(pages, queryset, is_looked_at=number % 5 == 0)
        gc.collect()
        # A connection of SQLite's drops its references to cursors that are gone at each 200th.
        return sum(type(each) is not ReferenceType for each in gc.get_objects())

    before = objects_after(200)
    assert objects_after(requests) - before < requests / 5
