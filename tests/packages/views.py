"""The views of the marketplace: each serializer has a list."""

from django.urls import path
from rest_framework.generics import ListAPIView

from fastserializers.serializers import FastSerializerMixin
from fastserializers.views import FastReadMixin
from tests.packages.serializers import ALL


def view_of(serializer_class, *mixins):
    return type(ListAPIView)(
        "View",
        (*mixins, ListAPIView),
        {
            "queryset": serializer_class.Meta.model._default_manager.order_by("pk"),
            "serializer_class": serializer_class,
        },
    )


def fast(serializer_class):
    return type(serializer_class)(
        serializer_class.__name__, (FastSerializerMixin, serializer_class), {}
    )


urlpatterns = [
    path(f"{name}/", view_of(serializer_class, FastReadMixin).as_view())
    for name, serializer_class in ALL.items()
]
