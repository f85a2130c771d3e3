"""Pages that a paginator of the project's makes by itself, or changes after REST framework has."""

from __future__ import annotations

import pytest
from django.core.paginator import Page, Paginator
from django.db.models import QuerySet, prefetch_related_objects
from rest_framework import pagination, serializers
from rest_framework.response import Response

from fastserializers.rows.evaluated import RowList
from tests.endpoints.paginators import FastTags, OptionalLimit, Tags, seen_page, told
from tests.relations.models import Author, Credit, Place, Work
from tests.relations.serializers import serializer_of
from tests.rows import models

pytestmark = pytest.mark.usefixtures("stored")


class Own(pagination.BasePagination):
    """A paginator that makes of a queryset what `page_of()` of a subclass does."""

    def paginate_queryset(self, queryset, request, view=None):
        self.kept = self.page_of(queryset)
        return self.kept

    def get_paginated_response(self, data):
        last = self.kept[-1].pk if self.kept else None
        return Response({"count": len(self.kept), "last": last, "results": data})


class Around(pagination.PageNumberPagination):
    """A paginator that does something with the page that REST framework has made."""

    page_size = 3

    def paginate_queryset(self, queryset, request, view=None):
        return self.page_of(super().paginate_queryset(queryset, request, view))


def move(page):
    """Give instances other related ones, by key and as instances, and take some away."""
    others = Work.objects.order_by("-pk")[: len(page)]
    for number, (work, other) in enumerate(zip(page, others, strict=True)):
        if number % 3:
            work.sequel_to = other if number % 3 == 1 else None
        else:
            work.sequel_to_id = other.pk
    return page


def rename_authors(work):
    for author in work.authors.all():
        author.name = author.name.upper()


def for_each(change):
    return lambda page: [change(work) for work in page] and page


WORKS = Work.objects.order_by("pk")
CHANGES = {
    "as it is": lambda page: page,
    "looks at one": lambda page: page[0].pk and page,
    "looks": for_each(str),
    "shouts": for_each(lambda work: setattr(work, "title", work.title.upper())),
    "moves": move,
    "prefetches": lambda page: (
        prefetch_related_objects(page, "credits__author", "authors") or page
    ),
    "renames related": for_each(rename_authors),
    "empties caches": for_each(lambda work: setattr(work, "_prefetched_objects_cache", {})),
    "adds another": lambda page: [*page, *WORKS.all()[:1], Work(title="never saved")],
    "reverses": lambda page: page[::-1],
    "sorts in place": lambda page: page.sort(key=lambda work: -work.pk) or page,
    "takes one away": lambda page: page.pop() and page,
    "twice the same": lambda page: page + page,
    "as a tuple": tuple,
    "a generator": iter,
    "counts": lambda page: len(page) and page,
}

MADE = {
    "a slice": lambda rows: list(rows[1:4]),
    "a slice itself": lambda rows: rows[1:4],
    "all, then a slice": lambda rows: list(rows)[1:4],
    "length, then a slice": lambda rows: len(rows) and rows[1:4],
    "bool, then a slice": lambda rows: list(rows[1:4]) if rows else [],
    "exists, then a slice": lambda rows: list(rows[1:4]) if rows.exists() else [],
    "by keys": lambda rows: list(rows.filter(pk__in=list(rows.values_list("pk", flat=True)[:3]))),
    "by keys in bulk": lambda rows: [*rows.in_bulk().values()][:3],
    "one by one": lambda rows: [rows[0], rows[2]],
    "first and last": lambda rows: [rows.first(), rows.last()],
    "two queries": lambda rows: [*rows[:2], *rows[3:4]],
    "iterator": lambda rows: list(rows.iterator()),
    "iterator in chunks": lambda rows: list(rows.iterator(chunk_size=2)),
    "Django's paginator": lambda rows: list(Paginator(rows, 3).page(1)),
    "Django's page": lambda rows: Paginator(rows, 3).page(1).object_list,
    "values": lambda rows: list(rows.values("pk", "title")[:3]),
    "no rows": lambda rows: list(rows[:0]),
    "none": lambda rows: list(rows.none()),
    "united": lambda rows: list(rows.order_by().union(rows.order_by()).order_by("pk")[:3]),
    "reversed": lambda rows: list(reversed(rows.reverse()[:3])),
    "other relations": lambda rows: list(
        rows.select_related("sequel_to").prefetch_related("authors__home")[:3]
    ),
    "fewer columns": lambda rows: list(rows.only("title")[:3]),
    "locked": lambda rows: list(rows.select_for_update()[:3]),
    "of another queryset": lambda rows: list(Work.objects.order_by("-pk")[:3]),
}

LOADS = {
    "nothing": lambda rows: rows,
    "joined": lambda rows: rows.select_related("sequel_to__sequel_to"),
    "prefetched": lambda rows: rows.prefetch_related("credits__author__home", "authors"),
}


def of(model, *fields, **declared):
    return serializer_of(serializers.ModelSerializer, model, [*fields], declared)


author = of(Author, "name", home=of(Place, "code", "name")())
SERIALIZER = of(
    Work,
    *("id", "title"),
    credits=of(Credit, "role", author=author())(many=True, required=False),
    authors=author(many=True, required=False),
    sequel_to=of(Work, "title", "sequel_to")(required=False),
    seen=serializers.SerializerMethodField(),
    get_seen=lambda serializer, work: type(work).__name__,
)


def assert_same_answer(paginator, path="/", queryset=WORKS, serializer_class=SERIALIZER):
    """Assert the same answer by no more queries; return the numbers of queries of both."""
    options = {"queryset": queryset, "serializer_class": serializer_class}
    options["pagination_class"] = paginator
    expected, _, queries = told(Tags, path, **options)
    # Compiled when the class is used for the second time, where that makes a difference.
    for _ in range(2):
        actual, _, fewer = told(FastTags, path, **options)
        assert actual == expected
        assert fewer <= queries
    return queries, fewer


def paginator_of(base, page_of):
    return type("Pages", (base,), {"page_of": staticmethod(page_of)})


def test_a_list_of_a_slice():
    for path in ("/", "/?limit=0", "/?limit=2&offset=1", "/?offset=99"):
        for load in LOADS.values():
            assert_same_answer(OptionalLimit, path, load(WORKS))
    queries, fewer = assert_same_answer(OptionalLimit)
    # The count, the page; credits, their authors, authors, homes of both, what came before.
    assert (queries > 20, fewer) == (True, 8)


class Backwards(Page):
    def __iter__(self):
        return reversed(self)


class BackwardsPages(Paginator):
    def _get_page(self, *arguments):
        return Backwards(*arguments)


PAGES = {"page_size": 3, "django_paginator_class": BackwardsPages}
PAGINATORS = {
    "of a class of the project's": type("Pages", (pagination.PageNumberPagination,), PAGES),
    **{f"made by {name}": paginator_of(Own, make) for name, make in MADE.items()},
    **{f"page that {name}": paginator_of(Around, change) for name, change in CHANGES.items()},
    **{
        f"slice that {name}": paginator_of(Own, lambda rows, change=change: change([*rows[:3]]))
        for name, change in CHANGES.items()
    },
}

READ_AS_ROWS = {"of a class of the project's", "page that as it is", "page that counts"}


@pytest.mark.parametrize("name", PAGINATORS)
def test_whatever_a_paginator_makes_of_a_queryset_or_does_with_a_page(name):
    for load in LOADS.values():
        _, fewer = assert_same_answer(PAGINATORS[name], queryset=load(WORKS))
        assert fewer <= 8 or name not in READ_AS_ROWS


class Estimated(QuerySet):
    pass


@pytest.mark.parametrize("base", [OptionalLimit, pagination.LimitOffsetPagination])
def test_what_a_project_has_set_on_a_queryset_is_there(base):
    count = {"get_count": lambda self, queryset: queryset.count(), "default_limit": 2}
    queryset = Estimated(Work).order_by("pk")
    queryset.count = lambda: 1_000
    _, view = seen_page(type("Pages", (base,), count), queryset)
    assert view.paginator.count == 1_000


def test_a_queryset_that_a_paginator_has_evaluated_is_evaluated(django_assert_num_queries):
    for queryset in (Work.objects.order_by("pk"), Work.objects.prefetch_related("authors")):
        whole = [work.pk for work in queryset.all()]
        page, _ = seen_page(paginator_of(Own, lambda rows: list(rows)[:2]), queryset)
        with django_assert_num_queries(0):
            assert [work.pk for work in queryset] == whole
            assert [*map(id, page)] == [*map(id, queryset[:2])]
    # A page has the instances that the paginator had, and they are changed for both.
    page, view = seen_page(paginator_of(Own, lambda rows: list(rows[:3])), Work.objects.all())
    page[0].title = "changed"
    assert view.paginator.kept[0].title == "changed"
    assert [*map(id, page)] == [*map(id, view.paginator.kept)]


def test_querysets_of_a_paginator_are_django_s_afterwards(django_assert_num_queries):
    class Keeping(Own):
        def page_of(self, rows):
            self.rows, self.later = rows, rows.filter(pk__gt=0)
            assert (type(rows), isinstance(rows, QuerySet)) == (Estimated, True)
            return list(rows[:2])

    queryset = Estimated(Work).order_by("pk")
    page, view = seen_page(Keeping, queryset)
    assert isinstance(page, RowList)
    assert [page[0], page[1]] == [*queryset[:2]]
    with django_assert_num_queries(1):
        assert [*view.paginator.later] == [*view.paginator.later]
    assert (view.paginator.rows == queryset, [*view.paginator.rows]) == (False, [*queryset])
    assert [type(work) for work in view.paginator.later] == [Work] * len(queryset)


OWN_WAYS = ("Guarded", "Initialised", "Made", "MadeFromDb", "WithAMixinBehind", "WithAProperty")


@pytest.mark.parametrize("model", [getattr(models, name) for name in OWN_WAYS])
@pytest.mark.parametrize("base", [OptionalLimit, pagination.LimitOffsetPagination])
def test_models_that_make_their_instances_in_their_own_way(model, base):
    place = of(Place, "name")
    places = of(model, *("code", "name"), parts=place(many=True), within=place())
    paginator = type("Pages", (base,), {"default_limit": 10})
    queryset = model.objects.order_by("pk")
    queries, fewer = assert_same_answer(paginator, serializer_class=places, queryset=queryset)
    assert fewer == 4 < queries
