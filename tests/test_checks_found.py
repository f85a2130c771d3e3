"""
The checks H301 to H306: what each finds, and what it is silent about.

A tuple of routes is the URLconf of each test: Django takes it for a module. Only the tests that
count queries, to see whether H304 is right, use the database.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import pytest
from django.core import checks
from django.db import connection
from django.db.models import Prefetch
from django.test import RequestFactory
from django.test.utils import CaptureQueriesContext
from django.urls import include, path
from rest_framework import filters, generics, routers, serializers, viewsets
from rest_framework.decorators import action
from rest_framework.renderers import BrowsableAPIRenderer, JSONRenderer
from rest_framework.response import Response
from rest_framework.views import APIView

from fastserializers import (
    FastReadOnlyMixin,
    FastReadOnlyModelSerializer,
    FastReadOnlySerializer,
    read_only,
)
from fastserializers.checks import check_serializers
from fastserializers.checks.delegated_fields import delegated_fields
from fastserializers.checks.method_fields import needless_methods
from fastserializers.checks.project import project_now
from fastserializers.checks.queries import queries_per_row
from fastserializers.checks.renderers import json_renderers
from fastserializers.checks.slow_serializers import slow_serializers
from fastserializers.checks.writing import writing_that_never_runs
from fastserializers.renderers import OrjsonRenderer
from tests.models import Blurb, Book, Country, Publisher, Review, Tag
from tests.relations.models import Author, Note

if TYPE_CHECKING:
    from collections.abc import Callable

    from pytest_django.fixtures import SettingsWrapper

    Found = Callable[..., list[checks.CheckMessage]]


SUBJECTS = {
    "H301": slow_serializers,
    "H302": delegated_fields,
    "H303": writing_that_never_runs,
    "H304": queries_per_row,
    "H305": json_renderers,
    "H306": needless_methods,
}


@pytest.fixture
def found(settings: SettingsWrapper) -> Found:
    """The messages of one check about one class, in a project that has these views."""

    def found(number: str, obj: type, *views: Any) -> list[checks.CheckMessage]:
        settings.ROOT_URLCONF = tuple(
            view if hasattr(view, "pattern") else path(f"{place}/", routed(view))
            for place, view in enumerate(views)
        )
        messages = list(SUBJECTS[number](project_now()))
        assert {message.id for message in messages} <= {number}
        return [message for message in messages if message.obj is obj]

    return found


def routed(view: Any) -> Any:
    return view.as_view() if isinstance(view, type) else view


def rest(viewset: type) -> Any:
    router = routers.SimpleRouter()
    router.register("rows", viewset, basename="rows")
    return path("", include(router.urls))


def serializer_of(
    base: Any = serializers.ModelSerializer, model: Any = Publisher, **attributes: Any
) -> Any:
    """A serializer class with an id, and the fields and methods that are given."""
    fields = ("id", *[name for name in attributes if not name.startswith(("get_", "to_"))])
    meta = type("Meta", (), {"model": model, "fields": fields})
    return type(base)("Made", (base,), {"Meta": meta, "__module__": __name__, **attributes})


def view_of(base: Any, serializer: Any = None, **attributes: Any) -> Any:
    names = {"queryset": Publisher.objects.all(), "serializer_class": serializer, **attributes}
    return type("View", (base,), {"__module__": __name__, **names})


# H301: only reads, and is not fast


@pytest.mark.parametrize(
    "base",
    [
        generics.ListAPIView,
        generics.RetrieveAPIView,
        generics.RetrieveDestroyAPIView,
        viewsets.ReadOnlyModelViewSet,
    ],
)
def test_a_serializer_that_is_only_read_is_found(found: Found, base: Any) -> None:
    serializer = serializer_of()
    view = view_of(base, serializer)
    is_viewset = issubclass(view, viewsets.ViewSetMixin)

    messages = found("H301", serializer, rest(view) if is_viewset else view)

    assert messages == [
        checks.Info(
            "Made only ever reads, at the speed of REST framework.",
            hint="Inherit from fastserializers.FastReadOnlyModelSerializer instead of "
            "ModelSerializer.",
            obj=serializer,
            id="H301",
        )
    ]


@pytest.mark.parametrize(
    "base",
    [
        generics.CreateAPIView,
        generics.ListCreateAPIView,
        generics.UpdateAPIView,
        generics.RetrieveUpdateDestroyAPIView,
    ],
)
def test_a_serializer_of_a_view_that_writes_is_not_found(found: Found, base: Any) -> None:
    serializer = serializer_of()
    also_read = view_of(generics.ListAPIView, serializer)

    assert found("H301", serializer, view_of(base, serializer), also_read) == []


def test_a_viewset_writes_when_its_routes_do(found: Found) -> None:
    serializer = serializer_of()
    viewset = view_of(viewsets.ModelViewSet, serializer)

    assert len(found("H301", serializer, viewset.as_view({"get": "list"}))) == 1
    assert found("H301", serializer, viewset.as_view({"get": "list", "post": "create"})) == []
    reading = viewset.as_view({"get": "list", "post": "create"}, http_method_names=["get"])
    assert len(found("H301", serializer, reading)) == 1


def test_an_extra_action_reads_when_its_method_does(found: Found) -> None:
    serializer, of_action = serializer_of(), serializer_of()

    class Reading(viewsets.ReadOnlyModelViewSet):
        queryset = Publisher.objects.all()
        serializer_class = serializer

        @action(detail=False, serializer_class=of_action)
        def recent(self, request: Any) -> Response:
            return Response(self.get_serializer(self.get_queryset(), many=True).data)

    class Writing(Reading):
        @action(detail=False, methods=["post"], serializer_class=of_action)
        def buy(self, request: Any) -> Response:
            return Response()

    assert len(found("H301", of_action, rest(Reading))) == 1
    assert found("H301", of_action, rest(Writing)) == []
    assert len(found("H301", serializer, rest(Writing))) == 1


def test_other_bases_than_model_serializer_get_the_mixin(found: Found) -> None:
    serializer = serializer_of(serializers.HyperlinkedModelSerializer)

    [message] = found("H301", serializer, view_of(generics.ListAPIView, serializer))

    assert message.hint == (
        "Put fastserializers.FastReadOnlyMixin first among the bases: "
        "class Made(FastReadOnlyMixin, HyperlinkedModelSerializer)."
    )


def test_what_inherits_from_a_serializer_to_change_is_fast_once_that_one_is(found: Found) -> None:
    base = serializer_of()
    heir = serializer_of(base)
    views = (view_of(generics.ListAPIView, base), view_of(generics.ListAPIView, heir))

    [of_base] = found("H301", base, *views)
    [of_heir] = found("H301", heir, *views)

    assert of_base.hint.startswith("Inherit from fastserializers.FastReadOnlyModelSerializer")
    # With the mixin in front of both, Python can't order the bases.
    assert of_heir.hint == "Make Made fast: what inherits from it is fast then, too."


def test_a_nested_serializer_is_read_as_what_nests_it(found: Found) -> None:
    nested, written, shown = serializer_of(), serializer_of(), serializer_of()
    reading = serializer_of(nested=nested(many=True))
    writing = serializer_of(written=written(), shown=shown(read_only=True))
    views = (view_of(generics.ListAPIView, reading), view_of(generics.CreateAPIView, writing))

    assert len(found("H301", nested, *views)) == 1
    assert found("H301", written, *views) == []
    assert len(found("H301", shown, *views)) == 1


def test_what_only_fast_serializers_nest_is_compiled_already(found: Found) -> None:
    nested = serializer_of()
    fast = serializer_of(FastReadOnlyModelSerializer, nested=nested())
    view = view_of(generics.ListAPIView, fast)

    assert found("H301", fast, view) == []
    assert found("H301", nested, view) == []


def test_a_view_that_uses_the_twin_is_fast(found: Found) -> None:
    serializer = serializer_of()

    assert found("H301", serializer, view_of(generics.ListAPIView, read_only(serializer))) == []


def test_a_view_that_chooses_its_serializer_tells_nothing(found: Found) -> None:
    serializer = serializer_of()
    listing = view_of(generics.ListAPIView, serializer)

    class Choosing(generics.CreateAPIView):
        serializer_classes = {"create": serializer}

        def get_serializer_class(self) -> Any:
            return self.serializer_classes["create"]

    assert found("H301", serializer, Choosing) == []
    assert found("H301", serializer, listing, Choosing) == []


def test_a_subclass_that_writes_needs_a_base_that_does(found: Found) -> None:
    serializer = serializer_of()
    heir = serializer_of(serializer)
    views = [view_of(generics.ListAPIView, serializer), view_of(generics.CreateAPIView, heir)]

    assert found("H301", serializer, *views) == []


class NamedByCode(serializers.ModelSerializer):
    class Meta:
        model = Publisher
        fields = ("name",)


class Import(APIView):
    def post(self, request: Any) -> Response:
        NamedByCode(data=request.data).is_valid(raise_exception=True)
        return Response()


def test_a_serializer_that_code_names_may_do_more_than_read(found: Found) -> None:
    assert found("H301", NamedByCode, view_of(generics.ListAPIView, NamedByCode)) == []


def test_a_plain_serializer_and_one_in_no_view_are_not_found(found: Found) -> None:
    class Plain(serializers.Serializer):
        name = serializers.CharField()

    serializer = serializer_of()

    assert found("H301", Plain, view_of(generics.ListAPIView, Plain)) == []
    assert found("H301", serializer) == []


# H302: runs REST framework's code for a field


class Shouted(serializers.CharField):
    def to_representation(self, value: Any) -> str:
        return super().to_representation(value).upper()


def test_a_field_that_falls_back_is_found_with_the_way_to_compile_it(found: Found) -> None:
    fast = serializer_of(
        FastReadOnlyModelSerializer,
        name=Shouted(),
        names=serializers.ListField(child=Shouted()),
        book=serializers.ChoiceField(choices=range(3)),
    )

    of_name, of_names, of_book = found("H302", fast)

    method = "A SerializerMethodField that returns the same value compiles to a plain call."
    shouted = f"Shouted would compile without its own to_representation. {method}"
    assert of_name.msg.startswith("name runs REST framework's own code: Shouted overrides")
    assert of_book.msg.startswith("book runs REST framework's own code: ChoiceField")
    assert [of_name.hint, of_names.hint, of_book.hint] == [shouted, shouted, method]
    assert of_name.level == checks.INFO


def test_what_keeps_a_field_from_compiling_is_named_with_the_class_that_has_it(
    found: Found,
) -> None:
    class Whispered(Shouted):
        def __init__(self, **options: Any) -> None:
            super().__init__(**options)

        def get_attribute(self, instance: Any) -> Any:
            return super().get_attribute(instance)

    fast = serializer_of(FastReadOnlyModelSerializer, name=Whispered())

    [message] = found("H302", fast)

    assert message.hint.startswith(
        "Whispered would compile without its own get_attribute and __init__ and "
        "the to_representation of Shouted. A "
    )


def test_a_compiled_serializer_and_a_plain_one_fall_back_on_nothing(found: Found) -> None:
    class Fast(FastReadOnlyModelSerializer):
        class Meta:
            model = Book
            fields = ("id", "title", "price", "published", "added", "publisher")

    plain = serializer_of(name=Shouted())

    assert found("H302", Fast) == []
    assert found("H302", plain) == []


def test_a_twin_is_found_under_the_name_of_its_original(found: Found) -> None:
    original = serializer_of(name=Shouted())
    read_only(original)

    assert [message.msg.split()[0] for message in found("H302", original)] == ["name"]


def test_a_nested_serializer_is_told_once_of_its_own_fields(found: Found) -> None:
    plain, fast = (
        serializer_of(base, name=Shouted())
        for base in (serializers.ModelSerializer, FastReadOnlyModelSerializer)
    )
    nesting = serializer_of(FastReadOnlyModelSerializer, plain=plain(), fast=fast(many=True))
    another = serializer_of(FastReadOnlyModelSerializer, plain=plain(many=True))

    assert found("H302", nesting) == found("H302", another) == []
    assert len(found("H302", plain)) == len(found("H302", fast)) == 1


def test_a_nested_serializer_that_chooses_its_fields_falls_back(found: Found) -> None:
    class Choosing(serializers.Serializer):
        def get_fields(self) -> Any:
            return super().get_fields()

    nesting = serializer_of(FastReadOnlyModelSerializer, nested=Choosing(source="*"))

    [message] = found("H302", nesting)

    assert message.hint == "Choosing would compile without its own get_fields."


def test_a_nested_serializer_is_told_from_which_base_it_is_made_in_another_way(
    found: Found,
) -> None:
    class Choice:
        def __init__(self, *arguments: Any, **options: Any) -> None:
            super().__init__(*arguments, **options)

    class Nested(Choice, serializers.Serializer):
        name = serializers.CharField()

    nesting = serializer_of(FastReadOnlyModelSerializer, nested=Nested(source="*"))

    [message] = found("H302", nesting)

    assert message.msg == (
        "nested runs REST framework's own code: "
        "Nested overrides how DRF makes, reads or represents it."
    )
    assert message.hint == "Nested would compile without the __init__ of Choice."


def test_a_serializer_that_decides_row_by_row_is_found_as_a_whole(found: Found) -> None:
    class RowByRow(FastReadOnlySerializer):
        name = serializers.CharField()

        @property
        def fields(self) -> Any:
            return super().fields

    [message] = found("H302", RowByRow)

    assert message.hint == (
        "Override get_fields() instead of fields: it is asked once a serializer."
    )


def test_a_serializer_whose_fields_want_a_request_is_left_out(found: Found) -> None:
    class OfRequest(FastReadOnlySerializer):
        name = Shouted()

        def get_fields(self) -> Any:
            return {self.context["request"].path: serializers.CharField()}

    assert found("H302", OfRequest) == []


# H303: has what never runs


def test_what_a_fast_serializer_would_write_with_is_found(found: Found) -> None:
    class Auditing:
        def update(self, instance: Any, validated_data: Any) -> Any:
            return instance

    class Fast(Auditing, FastReadOnlyModelSerializer):
        code = serializers.SlugField(validators=[print])

        class Meta:
            model = Publisher
            fields = ("name", "code")
            validators = [print]

        def create(self, validated_data: Any) -> Any:
            return Publisher(**validated_data)

        def validate(self, attrs: Any) -> Any:
            return attrs

        def validate_name(self, value: str) -> str:
            return value

    [message] = found("H303", Fast)

    assert message.level == checks.WARNING
    assert message.msg == (
        "Fast is read-only and never runs create(), Auditing.update(), validate(), "
        "validate_name(), Meta.validators, the validators of code."
    )
    assert message.hint is not None
    assert message.hint.startswith("Delete what is named, or leave out the base")


def test_a_fast_serializer_that_reads_is_not_found(found: Found) -> None:
    class Fast(FastReadOnlyModelSerializer):
        class Meta:
            model = Publisher
            fields = ("name",)
            validators = []

        def validate_nothing_of_the_fields(self) -> None: ...

        def to_representation(self, instance: Any) -> Any:
            return super().to_representation(instance)

    assert found("H303", Fast) == []
    assert found("H303", serializer_of(create=lambda self, data: None)) == []


def test_a_writable_base_keeps_what_it_writes_with(found: Found) -> None:
    class Writable(serializers.ModelSerializer):
        class Meta:
            model = Publisher
            fields = ("name",)

        def create(self, validated_data: Any) -> Any:
            return Publisher(**validated_data)

        def validate_name(self, value: str) -> str:
            return value

    class Fast(FastReadOnlyMixin, Writable):
        pass

    assert found("H303", Fast) == []
    assert found("H303", read_only(Writable)) == []


def test_heirs_of_a_fast_serializer_are_not_told_again(found: Found) -> None:
    class Fast(FastReadOnlyModelSerializer):
        class Meta:
            model = Publisher
            fields = ("name",)

        def save(self, **kwargs: Any) -> Any: ...

        def validate(self, attrs: Any) -> Any: ...

    class Heir(Fast):
        pass

    assert len(found("H303", Fast)) == 1
    assert found("H303", Heir) == []


# H304: queries for every row


key = partial(serializers.PrimaryKeyRelatedField, read_only=True)
slug = partial(serializers.SlugRelatedField, read_only=True)
text = serializers.CharField
related = serializers.StringRelatedField

OfCountry = serializer_of(model=Country, name=text())
OfPublisher = serializer_of(name=text(), country=OfCountry())
OfReview = serializer_of(FastReadOnlyModelSerializer, Review, book=key())
WithAnswers = serializer_of(model=Review, answers=OfReview(many=True))
BackToBook = serializer_of(model=Review, title=text(source="book.title"))
Whole = serializer_of(serializers.Serializer, shown=related(source="publisher"))
Publishing = serializer_of(model=Book, publisher=related())

BOOKS = Book.objects.all()
WITH_PUBLISHER = BOOKS.select_related("publisher")
WITH_REVIEWS = BOOKS.prefetch_related("reviews")
WITH_ANSWERS = BOOKS.prefetch_related(
    Prefetch("reviews", queryset=Review.objects.prefetch_related("answers"))
)
WITH_GOOD_REVIEWS = BOOKS.prefetch_related(Prefetch("reviews", to_attr="good"))
PUBLISHER = '.select_related("publisher")'
COUNTRY = '.select_related("publisher__country")'
REVIEWS = '.prefetch_related("reviews")'

# The field of a list of books, their queryset, and the calls that H304 asks for.
LISTS = {
    "a column": (text(source="title"), BOOKS, ""),
    "a key": (key(source="publisher"), BOOKS, ""),
    "the column of a key": (text(source="publisher_id"), BOOKS, ""),
    "what is not read": (text(source="publisher", write_only=True), BOOKS, ""),
    "the key of the related": (text(source="publisher.id"), BOOKS, PUBLISHER),
    "a key beyond": (key(source="publisher.country"), BOOKS, PUBLISHER),
    "a relation as text": (related(source="publisher"), BOOKS, PUBLISHER),
    "a relation in a text field": (text(source="publisher"), BOOKS, PUBLISHER),
    "a slug": (slug("code", source="publisher"), BOOKS, PUBLISHER),
    "a slug beyond": (slug("country__name", source="publisher"), BOOKS, COUNTRY),
    "a dotted source": (text(source="publisher.country.name"), WITH_PUBLISHER, COUNTRY),
    "a property of the related": (text(source="publisher.initials"), BOOKS, PUBLISHER),
    "a nested one": (OfPublisher(source="publisher"), BOOKS, COUNTRY),
    "a nested one, selected": (OfPublisher(source="publisher"), WITH_PUBLISHER, COUNTRY),
    "a nested one, all selected": (
        OfPublisher(source="publisher"),
        BOOKS.select_related("publisher__country"),
        "",
    ),
    "a nested one, prefetched": (
        OfPublisher(source="publisher"),
        BOOKS.prefetch_related("publisher"),
        COUNTRY,
    ),
    "a whole as source": (Whole(source="*"), BOOKS, PUBLISHER),
    "keys of many": (key(source="tags", many=True), BOOKS, '.prefetch_related("tags")'),
    "slugs of many": (
        slug("label", source="tags", many=True),
        BOOKS.prefetch_related("tags"),
        "",
    ),
    "a nested list": (OfReview(source="reviews", many=True), BOOKS, REVIEWS),
    "a nested list within another": (
        WithAnswers(source="reviews", many=True),
        WITH_REVIEWS,
        '.prefetch_related("reviews__answers")',
    ),
    "a prefetch that prefetches": (WithAnswers(source="reviews", many=True), WITH_ANSWERS, ""),
    "the way back": (BackToBook(source="reviews", many=True), WITH_REVIEWS, ""),
    "another attribute": (OfReview(source="reviews", many=True), WITH_GOOD_REVIEWS, REVIEWS),
    "one that refers to the row": (related(source="blurb"), BOOKS, '.select_related("blurb")'),
    "its key": (key(source="blurb"), BOOKS, '.select_related("blurb")'),
}


def list_of_books(field: Any, queryset: Any) -> Any:
    serializer = serializer_of(model=Book, shown=field)
    return view_of(generics.ListAPIView, serializer, queryset=queryset)


def queries_of(view: Any) -> int:
    with CaptureQueriesContext(connection) as queries:
        response = view.as_view()(RequestFactory().get("/"))
    assert response.status_code == 200
    return len(queries)


def add_book() -> None:
    country = Country.objects.create(name="Chile")
    code = f"code-{Publisher.objects.count()}"
    publisher = Publisher.objects.create(name="Andes", code=code, country=country)
    book = Book.objects.create(title="Title", price=1, publisher=publisher)
    book.tags.add(Tag.objects.create(label="tag"))
    Blurb.objects.create(book=book, text="Good")
    Review.objects.create(book=book, answer_to=Review.objects.create(book=book))


@pytest.mark.django_db
@pytest.mark.parametrize("case", LISTS)
def test_a_list_is_found_when_its_queries_grow_and_the_hint_stops_them(
    found: Found, case: str
) -> None:
    field, queryset, calls = LISTS[case]
    view = list_of_books(field, queryset)
    mended = list_of_books(field, eval(f"queryset{calls}"))  # noqa: S307
    add_book()
    before, before_mended = queries_of(view), queries_of(mended)
    add_book()

    messages = found("H304", view, view)

    assert [message.hint for message in messages] == (
        [f"Add {calls} to its queryset."] if calls else []
    )
    assert (queries_of(view) > before) is bool(calls)
    assert queries_of(mended) == before_mended
    assert found("H304", mended, mended) == []


class Eager(filters.BaseFilterBackend):
    def filter_queryset(self, request: Any, queryset: Any, view: Any) -> Any:
        return queryset.select_related("publisher")


class HiddenReviews(serializers.ListSerializer):
    def to_representation(self, data: Any) -> Any:
        return super().to_representation(data.filter(stars__gt=0))


Hidden = serializer_of(model=Review)
Hidden.Meta.list_serializer_class = HiddenReviews
OwnText = serializer_of(Publishing, Book, to_representation=lambda self, book: book.title)
ByMethod = serializer_of(
    model=Book,
    publisher=serializers.SerializerMethodField(),
    get_publisher=lambda self, book: str(book.publisher),
    tags=serializers.IntegerField(source="tags.count"),
    reviews=Hidden(many=True),
)


@pytest.mark.parametrize(
    ("base", "attributes"),
    [
        (generics.RetrieveAPIView, {}),
        (generics.ListAPIView, {"queryset": None}),
        (generics.ListAPIView, {"get_queryset": lambda self: BOOKS}),
        (generics.ListAPIView, {"filter_queryset": lambda self, queryset: queryset}),
        (generics.ListAPIView, {"filter_backends": [Eager]}),
        (generics.ListAPIView, {"queryset": Book.objects.only("id")}),
        (generics.ListAPIView, {"queryset": BOOKS.union(BOOKS)}),
        (generics.ListAPIView, {"serializer_class": OwnText}),
        (generics.ListAPIView, {"serializer_class": ByMethod}),
    ],
)
def test_what_only_running_code_would_tell_of_queries_is_not_found(
    found: Found, base: Any, attributes: dict[str, Any]
) -> None:
    view = view_of(base, **{"serializer": Publishing, "queryset": BOOKS, **attributes})

    assert found("H304", view, view) == []


@pytest.mark.skipif(not hasattr(BOOKS, "fetch_mode"), reason="Django 6.1 has fetch modes")
def test_a_queryset_that_loads_for_all_rows_at_once_is_not_found(found: Found) -> None:
    from django.db.models import FETCH_PEERS

    view = view_of(generics.ListAPIView, Publishing, queryset=BOOKS.fetch_mode(FETCH_PEERS))

    assert found("H304", view, view) == []


def test_a_generic_relation_is_prefetched_both_ways(found: Found) -> None:
    OfNote = serializer_of(model=Note, about=related())
    OfAuthor = serializer_of(model=Author, notes=OfNote(many=True))
    notes = view_of(generics.ListAPIView, OfNote, queryset=Note.objects.all())
    authors = view_of(generics.ListAPIView, OfAuthor, queryset=Author.objects.all())

    assert [m.hint for m in found("H304", notes, notes)] == [
        'Add .prefetch_related("about") to its queryset.'
    ]
    assert [m.hint for m in found("H304", authors, authors)] == [
        'Add .prefetch_related("notes__about") to its queryset.'
    ]


def test_a_list_that_is_routed_twice_is_told_once_with_all_that_is_missing(
    found: Found,
) -> None:
    Full = serializer_of(
        FastReadOnlyModelSerializer, Book, publisher=OfPublisher(), tags=key(many=True)
    )
    view = view_of(viewsets.ReadOnlyModelViewSet, Full, queryset=BOOKS)

    [message] = found("H304", view, rest(view), view.as_view({"get": "list"}))

    assert message.level == checks.WARNING
    assert message.msg == (
        "View at '^rows/$' queries the database for every row that it lists: for publisher, "
        "publisher__country, tags."
    )
    assert message.hint == (
        'Add .select_related("publisher__country").prefetch_related("tags") to its queryset.'
    )


# H305: renders with json


FAST = serializer_of(FastReadOnlyModelSerializer)


def test_a_fast_serializer_behind_the_renderer_of_the_settings_is_found(
    found: Found, settings: SettingsWrapper
) -> None:
    views = [view_of(generics.ListAPIView, FAST) for _ in range(5)]

    [message] = found("H305", views[0], *views)

    assert message == checks.Info(
        "Views that use fast serializers render with json: View, View, View and 2 more.",
        hint='Put "fastserializers.renderers.OrjsonRenderer" in the place of JSONRenderer in '
        'REST_FRAMEWORK["DEFAULT_RENDERER_CLASSES"].',
        obj=views[0],
        id="H305",
    )

    orjson = "fastserializers.renderers.OrjsonRenderer"
    settings.REST_FRAMEWORK = {"DEFAULT_RENDERER_CLASSES": [orjson]}
    assert found("H305", views[0], *views) == []


def test_a_view_with_the_json_renderer_of_its_own_is_found(found: Found) -> None:
    own = view_of(generics.ListAPIView, FAST, renderer_classes=[JSONRenderer])
    option = view_of(generics.ListAPIView, read_only(OfPublisher))

    [message] = found("H305", own, own)
    assert message.hint is not None
    assert message.hint.endswith("in the place of JSONRenderer in its renderer_classes.")
    assert len(found("H305", option, option.as_view(renderer_classes=[JSONRenderer]))) == 1


class CamelCase(JSONRenderer):
    pass


@pytest.mark.parametrize(
    "renderers", [[OrjsonRenderer, BrowsableAPIRenderer], [CamelCase], [BrowsableAPIRenderer], []]
)
def test_views_without_drfs_own_json_renderer_are_not_found(
    found: Found, renderers: list[Any]
) -> None:
    view = view_of(generics.ListAPIView, FAST, renderer_classes=renderers)

    assert found("H305", view, view) == []


def test_a_plain_serializer_may_be_rendered_by_anything(found: Found) -> None:
    view = view_of(generics.ListAPIView, serializer_of())

    assert found("H305", view, view) == []


# H306: a method for an attribute


class Methods(FastReadOnlyModelSerializer):
    name = serializers.SerializerMethodField()
    place = serializers.SerializerMethodField("find_place")
    shouted = serializers.SerializerMethodField()
    called = serializers.SerializerMethodField()
    of_self = serializers.SerializerMethodField()
    with_default = serializers.SerializerMethodField()
    decorated = serializers.SerializerMethodField()
    private = serializers.SerializerMethodField()
    fallback = serializers.SerializerMethodField()

    class Meta:
        model = Publisher
        fields = ()

    def get_name(self, publisher: Any) -> str:
        """Return the name."""
        return publisher.name

    def find_place(self, obj: Any) -> str:
        return obj.country.name

    def get_shouted(self, obj: Any) -> str:
        return obj.name.upper()

    def get_called(self, obj: Any) -> Any:
        return obj.books()

    def get_of_self(self, obj: Any) -> Any:
        return self.context

    def get_with_default(self, obj: Any) -> Any:
        return getattr(obj, "name", None)

    @action(detail=True)
    def get_decorated(self, obj: Any) -> Any:
        return obj.name

    def get_private(self, obj: Any) -> Any:
        return obj.__name

    def get_fallback(self, obj: Any) -> Any:
        return obj.name or "nameless"


def test_a_method_that_returns_an_attribute_is_found_and_no_other(found: Found) -> None:
    messages = found("H306", Methods)

    assert [message.msg for message in messages] == [
        "get_name() only returns name.",
        "find_place() only returns country.name.",
    ]
    assert [message.hint for message in messages] == [
        f"Delete it and declare {field}, which compiles to reading the attribute."
        for field in (
            "name = serializers.ReadOnlyField()",
            'place = serializers.ReadOnlyField(source="country.name")',
        )
    ]


def test_the_field_that_the_hint_declares_gives_what_the_method_gives() -> None:
    class Declared(FastReadOnlySerializer):
        name = serializers.ReadOnlyField()
        place = serializers.ReadOnlyField(source="country.name")

    publisher = Publisher(name="Andes", country=Country(name="Chile"))
    by_method = Methods()

    assert Declared(publisher).data == {
        "name": by_method.get_name(publisher),
        "place": by_method.find_place(publisher),
    }


def test_an_inherited_method_is_told_where_it_is_defined(found: Found) -> None:
    class Heir(Methods):
        def find_place(self, obj: Any) -> str:
            return obj.country.pk

    assert [m.msg for m in found("H306", Heir)] == ["find_place() only returns country.pk."]


def test_the_methods_of_a_plain_serializer_are_found_once_it_has_a_twin(found: Found) -> None:
    plain = serializer_of(
        called=serializers.SerializerMethodField("get_called"), get_called=Methods.get_name
    )
    assert found("H306", plain) == []

    read_only(plain)

    assert [m.msg for m in found("H306", plain)] == ["get_called() only returns name."]


def test_a_method_without_source_is_not_found(found: Found) -> None:
    namespace: dict[str, Any] = {}
    exec("def get_name(self, obj):\n    return obj.name", namespace)  # noqa: S102
    fast = serializer_of(
        FastReadOnlyModelSerializer,
        name=serializers.SerializerMethodField(),
        get_name=namespace["get_name"],
    )

    assert found("H306", fast) == []


# All of them


class Trap(type):
    def __getattribute__(cls, name: str) -> Any:
        if name in {"read_only_fields", "validators", "list_serializer_class", "fields"}:
            raise RuntimeError(name)
        return super().__getattribute__(name)


def test_odd_code_is_left_out_and_hides_nothing_else(found: Found) -> None:
    class Odd(serializers.ModelSerializer):
        class Meta(metaclass=Trap):
            model = Publisher

    class OddFast(FastReadOnlyModelSerializer):
        class Meta(metaclass=Trap):
            model = Publisher

    class OddView(generics.ListAPIView):
        queryset = Publisher.objects.all()

        @property
        def serializer_class(self) -> Any:
            raise RuntimeError

    def function_view(request: Any) -> Any: ...

    views = [
        view_of(generics.ListAPIView, Odd),
        view_of(generics.ListAPIView, OddFast),
        OddView,
        function_view,
        view_of(generics.ListAPIView, "a name"),
    ]
    fine = view_of(generics.ListAPIView, Publishing, queryset=BOOKS)

    assert len(found("H304", fine, *views, fine)) == 1
    assert fine in {message.obj for message in check_serializers(None)}


@pytest.mark.django_db
def test_no_check_asks_the_database(found: Found) -> None:
    add_book()
    views = [list_of_books(field, queryset) for field, queryset, _ in LISTS.values()]

    with CaptureQueriesContext(connection) as queries:
        assert found("H304", views[-1], *views)
        check_serializers(None)

    assert len(queries) == 0


class CountedField(serializers.CharField):
    made = 0

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        type(self).made += 1


def test_the_fields_of_a_serializer_are_not_made_again_for_each_view(found: Found) -> None:
    serializer = serializer_of(FastReadOnlyModelSerializer, name=CountedField())

    def made_for(count: int) -> int:
        before = CountedField.made
        found("H304", serializer, *[view_of(generics.ListAPIView, serializer)] * count)
        return CountedField.made - before

    assert made_for(5) == made_for(1)


def test_views_of_installed_packages_are_not_told_of(
    found: Found, settings: SettingsWrapper
) -> None:
    view = view_of(generics.ListAPIView, Publishing, queryset=BOOKS)
    fast = view_of(generics.ListAPIView, FAST, renderer_classes=[JSONRenderer])
    settings.FASTSERIALIZERS = {"FIRST_PARTY_APPS": ["bookshop"]}

    assert found("H304", view, view, fast) == []
    assert found("H305", fast, view, fast) == []
    assert found("H301", Publishing, view) == []
