"""Where Django makes the instance of each row, rows are read if they save a query."""

from __future__ import annotations

import pytest
from django.core.paginator import Paginator
from django.db.models import Prefetch
from django.db.models.signals import pre_init
from rest_framework.generics import ListAPIView
from rest_framework.pagination import PageNumberPagination
from rest_framework.test import APIRequestFactory

from fastserializers import FastReadOnlyModelSerializer
from fastserializers.plans.class_plan import class_plan
from fastserializers.plans.strategy import decide
from fastserializers.rows.evaluated import RowList
from fastserializers.views import FastReadMixin
from tests.relations.models import Author, Credit, Work

pytestmark = pytest.mark.usefixtures("stored", "receiver")


@pytest.fixture
def receiver():
    """A receiver that is given each instance of each model before Django makes it."""

    def remember(sender, **kwargs):
        pass

    pre_init.connect(remember)
    yield
    pre_init.disconnect(remember)


class AuthorSerializer(FastReadOnlyModelSerializer):
    class Meta:
        model = Author
        fields = ("id", "name")


class CreditSerializer(FastReadOnlyModelSerializer):
    author = AuthorSerializer()

    class Meta:
        model = Credit
        fields = ("id", "author")


class WorkSerializer(FastReadOnlyModelSerializer):
    credits = CreditSerializer(many=True)

    class Meta:
        model = Work
        fields = ("id", "title", "credits")


@pytest.fixture(autouse=True)
def planned():
    """Classes that have represented enough rows to be planned."""
    for cls in (TitleSerializer, CreditSerializer, WorkSerializer):
        class_plan(cls)


class TitleSerializer(FastReadOnlyModelSerializer):
    class Meta:
        model = Work
        fields = ("id", "title")


@pytest.mark.parametrize(
    ("serializer", "make"),
    [
        (TitleSerializer, Work.objects.all),
        (CreditSerializer, lambda: Credit.objects.select_related("author")),
        (CreditSerializer, lambda: Credit.objects.select_related("author")[:1]),
        (CreditSerializer, lambda: Credit.objects.prefetch_related("author")),
        (WorkSerializer, lambda: Work.objects.prefetch_related("credits__author")),
        (
            WorkSerializer,
            lambda: Work.objects.prefetch_related(
                Prefetch("credits", Credit.objects.select_related("author"))
            ),
        ),
        (
            WorkSerializer,
            lambda: Work.objects.prefetch_related(
                Prefetch("credits", Credit.objects.prefetch_related("author"))
            ),
        ),
        (TitleSerializer, lambda: Work.objects.only("id")),
    ],
    ids=[
        "columns alone",
        "joined",
        "joined to one row",
        "prefetched",
        "prefetched on two levels",
        "prefetched, and joined to that",
        "prefetched by the queryset of a prefetch",
        "a column deferred, which takes a query of each instance",
    ],
)
def test_django_reads_what_is_loaded(serializer, make):
    reading = decide(serializer(many=True), make())
    assert not reading.rows
    assert reading.why.startswith("Django makes each instance, and the queryset loads all")


@pytest.mark.filterwarnings("ignore:Calling select_related")
@pytest.mark.parametrize(
    ("serializer", "make"),
    [
        (CreditSerializer, Credit.objects.all),
        (WorkSerializer, Work.objects.all),
        (WorkSerializer, lambda: Work.objects.prefetch_related("credits")),
        (WorkSerializer, lambda: Work.objects.prefetch_related("authors")),
        (CreditSerializer, lambda: Credit.objects.select_related()),
    ],
    ids=[
        "nothing loaded",
        "no level prefetched",
        "one of two levels prefetched",
        "another relation prefetched",
        "joined as the model says",
    ],
)
def test_rows_are_read_where_something_is_not_loaded(serializer, make):
    reading = decide(serializer(many=True), make())
    assert reading.rows
    assert reading.why.endswith("remember receives pre_init")


def test_the_output_and_the_queries(assert_same_output, django_assert_num_queries):
    works = Work.objects.prefetch_related(
        Prefetch("credits", Credit.objects.select_related("author"))
    )
    assert_same_output(WorkSerializer, works)
    with django_assert_num_queries(2):
        listed = WorkSerializer(works.all(), many=True).data
    assert len(listed) == Work.objects.count()


class Pages(PageNumberPagination):
    page_size = 2
    django_paginator_class = Paginator


class CreditView(FastReadMixin, ListAPIView):
    queryset = Credit.objects.order_by("pk")
    serializer_class = CreditSerializer
    pagination_class = Pages


class ChosenFieldsSerializer(CreditSerializer):
    """Has an author only where it is asked for one."""

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        if not self.context.get("with_author"):
            self.fields.pop("author")


class ChosenFieldsView(CreditView):
    serializer_class = ChosenFieldsSerializer


class OpenSerializer(CreditSerializer):
    """May add the works of the author."""

    def get_fields(self):
        fields = super().get_fields()
        if self.context.get("with_works"):
            fields["works"] = TitleSerializer(source="author.works", many=True)
        return fields


class OpenView(CreditView):
    serializer_class = OpenSerializer


class ChoosingView(CreditView):
    def get_serializer_class(self):
        return CreditSerializer


def page_of(view_class, queryset):
    view = view_class(queryset=queryset)
    view.request = view.initialize_request(APIRequestFactory().get("/credits/"))
    view.format_kwarg = None
    return view.paginate_queryset(view.get_queryset())


def test_a_page_of_a_known_serializer_whose_relations_are_loaded():
    page = page_of(CreditView, Credit.objects.select_related("author").order_by("pk"))
    assert type(page) is list


def test_a_page_of_a_known_serializer_whose_relations_are_not_loaded():
    page = page_of(CreditView, Credit.objects.order_by("pk"))
    assert type(page) is RowList


def test_a_page_of_a_serializer_that_chooses_of_its_fields():
    class_plan(ChosenFieldsSerializer)
    assert type(page_of(ChosenFieldsView, Credit.objects.order_by("pk"))) is RowList
    credits_and_authors = Credit.objects.select_related("author").order_by("pk")
    assert type(page_of(ChosenFieldsView, credits_and_authors)) is list


def test_a_page_of_a_serializer_that_has_fields_of_its_own():
    credits_and_authors = Credit.objects.select_related("author").order_by("pk")
    class_plan(OpenSerializer)
    assert type(page_of(OpenView, credits_and_authors)) is RowList
    assert OpenSerializer(credits_and_authors.all(), many=True).data
    assert type(page_of(OpenView, credits_and_authors)) is list
    context = {"with_works": True}
    assert OpenSerializer(credits_and_authors.all(), many=True, context=context).data
    assert type(page_of(OpenView, credits_and_authors)) is RowList


def test_a_page_whose_serializer_is_chosen_by_code():
    page = page_of(ChoosingView, Credit.objects.select_related("author").order_by("pk"))
    assert type(page) is RowList
