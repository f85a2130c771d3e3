"""A small project: a serializer that lacks an answer, a view that reads, a view that fails."""

from django.urls import path
from rest_framework import generics, serializers

from fastserializers import FastReadOnlyModelSerializer
from tests.models import Publisher


class Lacking(serializers.ModelSerializer):
    class Meta:
        model = Publisher
        fields = ("name",)


class Answered(Lacking):
    class Meta(Lacking.Meta):
        read_only_fields = ("name",)


class Listing(generics.ListAPIView):
    serializer_class = Answered


class Writing(FastReadOnlyModelSerializer):
    Meta = Lacking.Meta


class Failing(generics.CreateAPIView):
    serializer_class = Writing


urlpatterns = [
    path("answers/", Listing.as_view()),
    path("failing/", Failing.as_view()),
]
