"""What the checks have in common."""

from rest_framework import generics, serializers
from rest_framework.renderers import JSONRenderer

from fastserializers import FastReadOnlyModelSerializer
from fastserializers.checks import check_serializers
from tests.checks.examples import FastSerializer, PlainSerializer, view_of
from tests.models import Publisher


class Trap(type):
    def __getattribute__(cls, name):
        if name in {"read_only_fields", "validators", "list_serializer_class", "fields"}:
            raise RuntimeError(name)
        return super().__getattribute__(name)


def test_odd_code_is_left_out_and_hides_nothing_else(found):
    class Odd(serializers.ModelSerializer):
        class Meta(metaclass=Trap):
            model = Publisher

    class OddFast(FastReadOnlyModelSerializer):
        class Meta(metaclass=Trap):
            model = Publisher

    views = [view_of(generics.ListAPIView, serializer) for serializer in (Odd, OddFast, "a name")]
    fine = view_of(generics.ListAPIView, FastSerializer, renderer_classes=[JSONRenderer])

    assert len(found("H305", fine, *views, fine)) == 1
    assert fine in {message.obj for message in check_serializers(None)}


def test_no_check_asks_the_database(found, db, django_assert_num_queries):
    fast = view_of(generics.ListAPIView, FastSerializer)
    plain = view_of(generics.ListAPIView, PlainSerializer)

    with django_assert_num_queries(0):
        found("H301", PlainSerializer, fast, plain)
        check_serializers(None)


def test_views_of_installed_packages_are_not_told_of(found, settings):
    view = view_of(generics.ListAPIView, PlainSerializer)
    fast = view_of(generics.ListAPIView, FastSerializer, renderer_classes=[JSONRenderer])
    settings.FASTSERIALIZERS = {"FIRST_PARTY_APPS": ["bookshop"]}

    assert found("H305", fast, view, fast) == []
    assert found("H301", PlainSerializer, view) == []
