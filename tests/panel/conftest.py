import re
from html import unescape

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import include, path

from tests.neighbours.conftest import book_rows, books  # noqa: F401
from tests.panel import project

JSON = {"accept": "application/json"}


def text_of(cell):
    """Return the text that a browser shows of some HTML."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", cell)).split()).replace(" ,", ",")


class Panel:
    """The content of the panel, as a browser shows it."""

    def __init__(self, html):
        self.summary = text_of(re.search(r"<h4>(.*?)</h4>", html, re.S)[1])
        rows = re.findall(r"<tr>(.*?)</tr>", html, re.S)
        cells = [re.findall(r"<td.*?>(.*?)</td>", row, re.S) for row in rows[1:]]
        self.headings = [text_of(cell) for cell in re.findall(r"<th>(.*?)</th>", html, re.S)]
        self.lines = [dict(zip(self.headings, map(text_of, row), strict=True)) for row in cells]


@pytest.fixture
def addresses(settings):
    settings.ROOT_URLCONF = "tests.panel.project"


@pytest.fixture
def toolbar(settings, addresses):
    """A project with the toolbar, which shows the panel of serializers alone."""
    pytest.importorskip("debug_toolbar")
    settings.DEBUG = True
    settings.INTERNAL_IPS = ["127.0.0.1"]
    settings.INSTALLED_APPS = [*settings.INSTALLED_APPS, "debug_toolbar"]
    of_the_toolbar = path("__debug__/", include("debug_toolbar.urls"))
    settings.ROOT_URLCONF = (*project.urlpatterns, of_the_toolbar)
    settings.MIDDLEWARE = ["debug_toolbar.middleware.DebugToolbarMiddleware"]
    # Older toolbars would put the panels into the page: the test client has several processes.
    settings.DEBUG_TOOLBAR_CONFIG = {"RENDER_PANELS": False}
    settings.DEBUG_TOOLBAR_PANELS = ["fastserializers.panels.SerializersPanel"]


@pytest.fixture
def panel(toolbar, books):  # noqa: F811
    """Return what the panel shows of a page of the browsable API."""

    def panel(address):
        client = Client(headers={"accept": "text/html"})
        page = client.get(address).content.decode()
        # Toolbars before 6.0 call the id of a request the id of a store.
        kind, key = re.search(r'data-(request|store)-id="(\w+)"', page).groups()
        query = {f"{kind}_id": key, "panel_id": "SerializersPanel"}
        return Panel(client.get("/__debug__/render_panel/", query).json()["content"])

    return panel


@pytest.fixture
def get(addresses, books):  # noqa: F811
    """Return the response of a request for JSON, and how many queries it took."""

    def get(address):
        with CaptureQueriesContext(connection) as queries:
            response = Client(headers=JSON).get(address)
        return response, len(queries)

    return get
