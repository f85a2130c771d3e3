"""What a project's own tests say about responses and data holds for each flavour."""

from __future__ import annotations

import json

import pytest
from django.test import SimpleTestCase, override_settings
from rest_framework import viewsets
from rest_framework.test import APIClient, APIRequestFactory, force_authenticate
from rest_framework.utils.serializer_helpers import ReturnDict, ReturnList

from tests.neighbours.library import FAST, PLAIN, TWINS, urls_of

pytestmark = pytest.mark.parametrize(
    "flavour", [PLAIN, FAST, TWINS], ids=["plain", "fast", "twins"]
)


@pytest.fixture
def client(flavour):
    with override_settings(ROOT_URLCONF=urls_of(flavour)):
        yield APIClient()


def test_data_of_a_detail(books, flavour, client):
    response = client.get(f"/books/{books[4].pk}/")
    request = APIRequestFactory().get("/")
    assert response.data == flavour.book(books[4], context={"request": request}).data
    assert response.data["title"] == books[4].title
    assert response.data["publisher"] == {
        "id": books[4].publisher.pk,
        "name": "Gomer Press",
        "code": "gomer",
        "country": books[4].publisher.country_id,
    }
    assert list(response.data)[:3] == ["url", "id", "title"]
    assert type(response.data) is ReturnDict
    assert type(response.data.serializer) is flavour.book
    assert response.data.serializer.instance == books[4]


def test_data_of_a_list(books, flavour, client):
    response = client.get("/books/")
    assert [book["id"] for book in response.data] == [book.pk for book in books]
    assert {tag["label"] for book in response.data for tag in book["tags"]} == {"sea", "<rain>"}
    assert type(response.data) is ReturnList
    assert type(response.data.serializer.child) is flavour.book


def test_the_body(books, client):
    response = client.get(f"/books/{books[4].pk}/")
    assert response.json()["price"] == "4.50"
    assert response.json() == json.loads(json.dumps(response.data, default=str))
    SimpleTestCase().assertContains(response, '"price":"4.50"', count=1)
    SimpleTestCase().assertNotContains(response, "Honno")
    SimpleTestCase().assertJSONEqual(response.text, response.json())


def test_data_can_be_changed_before_it_is_rendered(books, flavour, client):
    class AddingViewSet(viewsets.ReadOnlyModelViewSet):
        def finalize_response(self, request, response, *args, **kwargs):
            response.data.update(shelf=7)
            del response.data["reviews"]
            return super().finalize_response(request, response, *args, **kwargs)

    with override_settings(ROOT_URLCONF=urls_of(flavour, AddingViewSet)):
        answer = client.get(f"/books/{books[4].pk}/").json()
    assert answer["shelf"] == 7
    assert "reviews" not in answer


def test_a_view_called_with_a_request_of_the_factory(books, flavour, client, django_user_model):
    request = APIRequestFactory().get("/books/")
    force_authenticate(request, django_user_model(username="ada"))
    view = type(
        "BookViewSet", (viewsets.ReadOnlyModelViewSet,), {"serializer_class": flavour.book}
    )
    response = view.as_view({"get": "list"}, queryset=type(books[0]).objects.all())(request)
    assert not response.is_rendered
    assert response.data[4]["url"] == f"http://testserver/books/{books[4].pk}/"
    assert response.render().content == client.get("/books/").content
