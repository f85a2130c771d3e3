"""Where the hyperlinks of the idioms lead to: nothing answers there."""

from django.http import HttpResponse
from django.urls import path


def answer(request, **kwargs):
    return HttpResponse()


urlpatterns = [
    path("books/<int:pk>/", answer, name="book-detail"),
    path("publishers/<int:pk>/", answer, name="publisher-detail"),
    path("publishers/<int:publisher_pk>/books/<int:pk>/", answer, name="publisher-book"),
    path("hashed/<slug:pk>/", answer, name="hashed"),
]
