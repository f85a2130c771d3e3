"""Where Django makes the instance of each row, rows are read if they save a query."""

import pytest
from django.db.models import Prefetch
from django.db.models.signals import pre_init
from rest_framework.generics import ListAPIView

from fastserializers import FastReadOnlyModelSerializer
from fastserializers.plans.class_plan import class_plan
from fastserializers.plans.strategy import decide
from fastserializers.rows.evaluated import RowList
from fastserializers.views import FastReadMixin
from tests.endpoints.paginators import DRF, four_rows, seen_page
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


class TitleSerializer(FastReadOnlyModelSerializer):
    class Meta:
        model = Work
        fields = ("id", "title")


@pytest.fixture(autouse=True)
def planned():
    """Classes that have represented enough rows to be planned."""
    for cls in (TitleSerializer, CreditSerializer, WorkSerializer):
        class_plan(cls)


WITH_AUTHORS = Credit.objects.order_by("pk").select_related("author")
AND_AUTHORS = Credit.objects.prefetch_related("author")


LOADED = {
    "columns alone": (TitleSerializer, Work.objects.all()),
    "joined": (CreditSerializer, WITH_AUTHORS),
    "joined to one row": (CreditSerializer, WITH_AUTHORS[:1]),
    "prefetched": (CreditSerializer, AND_AUTHORS),
    "prefetched on two levels": (
        WorkSerializer,
        Work.objects.prefetch_related("credits__author"),
    ),
    "prefetched, and joined to that": (
        WorkSerializer,
        Work.objects.prefetch_related(Prefetch("credits", WITH_AUTHORS)),
    ),
    "prefetched by the queryset of a prefetch": (
        WorkSerializer,
        Work.objects.prefetch_related(Prefetch("credits", AND_AUTHORS)),
    ),
    "all but a column, which takes a query of each instance": (
        TitleSerializer,
        Work.objects.only("id"),
    ),
}


@pytest.mark.parametrize(("serializer", "queryset"), LOADED.values(), ids=LOADED)
def test_django_reads_what_is_loaded(serializer, queryset):
    reading = decide(serializer(many=True), queryset.all())
    assert not reading.rows
    assert reading.why.startswith("Django makes each instance, and the queryset loads all")


def joined_as_the_model_says():
    return Credit.objects.select_related()


NOT_LOADED = {
    "nothing loaded": (CreditSerializer, Credit.objects.all),
    "one of two levels prefetched": (WorkSerializer, Work.objects.prefetch_related("credits").all),
    "another relation prefetched": (WorkSerializer, Work.objects.prefetch_related("authors").all),
    "joined as the model says": (CreditSerializer, joined_as_the_model_says),
}


@pytest.mark.filterwarnings("ignore:Calling select_related")
@pytest.mark.parametrize(("serializer", "make"), NOT_LOADED.values(), ids=NOT_LOADED)
def test_rows_are_read_where_something_is_not_loaded(serializer, make):
    reading = decide(serializer(many=True), make())
    assert reading.rows
    assert reading.why.endswith("remember receives pre_init")


def test_the_output_and_the_queries(assert_same_output, django_assert_num_queries):
    works = Work.objects.prefetch_related(Prefetch("credits", WITH_AUTHORS))
    assert_same_output(WorkSerializer, works)
    with django_assert_num_queries(2):
        assert len(WorkSerializer(works.all(), many=True).data) == 4


class CreditView(FastReadMixin, ListAPIView):
    serializer_class = CreditSerializer


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


PAGES = four_rows(DRF["numbers"])


def page_of(view_class, queryset=WITH_AUTHORS):
    return seen_page(PAGES, queryset.all(), view_class=view_class)[0]


def test_a_page_of_a_known_serializer():
    assert type(page_of(CreditView)) is list
    assert type(page_of(CreditView, Credit.objects.order_by("pk"))) is RowList


def test_a_page_of_a_serializer_that_chooses_of_its_fields():
    class_plan(ChosenFieldsSerializer)
    assert type(page_of(ChosenFieldsView, Credit.objects.order_by("pk"))) is RowList
    assert type(page_of(ChosenFieldsView)) is list


def test_a_page_of_a_serializer_that_has_fields_of_its_own():
    class_plan(OpenSerializer)
    assert type(page_of(OpenView)) is RowList
    assert OpenSerializer(WITH_AUTHORS.all(), many=True).data
    assert type(page_of(OpenView)) is list
    assert OpenSerializer(WITH_AUTHORS.all(), many=True, context={"with_works": True}).data
    assert type(page_of(OpenView)) is RowList
