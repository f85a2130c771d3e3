"""Where the hyperlinks of the idioms lead to: nothing answers there."""

from __future__ import annotations

from django.http import HttpResponse
from django.urls import include, path


def answer(request, **kwargs):
    return HttpResponse()


urlpatterns = [
    path("books/<int:pk>/", answer, name="book-detail"),
    path("shops/<slug:shop>/books/<int:pk>/", answer, name="shop-book"),
    path("publishers/<int:pk>/", answer, name="publisher-detail"),
    path("publishers/<int:publisher_pk>/books/<int:pk>/", answer, name="publisher-book"),
    path("hashed/<slug:pk>/", answer, name="hashed"),
    path("", include("bookshop.urls")),
]
