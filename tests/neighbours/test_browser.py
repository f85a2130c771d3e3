"""The browsable API in a real browser: what it shows, what it loads, what it complains about."""

from __future__ import annotations

import os
import shutil

import pytest
from rest_framework import viewsets
from rest_framework.pagination import PageNumberPagination

from tests.models import Book, Publisher
from tests.neighbours.conftest import store_books
from tests.neighbours.library import FLAVOURS, PLAIN, urls_of
from tests.neighbours.test_viewsets import TwinsByMethod

webdriver = pytest.importorskip("selenium.webdriver")

pytestmark = pytest.mark.long


LOADED = "return performance.getEntriesByType('resource').map(e => [e.name, e.responseStatus])"
STATIC = "/static/rest_framework/"


class Pages(PageNumberPagination):
    page_size = 3


@pytest.fixture
def books(transactional_db):
    """Rows that the live server's thread sees, too."""
    store_books()
    return list(Book.objects.order_by("pk"))


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    chromium, driver = shutil.which("chromium"), shutil.which("chromedriver")
    if not (chromium and driver):
        missing = pytest.fail if os.environ.get("REQUIRE_BROWSER") else pytest.skip
        missing("Debian's chromium and chromium-driver are not here: `make test-browser`")
    options = webdriver.ChromeOptions()
    options.binary_location = chromium
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    for argument in (
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        f"--user-data-dir={tmp_path_factory.mktemp('chromium')}",
    ):
        options.add_argument(argument)
    with webdriver.Chrome(options, webdriver.ChromeService(driver)) as browser:
        yield browser


@pytest.fixture
def opened(browser, live_server, settings):
    """Open pages of an API, see that they load without a complaint, and return their text."""

    def opened(urls, path):
        settings.ROOT_URLCONF = urls
        browser.get(live_server.url + path)
        assert complaints_of(browser) == []
        status_of = dict(browser.execute_script(LOADED))
        files = {address: status for address, status in status_of.items() if STATIC in address}
        assert f"{live_server.url}{STATIC}js/default.js" in files
        assert set(files.values()) == {200}
        return text_of(browser)

    return opened


def complaints_of(browser):
    # Every browser asks for an icon, and DRF has none.
    return [entry for entry in browser.get_log("browser") if "favicon" not in entry["message"]]


def text_of(browser):
    return browser.find_element("css selector", "body").text


def fields_in(browser):
    return {
        field.get_attribute("name")
        for field in browser.find_elements("css selector", "input, select, textarea")
    }


def test_a_page_that_reads_is_the_same_and_has_nothing_to_fill_in(books, browser, opened):
    for path in ("/books/", "/books/?page=2", f"/books/{books[4].pk}/"):
        expected = opened(urls_of(PLAIN, pagination_class=Pages), path)
        assert "HTTP 200 OK" in expected
        for flavour in FLAVOURS:
            assert opened(urls_of(flavour, pagination_class=Pages), path) == expected
            assert fields_in(browser) == set()


def test_the_form_of_a_view_that_writes_with_a_plain_serializer_writes(books, browser, opened):
    reads_fast = type("ReadsFast", (TwinsByMethod, viewsets.ModelViewSet), {})
    opened(urls_of(PLAIN, reads_fast), "/publishers/")
    assert fields_in(browser) >= {"name", "code", "country"}
    for name in ("name", "code"):
        browser.find_element("name", name).send_keys("seren")
    browser.find_element("xpath", "//button[text()='POST']").click()
    assert "HTTP 201 Created" in text_of(browser)
    assert complaints_of(browser) == []
    assert Publisher.objects.get(code="seren").name == "seren"
