"""Bases among which a mixin does nothing, or the wrong thing, are refused with what to do."""

import re

import pytest
from django.core.checks import run_checks
from django.views.generic import ListView
from rest_framework import generics, serializers

from fastserializers import FastReadMixin, FastReadOnlyMixin, FastSerializerMixin
from fastserializers.views import reading_fast
from tests.commands.test_choices import TextSerializer

W001 = "fastserializers.W001"

REFUSED = {
    "a view": (
        (FastReadOnlyMixin, generics.ListAPIView),
        r"Refused is a view: put .*views\.FastReadMixin among",
    ),
    "a field": (
        (FastSerializerMixin, serializers.DecimalField),
        "Refused is a field: put the mixin among",
    ),
    "a serializer without fields": (
        (FastSerializerMixin, TextSerializer),
        "Refused has a representation of its own",
    ),
    "a list class": (
        (FastSerializerMixin, serializers.ListSerializer),
        "Refused is a list class: put the mixin among",
    ),
    "a view before the mixin": (
        (generics.ListAPIView, FastReadMixin),
        "name FastReadMixin before ListAPIView among its bases",
    ),
    "a serializer with the mixin of views": (
        (FastReadMixin, serializers.Serializer),
        r"Refused is a serializer: put fastserializers\.FastSerializerMixin among its bases",
    ),
    "a view of Django": (
        (FastReadMixin, ListView),
        r"Refused is a view of Django: read inside `with reading_fast\(\):`, or let it inherit",
    ),
}


@pytest.mark.parametrize(("bases", "message"), REFUSED.values(), ids=REFUSED)
def test_bases_that_are_refused(bases, message):
    with pytest.raises(TypeError, match=message):

        class Refused(*bases): ...


def books(request): ...


class Books(generics.ListAPIView): ...


DECORATORS = {
    "no brackets": (
        reading_fast,
        books,
        f"@reading_fast needs brackets: write @reading_fast() above {__name__}.books.",
    ),
    "the mixin on a function": (
        FastReadMixin,
        books,
        f"Write @reading_fast() directly above the function {__name__}.books, below @api_view()",
    ),
    "the mixin on a class": (
        FastReadMixin,
        Books,
        f"FastReadMixin is no decorator: name it first among the bases of {__name__}.Books.",
    ),
}


@pytest.mark.parametrize(
    ("decorator", "decorated", "message"), DECORATORS.values(), ids=DECORATORS
)
def test_decorators_that_are_refused(decorator, decorated, message):
    with pytest.raises(TypeError, match=re.escape(message)):
        decorator(decorated)


def test_a_project_that_has_not_installed_the_app_is_told(settings):
    settings.INSTALLED_APPS = [app for app in settings.INSTALLED_APPS if app != "fastserializers"]

    [message] = [check for check in run_checks(tags=["serializers"]) if check.id == W001]

    assert message.msg.startswith(
        "A module imports a mixin of fastserializers, which is not in IN"
    )
    assert message.hint == 'Add it: INSTALLED_APPS = [..., "fastserializers"]'


def test_a_mixin_of_the_project_may_have_the_mixin_among_its_bases():
    class WithTenant(serializers.BaseSerializer):
        tenant = None

    class Fast(FastSerializerMixin, WithTenant): ...

    class BookSerializer(Fast, serializers.Serializer):
        title = serializers.CharField()

    assert BookSerializer({"title": "Ulysses"}).data == {"title": "Ulysses"}
