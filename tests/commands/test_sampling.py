"""Which rows `compare` and `profile` read, and for which request."""

from contextlib import contextmanager

import pytest
from django.contrib.auth.models import User
from django.test import RequestFactory
from django.urls import path
from rest_framework import filters, generics, serializers, viewsets
from rest_framework.decorators import action

from fastserializers.switch import way
from tests.commands.calls import document, path_of, refusal
from tests.commands.test_choices import LabelSerializer
from tests.endpoints.project import CountrySerializer
from tests.models import Country, Tag

pytestmark = [pytest.mark.django_db, pytest.mark.urls(__name__)]


class Telling(LabelSerializer):
    """Differs, so that the values that it has from the request are shown."""

    told = serializers.SerializerMethodField()

    class Meta(LabelSerializer.Meta):
        fields = ("told",)

    def get_told(self, tag):
        request = self.context["request"]
        told = [request.user.pk, dict(request.query_params), getattr(request, "tenant", None)]
        return [*told, tag.label, *SCOPES] if way.get().value == "drf" else None


class ByLabel(filters.BaseFilterBackend):
    def filter_queryset(self, request, queryset, view):
        wanted = request.query_params.get("label")
        return queryset.filter(label=wanted) if wanted else queryset


class Tags(viewsets.ModelViewSet):
    queryset = Tag.objects.filter(label__in="ab")
    serializer_class = LabelSerializer
    filter_backends = [ByLabel]


class OneTag(generics.ListAPIView):
    queryset = Tag.objects.filter(label="c")
    serializer_class = LabelSerializer


class Settling(viewsets.ReadOnlyModelViewSet):
    queryset = Tag.objects.all()
    serializer_class = LabelSerializer

    @action(detail=True, methods=["post"], serializer_class=CountrySerializer)
    def settle(self, request, pk=None): ...


urlpatterns = [
    path("settle/", Settling.as_view({"post": "settle"}, **Settling.settle.kwargs)),
    path("tags/", Tags.as_view({"get": "list", "post": "create"})),
    path("one/", OneTag.as_view()),
]

SCOPES = []


@contextmanager
def scope():
    SCOPES.append("scope")
    try:
        yield
    finally:
        SCOPES.clear()


def tenant_request(address):
    request = RequestFactory().get(address)
    request.tenant = "north"
    return request


@pytest.fixture(autouse=True)
def tags():
    for label in "abcd":
        Tag.objects.create(label=label)


def run(command, serializer, *arguments, code=0):
    return document(command, path_of(serializer), *arguments, code=code)


def rows(serializer, *arguments):
    return run("compare", serializer, *arguments)["serializers"][0]["rows"]


@pytest.mark.parametrize(
    ("arguments", "count"),
    [
        ([], 2),
        (["--query", "label=a"], 1),
        (["--queryset", "Tag.objects.exclude(Q(label='a'))"], 3),
        (["--queryset", "Tag.objects"], 4),
        (["--rows", "1"], 1),
    ],
    ids=str,
)
def test_the_rows_to_compare_are_those_that_are_asked_for(arguments, count):
    assert rows(LabelSerializer, *arguments) == count


def test_an_action_about_other_objects_than_its_view_s_has_rows_of_its_own():
    Country.objects.create(name="Cymru")
    assert rows(CountrySerializer) == 1


OF_LABELS = path_of(LabelSerializer)


def told(*arguments):
    [found] = run("compare", Telling, *arguments, code=1)["serializers"]
    return eval(found["difference"]["drf"]["text"])  # noqa: S307


def test_the_request_is_the_one_that_is_asked_for():
    user = User.objects.create(username="ada")

    assert told() == [None, {}, None, "a"]
    assert told("--query", "extended=1&extended=2") == [None, {"extended": ["1", "2"]}, None, "a"]
    assert told("--user", str(user.pk)) == [user.pk, {}, None, "a"]
    factory = f"--request-factory={__name__}.tenant_request"
    assert told(factory, "--query", "a=1") == [None, {"a": ["1"]}, "north", "a"]
    assert told(f"--context-manager={__name__}.scope") == [None, {}, None, "a", "scope"]
    assert SCOPES == []


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((OF_LABELS, "--queryset", "Tag.objects.filter("), "--queryset: SyntaxError"),
        ((OF_LABELS, "--queryset", "3"), "--queryset gives no queryset, but 3."),
        (("--queryset", "Tag.objects"), "name it"),
        ((OF_LABELS, "--rows", "0"), "'0' is no number of rows: give 1 or more"),
        ((OF_LABELS, "--user", "77"), "--user: there is no auth.User with the key 77."),
        ((OF_LABELS, "--request-factory", "no.where"), "--request-factory: No module named 'no'."),
        ((OF_LABELS, "--context-manager", f"{__name__}.SCOPES"), "is not a callable"),
    ],
)
def test_what_can_not_be_asked_for_is_one_line(arguments, message):
    refused = refusal("compare", *arguments)
    assert message in refused
    assert "\n" not in refused
