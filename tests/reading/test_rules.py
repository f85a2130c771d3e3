"""The rules of `docs/how-it-works.md`, told by what a project sees: how many queries a list takes.

A list of six publishers shows the country of each. REST framework asks for each country.
"""

import asyncio
from unittest import mock

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext, override_settings
from rest_flex_fields import FlexFieldsModelSerializer
from rest_framework import generics, pagination, serializers
from rest_framework.response import Response
from rest_framework.serializers import ModelSerializer
from rest_framework.test import APIRequestFactory
from rest_framework.views import APIView

from fastserializers import FastReadOnlyMixin, FastSerializerMixin
from fastserializers.reading import class_plan
from fastserializers.views import FastReadMixin, reading_fast
from tests.endpoints.paginators import four_rows
from tests.endpoints.project import CountrySerializer
from tests.models import Country, Publisher

ROWS = 6
DRF, FAST = 1 + ROWS, 2


@pytest.fixture(autouse=True)
def rules(db, monkeypatch):
    """Run as users do: a class that a function has created is REST framework's at first."""
    monkeypatch.setattr(class_plan, "ROWS_OF_CREATED_CLASS", 100)
    for cls in CLASSES:
        # Tests of commands plan all classes of the process.
        if class_plan.MARK in vars(cls):
            delattr(cls, class_plan.MARK)
    for number in range(ROWS):
        country = Country.objects.create(name=f"Country {number}")
        Publisher.objects.create(name=f"P{number}", code=f"p{number}", country=country)


class OwnRepresentation(ModelSerializer):
    def to_representation(self, instance):
        return super().to_representation(instance)


class PublisherSerializer(ModelSerializer):
    country = CountrySerializer(read_only=True)

    class Meta:
        model = Publisher
        fields = ["id", "name", "country"]


def publishers():
    return Publisher.objects.order_by("pk")


def read(cls=PublisherSerializer, **options):
    return cls(publishers(), many=True, **options).data


def queries_of(use, *arguments, **options):
    """Return how many queries a function makes."""
    with CaptureQueriesContext(connection) as queries:
        use(*arguments, **options)
    return len(queries)


def queries_of_view(view_class, path="/", method="get"):
    request = getattr(APIRequestFactory(), method)(path)
    return queries_of(lambda: view_class.as_view()(request).render())


# 1. Who reads fast.


class OpenView(APIView):
    authentication_classes = permission_classes = ()


class ByHand(OpenView):
    def get(self, request):
        return Response(read())

    post = get


class InAMethod(serializers.Serializer):
    publishers = serializers.SerializerMethodField()

    def get_publishers(self, instance):
        return read(context=self.context)


class ByMethod(OpenView):
    def get(self, request):
        return Response(InAMethod({}).data)


class Listed(OpenView, generics.ListAPIView):
    queryset = Publisher.objects.order_by("pk")
    serializer_class = PublisherSerializer


class Paged(Listed):
    pagination_class = four_rows(pagination.PageNumberPagination, page_size=ROWS)


class Rendered(OpenView):
    """Answers with a serializer that is first used when the response is rendered."""

    def get(self, request):
        response = Response([])
        response.add_post_render_callback(lambda response: read())
        return response


@pytest.mark.parametrize(("view", "count"), [(ByHand, 0), (ByMethod, 0), (Listed, 0), (Paged, 1)])
def test_all_that_a_view_with_the_mixin_reads(view, count):
    class FastView(FastReadMixin, view): ...

    assert queries_of_view(view) == DRF + count
    assert queries_of_view(FastView) == FAST + count
    assert queries_of_view(FastView, method="head") == FAST + count


def test_a_view_that_writes_reads_as_ever_and_so_does_what_comes_after_the_view():
    class FastView(FastReadMixin, ByHand): ...

    class FastRendered(FastReadMixin, Rendered): ...

    assert queries_of_view(FastView, method="post") == DRF
    assert queries_of_view(FastRendered) == DRF
    assert queries_of(read) == DRF


class Above(FastSerializerMixin, OwnRepresentation, PublisherSerializer): ...


class Below(OwnRepresentation, FastSerializerMixin, PublisherSerializer): ...


class OnlyReads(FastReadOnlyMixin, OwnRepresentation, PublisherSerializer): ...


class HeirOfABase(Above): ...


@pytest.mark.parametrize("cls", [Above, Below, OnlyReads, HeirOfABase])
def test_a_class_with_the_mixin_among_its_bases(cls):
    assert queries_of(read, cls) == FAST
    assert read(cls) == read()


def test_reading_fast_as_a_context_and_as_a_decorator():
    @reading_fast()
    def decorated():
        return read()

    with reading_fast():
        assert queries_of(lambda: PublisherSerializer(Publisher.objects, many=True).data) == FAST
        assert queries_of(read) == FAST
    assert queries_of(decorated) == FAST
    assert queries_of(read) == DRF


def test_reading_fast_as_a_decorator_of_an_async_function():
    def looked_at():
        serializer = PublisherSerializer(publishers(), many=True)
        # The first use decides.
        assert [*serializer.child.fields]
        return serializer

    async def plain():
        await asyncio.sleep(0)
        return looked_at()

    @reading_fast()
    async def decorated():
        return await plain()

    async def both_at_once():
        return await asyncio.gather(decorated(), plain())

    fast, slow = asyncio.run(both_at_once())
    assert queries_of(lambda: fast.data) == FAST
    assert queries_of(lambda: slow.data) == DRF


def test_the_setting(settings):
    settings.FASTSERIALIZERS = {"EVERYWHERE": True}
    assert queries_of(read) == FAST
    assert queries_of_view(Paged) == FAST + 1
    settings.FASTSERIALIZERS = {"EVERYWHERE": True, "ENABLED": False}
    assert queries_of(read) == DRF


def test_a_serializer_with_data_is_rest_framework_s():
    class Writing(FastSerializerMixin, PublisherSerializer): ...

    serializer = Writing(publishers(), data=[], many=True)
    with reading_fast():
        assert queries_of(lambda: serializer.to_representation(publishers())) == DRF


def test_nested_serializers_follow_their_root():
    class Inner(FastSerializerMixin, PublisherSerializer): ...

    class Outer(serializers.Serializer):
        rows = Inner(many=True)

    assert queries_of(lambda: Outer({"rows": publishers()}).data) == DRF
    with reading_fast():
        assert queries_of(lambda: Outer({"rows": publishers()}).data) == DRF


# 2. When it is compiled.


def created():
    """Return a class that cannot be imported."""
    return type("CreatedSerializer", (FastSerializerMixin, PublisherSerializer), {})


def test_a_class_that_can_be_imported_takes_the_same_queries_from_the_first_list_on():
    assert [queries_of(read, Above) for _ in range(4)] == [FAST] * 4


def test_a_class_that_a_function_has_created_is_rest_framework_s_for_100_rows():
    cls = created()
    counts = [queries_of(read, cls) for _ in range(20)]
    until = -(-100 // ROWS)
    assert counts == [DRF] * until + [FAST] * (20 - until)


# 3. Which fields.


class Pops(PublisherSerializer):
    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.fields.pop("name")


class LeavesOut(PublisherSerializer):
    def get_fields(self):
        fields = super().get_fields()
        fields.pop("name")
        return fields


class AsksTheContext(PublisherSerializer):
    def get_fields(self):
        fields = super().get_fields()
        if self.context.get("short", True):
            del fields["name"]
        return fields


class TakesFields(PublisherSerializer):
    def __init__(self, *args, fields=("id", "country"), **kwargs):
        super().__init__(*args, **kwargs)
        for name in set(self.fields) - set(fields):
            self.fields.pop(name)


class OtherOrder(PublisherSerializer):
    def get_fields(self):
        fields = super().get_fields()
        return {name: fields[name] for name in ("country", "id")}


class Helps(PublisherSerializer):
    """Looks at a field, and changes what is no part of the representation."""

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.fields["country"].help_text = "where it is"
        self.fields.pop("name")


@pytest.mark.parametrize("cls", [Pops, LeavesOut, AsksTheContext, TakesFields, OtherOrder, Helps])
def test_fields_that_are_taken_away(cls):
    expected = read(cls)
    with reading_fast():
        assert [queries_of(read, cls) for _ in range(2)] == [FAST] * 2
        assert read(cls) == expected
    assert {*expected[0]} == {"id", "country"}


# `?expand=country` shows the country instead of its key.


class Keyed(ModelSerializer):
    class Meta:
        model = Publisher
        fields = ["id", "country"]

    @property
    def expands(self):
        return "expand" in self.context["request"].query_params


class ExpandsInGetFields(Keyed):
    def get_fields(self):
        fields = super().get_fields()
        if self.expands:
            fields["country"] = CountrySerializer(read_only=True)
        return fields


class ExpandsInInit(Keyed):
    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        if "request" in self.context and self.expands:
            self.fields["country"] = CountrySerializer(read_only=True)


class ExpandsWhenItReads(Keyed):
    def to_representation(self, instance):
        if self.expands:
            self.fields["country"] = CountrySerializer(read_only=True)
        return super().to_representation(instance)


class ExpandsByFlexFields(FlexFieldsModelSerializer):
    class Meta:
        model = Publisher
        fields = ["id", "country"]
        expandable_fields = {"country": CountrySerializer}


EXPANDING = [ExpandsInGetFields, ExpandsInInit, ExpandsWhenItReads, ExpandsByFlexFields]


@pytest.mark.parametrize("plain", [0, 5], ids=["first", "after others"])
@pytest.mark.parametrize("cls", EXPANDING)
def test_a_field_that_a_request_expands_takes_one_more_query(cls, plain):
    class View(FastReadMixin, Listed):
        serializer_class = cls

    paths = ["/"] * plain + ["/?expand=country"] * 3 + ["/"]
    counts = [1] * plain + [FAST] * 3 + [1]
    assert [queries_of_view(View, path) for path in paths] == counts


class Labelled(PublisherSerializer):
    def get_fields(self):
        name = f"label_{self.context['number']}"
        return {**super().get_fields(), name: serializers.CharField(source="name")}


def test_own_fields_without_end_are_compiled_after_a_hundred_rows():
    class Numbered(FastSerializerMixin, Labelled): ...

    def read_labelled(number):
        return queries_of(read, Numbered, context={"number": number})

    with mock.patch.object(class_plan, "is_importable", return_value=True):
        assert [read_labelled(number) for number in range(16)] == [FAST] * 16
        assert [read_labelled(16) for _ in range(18)] == [DRF] * 17 + [FAST]


class LabelledBy(PublisherSerializer):
    """Has as many own fields as its context says."""

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        for number in range(self.context["labels"]):
            self.fields[f"label_{number}"] = serializers.CharField(source="name")


@pytest.mark.parametrize(("labels", "expected"), [(ROWS, FAST), (ROWS + 1, DRF)])
def test_a_list_of_fewer_rows_than_own_fields_is_rest_framework_s(labels, expected):
    with reading_fast():
        assert queries_of(read, LabelledBy, context={"labels": labels}) == expected


# A list decides once: its first row has the plan, until a field is added, taken away or replaced.


class ChangesAtTheThird(PublisherSerializer):
    """Does something with its fields when it reads the third row."""

    def to_representation(self, instance):
        if instance.name == "P2":
            self.context["change"](self.fields)
        return super().to_representation(instance)


CHANGES = {
    "added": lambda fields: fields.update(label=serializers.CharField(source="name")),
    "taken away": lambda fields: fields.pop("name"),
    "deleted": lambda fields: fields.__delitem__("country"),
    "replaced": lambda fields: fields.update(name=serializers.CharField(source="code")),
    "all taken away": lambda fields: fields.clear(),
}


@pytest.mark.parametrize(
    "source", [publishers, lambda: [*publishers()]], ids=["rows", "instances"]
)
@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_fields_that_change_between_two_rows(change, source):
    def read_changed():
        serializer = ChangesAtTheThird(source(), many=True, context={"change": change})
        return [[*row.items()] for row in serializer.data]

    expected = read_changed()
    with reading_fast():
        assert read_changed() == expected
    assert expected[1] != expected[2]


# 7. Changes to a class.


def test_a_class_that_changes_by_turns_keeps_its_plans():
    class Turning(FastSerializerMixin, ModelSerializer):
        class Meta:
            model = Publisher
            fields = ["id", "country"]

    def read_at(depth):
        Turning.Meta.depth = depth
        return queries_of(read, Turning)

    # A version that is new is REST framework's at first, as a class that a function has created.
    with mock.patch.object(class_plan, "ROWS_OF_CREATED_CLASS", 2 * ROWS):
        assert [read_at(depth) for depth in (0, 0, 0, 1, 1, 1)] == [1, 1, 1, DRF, DRF, FAST]
        assert [read_at(depth) for depth in (2, 0, 2, 1, 2)] == [DRF, 1, DRF, FAST, FAST]
        assert [read_at(depth) for depth in (0, 1, 1, 0, 1)] == [1, FAST, FAST, 1, FAST]


class Relabelled(FastSerializerMixin, PublisherSerializer):
    class Meta(PublisherSerializer.Meta): ...


def test_a_class_that_changes_each_time_is_rest_framework_s():
    def read_with(label):
        Relabelled.Meta.extra_kwargs = {"name": {"label": label}}
        return queries_of(read, Relabelled)

    assert [read_with(f"Label {number}") for number in range(40)] == [FAST] + [DRF] * 39


@pytest.mark.parametrize(
    "changed", [{"MEDIA_ROOT": "/else"}, {"USE_TZ": False}, {"REST_FRAMEWORK": {"PAGE_SIZE": 2}}]
)
def test_other_settings_are_no_change_of_a_class(changed):
    with reading_fast():
        assert queries_of(read) == FAST
        with override_settings(**changed):
            assert queries_of(read) == FAST


CLASSES = [
    each
    for each in (*globals().values(),)
    if isinstance(each, type) and issubclass(each, serializers.Serializer)
]
