import pytest

from tests.models import Tag
from tests.neighbours.conftest import book_rows, books  # noqa: F401


@pytest.fixture
def tags(db):
    return Tag.objects.bulk_create(Tag(label=f"tag {number}") for number in range(10))
