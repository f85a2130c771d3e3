"""What the commands say of lists that are read as rows, and of what needs an instance."""

import pytest
from django.db.models import FilteredRelation, Prefetch
from django.db.models.signals import post_init
from django.test import override_settings
from django.urls import path
from rest_framework import serializers
from rest_framework.generics import ListAPIView
from rest_framework.pagination import BasePagination, LimitOffsetPagination

import tests.models
from bookshop.models import Book
from fastserializers import FastReadOnlyModelSerializer
from fastserializers.checks.configuration import receivers_of_every_model
from fastserializers.project.overview import project_now
from tests.commands.calls import command, document, path_of
from tests.commands.test_command import BoxedSerializer, RackSerializer
from tests.rows.models import Initialised
from tests.rows.test_hooks import Sorted


class PlainSerializer(FastReadOnlyModelSerializer):
    class Meta:
        model = Book
        fields = ("id", "isbn", "title", "price", "publisher", "tags")


class KeptSerializer(PlainSerializer):
    class Meta(PlainSerializer.Meta):
        rows = False


class OwnInitSerializer(FastReadOnlyModelSerializer):
    class Meta:
        model = Initialised
        fields = ("name",)


def rows_of(cls):
    return document("show", path_of(cls))["rows"]


def test_a_list_without_instances():
    assert rows_of(PlainSerializer) == {
        "is_read_as_rows": True,
        "read_from_instances_because": None,
        "fields_that_need_an_instance": {},
    }
    assert "read as rows, without instances" in command("show", path_of(PlainSerializer))
    shown = command("show", path_of(PlainSerializer), "--source")
    function = shown[shown.index("Rows of Book") :]
    assert "def represent_PlainSerializer(records, serializer, zone, row_set):" in function
    assert "Rows of Book" not in command("show", path_of(KeptSerializer), "--source")


def test_the_fields_that_need_an_instance_and_why(books, django_assert_num_queries):
    with django_assert_num_queries(0):
        shown = command("show", path_of(RackSerializer), "--source")
    assert "  label: get_label() is given one" in shown
    fields = rows_of(RackSerializer)["fields_that_need_an_instance"]
    assert "ShoutField overrides how DRF reads" in fields.pop("title")
    assert fields == {
        "author.text": "__str__() is a method of Author",
        "label": "get_label() is given one",
    }


class DetailedSerializer(serializers.ModelSerializer):
    publisher_text = serializers.StringRelatedField(source="publisher")
    file = serializers.ReadOnlyField(source="cover.name")
    shouted = serializers.CharField(source="title.upper")
    format_label = serializers.CharField(source="get_format_display")
    whole = serializers.CharField(source="*")

    class Meta:
        model = tests.models.Book
        fields = (
            "id", "cover", "file", "publisher_text", "shouted", "format_label", "whole"
        )  # fmt: skip


def test_the_reason_for_an_instance_names_the_kind_of_source():
    assert rows_of(DetailedSerializer)["fields_that_need_an_instance"] == {
        "cover": "cover is a file, which belongs to an instance",
        "file": "cover.name is a file, which belongs to an instance",
        "publisher_text": "publisher is a related instance",
        "shouted": "title.upper is an attribute of a value",
        "format_label": "get_format_display() is a method of Book",
        "whole": "the source is the instance itself",
    }


def test_a_representation_shows_only_the_guards_that_tell_its_cases_apart():
    fields = document("show", path_of(DetailedSerializer))["fields"]
    shown = {field["name"]: field["representation"] for field in fields}
    assert shown["file"] == ["value"]
    assert shown["publisher_text"] == ["str(value) if value is not None"]


@pytest.mark.parametrize(
    ("cls", "reason"),
    [
        (KeptSerializer, "rows is False in its Meta"),
        (OwnInitSerializer, "tests.rows.models.Initialised.__init__ is no code of Django's"),
        (BoxedSerializer, "it has no model"),
    ],
)
def test_why_a_list_is_read_from_instances(cls, reason):
    assert reason in rows_of(cls)["read_from_instances_because"]
    assert reason in command("show", path_of(cls))


def remember_price(sender, instance, **kwargs): ...


def test_a_receiver_of_every_model_is_named_with_what_it_costs():
    receiver = f"{__name__}.remember_price"
    post_init.connect(remember_price)
    try:
        told = rows_of(PlainSerializer)["read_from_instances_because"]
        [message] = receivers_of_every_model(project_now())
        with override_settings(FASTSERIALIZERS={"HARMLESS_RECEIVERS": [receiver]}):
            assert rows_of(PlainSerializer)["is_read_as_rows"]
            assert not list(receivers_of_every_model(project_now()))
    finally:
        post_init.disconnect(remember_price)

    assert told == f"{receiver} receives post_init"
    assert message.msg.startswith(f"{receiver} receives post_init of every model, so that Django")
    assert f'FASTSERIALIZERS = {{"HARMLESS_RECEIVERS": ["{receiver}"]}}' in message.hint


def test_the_list_tells_which_are_read_as_rows():
    lines = [line.split() for line in command("list").splitlines()]
    how = {line[-1].rpartition(".")[2]: line[1:-1] for line in lines if line[:1] == ["class"]}
    assert how["PlainSerializer"] == ["6/6", "rows"]
    assert how["KeptSerializer"] == ["6/6", "instances"]
    why = "lists from instances: ROWS is False in the setting, or rows is False in its Meta"
    assert why.split() in lines


class SortedSerializer(serializers.ModelSerializer):
    class Meta:
        model = Book
        fields = ("id", "title")


class SortedBooks(ListAPIView):
    queryset = Sorted(Book)
    serializer_class = SortedSerializer


class SlowBooks(ListAPIView):
    queryset = Book.objects.all()
    serializer_class = SortedSerializer


class AllAtOnce(SortedSerializer):
    class Meta(SortedSerializer.Meta):
        rows = False

    def to_representation(self, book):
        return super().to_representation(book)


@pytest.mark.parametrize(
    ("cls", "queryset", "reasons"),
    [
        (
            AllAtOnce,
            Sorted(Book),
            [
                "ROWS is False in the setting, or rows is False in its Meta",
                "Sorted.__iter__ is not Django's own",
                f"{path_of(AllAtOnce)}.to_representation() is given them",
                "code of the paginator is given the queryset",
            ],
        ),
        (
            SortedSerializer,
            Book.objects.prefetch_related(Prefetch("author", to_attr="writer"), "tags")
            .annotate(found=FilteredRelation("publisher"))
            .select_related("found"),
            [
                "only Django reads the queryset that prefetches author",
                "only Django joins publisher",
                "code of the paginator is given the queryset",
            ],
        ),
    ],
    ids=["code", "prefetches and joins"],
)
def test_all_reasons_are_told_at_once(settings, cls, queryset, reasons):
    view = SortedBooks.as_view(
        queryset=queryset, serializer_class=cls, pagination_class=CountedPages
    )
    settings.ROOT_URLCONF = (path("", view),)
    assert rows_of(cls)["read_from_instances_because"] == "; ".join(reasons)


class CountedPages(LimitOffsetPagination):
    def get_count(self, queryset):
        return len(queryset)


class FirstBook(BasePagination):
    def paginate_queryset(self, queryset, request, view=None):
        return list(queryset[:1])


GIVEN = "code of the paginator is given the queryset"


@pytest.mark.parametrize(
    ("paginator", "reason"),
    [(LimitOffsetPagination, None), (CountedPages, GIVEN), (FirstBook, GIVEN)],
)
def test_a_list_is_read_as_the_paginator_of_its_view_reads_it(settings, paginator, reason):
    books = SortedBooks.as_view(queryset=Book.objects.all(), pagination_class=paginator)
    settings.ROOT_URLCONF = (path("", books),)
    assert rows_of(SortedSerializer)["read_from_instances_because"] == reason


@pytest.mark.parametrize(
    ("arguments", "outcome"),
    [
        (("list",), " would read fast.\n"),
        (("warm", path_of(PlainSerializer)), " are ready "),
        (("show", path_of(PlainSerializer)), "Fast by: class\n"),
        (("check", "--id", "H301"), "No findings.\n"),
    ],
)
def test_nothing_reads_fast_where_the_setting_says_so(settings, arguments, outcome):
    settings.FASTSERIALIZERS |= {"ENABLED": False}
    settings.ROOT_URLCONF = (path("", SlowBooks.as_view()),)
    said = "ENABLED is False in the setting FASTSERIALIZERS: REST framework reads with all serial"
    found = command(*arguments)
    assert said in found
    assert outcome in found
