import gc

import pytest

from bookshop.models import Author, Book, Publisher


@pytest.fixture(scope="package", autouse=True)
def nothing_of_earlier_tests():
    """Keep the collector from what other tests have left: it is asked before each of these."""
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True)
def a_small_project(settings):
    """Look at this folder and the bookshop alone: a project of all tests takes its time."""
    settings.FASTSERIALIZERS = {"FIRST_PARTY_APPS": [__package__, "bookshop"]}
    gc.collect()


@pytest.fixture
def books(db):
    publisher = Publisher.objects.create(name="P", country="NL", website="https://example.org")
    author = Author.objects.create(name="A")
    same = {"price": "3.50", "pages": 12, "published": "2024-01-01"}
    for number in range(5):
        Book.objects.create(title=f"{number}", publisher=publisher, author=author, **same)
