"""The first little that a view reads by a class is REST framework's, by the class itself."""

from __future__ import annotations

import pytest
from rest_framework import generics, serializers, viewsets
from rest_framework.response import Response
from rest_framework.test import APIRequestFactory

from fastserializers.plans.switch import switch
from fastserializers.serializers import FastReadOnlyMixin
from fastserializers.views import FastReadMixin
from tests.models import Publisher


@pytest.fixture(autouse=True)
def _as_in_a_project(monkeypatch):
    monkeypatch.setattr(switch, "is_touched", False)
    monkeypatch.setattr(switch, "leaves_first_object", True)


def publisher_serializer():
    meta = type("Meta", (), {"model": Publisher, "fields": ["id", "name"]})
    return type("PublisherSerializer", (serializers.ModelSerializer,), {"Meta": meta})


def has_twin(serializer_class):
    return any(
        FastReadOnlyMixin in subclass.__mro__ for subclass in serializer_class.__subclasses__()
    )


@pytest.fixture
def publishers(db):
    return [Publisher.objects.create(name=name, code=name) for name in ("P", "Q")]


@pytest.fixture
def request_of_a_list():
    return APIRequestFactory().get("/")


def views(cls):
    """Return the ways in which a project's views read by a class, on either base."""

    class Detail(generics.RetrieveAPIView):
        queryset = Publisher.objects.all()
        serializer_class = cls

    class FastDetail(FastReadMixin, Detail):
        pass

    class Listing(generics.ListAPIView):
        queryset = Publisher.objects.order_by("name")
        serializer_class = cls

    class FastListing(FastReadMixin, Listing):
        pass

    class Loaded(viewsets.ViewSetMixin, generics.GenericAPIView):
        serializer_class = cls

        def list(self, request):
            rows = list(Publisher.objects.order_by("name"))
            return Response(self.get_serializer(rows, many=True).data)

    class FastLoaded(FastReadMixin, Loaded):
        pass

    return {
        "detail": (Detail.as_view(), FastDetail.as_view()),
        "list": (Listing.as_view(), FastListing.as_view()),
        "loaded": (Loaded.as_view({"get": "list"}), FastLoaded.as_view({"get": "list"})),
    }


@pytest.mark.parametrize("kind", ["detail", "list", "loaded"])
def test_each_request_is_answered_the_same(kind, publishers, request_of_a_list):
    reference, fast = views(publisher_serializer())[kind]
    options = {"pk": publishers[0].pk} if kind == "detail" else {}
    expected = reference(request_of_a_list, **options).data
    for _ in range(4):
        assert fast(request_of_a_list, **options).data == expected


@pytest.mark.parametrize("kind", ["detail", "loaded"])
def test_a_class_has_a_twin_from_its_second_request_on(kind, publishers, request_of_a_list):
    cls = publisher_serializer()
    fast = views(cls)[kind][1]
    options = {"pk": publishers[0].pk} if kind == "detail" else {}
    made = []
    for _ in range(2):
        fast(request_of_a_list, **options)
        made.append(has_twin(cls))
    assert made == [False, True]


def test_the_rows_of_a_queryset_are_read_by_a_twin_at_once(publishers, request_of_a_list):
    cls = publisher_serializer()
    assert len(views(cls)["list"][1](request_of_a_list).data) == 2
    assert has_twin(cls)


def test_a_class_that_is_made_for_each_request_has_no_twin(publishers, request_of_a_list):
    made = []

    class PageView(FastReadMixin, generics.RetrieveAPIView):
        queryset = Publisher.objects.all()

        def get_serializer_class(self):
            made.append(publisher_serializer())
            return made[-1]

    for _ in range(3):
        data = PageView.as_view()(request_of_a_list, pk=publishers[0].pk).data
        assert data == {"id": publishers[0].pk, "name": "P"}
    assert not any(map(has_twin, made))
