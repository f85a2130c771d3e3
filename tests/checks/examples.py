"""Serializers and views for the checks to look at."""

from __future__ import annotations

from django.urls import include, path
from rest_framework import routers, serializers

from fastserializers import FastReadOnlyModelSerializer
from tests.models import Book, Publisher


class Looking(serializers.CharField):
    def get_attribute(self, instance):
        return super().get_attribute(instance)


def routed(view):
    return view.as_view() if isinstance(view, type) else view


def rest(viewset):
    router = routers.SimpleRouter()
    router.register("rows", viewset, basename="rows")
    return path("", include(router.urls))


def serializer_of(base=serializers.ModelSerializer, model=Publisher, **attributes):
    """A serializer class with an id, and the fields and methods that are given."""
    fields = ("id", *[name for name in attributes if not name.startswith(("get_", "to_"))])
    meta = type("Meta", (), {"model": model, "fields": fields})
    return type(base)("Made", (base,), {"Meta": meta, "__module__": __name__, **attributes})


def view_of(base, serializer=None, **attributes):
    names = {"queryset": Publisher.objects.all(), "serializer_class": serializer, **attributes}
    return type("View", (base,), {"__module__": __name__, **names})


FAST = serializer_of(FastReadOnlyModelSerializer)
PLAIN = serializer_of(model=Book, publisher=serializers.StringRelatedField())
