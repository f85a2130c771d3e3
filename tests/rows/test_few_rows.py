"""A queryset that is sliced to one row is Django's, where rows would save no query."""

from __future__ import annotations

import pytest
from rest_framework.generics import ListAPIView
from rest_framework.pagination import PageNumberPagination
from rest_framework.relations import StringRelatedField
from rest_framework.serializers import ModelSerializer
from rest_framework.test import APIRequestFactory

from fastserializers import FastReadOnlyModelSerializer
from fastserializers.compiler.economy import Prices, paid
from fastserializers.plans.class_plan import class_plan
from fastserializers.plans.strategy import decide
from fastserializers.rows.evaluated import RowList
from fastserializers.rows.queryset import read
from fastserializers.views import FastReadMixin
from tests.relations.models import Author, Credit, Work
from tests.rows.test_saving import AuthorSerializer, CreditSerializer, WorkSerializer

pytestmark = pytest.mark.usefixtures("stored")


class OpenSerializer(FastReadOnlyModelSerializer):
    class Meta:
        model = Work
        fields = ("id", "title")

    def get_fields(self):
        return super().get_fields()


class OpenWorkSerializer(WorkSerializer):
    def get_fields(self):
        return super().get_fields()


class TitleSerializer(FastReadOnlyModelSerializer):
    titles = StringRelatedField(source="works", many=True)

    class Meta:
        model = Author
        fields = ("name", "titles")


class UnreadSerializer(FastReadOnlyModelSerializer):
    class Meta:
        model = Work
        fields = ("id",)


@pytest.fixture(autouse=True)
def planned():
    """Classes that have represented enough rows to be planned."""
    for cls in (CreditSerializer, TitleSerializer, WorkSerializer):
        class_plan(cls)


def test_one_row_and_its_relations_to_one():
    reading = decide(CreditSerializer(many=True), Credit.objects.order_by("pk")[3:4])
    assert not reading.rows
    assert reading.why == "it is sliced to one row, and no relation of many rows is read"


def test_a_relation_to_many():
    assert not decide(TitleSerializer(many=True), Author.objects.order_by("pk")[:1]).rows


def test_a_relation_of_many_is_read_of_rows():
    assert decide(WorkSerializer(many=True), Work.objects.order_by("pk")[:1]).rows


def test_a_deferred_column_is_read_of_rows():
    assert decide(CreditSerializer(many=True), Credit.objects.only("id")[:1]).rows


def test_two_rows_are_read_as_rows():
    assert decide(CreditSerializer(many=True), Credit.objects.order_by("pk")[:2]).rows


def test_all_rows_are_read_as_rows():
    assert decide(CreditSerializer(many=True), Credit.objects.order_by("pk")).rows


def reading_of_one_row(serializer_class):
    """Return how the row of a page is read, after serializers of the class have read others."""
    works = Work.objects.order_by("pk")
    with paid(Prices()):
        assert serializer_class(works[:3], many=True).data
        return decide(serializer_class(many=True), read(works[:1]), is_begun=True)


def test_the_row_of_a_serializer_that_makes_its_own_fields():
    assert reading_of_one_row(OpenSerializer).code == "drf"


def test_the_row_of_a_serializer_that_makes_its_own_fields_of_many_rows():
    assert reading_of_one_row(OpenWorkSerializer).code == "fast"


class OneRow(PageNumberPagination):
    page_size = 1


class CreditView(FastReadMixin, ListAPIView):
    queryset = Credit.objects.order_by("pk")
    serializer_class = CreditSerializer
    pagination_class = OneRow


class WorkView(CreditView):
    queryset = Work.objects.order_by("pk")
    serializer_class = WorkSerializer


class UnreadView(WorkView):
    serializer_class = UnreadSerializer


class ChoosingView(CreditView):
    def get_serializer_class(self):
        return CreditSerializer


def page_of(view_class):
    view = view_class()
    view.request = view.initialize_request(APIRequestFactory().get("/", {"page": 2}))
    view.format_kwarg = None
    return view.paginate_queryset(view.get_queryset())


def test_a_page_of_one_row():
    assert type(page_of(CreditView)) is list


def test_a_page_of_one_row_with_many_related_ones():
    assert type(page_of(WorkView)) is RowList


def test_a_page_of_one_row_whose_serializer_has_read_nothing_yet():
    assert type(page_of(UnreadView)) is RowList


def test_a_page_of_one_row_whose_serializer_is_chosen_by_code():
    assert type(page_of(ChoosingView)) is RowList


class ChosenOpenView(WorkView):
    serializer_class = None

    def get_serializer_class(self):
        return OpenSerializer


class DrfAuthorSerializer(ModelSerializer):
    class Meta(AuthorSerializer.Meta):
        pass


class DrfCreditSerializer(ModelSerializer):
    author = DrfAuthorSerializer()

    class Meta(CreditSerializer.Meta):
        pass


class DrfCreditView(ListAPIView):
    queryset = CreditView.queryset
    serializer_class = DrfCreditSerializer
    pagination_class = OneRow


def test_the_response_and_its_queries(django_assert_num_queries):
    request = APIRequestFactory().get("/", {"page": 2})
    responses = []
    for view in (DrfCreditView, CreditView):
        # The count, the row, and its author.
        with django_assert_num_queries(3):
            responses.append(view.as_view()(request).render().content)
    assert responses[0] == responses[1]


def test_responses_of_a_serializer_that_makes_its_own_fields(django_assert_num_queries):
    request = APIRequestFactory().get("/", {"page": 2})
    responses = []
    for _ in range(3):
        with django_assert_num_queries(2):
            responses.append(ChosenOpenView.as_view()(request).render().data["results"])
    second = Work.objects.order_by("pk")[1]
    assert responses == [[{"id": second.pk, "title": second.title}]] * 3
