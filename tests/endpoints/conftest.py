from __future__ import annotations

import pytest

from tests.neighbours.conftest import book_rows, books

pytest.register_assert_rewrite("tests.neighbours.library", "tests.endpoints.project")

__all__ = ["book_rows", "books"]
