"""The check H301: a serializer that only reads, and is not fast."""

import pytest
from django.core import checks
from rest_framework import generics, serializers, viewsets
from rest_framework.views import APIView

from fastserializers import FastReadOnlyModelSerializer, read_only
from fastserializers.views import FastReadMixin
from tests.checks.examples import Looking, OfPublishers, PublisherSerializer, rest, view_of
from tests.models import Book, Publisher


class InheritedSerializer(serializers.ModelSerializer):
    Meta = OfPublishers


class Heir(InheritedSerializer): ...


# Given to the tests by their parameters: a check takes code that names a serializer for code
# which may write with it.
the_serializer = pytest.mark.parametrize("serializer", [PublisherSerializer])
inherited_and_heir = pytest.mark.parametrize(
    ("inherited", "heir"), [(InheritedSerializer, Heir)], ids=[""]
)


@pytest.mark.parametrize(
    "view",
    [
        view_of(generics.ListAPIView, PublisherSerializer),
        view_of(generics.RetrieveAPIView, PublisherSerializer),
        view_of(generics.RetrieveDestroyAPIView, PublisherSerializer),
        rest(view_of(viewsets.ReadOnlyModelViewSet, PublisherSerializer)),
    ],
    ids=["lists", "retrieves", "retrieves and destroys", "a viewset"],
)
@the_serializer
def test_a_serializer_that_is_only_read_is_found(found, serializer, view):
    messages = found("H301", serializer, view)

    assert messages == [
        checks.Info(
            "PublisherSerializer only ever reads, at the speed of REST framework.",
            hint="Put fastserializers.FastSerializerMixin first among the bases: class "
            "PublisherSerializer(FastSerializerMixin, serializers.ModelSerializer).",
            obj=serializer,
            id="H301",
        )
    ]


@the_serializer
def test_a_serializer_of_no_view_is_not_found(found, serializer):
    assert found("H301", serializer) == []


@pytest.mark.parametrize(
    "base",
    [
        generics.CreateAPIView,
        generics.ListCreateAPIView,
        generics.UpdateAPIView,
        generics.RetrieveUpdateDestroyAPIView,
    ],
)
@inherited_and_heir
def test_a_serializer_of_a_view_that_writes_is_not_found(found, base, inherited, heir):
    read = view_of(generics.ListAPIView, inherited), view_of(generics.ListAPIView, heir)

    assert len(found("H301", inherited, *read)) == 1
    assert found("H301", inherited, *read, view_of(base, inherited)) == []
    # A subclass that writes needs a base that does.
    assert found("H301", inherited, *read, view_of(base, heir)) == []


@the_serializer
def test_a_viewset_writes_when_its_routes_do(found, serializer):
    viewset = view_of(viewsets.ModelViewSet, serializer)
    lists = viewset.as_view({"get": "list"})
    writes = viewset.as_view({"get": "list", "post": "create"})
    reads = viewset.as_view({"get": "list", "post": "create"}, http_method_names=["get"])

    assert len(found("H301", serializer, lists)) == 1
    assert found("H301", serializer, writes) == []
    assert len(found("H301", serializer, reads)) == 1


@inherited_and_heir
def test_what_inherits_from_a_serializer_to_change_is_fast_once_that_one_is(
    found, inherited, heir
):
    of_base = view_of(generics.ListAPIView, inherited)
    of_heir = view_of(generics.ListAPIView, heir)

    [message] = found("H301", heir, of_base, of_heir)

    # With the mixin in front of both, Python can't order the bases.
    assert message.hint == (
        "Make InheritedSerializer fast: what inherits from it is fast then, too."
    )


class NestedSerializer(serializers.ModelSerializer):
    Meta = OfPublishers


class NestingSerializer(serializers.ModelSerializer):
    nested = NestedSerializer(many=True)

    class Meta:
        model = Publisher
        fields = ("id", "nested")


class ShowingSerializer(serializers.ModelSerializer):
    shown = NestedSerializer(read_only=True)

    class Meta:
        model = Publisher
        fields = ("id", "shown")


@pytest.mark.parametrize(
    ("nested", "nesting", "base", "count"),
    [
        (NestedSerializer, NestingSerializer, generics.ListAPIView, 1),
        (NestedSerializer, NestingSerializer, generics.CreateAPIView, 0),
        (NestedSerializer, ShowingSerializer, generics.CreateAPIView, 1),
    ],
    ids=["in a view that reads", "in a view that writes", "read-only in a view that writes"],
)
def test_a_nested_serializer_is_read_as_what_nests_it(found, nested, nesting, base, count):
    assert len(found("H301", nested, view_of(base, nesting))) == count


class FastNestingSerializer(FastReadOnlyModelSerializer):
    nested = NestedSerializer()
    Meta = NestingSerializer.Meta


class NamedByCode(serializers.ModelSerializer):
    class Meta:
        model = Publisher
        fields = ("name",)


class Import(APIView):
    def post(self, request):
        NamedByCode(data=request.data).is_valid(raise_exception=True)


class Plain(serializers.Serializer):
    name = serializers.CharField()


@pytest.mark.parametrize(
    ("read", "told"),
    [
        (FastNestingSerializer, FastNestingSerializer),
        (FastNestingSerializer, NestedSerializer),
        (read_only(PublisherSerializer), PublisherSerializer),
        (Plain, Plain),
        (NamedByCode, NamedByCode),
    ],
    ids=["fast", "nested in a fast one", "read_only()", "no model", "named by code"],
)
def test_what_is_fast_plain_or_named_by_code_is_not_found(found, read, told):
    assert found("H301", told, view_of(generics.ListAPIView, read)) == []


def asserting(self, *args, **kwargs):
    raise AssertionError


class ChosenSerializer(serializers.ModelSerializer):
    Meta = OfPublishers


LISTING = view_of(generics.ListAPIView, ChosenSerializer)
MAKING = view_of(generics.ListAPIView, ChosenSerializer, get_serializer=asserting)
STORING = view_of(generics.CreateAPIView, ChosenSerializer, get_serializer_class=asserting)


class Choosing(generics.ListCreateAPIView):
    serializer_class = ChosenSerializer
    get_serializer_class = asserting


class FastChoosing(FastReadMixin, Choosing): ...


@pytest.mark.parametrize(
    ("told", "count"),
    [(ChosenSerializer, 0), (Choosing, 1), (MAKING, 1), (STORING, 0), (FastChoosing, 0)],
    ids=["the serializer", "chooses", "makes", "only writes", "has the mixin"],
)
def test_of_a_view_that_chooses_its_serializer_only_that_is_told(found, told, count):
    messages = found("H301", told, LISTING, Choosing, MAKING, STORING, FastChoosing)
    assert len(messages) == count


@the_serializer
def test_nothing_is_found_where_every_serializer_reads_fast(found, serializer, settings):
    settings.FASTSERIALIZERS = {**settings.FASTSERIALIZERS, "EVERYWHERE": True}
    assert found("H301", Choosing, Choosing) == []
    assert found("H301", serializer, view_of(generics.ListAPIView, serializer)) == []


def test_a_view_that_chooses_its_serializer_is_told_to_take_the_mixin(found):
    [message] = found("H301", Choosing, Choosing)
    assert message.msg == "The serializers of Choosing are chosen by code, for each request."
    assert "first among the bases of Choosing: whichever it chooses is read fast" in message.hint


class NestedInAChoice(serializers.ModelSerializer):
    Meta = OfPublishers


class ChosenForWriting(serializers.ModelSerializer):
    publisher = NestedInAChoice()

    class Meta:
        model = Book
        fields = ("title", "publisher")


class NewBook(generics.CreateAPIView):
    def get_serializer_class(self):
        return ChosenForWriting


@pytest.mark.parametrize("serializer", [NestedInAChoice])
def test_a_serializer_nested_in_one_that_is_chosen_for_writing_is_not_found(found, serializer):
    listing = view_of(generics.ListAPIView, serializer)

    assert len(found("H301", serializer, listing)) == 1
    assert found("H301", serializer, listing, NewBook) == []


@pytest.mark.parametrize(("serializer", "nested"), [(ShowingSerializer, NestedSerializer)])
def test_what_a_mixin_reads_fast_is_not_found(found, serializer, nested):
    plain = view_of(viewsets.ReadOnlyModelViewSet, serializer)

    class Mixed(FastReadMixin, plain): ...

    assert len(found("H301", serializer, rest(plain))) == 1
    assert found("H301", serializer, rest(Mixed)) == []
    assert found("H301", nested, rest(Mixed)) == []
    # One view still reads it slowly.
    assert len(found("H301", serializer, rest(Mixed), plain.as_view({"get": "list"}))) == 1


class OnlyDelegated(serializers.ModelSerializer):
    name = Looking()
    code = Looking()

    class Meta:
        model = Publisher
        fields = ("name", "code")


class Represents(serializers.ModelSerializer):
    Meta = OfPublishers

    def to_representation(self, instance):
        return {"id": instance.pk}


class PartlyDelegated(serializers.ModelSerializer):
    name = Looking()

    class Meta:
        model = Publisher
        fields = ("id", "name")


class CallsTheNext(serializers.ModelSerializer):
    Meta = OfPublishers

    def to_representation(self, instance):
        return super(type(self), self).to_representation(instance)


@pytest.mark.parametrize(
    ("serializer", "count"),
    [(OnlyDelegated, 0), (Represents, 0), (PartlyDelegated, 1), (CallsTheNext, 1)],
)
def test_what_compiled_code_could_not_read_is_not_found(found, serializer, count):
    view = view_of(generics.ListAPIView, serializer)
    assert len(found("H301", serializer, view)) == count
