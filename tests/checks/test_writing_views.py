"""H308: views that write with a serializer that only reads."""

from __future__ import annotations

import pytest
from django.core import checks
from django.urls import path
from rest_framework import generics, viewsets
from rest_framework.decorators import action
from rest_framework.response import Response
from rest_framework.test import APIRequestFactory

from fastserializers import FastReadOnlyModelSerializer, read_only
from fastserializers.checks.writing_views import writing_views
from fastserializers.exceptions import ReadOnlySerializerError
from fastserializers.project.overview import project_now
from fastserializers.views import FastReadMixin
from tests.checks.examples import rest, serializer_of, view_of

FAST = serializer_of(FastReadOnlyModelSerializer)
PLAIN = serializer_of()


def found(settings, *views):
    settings.ROOT_URLCONF = tuple(
        rest(view)
        if issubclass(view, viewsets.ViewSetMixin)
        else path(f"{place}/", view.as_view())
        for place, view in enumerate(views)
    )
    return list(writing_views(project_now()))


def test_a_view_that_writes_with_a_fast_serializer_is_an_error(settings):
    for base in (generics.CreateAPIView, generics.ListCreateAPIView, generics.UpdateAPIView):
        [message] = found(settings, view_of(base, FAST))

        assert (message.level, message.id) == (checks.ERROR, "H308"), base
        assert "writes with tests.checks.examples.Made, which only reads" in message.msg
        assert message.hint.startswith(
            "Make Made writable again, and put fastserializers.views.Fast"
        )
        assert found(settings, view_of(base, PLAIN)) == []
    # That is what a request would raise.
    with pytest.raises(ReadOnlySerializerError):
        view_of(generics.CreateAPIView, FAST).as_view()(APIRequestFactory().post("/", {"id": 1}))


def test_views_that_read_or_destroy_are_no_error(settings):
    bases = (generics.ListAPIView, generics.RetrieveDestroyAPIView, viewsets.ReadOnlyModelViewSet)

    assert found(settings, *(view_of(base, FAST) for base in bases)) == []


def test_a_viewset_with_read_only_is_told_to_use_the_class(settings):
    made = read_only(PLAIN)

    [message, *others] = found(settings, view_of(viewsets.ModelViewSet, made))

    assert others == []
    assert "writes with read_only(tests.checks.examples.Made), which only reads: " in message.msg
    assert message.hint.startswith("Use Made itself, and put fastserializers.views.FastReadMixin")


def test_a_view_that_chooses_a_writable_one_to_write_is_no_error(settings):
    class Choosing(viewsets.ModelViewSet):
        serializer_class = FAST

        def get_serializer_class(self):
            return FAST if self.action in ("list", "retrieve") else PLAIN

    class ByUser(Choosing):
        def get_serializer_class(self):
            return FAST if self.request.user.is_staff else PLAIN

    mixed = view_of(type("Mixed", (FastReadMixin, viewsets.ModelViewSet), {}), PLAIN)
    assert found(settings, Choosing, ByUser, mixed) == []


def test_code_of_the_projects_is_looked_at(settings):
    class Overriding(generics.CreateAPIView):
        serializer_class = FAST

        def create(self, request, *args, **kwargs):
            return super().create(request, *args, **kwargs)

    class Posting(generics.GenericAPIView):
        serializer_class = FAST

        def post(self, request):
            serializer = self.get_serializer(data=request.data)
            return Response(serializer.initial_data)

    class Harmless(generics.GenericAPIView):
        serializer_class = FAST

        def post(self, request):
            return Response(self.get_serializer(object()).data)

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

    messages = found(settings, Overriding, Posting, Harmless, Extra)

    assert [message.obj for message in messages] == [Overriding, Posting, Extra]
    assert "buy raises" in messages[2].msg
