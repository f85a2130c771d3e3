"""Serializers and views for the checks to look at."""

from django.urls import include, path
from rest_framework import routers, serializers

from fastserializers import FastReadOnlyModelSerializer
from tests.models import Publisher


class Looking(serializers.CharField):
    def get_attribute(self, instance):
        return super().get_attribute(instance)


def routed(view):
    return view.as_view() if isinstance(view, type) else view


def rest(viewset):
    router = routers.SimpleRouter()
    router.register("rows", viewset, basename="rows")
    return path("", include(router.urls))


class OfPublishers:
    """The `Meta` of serializers of which nothing else matters."""

    model = Publisher
    fields = ("id",)


class PublisherSerializer(serializers.ModelSerializer):
    """A serializer that only reads, and is not fast."""

    Meta = OfPublishers


def view_of(base, serializer=None, **attributes):
    """Return a view of publishers, with these attributes besides."""

    class View(base):
        queryset = Publisher.objects.all()
        serializer_class = serializer

    View.__qualname__ = "View"
    for name, value in attributes.items():
        setattr(View, name, value)
    return View


class FastSerializer(FastReadOnlyModelSerializer):
    Meta = OfPublishers
