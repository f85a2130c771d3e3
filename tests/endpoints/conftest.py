from __future__ import annotations

import pytest

from tests.neighbours.conftest import books

pytest.register_assert_rewrite("tests.neighbours.library", "tests.endpoints.project")

__all__ = ["books"]
