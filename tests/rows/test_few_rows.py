"""A queryset that is sliced to few rows is Django's, where rows would save no query."""

from itertools import cycle

import pytest
from rest_framework.generics import ListAPIView
from rest_framework.relations import StringRelatedField

from fastserializers import FastReadOnlyModelSerializer
from fastserializers.compiler.economy import Prices, paid
from fastserializers.plans.class_plan import class_plan
from fastserializers.plans.strategy import decide
from fastserializers.rows.evaluated import RowList
from fastserializers.rows.queryset import read
from fastserializers.views import FastReadMixin
from tests.endpoints.paginators import DRF, answer_of, four_rows, seen_page
from tests.relations.models import Author, Credit, Work
from tests.rows.test_saving import CreditSerializer, WorkSerializer

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
    """Classes that have represented enough rows to be planned, at the prices of a project."""
    with paid(Prices()):
        for cls in (CreditSerializer, TitleSerializer, WorkSerializer):
            class_plan(cls)
        yield


CREDITS = Credit.objects.order_by("pk")
CREDITS_AND_AUTHORS = CREDITS.select_related("author")


def test_the_reason():
    reading = decide(CreditSerializer(many=True), CREDITS[3:4])
    assert not reading.rows
    assert reading.why == "it is sliced to few rows, and reading them as rows saves no query"


ONE_AUTHOR, ONE_WORK = Author.objects.order_by("pk")[:1], Work.objects.order_by("pk")[:1]
FEW_ROWS = {
    "one row, and one related to it": (CreditSerializer, CREDITS[:1], False),
    "one row, and many related to it": (TitleSerializer, ONE_AUTHOR, False),
    "one row, many related to it, and one to each": (WorkSerializer, ONE_WORK, True),
    "one row of which a column is deferred": (CreditSerializer, CREDITS.only("id")[:1], False),
    "two rows": (CreditSerializer, CREDITS[:2], True),
    "two rows whose relation is joined": (CreditSerializer, CREDITS_AND_AUTHORS[:2], False),
    "three rows whose relation is joined": (CreditSerializer, CREDITS_AND_AUTHORS[:3], True),
    "all rows": (CreditSerializer, CREDITS, True),
}


@pytest.mark.parametrize(
    ("serializer_class", "queryset", "reads_rows"), FEW_ROWS.values(), ids=FEW_ROWS
)
def test_few_rows(serializer_class, queryset, reads_rows):
    assert decide(serializer_class(many=True), queryset.all()).rows is reads_rows


def reading_of_one_row(serializer_class):
    """Return how the row of a page is read, after serializers of the class have read others."""
    works = Work.objects.order_by("pk")
    assert serializer_class(works[:3], many=True).data
    return decide(serializer_class(many=True), read(works[:1]), is_begun=True)


def test_the_row_of_a_serializer_that_makes_its_own_fields():
    assert reading_of_one_row(OpenSerializer).code == "drf"


def test_the_row_of_a_serializer_that_makes_its_own_fields_of_many_rows():
    assert reading_of_one_row(OpenWorkSerializer).code == "fast"


ONE_ROW = four_rows(DRF["numbers"], page_size=1)


class CreditView(FastReadMixin, ListAPIView):
    queryset = CREDITS
    serializer_class = CreditSerializer
    pagination_class = ONE_ROW


class WorkView(CreditView):
    queryset = Work.objects.order_by("pk")
    serializer_class = WorkSerializer


class UnreadView(WorkView):
    serializer_class = UnreadSerializer


class OwnCreditSerializer(CreditSerializer):
    """Has a method of its own, and fields that only a serializer knows."""

    def get_fields(self):
        return super().get_fields()

    def to_representation(self, instance):
        return {**super().to_representation(instance), "kind": "credit"}


def choosing_view(*serializer_classes):
    """Return a view whose pages are of one row, each by the next one of these classes."""
    following = cycle(serializer_classes)

    class ChoosingView(CreditView):
        def get_serializer_class(self):
            return next(following)

    return ChoosingView


def get(view_class):
    return answer_of(view_class, "/?page=2")


def page_of(view_class):
    return seen_page(ONE_ROW, path="/?page=2", view_class=view_class)[0]


@pytest.mark.parametrize(
    ("view_class", "page_class"),
    [(CreditView, list), (WorkView, RowList), (UnreadView, RowList)],
    ids=["one related row", "many related rows", "its serializer has read nothing yet"],
)
def test_a_page_of_one_row(view_class, page_class):
    assert type(page_of(view_class)) is page_class


def test_the_first_page_of_one_row_whose_serializer_is_chosen_by_code():
    assert type(page_of(choosing_view(CreditSerializer))) is RowList


def test_a_page_of_one_row_whose_serializer_was_chosen_before():
    view_class = choosing_view(CreditSerializer)
    assert get(view_class).data["results"]
    assert type(page_of(view_class)) is list


def test_a_page_of_one_row_whose_serializer_is_another_one_each_time():
    view_class = choosing_view(CreditSerializer, UnreadSerializer)
    assert get(view_class).data["results"]
    assert get(view_class).data["results"]
    assert type(page_of(view_class)) is RowList


@pytest.fixture
def own_class():
    """A class with a method of its own, which has represented enough rows to be planned."""
    class_plan(OwnCreditSerializer)
    assert OwnCreditSerializer(CREDITS_AND_AUTHORS.all(), many=True).data
    return OwnCreditSerializer


def test_a_page_for_a_method_of_the_class(own_class):
    assert not decide(own_class(many=True), CREDITS_AND_AUTHORS[:50]).rows


def test_a_page_for_a_method_of_the_class_that_loads_less(own_class):
    assert decide(own_class(many=True), CREDITS[:50]).rows


def test_a_long_page_for_a_method_of_the_class(own_class):
    assert decide(own_class(many=True), CREDITS_AND_AUTHORS[:100]).rows


class ChosenOpenView(WorkView):
    serializer_class = None

    def get_serializer_class(self):
        return OpenSerializer


def test_the_response_and_its_queries(django_assert_num_queries):
    # The count, the row, and its author.
    with django_assert_num_queries(3):
        (row,) = get(CreditView).data["results"]
    second = Credit.objects.order_by("pk")[1]
    author = {"id": second.author.pk, "name": second.author.name}
    assert row == {"id": second.pk, "author": author}


def test_responses_of_a_serializer_that_makes_its_own_fields(django_assert_num_queries):
    responses = []
    for _ in range(3):
        with django_assert_num_queries(2):
            responses.append(get(ChosenOpenView).data["results"])
    second = Work.objects.order_by("pk")[1]
    assert responses == [[{"id": second.pk, "title": second.title}]] * 3
