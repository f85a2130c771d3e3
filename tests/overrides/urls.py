"""Addresses that hyperlinks lead to."""

from __future__ import annotations

from django.urls import path


def page(request, pk):
    raise AssertionError("addresses are reversed, and not requested")


urlpatterns = [
    path("publishers/<int:pk>/", page, name="publisher-detail"),
    path("others/<slug:pk>/", page, name="other"),
]
