"""Pages that a view leaves unread: when they are, when not, and that nobody sees a difference."""

from __future__ import annotations

import orjson
import pytest
from django.core.paginator import Page as DjangoPage
from django.core.paginator import Paginator
from django.db import transaction
from django.test import RequestFactory
from rest_framework import generics, pagination, serializers
from rest_framework.renderers import JSONRenderer
from rest_framework.response import Response

from fastserializers import pagination as fast_pagination
from fastserializers.pages import UnreadPage
from fastserializers.views import FastReadMixin
from tests.endpoints.project import TagSerializer
from tests.models import Tag


def subclass_of(base):
    """Return a project's pagination class, four rows a page."""
    attributes = {"page_size": 4, "default_limit": 4, "ordering": "pk"}
    return type("Pagination", (base,), attributes)


BASES = [
    (pagination.PageNumberPagination, fast_pagination.PageNumberPagination),
    (pagination.LimitOffsetPagination, fast_pagination.LimitOffsetPagination),
    (pagination.CursorPagination, fast_pagination.CursorPagination),
]
either_base = pytest.mark.parametrize(("drf", "own"), BASES)
LAZY = [own for _, own in BASES[:2]]


class Tags(generics.ListAPIView):
    queryset = Tag.objects.order_by("pk")
    serializer_class = TagSerializer
    authentication_classes = permission_classes = ()


@pytest.fixture
def tags(db):
    return Tag.objects.bulk_create(Tag(label=f"tag {number}") for number in range(10))


def answer_of(view_class, path="/", **attributes):
    view = type("TagList", (view_class,), attributes).as_view()
    return view(RequestFactory().get(path)).render()


def pages_of(path, *bases, **attributes):
    """Return the answers that following a link to the next page gives."""
    answers = []
    while path:
        answers.append(answer_of(type("Tags", (*bases, Tags), {}), path, **attributes))
        path = answers[-1].data["next"]
    return answers


@either_base
@pytest.mark.parametrize("how", ["mixin", "class", "both"])
def test_every_page_is_the_same(tags, drf, own, how):
    plain = pages_of("/", pagination_class=subclass_of(drf))
    bases = (FastReadMixin,) if how != "class" else ()
    fast = pages_of("/", *bases, pagination_class=subclass_of(drf if how == "mixin" else own))
    assert [answer.content for answer in fast] == [answer.content for answer in plain]
    assert len(fast) == 3
    back = [answer.data["previous"] for answer in fast]
    assert back == [answer.data["previous"] for answer in plain]


@either_base
@pytest.mark.parametrize("query", ["page=0", "page=x", "page=last", "offset=50", "cursor=!"])
def test_a_page_that_is_not_there_is_answered_the_same(tags, drf, own, query):
    plain = answer_of(Tags, f"/?{query}", pagination_class=subclass_of(drf))
    fast = answer_of(Tags, f"/?{query}", pagination_class=subclass_of(own))
    assert (fast.status_code, fast.content) == (plain.status_code, plain.content)


def seen_page(pagination_class, queryset=None, path="/", **attributes):
    """Return the page that a view gets from its paginator, and the paginator."""
    view = type("TagList", (FastReadMixin, Tags), attributes)(pagination_class=pagination_class)
    view.setup(RequestFactory().get(path))
    view.request, view.format_kwarg = view.initialize_request(view.request), None
    return view.paginate_queryset(view.get_queryset() if queryset is None else queryset), view


@pytest.mark.parametrize("base", [drf for drf, _ in BASES[:2]] + LAZY)
def test_a_page_is_left_unread(tags, base):
    page, _ = seen_page(subclass_of(base))
    assert isinstance(page, UnreadPage)
    assert page.queryset is not None
    assert list(page) == tags[:4]


def test_a_fast_serializer_reads_the_queryset_of_a_page(tags, django_assert_num_queries):
    page, view = seen_page(subclass_of(LAZY[0]))
    with django_assert_num_queries(1):
        data = view.get_serializer(page, many=True).data
    assert page.queryset is not None
    assert page.queryset._result_cache is not None
    with django_assert_num_queries(0):
        assert [row["id"] for row in data] == [tag.pk for tag in page]
        assert view.get_serializer(page, many=True).data == data


@pytest.mark.parametrize("base", [pagination.PageNumberPagination, LAZY[0]])
def test_the_paginator_knows_the_same_page(tags, base, django_assert_num_queries):
    page, view = seen_page(subclass_of(base), path="/?page=3")
    known = view.paginator.page
    with django_assert_num_queries(0):
        assert (known.number, known.has_next(), known.paginator.count) == (3, False, 10)
    with django_assert_num_queries(1):
        assert [len(known), len(page), list(known) == list(page)] == [2, 2, True]
    page.append("one more")
    assert len(known) == 2


def test_a_list_is_a_page_as_ever(tags):
    page, _ = seen_page(subclass_of(pagination.PageNumberPagination), queryset=[*range(9)])
    assert type(page) is list
    assert page == [0, 1, 2, 3]


def test_a_queryset_that_is_loaded_is_not_asked_again(tags, django_assert_num_queries):
    queryset = Tag.objects.order_by("pk")
    assert len(queryset) == 10
    page, _ = seen_page(subclass_of(pagination.LimitOffsetPagination), queryset=queryset)
    with django_assert_num_queries(0):
        assert list(page) == tags[:4]


def test_no_page_where_there_is_no_size(tags):
    page, _ = seen_page(pagination.PageNumberPagination)
    assert page is None


def test_a_method_of_the_projects_is_called(tags):
    class Doubled(pagination.PageNumberPagination):
        page_size = 2

        def paginate_queryset(self, queryset, request, view=None):
            return super().paginate_queryset(queryset, request, view) * 2

    page, _ = seen_page(Doubled)
    assert type(page) is list
    assert page == tags[:2] * 2


def test_a_page_class_of_the_projects_is_asked(tags):
    class Backwards(DjangoPage):
        def __iter__(self):
            return reversed(self)

    class Pages(Paginator):
        def _get_page(self, *arguments):
            return Backwards(*arguments)

    class Pagination(pagination.PageNumberPagination):
        page_size = 3
        django_paginator_class = Pages

    page, _ = seen_page(Pagination)
    assert page == tags[2::-1]


def test_a_page_in_a_transaction_of_the_views_own_is_read_at_once(tags):
    with transaction.atomic():
        page, _ = seen_page(subclass_of(pagination.PageNumberPagination))
    assert type(page) is list


def test_locked_rows_are_read_at_once(tags):
    queryset = Tag.objects.order_by("pk").select_for_update()
    page, _ = seen_page(subclass_of(pagination.PageNumberPagination), queryset=queryset)
    assert type(page) is list


@pytest.mark.parametrize("base", LAZY)
def test_rows_that_are_no_instances_are_read_at_once(tags, base):
    class Orjson(JSONRenderer):
        def render(self, data, *arguments):
            return orjson.dumps(data)

    class Labels(FastReadMixin, Tags):
        renderer_classes = (Orjson,)
        pagination_class = subclass_of(base)

        def get(self, request):
            page = self.paginate_queryset(Tag.objects.order_by("pk").values("label"))
            return self.get_paginated_response(page)

    rows = orjson.loads(answer_of(Labels).content)["results"]
    assert rows == [{"label": tag.label} for tag in tags[:4]]


def test_switched_off_pages_are_lists(tags, settings):
    settings.FASTSERIALIZERS = {"ENABLED": False}
    page, _ = seen_page(subclass_of(LAZY[0]))
    assert type(page) is list


@pytest.mark.parametrize("own", LAZY)
def test_without_a_view_pages_are_lists(tags, own):
    request = Tags().initialize_request(RequestFactory().get("/"))
    page = subclass_of(own)().paginate_queryset(Tag.objects.order_by("pk"), request)
    assert type(page) is list


@either_base
def test_what_a_response_of_the_projects_tells_of_a_page_is_the_same(
    tags, drf, own, django_assert_num_queries
):
    def telling(base):
        class Telling(subclass_of(base)):
            def get_paginated_response(self, data):
                response = super().get_paginated_response(data)
                size = len(self.page) if hasattr(self, "page") else None
                return Response({**response.data, "size": size})

        return Telling

    for path in ("/", "/?page=3", "/?offset=9"):
        plain = answer_of(Tags, path, pagination_class=telling(drf))
        with django_assert_num_queries(1 if drf is pagination.CursorPagination else 2):
            fast = answer_of(
                type("Tags", (FastReadMixin, Tags), {}), path, pagination_class=telling(drf)
            )
        assert fast.content == plain.content


def test_an_action_that_writes_before_it_represents_answers_the_same(tags):
    class Marking(Tags):
        def list(self, request):
            page = self.paginate_queryset(self.get_queryset())
            self.get_queryset().update(label="read")
            return self.get_paginated_response(self.get_serializer(page, many=True).data)

    pages = subclass_of(pagination.PageNumberPagination)
    fast = answer_of(type("Marking", (FastReadMixin, Marking), {}), pagination_class=pages)
    assert [row["label"] for row in fast.data["results"]] == [tag.label for tag in tags[:4]]


def test_a_serializer_of_drf_reads_the_page(tags, django_assert_num_queries):
    page, _ = seen_page(subclass_of(LAZY[0]))

    class LabelSerializer(serializers.Serializer):
        label = serializers.CharField()

    with django_assert_num_queries(1):
        data = LabelSerializer(page, many=True).data
    assert data == [{"label": tag.label} for tag in tags[:4]]
