from __future__ import annotations

from django.urls import path

from bookshop.endpoints import ENDPOINTS, FLAVOURS, address
from bookshop.front_page import FrontPage

urlpatterns = [
    path("", FrontPage.as_view(endpoints=ENDPOINTS, flavours=FLAVOURS), name="front-page"),
    *(address(endpoint, flavour) for endpoint in ENDPOINTS for flavour in FLAVOURS),
]
