"""The API, with the addresses of the toolbar."""

from django.urls import include, path

from tests.panel import project

urlpatterns = [*project.urlpatterns, path("__debug__/", include("debug_toolbar.urls"))]
