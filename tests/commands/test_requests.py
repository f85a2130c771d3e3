"""The request that `compare` and `profile` give serializers, and the rows of a view's action."""

import pytest
from django.contrib.auth.models import User
from django.urls import path
from rest_framework import pagination, permissions, serializers, throttling, versioning, viewsets

from fastserializers.switch import way
from tests.commands.calls import command, document, path_of
from tests.endpoints.paginators import four_rows
from tests.models import Book, Publisher

pytestmark = [pytest.mark.django_db, pytest.mark.urls(__name__)]


class BookSerializer(serializers.ModelSerializer):
    publisher = serializers.StringRelatedField()

    class Meta:
        model = Book
        fields = ("title", "publisher")


class DetailSerializer(BookSerializer): ...


class BookOfUserSerializer(BookSerializer): ...


class BookOfNoViewSerializer(BookSerializer): ...


class KnowsItsRequestSerializer(serializers.ModelSerializer):
    """Differs, so that what it has of the request and of the view is shown."""

    told = serializers.SerializerMethodField()

    class Meta:
        model = Publisher
        fields = ("told",)

    def get_told(self, publisher):
        request, view = self.context["request"], self.context["view"]
        scheme = type(request.versioning_scheme).__name__
        told = [request.version, scheme, request.accepted_renderer.format]
        told += [request.parser_context["kwargs"], request.user.is_authenticated]
        told += [type(view).__name__, view.action, view.request is request]
        told.append(request.build_absolute_uri("/media/"))
        return told if way.get().value == "drf" else None


class Refusing(permissions.BasePermission):
    def has_permission(self, request, view):
        raise AssertionError("No permission is asked.")


class Counting(throttling.BaseThrottle):
    def allow_request(self, request, view):
        raise AssertionError("No request is counted.")


class HeaderVersioning(versioning.AcceptHeaderVersioning):
    default_version = "v2"


class Publishers(viewsets.ReadOnlyModelViewSet):
    queryset = Publisher.objects.all()
    serializer_class = KnowsItsRequestSerializer
    versioning_class = HeaderVersioning
    permission_classes = [Refusing]
    throttle_classes = [Counting]


class OfNoQuerysetSerializer(KnowsItsRequestSerializer): ...


class WithoutQueryset(Publishers):
    serializer_class = OfNoQuerysetSerializer

    def get_queryset(self):
        raise AssertionError("Only a request tells.")


class Books(viewsets.ReadOnlyModelViewSet):
    pagination_class = four_rows(pagination.PageNumberPagination, page_size=3)

    def initial(self, request, *args, **kwargs):
        super().initial(request, *args, **kwargs)
        self.shelf = Book.objects.exclude(title="hidden")

    def get_serializer_class(self):
        return BookSerializer if self.action == "list" else DetailSerializer

    def get_queryset(self):
        # As much as the serializer of the action shows.
        wanted = ["publisher"] if self.get_serializer_class() is DetailSerializer else []
        return self.shelf.prefetch_related(*wanted)


class OwnBooks(viewsets.ReadOnlyModelViewSet):
    serializer_class = BookOfUserSerializer

    def get_queryset(self):
        return Book.objects.filter(title=self.request.user.username).select_related("publisher")


urlpatterns = [
    path("publishers/", Publishers.as_view({"get": "list"})),
    path("without-queryset/", WithoutQueryset.as_view({"get": "list"})),
    path("books/", Books.as_view({"get": "list"})),
    path("books/<int:pk>/", Books.as_view({"get": "retrieve"})),
    path("own/", OwnBooks.as_view({"get": "list"})),
]


@pytest.fixture(autouse=True)
def books():
    for title in ("hidden", "b", "c", "d", "e"):
        publisher = Publisher.objects.create(name=title, code=title)
        Book.objects.create(title=title, price=1, publisher=publisher)


def profile(serializer, *arguments):
    return document("profile", path_of(serializer), *arguments)


@pytest.mark.parametrize(
    ("arguments", "kind", "view"),
    [
        ((path_of(KnowsItsRequestSerializer),), "serializers", "Publishers"),
        (("--view", "Publishers"), "views", "Publishers"),
        ((path_of(OfNoQuerysetSerializer),), "serializers", "WithoutQueryset"),
    ],
    ids=["its view", "--view", "a view that has no queryset for anybody"],
)
def test_a_request_is_as_the_view_s_handlers_get_it(settings, arguments, kind, view):
    settings.ALLOWED_HOSTS = ["a.example", "*"]

    [found] = document("compare", *arguments, code=1)[kind]

    told = ["v2", "HeaderVersioning", "json", {}, False]
    told += [view, "list", True, "http://a.example/media/"]
    assert found["difference"]["drf"]["text"] == repr(told)


def test_the_rows_of_the_view_are_profiled():
    measured = profile(BookSerializer)

    assert (measured["rows"], measured["rows_of"], measured["remark"]) == (4, "Books", None)
    # The list, and a publisher of each book.
    assert measured["phases"]["queries"]["drf"]["queries"] == 5


def test_a_serializer_is_profiled_in_the_action_that_chooses_it():
    measured = profile(DetailSerializer)

    assert measured["rows_of"] == "Books"
    assert measured["phases"]["queries"]["drf"]["queries"] == 2


def test_a_profile_says_that_its_rows_are_of_no_view():
    text = " ".join(command("profile", path_of(BookOfNoViewSerializer)).split())

    assert "5 rows of tests.Book, fast by: nothing yet" in text
    assert "rows of the model, because no view in the URLconf is known to use it." in text


def test_a_profile_says_that_a_view_has_no_rows_for_nobody_and_has_those_of_a_user():
    measured = profile(BookOfUserSerializer)
    reason = "OwnBooks has no rows for an anonymous request"
    assert (measured["rows_of"], measured["remark"]) == ("tests.Book", reason)

    user = User.objects.create(username="d")
    compared = document("compare", path_of(BookOfUserSerializer))["serializers"][0]
    assert (compared["rows_of"], compared["rows_remark"]) == ("tests.Book", reason)
    text = " ".join(command("compare", path_of(BookOfUserSerializer)).split())
    assert f"was compared on rows of the model, because {reason}. An endpoint may prefetch" in text
    measured = profile(BookOfUserSerializer, "--user", str(user.pk))
    assert (measured["rows"], measured["rows_of"]) == (1, "OwnBooks")
    assert measured["phases"]["queries"]["drf"]["queries"] == 1
