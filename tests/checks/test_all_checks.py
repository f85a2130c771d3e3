"""What the checks have in common."""

from rest_framework import generics
from rest_framework.renderers import JSONRenderer

from fastserializers.checks import messages_about
from tests.checks.examples import FastSerializer, PublisherSerializer, view_of


def test_a_view_that_names_no_class_is_left_out_and_hides_no_other(found):
    odd = view_of(generics.ListAPIView, "a name")
    fine = view_of(generics.ListAPIView, FastSerializer, renderer_classes=[JSONRenderer])

    assert len(found("H305", fine, odd, fine)) == 1
    assert fine in {message.obj for message in messages_about(None)}


def test_no_check_asks_the_database(found, db, django_assert_num_queries):
    fast = view_of(generics.ListAPIView, FastSerializer)
    plain = view_of(generics.ListAPIView, PublisherSerializer)

    with django_assert_num_queries(0):
        found("H301", PublisherSerializer, fast, plain)
        messages_about(None)
