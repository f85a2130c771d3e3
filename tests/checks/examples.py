"""Serializers and views for the checks to look at."""

from __future__ import annotations

from functools import partial

from django.urls import include, path
from rest_framework import routers, serializers

from fastserializers import FastReadOnlyModelSerializer
from fastserializers.checks.delegated_fields import delegated_fields
from fastserializers.checks.renderers import json_renderers
from fastserializers.checks.slow_serializers import slow_by_hand, slow_serializers
from fastserializers.checks.writing import writing_that_never_runs
from fastserializers.checks.writing_views import writing_views
from tests.models import Book, Country, Publisher

SUBJECTS = {
    "H301": slow_serializers,
    "H302": delegated_fields,
    "H303": writing_that_never_runs,
    "H305": json_renderers,
    "H308": writing_views,
    "H309": slow_by_hand,
}


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


key = partial(serializers.PrimaryKeyRelatedField, read_only=True)
slug = partial(serializers.SlugRelatedField, read_only=True)
text = serializers.CharField
related = serializers.StringRelatedField

OfCountry = serializer_of(model=Country, name=text())
OfPublisher = serializer_of(name=text(), country=OfCountry())
Publishing = serializer_of(model=Book, publisher=related())

BOOKS = Book.objects.all()

FAST = serializer_of(FastReadOnlyModelSerializer)
