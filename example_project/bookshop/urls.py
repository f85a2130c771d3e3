from __future__ import annotations

from django.apps import apps
from django.urls import include, path

from bookshop.endpoints import ENDPOINTS, FLAVOURS, address
from bookshop.front_page import FrontPage

urlpatterns = [
    path("", FrontPage.as_view(endpoints=ENDPOINTS, flavours=FLAVOURS), name="front-page"),
    *(address(endpoint, flavour) for endpoint in ENDPOINTS for flavour in FLAVOURS),
]
if apps.is_installed("debug_toolbar"):
    urlpatterns.append(path("__debug__/", include("debug_toolbar.urls")))
