"""Pages are fetched when DRF fetches them, as rows, and nobody sees a difference."""

from __future__ import annotations

import gc

import pytest
from django.db import DatabaseError, connection, transaction
from django.db.models import Count, F, Prefetch, QuerySet
from django.db.models.expressions import RawSQL
from django.test import RequestFactory
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from rest_framework import pagination
from rest_framework.request import Request
from rest_framework.response import Response

from fastserializers.rows.evaluated import RowList
from tests.endpoints.paginators import (
    BASES,
    DRF,
    FastTags,
    OptionalLimit,
    Tags,
    answer_of,
    four_rows,
    is_rows,
    seen_page,
    told,
)
from tests.models import Country, Publisher, Tag
from tests.relations import library
from tests.relations.models import Author, Credit, Place, Work
from tests.rows.querysets import QUERYSETS

REQUEST = Request(RequestFactory().get("/"))
every_kind = pytest.mark.parametrize("kind", BASES)


def pages_of(view_class, path="/", **attributes):
    """Return the answers that following a link to the next page gives."""
    while path:
        answered, data, _ = told(view_class, path, **attributes)
        yield answered
        path = data.get("next")


@every_kind
def test_every_page_is_the_same_and_a_page_that_is_not_there(tags, kind):
    drf, own = map(four_rows, BASES[kind])
    for path in ("/", "/?page=0", "/?page=x", "/?page=last", "/?offset=50", "/?cursor=!"):
        plain = [*pages_of(Tags, path, pagination_class=drf)]
        assert path != "/" or len(plain) == 3
        for view_class, pages in ((FastTags, drf), (Tags, own), (FastTags, own)):
            fast = pages_of(view_class, path, pagination_class=pages)
            assert [*fast] == plain, (path, view_class, pages)


@every_kind
def test_a_page_is_fetched_as_rows_when_it_is_asked_for(tags, kind, django_assert_num_queries):
    for base in BASES[kind]:
        with django_assert_num_queries(1 if kind == "cursors" else 2):
            page, view = seen_page(four_rows(base))
        with django_assert_num_queries(0):
            assert is_rows(page)
            data = view.get_serializer(page, many=True).data
            assert [row["id"] for row in data] == [tag.pk for tag in tags[:4]]
            assert page == tags[:4]
            # What its methods may have changed is read again from the instances.
            assert view.get_serializer(page, many=True).data == data


def test_without_a_view_our_classes_fetch_rows(tags):
    queryset = Tag.objects.order_by("pk")
    for drf, own in BASES.values():
        assert issubclass(own, drf)
        assert is_rows(four_rows(own)().paginate_queryset(queryset.all(), REQUEST))
        assert type(four_rows(drf)().paginate_queryset(queryset.all(), REQUEST)) is list


@every_kind
def test_paginate_queryset_of_drf_may_be_patched(tags, kind, monkeypatch):
    page = tags[6:]
    monkeypatch.setattr(DRF[kind], "paginate_queryset", lambda *args, **kwargs: page)
    for base in BASES[kind]:
        assert seen_page(four_rows(base))[0] is page


def test_the_paginator_knows_the_same_page(tags, django_assert_num_queries):
    queryset = Tag.objects.order_by("pk")
    page, view = seen_page(four_rows(DRF["numbers"]), queryset, path="/?page=3")
    known = view.paginator.page
    with django_assert_num_queries(0):
        assert (known.number, known.has_next(), known.paginator.count) == (3, False, 10)
        assert [len(known), len(page), list(known) == list(page)] == [2, 2, True]
    assert known.paginator.object_list is queryset
    assert queryset._result_cache is None
    assert [tag.label for tag in known.paginator.page(1)] == [tag.label for tag in tags[:4]]
    page.append("one more")
    assert len(known) == 2


def test_pages_of_other_rows_are_lists(tags, settings):
    loaded = Tag.objects.order_by("pk")
    assert len(loaded) == 10
    sources = {
        "a list": [*range(9)],
        "loaded": loaded,
        "locked": Tag.objects.order_by("pk").select_for_update(),
        "values": Tag.objects.order_by("pk").values("label"),
    }
    for name, source in sources.items():
        with transaction.atomic():
            page, _ = seen_page(four_rows(DRF["offsets"]), source)
        assert (type(page), page) == (list, list(source[:4])), name
    assert seen_page(pagination.PageNumberPagination)[0] is None
    for settings.FASTSERIALIZERS in ({"ENABLED": False}, {"ROWS": False}):
        for pages in (four_rows(DRF["numbers"]), OptionalLimit):
            assert type(seen_page(pages)[0]) is list


class LooksAtTheQueryset:
    def seen(self, queryset):
        rows = queryset.filter(pk__gt=0)
        found = [*queryset[:2], queryset.first(), *rows, *rows.in_bulk().values()]
        self.first_label = found[0].label
        return len(queryset)

    def get_count(self, queryset):
        return self.seen(queryset)

    def get_ordering(self, request, queryset, view):
        self.seen(queryset)
        return ("pk",)

    def get_page_number(self, request, paginator):
        self.seen(paginator.object_list)
        return super().get_page_number(request, paginator)

    def get_paginated_response(self, data):
        response = super().get_paginated_response(data)
        return Response({**response.data, "first": self.first_label})


@every_kind
def test_a_hook_that_is_given_the_queryset_finds_instances_there(tags, kind):
    pages = four_rows(type("Looking", (LooksAtTheQueryset, DRF[kind]), {}))
    plain = answer_of(Tags, pagination_class=pages)
    assert plain.data["first"] == "tag 0"
    assert answer_of(FastTags, pagination_class=pages).content == plain.content
    assert is_rows(seen_page(pages)[0])


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


MORE_QUERYSETS = {
    "values": lambda: Work.objects.order_by("title").values("title"),
    "values, distinct": lambda: Credit.objects.order_by("role").values("role").distinct(),
    "values, grouped": lambda: (
        Credit.objects.order_by("role").values("role").annotate(number=Count("pk"))
    ),
    "annotated twice": lambda: (
        Work.objects.order_by("pk").annotate(a=Count("credits")).annotate(b=F("a")).filter(b=1)
    ),
    "raw condition": lambda: Work.objects.order_by("pk").extra(where=["1 = 1"]),
    "estimated": lambda: Estimated(Work).order_by("pk"),
    "fetched otherwise": lambda: Fetched(Work).order_by("pk"),
    "to an attribute, and others": lambda: Work.objects.order_by("pk").prefetch_related(
        Prefetch("credits", Credit.objects.order_by("-pk"), to_attr="found"), "credits__author"
    ),
}


class Estimated(QuerySet):
    def count(self):
        return 1_000


class Fetched(QuerySet):
    def _fetch_all(self):
        super()._fetch_all()
        self._result_cache.reverse()


def read(base, make_queryset):
    """Return a page, the number of all rows, and the queries that were made for them."""
    paginator = four_rows(base, page_size=2, default_limit=2)()
    with CaptureQueriesContext(connection) as queries:
        try:
            page = paginator.paginate_queryset(make_queryset(), REQUEST, view=object())
            found = list(page), paginator.get_paginated_response([]).data
        except Exception as error:
            found = type(error), str(error)
    # Cursors fetch what is prefetched for one row less than DRF's do.
    same = 1 if issubclass(base, pagination.CursorPagination) else 2
    sql = [query["sql"] for query in queries]
    return found, sql[:same], len(sql)


@every_kind
def test_a_page_of_any_queryset(db, kind):
    library.fill()
    drf, own = BASES[kind]
    for name, make_queryset in {**QUERYSETS, **MORE_QUERYSETS}.items():
        assert read(own, make_queryset) == read(drf, make_queryset), name
    # `list(page)` passes over a `TypeError` of its length, and asks for the rows once more.
    home = Prefetch("home", Place.objects.order_by("pk")[:1])
    authors = Prefetch("authors", Author.objects.prefetch_related(home))
    own_page, drf_page = (
        read(base, lambda: Work.objects.order_by("pk").prefetch_related(authors))[0]
        for base in BASES[kind]
    )
    assert own_page == drf_page


@pytest.mark.parametrize("requests", [1_500, pytest.param(20_000, marks=pytest.mark.long)])
def test_nothing_of_a_page_is_left_behind(tags, requests):
    """Pages of every kind, looked at or not; every tenth by hooks that look at the queryset."""
    Publisher.objects.create(name="P", code="p", country=Country.objects.create(name="C"))
    joined = Publisher.objects.order_by("pk").select_related("country").prefetch_related("books")
    looking = type("Looking", (LooksAtTheQueryset, DRF["offsets"]), {})
    bases = (*(base for pair in BASES.values() for base in pair), looking)
    kinds = [*((four_rows(base), None) for base in bases), (OptionalLimit, None)]
    kinds += [(four_rows(DRF["numbers"]), joined), (OptionalLimit, joined)]

    def ask(number):
        pages, queryset = kinds[number % len(kinds)]
        page, view = seen_page(pages, None if queryset is None else queryset.all())
        assert isinstance(page, RowList)
        if number % 3 == 0:
            assert page[0].pk is not None
        if queryset is None:
            assert len(view.get_serializer(page, many=True).data) > 2
        view.get_paginated_response([])

    def objects_after(requests):
        for number in range(requests):
            ask(number)
        gc.collect()
        return len(gc.get_objects())

    before = objects_after(200)
    assert objects_after(requests) - before < requests / 5
