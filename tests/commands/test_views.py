"""`compare --view` and `profile --view`: a whole view, read as a request reads it."""

import pytest
from adrf import viewsets as async_viewsets
from django.urls import include, path
from rest_framework import pagination, serializers, viewsets
from rest_framework.decorators import action, api_view
from rest_framework.response import Response
from rest_framework.routers import SimpleRouter
from rest_framework.views import APIView

from fastserializers.responses import StreamingOrjsonResponse
from fastserializers.switch import way
from fastserializers.views import FastReadMixin
from tests.commands.calls import command, document, refusal
from tests.models import Book, Publisher

pytestmark = [pytest.mark.django_db, pytest.mark.urls(__name__)]


class PublisherSerializer(serializers.ModelSerializer):
    class Meta:
        model = Publisher
        fields = ("name",)


class BookSerializer(serializers.ModelSerializer):
    publisher = PublisherSerializer()

    class Meta:
        model = Book
        fields = ("title", "publisher")


class Pages(pagination.PageNumberPagination):
    page_size = 4


class OwnPages(Pages):
    def paginate_queryset(self, queryset, request, view=None):
        return super().paginate_queryset(list(queryset), request, view)


class Books(FastReadMixin, viewsets.ReadOnlyModelViewSet):
    queryset = Book.objects.order_by("pk")
    serializer_class = BookSerializer
    pagination_class = Pages

    @action(detail=False)
    def newest(self, request):
        return Response(self.get_serializer(self.get_queryset().last()).data)


class BooksLater(FastReadMixin, async_viewsets.ReadOnlyModelViewSet):
    queryset = Book.objects.order_by("pk")
    serializer_class = BookSerializer
    pagination_class = Pages


class BooksInOwnPages(Books):
    pagination_class = OwnPages


class BooksOfPublisher(Books):
    def get_queryset(self):
        return super().get_queryset().filter(publisher=self.kwargs["publisher_pk"])


class Shelf(APIView):
    def get(self, request):
        books = BookSerializer(Book.objects.order_by("pk"), many=True).data
        newest = BookSerializer(Book.objects.latest("pk")).data
        return Response({"books": books, "newest": newest})


class Streamed(APIView):
    def get(self, request):
        return StreamingOrjsonResponse(BookSerializer(Book.objects.order_by("pk"), many=True))


class Failing(APIView):
    def get(self, request):
        return Response({"shelf": request.query_params["shelf"]})


class Storing(APIView):
    def post(self, request): ...


class Empty(APIView):
    def get(self, request):
        return Response({})


@api_view()
def told(request):
    """Differs, so that a difference is shown."""
    found = PublisherSerializer(Publisher.objects.order_by("pk"), many=True).data
    if way.get().value != "drf":
        found[1]["name"] = "another"
    return Response({"publishers": found, "page": request.query_params.get("page")})


router = SimpleRouter()
router.register("books", Books)
urlpatterns = [
    path("", include(router.urls)),
    path("later/", BooksLater.as_view({"get": "alist"})),
    path("own/", BooksInOwnPages.as_view({"get": "list"})),
    path("publishers/<int:publisher_pk>/books/", BooksOfPublisher.as_view({"get": "list"})),
    path("shelf/", Shelf.as_view()),
    path("failing/", Failing.as_view()),
    path("streamed/", Streamed.as_view()),
    path("storing/", Storing.as_view()),
    path("empty/", Empty.as_view()),
    path("told/", told),
]


@pytest.fixture(autouse=True)
def books():
    found = []
    for title in "abcdef":
        publisher = Publisher.objects.create(name=title, code=title)
        found.append(Book.objects.create(title=title, price=1, publisher=publisher))
    return found


def compared(view, *arguments, code=0):
    [found] = document("compare", "--view", view, *arguments, code=code)["views"]
    return found


def readings(found):
    names = ("kind", "count", "reader")
    return [tuple(reading[name] for name in names) for reading in found["readings"]]


@pytest.mark.parametrize("view", ["Books", f"{__name__}.Books", "/books/"])
def test_a_view_takes_the_queries_of_its_requests(view):
    found = compared(view)

    assert (found["view"], found["result"], found["rows"]) == (f"{__name__}.Books", "equal", 4)
    assert found["fast_by"] == "view"
    # The count, the page, and the publishers: one by one, or all at once.
    assert (found["drf"]["queries"], found["fast"]["queries"]) == (2 + 4, 2 + 1)
    assert readings(found) == [("page", 4, "ROWS")]
    assert compared(view, "--query", "page=2")["rows"] == 2
    assert compared("/books/?page=2")["rows"] == 2


def test_an_async_view_is_awaited():
    found = compared("BooksLater")

    assert (found["result"], found["rows"]) == ("equal", 4)
    assert (found["drf"]["queries"], found["fast"]["queries"]) == (2 + 4, 2 + 1)
    assert document("profile", "--view", "/later/")["rows"] == 4


def test_the_reason_is_that_of_the_request():
    why = "it is no queryset"
    [reading] = compared("BooksInOwnPages")["readings"]
    assert (reading["reader"], reading["why"]) == ("INSTANCES", why)
    line = f"BookSerializer: page of 4 as instances, because {why}. Queries: 1 made, 3 saved."
    assert line in command("compare", "--view", "BooksInOwnPages")
    assert line in command("profile", "--view", "BooksInOwnPages")


def test_all_that_a_method_reads_is_told(books):
    found = compared("/shelf/")
    assert found["rows"] == 6 + 1
    assert readings(found) == [("list", 6, "ROWS"), ("object", 1, "INSTANCES")]
    assert "\nQueries that no serializer has made: 1.\n" in command("compare", "--view", "Shelf")
    profiled = document("profile", "--view", "/shelf/")
    assert list(profiled["phases"]) == ["queries", "view", "rendering"]
    assert readings(profiled) == readings(found)
    # Each of the two serializers has its fields.
    numbers = ("BookSerializer 1", "BookSerializer 2")
    fields = [f"{number}: {name}" for number in numbers for name in ("title", "publisher")]
    assert sorted(profiled["fields"]) == sorted(fields)


def test_one_object_and_the_arguments_of_an_address(books):
    assert readings(compared(f"/books/{books[0].pk}/")) == [("object", 1, "INSTANCES")]
    assert readings(compared("/books/newest/")) == [("object", 1, "INSTANCES")]
    address = f"/publishers/{books[0].publisher_id}/books/"
    assert readings(compared(address)) == [("page", 1, "ROWS")]


def test_a_stream_is_compared_as_bytes():
    assert readings(compared("Streamed")) == [("list", 6, "ROWS")]
    assert document("profile", "--view", "Streamed")["rows"] == 6


def test_a_difference_of_a_view_is_shown_with_its_path():
    found = compared("told", code=1)
    assert (found["result"], found["difference"]["path"]) == ("different", "publishers[1].name")
    assert f"{__name__}.told differs at publishers[1].name:" in command(
        "compare", "--view", "told", code=1
    )


@pytest.mark.parametrize(
    ("view", "reason"),
    [
        (
            "/books/0/",
            "Http404: No Book matches the given query. Give",
        ),
        (
            "Failing",
            "both raise django.utils.datastructures.MultiValueDictKeyError: 'shelf'. Give",
        ),
        ("Empty", "no serializer has read a row for it. Give the request more"),
    ],
)
def test_what_a_view_lacks_is_said(view, reason):
    printed = command("compare", "--view", view, code=1)
    assert " was not compared: " in printed
    assert reason in printed


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("compare", "--view", "Book"), "is called Book. Did you mean Books"),
        (("compare", "--view", "/nowhere/"), "No view of REST framework's handles /nowhere/."),
        (("compare", "--view", "BooksOfPublisher"), "has no address without arguments: give one"),
        (
            ("compare", f"{__name__}.BookSerializer", "--view", "Books"),
            "name no serializer with it",
        ),
        (("compare", "--view", "Books", "--rows", "3"), "the view decides what is read"),
        (("profile", "BookSerializer", "--view", "Books"), "Name one serializer to profile, or"),
        (("compare", "--view", "/storing/"), "Storing answers no GET request for /storing/."),
        (("profile",), "Name one serializer to profile, or give --view."),
        (
            ("profile", "--view", "Failing"),
            "Failing can't be read: MultiValueDictKeyError: 'shelf'.",
        ),
    ],
)
def test_what_can_not_be_asked_of_a_view_is_refused(arguments, message):
    assert message in refusal(*arguments)
