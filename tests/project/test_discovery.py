"""Which serializers a project has, and which views use them."""

from functools import partial, wraps

import pytest
from django.urls import include, path
from django.views.decorators.cache import cache_page
from rest_framework import generics, serializers, viewsets
from rest_framework.decorators import api_view
from rest_framework.views import APIView

from fastserializers import FastReadOnlyModelSerializer
from fastserializers.project.serializers import (
    defining_module,
    nested_serializers,
    serializer_classes,
)
from fastserializers.project.views import uses
from tests.commands.test_views import PublisherSerializer
from tests.models import Book, Publisher


class BookSerializer(serializers.ModelSerializer):
    publisher = PublisherSerializer(read_only=True)
    others = PublisherSerializer(many=True)
    grouped = serializers.DictField(
        child=serializers.ListField(child=PublisherSerializer()), read_only=True
    )
    title = serializers.CharField()

    class Meta:
        model = Book
        fields = ("title",)


def test_the_serializers_are_the_projects_own_that_are_no_bases_and_made_by_nobody_else():
    class Base(serializers.ModelSerializer): ...

    class Own(serializers.BaseSerializer): ...

    class Rows(serializers.ListSerializer): ...

    class Fast(FastReadOnlyModelSerializer):
        Meta = BookSerializer.Meta

    made = type("Made", (serializers.ModelSerializer,), {"Meta": BookSerializer.Meta})

    found = serializer_classes()

    assert {Own, Fast, PublisherSerializer, made}.issubset(found)
    # A class that type() makes belongs where its Meta is.
    assert defining_module(made) == __name__
    assert {Base, Rows}.isdisjoint(found)
    names = [(cls.__module__, cls.__qualname__) for cls in found]
    assert names == sorted(names)
    stock = ("rest_framework.", "fastserializers.")
    assert not [cls for cls in found if defining_module(cls).startswith(stock)]


def test_nested_serializers_are_found_in_lists_and_dicts_too():
    assert nested_serializers(BookSerializer) == [PublisherSerializer] * 3


class Listing(generics.ListAPIView):
    queryset = Publisher.objects.all()
    serializer_class = PublisherSerializer


def found(settings, *patterns):
    settings.ROOT_URLCONF = patterns
    return uses()


def hidden(view):
    @wraps(view, updated=())
    def decorated(*args, **kwargs):
        return view(*args, **kwargs)

    return decorated


def plainly(view):
    return view


@pytest.mark.parametrize(
    "decorate",
    [plainly, cache_page(60), hidden, partial],
    ids=["not", "cached", "hidden", "bound"],
)
def test_a_view_is_found_behind_decorators_with_what_as_view_was_given(settings, decorate):
    books = Book.objects.all()
    view = Listing.as_view(serializer_class=BookSerializer, queryset=books)

    [use] = found(settings, path("", decorate(view)))

    assert (use.view, use.serializer) == (Listing, BookSerializer)
    assert use.queryset is books


class Tutorial(viewsets.mixins.ListModelMixin, generics.GenericAPIView):
    serializer_class = PublisherSerializer

    def get(self, request):
        return self.list(request)


class Search(generics.GenericAPIView):
    serializer_class = PublisherSerializer

    def post(self, request, *args, **kwargs):
        return self.get_serializer(data=request.data)


class Archiving(generics.DestroyAPIView):
    serializer_class = PublisherSerializer

    def destroy(self, request, *args, **kwargs):
        return self.get_serializer(data=request.data)


@pytest.mark.parametrize(
    ("view", "actions", "writing"),
    [(Tutorial, {"list"}, set()), (Search, {"post"}, {"post"}), (Archiving, *[{"destroy"}] * 2)],
)
def test_a_handler_of_the_projects_has_the_actions_that_it_runs(settings, view, actions, writing):
    [use] = found(settings, path("", view.as_view()))

    assert (use.actions, use.writing) == (actions, writing)


def test_what_does_not_say_what_it_uses_hides_no_view(settings):
    class Plain(APIView):
        serializer_class = PublisherSerializer

    class Without(generics.ListAPIView): ...

    class Odd(generics.ListAPIView):
        @property
        def serializer_class(self):
            raise RuntimeError

    @api_view(["GET"])
    def function(request): ...

    broken = path("broken/", include(([path("x/", function)], "app")))
    broken.urlconf_name = "tests.no_such_module"
    broken.__dict__.pop("url_patterns", None)
    broken.__dict__.pop("urlconf_module", None)
    views = (Plain, Without, Odd, Listing)
    routes = [path("", each.as_view()) for each in views]

    functions = [path("a/", function), path("b/", print)]
    assert [use.view for use in found(settings, *functions, broken, *routes)] == [Listing]
