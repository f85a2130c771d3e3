"""DRF's three ways to a page and ours, four rows a page, and views that list by them."""

from contextlib import nullcontext

from django.db import connection, transaction
from django.db.models import QuerySet
from django.test import RequestFactory
from django.test.utils import CaptureQueriesContext
from rest_framework import generics, pagination

from fastserializers.instances.evaluated import RowList
from fastserializers.views import FastReadMixin, reading_fast
from tests.endpoints.project import TagSerializer
from tests.models import Tag
from tests.neighbours.library import CSRF_TOKEN

DRF = {
    "numbers": pagination.PageNumberPagination,
    "offsets": pagination.LimitOffsetPagination,
    "cursors": pagination.CursorPagination,
}


def four_rows(base, **attributes):
    """Return a project's class of pages, with other attributes than these where they are given."""

    class Pages(base):
        page_size = default_limit = 4
        ordering = "pk"

    for name, value in attributes.items():
        setattr(Pages, name, value)
    return Pages


class OwnSlices(pagination.LimitOffsetPagination):
    default_limit = 3

    def paginate_queryset(self, queryset, request, view=None):
        self.count = queryset.count() if isinstance(queryset, QuerySet) else len(queryset)
        self.limit, self.offset = self.get_limit(request), self.get_offset(request)
        self.request = request
        return list(queryset[self.offset : self.offset + self.limit])


class Tags(generics.ListAPIView):
    queryset = Tag.objects.order_by("pk")
    serializer_class = TagSerializer
    authentication_classes = permission_classes = ()


class FastTags(FastReadMixin, Tags): ...


def answer_of(view_class, path="/", **attributes):
    view = view_class.as_view(**attributes)
    return view(RequestFactory().get(path)).render()


def told(view_class, path="/", **attributes):
    """Return what a view answers, or the error that it raises; its data; how many queries."""
    try:
        # A query that PostgreSQL refuses would leave no other one answered.
        with transaction.atomic(), CaptureQueriesContext(connection) as queries:
            answer = answer_of(view_class, path, **attributes)
    except Exception as error:
        return (type(error), str(error)), {}, len(queries)
    content = CSRF_TOKEN.sub(b"", answer.content)
    answered = answer.status_code, content, sorted(answer.headers.items())
    return answered, answer.data, len(queries)


def view_of(view_class, path="/", method="GET", **attributes):
    """Return a view as it is while it answers a request."""
    view = view_class(**attributes)
    view.setup(RequestFactory().generic(method, path))
    view.request, view.format_kwarg = view.initialize_request(view.request), None
    return view


def seen_page(pagination_class, queryset=None, path="/", view_class=FastTags):
    """Return the page that a view gets from its paginator, and the view."""
    view = view_of(view_class, path, pagination_class=pagination_class)
    with reading_fast() if issubclass(view_class, FastReadMixin) else nullcontext():
        page = view.paginate_queryset(view.get_queryset() if queryset is None else queryset)
    return page, view


def is_rows(page):
    """Return whether a page is of rows whose instances wait."""
    return isinstance(page, RowList) and page.row_set.is_unread
