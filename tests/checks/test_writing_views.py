"""H308: views that write with a serializer that only reads."""

from __future__ import annotations

import pytest
from django.core import checks
from rest_framework import generics, viewsets
from rest_framework.decorators import action
from rest_framework.response import Response
from rest_framework.test import APIRequestFactory

from fastserializers import read_only
from fastserializers.exceptions import ReadOnlySerializerError
from fastserializers.views import FastReadMixin
from tests.checks.examples import FAST, PLAIN, rest, view_of


@pytest.fixture
def told(found):
    """The messages about one view."""
    return lambda view: found(
        "H308", view, rest(view) if issubclass(view, viewsets.ViewSetMixin) else view
    )


def test_a_view_that_writes_with_a_fast_serializer_is_an_error(told):
    for base in (generics.CreateAPIView, generics.ListCreateAPIView, generics.UpdateAPIView):
        [message] = told(view_of(base, FAST))

        assert (message.level, message.id) == (checks.ERROR, "H308"), base
        assert "writes with tests.checks.examples.Made, which only reads" in message.msg
        assert message.hint.startswith(
            "Make Made writable again, and put fastserializers.views.Fast"
        )
        assert told(view_of(base, PLAIN)) == []
    # That is what a request would raise.
    with pytest.raises(ReadOnlySerializerError):
        view_of(generics.CreateAPIView, FAST).as_view()(APIRequestFactory().post("/", {"id": 1}))


def test_a_viewset_with_read_only_is_told_to_use_the_class(told):
    [message] = told(view_of(viewsets.ModelViewSet, read_only(PLAIN)))

    assert "writes with read_only(tests.checks.examples.Made), which only reads: " in message.msg
    assert message.hint.startswith("Use Made itself, and put fastserializers.views.FastReadMixin")


class Choosing(viewsets.ModelViewSet):
    serializer_class = FAST

    def get_serializer_class(self):
        return FAST if self.action in ("list", "retrieve") else PLAIN


class ByUser(Choosing):
    def get_serializer_class(self):
        return FAST if self.request.user.is_staff else PLAIN


class Mixed(FastReadMixin, viewsets.ModelViewSet):
    queryset = FAST.Meta.model.objects.all()
    serializer_class = PLAIN


class Harmless(generics.GenericAPIView):
    serializer_class = FAST

    def post(self, request):
        return Response(self.get_serializer(object()).data)


def test_a_view_that_reads_destroys_or_may_choose_a_writable_one_is_no_error(told):
    bases = (generics.ListAPIView, generics.RetrieveDestroyAPIView, viewsets.ReadOnlyModelViewSet)

    for view in (*(view_of(base, FAST) for base in bases), Choosing, ByUser, Mixed, Harmless):
        assert told(view) == [], view


class Overriding(generics.CreateAPIView):
    serializer_class = FAST

    def create(self, request, *args, **kwargs):
        return super().create(request, *args, **kwargs)


class Posting(generics.GenericAPIView):
    serializer_class = FAST

    def post(self, request):
        serializer = self.get_serializer(data=request.data)
        return Response(serializer.initial_data)


class Extra(viewsets.GenericViewSet):
    serializer_class = FAST

    @action(detail=False, methods=["post"])
    def buy(self, request):
        return self.shared(request)

    def shared(self, request):
        return Response(self.get_serializer(None, data=request.data).initial_data)

    @action(detail=False, methods=["post"])
    def show(self, request):
        return Response()


def test_code_of_the_projects_is_looked_at(told):
    for view, name in ((Overriding, "create"), (Posting, "post"), (Extra, "buy")):
        [message] = told(view)
        assert f"only reads: {name} raises" in message.msg
