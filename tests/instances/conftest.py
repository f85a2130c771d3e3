from __future__ import annotations

import pytest

from tests.relations import library


@pytest.fixture
def stored():
    library.fill()
