import pytest

from tests.models import Book, Tag
from tests.neighbours.conftest import store_books


@pytest.fixture
def books(db):
    store_books()
    return list(Book.objects.order_by("pk"))


@pytest.fixture
def tags(db):
    return Tag.objects.bulk_create(Tag(label=f"tag {number}") for number in range(10))
