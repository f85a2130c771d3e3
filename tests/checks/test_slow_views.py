"""The check H301: a view that reads by REST framework's code, where the mixin would read fast."""

import pytest
from django.core import checks
from rest_framework import generics, viewsets
from rest_framework.decorators import api_view

from fastserializers.views import FastReadMixin
from tests.checks.examples import FastSerializer, OfPublishers, PublisherSerializer, rest, view_of
from tests.commands.test_choices import TextSerializer


class Publishers(generics.ListCreateAPIView):
    queryset = OfPublishers.model.objects.all()
    serializer_class = PublisherSerializer


def test_a_view_that_reads_is_found_with_its_class_statement(found):
    assert found("H301", Publishers, Publishers) == [
        checks.Info(
            "Publishers reads with REST framework's code.",
            hint="Put fastserializers.views.FastReadMixin first among the bases. The view "
            "writes as before: class Publishers(FastReadMixin, generics.ListCreateAPIView).",
            obj=Publishers,
            id="H301",
        )
    ]


class BaseViewSet(viewsets.ModelViewSet): ...


class Listed(BaseViewSet):
    queryset = OfPublishers.model.objects.all()
    serializer_class = PublisherSerializer


class Archive(Listed): ...


def test_the_base_of_several_views_is_found_once(found):
    [message] = found("H301", BaseViewSet, rest(Listed), rest(Archive))

    assert message.msg == (
        "BaseViewSet, from which Listed and Archive inherit, reads with REST framework's code."
    )
    [message] = found("H301", BaseViewSet, rest(Listed))
    assert message.msg.startswith("BaseViewSet, from which Listed inherits, reads with")
    assert message.hint.endswith("class BaseViewSet(FastReadMixin, viewsets.ModelViewSet).")
    assert found("H301", Listed, rest(Listed), rest(Archive)) == []


class Fast(FastReadMixin, Publishers): ...


@api_view(["GET"])
def report(request): ...


# Of the last two, the serializers are not known.
NO_FASTER = {
    "texts": view_of(generics.ListAPIView, TextSerializer),
    "fast": Fast,
    "of a fast class": view_of(generics.ListCreateAPIView, FastSerializer),
    "only writing": view_of(generics.CreateAPIView, PublisherSerializer),
    "a function": report,
    "no serializer": view_of(generics.ListAPIView),
}


@pytest.mark.parametrize("view", NO_FASTER.values(), ids=NO_FASTER)
def test_a_view_that_the_mixin_makes_no_faster_is_not_found(found, view):
    assert found("H301", getattr(view, "cls", view), view) == []


class Choosing(generics.ListAPIView):
    def get_serializer_class(self):
        return PublisherSerializer


class ChoosingFast(generics.ListAPIView):
    def get_serializer_class(self):
        return FastSerializer


@pytest.mark.parametrize(("view", "count"), [(Choosing, 1), (ChoosingFast, 0)])
def test_a_view_that_chooses_by_code_is_found_by_the_serializers_that_it_names(found, view, count):
    assert len(found("H301", view, view)) == count


def test_a_viewset_is_found_if_one_of_its_routes_reads(found):
    viewset = view_of(viewsets.ModelViewSet, PublisherSerializer)

    assert len(found("H301", viewset, viewset.as_view({"get": "list", "post": "create"}))) == 1
    assert found("H301", viewset, viewset.as_view({"post": "create"})) == []


def test_nothing_is_found_where_every_serializer_reads_fast(found, settings):
    settings.FASTSERIALIZERS = {**settings.FASTSERIALIZERS, "EVERYWHERE": True}
    assert found("H301", Publishers, Publishers) == []
