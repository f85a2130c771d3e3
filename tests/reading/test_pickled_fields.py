"""Serializers of models that are pickled after a look at their fields."""

import pickle

import pytest
from django.urls import path
from rest_framework.serializers import HyperlinkedModelSerializer

from fastserializers import FastReadOnlyMixin
from tests.endpoints.project import CountrySerializer, PublisherSerializer
from tests.models import Country, Publisher


class FastCountrySerializer(FastReadOnlyMixin, CountrySerializer):
    pass


class FastPublisherSerializer(FastReadOnlyMixin, PublisherSerializer):
    country = FastCountrySerializer()


class LinkSerializer(HyperlinkedModelSerializer):
    class Meta:
        model = Country
        fields = ["url", "name"]
        extra_kwargs = {"url": {"view_name": "country"}}


class FastLinkSerializer(FastReadOnlyMixin, LinkSerializer):
    pass


def country(request, pk):
    raise AssertionError("addresses are reversed here, and none is requested")


urlpatterns = [path("countries/<pk>/", country, name="country")]
pytestmark = pytest.mark.urls(__name__)

PUBLISHER = Publisher(pk=1, name="P", country=Country(pk=2, name="C"))
FORMS = {
    "its own": (PublisherSerializer, FastPublisherSerializer, PUBLISHER),
    "a link": (LinkSerializer, FastLinkSerializer, Country(pk=2, name="C")),
}
LOOKS = {
    "at the fields": lambda serializer: serializer.fields,
    "at what is nested": lambda serializer: getattr(serializer.fields.get("country"), "fields", 0),
    "and out went one": lambda serializer: serializer.fields.pop("name"),
}


@pytest.fixture(params=FORMS.values(), ids=FORMS)
def classes(request):
    fast, instance = request.param[1:]
    assert fast(instance, context={"request": None}).data
    return request.param


@pytest.mark.parametrize("look", LOOKS.values(), ids=LOOKS)
def test_a_serializer_is_pickled_after_a_look(classes, look):
    again = []
    for serializer_class in classes[:2]:
        serializer = serializer_class(classes[2], context={"request": None})
        look(serializer)
        again.append(pickle.loads(pickle.dumps(serializer)))  # noqa: S301
    reference, fast = again
    assert [*fast.fields] == [*reference.fields]
    assert fast.data == reference.data


def test_a_look_at_the_fields_tells_the_name_of_the_url(classes):
    """As REST framework's `get_fields()` does, before any field is made."""
    for serializer_class in classes[:2]:
        serializer = serializer_class(classes[2])
        assert serializer.url_field_name is None
        assert [*serializer.fields]
        assert serializer.url_field_name == "url"
