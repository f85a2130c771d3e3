"""Pages that a paginator of the project's makes by itself, or changes after REST framework has."""

import pytest
from django.core.paginator import Paginator
from django.db.models import prefetch_related_objects
from rest_framework import pagination, serializers
from rest_framework.response import Response

from tests.endpoints.paginators import FastTags, Tags, four_rows, seen_page, told
from tests.named import all_of
from tests.relations.models import Credit, Work
from tests.relations.serializers import AUTHOR, CREDIT, methods, nested, serializer_of, shape

pytestmark = pytest.mark.usefixtures("stored")


def type_of_the_instance(serializer, work):
    return type(work).__name__


WorkSerializer = serializer_of(
    serializers.ModelSerializer,
    Work,
    ["id", "title"],
    {
        "credits": nested(CREDIT, many=True, required=False),
        "authors": nested(AUTHOR, many=True, required=False),
        "sequel_to": nested(shape(Work, ["title", "sequel_to"]), required=False),
        **methods(seen=type_of_the_instance),
    },
)
WORKS = Work.objects.order_by("pk")
JOINED = WORKS.select_related("sequel_to__sequel_to")
PREFETCHED = WORKS.prefetch_related("credits__author__home", "authors")


def assert_same_answer(paginator, queryset=WORKS, serializer_class=WorkSerializer):
    """Assert the same answer by no more queries; return the numbers of queries of both."""
    options = {
        "queryset": queryset,
        "serializer_class": serializer_class,
        "pagination_class": paginator,
    }
    expected, _, queries = told(Tags, **options)
    actual, _, fewer = told(FastTags, **options)
    assert actual == expected
    assert fewer <= queries
    return queries, fewer


every_load = pytest.mark.parametrize(
    "queryset", [WORKS, JOINED, PREFETCHED], ids=["plain", "joined", "prefetched"]
)


# What a paginator makes of a queryset.


class OwnPagination(pagination.BasePagination):
    """A paginator that makes of a queryset what `page_of()` of a subclass does."""

    def paginate_queryset(self, queryset, request, view=None):
        self.kept = self.page_of(queryset)
        return self.kept

    def get_paginated_response(self, data):
        kept = [str(row) for row in self.kept]
        return Response({"kept": kept, "results": data})


def paginator_of(make_page):
    class OwnPages(OwnPagination):
        page_of = staticmethod(make_page)

    return OwnPages


class Pages:
    """What a paginator makes of a queryset."""

    def a_slice(rows):
        return list(rows[1:4])

    def a_slice_itself(rows):
        """As Wagtail's paginator."""
        return rows[1:4]

    def all_then_a_slice(rows):
        return list(rows)[1:4]

    def django_s_paginator(rows):
        return list(Paginator(rows, 3).page(1))

    def values(rows):
        return list(rows.values("pk", "title")[:3])


PAGES = all_of(Pages)


@pytest.mark.parametrize("make_page", PAGES.values(), ids=PAGES)
def test_whatever_a_paginator_makes_of_a_queryset(make_page):
    paginator = paginator_of(make_page)

    assert_same_answer(paginator, queryset=WORKS)
    assert_same_answer(paginator, queryset=JOINED)
    assert_same_answer(paginator, queryset=PREFETCHED)


FourRows = four_rows(pagination.PageNumberPagination)


class Changes:
    """What a paginator does with a page."""

    def passes(page):
        """Look at no instance."""
        return page

    def shouts(page):
        for work in page:
            work.title = work.title.upper()
        return page

    def sorts(page):
        return sorted(page, key=str)

    def moves(page):
        """Give instances other related ones, by key and as instances."""
        page[0].sequel_to_id, page[1].sequel_to = page[1].pk, page[0]
        return page

    def prefetches(page):
        prefetch_related_objects(page, "credits__author", "authors")
        return page

    def adds_others(page):
        return [*page, *WORKS.all()[:1], Work(title="never saved")]


CHANGES = all_of(Changes)


def changing(change, base=FourRows):
    """Return a paginator that does this with the pages of another."""

    class ChangedPages(base):
        def paginate_queryset(self, queryset, request, view=None):
            return change(super().paginate_queryset(queryset, request, view))

    return ChangedPages


ROLES = {"credits": nested(shape(Credit, ["role"]), many=True)}


# A method gets instances, whose relations Django would load one by one.
@pytest.mark.parametrize(
    "declared",
    [ROLES, ROLES | methods(seen=type_of_the_instance)],
    ids=["fields", "a method"],
)
@pytest.mark.parametrize("change", [Changes.passes, Changes.shouts, Changes.sorts])
def test_a_page_takes_one_query_for_each_relation(change, declared):
    roles = serializer_of(serializers.ModelSerializer, Work, ["id"], declared)
    queries, fewer = assert_same_answer(changing(change), serializer_class=roles)
    # The count, the page and the credits.
    assert (queries, fewer) == (6, 3)


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
@every_load
def test_whatever_is_done_with_a_page(change, queryset):
    def changed_slice(rows):
        return change([*rows[:3]])

    three_rows = four_rows(pagination.PageNumberPagination, page_size=3)
    assert_same_answer(changing(change, three_rows), queryset=queryset)
    assert_same_answer(paginator_of(changed_slice), queryset=queryset)


# What is there afterwards.


def test_a_page_has_the_instances_that_the_paginator_has_kept():
    page, view = seen_page(paginator_of(Pages.a_slice), Work.objects.all())

    page[0].title = "changed"

    assert view.paginator.kept[0].title == "changed"
    assert [*map(id, page)] == [*map(id, view.paginator.kept)]
