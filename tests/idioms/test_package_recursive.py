"""djangorestframework-recursive: a field that stands for the serializer that it is in."""

from __future__ import annotations

import pytest
from rest_framework import serializers

from tests.idioms.agreement import assert_agreement
from tests.models import Book, Review
from tests.relations.serializers import serializer_of

RecursiveField = pytest.importorskip("rest_framework_recursive.fields").RecursiveField


def reviews():
    return Review.objects.filter(answer_to=None).order_by("pk")


class NodeSerializer(serializers.Serializer):
    """Is found by its name."""

    stars = serializers.IntegerField()


def test_a_list_of_what_a_row_leads_to():
    def make(base):
        declared = {"answers": RecursiveField(many=True)}
        return serializer_of(base, Review, ["stars"], declared)

    row = assert_agreement(make, reviews)[0]
    assert row["answers"][0]["answers"] == [{"stars": 1, "answers": []}]


def test_a_list_field_of_it():
    def make(base):
        class TreeSerializer(base):
            name = serializers.CharField()
            children = serializers.ListField(child=RecursiveField())

        return TreeSerializer

    leaf = {"name": "leaf", "children": []}
    tree = {"name": "root", "children": [leaf, {"name": "branch", "children": [leaf]}]}
    assert assert_agreement(make, lambda: [tree, leaf], base=serializers.Serializer)[0] == tree


def test_a_chain_that_ends_with_none():
    def make(base):
        declared = {"answer_to": RecursiveField(allow_null=True)}
        return serializer_of(base, Review, ["stars"], declared)

    row = assert_agreement(make, lambda: Review.objects.order_by("-stars", "pk"))[-1]
    assert row["answer_to"]["answer_to"] == {"stars": 4, "answer_to": None}


def test_another_serializer_by_its_path():
    def make(base):
        declared = {"reviews": RecursiveField(f"{__name__}.NodeSerializer", many=True)}
        return serializer_of(base, Book, ["id"], declared)

    assert assert_agreement(make)[0]["reviews"][0] == {"stars": 4}
