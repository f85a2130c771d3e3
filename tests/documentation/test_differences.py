"""What is allowed to differ in `.data`: the rows of the README's table that have no other test."""

from __future__ import annotations

import datetime
from decimal import Decimal
from unittest import mock

import pytest
from django.conf import settings as django_settings
from django.db import DatabaseError, connection
from django.db.models.expressions import RawSQL
from django.test import RequestFactory
from rest_framework import generics, pagination, serializers
from rest_framework.response import Response
from rest_framework.settings import api_settings

from fastserializers import read_only
from fastserializers.views import FastReadMixin
from tests.differential import both
from tests.models import Publisher
from tests.values import UTC

SOURCE = {"name": "first", "price": Decimal(1), "added": datetime.datetime(2024, 7, 1, tzinfo=UTC)}


def body():
    return {
        "label": serializers.SerializerMethodField(),
        "name": serializers.CharField(),
        "price": serializers.DecimalField(8, 2),
        "added": serializers.DateTimeField(),
        "get_label": lambda serializer, source: "label",
    }


def used(body):
    """Return the classes of a body, the fast one with its plan: two objects have been read."""
    reference, fast = both(body)
    for _ in range(2):
        assert fast(SOURCE).data == reference(SOURCE).data
    return reference, fast


def test_settings_that_change_without_a_signal(monkeypatch):
    for holder, name, value in (
        (django_settings, "USE_TZ", False),
        (api_settings, "COERCE_DECIMAL_TO_STRING", False),
        (api_settings, "DATETIME_FORMAT", "%Y"),
    ):
        _, fast = used(body)
        before = fast(SOURCE).data
        getattr(holder, name)
        with monkeypatch.context() as patches:
            patches.setattr(holder, name, value)
            assert fast(SOURCE).data == before
            used(body)


def test_methods_that_are_replaced_after_the_first_use(monkeypatch):
    def shout(field, value):
        return value.upper()

    _, fast = used(body)
    before = fast(SOURCE).data

    monkeypatch.setattr(serializers.CharField, "to_representation", shout)

    assert fast(SOURCE).data == before
    assert used(body)[1](SOURCE).data["name"] == "FIRST"


def test_fields_that_a_method_changes_while_it_is_called():
    def get_label(serializer, source):
        serializer.fields["name"].source_attrs = ["price"]

    _, fast = both(lambda: {**body(), "get_label": get_label})
    assert fast(SOURCE).data["name"] == "1"
    assert [fast(SOURCE).data["name"] for _ in range(2)] == ["first"] * 2


def test_a_method_that_is_set_while_a_list_is_read():
    def get_label(serializer, source):
        serializer.get_label = lambda source: "set"
        return "label"

    reference, fast = both(lambda: {"get_label": get_label, "label": body()["label"]})
    rows = reference([SOURCE, SOURCE], many=True)
    assert [row["label"] for row in rows.data] == ["label", "set"]

    for _ in range(2):
        fast(SOURCE).data  # noqa: B018
    rows = fast([SOURCE, SOURCE], many=True)
    assert [row["label"] for row in rows.data] == ["label", "label"]
    assert [row["label"] for row in rows.to_representation([SOURCE])] == ["set"]


def test_choices_that_are_changed_in_place():
    choices = [(1, "One")]
    reference, fast = both(lambda: {"pick": serializers.ChoiceField(choices)})
    for _ in range(2):
        assert fast({"pick": "1"}).data == reference({"pick": "1"}).data == {"pick": 1}

    choices.append((2, "Two"))

    assert reference({"pick": "2"}).data == {"pick": 2}
    assert fast({"pick": "2"}).data == {"pick": "2"}


def test_a_column_that_is_patched_after_the_first_use():
    class PublisherSerializer(serializers.ModelSerializer):
        class Meta:
            model = Publisher
            fields = ["code"]

    twin, publisher = read_only(PublisherSerializer), Publisher(code="c")
    for _ in range(2):
        assert twin(publisher).data == {"code": "c"}

    with mock.patch.object(Publisher, "code", property(lambda publisher: "patched")):
        assert PublisherSerializer(publisher).data == {"code": "patched"}
        assert twin(publisher).data == {"code": "c"}


def test_arguments_of_a_declared_field_that_change_after_the_first_use():
    reference, fast = used(lambda: {"price": serializers.DecimalField(8, 2)})

    for serializer_class in (reference, fast):
        serializer_class._declared_fields["price"]._kwargs["coerce_to_string"] = False

    assert reference(SOURCE).data == {"price": 1}
    assert fast(SOURCE).data == {"price": "1.00"}


def test_a_twin_that_is_asked_by_identity():
    class NamedSerializer(serializers.Serializer):
        def to_representation(self, instance):
            return [type(self) is NamedSerializer, self.__class__ is NamedSerializer]

    assert NamedSerializer([SOURCE], many=True).data == [[True, True]]
    assert read_only(NamedSerializer)([SOURCE], many=True).data == [[False, True]]


def view_of(rows, paginate=lambda view, rows: view.paginate_queryset(rows), pages=None):
    """Return a view with the mixin and one without, which answer with a page of rows."""

    class Pages(pagination.PageNumberPagination):
        page_size = 2

    class NameSerializer(serializers.ModelSerializer):
        class Meta:
            model = Publisher
            fields = ["name"]

    class View(generics.GenericAPIView):
        pagination_class = pages or Pages
        authentication_classes = permission_classes = ()

        def get(self, request):
            page = paginate(self, rows)
            return Response(NameSerializer(page, many=True).data)

    class FastView(FastReadMixin, View):
        pass

    return FastView.as_view(), View.as_view()


@pytest.mark.django_db
def test_a_page_that_is_asked_by_identity():
    seen = []

    def paginate(view, rows):
        page = view.paginate_queryset(rows)
        seen.append([type(page) is list, page.__class__ is list, isinstance(page, list)])
        return page

    for view in view_of(Publisher.objects.order_by("pk"), paginate):
        view(RequestFactory().get("/"))
    assert seen == [[False, True, True], [True, True, True]]


@pytest.mark.django_db
def test_a_paginator_that_is_asked_by_identity():
    class Cursors(pagination.CursorPagination):
        page_size, ordering = 2, "pk"

    def paginate(view, rows):
        page = view.paginate_queryset(rows)
        found = type(view.paginator)
        seen.append([found is Cursors, found == Cursors, view.paginator.__class__ is Cursors])
        seen[-1].append(type(view.paginator) is Cursors)
        return page

    seen = []
    for view in view_of(Publisher.objects.all(), paginate, Cursors):
        view(RequestFactory().get("/"))
    assert seen == [[False, True, True, True], [True] * 4]


@pytest.mark.django_db
def test_a_page_whose_query_fails():
    def paginate(view, rows):
        try:
            return view.paginate_queryset(rows)
        except DatabaseError:
            return []

    Publisher.objects.create(name="Seren", code="seren")
    # The rows are counted without their order.
    failing = Publisher.objects.order_by(RawSQL("no_such_column", []))
    fast, plain = view_of(failing, paginate)
    point = connection.savepoint()
    assert plain(RequestFactory().get("/")).data == []
    connection.savepoint_rollback(point)
    with pytest.raises(DatabaseError):
        fast(RequestFactory().get("/"))
    connection.savepoint_rollback(point)
