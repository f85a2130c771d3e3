"""The check H301: a serializer that only reads, and is not fast."""

from __future__ import annotations

from django.core import checks
from rest_framework import generics, serializers, viewsets
from rest_framework.views import APIView

from fastserializers import FastReadOnlyModelSerializer, read_only
from fastserializers.views import FastReadMixin
from tests.checks.examples import Looking, rest, serializer_of, view_of
from tests.models import Publisher


def test_a_serializer_that_is_only_read_is_found(found):
    bases = (generics.ListAPIView, generics.RetrieveAPIView, generics.RetrieveDestroyAPIView)
    for base in (*bases, viewsets.ReadOnlyModelViewSet):
        serializer = serializer_of()
        view = view_of(base, serializer)

        messages = found("H301", serializer, view if base in bases else rest(view))

        assert messages == [
            checks.Info(
                "Made only ever reads, at the speed of REST framework.",
                hint="Put fastserializers.FastReadOnlyMixin first among the bases: class "
                "Made(FastReadOnlyMixin, serializers.ModelSerializer).",
                obj=serializer,
                id="H301",
            )
        ], base


def test_a_serializer_of_a_view_that_writes_or_of_none_is_not_found(found):
    for base in (
        generics.CreateAPIView,
        generics.ListCreateAPIView,
        generics.UpdateAPIView,
        generics.RetrieveUpdateDestroyAPIView,
    ):
        serializer = serializer_of()
        also_read = view_of(generics.ListAPIView, serializer)

        assert found("H301", serializer, view_of(base, serializer), also_read) == [], base
        # A subclass that writes needs a base that does.
        heir = view_of(base, serializer_of(serializer))
        assert found("H301", serializer, heir, also_read) == [], base
    assert found("H301", serializer) == []


def test_a_viewset_writes_when_its_routes_do(found):
    serializer = serializer_of()
    viewset = view_of(viewsets.ModelViewSet, serializer)

    assert len(found("H301", serializer, viewset.as_view({"get": "list"}))) == 1
    assert found("H301", serializer, viewset.as_view({"get": "list", "post": "create"})) == []
    reading = viewset.as_view({"get": "list", "post": "create"}, http_method_names=["get"])
    assert len(found("H301", serializer, reading)) == 1


def test_what_inherits_from_a_serializer_to_change_is_fast_once_that_one_is(found):
    base = serializer_of()
    heir = serializer_of(base)
    views = (view_of(generics.ListAPIView, base), view_of(generics.ListAPIView, heir))

    [of_heir] = found("H301", heir, *views)

    # With the mixin in front of both, Python can't order the bases.
    assert of_heir.hint == "Make Made fast: what inherits from it is fast then, too."


def test_a_nested_serializer_is_read_as_what_nests_it(found):
    nested, written, shown = serializer_of(), serializer_of(), serializer_of()
    reading = serializer_of(nested=nested(many=True))
    writing = serializer_of(written=written(), shown=shown(read_only=True))
    views = (view_of(generics.ListAPIView, reading), view_of(generics.CreateAPIView, writing))

    assert len(found("H301", nested, *views)) == 1
    assert found("H301", written, *views) == []
    assert len(found("H301", shown, *views)) == 1


class NamedByCode(serializers.ModelSerializer):
    class Meta:
        model = Publisher
        fields = ("name",)


class Import(APIView):
    def post(self, request):
        NamedByCode(data=request.data).is_valid(raise_exception=True)


class Plain(serializers.Serializer):
    name = serializers.CharField()


def test_what_is_fast_plain_or_named_by_code_is_not_found(found):
    nested, original = serializer_of(), serializer_of()
    fast = serializer_of(FastReadOnlyModelSerializer, nested=nested())
    for read, told in (
        (fast, fast),
        (fast, nested),
        (read_only(original), original),
        (Plain, Plain),
        (NamedByCode, NamedByCode),
    ):
        assert found("H301", told, view_of(generics.ListAPIView, read)) == [], (read, told)


def test_of_a_view_that_chooses_its_serializer_only_that_is_told(found):
    serializer = serializer_of()
    listing = view_of(generics.ListAPIView, serializer)

    def asserting(self, *args, **kwargs):
        raise AssertionError

    choosing = view_of(generics.ListCreateAPIView, serializer, get_serializer_class=asserting)
    making = view_of(generics.ListAPIView, serializer, get_serializer=asserting)
    storing = view_of(generics.CreateAPIView, serializer, get_serializer_class=asserting)
    mixed = type("Mixed", (FastReadMixin, choosing), {"__module__": __name__})

    views = listing, choosing, making, storing, mixed
    for told, count in ((serializer, 0), (choosing, 1), (making, 1), (storing, 0), (mixed, 0)):
        assert len(found("H301", told, *views)) == count, told
    [message] = found("H301", choosing, *views)
    assert message.msg == "The serializers of View are chosen by code, for each request."
    assert "first among the bases of View: whichever it chooses is read fast" in message.hint


def test_what_a_mixin_reads_fast_is_not_found(found):
    nested = serializer_of()
    serializer = serializer_of(nested=nested(read_only=True))
    plain = view_of(viewsets.ReadOnlyModelViewSet, serializer)
    mixed = type("Mixed", (FastReadMixin, plain), {})

    assert len(found("H301", serializer, rest(plain))) == 1
    assert found("H301", serializer, rest(mixed)) == found("H301", nested, rest(mixed)) == []
    # One view still reads it slowly.
    assert len(found("H301", serializer, rest(mixed), plain.as_view({"get": "list"}))) == 1


def test_one_that_could_write_gets_the_mixin_that_writes(found):
    serializer = serializer_of()
    serializer.create = lambda self, validated_data: validated_data

    [message] = found("H301", serializer, view_of(generics.ListAPIView, serializer))

    # H303 would have to tell of a read-only class that it never runs create().
    assert message.hint == (
        "Put fastserializers.FastSerializerMixin first among the bases: "
        "class Made(FastSerializerMixin, serializers.ModelSerializer)."
    )


def test_what_compiled_code_could_not_read_is_not_found(found):
    def to_representation(self, instance):
        return super(type(self), self).to_representation(instance)

    only_delegated = serializer_of(name=Looking(), code=Looking())
    only_delegated.Meta.fields = ("name", "code")
    for serializer, count in (
        (only_delegated, 0),
        (serializer_of(to_representation=lambda self, instance: {"id": instance.pk}), 0),
        (serializer_of(name=Looking()), 1),
        (serializer_of(serializer_of(), to_representation=to_representation), 1),
    ):
        view = view_of(generics.ListAPIView, serializer)
        assert len(found("H301", serializer, view)) == count
