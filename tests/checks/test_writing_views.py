"""H308: views that write with a serializer that only reads."""

import pytest
from django.core import checks
from rest_framework import generics, viewsets
from rest_framework.decorators import action
from rest_framework.response import Response
from rest_framework.viewsets import ViewSetMixin

from fastserializers.views import FastReadMixin
from tests.checks.examples import FastSerializer, PublisherSerializer, rest, view_of


@pytest.fixture
def told(found):
    """Return a function that gives the messages about one view."""

    def told(view):
        return found("H308", view, rest(view) if issubclass(view, ViewSetMixin) else view)

    return told


@pytest.mark.parametrize("base", [generics.ListCreateAPIView, generics.UpdateAPIView])
def test_a_view_that_writes_with_a_fast_serializer_is_an_error(told, base):
    [message] = told(view_of(base, FastSerializer))

    assert (message.level, message.id) == (checks.ERROR, "H308")
    assert "writes with tests.checks.examples.FastSerializer, which only reads" in message.msg
    assert message.hint.startswith("Make FastSerializer writable again. A view with fastserial")
    assert told(view_of(base, PublisherSerializer)) == []


class ByUser(viewsets.ModelViewSet):
    serializer_class = FastSerializer

    def get_serializer_class(self):
        return FastSerializer if self.request.user.is_staff else PublisherSerializer


class Mixed(FastReadMixin, viewsets.ModelViewSet):
    queryset = FastSerializer.Meta.model.objects.all()
    serializer_class = PublisherSerializer


class OnlyReads(generics.GenericAPIView):
    serializer_class = FastSerializer

    def post(self, request):
        return Response(self.get_serializer(object()).data)


class Extra(viewsets.GenericViewSet):
    serializer_class = FastSerializer

    @action(detail=False, methods=["post"])
    def buy(self, request):
        return Response()


HARMLESS = {
    "retrieves and destroys": view_of(generics.RetrieveDestroyAPIView, FastSerializer),
    "reads": view_of(viewsets.ReadOnlyModelViewSet, FastSerializer),
    "chooses by the user": ByUser,
    "has the mixin": Mixed,
    "only reads in post()": OnlyReads,
    "has an action more": Extra,
}


@pytest.mark.parametrize("view", HARMLESS.values(), ids=HARMLESS)
def test_a_view_that_reads_destroys_or_may_choose_a_writable_one_is_no_error(told, view):
    assert told(view) == []


class Overriding(generics.CreateAPIView):
    serializer_class = FastSerializer

    def create(self, request, *args, **kwargs):
        return super().create(request, *args, **kwargs)


class Replacing(generics.CreateAPIView):
    serializer_class = FastSerializer

    def create(self, request, *args, **kwargs):
        return Response()


@pytest.mark.parametrize(("view", "count"), [(Overriding, 1), (Replacing, 0)])
def test_an_action_of_the_project_fails_if_it_calls_rest_framework_s(told, view, count):
    assert len(told(view)) == count
